"""Who sits at a table, and what they are going to play: the part of a game's log that people make."""

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
    """A lobby is open. `secret` (hexadecimal) is where the computers' chance comes from."""

    shape: ClassVar[int] = 1
    board: str
    edition: str
    variant: str
    bonus: tuple[str, ...]
    creator: str
    secret: str


@dataclass(frozen=True, slots=True)
class SetupChanged:
    """The lobby will play another variant, with other bonus tickets, or another player begins."""

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
    """A player in the lobby has other trains."""

    shape: ClassVar[int] = 1
    seat: int
    color: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat of the lobby is free; those behind it move up."""

    shape: ClassVar[int] = 1
    seat: int


@dataclass(frozen=True, slots=True)
class ComputerTookOver:
    """A computer plays a seat until its owner comes back: the owner left, or was replaced by `by`."""

    shape: ClassVar[int] = 1
    seat: int
    level: str
    by: str


@dataclass(frozen=True, slots=True)
class PersonTookOver:
    """A person plays a seat from now on: its owner came back, or somebody else took it."""

    shape: ClassVar[int] = 1
    seat: int
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatSkipped:
    """A computer makes a seat's pending decisions to the end of its turn, as `by` decided."""

    shape: ClassVar[int] = 1
    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class ChatFollowed:
    """A further chat of a platform shows the game, since `by` has asked for it there.

    The `name` of an admin who speaks for a whole group is empty.
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
    """The aborted game goes on where it was."""

    shape: ClassVar[int] = 1
    by: str


@dataclass(frozen=True, slots=True)
class SeedPublished:
    """An aborted game can be restored no more, and its seed is no secret any more."""

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
    | SeedPublished
)


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who holds a seat: a person, or a computer of a level, perhaps in an owner's place."""

    name: str
    color: str
    person: str = ""
    """The owner (`local:ab12`); empty where the seat has always been a computer's."""
    level: str = ""
    """The computer that plays the seat now; empty where its person does."""
    skipped: bool = False
    """Whether a computer ends the present turn."""

    @property
    def by_computer(self) -> bool:
        """Whether a computer makes the seat's next decision."""
        return bool(self.level) or self.skipped


@dataclass(frozen=True, slots=True)
class Roster:
    """A game as its people made it: what is played, and who sits where."""

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
    """An aborted game's, once it is published."""
    followers: tuple[str, ...] = ()
    """Who let further chats show the game."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, by seat."""
        return tuple(holder.name for holder in self.holders)

    @property
    def colors(self) -> tuple[str, ...]:
        """Everybody's trains, by seat."""
        return tuple(holder.color for holder in self.holders)

    @property
    def free_colors(self) -> tuple[str, ...]:
        """Trains that nobody has yet."""
        return tuple(color for color in COLORS if color not in self.colors)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Who may begin and end the game: its creator, or the players of a lobby without its creator."""
        if self.status is Status.LOBBY and self.seat_of(self.creator) is None:
            return (self.creator, *(holder.person for holder in self.holders if holder.person))
        return (self.creator,)

    def seat_of(self, person: str) -> int | None:
        """The seat that a person owns, whoever plays it now."""
        return next((seat for seat, holder in enumerate(self.holders) if holder.person == person), None)


def opened(event: GameOpened) -> Roster:
    """The roster of a new lobby."""
    return Roster(event.board, event.edition, event.variant, event.bonus, event.creator, event.secret)


def seated(roster: Roster, event: RosterEvent, *, started: bool) -> Roster:
    """The roster after an event; `started` tells whether the game had begun."""
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
        case SeedPublished(seed):
            return replace(roster, seed=seed)
        case _:
            return replace(roster, holders=_sitters(roster.holders, event))


SeatEvent = PlayerJoined | ComputerJoined | ColorChanged | ComputerTookOver | PersonTookOver | SeatSkipped


def _sitters(holders: tuple[SeatHolder, ...], event: SeatEvent) -> tuple[SeatHolder, ...]:
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
