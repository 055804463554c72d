"""Matches: read from the log of the store, kept in memory, and changed."""

import asyncio
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from weakref import WeakValueDictionary

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.match import LogEvent, Match, Step, entries, first_match, follow, log_event
from bot.matches.roster import GameOpened
from bot.model.identity import Chat
from bot.store import Entry, RowUpdates, Store
from bot.store.values import NO_UPDATES
from engine.board import Board
from engine.events import GameEnded, TurnStarted

_ROOM = 64 << 20
_MATCH_SIZE = 12_000
_STEP_SIZE = 2_000
"""Bytes that all matches in memory may take, and about what one match and each of its steps take."""

_RECENT_STEPS = 100
"""Steps of a match that stay in memory; earlier ones are read from its log again."""

_AT_A_TIME = 100
"""Entries of a log that are read before other tasks may run."""


class MatchRepository:
    """Every match by its id. One writer at a time within this program, first come first served."""

    def __init__(self, store: Store, shelf: BoardRepository, clock: Clock, room: int = _ROOM) -> None:
        self.store = store
        self.shelf = shelf
        self.clock = clock
        self._recent = BoundedCache[str, deque[Step]](room, _size)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._followers: list[asyncio.Queue[str]] = []

    def lock(self, game: str) -> asyncio.Lock:
        """Held while a match is read in order to change it."""
        return self._locks.setdefault(game, asyncio.Lock())

    async def read(self, game: str) -> Match:
        """The current state of a match. Raises KeyError if there is none."""
        known = self._known(game)
        if known is None or self.store.log.has_more(game, known.seq):
            rows = await self.store.log.read(game, known.seq if known else 0)
            steps = await self._followed(game, known, rows)
            self._remember(game, steps)
            known = self._known(game) or (steps[-1].after if steps else known)
        if known is None:
            raise KeyError(game)
        return known

    async def steps(self, game: str, after: int) -> tuple[Step, ...]:
        """What has happened in a match since entry `after`."""
        await self.read(game)
        steps: Sequence[Step] = self._recent.get(game, ())
        if not steps or steps[0].after.seq > after + 1:
            steps = await self._followed(game, None, await self.store.log.read(game))
        return tuple(step for step in steps if step.after.seq > after)

    async def points_by_turn(self, game: str) -> tuple[tuple[int, ...], ...]:
        """The points that each seat has from routes after each turn of a match."""
        turns = (TurnStarted, GameEnded)
        ended = [step.before for step in await self.steps(game, 0) if isinstance(step.fact, turns)]
        return tuple(match.table.points for match in ended if match and match.table and match.table.turn)

    async def open(
        self, game: str, board: Board, facts: Sequence[LogEvent], actor: str, chat: Chat, also: RowUpdates
    ) -> Match:
        """Open a match in a chat, shown there from now on. Raises ChatTaken."""
        rows = entries(0, facts, self.clock.now(), actor)
        await self.store.log.open_game(game, board.edition, self.shelf.text(board), rows, chat, also)
        return await self._went_on(game, None, rows)

    async def write(
        self,
        match: Match,
        facts: Sequence[LogEvent],
        actor: str = "",
        action: str = "",
        also: RowUpdates = NO_UPDATES,
    ) -> Match:
        """Write the next events of a match. Raises Conflict if another writer was first.

        The subscribers are told even if the caller is cancelled meanwhile.
        """
        rows = entries(match.seq, facts, self.clock.now(), actor, action)
        return await asyncio.shield(self._append(match, rows, also))

    async def _append(self, match: Match, rows: Sequence[Entry], also: RowUpdates) -> Match:
        try:
            await self.store.log.append(match.id, match.seq, rows, also)
        except Exception:
            self._recent.pop(match.id, None)  # it may differ from the log now
            raise
        return await self._went_on(match.id, match, rows)

    def subscribe(self) -> asyncio.Queue[str]:
        """A queue that gets the id of each match that changes from now on."""
        self._followers.append(asyncio.Queue())
        return self._followers[-1]

    async def _went_on(self, game: str, known: Match | None, rows: Sequence[Entry]) -> Match:
        """Follow what was written, and tell the subscribers."""
        self._remember(game, await self._followed(game, known, rows))
        for follower in self._followers:
            follower.put_nowait(game)
        return await self.read(game)

    async def _followed(self, game: str, known: Match | None, rows: Sequence[Entry]) -> list[Step]:
        """The steps of entries of a log, from the known state of the match."""
        steps: list[Step] = []
        for entry in rows:
            fact = log_event(entry)
            after = follow(known, fact, entry.at) if known else await self._first(game, fact, entry.at)
            steps.append(Step(known, fact, after, entry.at, entry.actor, entry.action))
            known = after
            if not len(steps) % _AT_A_TIME:
                await asyncio.sleep(0)
        return steps

    async def _first(self, game: str, fact: LogEvent, at: datetime) -> Match:
        if not isinstance(fact, GameOpened):
            raise ValueError(f"the log of {game} does not begin with its opening")
        return first_match(game, await self.board(fact.edition), fact, at)

    async def board(self, edition: str) -> Board:
        """The board of an edition, as the store has kept it."""
        return self.shelf.kept(edition) or self.shelf.keep(await self.store.log.board_text(edition))

    def _known(self, game: str) -> Match | None:
        steps = self._recent.get(game)
        return steps[-1].after if steps else None

    def _remember(self, game: str, steps: Sequence[Step]) -> None:
        """Keep the steps that follow those in memory; a reader who was faster may have kept them already."""
        recent = self._recent.get(game, deque(maxlen=_RECENT_STEPS))
        for step in steps:
            if not recent or step.after.seq == recent[-1].after.seq + 1:
                recent.append(step)
        if recent:
            self._recent[game] = recent


def _size(steps: deque[Step]) -> int:
    """About how many bytes the steps of a match take."""
    return _MATCH_SIZE + _STEP_SIZE * len(steps)
