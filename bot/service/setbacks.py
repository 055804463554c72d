"""Games that lost moves because the database went back: an event in the log of each tells everybody."""

from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import LOSS, GameResumed
from bot.store import RowUpdates, UnreadableGame


async def tell_setbacks(repository: MatchRepository) -> None:
    """Write into each game that may have lost moves that it has. Raises StoreError and Conflict."""
    for game in await repository.store.log.set_back():
        await _tell(repository, game)


async def _tell(repository: MatchRepository, game: str) -> None:
    try:
        match, _ = await repository.update(game, _set_back)
    except (UnknownGame, UnreadableGame):
        await repository.store.log.forget_setback(game)
        return
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        await repository.store.log.forget_setback(game)


def _set_back(match: Match) -> Outcome:
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        return Outcome(())
    return Outcome((GameResumed(LOSS),), updates=RowUpdates(told_setback=True))
