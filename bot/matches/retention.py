"""Retention: people who asked for it are forgotten, old games archived, and abandoned games ended."""

import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial

from bot.matches import seats
from bot.matches.erasure import leave_for_good
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.store import UnreadableGame

_SOON = 1.0
"""Seconds between two games: people who click do not notice the work."""

_AT_A_TIME = 50
"""Games of one round; those that cannot be archived are not tried again in it."""

log = logging.getLogger(__name__)


async def erase_all(repository: MatchRepository) -> None:
    """Remove everybody who asked for it from every game, and delete their data.

    After a stop in between, the next start begins again: a step that was done before changes nothing.
    Raises StoreError and Conflict: then it is done later.
    """
    personal = repository.store.personal
    for person in await personal.erasures():
        leave = partial(leave_for_good, person=person)
        for game in await personal.games_naming([person]):
            with suppress(UnknownGame, UnreadableGame):
                # A running seat goes to a computer first, so that the table is told.
                await repository.update(game, leave, str(person))
            await repository.forget(game, person)
        await personal.erase(person)
    await personal.forget_hands()


async def archive_games(repository: MatchRepository, archive_after: int) -> int:
    """Archive games that ended `archive_after` days ago or earlier, one a transaction. Returns how many."""
    done, archives = 0, repository.store.archives
    before = repository.clock.now() - timedelta(days=archive_after)
    for game in await archives.archivable(before, _AT_A_TIME):
        try:
            done += await archives.archive(game, before)
        except UnreadableGame as broken:
            log.warning("%s; it is not archived", broken)
        await repository.clock.sleep(_SOON)
    return done


async def end_game(repository: MatchRepository, game: str, *, running: bool) -> bool:
    """End a game without a result: an abandoned lobby, and with `running` any game, for the operator.

    Then its channel and people can be removed. False where it goes on, or cannot be read. It can be restored
    for a day.
    """
    now = repository.clock.now()

    def decide(match: Match) -> Outcome:
        return seats.abort(match, None, now) if running or seats.is_abandoned(match, now) else Outcome(())

    try:
        _, outcome = await repository.update(game, decide)
    except (CommandRefused, UnknownGame, UnreadableGame):
        return False
    return bool(outcome.events)
