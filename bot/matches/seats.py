"""Seats of a running game: leaving, coming back, skipping, replacing, being away, aborting, restoring."""

from collections.abc import Collection, Sequence, Set
from datetime import datetime, timedelta
from math import ceil

from bot.matches import roster_events as happened
from bot.matches.clocks import DAY, MISSED
from bot.matches.deadlines import idle_until
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster import SeatHolder, Status
from bot.matches.roster_events import BY_CLOCK, CONCEDED, IDLE
from bot.model.identity import FORGOTTEN, Chat, Person
from bot.model.message import moment
from bot.model.names import distinct_name
from bot.store.values import RowUpdates
from engine.levels import DEFAULT_LEVEL

PATIENCE = timedelta(days=1)
"""After this wait any player may skip or replace a seat that has a decision to make."""

HELD = timedelta(days=1)
"""How long a seat waits for its player after somebody let a computer play it."""

RESTORABLE = timedelta(days=1)
"""How long an aborted game can be restored."""

RESTORED_AGAIN = timedelta(hours=1)
"""A game that is restored again within this time notifies nobody."""

_HOUR = timedelta(hours=1)

MOST_RESTORED = 2
"""Restorings within an hour after which the host cannot abort the game again: each is posted."""

LAPSE = "lapse"
"""The kind of deadline after which an aborted game can no longer be restored."""


Decider = tuple[Person, str, bool]
"""Who decides something about the game or another player's seat: the person, their name, and whether they do
so as an admin of the game's home chat. The name of an anonymous admin is empty.
"""


def leave(match: Match, person: Person, name: str) -> Outcome:
    """People Who Leave: a computer plays the seat, and somebody else may take it.

    A player whose seat is played by a computer or another person already gives it up.
    """
    seat = match.roster.owned_seat(str(person))
    if seat is None:
        raise CommandRefused("not-at-table")
    holder = match.roster.holders[seat]
    if holder.person != str(person):
        event = happened.SeatGivenUp(seat, str(person), public_name(match, person, name))
        return Outcome((event,), "given-to", {"name": holder.name})
    if not holder.level:
        return Outcome(
            (happened.ComputerTookOver(seat, DEFAULT_LEVEL, str(person), holder.name),), "left-running"
        )
    if holder.given_up:
        raise CommandRefused("has-conceded" if holder.conceded else "already-away")
    return Outcome((happened.SeatGivenUp(seat, str(person), holder.name),), "given-up")


def concede(match: Match, person: Person) -> Outcome:
    """Leave for good: a computer plays the seat to the end, nobody takes it, and it is not in the result."""
    if match.roster.status is not Status.RUNNING:
        raise CommandRefused("not-started" if match.roster.status is Status.LOBBY else "game-is-over")
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise CommandRefused("not-at-table")
    holder = match.roster.holders[seat]
    if holder.level:
        raise CommandRefused("has-conceded" if holder.conceded else "already-away")
    if holder.stands_in_for:
        raise CommandRefused("concede-for-owner")
    event = happened.ComputerTookOver(seat, DEFAULT_LEVEL, str(person), holder.name, cause=CONCEDED)
    return Outcome((event,), "conceded")


def renamed(match: Match, person: Person, called: str) -> Outcome:
    """A player has another name in the chat by now, and so has their seat; else nothing happens."""
    seat = match.roster.seat_of(str(person))
    if seat is None or match.roster.status is not Status.RUNNING:
        return Outcome(())
    names = match.roster.names
    name = distinct_name(called, (*names[:seat], *names[seat + 1 :]))
    return Outcome((happened.PlayerRenamed(seat, str(person), name),) if name != names[seat] else ())


def join(
    match: Match, person: Person, name: str, chat: Chat, now: datetime, seen: Collection[str] = ()
) -> Outcome:
    """Come back to one's own seat, or take a seat that a computer plays for its player.

    `seen` are the accounts whose hands the person may have seen with any of their own accounts.
    """
    holders, own = match.roster.holders, match.roster.owned_seat(str(person))
    if own is not None and holders[own].person == str(person) and not holders[own].level:
        raise CommandRefused("already-playing")
    if own is not None and holders[own].conceded:
        raise CommandRefused("has-conceded")
    seat = _free_seat(holders, now, {str(person), *seen}) if own is None else own
    key = "seat-taken" if own is None else "back" if holders[seat].level else "back-instead"
    updates = RowUpdates(seats={seat: person}, mentioned_in=chat)
    others = [one for number, one in enumerate(match.roster.names) if number != seat]
    event = happened.PersonTookOver(seat, str(person), distinct_name(name, others))
    return Outcome((event,), key, {"name": holders[seat].name}, updates)


def require_no_other_seat(match: Match, person: Person, seen: Collection[str]) -> None:
    """Refuse a person in a lobby who has a seat there by an account that was linked to theirs."""
    others = {holder.person for holder in match.roster.holders if holder.person != str(person)}
    if others.intersection(seen):
        raise CommandRefused("joined-already")


def _free_seat(holders: Sequence[SeatHolder], now: datetime, seen: Set[str]) -> int:
    """The seat that a newcomer may take: it is not held for anybody, and they have seen no other hand."""
    vacant = [
        seat for seat, holder in enumerate(holders) if holder.level and holder.person and not holder.conceded
    ]
    if not vacant:
        raise CommandRefused("no-seat-free")
    hands_seen = {seat for seat, holder in enumerate(holders) if not seen.isdisjoint(holder.people)}
    allowed = [seat for seat in vacant if hands_seen <= {seat}]
    if not allowed:
        raise CommandRefused("seen-a-hand")
    free = [seat for seat in allowed if not held_for(holders[seat], now)]
    if not free:
        holder = holders[allowed[0]]
        raise CommandRefused("seat-held", name=holder.name, hours=ceil(held_for(holder, now) / _HOUR))
    return free[0]


def held_for(holder: SeatHolder, now: datetime) -> timedelta:
    """How long a seat is still held for a player who was replaced; zero if it is not."""
    if not holder.level or holder.away_since is None or holder.given_up:
        return timedelta()
    return max(timedelta(), holder.away_since + HELD - now)


def skip(match: Match, seat: int | None, decider: Decider, now: datetime) -> Outcome:
    """Skipping: a computer makes the seat's pending decisions to the end of its turn."""
    if match.roster.status is not Status.RUNNING:
        raise CommandRefused("nobody-waited-for")
    _require_right(match, seat, decider, now)
    seat = waited_for(match, seat)
    _require_right(match, seat, decider, now)
    person, name, is_admin = decider
    event = happened.SeatSkipped(seat, str(person), public_name(match, person, name), admin=is_admin)
    return Outcome((event,), "skipped", {"name": match.roster.names[seat]})


def replace(match: Match, seat: int | None, decider: Decider, now: datetime) -> Outcome:
    """Being replaced: a computer plays the seat until its player comes back."""
    if match.roster.status is not Status.RUNNING:
        raise CommandRefused("nobody-waited-for")
    _require_right(match, seat, decider, now)
    seat = waited_for(match, seat) if seat is None else seat
    _require_right(match, seat, decider, now)
    person, name, is_admin = decider
    holder, by = match.roster.holders[seat], str(person)
    if holder.level:
        raise CommandRefused("computer-plays", name=holder.name)
    if holder.person == by:
        raise CommandRefused("leave-instead")
    event = happened.ComputerTookOver(
        seat, DEFAULT_LEVEL, by, public_name(match, person, name), admin=is_admin
    )
    return Outcome((event,), "replaced", {"name": holder.name})


def _require_right(match: Match, seat: int | None, decider: Decider, now: datetime) -> None:
    person, _, is_admin = decider
    if is_admin:
        return
    if match.roster.seat_of(str(person)) is None:
        raise CommandRefused("not-overdue")
    require_overdue(match, seat, now)


def public_name(match: Match, person: Person, name: str) -> str:
    """What a person is called in a game: without a seat, by a name that is not another player's."""
    seat, names = match.roster.seat_of(str(person)), match.roster.names
    return names[seat] if seat is not None else name and distinct_name(name, names)


def waited_for(match: Match, seat: int | None) -> int:
    """The seat that the game waits for: this one, or the only one. Raises CommandRefused."""
    waiting = [one for one in match.waiting_for if not match.roster.holders[one].by_computer]
    if not waiting:
        raise CommandRefused("nobody-waited-for")
    if seat is None and len(waiting) > 1:
        raise CommandRefused("name-somebody", names=tuple(match.roster.names[one] for one in waiting))
    if seat is not None and seat not in waiting:
        raise CommandRefused("not-waited-for", name=match.roster.names[seat])
    return waiting[0] if seat is None else seat


def is_overdue(match: Match, seat: int | None, now: datetime) -> bool:
    """Whether the game has waited so long for a seat, or for any, that each player may let a computer play.

    The one place that says how long a game waits. Where it has a clock, that decides instead. Nobody is
    overdue while the game is paused, while they are away, or while a computer plays for them.
    """
    if match.roster.clock or match.roster.paused:
        return False
    seats = match.waiting_for if seat is None else (seat,)
    holders = match.roster.holders
    here = [one for one in seats if not (holders[one].absent_until or holders[one].by_computer)]
    waits = [match.since[one] for one in here if one < len(match.since)]
    return any(since is not None and now - since >= PATIENCE for since in waits)


def require_overdue(match: Match, seat: int | None, now: datetime) -> None:
    """Raise CommandRefused if the game has not waited long enough for the player of a seat."""
    if not is_overdue(match, seat, now):
        raise CommandRefused("clock-decides" if match.roster.clock else "not-overdue")


def is_abandoned(match: Match, now: datetime) -> bool:
    """Whether a lobby can be closed: no person sits in it, or it has not changed for a day."""
    empty = not any(holder.person for holder in match.roster.holders)
    return match.roster.status is Status.LOBBY and (empty or now - match.at >= PATIENCE)


def abort(match: Match, decider: Decider | None, now: datetime, cause: str = "") -> Outcome:
    """End the game without a result; its chats can show another one. Without a decider, the program does."""
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        raise CommandRefused("nothing-to-abort")
    updates = RowUpdates(deadlines={LAPSE: now + RESTORABLE}, closed=True, release=True)
    event = happened.GameAborted("", cause)
    if decider:
        person, name, is_admin = decider
        event = happened.GameAborted(str(person), cause, public_name(match, person, name), is_admin)
    return Outcome((event,), "aborted", {"game": match.id}, updates)


def close_idle(match: Match, now: datetime) -> Outcome:
    """Close a lobby in which nobody has done anything for days; without events where that is not so."""
    until = idle_until(match)
    if match.roster.status is not Status.LOBBY or until is None or until > now:
        return Outcome(())
    return abort(match, None, now, IDLE)


def can_be_restored(match: Match, now: datetime) -> bool:
    """Whether a match was aborted less than a day ago, and its seed is still secret."""
    return match.roster.status is Status.ABORTED and not match.roster.seed and now - match.at < RESTORABLE


def restore(match: Match, decider: Decider, chat: Chat, now: datetime, instead_of: str | None) -> Outcome:
    """Restore an aborted game in its chats, within a day; `instead_of` is the game its home shows now."""
    if not can_be_restored(match, now):
        raise CommandRefused("nothing-to-restore")
    updates = RowUpdates(deadlines={LAPSE: None}, closed=False, bind=chat, again=True, instead_of=instead_of)
    person, name, is_admin = decider
    restored = happened.GameRestored(str(person), public_name(match, person, name), is_admin)
    return Outcome((restored, *forgotten_leave(match)), "restored", {}, updates)


def forgotten_leave(match: Match) -> tuple[happened.ComputerTookOver, ...]:
    """Computers take the seats of people whose data was deleted while the game was aborted."""
    return tuple(
        happened.ComputerTookOver(seat, DEFAULT_LEVEL, holder.person, holder.name)
        for seat, holder in enumerate(match.roster.holders if match.game else ())
        if holder.person and not holder.level and Person.parse(holder.person).platform == FORGOTTEN
    )


def is_restored_again(step: Step) -> bool:
    """Whether a step restores a game a short time after another restore, which notified its people."""
    last = step.before.roster.restored_at if step.before else None
    return last is not None and step.at - last < RESTORED_AGAIN


def lapse(match: Match) -> Outcome:
    """An aborted game can no longer be restored: its seed, if it had one, is published."""
    updates = RowUpdates(deadlines={LAPSE: None})
    if match.roster.status is not Status.ABORTED or match.game is None or match.roster.seed:
        return Outcome((), updates=updates)
    return Outcome((happened.SeedPublished(match.game.seed),), updates=updates)


# ---- being away, and late


def away(match: Match, person: Person, until: datetime, now: datetime) -> Outcome:
    """Stop the clock of a person until a moment, or until their allowance in this game is used up.

    A later call moves that moment. Raises CommandRefused for a moment in the past, and without an allowance.
    """
    seat = match.roster.seat_of(str(person))
    if match.roster.status is not Status.RUNNING or seat is None:
        raise CommandRefused("not-at-table" if seat is None else "nobody-waited-for")
    if until <= now:
        raise CommandRefused("away-in-the-past")
    last = now + allowance_left(match, seat, now)
    if last <= now:
        raise CommandRefused("no-allowance-left", days=match.roster.allowance // DAY)
    event, cut = happened.SeatAway(seat, min(until, last)), last < until
    key, days = "away-cut-short" if cut else "away-until", match.roster.allowance // DAY
    return Outcome((event,), key, {"until": moment(min(until, last)), "days": days})


def back(match: Match, person: Person) -> Outcome:
    """Start the clock of a person again. Raises CommandRefused if they were not away."""
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise CommandRefused("not-at-table")
    if match.roster.holders[seat].absent_until is None:
        raise CommandRefused("not-away")
    return Outcome((happened.SeatAway(seat, None),), "welcome-back")


def allowance_left(match: Match, seat: int, now: datetime) -> timedelta:
    """How much longer the clock of a seat may stand still, from now on."""
    holder = match.roster.holders[seat]
    ahead = max(timedelta(), holder.absent_until - now) if holder.absent_until else timedelta()
    return timedelta(seconds=match.roster.allowance - holder.absent_seconds) + ahead


def absence_over(match: Match, seat: int, now: datetime) -> Outcome:
    """The moment until which a person is away has come: their clock runs again."""
    until = match.roster.holders[seat].absent_until
    over = match.roster.status is Status.RUNNING and until is not None and until <= now
    return Outcome((happened.SeatAway(seat, None),) if over else ())


def time_up(match: Match, seat: int, now: datetime) -> Outcome:
    """The time of a seat is up: a computer finishes its turn; after several in a row it takes the seat.

    Nothing happens where the seat has acted meanwhile, or has more time.
    """
    due = match.deadline(seat)
    if due is None or due > now:
        return Outcome(())
    if match.roster.holders[seat].clock.missed + 1 >= MISSED:
        return Outcome((happened.ComputerTookOver(seat, DEFAULT_LEVEL, "", cause=BY_CLOCK),))
    return Outcome((happened.SeatSkipped(seat, "", cause=BY_CLOCK),))
