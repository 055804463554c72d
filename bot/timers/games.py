"""What happens in a game when nobody acts in time: each function lets its match go on as a player would."""

from datetime import datetime

from bot.matches import deadlines, lobby, seats, votes
from bot.matches.deadlines import deadlines_of
from bot.matches.match import Match
from bot.matches.outcomes import Decide, Outcome
from bot.matches.undo import match_at
from bot.timers.registry import Due, TimerServices, timer


async def _decide(due: Due, services: TimerServices, decide: Decide) -> datetime | None:
    """Let a match go on as `decide` says. Without events, the timer is set to what the match says.

    If this process has lost the game since it looked, the timer stays due: another process meets it.
    """

    def decide_if_own(match: Match) -> Outcome:
        return decide(match) if services.leases.speaks_about(match.id) else Outcome(())

    match, outcome = await services.repository.update(due.owner, decide_if_own)
    is_set = outcome.events or not services.leases.speaks_about(match.id)
    return due.at if is_set else deadlines_of(match).get(due.kind)


@timer(deadlines.TURN)
async def turn(due: Due, services: TimerServices) -> datetime | None:
    """The time of a seat is up."""
    return await _decide(due, services, lambda match: seats.time_up(match, due.seat, due.now))


@timer(deadlines.AWAY)
async def away(due: Due, services: TimerServices) -> datetime | None:
    """A player was to be back by now."""
    return await _decide(due, services, lambda match: seats.absence_over(match, due.seat, due.now))


@timer(deadlines.PLAN)
async def plan(due: Due, services: TimerServices) -> datetime | None:
    """A planned turn is played now: the repository does that with each update."""
    return await _decide(due, services, lambda _: Outcome(()))


@timer(deadlines.VOTE)
async def vote(due: Due, services: TimerServices) -> datetime | None:
    """A vote ends."""
    match = await services.repository.read(due.owner)
    about = match.roster.vote
    earlier = await match_at(services.repository, match, about.to) if about else None
    return await _decide(due, services, lambda match: votes.vote_over(match, due.now, earlier))


@timer(deadlines.PAUSE)
async def pause(due: Due, services: TimerServices) -> datetime | None:
    """A pause ends."""
    return await _decide(due, services, lambda match: votes.pause_over(match, due.now))


@timer(deadlines.ANSWERS)
async def answers(due: Due, services: TimerServices) -> datetime | None:
    """Nobody is asked to play again any longer."""
    return await _decide(due, services, lambda match: lobby.answers_over(match, due.now))


@timer(deadlines.LOBBY_IDLE)
async def idle(due: Due, services: TimerServices) -> datetime | None:
    """Nobody has done anything in a lobby for days: it is closed."""
    return await _decide(due, services, lambda match: seats.close_idle(match, due.now))


@timer(seats.LAPSE, stands_still=False)
async def lapse(due: Due, services: TimerServices) -> datetime | None:
    """An aborted game can no longer be restored: its seed is published."""
    return await _decide(due, services, seats.lapse)
