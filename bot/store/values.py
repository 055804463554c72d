"""What the store takes and gives, and what it raises."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from bot.model.identity import Chat, Person, Ping
from bot.model.message import Topic


class StoreError(Exception):
    """The database cannot be opened, read or written: one sentence for the operator. Nothing was changed."""

    for_operator: ClassVar = True
    """The text holds no secret and may be logged."""


class Conflict(Exception):
    """Another was first to write behind `after` in the log of `game`. Nothing was changed: read on."""

    def __init__(self, game: str, after: int) -> None:
        super().__init__(f"game {game} has gone on after {after}")
        self.game = game
        self.after = after


class ChatTaken(Exception):
    """The chat shows `game`, which has not been released. Nothing was changed."""

    def __init__(self, game: str) -> None:
        super().__init__(f"the chat shows game {game}")
        self.game = game


class UnknownCode(Exception):
    """Nobody gave this code away to be linked, or it is too old. Nothing was changed."""


class BothSeated(Exception):
    """Two who would be one human sit in one unfinished game, `game`. Nothing was changed."""

    def __init__(self, game: str) -> None:
        super().__init__(f"both sit in game {game}")
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


@dataclass(frozen=True, slots=True)
class RowUpdates:
    """What is written in the same transaction as some events of a game.

    - `seats`: who sits there from now on, None for nobody; whoever is new is told of the game from here on.
    - `called_in`: the chat where those of `seats` who are of its platform sat down, and are called; None
      leaves that as it was.
    - `deadlines`: when each kind is due, None to strike it out.
    - `closed`: True when nothing is left to play, False when the game goes on again, None to leave it.
    - `release`: no chat shows the game any more.
    - `bind`: this chat shows the game, and is told of it from here on.
    - `again`: every chat that was told of the game shows it again, unless it shows another by now: that one
      is told of it no more.
    - `instead_of`: the game that the chat has shown so far, where it is no matter that it shows it no more.
      The chat is still told to the end what happened in it.
    """

    seats: Mapping[int, Person | None] = field(default_factory=dict)
    deadlines: Mapping[str, datetime | None] = field(default_factory=dict)
    closed: bool | None = None
    called_in: Chat | None = None
    release: bool = False
    bind: Chat | None = None
    again: bool = False
    instead_of: str | None = None


NO_UPDATES = RowUpdates()


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a person: a name, and the language and the digest of the token if there are any.

    `ping` and `confirm` are theirs to set: where they are called, and whether they are asked once more
    before a claim.
    """

    person: Person
    name: str
    language: str | None = None
    token_digest: str | None = field(default=None, repr=False)
    ping: Ping = Ping.CHANNEL
    confirm: bool = True


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that stands at a destination: the platform's own id, what it is, and when it was sent."""

    message: str
    topic: Topic
    key: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person's seat in a game, and whether that game is closed."""

    person: Person
    game: str
    seat: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something of a game that is due at a moment."""

    game: str
    kind: str
    due: datetime


@dataclass(frozen=True, slots=True)
class Post:
    """A message of the local chat: `number` counts up from 1 within its chat, `data` is JSON."""

    number: int
    key: str
    at: datetime
    data: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel of the local chat."""

    chat: Chat
    title: str
    owner: Person
    opened_at: datetime
