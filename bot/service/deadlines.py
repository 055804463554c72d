"""Deadlines: so far, the moment after which an aborted game can no longer be restored."""

import logging

from bot.matches.outcomes import Outcome
from bot.matches.planned_turns import DUE
from bot.matches.repository import MatchRepository
from bot.matches.seats import LAPSE, lapse
from bot.store import Conflict, RowUpdates, StoreError, UnreadableGame
from bot.tasks import fault

_EVERY = 30.0

log = logging.getLogger(__name__)


async def meet_deadlines(repository: MatchRepository) -> None:
    """Do what is due, twice a minute until cancelled; first what came due while the program was down."""
    while True:
        try:
            await meet_due(repository)
        except StoreError as error:
            log.error("what is due waits: %s", error)
        await repository.clock.sleep(_EVERY)


async def meet_due(repository: MatchRepository) -> None:
    """Do all that is due now. What fails stays due and delays nothing else."""
    for game, kind in await repository.store.log.due(repository.clock.now()):
        try:
            await _meet(repository, game, kind)
        except Exception as error:  # noqa: BLE001 - one game must not delay the others
            log.error("game %s: what is due waits: %s", game, fault(error))


async def _meet(repository: MatchRepository, game: str, kind: str) -> None:
    if kind.startswith(DUE):
        updates = RowUpdates(deadlines={kind: None})
        await repository.update(game, lambda _: Outcome((), updates=updates))  # it plays the plan
        return
    if kind != LAPSE:
        await repository.store.log.set_deadlines(game, {kind: None})
        return
    try:
        await repository.update(game, lapse)
    except UnreadableGame:
        return  # it stays due: the operator may repair the game
    except Conflict:
        log.info("game %s: went on while a deadline was met; it is met again later", game)
