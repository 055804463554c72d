"""Handlers: one asynchronous function for each command, in a module for each topic.

A handler is found by the annotation of its first parameter, which is the command:
`async def abort(command: Abort, context: Context) -> Message`.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from inspect import iscoroutinefunction
from types import ModuleType
from typing import cast, get_args, get_type_hints

from bot.model.commands import Command
from bot.model.message import Message
from bot.service.context import Context
from bot.service.handlers import (
    absence,
    accounts,
    diagnostics,
    followers,
    games,
    lobby,
    plans,
    play,
    preferences,
    queries,
    seats,
    votes,
)

Handler = Callable[[Command, Context], Awaitable[Message]]

_MODULES = (
    absence,
    accounts,
    diagnostics,
    followers,
    games,
    lobby,
    plans,
    play,
    preferences,
    queries,
    seats,
    votes,
)


def _handlers_in(module: ModuleType) -> Iterator[tuple[type[Command], Handler]]:
    for name, function in vars(module).items():
        if (
            name.startswith("_")
            or not iscoroutinefunction(function)
            or function.__module__ != module.__name__
        ):
            continue
        first = next(iter(get_type_hints(function).values()))
        if first in get_args(Command):
            yield first, cast(Handler, function)


def found_in(*modules: ModuleType) -> Mapping[type[Command], Handler]:
    """The handlers in modules, by command. Raises ValueError where a command has two."""
    found: dict[type[Command], Handler] = {}
    for module in modules:
        for command, handler in _handlers_in(module):
            if command in found:
                raise ValueError(f"two handlers for {command.__name__}")
            found[command] = handler
    return found


HANDLERS = found_in(*_MODULES)
