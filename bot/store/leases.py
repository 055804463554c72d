"""Leases on PostgreSQL: a process claims one, claims it again while it works, and otherwise loses it in time.

All moments are those of the database's clock, which is the same for all processes: one whose own clock is
wrong can neither keep a lease too long nor take one too early. Where a test gives `now`, that counts instead.

A claim is one statement, and a transaction of its own. So a process that hangs holds no lock, and it does not
matter to a pooler which connection gets the next one. Nothing that is cached depends on leases: other
processes need no news of them.
"""

from collections.abc import Iterable, Mapping

from sqlalchemy import ARRAY, Connection, String, bindparam, select, text

from bot.store.database import written_logs
from bot.store.part import StorePart
from bot.store.schema import log_ends

PROCESS = "process/"
"""How the names begin under which processes only say that they run."""

_OLD = 24 * 60 * 60
"""Seconds after which a lease that has run out is deleted."""

_NOW = "clock AS (SELECT COALESCE(CAST(:now AS FLOAT8), EXTRACT(EPOCH FROM statement_timestamp())) AS now)"

_CLAIM = text(f"""
WITH {_NOW},
returned AS (
    DELETE FROM leases USING clock
    WHERE name <> ALL (:names) AND (holder = :holder OR until <= now - {_OLD})
),
claimed AS (
    INSERT INTO leases (name, holder, until)
    SELECT name, :holder, now + CAST(:seconds AS FLOAT8) FROM clock, unnest(:names) AS name
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE leases.holder = excluded.holder OR leases.until <= (SELECT now FROM clock)
    RETURNING name, holder
)
SELECT name, holder FROM leases, clock WHERE holder <> :holder AND until > now
UNION ALL
SELECT name, holder FROM claimed
""").bindparams(bindparam("names", type_=ARRAY(String)), bindparam("holder", type_=String))

_RUNNING = text(f"WITH {_NOW} SELECT name, until FROM leases, clock WHERE until > now")


class LeaseStore(StorePart):
    """Which process does what, on a database that several share."""

    async def claim(
        self, holder: str, names: Iterable[str], seconds: float, now: float | None = None
    ) -> Mapping[str, str]:
        """Have these leases for `seconds` from now as far as they are free, and no others.

        Returns the holder of every lease that runs, by name.
        """
        given = {"holder": holder, "names": sorted(names), "seconds": seconds, "now": now}

        def write(connection: Connection) -> Mapping[str, str]:
            return {row.name: row.holder for row in connection.execute(_CLAIM, given)}

        return await self._database.write_lease(write)

    async def running(self, now: float | None = None) -> Mapping[str, float]:
        """When each lease that runs ends, by name and by the clock of the database."""

        def read(connection: Connection) -> Mapping[str, float]:
            return {row.name: row.until for row in connection.execute(_RUNNING, {"now": now})}

        return await self._database.write_lease(read) if self._database.is_shared else {}

    async def processes(self) -> int:
        """How many processes have the database and say so: none where one process has it alone."""
        return sum(name.startswith(PROCESS) for name in await self.running())

    async def call_holder(self, game: str) -> None:
        """Let the process that has a game look at it again, as if there were news."""

        def write(connection: Connection) -> None:
            end = connection.scalar(select(log_ends.c.seq).where(log_ends.c.game == game))
            written_logs(connection)[game] = end or 0

        await self._database.write(write)
