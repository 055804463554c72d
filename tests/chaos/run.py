"""A run of the chaos harness: how long and how hard it is, and what its processes share in files."""

import json
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from bot.model.identity import Chat, Person
from bot.store import Entry
from tests.chaos.clock import BEGIN
from tests.stores import url_in

SHARED = "discord", "telegram"
PLATFORMS = *SHARED, "local", *SHARED
"""Of five games two are on Discord, two on Telegram and one on the page, which has at most 50 channels."""

LONG_BOARDS = "europe", "usa"
_EVERY_LONG = 10
"""One game in this many is on one of these boards; the others are on a board of three cities."""


@dataclass(frozen=True, slots=True)
class Table:
    """The chat of a game, and its two players, or one who plays against a computer.

    Only players on the page have tokens.
    """

    chat: Chat
    people: tuple[Person, ...]
    tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """How many games, hours and programs a run has, and the folder of its files."""

    folder: Path
    games: int
    hours: int
    seed: int = 1
    programs: int = 1
    kills: int = 1
    """How many programs are killed in an hour."""
    hangs: int = 0
    """How many programs hang in an hour, each for an hour: by SIGSTOP, or because no database answers."""
    outage_every: int = 24 * 7
    """Hours after which the server of the database is killed and started again."""
    leases: float = 1.0
    """Seconds that a lease lasts. A program that gets no processor for a part of it loses it."""
    only: str = ""
    """The platform of all games; "": each platform in turn."""
    webhook: bool = False
    """Whether Telegram brings each update to one of the programs, in turn; else one of them asks for all."""
    thieves: bool = False
    """Whether there is one more table, where everybody tries what is not theirs."""
    flaw: str = ""
    """What is broken in the programs (see `tests.chaos.flaws`), to see that it is found."""
    tables: tuple[Table, ...] = ()
    urls: tuple[str, ...] = ()
    """The addresses of Discord, its gateway, Telegram and its files. The last one takes requests for presses.
    """

    databases: tuple[str, ...] = ()
    """How each program reaches the database, if another way than by `url`."""

    ports: tuple[int, ...] = ()
    """Where the programs listen for the webhook."""

    @property
    def platforms(self) -> tuple[str, ...]:
        """Where games are played, each on the next of these. Of several processes none serves the page."""
        if self.only:
            return (self.only,)
        return PLATFORMS if self.programs == 1 else SHARED

    def platform(self, number: int) -> str:
        """Where a game is played."""
        return self.platforms[number % len(self.platforms)]

    def board(self, number: int) -> str:
        """What a game is played on."""
        turn, is_not_long = divmod(number + 1, _EVERY_LONG)
        return "isle" if is_not_long else LONG_BOARDS[turn % len(LONG_BOARDS)]

    def names(self, number: int) -> list[str]:
        """Two people for each game, or one who plays against a computer."""
        return [f"Player {number}-{seat}" for seat in range(1 if number % 4 == 3 else 2)]

    def begins(self, number: int) -> datetime:
        """When a game is opened: all of them in the first four fifths of the time."""
        return BEGIN + timedelta(hours=0.8 * self.hours * number / self.games)

    @property
    def url(self) -> str:
        return url_in(self.folder, "chaos.db")

    @property
    def wrong(self) -> Path:
        """The file of the broken promises that a program has noticed, one a line."""
        return self.folder / "wrong"


ACCEPTED, REFUSED, INTERRUPTED, IGNORED, PARTIAL = "accepted", "refused", "interrupted", "ignored", "partial"
"""What became of a press: it is in the log; something else is; nothing is, and its person was told that it
was interrupted; it was answered again and again, and nothing has happened; an erasure is only done in part.
"""

ANSWERED, TAKEN, UNHEARD = "answered", "taken", "unheard"
"""What a platform says of a press: the bot has answered. Of what was typed: it was taken, and nothing was
said; or it was interrupted, and the answer got lost."""

ERASURE = "erasure"


@dataclass(frozen=True, slots=True)
class Press:
    """A button that somebody pressed, or a command that they typed, when the log of a game had `seq` events.

    `answer` is "" before it.

    `entry` says what the log has then: the line of an action, the kind of another event, or ERASURE.
    """

    game: str
    seq: int
    person: str
    entry: str
    code: str
    answer: str = ""
    id: str = ""
    """Which of several equal commands it is."""


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


def without_planned_turns(log: Sequence[Entry], pressed: Set[tuple[int, str]]) -> Iterator[Entry]:
    """The entries without the moves of plans, which follow in the same instant until the turn is over.

    A player may finish such a turn in that instant too: then they have `pressed` it after the last of them.
    """
    played: tuple[object, str] | None = None
    for entry in log:
        if entry.kind == "PlanMade" and json.loads(entry.data)["playing"]:
            played = entry.at, entry.actor
        elif entry.kind == "TurnStarted" or (entry.at, entry.actor) != played:
            played = None
        if (entry.seq - 1, entry.action) in pressed:
            played = None
        if played is None:
            yield entry
