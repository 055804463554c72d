"""News of a match for one player: what happened since their last turn."""

from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade
from bot.matches.turns import built_in, standing_steps, steps_since_turn
from bot.text.alt_text import built
from bot.text.history import since_turn
from bot.text.i18n import Phrases
from engine.game import TakeTurn

_AT_FIRST, _LATEST = 20, 80
"""How many steps back the last turn of a player is searched at first, and how many public ones at most.

The first ones are in memory, also in a game that was just read, and for a post that is a few actions late.
"""


async def steps_since(repository: MatchRepository, match: Match, seat: int) -> tuple[Step, ...]:
    """The public steps of a match since the last turn of a seat."""
    reach = _AT_FIRST
    while True:
        last = await repository.steps(match.id, max(0, match.seq - reach))
        standing = standing_steps([step for step in last if step.after.seq <= match.seq])
        steps = [step for step in standing if not isinstance(step.event, PlanMade)][-_LATEST:]
        since = steps_since_turn(steps, seat)
        is_cut = not since or since[0] is steps[0]
        if not is_cut or len(steps) >= _LATEST or reach >= match.seq:
            return since
        reach *= 2


async def news_of(repository: MatchRepository, match: Match, seat: int, phrases: Phrases) -> str:
    """What a player reads first when their turn begins: what was built since their last one; or nothing.

    Somebody who plays against computers alone may see no posts, and reads all that has happened.
    """
    decision = match.game.table.decisions[seat] if match.game else None
    if match.game is None or match.roster.status is not Status.RUNNING or not isinstance(decision, TakeTurn):
        return ""
    steps = await steps_since(repository, match, seat)
    if sum(bool(holder.person) for holder in match.roster.holders) == 1:
        text = since_turn(steps, phrases)
        return f"{since_title(match, seat, phrases)}\n{text}" if text else ""
    new = built_in(steps)
    return built(match.game.table, new, match.roster.names, phrases) if new else ""


def since_title(match: Match, seat: int, phrases: Phrases) -> str:
    """The title of what happened since a seat's last turn, or before its first one."""
    table = match.game.table if match.game else None
    is_first = table and (seat - (table.seat or 0)) % table.players + table.turn <= table.players
    return phrases.say("since-title", first="yes" if is_first else "no")
