"""When the program last ran, and the outages whose time counts for nobody."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.store.part import StorePart, cached
from bot.store.schema import heartbeat, outages, timers
from bot.store.statements import put, remove
from bot.store.timers import HEARTBEAT, PROGRAM, UNPLANNED

PLATFORM = "platform"

_BEAT = {"owner_kind": PROGRAM, "owner": "", "kind": HEARTBEAT}


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

    async def boot(self) -> tuple[str, datetime] | None:
        """The start of the machine that was noted last, and when that was by its clock (see Clock.boot)."""
        rows = await self._database.rows(select(heartbeat.c.boot, heartbeat.c.booted_at))
        return (rows[0].boot, rows[0].booted_at) if rows else None

    @cached(outages)
    async def outages(self) -> tuple[Outage, ...]:
        """All outages whose games have not moved yet."""
        columns = outages.c.kind, outages.c.name, outages.c.since, outages.c.until, outages.c.jump
        rows = await self._database.rows(select(*columns).order_by(outages.c.since))
        return tuple(
            Outage(kind, name, since, until, timedelta(seconds=jump))
            for kind, name, since, until, jump in rows
        )

    async def begin(self, outage: Outage) -> None:
        """Note an outage, or how long it lasted."""
        await self._database.write(_write_outage, outage)

    async def begin_gap(self, gap: Outage, boot: tuple[str, datetime]) -> None:
        """Note a gap of the program, and the start of the machine. If the clock was set, all timers are set
        with it, and earlier outages stay as long ago as they were. Until the gap ends, the heartbeat is
        overdue.
        """

        def write(connection: Connection) -> None:
            if gap.jump:
                _shift(connection, gap.jump)
            _write_outage(connection, gap)
            _write_boot(connection, boot)
            put(connection, timers, _BEAT, {"due": UNPLANNED})

        await self._database.write(write)

    async def end(self, outage: Outage, next_beat: datetime | None = None) -> None:
        """Forget an outage: the deadlines of its games have moved. After a gap, the `next_beat` is set."""

        def write(connection: Connection) -> None:
            remove(connection, outages, {"kind": outage.kind, "name": outage.name})
            if next_beat:
                put(connection, timers, _BEAT, {"due": next_beat})

        await self._database.write(write)

    async def note(self, next_beat: datetime, boot: tuple[str, datetime] | None = None) -> None:
        """Note when the program has to do so again, and the start of the machine if that is new."""

        def write(connection: Connection) -> None:
            put(connection, timers, _BEAT, {"due": next_beat})
            if boot:
                _write_boot(connection, boot)

        await self._database.write(write)


def _write_boot(connection: Connection, boot: tuple[str, datetime]) -> None:
    name, at = boot
    connection.execute(delete(heartbeat))
    connection.execute(insert(heartbeat).values(boot=name, booted_at=at, at=at))


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
