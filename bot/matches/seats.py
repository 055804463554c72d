"""Seats of a running game: leaving, coming back, skipping, replacing, aborting and restoring."""

from datetime import datetime, timedelta

from bot.matches.lobby import DEFAULT_LEVEL
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster import (
    ComputerTookOver,
    GameAborted,
    GameRestored,
    PersonTookOver,
    SeatSkipped,
    SeedPublished,
    Status,
)
from bot.model.identity import Chat, Person
from bot.store import RowUpdates

PATIENCE = timedelta(days=1)
"""After this wait any player may skip or replace a seat that has a decision to make."""

RESTORABLE = timedelta(days=1)
"""How long an aborted game can be restored."""

LAPSE = "lapse"
"""The kind of deadline after which an aborted game can no longer be restored."""


def leave(match: Match, person: Person) -> Outcome:
    """People Who Leave: a computer plays the seat until its player comes back."""
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise CommandRefused("not-at-table")
    if match.roster.holders[seat].level:
        raise CommandRefused("already-away")
    return Outcome((ComputerTookOver(seat, DEFAULT_LEVEL, str(person)),), "left-running")


def join(match: Match, person: Person, name: str | None, chat: Chat) -> Outcome:
    """Take back the own seat, or one that a computer plays for its player. `name` None keeps the name."""
    holders = match.roster.holders
    own = match.roster.seat_of(str(person))
    if own is not None and not holders[own].level:
        raise CommandRefused("already-playing")
    vacant = [seat for seat, holder in enumerate(holders) if holder.level and holder.person]
    if own is None and not vacant:
        raise CommandRefused("no-seat-free")
    seat = vacant[0] if own is None else own
    event = PersonTookOver(seat, str(person), name or holders[seat].name)
    key = "back" if own is not None else "seat-taken"
    updates = RowUpdates(seats={seat: person}, mentioned_in=chat)
    return Outcome((event,), key, {"name": holders[seat].name}, updates)


def skip(match: Match, seat: int | None, person: Person) -> Outcome:
    """Skipping: a computer makes the seat's pending decisions to the end of its turn."""
    seat = _waited_for(match, seat)
    return Outcome((SeatSkipped(seat, str(person)),), "skipped", {"name": match.roster.names[seat]})


def replace(match: Match, seat: int | None, person: Person) -> Outcome:
    """Being replaced: a computer plays the seat until its player comes back."""
    if match.roster.status is not Status.RUNNING:
        raise CommandRefused("nobody-waited-for")
    seat = _waited_for(match, seat) if seat is None else seat
    if match.roster.holders[seat].level:
        raise CommandRefused("computer-plays", name=match.roster.names[seat])
    event = ComputerTookOver(seat, DEFAULT_LEVEL, str(person))
    return Outcome((event,), "replaced", {"name": match.roster.names[seat]})


def _waited_for(match: Match, seat: int | None) -> int:
    waiting = [one for one in match.waiting_for if not match.roster.holders[one].by_computer]
    if not waiting:
        raise CommandRefused("nobody-waited-for")
    if seat is None and len(waiting) > 1:
        raise CommandRefused("name-somebody", names=tuple(match.roster.names[one] for one in waiting))
    if seat is not None and seat not in waiting:
        raise CommandRefused("not-waited-for", name=match.roster.names[seat])
    return waiting[0] if seat is None else seat


def is_overdue(match: Match, seat: int | None, now: datetime) -> bool:
    """Whether the game has waited for a seat long enough that any player may skip or replace it."""
    seats = match.waiting_for if seat is None else (seat,)
    waits = [match.since[one] for one in seats if one < len(match.since)]
    return any(since is not None and now - since >= PATIENCE for since in waits)


def is_abandoned(match: Match, now: datetime) -> bool:
    """Whether a lobby can be closed: no person sits in it, or it has not changed for a day."""
    empty = not any(holder.person for holder in match.roster.holders)
    return match.roster.status is Status.LOBBY and (empty or now - match.at >= PATIENCE)


def abort(match: Match, person: Person, now: datetime) -> Outcome:
    """End the game without a result; its chats can show another one."""
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        raise CommandRefused("nothing-to-abort")
    updates = RowUpdates(deadlines={LAPSE: now + RESTORABLE}, closed=True, release=True)
    return Outcome((GameAborted(str(person)),), "aborted", {"game": match.id}, updates)


def can_be_restored(match: Match, now: datetime) -> bool:
    """Whether a match was aborted less than a day ago, and its seed is still secret."""
    return match.roster.status is Status.ABORTED and not match.roster.seed and now - match.at < RESTORABLE


def restore(match: Match, person: Person, chat: Chat, now: datetime, instead_of: str | None) -> Outcome:
    """Restore an aborted game in its chats, within a day; `instead_of` is the game its home shows now."""
    if not can_be_restored(match, now):
        raise CommandRefused("nothing-to-restore")
    updates = RowUpdates(deadlines={LAPSE: None}, closed=False, bind=chat, again=True, instead_of=instead_of)
    return Outcome((GameRestored(str(person)),), "restored", {}, updates)


def lapse(match: Match) -> Outcome:
    """An aborted game can no longer be restored: its seed, if it had one, is published."""
    updates = RowUpdates(deadlines={LAPSE: None})
    if match.roster.status is not Status.ABORTED or match.game is None or match.roster.seed:
        return Outcome((), updates=updates)
    return Outcome((SeedPublished(match.game.seed),), updates=updates)
