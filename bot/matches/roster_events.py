"""What happens to a game's roster and to the clocks of a table: events of people, not of play."""

from datetime import datetime
from typing import ClassVar

from bot.matches.clocks import ALLOWANCE, TurnClock
from engine.chance import NOTHING, Contribution
from engine.events import Public, Secret
from engine.stored_values import Versioned


class ClockSet(Versioned, frozen=True):
    """The table plays with another clock (None: without one) from here on.

    `allowance` is for how many seconds in all each player's absence stops their clock.
    """

    clock: TurnClock | None
    allowance: int


class TimeGiven(Versioned, frozen=True):
    """The person in seat `by` gave a seat more seconds for its present turn."""

    seat: int
    seconds: int
    by: int


class PauseSet(Versioned, frozen=True):
    """All clocks stand still, or run again.

    A pause lasts `seconds` at most, which are new in shape 2; 0 where only the table ends it. A pause that
    has lasted as long as it may ends with the seconds that all pauses may last.
    """

    shape: ClassVar[int] = 2
    paused: bool
    seconds: int = 0


class ClocksMoved(Versioned, frozen=True):
    """Seconds that count for nobody, because of `cause`; less than 0 after the computer's clock was set back.

    Causes are DOWNTIME, UNREACHABLE, DENIED and CLOCK_SET. They ended at `until`. Earlier versions wrote no
    CLOCK_SET: where seconds are less than 0, it is meant.
    """

    seconds: int
    cause: str
    until: datetime


DOWNTIME, UNREACHABLE, DENIED, CLOCK_SET = "downtime", "unreachable", "denied", "clock"
"""Causes of ClocksMoved: the program did not run, it could not reach a platform, its operator did not allow
the chat of the game, or the computer's clock was set."""


class GameOpened(Versioned, frozen=True):
    """A lobby was opened. Computer players draw their random numbers from `secret` (hexadecimal).

    The cards follow from `deck_secret` and all contributions (see engine.chance). Both it and its `seal` are
    empty in shape 1: the program draws the seed of such a game alone. `clock` and `allowance` (see ClockSet)
    are new in shape 3: a game that was opened before has no clock. `is_practice` is new in shape 4.
    """

    shape: ClassVar[int] = 4
    board: str
    edition: str
    variant: str
    bonus: tuple[str, ...]
    creator: str
    secret: Secret[str]
    seal: Public[str] = ""
    deck_secret: Secret[str] = ""
    clock: Public[TurnClock | None] = None
    allowance: int = ALLOWANCE
    is_practice: bool = False


class SetupChanged(Versioned, frozen=True):
    """The variant, the bonus tickets, the first player, or how the game is played changed.

    `delays_plans` is new in shape 2, `starts_full` in shape 3.
    """

    shape: ClassVar[int] = 3
    variant: str
    bonus: tuple[str, ...]
    starter: int | None
    delays_plans: bool = False
    starts_full: bool = False


AskedPlayer = tuple[str, str, str]
"""Somebody who is asked to play again: the person, their name and their color."""


class PlayersAsked(Versioned, frozen=True):
    """The players of the game `of` are asked to join this one until a moment; with no `players`, no longer.

    `order` says who begins: the first of these who joins, each a person, or the name of a computer.
    """

    of: str
    players: tuple[AskedPlayer, ...]
    order: tuple[str, ...]
    until: datetime | None


class PlayerJoined(Versioned, frozen=True):
    """A person took the next seat, and contributed to the seed; to nothing in shape 1."""

    shape: ClassVar[int] = 2
    person: str
    name: str
    color: str
    contribution: Contribution = NOTHING


class StartRequested(Versioned, frozen=True):
    """A person of this name started the game, and made the last contribution to its seed."""

    name: str
    contribution: Contribution


class ComputerJoined(Versioned, frozen=True):
    """A computer took the next seat."""

    level: str
    name: str
    color: str


class ColorChanged(Versioned, frozen=True):
    """A player in the lobby took another color."""

    seat: int
    color: str


class SeatLeft(Versioned, frozen=True):
    """A seat of the lobby was left; the seats after it move up."""

    seat: int


BY_PLAYER = "player"
BY_CLOCK = "clock"
BY_VOTE = "vote"
CONCEDED = "concession"
"""Why a computer plays: a person decided it, the time of the seat was up, the table voted for it, or its
player conceded.
"""


class ComputerTookOver(Versioned, frozen=True):
    """A computer plays a seat: its player left (`by` is the player), or `by` replaced them.

    `name` is that of `by`; it is empty for an anonymous admin, and in shape 1. `admin` says whether `by`
    decided as an admin. `cause` is new in shape 3, and CONCEDED in shape 4; `by` is empty for BY_CLOCK and
    BY_VOTE.
    """

    shape: ClassVar[int] = 4
    seat: int
    level: str
    by: str
    name: str = ""
    admin: bool = False
    cause: str = BY_PLAYER


class SeatGivenUp(Versioned, frozen=True):
    """`by`, of this `name`, gave up a seat that a computer, or another person, plays in their place."""

    seat: int
    by: str
    name: str


class PersonTookOver(Versioned, frozen=True):
    """A person plays a seat: its player came back, or another person took it."""

    seat: int
    person: str
    name: str


class PlayerRenamed(Versioned, frozen=True):
    """The person in a seat has another name in the chat where they play."""

    seat: int
    person: str
    name: str


class SeatSkipped(Versioned, frozen=True):
    """A computer finishes the turn of a seat. `by`, `name`, `admin`, `cause` are as in ComputerTookOver."""

    shape: ClassVar[int] = 3
    seat: int
    by: str
    name: str = ""
    admin: bool = False
    cause: str = BY_PLAYER


class ChatFollowed(Versioned, frozen=True):
    """`by` made another chat of a platform show the game.

    The `name` of an anonymous admin is empty.
    """

    by: str
    name: str
    platform: str


class GameAborted(Versioned, frozen=True):
    """The game was ended without a result. It can be restored for a day.

    `cause` is new in shape 2: IDLE where nobody had done anything in the lobby for days; `by` is empty then.
    `name` and `admin`, which are as in ComputerTookOver, are new in shape 3.
    """

    shape: ClassVar[int] = 3
    by: str
    cause: Public[str] = ""
    name: str = ""
    admin: bool = False


IDLE = "idle"
"""Why a lobby was closed by itself."""


class GameRestored(Versioned, frozen=True):
    """An aborted game goes on. `name` and `admin`, which are as in ComputerTookOver, are new in shape 2."""

    shape: ClassVar[int] = 2
    by: str
    name: str = ""
    admin: bool = False


class GameResumed(Versioned, frozen=True):
    """The game goes on after its log was damaged: see LOSS, CUT and REPAIR."""

    cause: str


LOSS, CUT, REPAIR = "loss", "cut", "repair"
"""Causes of GameResumed: the database went back; the operator removed events, or repaired them."""


class GameRolledBack(Versioned, frozen=True):
    """`by`, an admin of this `name`, sets the game back to the end of `turn`, for a `reason` that all read.

    MovesUndone follows, with the state. `turn` is 0 for the moment before the first turn. `again` says that
    this takes back the rollback before it. The `name` of an anonymous admin is empty. `banks` are the seconds
    that each seat had saved at that moment; empty keeps what they have now.
    """

    by: str
    name: str
    turn: int
    reason: str
    again: bool = False
    banks: tuple[int, ...] = ()


class SeedPublished(Versioned, frozen=True):
    """An aborted game can no longer be restored, and its seed is public."""

    seed: str


class SeatAway(Versioned, frozen=True):
    """The person in a seat is away until a moment, and their clock stands still; None: they are back."""

    seat: int
    until: datetime | None


SKIP = "skip"
"""A computer finishes the turn of a player."""
REPLACE = "replace"
"""A computer plays a seat until its player comes back."""
PAUSE = "pause"
"""All clocks stop."""
RESUME = "resume"
"""They run again."""
CLOCK = "clock"
"""The game goes on with another clock."""
UNDO = "undo"
"""A player's last move is undone, with all that came after it."""
END = "end"
"""The game ends now and is scored as it stands; nobody's rating changes."""
END_RATED = "end-rated"
"""The same, and it counts for ratings like any other game."""


class VoteOpened(Versioned, frozen=True):
    """The person in seat `by` asked the table a question, and votes for it. The vote ends at `until`.

    The questions are above. SKIP and REPLACE are about the seat `about`, CLOCK about
    `clock`, and UNDO, which is new in shape 2, about the moves after event `to` of the game. END and
    END_RATED are new in shape 3. `number` tells the vote from others of the game.
    """

    shape: ClassVar[int] = 3
    question: str
    by: int
    until: datetime
    number: int
    about: int | None = None
    clock: TurnClock | None = None
    to: int | None = None


class VoteCast(Versioned, frozen=True):
    """The person in a seat voted."""

    seat: int
    yes: bool


class VoteClosed(Versioned, frozen=True):
    """The vote is over: its question was agreed to, or not."""

    agreed: bool


class PlanMade(Versioned, frozen=True):
    """The player of a seat planned their next turn, or their next `turns`; without `lines`, no plan is left.

    - `lines`: what to play, the first that can be (see bot.matches.plans).
    - `watched`: routes; the player is asked instead if somebody else claims one of them.
    - `surcharge`: the most cards to pay for a tunnel; if it costs more, the plan `declines`, or the player is
      asked.
    - `draft`: it is not finished, and nothing is played.
    - `waits`: it was made in the player's own turn, and is for the turn after that.
    - `playing`: the line that is played in the present turn. The program wrote the event.
    """

    seat: Secret[int]
    lines: Secret[tuple[str, ...]] = ()
    watched: Secret[tuple[str, ...]] = ()
    surcharge: Secret[int] = 0
    declines: Secret[bool] = False
    turns: Secret[int] = 1
    draft: Secret[bool] = False
    waits: Secret[bool] = False
    playing: Secret[str] = ""


RosterEvent = (
    GameOpened
    | SetupChanged
    | PlayersAsked
    | PlayerJoined
    | StartRequested
    | ComputerJoined
    | ColorChanged
    | SeatLeft
    | ComputerTookOver
    | SeatGivenUp
    | PersonTookOver
    | PlayerRenamed
    | SeatSkipped
    | ChatFollowed
    | GameAborted
    | GameRestored
    | GameResumed
    | GameRolledBack
    | SeedPublished
    | ClockSet
    | TimeGiven
    | PauseSet
    | ClocksMoved
    | SeatAway
    | VoteOpened
    | VoteCast
    | VoteClosed
    | PlanMade
)
