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
    changed = await repository.store.results.changed_games()
    for game in changed:
        with suppress(UnknownGame, UnreadableGame):
            await _read_again(repository, game)
    if changed:
        await rate_again(repository)


async def _read_again(repository: MatchRepository, game: str) -> None:
    store, match = repository.store, await repository.read(game)
    closed_at = await store.log.closed_at(game)
    if match.roster.status is not Status.OVER or closed_at is None:
        await store.results.withdraw(game)
        return
    steps = await repository.steps(game, 0)
    if found := results_of(steps):
        await store.results.write(found, started_at(steps), closed_at)


async def rate_again(repository: MatchRepository) -> None:
    """Rate everybody again from the first rated game on, and write what is different."""
    rated = await repository.store.results.rated()
    found = await asyncio.to_thread(ratings, rated)
    known = {(one.game, one.seat): strength_of(one) for one in rated}
    new = {key: strength for key, strength in found.items() if known[key] != strength}
    if new:
        await repository.store.results.set_ratings(new)
