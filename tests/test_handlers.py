"""Handlers: every command has exactly one, found by the annotation of its first parameter."""

from types import ModuleType
from typing import Annotated, get_args

import pytest

from bot.model.commands import Command, Do, Operation, Query
from bot.model.message import Message
from bot.service.context import Context
from bot.service.handlers import HANDLERS, found_in, queries


def test_every_command_has_a_handler() -> None:
    assert set(HANDLERS) == {*get_args(Command), *Operation} - {Do}


def test_every_query_is_shown_by_a_handler() -> None:
    assert set(queries._SHOWN) == set(Query)


def test_handlers_are_named_as_their_commands() -> None:
    names = {_name(command): handler.__name__ for command, handler in HANDLERS.items()}
    assert {name: named.replace("_", "") for name, named in names.items()} == {
        name: name.lower() for name in names
    }


def _name(command: type[Command] | Operation) -> str:
    return command.name.replace("_", "") if isinstance(command, Operation) else command.__name__


async def abort(command: Annotated[Do, Operation.ABORT], context: Context) -> Message:
    raise NotImplementedError


async def end(command: Annotated[Do, Operation.ABORT], context: Context) -> Message:
    raise NotImplementedError


async def leave(command: Annotated[Do, Operation.LEAVE], context: Context) -> Message:
    raise NotImplementedError


def module(*functions: object) -> ModuleType:
    """A module of handlers."""
    made = ModuleType(__name__)
    for number, function in enumerate(functions):
        setattr(made, f"handler{number}", function)
    return made


def test_a_second_handler_for_a_command_is_refused() -> None:
    assert set(found_in(module(abort, leave))) == {Operation.ABORT, Operation.LEAVE}
    with pytest.raises(ValueError, match=r"two handlers for .*ABORT"):
        found_in(module(abort, end))
