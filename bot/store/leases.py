"""Leases on PostgreSQL: a process claims one, claims it again while it works, and otherwise loses it in time.

All moments are those of the database's clock, which is the same for all processes: one whose own clock is
wrong can neither keep a lease too long nor take one too early. Where a test gives `now`, that counts instead.

A claim is one statement, and a transaction of its own. So a process that hangs holds no lock, and it does not
matter to a pooler which connection gets the next one. Nothing that is cached depends on leases: other
processes need no news of them.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import ARRAY, Column, Connection, Float, String, Table, Text, bindparam, select, text

from bot.store.notes import written_logs
from bot.store.schema import log_ends, metadata

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("until", Float, nullable=False),
)
"""Which process does what only one may do, and until when: seconds since 1970 by the database's clock.

The table is empty while one process has the database.
"""

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


def claim_leases(
    connection: Connection, holder: str, names: Sequence[str], seconds: float, now: float | None
) -> Mapping[str, str]:
    """Renew or take those of the named leases that the holder has or that are free, and give back its others.

    Returns the holder of every lease that runs, by name.
    """
    given = {"holder": holder, "names": sorted(names), "seconds": seconds, "now": now}
    return {row.name: row.holder for row in connection.execute(_CLAIM, given)}


def running_leases(connection: Connection, now: float | None) -> Mapping[str, float]:
    """When each lease that runs ends, by name."""
    return {row.name: row.until for row in connection.execute(_RUNNING, {"now": now})}


def call_holder(connection: Connection, game: str) -> None:
    """Report a game as written to the other processes, although it was not."""
    end = connection.scalar(select(log_ends.c.seq).where(log_ends.c.game == game))
    written_logs(connection)[game] = end or 0
