"""The registry: what is true of a command, and where each is found by its word.

A command is one function with a line above it:

    @command("log", LOOK, discord=OWN, menus=BOTH, posts=("end",), link=True)
    async def log(request: Request, page: NumberArg = None) -> Message:
        \"""Show a page of the log.\"""

Its parameters after the request are its arguments: their types say how they are typed, suggested and refused
(bot.commands.arguments). Besides, it can have `settings`, which are rows of bot.model.settings. What people
read about it are the phrases `slash-WORD`, `slash-WORD-about`, and `part-NAME`, `part-NAME-about` for each
argument. `bot/commands/__init__.py` lists all commands.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import signature
from itertools import chain, islice, zip_longest
from typing import Any, Concatenate, Generic, ParamSpec, get_args, get_type_hints

from bot.commands.arguments import MOST, Argument, setting_argument
from bot.matches.outcomes import CommandRefused
from bot.model.call import Call, Value
from bot.model.command import CommandRow
from bot.model.message import Message
from bot.requests.request import Request

P = ParamSpec("P")

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
        return {parameter.name: parameter.argument for parameter in self.parameters}[name]

    async def carry_out(self, request: Request, call: Call) -> Message:
        """Read the arguments of a call, and carry it out. Raises CommandRefused where they mean nothing."""
        run: Callable[..., Awaitable[Message]] = self.run
        return await run(request, **self.read(request, call))

    def read(self, request: Request, call: Call) -> Mapping[str, object]:
        """The arguments that a call gives, as the function takes them. Raises CommandRefused."""
        given = call.given or self.given_in(call.text)
        arguments = {parameter.name: parameter.argument for parameter in self.parameters}
        if self.unknown and (not given.keys() <= arguments.keys() or "" in given.values()):
            raise CommandRefused(self.unknown, word=" ".join(map(str, chain(*given.items()))).strip())
        return {
            name: arguments[name].read(request, text, name)
            for name, value in given.items()
            if name in arguments and (text := str(value).strip())
        }

    def given_in(self, text: str) -> Mapping[str, Value]:
        """The values in a typed text, by the names of their arguments."""
        return _by_name(text) if self.settings else self._in_order(text)

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
        for parameter in parameters:
            argument, value, rest = parameter.argument, rest, ""
            if argument.one_word:
                value, _, rest = value.partition(" ")
            if value:
                is_flag = argument.native is bool and argument.words
                given[parameter.name] = value.lower() in argument.words if is_flag else value
        return given

    def completions(self, request: Request, rest: str) -> Iterator[str]:
        """The command with each value of its first argument; a place with each way to pay for it.

        Besides the values, it has the words that can be typed for the first argument, or after each value.
        """
        if not self.parameters or self.settings:
            return
        first, *others = (parameter.argument for parameter in self.parameters)
        words = [*first.words]
        for other in others:
            if other.words and first.one_word:
                words += [f"{value.value} {other.words[0]}" for value in first.fitting(request)]
        typed = rest.casefold()
        values = [value.words or value.value for value in first.fitting(request, rest)]
        values += [word for word in words if word.startswith(typed)]
        for value in sorted(values, key=lambda value: not value.casefold().startswith(typed)):
            if first.paid_with:
                ways = first.paid_with.fitting(request, "", value)
                yield from (f"/{self.word} {value} {way.value}" for way in ways)
            else:
                yield f"/{self.word} {value}"


def _by_name(text: str) -> Mapping[str, Value]:
    """Values that follow the names of their arguments."""
    words = text.lower().split()
    return dict(zip_longest(words[::2], words[1::2], fillvalue=""))


class Commands(Collection[Command[Any]]):
    """All commands, in the order of help."""

    def __init__(self, *commands: Command[Any]) -> None:
        self._by_word: Mapping[str, Command[Any]] = {command.word: command for command in commands}
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

    def completions(self, request: Request, text: str) -> tuple[str, ...]:
        """Whole lines that go on from what somebody types, best first, at most MOST.

        While a game runs, the commands of a turn and those that show it come first.
        """
        word, space, rest = text.lstrip().removeprefix("/").partition(" ")
        if space:
            command = self.get(word.lower())
            lines = command.completions(request, rest.strip()) if command and command.is_typed else ()
            return tuple(islice(dict.fromkeys(lines), MOST))
        first = ("turn" if request.view else "table", "look")
        places = {section: place for place, section in enumerate(first)}
        by_use = sorted(self, key=lambda command: places.get(command.section, len(places)))
        words = (f"/{command.word}" for command in by_use if command.is_typed)
        return tuple(islice((line for line in words if line.startswith(f"/{word.lower()}")), MOST))


class command(CommandRow):  # noqa: N801 - it reads as a decorator
    """Makes a command of a function."""

    __slots__ = ()

    def __call__(self, run: Callable[Concatenate[Request, P], Awaitable[Message]]) -> Command[P]:
        row = {field.name: getattr(self, field.name) for field in fields(CommandRow)}
        hints = get_type_hints(run, include_extras=True)
        _, *names = (
            one.name for one in signature(run).parameters.values() if one.kind is not one.VAR_KEYWORD
        )
        parameters = (
            *(Parameter(name, _argument(hints[name])) for name in names),
            *(Parameter(setting.word, setting_argument(setting, self.unknown)) for setting in self.settings),
        )
        return Command(**row, run=run, parameters=parameters)


def _argument(hint: object) -> Argument[Any]:
    """The argument in an annotation such as `Annotated[int, Argument(...)] | None`."""
    parts: Sequence[object] = (*getattr(hint, "__metadata__", ()), *get_args(hint))
    for part in parts:
        if isinstance(part, Argument):
            return part
    return next(_argument(part) for part in parts if get_args(part) or hasattr(part, "__metadata__"))
