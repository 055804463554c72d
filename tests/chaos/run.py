"""What the programs of the simulated month share with the process that kills them: files."""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.clock import Clock
from bot.model.identity import Chat, Person
from tests.stores import url_in

BEGIN = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)

SHARED = "discord", "telegram"
PLATFORMS = *SHARED, "local", *SHARED
"""Of five games two are on Discord, two on Telegram and one on the page, which has at most 50 channels."""


@dataclass(frozen=True, slots=True)
class Table:
    """The chat of a game, and its two players, or one who plays against a computer.

    Only players on the page have tokens.
    """

    chat: Chat
    people: tuple[Person, ...]
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Month:
    """A simulated month: how many games, hours and programs it has, and the folder of its files."""

    folder: Path
    games: int
    hours: int
    seed: int = 1
    programs: int = 1
    kills: int = 1
    """How many programs are killed in an hour."""
    only: str = ""
    """The platform of all games; "": each platform in turn."""
    tables: tuple[Table, ...] = ()
    urls: tuple[str, ...] = ()
    """The addresses of Discord, its gateway, Telegram and its files. The last one takes requests for presses.
    """

    @property
    def platforms(self) -> tuple[str, ...]:
        """Where games are played, each on the next of these. Of several processes none serves the page."""
        if self.only:
            return (self.only,)
        return PLATFORMS if self.programs == 1 else SHARED

    def platform(self, number: int) -> str:
        """Where a game is played."""
        return self.platforms[number % len(self.platforms)]

    def names(self, number: int) -> list[str]:
        """Two people for each game, or one who plays against a computer."""
        return [f"Player {number}-{seat}" for seat in range(1 if number % 4 == 3 else 2)]

    def begins(self, number: int) -> datetime:
        """When a game is opened: all of them in the first four fifths of the time."""
        return BEGIN + timedelta(hours=0.8 * self.hours * number / self.games)

    @property
    def url(self) -> str:
        return url_in(self.folder, "month.db")


@dataclass(frozen=True, slots=True)
class Press:
    """A button that somebody pressed when the log of a game had `seq` events. `answer` is "" before it."""

    game: str
    seq: int
    person: str
    line: str
    code: str
    answer: str = ""


ACCEPTED, REFUSED = "accepted", "refused"


class FilesClock(Clock):
    """The time of all programs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def now(self) -> datetime:
        return time_of(self._folder)


def time_in(path: Path) -> datetime:
    """Read the time from a file; BEGIN if there is none."""
    with suppress(FileNotFoundError):
        return datetime.fromisoformat(path.read_text())
    return BEGIN


def time_of(folder: Path) -> datetime:
    """The time of all programs: that of the last step, or a little later where one of them waits."""
    return max(time_in(folder / "clock"), time_in(folder / "rest"))


def write(path: Path, text: str) -> None:
    """Replace a file in one step, so that nobody reads half of it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text)
    draft.replace(path)


def journal(path: Path) -> Iterator[Press]:
    """The presses and answers of a journal. A line that was cut short by a kill is left out."""
    for text in path.read_bytes().split(b"\n") if path.exists() else ():
        with suppress(ValueError):
            yield Press(**json.loads(text))


def unanswered(path: Path) -> dict[str, Press]:
    """The last press in each game, if it was not answered. Of a long journal only a few lines are read."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    last = {line.partition(b",")[0]: line for line in lines}  # each begins with its game
    presses = (Press(**json.loads(line)) for line in last.values())
    return {press.game: press for press in presses if not press.answer}
