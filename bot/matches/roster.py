"""The roster of a game: who has which seat, and what is played. Events of people, not of play."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from engine.chance import NOTHING, Contribution
from engine.events import Public, Secret

COLORS = ("red", "blue", "green", "yellow", "black")
"""The colours of trains, in the order in which they are given out."""


class Status(StrEnum):
    """How far a game has come."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A lobby was opened. Computer players draw their random numbers from `secret` (hexadecimal).

    The cards follow from `deck_secret` and all contributions (see engine.chance). Both it and its `seal` are
    empty in shape 1: the program draws the seed of such a game alone, at its start.
    """

    shape: ClassVar[int] = 2
    board: str
    edition: str
    variant: str
    bonus: tuple[str, ...]
    creator: str
    secret: Secret[str]
    seal: Public[str] = ""
    deck_secret: Secret[str] = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class SetupChanged:
    """The variant, the bonus tickets or the first player changed."""

    shape: ClassVar[int] = 1
    variant: str
    bonus: tuple[str, ...]
    starter: int | None


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A person took the next seat, and contributed to the seed; to nothing in shape 1."""

    shape: ClassVar[int] = 2
    person: str
    name: str
    color: str
    contribution: Contribution = NOTHING


@dataclass(frozen=True, slots=True)
class StartRequested:
    """A person of this name started the game, and made the last contribution to its seed."""

    shape: ClassVar[int] = 1
    name: str
    contribution: Contribution


@dataclass(frozen=True, slots=True)
class ComputerJoined:
    """A computer took the next seat."""

    shape: ClassVar[int] = 1
    level: str
    name: str
    color: str


@dataclass(frozen=True, slots=True)
class ColorChanged:
    """A player in the lobby took another color."""

    shape: ClassVar[int] = 1
    seat: int
    color: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat of the lobby was left; the seats after it move up."""

    shape: ClassVar[int] = 1
    seat: int


@dataclass(frozen=True, slots=True)
class ComputerTookOver:
    """A computer plays a seat: its player left (`by` is the player), or `by` replaced them.

    `name` is that of `by`; it is empty for an anonymous admin, and in shape 1. `admin` says whether `by`
    decided as an admin.
    """

    shape: ClassVar[int] = 2
    seat: int
    level: str
    by: str
    name: str = ""
    admin: bool = False


@dataclass(frozen=True, slots=True)
class SeatGivenUp:
    """`by`, of this `name`, gave up a seat that a computer, or another person, plays in their place."""

    shape: ClassVar[int] = 1
    seat: int
    by: str
    name: str


@dataclass(frozen=True, slots=True)
class PersonTookOver:
    """A person plays a seat: its player came back, or another person took it."""

    shape: ClassVar[int] = 1
    seat: int
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatSkipped:
    """`by` decided that a computer finishes the turn of a seat; `name` and `admin` as in ComputerTookOver."""

    shape: ClassVar[int] = 2
    seat: int
    by: str
    name: str = ""
    admin: bool = False


@dataclass(frozen=True, slots=True)
class ChatFollowed:
    """`by` made another chat of a platform show the game.

    The `name` of an anonymous admin is empty.
    """

    shape: ClassVar[int] = 1
    by: str
    name: str
    platform: str


@dataclass(frozen=True, slots=True)
class GameAborted:
    """The game was ended without a result. It can be restored for a day."""

    shape: ClassVar[int] = 1
    by: str


@dataclass(frozen=True, slots=True)
class GameRestored:
    """An aborted game goes on."""

    shape: ClassVar[int] = 1
    by: str


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The game goes on after its log was damaged: see LOSS, CUT and REPAIR."""

    shape: ClassVar[int] = 1
    cause: str


LOSS, CUT, REPAIR = "loss", "cut", "repair"
"""Causes of GameResumed: the database went back; the operator removed events, or repaired them."""


@dataclass(frozen=True, slots=True)
class SeedPublished:
    """An aborted game can no longer be restored, and its seed is public."""

    shape: ClassVar[int] = 1
    seed: str


RosterEvent = (
    GameOpened
    | SetupChanged
    | PlayerJoined
    | StartRequested
    | ComputerJoined
    | ColorChanged
    | SeatLeft
    | ComputerTookOver
    | SeatGivenUp
    | PersonTookOver
    | SeatSkipped
    | ChatFollowed
    | GameAborted
    | GameRestored
    | GameResumed
    | SeedPublished
)


SeatChange = ColorChanged | ComputerTookOver | SeatGivenUp | PersonTookOver | SeatSkipped
"""What happens to a seat that is there."""


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who plays a seat: a person, a computer, or a computer in place of a person."""

    name: str
    color: str
    person: str = ""
    """The person (`local:ab12`); empty where the seat has always been a computer's."""
    level: str = ""
    """The level of the computer that plays the seat now; empty where the person plays."""
    skipped: bool = False
    """Whether a computer finishes the current turn."""
    given_up: bool = False
    """Whether the person left by their own word."""
    away_since: datetime | None = None
    """Since when a computer plays in place of the person."""
    stands_in_for: str = ""
    """The owner of the seat, where another person plays it: the owner may come back at any time."""
    earlier: tuple[str, ...] = ()
    """The people who had the seat before, since the game began."""

    @property
    def owner(self) -> str:
        """The person who may come back to the seat at any time."""
        return self.stands_in_for or self.person

    def is_left_by(self, person: str) -> bool:
        """Whether this person left the seat by their own word, and nobody has taken it since."""
        return self.given_up and self.person == person

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has had the seat since the game began, and so has seen its hand."""
        return (*self.earlier, self.person)

    @property
    def by_computer(self) -> bool:
        """Whether a computer makes the seat's next decision."""
        return bool(self.level) or self.skipped


@dataclass(frozen=True, slots=True)
class Roster:
    """What is played, and who has which seat."""

    board: str
    edition: str
    variant: str
    bonus: tuple[str, ...]
    creator: str
    secret: str
    starter: int | None = None
    holders: tuple[SeatHolder, ...] = ()
    status: Status = Status.LOBBY
    seed: str = ""
    """The seed of an aborted game, once it is public."""
    followers: tuple[str, ...] = ()
    """The people who made further chats show the game."""
    seal: str = ""
    """The public seal of `deck_secret`; both are empty in a game that an earlier version opened."""
    deck_secret: str = field(default="", repr=False)
    contributions: tuple[tuple[str, Contribution], ...] = ()
    """What each person who joined, and at last the one who started the game, added to the seed, by name."""
    setbacks: int = 0
    """How often the game went on after its log was damaged."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names, by seat."""
        return tuple(holder.name for holder in self.holders)

    @property
    def colors(self) -> tuple[str, ...]:
        """The colors, by seat."""
        return tuple(holder.color for holder in self.holders)

    @property
    def free_colors(self) -> tuple[str, ...]:
        """Colors that are still free."""
        return tuple(color for color in COLORS if color not in self.colors)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Who may start and end the game: its creator; in a lobby that the creator left, also its players."""
        if self.status is Status.LOBBY and self.seat_of(self.creator) is None:
            return (self.creator, *(holder.person for holder in self.holders if holder.person))
        return (self.creator,)

    def seat_of(self, person: str) -> int | None:
        """The seat of a person, also while a computer plays it."""
        return next((seat for seat, holder in enumerate(self.holders) if holder.person == person), None)

    def owned_seat(self, person: str) -> int | None:
        """The seat of a person, also while another person plays it for them."""
        owned = (seat for seat, holder in enumerate(self.holders) if person in (holder.person, holder.owner))
        return next(owned, None)
