"""Checks of whole logs, and games that lost moves because the database went back."""

from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import LOSS, GameResumed
from bot.store import RowUpdates, UnreadableGame

_PAUSE = 1.0
"""Seconds from one game to the next: people who click do not notice the work."""

_AGAIN = 24 * 60 * 60.0
"""Seconds after which all games are checked again."""


async def check_logs(repository: MatchRepository) -> None:
    """Compare the log of each game that goes on with its checksums, after the start and once a day.

    A game that is read from a snapshot does not notice damage before it. Raises StoreError.
    """
    while True:
        await repository.clock.sleep(_PAUSE)
        for game in await repository.store.log.running_games():
            await repository.check(game)
            await repository.clock.sleep(_PAUSE)
        await repository.clock.sleep(_AGAIN)


async def tell_setbacks(repository: MatchRepository) -> None:
    """Write an event into each game that may have lost moves: it tells everybody.

    Raises StoreError and Conflict.
    """

    def set_back(match: Match) -> Outcome:
        if match.roster.status not in (Status.LOBBY, Status.RUNNING):
            return Outcome(())
        return Outcome((GameResumed(LOSS),), updates=RowUpdates(told_setback=True))

    for game in await repository.store.log.set_back():
        try:
            _, outcome = await repository.update(game, set_back)
            is_told = bool(outcome.events)
        except (UnknownGame, UnreadableGame):
            is_told = False
        if not is_told:
            await repository.store.log.forget_setback(game)
