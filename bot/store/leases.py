"""Leases: a process takes one, renews it while it works, and loses it if it does not renew it in time.

All moments are those of the database's clock, which is the same for all processes: one whose own clock is
wrong can neither keep a lease too long nor take one too early. Where a test gives `now`, that counts instead.

The statements are text: what is cached does not depend on leases, so other processes need no news of them.
"""

from collections.abc import Sequence

from sqlalchemy import Column, Connection, Float, Table, Text, select, text

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

_OLD = 24 * 60 * 60.0
"""Seconds after which a lease that has run out is deleted."""

_CLOCKS = {
    "sqlite": "(julianday('now') - 2440587.5) * 86400.0",
    "postgresql": "CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)",
}
"""The clock of each database, in seconds since 1970."""

_RENEW = "UPDATE leases SET until = {now} + {seconds} WHERE holder = :holder"
_RUNNING = "SELECT name, holder FROM leases WHERE until > {now} ORDER BY name"
_END = "SELECT name, until FROM leases WHERE name = :name AND until > {now}"
_TAKE = """
INSERT INTO leases (name, holder, until) VALUES (:name, :holder, {now} + {seconds})
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE leases.until <= {now} OR leases.holder = excluded.holder
RETURNING name
"""
_RELEASE = "DELETE FROM leases WHERE holder = :holder AND name = :name"
_FORGET = "DELETE FROM leases WHERE until <= {now} - {seconds}"

Lease = tuple[str, str]
"""The name of a lease, and its holder."""


def renew_leases(connection: Connection, holder: str, seconds: float, now: float | None) -> Sequence[Lease]:
    """Renew all leases of a holder. Returns all that run, of everybody."""
    _execute(connection, _RENEW, now, holder=holder, seconds=seconds)
    return [(name, its) for name, its in _execute(connection, _RUNNING, now)]


def take_leases(
    connection: Connection, holder: str, names: tuple[str, ...], seconds: float, now: float | None
) -> frozenset[str]:
    """Take those of the named leases that are free. Returns the names of those taken."""
    _execute(connection, _FORGET, now, seconds=_OLD)
    taken = set[str]()
    for name in names:
        rows = _execute(connection, _TAKE, now, name=name, holder=holder, seconds=seconds)
        taken.update(own for own, _ in rows)
    return frozenset(taken)


def seconds_now(connection: Connection) -> float:
    """What the clock of the database shows, in seconds since 1970."""
    return float(connection.execute(text(f"SELECT {_CLOCKS[connection.dialect.name]}")).scalar_one())


def call_holder(connection: Connection, game: str) -> None:
    """Report a game as written to the other processes, although it was not."""
    end = connection.scalar(select(log_ends.c.seq).where(log_ends.c.game == game))
    written_logs(connection)[game] = end or 0


def lease_end(connection: Connection, name: str, now: float | None) -> float | None:
    """When a lease ends; None if it has run out, or is not taken."""
    rows = _execute(connection, _END, now, name=name)
    return float(rows[0][-1]) if rows else None


def release_leases(connection: Connection, holder: str, names: tuple[str, ...]) -> None:
    """Give those of these leases back that the holder has."""
    for name in names:
        _execute(connection, _RELEASE, None, holder=holder, name=name)


def _execute(
    connection: Connection, statement: str, now: float | None, **given: object
) -> Sequence[tuple[str, str]]:
    """Run a statement in which `{now}` is `now`, or the clock of the database."""
    clock = _CLOCKS[connection.dialect.name] if now is None else _number("now")
    if now is not None and "{now}" in statement:
        given["now"] = now
    result = connection.execute(text(statement.format(now=clock, seconds=_number("seconds"))), given)
    return [(row[0], row[-1]) for row in result] if result.returns_rows else []


def _number(name: str) -> str:
    """A parameter that is a number, in every dialect."""
    return f"CAST(:{name} AS DOUBLE PRECISION)"
