"""Deadlines: so far, the moment after which an aborted game can no longer be restored."""

import logging

from bot.matches.repository import MatchRepository
from bot.matches.seats import LAPSE, lapse
from bot.store import Conflict, Deadline, StoreError
from bot.tasks import fault

_EVERY = 30.0

log = logging.getLogger(__name__)


class Deadlines:
    """Does what is due, including what came due while the program was down."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def run(self) -> None:
        """Look at the clock twice a minute, until cancelled."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.error("what is due waits: %s", error)
            await self._repository.clock.sleep(_EVERY)

    async def look(self) -> None:
        """Do all that is due now. What fails stays due and delays nothing else."""
        for deadline in await self._repository.store.deadlines.due(self._repository.clock.now()):
            try:
                await self._meet(deadline)
            except Exception as error:  # noqa: BLE001 - one game must not delay the others
                log.error("game %s: what is due waits: %s", deadline.game, fault(error))

    async def _meet(self, deadline: Deadline) -> None:
        if deadline.kind != LAPSE:
            await self._repository.store.deadlines.set(deadline.game, {deadline.kind: None})
            return
        try:
            await self._repository.update(deadline.game, lapse)
        except Conflict:
            log.info("game %s: went on while a deadline was met; it is met again later", deadline.game)
