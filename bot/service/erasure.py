"""Erasure: people who asked to be forgotten are removed from every game, and their data is deleted.

Their request is stored first. After a stop in between, the next start begins again: a step that was done
before changes nothing.
"""

from contextlib import suppress

from bot.matches.erasure import leave_for_good
from bot.matches.repository import MatchRepository, UnknownGame
from bot.model.identity import Person
from bot.store import UnreadableGame


async def erase_all(repository: MatchRepository) -> None:
    """Forget everybody who asked for it. Raises StoreError and Conflict: then it is done later."""
    for person in await repository.store.personal.erasures():
        await _erase(repository, person)
    await repository.store.personal.forget_hands()


async def _erase(repository: MatchRepository, person: Person) -> None:
    """A running seat goes to a computer first, so that the table is told."""
    for game in await repository.store.personal.games_naming([person]):
        with suppress(UnknownGame, UnreadableGame):
            await repository.update(game, lambda match: leave_for_good(match, person), str(person))
        await repository.forget(game, person)
    await repository.store.personal.erase(person)
