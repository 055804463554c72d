"""Repair of a game whose log is broken: what is cut or taken as it is, and what is written after it."""

from collections.abc import Sequence
from datetime import datetime

from bot.matches.deadlines import deadlines_of
from bot.matches.diagnosis import Diagnosis, last_whole_event
from bot.matches.match import LogEvent, Match, entries, follow
from bot.matches.roster import Status
from bot.matches.roster_events import CUT, REPAIR, GameAborted, GameResumed
from bot.matches.seats import LAPSE, RESTORABLE
from bot.model.identity import Chat, Person
from bot.store import RowUpdates, Store
from bot.store.values import NO_UPDATES


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
