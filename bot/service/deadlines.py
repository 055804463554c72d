"""What is due when: so far, the moment from which an aborted game can be restored no more."""

import logging

from bot.matches.repository import MatchRepository
from bot.matches.seats import LAPSE, lapse
from bot.store import Conflict, Deadline, RowUpdates, StoreError
from bot.tasks import fault

_EVERY = 30.0

log = logging.getLogger(__name__)


class Deadlines:
    """Does what has fallen due, also while the program was away."""

    def __init__(self, games: MatchRepository) -> None:
        self._games = games

    async def run(self) -> None:
        """Look at the clock twice a minute, until cancelled."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.error("what is due waits: %s", error)
            await self._games.clock.sleep(_EVERY)

    async def look(self) -> None:
        """Do all that is due by now; what fails stays due, and delays nothing else."""
        for deadline in await self._games.store.deadlines.due(self._games.clock.now()):
            try:
                await self._meet(deadline)
            except Exception as error:  # noqa: BLE001 - one game that cannot be read is no other's fault
                log.error("game %s: what is due waits: %s", deadline.game, fault(error))

    async def _meet(self, deadline: Deadline) -> None:
        async with self._games.lock(deadline.game):
            match = await self._games.read(deadline.game)
            facts = lapse(match) if deadline.kind == LAPSE else ()
            struck = {deadline.kind: None}
            try:
                if facts:
                    await self._games.write(match, facts, also=RowUpdates(deadlines=struck))
                else:
                    await self._games.store.deadlines.set(deadline.game, struck)
            except Conflict:
                log.info("game %s: went on while something was due; again later", deadline.game)
