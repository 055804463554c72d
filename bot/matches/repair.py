"""A game whose log is broken: what is wrong with it, where it can be cut, and how it is repaired."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from bot.matches.deadlines import deadlines_of
from bot.matches.match import LogEvent, Match, Step, entries, follow
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import CUT, REPAIR, GameAborted, GameResumed, RosterEvent
from bot.matches.seats import LAPSE, RESTORABLE
from bot.model.identity import Chat, Person
from bot.store import RowUpdates, Store, UnreadableGame
from bot.store.checksums import Row
from bot.store.log_rows import entry_of
from bot.store.values import NO_UPDATES
from engine.events import GameStarted
from engine.notation import read_line
from engine.refusals import BadInput, IllegalAction
from engine.rulebook import apply

SEQ, AT, ACTOR, ACTION, KIND, SHAPE = range(6)
"""Places in a row of the log."""

_BEGIN = {kind.__name__ for kind in (*get_args(RosterEvent), GameStarted)}
"""Events that are written without an action, and begin what is written together."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The log of a game as the file has it, the steps that can be followed, and what is wrong after them."""

    game: str
    rows: tuple[Row, ...]
    steps: tuple[Step, ...]
    wrong: UnreadableGame | None

    @property
    def match(self) -> Match | None:
        """The match as far as it can be followed."""
        return self.steps[-1].after if self.steps else None


async def diagnose(repository: MatchRepository, game: str, *, follow: bool = True) -> Diagnosis:
    """Look whether the events of a game are as they were written, and with `follow`, can be followed."""
    rows, broken = await repository.store.log.examine(game)
    if not follow:
        return Diagnosis(game, rows, (), broken)
    whole = rows[: broken.seq - 1] if broken else rows
    steps, wrong = await repository.fold(game, [entry_of(row) for row in whole])
    return Diagnosis(game, rows, tuple(steps), wrong or broken)


async def as_it_is(repository: MatchRepository, diagnosis: Diagnosis) -> Diagnosis:
    """The same log, followed as if its checksums were right. A missing event stays missing."""
    for number, row in enumerate(diagnosis.rows, 1):
        if row[SEQ] != number:
            gap = UnreadableGame(diagnosis.game, number, f"event {number} is missing")
            return Diagnosis(diagnosis.game, diagnosis.rows, diagnosis.steps, gap)
    try:
        entries = [entry_of(row) for row in diagnosis.rows]
    except (TypeError, ValueError):
        return diagnosis
    steps, wrong = await repository.fold(diagnosis.game, entries)
    return Diagnosis(diagnosis.game, diagnosis.rows, tuple(steps), wrong)


def last_whole_event(diagnosis: Diagnosis) -> int:
    """The last event after which the game can go on: nothing of what was written with it is missing, and
    somebody is to act. 0 if there is none.
    """
    for step in reversed(diagnosis.steps):
        seq = step.after.seq
        if can_go_on(step.after) and _ends_action(diagnosis, seq):
            return seq
    return 0


def can_go_on(match: Match) -> bool:
    """Whether the game waits for somebody, or has ended."""
    if match.roster.status is not Status.RUNNING or match.table is None:
        return match.roster.status is not Status.RUNNING
    offered = zip(match.table.decisions, match.table.tickets, strict=True)
    if match.table.choosing and not all(decision or kept for decision, kept in offered):
        return False
    return bool(match.table.waiting_for)


def _ends_action(diagnosis: Diagnosis, seq: int) -> bool:
    """Whether the event after this one belongs to something else."""
    following = next((row for row in diagnosis.rows[seq:] if row[SEQ] == seq + 1), None)
    if following is None:
        return _is_whole(diagnosis.steps[:seq])
    return bool(
        following[ACTION] or following[KIND] in _BEGIN or following[AT] != diagnosis.rows[seq - 1][AT]
    )


def _is_whole(steps: Sequence[Step]) -> bool:
    """Whether the last action in these steps brings just the events that are there."""
    batch: list[Step] = []
    for step in reversed(steps):
        batch.insert(0, step)
        if step.action or type(step.event).__name__ in _BEGIN:
            break
    before, action = batch[0].before, batch[0].action
    if not action or before is None or before.game is None:
        return True
    events = tuple(step.event for step in batch)
    for seat in before.game.table.waiting_for:
        try:
            if apply(before.game, seat, read_line(action))[1] == events:
                return True
        except (BadInput, IllegalAction):
            continue
    return False


async def cut(store: Store, diagnosis: Diagnosis, now: datetime) -> Match:
    """Cut the log at the last event from which the game can go on. Returns the match at that event."""
    after = last_whole_event(diagnosis)
    match = diagnosis.steps[after - 1].after
    events, updates = await _going_on(store, match, CUT, now)
    await store.log.cut(diagnosis.game, after, now, entries(after, events, now), updates)
    return match


async def accept(store: Store, diagnosis: Diagnosis, now: datetime) -> Match:
    """Take the events as they are. `diagnosis` follows all of them."""
    match = diagnosis.steps[-1].after
    events, updates = await _going_on(store, match, REPAIR, now)
    await store.log.accept(diagnosis.game, entries(match.seq, events, now), updates)
    return match


async def reopen(store: Store, match: Match, now: datetime) -> None:
    """Let a game go on that was closed while it could not be read."""
    events, updates = await _going_on(store, match, REPAIR, now)
    await store.log.append(match.id, match.seq, entries(match.seq, events, now), updates)


async def _going_on(
    store: Store, match: Match, cause: str, now: datetime
) -> tuple[Sequence[LogEvent], RowUpdates]:
    """The events that are written after a repair; none for a game that has ended.

    A running game is shown again in its chats. If all of them show other games by then, it is aborted, and
    can be restored for a day.
    """
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        return (), NO_UPDATES
    resumed, seats = GameResumed(cause), await _seats(store, match)
    if await _has_a_chat(store, match.id):
        due = {LAPSE: None, **deadlines_of(follow(match, resumed, now))}
        return (resumed,), RowUpdates(seats=seats, closed=False, again=True, deadlines=due)
    ended = RowUpdates(seats=seats, closed=True, release=True, deadlines={LAPSE: now + RESTORABLE})
    return (resumed, GameAborted("")), ended


async def _seats(store: Store, match: Match) -> dict[int, Person | None]:
    """The person in each seat, as the log says. A seat that only the store knows becomes None."""
    people = [holder.person for holder in match.roster.holders]
    seats = {seat: Person.parse(person) for seat, person in enumerate(people) if person}
    return dict.fromkeys(await store.people.seats(match.id)) | seats


async def _has_a_chat(store: Store, game: str) -> bool:
    followers = await store.outbox.bookmarks(game)
    chats = [one for one in followers if isinstance(one, Chat)]
    return any([await store.chats.game_in(chat) in (None, game) for chat in chats])
