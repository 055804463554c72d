"""Games that nobody will finish are ended, so that their channels and people can be removed."""

from bot.matches import seats
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.store import UnreadableGame


async def end_game(repository: MatchRepository, game: str, *, running: bool) -> bool:
    """End a game without a result: an abandoned lobby, and with `running` any game, for the operator.

    False where it goes on, or cannot be read. It can be restored for a day.
    """
    now = repository.clock.now()

    def decide(match: Match) -> Outcome:
        return seats.abort(match, None, now) if running or seats.is_abandoned(match, now) else Outcome(())

    try:
        _, outcome = await repository.update(game, decide)
    except (CommandRefused, UnknownGame, UnreadableGame):
        return False
    return bool(outcome.events)
