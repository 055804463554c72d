"""What the store notes about its own file: which version wrote it, and the newest shapes of its events."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from sqlalchemy import Connection, delete, insert, inspect, select

from bot.store.migrations import REVISION, revision_of
from bot.store.schema import notes
from bot.store.statements import put
from bot.store.values import StoreError
from bot.version import VERSION

WRITTEN_BY = "written-by"
"""The version of the program that last opened the file for writing."""

EVENT_SHAPES = "event-shapes"
"""By kind of event in the file, as JSON: its newest shape, and the version that first wrote that shape."""

DATABASE_ID = "database-id"
"""The id of this database, which stays its own when it is copied."""

UNFINISHED_COPY = "unfinished-copy"
"""Of a database that `stationmaster migrate` fills: it is of no use until all games were compared."""

Shapes = Mapping[str, tuple[int, str]]
"""By kind of event: the newest shape, and the version of the program that first wrote it, or ""."""


def note(connection: Connection, name: str) -> str:
    """A note, or "" if there is none."""
    return connection.scalar(select(notes.c.text).where(notes.c.name == name)) or ""


def write_note(connection: Connection, name: str, text: str) -> None:
    """Write a note, over what was there before."""
    put(connection, notes, {"name": name}, {"text": text})


def sign(connection: Connection) -> None:
    """Note that this version writes the database. Something is written even if it was noted before."""
    connection.execute(delete(notes).where(notes.c.name == WRITTEN_BY))
    connection.execute(insert(notes).values(name=WRITTEN_BY, text=VERSION))


def event_shapes(connection: Connection) -> Shapes:
    """The newest shape of each kind of event in the file."""
    return read_shapes(note(connection, EVENT_SHAPES))


def read_shapes(text: str) -> Shapes:
    """What the note EVENT_SHAPES says."""
    return {kind: (shape, version) for kind, (shape, version) in json.loads(text or "{}").items()}


def note_shapes(connection: Connection, written: Iterable[tuple[str, int]]) -> None:
    """Note kinds and shapes of events that are being written."""
    shapes = dict(event_shapes(connection))
    for kind, shape in written:
        if kind not in shapes or shapes[kind][0] < shape:
            shapes[kind] = shape, VERSION
    write_note(connection, EVENT_SHAPES, json.dumps(shapes))


def check_version(connection: Connection, path: Path | str, shapes: Mapping[str, int] | None) -> str:
    """The revision of the file, or "" if it is empty. Raises StoreError if this program cannot read it.

    `shapes` are the newest shapes of events that this program reads, by kind; None: they do not matter.
    """
    revision, tables = revision_of(connection), inspect(connection).get_table_names()
    if not revision and tables:
        raise StoreError(f"{path} is another program's database; name another one.")
    written_by = note(connection, WRITTEN_BY) if "notes" in tables else ""
    if revision > REVISION:
        raise StoreError(_newer(path, written_by, f"revision {revision}", f"revision {REVISION}"))
    if shapes is not None and "notes" in tables:
        for kind, (shape, version) in event_shapes(connection).items():
            if shape > shapes.get(kind, 0):
                known = f"shape {shapes[kind]} of it" if kind in shapes else "no such event"
                raise StoreError(_newer(path, version, f"{kind} in shape {shape}", known))
    return revision


def _newer(path: Path | str, version: str, there: str, known: str) -> str:
    writer = f"version {version}" if version else "a newer version"
    return (
        f"The database {path} was written by {writer} of this program ({there}); this is version {VERSION},"
        f" which knows {known}. Start {writer}, or restore a backup from before the upgrade."
    )
