"""What a function is told that meets a timer, and the line above it.

    @timer("digest", lease=DIGESTS, in_background=True)
    async def digest(due: Due, services: TimerServices) -> datetime | None:
        \"""Send a person the list of all games that wait for them.\"""

It returns when the timer is due next, or None to remove it. Where an event of the game has set the timer
meanwhile, that holds. What raises an error is done again later. `bot/timers/__init__.py` lists all functions.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from bot.matches.leases import Leases
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Destination, Person
from bot.outbox.outbox import Outbox
from bot.outbox.recipients import Recipients
from bot.store import Store
from bot.store.timers import CHAT
from bot.timers.heartbeat import Heartbeat


@dataclass(frozen=True, slots=True)
class TimerServices:
    """What the functions use: the games, and ways to write to people."""

    repository: MatchRepository
    leases: Leases
    outbox: Outbox
    recipients: Recipients
    archive_after: int
    """Days after which a finished game is archived; 0: never."""
    heartbeat: Heartbeat | None = None
    """Moves all deadlines by time that counts for nobody; None where all time counts."""

    @property
    def store(self) -> Store:
        return self.repository.store

    @property
    def now(self) -> datetime:
        """The present moment."""
        return self.repository.clock.now()


@dataclass(frozen=True, slots=True)
class Due:
    """A timer that is due `now`: who owns it, its kind, as `reminder:0`, and when it fell due."""

    owner_kind: str
    owner: str
    kind: str
    at: datetime
    now: datetime

    @property
    def destination(self) -> Destination:
        """The chat or the person who owns it. Raises ValueError where that is somebody else."""
        return Chat.parse(self.owner) if self.owner_kind == CHAT else Person.parse(self.owner)

    @property
    def seat(self) -> int:
        """The seat in the kind. Raises ValueError where there is none."""
        return int(self.kind.partition(":")[2])


Meet = Callable[[Due, TimerServices], Awaitable[datetime | None]]


@dataclass(frozen=True, slots=True)
class TimerKind:
    """A kind of timer, and the function that meets it."""

    name: str
    meet: Meet
    lease: str
    """The lease that a process needs for it; "" for that of the game which owns the timer."""
    in_background: bool
    """Whether it may take long, so that others are met meanwhile."""
    stands_still: bool
    """Whether it waits while the game's platform is cut off, or the operator does not allow its chat."""
    at_start: bool
    """Whether it is the program's, and due when that starts: what a stop has interrupted goes on."""


def timer(
    name: str,
    *,
    lease: str = "",
    in_background: bool = False,
    stands_still: bool = True,
    at_start: bool = False,
) -> Callable[[Meet], TimerKind]:
    """Make a function the one that meets the timers of this kind (see TimerKind)."""
    stands_still = stands_still and not lease
    return lambda meet: TimerKind(name, meet, lease, in_background, stands_still, at_start)
