"""How each event changes the roster of a game."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import assert_never

from bot.matches.clock_events import ClockEvent, ClockSet, ClocksMoved, PauseSet, TimeGiven
from bot.matches.clock_fold import clock_changed, clock_of_taken, voted, without_vote_of, without_vote_on
from bot.matches.clocks import SeatClock, TurnClock
from bot.matches.roster import Roster, SeatHolder, Status
from bot.matches.roster_events import (
    BY_CLOCK,
    ChatFollowed,
    ColorChanged,
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameResumed,
    GameRolledBack,
    PersonTookOver,
    PlanMade,
    PlayerJoined,
    PlayerRenamed,
    PlayersAsked,
    RosterEvent,
    SeatAway,
    SeatChange,
    SeatGivenUp,
    SeatLeft,
    SeatSkipped,
    SeedPublished,
    SetupChanged,
    StartRequested,
    VoteCast,
    VoteClosed,
    VoteEvent,
    VoteOpened,
)


def opened(event: GameOpened) -> Roster:
    """The roster of a new lobby."""
    return Roster(
        event.board,
        event.edition,
        event.variant,
        event.bonus,
        event.creator,
        event.secret,
        seal=event.seal,
        deck_secret=event.deck_secret,
        clock=event.clock,
        allowance=event.allowance,
        opened_for_practice=event.is_practice,
    )


def roster_after(roster: Roster, event: RosterEvent, at: datetime, *, started: bool) -> Roster:
    """The roster after an event that happened at `at`; `started` says whether the game had begun."""
    match event:
        case GameOpened():
            return opened(event)
        case SetupChanged(variant, bonus, starter, delays):
            order = roster.order if starter == roster.starter else ()
            chosen = replace(roster, variant=variant, bonus=bonus, starter=starter, order=order)
            return replace(chosen, delays_plans=delays)
        case PlayersAsked(of, players, order, until):
            return replace(roster, rematch_of=of, asked=players, asked_until=until, order=order)
        case SeatLeft(seat):
            return _next_to_begin(_without(roster, seat))
        case PlayerRenamed(seat, _, name):
            renamed = replace(roster.holders[seat], name=name)
            return replace(roster, holders=_put(roster.holders, seat, renamed))
        case ChatFollowed(by):
            return replace(roster, followers=(*roster.followers, by))
        case GameAborted() | GameRestored() | GameResumed() | GameRolledBack():
            return _interrupted(roster, event, at, started=started)
        case SeedPublished(seed):
            return replace(roster, seed=seed)
        case PlanMade():
            return roster
        case StartRequested():
            return replace(_with_contribution(roster, event), status=Status.RUNNING)
        case _:
            return _table_after(roster, event, at)


def _table_after(
    roster: Roster, event: ClockEvent | VoteEvent | PlayerJoined | ComputerJoined | SeatChange, at: datetime
) -> Roster:
    match event:
        case ClockSet() | TimeGiven() | PauseSet() | ClocksMoved():
            return clock_changed(roster, event, at)
        case VoteOpened() | VoteCast() | VoteClosed():
            return voted(roster, event)
        case PlayerJoined(person=person):
            asked = tuple(one for one in roster.asked if one[0] != person)
            roster = replace(_with_contribution(roster, event), asked=asked)
            return _next_to_begin(replace(roster, holders=_holders_after(roster, event, at)))
        case ComputerJoined():
            return _next_to_begin(replace(roster, holders=_holders_after(roster, event, at)))
        case _:
            changed, before = replace(roster, holders=_holders_after(roster, event, at)), roster.holders
            if isinstance(event, PersonTookOver) and event.person != before[event.seat].person:
                changed = without_vote_of(changed, event.seat)
            return without_vote_on(changed, event.seat)


def _next_to_begin(roster: Roster) -> Roster:
    """The roster of a lobby where the first of the `order` who is there begins."""
    if not roster.order:
        return roster
    seats = {holder.person or holder.name: seat for seat, holder in enumerate(roster.holders)}
    return replace(roster, starter=next((seats[one] for one in roster.order if one in seats), None))


def _interrupted(
    roster: Roster,
    event: GameAborted | GameRestored | GameResumed | GameRolledBack,
    at: datetime,
    *,
    started: bool,
) -> Roster:
    match event:
        case GameRolledBack(banks=banks):
            return _rolled_back(roster, banks)
        case GameAborted():
            return replace(roster, status=Status.ABORTED, vote=None, votes=())
        case GameRestored():
            status = Status.RUNNING if started else Status.LOBBY
            return replace(roster, status=status, holders=_restored(roster.holders, at), restored_at=at)
        case GameResumed():
            begun = (replace(one, clock=_begun_again(one.clock)) for one in roster.holders)
            return replace(roster, setbacks=roster.setbacks + 1, holders=tuple(begun))
        case _:
            assert_never(event)


def _rolled_back(roster: Roster, banks: Sequence[int]) -> Roster:
    """The roster of a game that an admin sets back.

    Nobody has begun the turn that begins again, so no computer is to finish it, and its clock is new. A vote
    that is open was about moves that are gone.
    """
    saved = banks or [one.clock.bank for one in roster.holders]
    holders = tuple(
        replace(one, skipped=False, clock=replace(_begun_again(one.clock), bank=bank, last=None))
        for one, bank in zip(roster.holders, saved, strict=True)
    )
    return replace(roster, holders=holders, vote=None, votes=())


def _with_contribution(roster: Roster, event: PlayerJoined | StartRequested) -> Roster:
    added = event.name, event.contribution
    return replace(roster, contributions=(*roster.contributions, added)) if roster.deck_secret else roster


def _begun_again(clock: SeatClock) -> SeatClock:
    """The clock of a seat whose turn begins again, because nobody knows how long the log was damaged."""
    return replace(clock, turn=None, started=None, used=0)


def _holders_after(
    roster: Roster, event: PlayerJoined | ComputerJoined | SeatChange, at: datetime
) -> tuple[SeatHolder, ...]:
    holders = roster.holders
    match event:
        case PlayerJoined(person, name, color):
            return (*holders, SeatHolder(name, color, person=person))
        case ComputerJoined(level, name, color):
            return (*holders, SeatHolder(name, color, level=level))
        case _:
            return _put(holders, event.seat, _holder_after(holders[event.seat], event, roster.clock, at))


def _holder_after(
    holder: SeatHolder, event: SeatChange, table_clock: TurnClock | None, at: datetime
) -> SeatHolder:
    match event:
        case ColorChanged(color=color):
            return replace(holder, color=color)
        case ComputerTookOver(level=level, by=by):
            left = by == holder.person
            clock = clock_of_taken(holder.clock, table_clock, at, left=left)
            return replace(holder, level=level, skipped=False, given_up=left, away_since=at, clock=clock)
        case SeatGivenUp(by=by) if by == holder.person:
            return replace(holder, given_up=True)
        case SeatGivenUp():
            return replace(holder, stands_in_for="")
        case PersonTookOver(person=person, name=name):
            return _played_by(holder, person, name)
        case SeatSkipped(cause=cause):
            missed = holder.clock.missed + (cause == BY_CLOCK)
            return replace(holder, skipped=True, clock=replace(holder.clock, missed=missed))
        case SeatAway(until=until):
            return _absent(holder, until, at)
        case _:
            assert_never(event)


def _played_by(holder: SeatHolder, person: str, name: str) -> SeatHolder:
    """A seat that a person has taken. It stays its owner's, unless the owner has given it up."""
    owner = holder.stands_in_for or ("" if holder.given_up else holder.person)
    earlier = tuple(one for one in dict.fromkeys(holder.people) if one and one != person)
    stands_in_for = "" if owner == person else owner
    absences = {**dict(holder.absences), holder.person: holder.absent_seconds}
    return SeatHolder(
        name,
        holder.color,
        person,
        stands_in_for=stands_in_for,
        earlier=earlier,
        clock=holder.clock if person == holder.person else SeatClock(holder.clock.bank),
        absent_seconds=absences.pop(person, 0),
        absences=tuple(absences.items()),
    )


def _absent(holder: SeatHolder, until: datetime | None, at: datetime) -> SeatHolder:
    """A seat whose person is away until a moment, or back. The rest of an earlier absence is given back."""
    rest = holder.absent_until - at if holder.absent_until else timedelta()
    ahead = until - at if until else timedelta()
    seconds = holder.absent_seconds + ceil((max(ahead, timedelta()) - max(rest, timedelta())).total_seconds())
    return replace(holder, absent_until=until, absent_seconds=max(0, seconds))


def _restored(holders: tuple[SeatHolder, ...], at: datetime) -> tuple[SeatHolder, ...]:
    """The seats of a restored game: the time to come back begins again for each of them."""
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
