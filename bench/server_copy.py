"""The games of an SQLite file in a database on a server that is started for a bench."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import Boolean, Table

from bench.copies import TABLES
from bot.store import Store
from bot.store.schema import boards, metadata
from tests.postgres import OWNER, Server, programs, started_server
from tests.postgres import SETTINGS as TEST_SETTINGS

DATABASE = "bench"
SETTINGS = {
    "fsync": "on",
    "full_page_writes": "on",
    "shared_buffers": "256MB",
    "max_connections": "100",
    "max_wal_size": "1GB",
    "autovacuum": "on",
}
"""What differs from the settings of the tests: here each commit waits for the disk."""


@contextmanager
def bench_server() -> Iterator[Server]:
    """A server with an empty database. Exits where PostgreSQL is not installed."""
    found = programs()
    if found is None:
        raise SystemExit(
            "This needs the programs of PostgreSQL: install it (Debian: `apt-get install postgresql`)."
        )
    with started_server(found, TEST_SETTINGS | SETTINGS) as server:
        server.sql(f"CREATE DATABASE {DATABASE}")
        yield server


async def copy_games(path: Path, server: Server) -> int:
    """Copy the games of a file to the server. Returns the bytes that its database takes."""
    await (await Store.open(server.url(DATABASE))).close()  # it makes the tables
    connection = await asyncpg.connect(host=str(server.folder), user=OWNER, database=DATABASE)
    try:
        with closing(sqlite3.connect(path)) as database:
            for table in metadata.sorted_tables:
                if table.name in (*TABLES, boards.name):
                    await _copy(database, connection, table)
        await connection.execute("ANALYZE")
        return int(await connection.fetchval("SELECT pg_database_size(current_database())"))
    finally:
        await connection.close()


async def _copy(database: sqlite3.Connection, connection: "asyncpg.Connection[Any]", table: Table) -> None:
    names = [column.name for column in table.columns]
    listed = ", ".join(f'"{name}"' for name in names)
    flags = [isinstance(column.type, Boolean) for column in table.columns]
    rows = (
        tuple(
            bool(cell) if flag and cell is not None else cell for cell, flag in zip(row, flags, strict=True)
        )
        for row in database.execute(f"SELECT {listed} FROM {table.name}")
    )
    await connection.copy_records_to_table(table.name, records=rows, columns=names)
