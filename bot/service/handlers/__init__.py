"""Handlers: one asynchronous function for each command, in a module for each topic.

A handler is found by the annotation of its first parameter, which is the command:
`async def join(command: Join, context: Context) -> Message`, or for an operation
`async def unlink(_: Annotated[Do, Operation.UNLINK], context: Context) -> Message`.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib import import_module
from inspect import iscoroutinefunction
from pkgutil import iter_modules
from types import ModuleType
from typing import cast, get_args, get_type_hints

from bot.model.commands import Command, Do, Operation
from bot.model.message import Message
from bot.service.context import Context

Handler = Callable[[Command, Context], Awaitable[Message]]

Key = type[Command] | Operation
"""What a handler is found by: the operation of `Do`, or the class of any other command."""

_CLASSES = frozenset(get_args(Command)) - {Do}


def _handlers_in(module: ModuleType) -> Iterator[tuple[Key, Handler]]:
    for name, function in vars(module).items():
        if (
            name.startswith("_")
            or not iscoroutinefunction(function)
            or function.__module__ != module.__name__
        ):
            continue
        first = next(iter(get_type_hints(function, include_extras=True).values()))
        for key in get_args(first) or (first,):
            if key in _CLASSES or isinstance(key, Operation):
                yield key, cast(Handler, function)


def found_in(*modules: ModuleType) -> Mapping[Key, Handler]:
    """The handlers in modules, by command. Raises ValueError where a command has two."""
    found: dict[Key, Handler] = {}
    for module in modules:
        for command, handler in _handlers_in(module):
            if command in found:
                raise ValueError(f"two handlers for {command}")
            found[command] = handler
    return found


HANDLERS = found_in(*(import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)))
"""The handlers in all modules of this package."""


def handler_of(command: Command) -> Handler:
    """The handler of a command."""
    return HANDLERS[command.operation if isinstance(command, Do) else type(command)]
