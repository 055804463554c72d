"""News of a match for one player: what happened since their last turn."""

from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.turns import steps_since_turn
from bot.text.i18n import Phrases
from bot.text.since_turn import since_turn
from engine.game import TakeTurn

_LATEST = 100
"""Steps of a log among which the last turn of a player is looked for: several rounds."""


async def steps_since(repository: MatchRepository, match: Match, seat: int) -> tuple[Step, ...]:
    """The steps of a match since the last turn of a seat."""
    steps = await repository.steps(match.id, max(0, match.seq - _LATEST))
    return steps_since_turn([step for step in steps if step.after.seq <= match.seq], seat)


async def news_of(repository: MatchRepository, match: Match, seat: int, phrases: Phrases) -> str:
    """What a player reads first when their turn begins: what happened since their last one; or nothing."""
    decision = match.game.table.decisions[seat] if match.game else None
    if match.roster.status is not Status.RUNNING or not isinstance(decision, TakeTurn):
        return ""
    told = since_turn(await steps_since(repository, match, seat), phrases)
    return f"{phrases.say('since-title')}\n{told}" if told else ""
