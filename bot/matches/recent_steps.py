"""The latest steps of a match."""

from datetime import datetime

from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository

_AT_FIRST = 50


async def steps_after(repository: MatchRepository, match: Match, moment: datetime) -> list[Step]:
    """The steps of a match after a moment, however many there are."""
    reach = _AT_FIRST
    while True:
        steps = await repository.steps(match.id, max(0, match.seq - reach))
        if reach >= match.seq or (steps and steps[0].at <= moment):
            return [step for step in steps if step.at > moment]
        reach *= 2
