"""The registry: what is true of a command, and where each is found by its word.

A command is one function with a line above it:

    @command("log", LOOK, discord=OWN, menus=BOTH, link=True, posts=("end",))
    async def log(request: Request, page: NumberArg = None) -> Message:
        \"""A page of the log.\"""

Its parameters after the request are its arguments: their types say how they are typed, suggested and refused
(bot.commands.arguments). What people read about it are the phrases `slash-WORD`, `slash-WORD-about`, and
`part-NAME`, `part-NAME-about` for each argument. `bot/commands/__init__.py` lists all commands.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import signature
from itertools import chain, zip_longest
from typing import Any, Concatenate, Generic, ParamSpec, get_args, get_type_hints

from bot.commands.arguments import Argument
from bot.matches.outcomes import CommandRefused
from bot.model.call import Call, Value
from bot.model.command import CommandRow
from bot.model.message import Message
from bot.service.request import Request
from bot.text.truncate import shortened

P = ParamSpec("P")

LONGEST_ECHO = 40
"""Letters of a typed text that a refusal repeats."""

_NAMED = re.compile(r"(?:(.*) )?\w+:(?!//) ?(.*)")
"""Free text with its name, after other arguments; the beginning of a web address is no name."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of a command."""

    name: str
    argument: Argument[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(CommandRow, Generic[P]):
    """A command as every platform offers it, with the function that carries it out."""

    run: Callable[Concatenate[Request, P], Awaitable[Message]]
    parameters: tuple[Parameter, ...]

    def parameter(self, name: str) -> Argument[Any]:
        """The argument of this name. Raises KeyError."""
        return {one.name: one.argument for one in self.parameters}[name]

    async def answer(self, request: Request, call: Call) -> Message:
        """Read the arguments of a call, and carry it out. Raises CommandRefused where they mean nothing."""
        run: Callable[..., Awaitable[Message]] = self.run
        return await run(request, **self.read(request, call))

    def read(self, request: Request, call: Call) -> Mapping[str, object]:
        """The arguments that a call gives, as the function takes them. Raises CommandRefused."""
        given = call.given or (self._by_name(call.text) if self.by_name else self._in_order(call.text))
        known = {one.name: one.argument for one in self.parameters}
        if self.unknown and (not given.keys() <= known.keys() or "" in given.values()):
            word = " ".join(map(str, chain(*given.items()))).strip()
            raise CommandRefused(self.unknown, word=shortened(word, LONGEST_ECHO))
        return {
            name: known[name].read(request, value, name)
            for name, value in given.items()
            if name in known and str(value).strip()
        }

    def _in_order(self, rest: str) -> Mapping[str, Value]:
        """The values of arguments that follow each other, as far as they are given.

        Free text at the end can have a name, in any language: `black word:zug`.
        """
        given: dict[str, Value] = {}
        parameters = self.parameters
        named = _NAMED.fullmatch(rest) if parameters and parameters[-1].argument.is_free else None
        if named:
            rest, given[parameters[-1].name] = named[1] or "", named[2]
            parameters = parameters[:-1]
        for one in parameters:
            value, rest = rest, ""
            if one.argument.one_word:
                value, _, rest = value.partition(" ")
            if value and one.argument.native is bool and one.argument.words:
                given[one.name] = value.lower() in one.argument.words
            elif value:
                given[one.name] = value
        return given

    def _by_name(self, rest: str) -> Mapping[str, Value]:
        """Each value follows the name of its argument."""
        words = rest.lower().split()
        return dict(zip_longest(words[::2], words[1::2], fillvalue=""))


class Commands(Collection[Command[Any]]):
    """All commands, in the order of help."""

    def __init__(self, *commands: Command[Any]) -> None:
        self._by_word: Mapping[str, Command[Any]] = {one.word: one for one in commands}
        if len(self._by_word) != len(commands):
            raise ValueError("two commands have one word")

    def __iter__(self) -> Iterator[Command[Any]]:
        return iter(self._by_word.values())

    def __len__(self) -> int:
        return len(self._by_word)

    def __contains__(self, command: object) -> bool:
        return command in self._by_word.values()

    def __getitem__(self, word: str) -> Command[Any]:
        return self._by_word[word]

    def get(self, word: str) -> Command[Any] | None:
        """The command of a word, if there is one."""
        return self._by_word.get(word)


class command(CommandRow):  # noqa: N801 - it reads as a decorator
    """Makes a command of a function."""

    __slots__ = ()

    def __call__(self, run: Callable[Concatenate[Request, P], Awaitable[Message]]) -> Command[P]:
        row = {one.name: getattr(self, one.name) for one in fields(CommandRow)}
        return Command(**row, run=run, parameters=tuple(_parameters(run)))


def _parameters(run: Callable[..., object]) -> Iterator[Parameter]:
    hints = get_type_hints(run, include_extras=True)
    for one in list(signature(run).parameters.values())[1:]:
        yield Parameter(one.name, _argument(hints[one.name]))


def _argument(hint: object) -> Argument[Any]:
    """The argument in an annotation such as `Annotated[int, Argument(...)] | None`."""
    parts: Sequence[object] = (*getattr(hint, "__metadata__", ()), *get_args(hint))
    for part in parts:
        if isinstance(part, Argument):
            return part
    return next(_argument(part) for part in parts if get_args(part) or hasattr(part, "__metadata__"))
