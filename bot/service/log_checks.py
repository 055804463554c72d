"""Checks of whole logs."""

from bot.matches.repository import MatchRepository

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
