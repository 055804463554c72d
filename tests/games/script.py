"""Scripts of play: what people do, and what everybody sees then, as a person would tell it.

    # A majority pauses the game
    with clock 24h
    Anna, Boris, Carl play europe
    Anna: /pause -> You have asked the table. Your vote counts as yes.
    chat: Anna asks the table: Should the game be paused?
    Boris is notified
    Boris: [Yes]
    chat: The game is paused for 7 days at most, and all clocks are stopped.
    (The old buttons do nothing.)

A script begins with its title. `on memory, discord` names the platforms, which are otherwise all four, and
`with clock 24h` a setting of the bot. Before the first title they hold for all scripts of the file; the other
lines there are about the file. What is in parentheses is for the reader. All else that a line can say is in
`tests/games/performance.py`.

What somebody sees is compared by lines, without the marks of bold words: one of them is the expected one.
There "…" stands for anything, and `{code}` for a word that later lines have as `{code}` too.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.narration import plain

EVERYWHERE = ("memory", "local", "discord", "telegram")


@dataclass(frozen=True)
class Line:
    """A line of a script, and where it is."""

    text: str
    file: str
    number: int


@dataclass(frozen=True)
class Script:
    """What people do on each of some platforms, and what is seen then."""

    title: str
    platforms: tuple[str, ...] = EVERYWHERE
    settings: tuple[str, ...] = ()
    """What the bot is started with: `clock 24h`."""
    lines: tuple[Line, ...] = ()


def scripts_of(file: Path) -> Iterator[Script]:
    """The scripts of a file, in their order."""
    script, common = Script(file.stem), Script(file.stem)
    for number, text in enumerate(map(str.strip, file.read_text(encoding="utf-8").splitlines()), 1):
        word, _, rest = text.partition(" ")
        match word:
            case "#":
                if script.lines:
                    yield script
                script = replace(common, title=rest)
            case "on":
                script = replace(script, platforms=tuple(rest.split(", ")))
            case "with":
                script = replace(script, settings=(*script.settings, rest))
            case _ if text and script.title != common.title and not text.startswith("("):
                script = replace(script, lines=(*script.lines, Line(text, file.name, number)))
        if script.title == common.title:
            common = script
    yield script


def lines_of(texts: Iterable[str]) -> list[str]:
    """The lines of texts as scripts have them."""
    return [line.strip() for text in texts for line in plain(text).replace("**", "").splitlines()]


def found_in(line: str, expected: str) -> dict[str, str] | None:
    """The words that a line has where `{name}` is expected, or None if it is not the expected line."""
    pattern = re.escape(expected).replace("…", ".*")
    found = re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[\\w-]+)", pattern), line)
    return found and found.groupdict()
