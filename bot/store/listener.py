"""What processes on one PostgreSQL tell each other: which tables and logs each transaction has written.

A note is the JSON of a `ProcessNote`. NOTIFY sends it with the transaction.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from itertools import count
from secrets import token_hex
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.values import StoreError

CHANNEL = "stationmaster"
NOTIFY = "SELECT pg_notify($1, $2)"

ECHO_EVERY = 5.0
ECHO_WITHIN = 5.0
LISTEN_AGAIN = 1.0
"""Seconds between two echoes, until an echo counts as lost, and until a lost connection is opened again."""

_LONGEST = 7900
"""Bytes of a note; PostgreSQL takes 8000."""

log = logging.getLogger(__name__)


class ProcessNote(Struct, frozen=True, omit_defaults=True):
    """What a process tells the others: the tables and logs that it has written, None where they are too many.

    With an `echo` it tells itself that notes arrive.
    """

    by: str
    tables: tuple[str, ...] | None = None
    logs: Mapping[str, int] | None = None
    """The number of the last event, by game."""
    echo: int | None = None


class Listener:
    """Hears the notes of other processes over a connection of its own.

    - `engine` makes that connection, `others` those over which it sends echoes to itself.
    - `heard` is called with each note of another process; what it says was committed.
    - `forget` is called when notes arrive again, or for the first time: earlier ones may have been missed.
    - `catch_up` is awaited after that, and every few seconds as long as no notes arrive: behind a pooler that
      gives each transaction another connection, that is always.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        others: AsyncEngine,
        heard: Callable[[ProcessNote], None],
        forget: Callable[[], None],
        catch_up: Callable[[], Awaitable[None]],
    ) -> None:
        self.process = token_hex(8)
        self.hears = False
        """Whether all notes arrive now, as far as is known."""
        self.began = asyncio.Event()
        """Set once notes have arrived for the first time."""
        self._engine, self._others = engine, others
        self._heard, self._forget, self._catch_up = heard, forget, catch_up
        self._echoes = count(1)
        self._echo: tuple[int, asyncio.Event] | None = None

    async def run(self) -> None:
        """Listen until cancelled, again whenever the connection is lost or does not echo."""
        while True:
            try:
                async with self._engine.connect() as connection:
                    await self._listen(connection)
            except Exception as error:  # noqa: BLE001 - nothing is cached until it works again
                why = getattr(error, "orig", None) or error.__class__.__name__
                log.warning("what other processes write is not heard, so nothing is cached: %s", why)
                with suppress(StoreError):
                    await self._catch_up()
            await asyncio.sleep(LISTEN_AGAIN)

    async def _listen(self, connection: AsyncConnection) -> None:
        """Listen until the connection is lost. Raises ConnectionResetError, TimeoutError."""
        driver: Any = (await connection.get_raw_connection()).driver_connection  # asyncpg has no types
        ended = asyncio.Event()

        def lost(_: object) -> None:
            self.hears = False
            ended.set()

        driver.add_termination_listener(lost)
        try:
            await driver.add_listener(CHANNEL, self._arrived)
            while not ended.is_set():
                await self._check()
                with suppress(TimeoutError):
                    async with asyncio.timeout(ECHO_EVERY):  # wait_for may swallow a cancellation
                        await ended.wait()
            raise ConnectionResetError
        finally:
            self.hears = False
            driver.terminate()
            await connection.invalidate()

    async def _check(self) -> None:
        """Send an echo and wait for it. Raises TimeoutError."""
        self._echo = number, echo = next(self._echoes), asyncio.Event()
        note = msgspec.json.encode(ProcessNote(self.process, echo=number)).decode()
        async with asyncio.timeout(ECHO_WITHIN):  # also where the connection that sends hangs
            await self._send(note)
            await echo.wait()
        if not self.hears:
            self._forget()
            self.hears = True
            if self.began.is_set():
                await self._catch_up()
            self.began.set()

    async def _send(self, text: str) -> None:
        async with self._others.connect() as connection:
            await connection.exec_driver_sql(NOTIFY, (CHANNEL, text))

    def _arrived(self, _: object, __: int, ___: str, text: object) -> None:
        note = read_note(str(text))
        own = note.by == self.process
        if not own and note.echo is None:
            self._heard(note)
        elif own and self._echo and note.echo == self._echo[0]:
            self._echo[1].set()


def note_text(process: str, tables: Iterable[str], logs: Mapping[str, int]) -> str:
    """A note about a transaction; "" where it has written nothing that others remember."""
    note = ProcessNote(process, tuple(sorted(map(str, tables))), logs)
    if not (note.tables or note.logs):
        return ""
    text = msgspec.json.encode(note)
    return (text if len(text) <= _LONGEST else msgspec.json.encode(ProcessNote(process))).decode()


def read_note(text: str) -> ProcessNote:
    """What a note says; one of nobody for a text that is none."""
    try:
        return msgspec.json.decode(text, type=ProcessNote)
    except msgspec.DecodeError:
        return ProcessNote("")
