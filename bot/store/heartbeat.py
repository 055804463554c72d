"""When the program last ran, and the outages whose time counts for nobody."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.store.database import Database
from bot.store.part import StorePart
from bot.store.schema import heartbeat, outages, timers
from bot.store.statements import put, remove

PLATFORM = "platform"

_BEAT = update(heartbeat).where(heartbeat.c.boot == bindparam("its_boot"))
"""Made once, as a beat is written each minute."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The program ran `at` a moment, on a machine that was started `booted_at`, as its clock shows it.

    `boot` names that start of the machine; "" where that is not known.
    """

    at: datetime
    boot: str
    booted_at: datetime


@dataclass(frozen=True, slots=True)
class Outage:
    """Time that counts for nobody in some games; without `until`, it goes on.

    - PROGRAM, without a name: nothing ran, or the clock was set by `jump` before that. It concerns all games.
    - PLATFORM, by its name: it could not be reached.
    - GAME, by its id: the operator does not allow its chat.
    """

    kind: str
    name: str
    since: datetime
    until: datetime | None = None
    jump: timedelta = timedelta()

    def shifted(self, by: timedelta) -> "Outage":
        """This outage, as long ago as it was, after the clock was set."""
        return replace(self, since=self.since + by, until=self.until and self.until + by)


class HeartbeatStore(StorePart):
    """Notes when the program runs, and outages until the deadlines of their games have moved."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: tuple[Outage, ...] | None = None
        """All outages, where no other process writes them. They are asked for at each look at the timers."""

    async def last(self) -> Beat | None:
        """The last beat; None before the first one."""
        rows = await self._database.rows(select(heartbeat.c.at, heartbeat.c.boot, heartbeat.c.booted_at))
        return Beat(*rows[0]) if rows else None

    async def note(self, beat: Beat) -> None:
        """Note that the program runs."""
        await self._database.write(_write_beat, beat)

    async def outages(self) -> tuple[Outage, ...]:
        """All outages whose games have not moved yet."""
        if self._known is not None and not self._database.is_shared:
            return self._known
        columns = outages.c.kind, outages.c.name, outages.c.since, outages.c.until, outages.c.jump
        rows = await self._database.rows(select(*columns).order_by(outages.c.since))
        self._known = tuple(
            Outage(row.kind, row.name, row.since, row.until, timedelta(seconds=row.jump)) for row in rows
        )
        return self._known

    async def begin(self, outage: Outage) -> None:
        """Note an outage, or how long it lasted."""
        await self._write(lambda connection: _write_outage(connection, outage))

    async def begin_gap(self, gap: Outage, beat: Beat) -> None:
        """Note a gap of the program, which a beat ends. If the clock was set, all timers are set with it, and
        earlier outages stay as long ago as they were.
        """

        def write(connection: Connection) -> None:
            if gap.jump:
                _shift(connection, gap.jump)
            _write_outage(connection, gap)
            _write_beat(connection, beat)

        await self._write(write)

    async def end(self, outage: Outage) -> None:
        """Forget an outage: the deadlines of its games have moved."""
        key = {"kind": outage.kind, "name": outage.name}
        await self._write(lambda connection: remove(connection, outages, key))

    async def _write(self, work: Callable[[Connection], None]) -> None:
        """Write outages. What is known of them is read again."""
        try:
            await self._database.write(work)
        finally:
            self._known = None


def _write_beat(connection: Connection, beat: Beat) -> None:
    cells: dict[str, object] = {"at": beat.at, "booted_at": beat.booted_at}
    if not connection.execute(_BEAT, cells | {"its_boot": beat.boot}).rowcount:
        connection.execute(delete(heartbeat))
        connection.execute(insert(heartbeat).values(cells | {"boot": beat.boot}))


def _write_outage(connection: Connection, outage: Outage) -> None:
    key = {"kind": outage.kind, "name": outage.name}
    cells = {"since": outage.since, "until": outage.until, "jump": outage.jump.total_seconds()}
    put(connection, outages, key, cells)


def _shift(connection: Connection, by: timedelta) -> None:
    """Move all that is noted with a clock that was set."""
    for row in connection.execute(select(outages)).all():
        later = Outage(row.kind, row.name, row.since, row.until).shifted(by)
        _write_outage(connection, later)
    keys = "owner_kind", "owner", "kind"
    rows = connection.execute(select(timers)).all()
    moved = [{f"its_{key}": getattr(row, key) for key in keys} | {"later": row.due + by} for row in rows]
    if moved:
        where = [timers.c[key] == bindparam(f"its_{key}") for key in keys]
        connection.execute(update(timers).where(*where).values(due=bindparam("later")), moved)
