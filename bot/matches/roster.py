"""The roster of a game: who has which seat, and what is played."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.matches.clocks import ALLOWANCE, NEW_CLOCK, SeatClock, TurnClock
from bot.matches.roster_events import AskedPlayer, VoteOpened
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
    conceded: bool = False
    """Whether they left for good: a computer plays to the end, and the seat is not in the result."""
    away_since: datetime | None = None
    """Since when a computer plays in place of the person."""
    stands_in_for: str = ""
    """The owner of the seat, where another person plays it: the owner may come back at any time."""
    earlier: tuple[str, ...] = ()
    """The people who had the seat before, since the game began."""
    clock: SeatClock = NEW_CLOCK
    acted_at: datetime | None = None
    """When the person last decided something in the game."""
    absent_until: datetime | None = None
    """The end of the person's announced absence. Their clock stands still until then."""
    absent_seconds: int = 0
    """Seconds of such absence so far; a present one counts up to its end."""
    absences: tuple[tuple[str, int], ...] = ()
    """`absent_seconds` of earlier players who may come back, by person."""

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
    delays_plans: bool = False
    """Whether a planned turn is played after a random delay."""
    starts_full: bool = False
    """Whether the game starts by itself when every seat is taken."""
    restored_at: datetime | None = None
    """When the game was last restored after somebody had aborted it."""
    setbacks: int = 0
    """How often the game went on after its log was damaged."""
    clock: TurnClock | None = None
    allowance: int = ALLOWANCE
    """Seconds in all for which each player's absence stops their clock."""
    paused: bool = False
    """Whether all clocks stand still."""
    paused_since: datetime | None = None
    paused_until: datetime | None = None
    """When the present pause ends, if the table does not end it before."""
    paused_for: int = 0
    """Seconds for which the game was paused before."""
    clocks_moved_to: datetime | None = None
    """The end of the last period that counts for no clock, such as downtime."""
    clock_set_at: datetime | None = None
    """What the computer's clock was last set to, if the clocks of this table moved with it."""
    vote: VoteOpened | None = None
    """The vote that is open."""
    votes: tuple[bool | None, ...] = ()
    """By seat, what its person voted in it; None before."""
    rematch_of: str = ""
    """The game whose players were asked to play this one."""
    asked: tuple[AskedPlayer, ...] = ()
    """Those of them who have not joined yet."""
    asked_until: datetime | None = None
    opened_for_practice: bool = False
    """Whether `/practice` opened the game."""
    order: tuple[str, ...] = ()
    """Who begins: the first of these in the lobby, each a person, or the name of a computer."""

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

    @property
    def is_practice(self) -> bool:
        """Whether `/practice` opened the game, and nobody but its creator has played it."""
        people = {person for holder in self.holders for person in holder.people if person}
        return self.opened_for_practice and people <= {self.creator}

    def seat_of(self, person: str) -> int | None:
        """The seat of a person, also while a computer plays it."""
        return next((seat for seat, holder in enumerate(self.holders) if holder.person == person), None)

    def owned_seat(self, person: str) -> int | None:
        """The seat of a person, also while another person plays it for them."""
        owned = (seat for seat, holder in enumerate(self.holders) if person in (holder.person, holder.owner))
        return next(owned, None)
