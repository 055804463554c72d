"""Games that lost moves because the database went back: an event in the log of each tells everybody."""

import logging

from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import LOSS, GameResumed
from bot.store import Conflict, RowUpdates, StoreError, UnreadableGame

_AGAIN = 30.0
"""Seconds after which a failed attempt is repeated."""

log = logging.getLogger(__name__)


async def tell_setbacks(repository: MatchRepository) -> None:
    """Write into each game that may have lost moves that it has."""
    while True:
        try:
            for game in await repository.store.log.set_back():
                await _tell(repository, game)
        except (StoreError, Conflict) as error:
            log.error("games that lost moves are told later: %s", error)
        else:
            return
        await repository.clock.sleep(_AGAIN)


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
