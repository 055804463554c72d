"""What happens in a game when nobody acts in time: each kind lets its match go on as a player would."""

from collections.abc import Callable
from datetime import datetime

from bot.matches import deadlines, lobby, seats, votes
from bot.matches.deadlines import deadlines_of
from bot.matches.match import Match
from bot.matches.outcomes import Decide, Outcome
from bot.matches.undo import match_at
from bot.timers.registry import Due, TimerKind, TimerServices, timer


async def _decide(due: Due, services: TimerServices, decide: Decide) -> datetime | None:
    """Let a match go on as `decide` says. Without events, the timer is set to what the match says.

    If this process has lost the game since it looked, the timer stays due: another process meets it.
    """

    def decide_if_own(match: Match) -> Outcome:
        return decide(match) if services.leases.speaks_about(match.id) else Outcome(())

    match, outcome = await services.repository.update(due.owner, decide_if_own)
    is_set = outcome.events or not services.leases.speaks_about(match.id)
    return due.at if is_set else deadlines_of(match).get(due.kind)


@timer(deadlines.VOTE)
async def vote(due: Due, services: TimerServices) -> datetime | None:
    """A vote ends. An undo needs the match that it brings back."""
    match = await services.repository.read(due.owner)
    about = match.roster.vote
    earlier = await match_at(services.repository, match, about.to) if about else None
    return await _decide(due, services, lambda match: votes.vote_over(match, due.now, earlier))


def _kind(name: str, decide: Callable[[Match, Due], Outcome], *, stands_still: bool = True) -> TimerKind:
    @timer(name, stands_still=stands_still)
    async def meet(due: Due, services: TimerServices) -> datetime | None:
        return await _decide(due, services, lambda match: decide(match, due))

    return meet


GAMES = (
    vote,
    _kind(deadlines.TURN, lambda match, due: seats.time_up(match, due.seat, due.now)),
    _kind(deadlines.AWAY, lambda match, due: seats.absence_over(match, due.seat, due.now)),
    _kind(deadlines.PLAN, lambda match, due: Outcome(())),  # the repository plays it with each update
    _kind(deadlines.PAUSE, lambda match, due: votes.pause_over(match, due.now)),
    _kind(deadlines.ANSWERS, lambda match, due: lobby.answers_over(match, due.now)),
    _kind(deadlines.LOBBY_IDLE, lambda match, due: seats.close_idle(match, due.now)),
    _kind(seats.LAPSE, lambda match, due: seats.lapse(match), stands_still=False),
)
"""The kinds of timers of a match: a vote ends, the time of a seat is up, a player was to be back, a planned
turn is played, a pause ends, nobody is asked to play again any longer, nobody has done anything in a lobby
for days, an aborted game can no longer be restored.
"""
