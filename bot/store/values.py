"""The values and exceptions of the store."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import ClassVar

from bot.model.identity import Chat, Person
from bot.model.message import POSTS, Topic


class StoreError(Exception):
    """The database cannot be opened, read or written: one sentence for the operator. Nothing was changed."""

    for_operator: ClassVar = True
    """The text holds no secret and may be logged."""

    may_pass = False
    """Whether to start again later may help: the server is away or starting, or takes no more connections."""


class UnreadableGame(Exception):
    """The log of `game` cannot be followed from event `seq` on; `why` says so in a clause without secrets.

    Its events are not as they were written, or mean nothing to this program.
    """

    for_operator: ClassVar = True

    def __init__(self, game: str, seq: int, why: str, *, is_newer: bool = False) -> None:
        super().__init__(f"game {game} cannot be read: {why}")
        self.is_newer = is_newer
        """Whether a newer version of the program can read it."""
        self.game = game
        self.seq = seq
        self.why = why


class Conflict(Exception):
    """The log of `game` has gone on after event `after`. Nothing was changed: read it and try again."""

    def __init__(self, game: str, after: int) -> None:
        super().__init__(f"game {game} has gone on after {after}")
        self.game = game
        self.after = after


class OtherGame(Exception):
    """Another game, `game`, is in the way. Nothing was changed.

    The chat shows it; or two people who want to link their accounts have different hands in it.
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game} is in the way")
        self.game = game


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in the log of a game.

    `seq` counts from 1 without a gap; `actor` is a person's line (`local:ab12`), or empty; `action` is the
    line of text of the action that caused a batch of events, on the first of them, and empty elsewhere;
    `shape` is the version of the event's form; `data` is JSON. Actions and data are secret, not in `repr`.
    """

    seq: int
    at: datetime
    actor: str
    action: str = field(repr=False)
    kind: str
    shape: int
    data: str = field(repr=False)


def entry_digest(entry: Entry) -> str:
    """The SHA-256 of an entry, in hexadecimal."""
    cells = [str(getattr(entry, name)) for name in Entry.__slots__]
    return sha256("\0".join(cells).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Derived:
    """What is kept of a game besides its log, as of event `seq`, to find and to read it faster.

    - `version`: names the program that can read it.
    - `summary`: what lists say of it, as JSON; None once it is over.
    - `computer_moves`: whether a computer is to move.
    - `snapshot`: the game after that event, as JSON, secret; or None. That of a game that is over takes the
      place of earlier ones.
    - `digest`: that of the event, where there is a snapshot (see `entry_digest`).
    """

    seq: int
    version: str
    summary: str | None
    computer_moves: bool = False
    snapshot: str | None = field(default=None, repr=False)
    digest: str = ""


@dataclass(frozen=True, slots=True)
class RowUpdates:
    """Rows that are written in the same transaction as events of a game.

    - `seats`: who takes each seat, None for nobody; new people follow the game from here on.
    - `mentioned_in`: the chat in which those of `seats` who use its platform are mentioned; None keeps it.
    - `deadlines`: when each kind is due, None to remove it.
    - `closed`: True when nothing is left to play, False when the game goes on again, None to keep it.
    - `release`: no chat shows the game any longer.
    - `bind`: this chat shows the game, and follows it from here on.
    - `again`: each chat that followed the game shows it again; one that shows another game stops following.
    - `instead_of`: the game that the chat may stop showing. The chat still follows that one to its end.
    - `derived`: what is derived from the log, the new events included; None removes nothing.
    """

    seats: Mapping[int, Person | None] = field(default_factory=dict)
    deadlines: Mapping[str, datetime | None] = field(default_factory=dict)
    closed: bool | None = None
    mentioned_in: Chat | None = None
    release: bool = False
    bind: Chat | None = None
    again: bool = False
    instead_of: str | None = None
    derived: Derived | None = None


NO_UPDATES = RowUpdates()


class NoticeState(StrEnum):
    """How far a notice has come at its destination."""

    TRIED = "tried"
    """It is being sent, and may have been delivered."""
    REFUSED = "refused"
    """It was certainly not delivered, and is tried again."""
    DELIVERED = "delivered"
    SILENT = "silent"
    """It was delivered, but may have notified nobody: the people whom it mentions are told another way."""


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice about a game at a destination, in the ledger of the outbox.

    `event` is the last event that it tells of; `at` is since when it is tried, or when it was delivered, as
    the platform's `message`. `text` is what it says, where no log says that, until it is delivered.
    """

    key: str
    topic: Topic
    event: int
    state: NoticeState
    at: datetime
    message: str = ""
    text: str = field(default="", repr=False)

    @property
    def is_post_under_way(self) -> bool:
        """Whether it is a post that was tried, and not delivered yet."""
        return self.topic in POSTS and not self.is_delivered

    @property
    def is_delivered(self) -> bool:
        """Whether there is a message, which may be edited."""
        return self.state in (NoticeState.DELIVERED, NoticeState.SILENT)


PlayerSeat = tuple[Person, str, int, bool]
"""A person's seat: the person, the game, the seat's number, and whether the game is closed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished game was for the person in a seat."""

    game: str
    seat: int
    person: Person
    ended_at: datetime
    board: str
    """The id of the board."""
    players: int
    """The seats of the game."""
    place: int | None
    """The place at the end; None where the person did not play from the beginning to the end."""
    score: int
    tickets: int
    """The tickets that they kept."""
    completed: int
    path: int
    """The length of their longest path."""
    routes: tuple[str, ...]
    """The routes that they claimed, by id."""
    due: int
    """The turns that they had to take on a clock."""
    in_time: int
    rated: bool
    """Whether the game counts for ratings."""
    mu: float | None = None
    sigma: float | None = None
    """The rating after the game (see bot.matches.ratings), where there is one."""
    human: str = ""
    """The same for all linked accounts of a person."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message of the local page: `number` counts from 1 within its chat, `data` is JSON."""

    number: int
    key: str
    at: datetime
    data: str = field(repr=False)
