"""Keeps the results of finished games and the ratings up to date with the logs."""

import asyncio
from contextlib import suppress

from bot.matches.ratings import ratings, strength_of
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.results import results_of, started_at
from bot.matches.roster import Status
from bot.store import UnreadableGame


async def bring_up_to_date(repository: MatchRepository) -> None:
    """Read the games that have ended, or whose end was taken back, and rate everybody again.

    Games are rated in the order in which they ended, not in which they are read.
    """
    store = repository.store
    changed = await store.results.changed_games()
    for game in changed:
        with suppress(UnknownGame, UnreadableGame):
            match, closed_at = await repository.read(game), await store.log.closed_at(game)
            if match.roster.status is not Status.OVER or closed_at is None:
                await store.results.withdraw(game)
                continue
            steps = await repository.steps(game, 0)
            if results := results_of(steps):
                await store.results.write(results, started_at(steps), closed_at)
    if changed:
        await rate_again(repository)


async def rate_again(repository: MatchRepository) -> None:
    """Rate everybody again from the first rated game on, and write what is different."""
    rated = await repository.store.results.rated()
    before = {(result.game, result.seat): strength_of(result) for result in rated}
    after = await asyncio.to_thread(ratings, rated)
    changed = {seat: strength for seat, strength in after.items() if before[seat] != strength}
    if changed:
        await repository.store.results.set_ratings(changed)
