"""The repository of matches: read from the log of the store, kept in memory, and changed by `update`."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from weakref import WeakSet, WeakValueDictionary

import msgspec

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.deadlines import deadline_changes
from bot.matches.erasure import alias_of, names_of, renamed, without_person
from bot.matches.match import (
    LogEvent,
    Match,
    Step,
    check_setup,
    entries,
    first_match,
    follow,
    log_event,
    unreadable,
)
from bot.matches.outcomes import Decide, Outcome
from bot.matches.plans import plan_due, planned_turn
from bot.matches.roster_events import GameOpened, SetupChanged
from bot.matches.snapshots import EVERY, VERSION, Summary, derived, is_due, read_summary, restored, summary_of
from bot.metrics import ACTIONS
from bot.model.identity import Chat, Person
from bot.randomness import random_below
from bot.store import Conflict, Entry, RowUpdates, Store, StoreError, UnreadableGame
from bot.store.timers import GAME
from engine.board import Board
from engine.game import Game
from engine.refusals import BadInput

_ROOM = 64 << 20
_MATCH_SIZE, _STEP_SIZE = 12_000, 2_000
"""Bytes that all matches in memory may take, and about what one match and each of its steps take."""

_RECENT_STEPS = 100
"""Steps of a match that stay in memory; earlier ones are read from its log again."""

LATELY = timedelta(hours=1)
"""The time in which it is counted how often somebody did what notifies others."""

_AT_A_TIME = 100
"""Entries of a log that are read before other tasks may run."""

_TRIES = 10
_JITTER = 0.05
"""Seconds; how often and how far apart `update` tries where another program wrote first."""

_KNOWN_UNREADABLE = 1000

log = logging.getLogger(__name__)


class UnknownGame(KeyError):
    """There is no game of this id."""


_Recent = tuple[Match, deque[Step]]
"""What is in memory of a match: how it is now, and its latest steps."""


class MatchRepository:
    """Every match by its id. Within one program, one writer at a time changes a match."""

    def __init__(self, store: Store, boards: BoardRepository, clock: Clock, room: int = _ROOM) -> None:
        self.store = store
        self.boards = boards
        self.clock = clock
        self._recent = BoundedCache[str, _Recent](
            room, lambda recent: _MATCH_SIZE + _STEP_SIZE * len(recent[1])
        )
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._followers = WeakSet[asyncio.Queue[str]]()
        self._unreadable = BoundedCache[str, tuple[int, str]](_KNOWN_UNREADABLE)
        self.on_newer: Callable[[], None] = lambda: None
        store.database.listen(self._on_foreign_write)

    def _on_foreign_write(self, game: str, end: int) -> None:
        """Another process has written: forget what has become wrong, and tell the followers."""
        for cache in (self._recent, self._unreadable) if not end else ():
            for old in [game] if game else cache:
                cache.pop(old, None)
        if game:
            self._tell_followers(game)

    async def update(
        self, game: str, decide: Decide, actor: str = "", action: str = ""
    ) -> tuple[Match, Outcome]:
        """Change a match: the one way to do it. Returns the match afterwards, and what was decided.

        `decide` judges the match as it is now; where another program wrote first, it judges again. Raises
        CommandRefused or IllegalAction where `decide` does, and Conflict after too many tries.
        """
        async with self._locks.setdefault(game, asyncio.Lock()):
            for _ in range(_TRIES - 1):
                try:
                    return await self._updated(game, decide, actor, action)
                except Conflict:
                    await asyncio.sleep(random_below(_TRIES) * _JITTER)
            return await self._updated(game, decide, actor, action)

    async def _updated(self, game: str, decide: Decide, actor: str, action: str) -> tuple[Match, Outcome]:
        match = await self.read(game)
        outcome = decide(match)
        after = await self._write(match, outcome, actor, action)
        if actor:
            ACTIONS.inc()
            log.info("game %s: %s", game, outcome.key)
        return after, outcome

    async def read(self, game: str) -> Match:
        """A match as it is now. Raises UnknownGame and UnreadableGame."""
        match = self.in_memory(game)
        if match is None or self.store.log.has_more(game, match.seq):
            start, rows, steps = await self._read_log(game, match)
            self._remember(game, start, steps)
            match = steps[-1].after if steps else start
            if match and len(rows) >= EVERY:
                await self.keep(match, rows[-1])
            match = self.in_memory(game) or match
        if match is None:
            raise UnknownGame(game)
        return match

    async def opening(self, game: str) -> GameOpened | None:
        """The first event of a game; None if there is no such game, or it cannot be read."""
        entry = await self.store.log.first(game)
        try:
            event = log_event(entry) if entry else None
        except BadInput:
            return None
        return event if isinstance(event, GameOpened) else None

    def is_unreadable(self, game: str) -> bool:
        """Whether the log of a game was found to be unreadable."""
        return game in self._unreadable

    async def check(self, game: str) -> None:
        """Compare the whole log of a game with its checksums; put the game aside where it is damaged."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            try:
                await self.store.log.read(game)
            except UnreadableGame as broken:
                self._recent.pop(game, None)
                self._put_aside(broken)

    async def forget(self, game: str, person: Person) -> None:
        """Take a person's name from a game: *Player 2* stands there from now on, in its log too."""
        async with self._locks.setdefault(game, asyncio.Lock()):
            roster, steps = None, tuple[Step, ...]()
            profile = await self.store.people.profile(person)
            with suppress(UnknownGame, UnreadableGame):
                roster, steps = (await self.read(game)).roster, await self.steps(game, 0)
            alias, name = alias_of(roster, person)
            events = (step.event for step in steps)
            names = names_of(roster, person, profile.name if profile else "", events)
            change = partial(without_person, person=person, alias=alias, name=name)
            rename = renamed(names, person, alias, name)
            await self.store.personal.rewrite(game, person, alias, change, rename, self.clock.now())
            self._recent.pop(game, None)
            with suppress(UnknownGame, UnreadableGame):
                await self.keep(await self.read(game))
        self._tell_followers(game)

    async def keep(self, match: Match, last: Entry | None = None) -> None:
        """Keep what is derived from the log of a match; with its `last` entry, also a snapshot."""
        if not self.store.database.is_writable:
            return
        try:
            await self.store.snapshots.write(match.id, derived(match, last))
        except StoreError as error:
            log.warning("game %s: no snapshot was written: %s", match.id, error)

    async def _read_log(
        self, game: str, start: Match | None, until: int | None = None
    ) -> tuple[Match | None, Sequence[Entry], list[Step]]:
        """What is read of a log: the state where reading began, the entries after it, and their steps.

        Reading begins at `start`, or else at the newest snapshot, after entry `until` at the latest. If the
        log does not follow from the snapshot, it is read whole. A log that could not be read is not tried
        again.
        """
        if cause := self._unreadable.get(game):
            raise UnreadableGame(game, *cause)
        if start is None and (snapshot := await self._from_snapshot(game, until)):
            with suppress(UnreadableGame):
                return snapshot, *await self._steps_after(game, snapshot)
        try:
            return start, *await self._steps_after(game, start)
        except UnreadableGame as broken:
            self._put_aside(broken)
            raise

    async def _from_snapshot(self, game: str, until: int | None) -> Match | None:
        """The match of its newest snapshot, after entry `until` at the latest; None where there is none."""
        newest = await self.store.snapshots.newest(game, VERSION, until)
        if newest is None:
            return None
        snapshot, entry, edition = newest
        try:
            board = await self.board(edition)
        except (BadInput, KeyError):
            return None
        return restored(game, snapshot, entry, board)

    async def _steps_after(self, game: str, start: Match | None) -> tuple[Sequence[Entry], list[Step]]:
        """The entries of a log after `start`, and their steps. Raises UnreadableGame."""
        rows = await self.store.log.read(game, start.seq if start else 0)
        steps, wrong = await self.fold(game, rows, start)
        if wrong:
            raise wrong
        return rows, steps

    async def fold(
        self, game: str, rows: Sequence[Entry], start: Match | None = None
    ) -> tuple[list[Step], UnreadableGame | None]:
        """The steps that entries make after `start` as far as they can be followed, and what is wrong."""
        steps: list[Step] = []
        try:
            async for step in self._follow(game, start, rows):
                steps.append(step)  # noqa: PERF401 - those before a failure are kept
        except (StoreError, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001 - what an event means may fail in any way
            return steps, unreadable(game, rows[len(steps)], error)
        return steps, None

    def _put_aside(self, wrong: UnreadableGame) -> None:
        """Remember a game that cannot be read, and say so. Newer processes read what a newer one wrote."""
        if wrong.is_newer and self.store.database.is_shared:
            self.on_newer()
            return
        if self._unreadable.get(wrong.game) is None:
            self._unreadable[wrong.game] = wrong.seq, wrong.why
            advice = f"`stationmaster doctor {wrong.game}` says what can be done"
            log.error("%s. Other games go on; %s.", wrong, advice)
            self._tell_followers(wrong.game)

    async def steps(self, game: str, after: int) -> tuple[Step, ...]:
        """What has happened in a match since entry `after`."""
        await self.read(game)
        match, recent = self._recent.get(game) or (None, deque[Step]())
        if match and (recent[0].after.seq if recent else match.seq + 1) <= after + 1:
            return tuple(step for step in recent if step.after.seq > after)
        _, _, read = await self._read_log(game, None, after)
        steps = tuple(step for step in read if step.after.seq > after)
        if steps and (match := self.in_memory(game)) and match.seq == steps[-1].after.seq:
            self._recent[game] = match, deque(steps, maxlen=_RECENT_STEPS)
        return steps

    async def steps_since(self, match: Match, moment: datetime) -> list[Step]:
        """What has happened in a match since a moment, however much it is."""
        reach = _RECENT_STEPS // 2
        while True:
            steps = await self.steps(match.id, max(0, match.seq - reach))
            if reach >= match.seq or (steps and steps[0].at <= moment):
                return [step for step in steps if step.at > moment]
            reach *= 2

    async def count_lately(self, match: Match, counts: Callable[[Step], bool]) -> int:
        """How many steps of a match in the time LATELY before now count."""
        return sum(map(counts, await self.steps_since(match, self.clock.now() - LATELY)))

    async def summaries(self, games: Collection[str]) -> dict[str, Summary]:
        """What lists say of these games, without reading each. One that cannot be read is left out."""
        texts = await self.store.snapshots.summaries(games)
        summaries: dict[str, Summary] = {}
        for game in games:
            if self.is_unreadable(game):
                continue
            with suppress(msgspec.DecodeError):
                if text := texts.get(game):
                    summaries[game] = read_summary(text)
                    continue
            with suppress(UnreadableGame):
                match = await self.read(game)
                await self.keep(match)
                summaries[game] = summary_of(match)
        return summaries

    async def games_for_computers(self) -> AsyncIterator[str]:
        """The games in which a computer is to move; last, one by one, those that must be read to know it."""
        due = await self.store.snapshots.for_computers(VERSION)
        for game in sorted(due, key=lambda game: not due[game]):
            if due[game]:
                yield game
                continue
            try:
                match = await self.read(game)
            except UnreadableGame:
                continue
            await self.keep(match)
            if match.computers_to_move:
                yield game

    async def open(
        self, game: str, board: Board, events: Sequence[LogEvent], actor: str, chat: Chat, updates: RowUpdates
    ) -> Match:
        """Open a match in a chat, shown there from now on. Raises OtherGame."""
        rows = entries(0, events, self.clock.now(), actor)
        steps = [step async for step in self._follow(game, None, rows, events)]
        due = deadline_changes(None, steps[-1].after)
        updates = replace(updates, derived=derived(steps[-1].after), deadlines=due)
        await self.store.log.open_game(game, board.edition, self.boards.text(board), rows, chat, updates)
        self.store.timers.tell(due.values())
        return await self._went_on(game, None, steps)

    async def _write(self, match: Match, outcome: Outcome, actor: str, action: str) -> Match:
        """Write an outcome. Raises Conflict where another program wrote first.

        The followers learn of it even if the caller is cancelled meanwhile.
        """
        if not outcome.events and not self._plays_plan(match):
            if outcome.updates.deadlines:
                try:
                    await self.store.timers.set(GAME, match.id, outcome.updates.deadlines, match.seq)
                except Conflict:
                    self._recent.pop(match.id, None)  # another program has written
                    raise
            return match
        rows = entries(match.seq, outcome.events, self.clock.now(), actor, action)
        return await asyncio.shield(self._append(match, rows, outcome))

    async def _append(self, match: Match, rows: Sequence[Entry], outcome: Outcome) -> Match:
        steps = [step async for step in self._follow(match.id, match, rows, outcome.events, outcome.game)]
        rows = (*rows, *await self._add_planned_turns(match, steps, rows[0].at if rows else self.clock.now()))
        if not steps:
            return match
        after = steps[-1].after
        closed = True if after.table and after.table.over else outcome.updates.closed
        last = rows[-1] if is_due(after, match.seq) else None
        due = {**outcome.updates.deadlines, **deadline_changes(match, after)}
        updates = replace(outcome.updates, derived=derived(after, last), closed=closed, deadlines=due)
        try:
            await self.store.log.append(match.id, match.seq, rows, updates)
        except Exception:
            self._recent.pop(match.id, None)  # it may differ from the log now
            raise
        self.store.timers.tell(due.values())
        return await self._went_on(match.id, match, steps)

    def _plays_plan(self, match: Match) -> bool:
        """Whether a plan is to play a turn now."""
        due = plan_due(match)
        return due is not None and due <= self.clock.now()

    async def _add_planned_turns(self, match: Match, steps: list[Step], at: datetime) -> list[Entry]:
        """The entries of the turns that plans play now, at the time `at`. Their steps are added.

        They are written with the action that ended the previous turn. So nothing comes between, and nobody is
        mentioned for a turn that a plan plays.
        """
        rows: list[Entry] = []
        after = steps[-1].after if steps else match
        while self._plays_plan(after) and (moves := planned_turn(after)):
            for actor, action, events in moves:
                new = entries(after.seq, events, at, actor, action)
                steps += [step async for step in self._follow(match.id, after, new, events)]
                rows += new
                after = steps[-1].after
        return rows

    def subscribe(self) -> asyncio.Queue[str]:
        """A queue that gets the id of each match that goes on from now on."""
        self._followers.add(queue := asyncio.Queue[str]())
        return queue

    async def _went_on(self, game: str, start: Match | None, steps: Sequence[Step]) -> Match:
        """Keep what was written, and tell the followers."""
        self._remember(game, start, steps)
        self._tell_followers(game)
        return await self.read(game)

    def _tell_followers(self, game: str) -> None:
        for follower in self._followers:
            follower.put_nowait(game)

    async def _follow(
        self,
        game: str,
        match: Match | None,
        rows: Sequence[Entry],
        events: Sequence[LogEvent] = (),
        state: Game | None = None,
    ) -> AsyncIterator[Step]:
        """Apply the entries of a log to a match.

        Entries that were just written are not read back: `events` are those in them, `state` the game after.
        """
        for number, entry in enumerate(rows, 1):
            event = events[number - 1] if events else log_event(entry)
            if match:
                after = follow(match, event, entry.at, state if number == len(rows) else None)
            elif isinstance(event, GameOpened):
                after = first_match(game, await self.board(event.edition), event, entry.at)
            else:
                raise ValueError(f"the log of {game} does not begin with its opening")
            if isinstance(event, GameOpened | SetupChanged):
                check_setup(after)
            yield Step(match, event, after, entry.at, entry.actor, entry.action)
            match = after
            if not number % _AT_A_TIME:
                await asyncio.sleep(0)

    async def board(self, edition: str) -> Board:
        """The board of an edition, as the store has kept it. Raises KeyError if it has not."""
        board = self.boards.kept(edition) or self.boards.keep(await self.store.log.board_text(edition))
        if board.edition != edition:
            raise KeyError(edition)
        return board

    def in_memory(self, game: str) -> Match | None:
        """A match as this process knows it, without reading; None where it is not in memory."""
        recent = self._recent.get(game)
        return recent[0] if recent else None

    def _remember(self, game: str, start: Match | None, steps: Sequence[Step]) -> None:
        """Keep steps in memory, unless another reader has kept them already."""
        match, latest = self._recent.get(game) or (start, deque[Step](maxlen=_RECENT_STEPS))
        for step in steps:
            if step.after.seq == (match.seq if match else 0) + 1:
                latest.append(step)
                match = step.after
        if match:
            self._recent[game] = match, latest
