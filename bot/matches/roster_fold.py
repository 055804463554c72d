"""How each event changes the roster of a game, and with it the clocks of its seats."""

from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import assert_never

from msgspec import structs

from bot.matches import roster_events as happened
from bot.matches.clocks import SeatClock, begun, moved, reset, settled, stopped, unsettled, without_turn
from bot.matches.roster import Roster, SeatHolder, Status
from bot.matches.roster_events import BY_CLOCK, CLOCK_SET, CONCEDED, RosterEvent
from engine.chance import Contribution
from engine.events import BY_ADMIN, BY_PLAYER, Event, GameStarted, MovesUndone
from engine.game import Game


def opened(event: happened.GameOpened) -> Roster:
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
    holders = roster.holders
    match event:
        # The lobby
        case happened.GameOpened():
            return opened(event)
        case happened.SetupChanged(variant, bonus, starter, delays, starts_full):
            order = roster.order if starter == roster.starter else ()
            changed = replace(roster, variant=variant, bonus=bonus, delays_plans=delays)
            return replace(changed, starter=starter, starts_full=starts_full, order=order)
        case happened.PlayersAsked(of, players, order, until):
            return replace(roster, rematch_of=of, asked=players, asked_until=until, order=order)
        case happened.PlayerJoined(person, name, color, contribution):
            asked = tuple(player for player in roster.asked if player[0] != person)
            joined = replace(roster, asked=asked, holders=(*holders, SeatHolder(name, color, person=person)))
            return _next_to_begin(_with_contribution(joined, name, contribution))
        case happened.ComputerJoined(level, name, color):
            return _next_to_begin(replace(roster, holders=(*holders, SeatHolder(name, color, level=level))))
        case happened.ColorChanged(seat, color):
            return _with_holder(roster, seat, replace(holders[seat], color=color))
        case happened.SeatLeft(seat):
            starter = roster.starter
            if starter is not None and starter >= seat:
                starter = None if starter == seat else starter - 1
            left = replace(roster, holders=holders[:seat] + holders[seat + 1 :], starter=starter)
            return _next_to_begin(left)
        case happened.StartRequested(name, contribution):
            return replace(_with_contribution(roster, name, contribution), status=Status.RUNNING)

        # Who plays a seat
        case happened.PlayerRenamed(seat, name=name):
            return _with_holder(roster, seat, replace(holders[seat], name=name))
        case happened.ComputerTookOver(seat, level, by, cause=cause):
            # A player who left finds the clock where it stood. Others begin the turn again.
            clock, is_left = holders[seat].clock, by == holders[seat].person
            if roster.clock and clock.turn is not None and not is_left:
                clock = settled(clock, roster.clock, at, by_person=False)
            taken = replace(holders[seat], level=level, skipped=False, clock=replace(clock, missed=0))
            taken = replace(taken, given_up=is_left, conceded=cause == CONCEDED, away_since=at)
            return _after_change(roster, seat, taken)
        case happened.SeatGivenUp(seat, by):
            holder = holders[seat]
            own = by == holder.person
            given_up = replace(holder, given_up=True) if own else replace(holder, stands_in_for="")
            return _after_change(roster, seat, given_up)
        case happened.PersonTookOver(seat, person, name):
            if person != holders[seat].person:  # the vote of the person before does not count
                votes = tuple(None if voter == seat else vote for voter, vote in enumerate(roster.votes))
                roster = replace(roster, votes=votes)
            return _after_change(roster, seat, _played_by(holders[seat], person, name))
        case happened.SeatSkipped(seat, cause=cause):
            clock = replace(holders[seat].clock, missed=holders[seat].clock.missed + (cause == BY_CLOCK))
            return _after_change(roster, seat, replace(holders[seat], skipped=True, clock=clock))
        case happened.SeatAway(seat, until):
            # The rest of an earlier absence is given back.
            holder = holders[seat]
            rest = max(holder.absent_until - at, timedelta()) if holder.absent_until else timedelta()
            ahead = max(until - at, timedelta()) if until else timedelta()
            seconds = holder.absent_seconds + ceil((ahead - rest).total_seconds())
            away = replace(holder, absent_until=until, absent_seconds=max(0, seconds))
            return _after_change(roster, seat, away)
        case happened.PlanMade():
            return roster

        # The game as a whole
        case happened.ChatFollowed(by):
            return replace(roster, followers=(*roster.followers, by))
        case happened.GameAborted():
            return replace(roster, status=Status.ABORTED, vote=None, votes=())
        case happened.GameRestored():
            status = Status.RUNNING if started else Status.LOBBY
            # The time to come back begins again.
            waiting = (replace(holder, away_since=holder.away_since and at) for holder in holders)
            return replace(roster, status=status, holders=tuple(waiting), restored_at=at)
        case happened.GameResumed():
            # Turns begin again: nobody knows for how long the log was damaged.
            begun_again = (replace(holder, clock=without_turn(holder.clock)) for holder in holders)
            return replace(roster, setbacks=roster.setbacks + 1, holders=tuple(begun_again))
        case happened.GameRolledBack(banks=banks):
            # Nobody has begun the turn that begins again, so no computer is to finish it, and its clock is
            # new. A vote that is open is about moves that are gone.
            seat_banks = banks or [holder.clock.bank for holder in holders]
            set_back = tuple(
                replace(
                    holder, skipped=False, clock=replace(without_turn(holder.clock), bank=bank, last=None)
                )
                for holder, bank in zip(holders, seat_banks, strict=True)
            )
            return replace(roster, holders=set_back, vote=None, votes=())
        case happened.SeedPublished(seed):
            return replace(roster, seed=seed)

        # Clocks
        case happened.ClockSet(chosen_clock, allowance):
            on_it = tuple(
                replace(holder, clock=reset(holder.clock, chosen_clock, roster.clock)) for holder in holders
            )
            return replace(roster, clock=chosen_clock, allowance=allowance, holders=on_it)
        case happened.TimeGiven(seat, seconds):
            clock = replace(holders[seat].clock, used=holders[seat].clock.used - seconds)
            return _with_holder(roster, seat, replace(holders[seat], clock=clock))
        case happened.PauseSet(paused=True, seconds=seconds):
            until = at + timedelta(seconds=seconds) if seconds else None
            return replace(roster, paused=True, paused_since=at, paused_until=until)
        case happened.PauseSet():
            lasted = int((at - roster.paused_since).total_seconds()) if roster.paused_since else 0
            paused_for = roster.paused_for + max(0, lasted)
            return replace(roster, paused=False, paused_since=None, paused_until=None, paused_for=paused_for)
        case happened.ClocksMoved(seconds, cause, until):
            later = timedelta(seconds=seconds)
            moved_to, set_at = roster.clocks_moved_to, roster.clock_set_at
            if cause == CLOCK_SET:
                moved_to, set_at = moved_to and moved_to + later, until
            else:
                moved_to = until
            return replace(
                roster,
                holders=tuple(_moved(holder, seconds, at) for holder in holders),
                vote=roster.vote and structs.replace(roster.vote, until=roster.vote.until + later),
                asked_until=roster.asked_until and roster.asked_until + later,
                paused_until=roster.paused_until and roster.paused_until + later,
                clocks_moved_to=moved_to,
                clock_set_at=set_at,
            )

        # Votes
        case happened.VoteOpened(by=by):
            votes = tuple(True if seat == by else None for seat in range(len(holders)))
            return replace(roster, vote=event, votes=votes)
        case happened.VoteCast(voter, yes):
            votes = tuple(yes if seat == voter else vote for seat, vote in enumerate(roster.votes))
            return replace(roster, votes=votes)
        case happened.VoteClosed():
            return replace(roster, vote=None, votes=())
        case _:
            assert_never(event)


def roster_after_play(roster: Roster, event: Event, game: Game) -> Roster:
    """The roster after an event of play that leads to `game`."""
    if isinstance(event, GameStarted):
        roster = replace(roster, status=Status.RUNNING)
        if roster.clock is None:
            return roster
        bank = SeatClock(roster.clock.turn)  # each seat begins with one turn's time in its bank
        return replace(roster, holders=tuple(replace(holder, clock=bank) for holder in roster.holders))
    if game.table.over:
        roster = replace(roster, status=Status.OVER)
    if isinstance(event, MovesUndone):
        alone = event.cause == BY_PLAYER
        undone = tuple(
            replace(holder, clock=unsettled(holder.clock, _turn_of(game, seat), alone=alone))
            for seat, holder in enumerate(roster.holders)
        )
        roster = replace(roster, holders=undone)
        to = roster.vote.to if roster.vote else None
        if to is not None and (event.to <= to or event.cause == BY_ADMIN):  # the moves in question are gone
            roster = replace(roster, vote=None, votes=())
    asked_about = roster.vote.about if roster.vote else None
    for seat, holder in enumerate(roster.holders):
        has_acted = not game.table.decisions[seat] and not game.aside[seat]
        if (holder.skipped or seat == asked_about) and has_acted:
            roster = _after_change(roster, seat, replace(holder, skipped=False))
    return roster


def run_clocks(before: Roster, roster: Roster, game: Game | None, at: datetime) -> Roster:
    """The roster with the clocks of its seats as they are after an event at `at`.

    `before` is the roster before it, `game` the state of play after it. A clock begins with a turn, or with
    the choice of starting tickets, and runs through all that a turn may ask until the seat has nothing to
    decide. It stands still while the game does not run, is paused, the person is away, or a computer plays.
    """
    if roster.clock is None or game is None:
        return roster
    is_on = roster.status is Status.RUNNING and not roster.paused
    holders: list[SeatHolder] = []
    for seat, (earlier, holder) in enumerate(zip(before.holders, roster.holders, strict=True)):
        clock, turn = holder.clock, _turn_of(game, seat)
        waited_for = game.table.decisions[seat] is not None
        if clock.turn is not None and (turn != clock.turn or (earlier.by_computer and not waited_for)):
            clock = settled(clock, roster.clock, at, by_person=not earlier.by_computer)
        if clock.turn is None and turn is not None and waited_for and not holder.by_computer:
            clock = begun(clock, turn)
        runs = is_on and not holder.absent_until and not holder.by_computer
        if clock.turn is not None and runs != (clock.started is not None):
            clock = replace(clock, started=at) if runs else stopped(clock, at)
        holders.append(holder if clock == holder.clock else replace(holder, clock=clock))
    if all(new is old for new, old in zip(holders, roster.holders, strict=True)):
        return roster
    return replace(roster, holders=tuple(holders))


def _turn_of(game: Game, seat: int) -> int | None:
    """The number of the turn that a seat takes, 0 while it chooses starting tickets; None for no turn."""
    table = game.table
    if table.choosing:
        return 0 if table.decisions[seat] is not None or game.aside[seat] else None
    return table.turn if table.seat == seat and not table.over else None


def _with_holder(roster: Roster, seat: int, holder: SeatHolder) -> Roster:
    return replace(roster, holders=(*roster.holders[:seat], holder, *roster.holders[seat + 1 :]))


def _after_change(roster: Roster, seat: int, holder: SeatHolder) -> Roster:
    """The roster after somebody has acted in or for a seat: a vote about the seat is over."""
    if roster.vote is not None and roster.vote.about == seat:
        roster = replace(roster, vote=None, votes=())
    return _with_holder(roster, seat, holder)


def _with_contribution(roster: Roster, name: str, contribution: Contribution) -> Roster:
    """A game that an earlier version opened has no secret, and its seed takes no contributions."""
    added = *roster.contributions, (name, contribution)
    return replace(roster, contributions=added) if roster.deck_secret else roster


def _next_to_begin(roster: Roster) -> Roster:
    """The roster of a lobby where the first of the `order` who is there begins."""
    if not roster.order:
        return roster
    seats = {holder.person or holder.name: seat for seat, holder in enumerate(roster.holders)}
    return replace(roster, starter=next((seats[player] for player in roster.order if player in seats), None))


def _played_by(holder: SeatHolder, person: str, name: str) -> SeatHolder:
    """A seat that a person has taken. It stays its owner's, unless the owner has given it up."""
    owner = holder.stands_in_for or ("" if holder.given_up else holder.person)
    absences = {**dict(holder.absences), holder.person: holder.absent_seconds}
    return SeatHolder(
        name,
        holder.color,
        person,
        stands_in_for="" if owner == person else owner,
        earlier=tuple(other for other in dict.fromkeys(holder.people) if other and other != person),
        clock=holder.clock if person == holder.person else SeatClock(holder.clock.bank),
        absent_seconds=absences.pop(person, 0),
        absences=tuple(absences.items()),
    )


def _moved(holder: SeatHolder, seconds: int, at: datetime) -> SeatHolder:
    """A seat after seconds that do not count."""
    started, away = holder.clock.started, holder.away_since
    clock = replace(holder.clock, started=started and moved(started, seconds, at))
    return replace(holder, clock=clock, away_since=away and moved(away, seconds, at))
