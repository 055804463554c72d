"""The roster of a game: who has which seat, and what is played."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import assert_never

from bot.matches.roster_events import (
    ChatFollowed,
    ColorChanged,
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameSetBack,
    PersonTookOver,
    PlayerJoined,
    RosterEvent,
    SeatGivenUp,
    SeatLeft,
    SeatSkipped,
    SeedPublished,
    SetupChanged,
    StartRequested,
)
from engine.chance import Contribution

COLORS = ("red", "blue", "green", "yellow", "black")
"""The colours of trains, in the order in which they are given out."""


class Status(StrEnum):
    """How far a game has come."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    ABORTED = "aborted"


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
    """How often the game was set back."""

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


def opened(event: GameOpened) -> Roster:
    """The roster of a new lobby."""
    known = event.board, event.edition, event.variant, event.bonus, event.creator, event.secret
    return Roster(*known, seal=event.seal, deck_secret=event.deck_secret)


def roster_after(roster: Roster, event: RosterEvent, at: datetime, *, started: bool) -> Roster:
    """The roster after an event that happened at `at`; `started` says whether the game had begun."""
    match event:
        case GameOpened():
            return opened(event)
        case SetupChanged(variant, bonus, starter):
            return replace(roster, variant=variant, bonus=bonus, starter=starter)
        case SeatLeft(seat):
            return _without(roster, seat)
        case ChatFollowed(by):
            return replace(roster, followers=(*roster.followers, by))
        case GameAborted() | GameRestored() | GameSetBack():
            return _interrupted(roster, event, at, started=started)
        case SeedPublished(seed):
            return replace(roster, seed=seed)
        case StartRequested():
            return replace(_with_contribution(roster, event), status=Status.RUNNING)
        case PlayerJoined():
            holders = _holders_after(roster.holders, event, at)
            return replace(_with_contribution(roster, event), holders=holders)
        case _:
            return replace(roster, holders=_holders_after(roster.holders, event, at))


def _interrupted(
    roster: Roster, event: GameAborted | GameRestored | GameSetBack, at: datetime, *, started: bool
) -> Roster:
    match event:
        case GameAborted():
            return replace(roster, status=Status.ABORTED)
        case GameRestored():
            status = Status.RUNNING if started else Status.LOBBY
            return replace(roster, status=status, holders=_restored(roster.holders, at))
        case GameSetBack():
            return replace(roster, setbacks=roster.setbacks + 1)
        case _:
            assert_never(event)


def _with_contribution(roster: Roster, event: PlayerJoined | StartRequested) -> Roster:
    added = event.name, event.contribution
    return replace(roster, contributions=(*roster.contributions, added)) if roster.deck_secret else roster


SeatChange = ColorChanged | ComputerTookOver | SeatGivenUp | PersonTookOver | SeatSkipped
"""What happens to a seat that is there."""


def _holders_after(
    holders: tuple[SeatHolder, ...], event: PlayerJoined | ComputerJoined | SeatChange, at: datetime
) -> tuple[SeatHolder, ...]:
    match event:
        case PlayerJoined(person, name, color):
            return (*holders, SeatHolder(name, color, person=person))
        case ComputerJoined(level, name, color):
            return (*holders, SeatHolder(name, color, level=level))
        case _:
            return _put(holders, event.seat, _holder_after(holders[event.seat], event, at))


def _holder_after(holder: SeatHolder, event: SeatChange, at: datetime) -> SeatHolder:
    match event:
        case ColorChanged(color=color):
            return replace(holder, color=color)
        case ComputerTookOver(level=level, by=by):
            left = by == holder.person
            return replace(holder, level=level, skipped=False, given_up=left, away_since=at)
        case SeatGivenUp(by=by) if by == holder.person:
            return replace(holder, given_up=True)
        case SeatGivenUp():
            return replace(holder, stands_in_for="")
        case PersonTookOver(person=person, name=name):
            return _played_by(holder, person, name)
        case SeatSkipped():
            return replace(holder, skipped=True)
        case _:
            assert_never(event)


def _played_by(holder: SeatHolder, person: str, name: str) -> SeatHolder:
    """A seat that a person has taken. It stays its owner's, unless the owner has given it up."""
    owner = holder.stands_in_for or ("" if holder.given_up else holder.person)
    earlier = tuple(one for one in dict.fromkeys(holder.people) if one and one != person)
    stands_in_for = "" if owner == person else owner
    return SeatHolder(name, holder.color, person, stands_in_for=stands_in_for, earlier=earlier)


def _restored(holders: tuple[SeatHolder, ...], at: datetime) -> tuple[SeatHolder, ...]:
    """Nobody could come back while the game was aborted: the time to do so begins again."""
    return tuple(replace(one, away_since=at) if one.away_since else one for one in holders)


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
