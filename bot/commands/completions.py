"""Whole lines that go on from what somebody types on the page."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bot.commands import COMMANDS
from bot.commands.arguments import MOST
from bot.commands.registry import Command
from bot.service.request import Request


def completions(request: Request, text: str) -> tuple[str, ...]:
    """Whole lines that go on from what is typed, best first, at most MOST."""
    word, space, rest = text.lstrip().removeprefix("/").partition(" ")
    if not space:
        words = (f"/{one.word}" for one in _by_use(request) if one.typed)
        return tuple(islice((one for one in words if one.startswith(f"/{word.lower()}")), MOST))
    known = COMMANDS.get(word.lower())
    lines = _lines(request, known, rest.strip()) if known and known.typed else ()
    return tuple(islice(dict.fromkeys(lines), MOST))


def _by_use(request: Request) -> list[Command[Any]]:
    """The commands: while a game runs, those of a turn and those that show it come first."""
    first = ("turn", "look") if request.view is not None else ("table", "look")
    places = {section: place for place, section in enumerate(first)}
    return sorted(COMMANDS, key=lambda one: places.get(one.section, len(places)))


def _lines(request: Request, command: Command[Any], rest: str) -> Iterator[str]:
    """The command with each value of its first argument; a place with each way to pay for it.

    Besides the values, it has the words that can be typed for the first argument, or after each value.
    """
    if not command.parameters or command.by_name:
        return
    first, *others = (one.argument for one in command.parameters)
    wanted = rest.casefold()
    values = [one.words or one.value for one in first.fitting(request, rest)]
    words = [*first.words]
    for other in others:
        if other.words and first.one_word:
            words += [f"{one.value} {other.words[0]}" for one in first.fitting(request)]
    values += [one for one in words if one.startswith(wanted)]
    for value in sorted(values, key=lambda value: not value.casefold().startswith(wanted)):
        if first.paid_with:
            ways = first.paid_with.fitting(request, "", value)
            yield from (f"/{command.word} {value} {way.value}" for way in ways)
        else:
            yield f"/{command.word} {value}"
