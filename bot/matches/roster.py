"""The roster of a game: who has which seat, and what is played. Events of people, not of play."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, assert_never

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
    """A lobby was opened. Computer players draw their random numbers from `secret` (hexadecimal)."""

    shape: ClassVar[int] = 1
    board: str
    edition: str
    variant: str
    bonus: tuple[str, ...]
    creator: str
    secret: str


@dataclass(frozen=True, slots=True)
class SetupChanged:
    """The variant, the bonus tickets or the first player changed."""

    shape: ClassVar[int] = 1
    variant: str
    bonus: tuple[str, ...]
    starter: int | None


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A person took the next seat."""

    shape: ClassVar[int] = 1
    person: str
    name: str
    color: str


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
    """A computer plays a seat until its player comes back: the player left, or `by` replaced them."""

    shape: ClassVar[int] = 1
    seat: int
    level: str
    by: str


@dataclass(frozen=True, slots=True)
class PersonTookOver:
    """A person plays a seat: its player came back, or another person took it."""

    shape: ClassVar[int] = 1
    seat: int
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatSkipped:
    """`by` decided that a computer finishes the turn of a seat."""

    shape: ClassVar[int] = 1
    seat: int
    by: str


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
    | ComputerJoined
    | ColorChanged
    | SeatLeft
    | ComputerTookOver
    | PersonTookOver
    | SeatSkipped
    | ChatFollowed
    | GameAborted
    | GameRestored
    | GameResumed
    | SeedPublished
)


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


def opened(event: GameOpened) -> Roster:
    """The roster of a new lobby."""
    return Roster(event.board, event.edition, event.variant, event.bonus, event.creator, event.secret)


def roster_after(roster: Roster, event: RosterEvent, *, started: bool) -> Roster:
    """The roster after an event; `started` says whether the game had begun."""
    match event:
        case GameOpened():
            return opened(event)
        case SetupChanged(variant, bonus, starter):
            return replace(roster, variant=variant, bonus=bonus, starter=starter)
        case SeatLeft(seat):
            return _without(roster, seat)
        case ChatFollowed(by):
            return replace(roster, followers=(*roster.followers, by))
        case GameAborted():
            return replace(roster, status=Status.ABORTED)
        case GameRestored():
            return replace(roster, status=Status.RUNNING if started else Status.LOBBY)
        case GameResumed():
            return replace(roster, setbacks=roster.setbacks + 1)
        case SeedPublished(seed):
            return replace(roster, seed=seed)
        case _:
            return replace(roster, holders=_holders_after(roster.holders, event))


SeatEvent = PlayerJoined | ComputerJoined | ColorChanged | ComputerTookOver | PersonTookOver | SeatSkipped


def _holders_after(holders: tuple[SeatHolder, ...], event: SeatEvent) -> tuple[SeatHolder, ...]:
    match event:
        case PlayerJoined(person, name, color):
            return (*holders, SeatHolder(name, color, person=person))
        case ComputerJoined(level, name, color):
            return (*holders, SeatHolder(name, color, level=level))
        case ColorChanged(seat, color):
            return _put(holders, seat, replace(holders[seat], color=color))
        case ComputerTookOver(seat, level):
            return _put(holders, seat, replace(holders[seat], level=level, skipped=False))
        case PersonTookOver(seat, person, name):
            return _put(holders, seat, SeatHolder(name, holders[seat].color, person=person))
        case SeatSkipped(seat):
            return _put(holders, seat, replace(holders[seat], skipped=True))
        case _:
            assert_never(event)


def turn_done(roster: Roster, seat: int) -> Roster:
    """The roster once a skipped seat's turn is over."""
    return replace(roster, holders=_put(roster.holders, seat, replace(roster.holders[seat], skipped=False)))


def _put(holders: tuple[SeatHolder, ...], seat: int, holder: SeatHolder) -> tuple[SeatHolder, ...]:
    return (*holders[:seat], holder, *holders[seat + 1 :])


def _without(roster: Roster, seat: int) -> Roster:
    left = roster.holders[:seat] + roster.holders[seat + 1 :]
    return replace(roster, holders=left, starter=_moved(roster.starter, seat))


def _moved(starter: int | None, left: int) -> int | None:
    if starter is None or starter == left:
        return None
    return starter - 1 if starter > left else starter
