"""Checksums of the events of a game, each over the one before it.

The checksum of an event is the SHA-256, in hexadecimal, of this JSON array, without spaces and in ASCII
(`\\uXXXX` for other letters):

    [checksum of the event before or "", game, seq, at, actor, action, kind, shape, data]

with the values as the table `events` holds them. A changed, inserted or missing event breaks the chain there.
The number and the checksum of the last event also stand in `log_ends`, so that the last ones are missed too.
Checksums find accidents and careless edits. Anybody who can write to the file can also compute them again.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from bot.store.values import UnreadableGame

Row = Sequence[object]
"""An event as the table holds it: seq, at, actor, action, kind, shape, data, and its checksum."""

COLUMNS = ("seq", "at", "actor", "action", "kind", "shape", "data", "checksum")

_CHECKSUM = len(COLUMNS) - 1

_ENCODER = json.JSONEncoder(separators=(",", ":"), default=repr)


LogEnd = tuple[int, str]
"""The number and the checksum of the last event of a game."""


def checksum(previous: str, game: str, row: Row) -> str:
    """The checksum of an event; a checksum in `row` does not count."""
    values = [previous, game, *row[:_CHECKSUM]]
    return sha256(_ENCODER.encode(values).encode()).hexdigest()


def chained(previous: str, game: str, rows: Iterable[Row]) -> Iterator[str]:
    """The checksums of consecutive events; `previous` is that of the event before them, or ""."""
    for row in rows:
        previous = checksum(previous, game, row)
        yield previous


def check(game: str, rows: Sequence[Row], end: LogEnd | None, after: LogEnd | None = None) -> None:
    """Compare the events after `after` with their checksums and the end of the log. Raises UnreadableGame."""
    seq, previous = after or (0, "")
    for row in rows:
        seq += 1
        if row[0] != seq:
            raise UnreadableGame(game, seq, f"event {seq} is missing")
        previous = checksum(previous, game, row)
        if row[_CHECKSUM] != previous:
            raise UnreadableGame(game, seq, f"event {seq} is not as it was written")
    if end is None:
        raise UnreadableGame(game, seq + 1, "the note of its last event is missing")
    noted, _ = end
    if noted > seq:
        last = f"event {noted}, the last one, is missing"
        several = f"events {seq + 1} to {noted}, the last ones, are missing"
        raise UnreadableGame(game, seq + 1, last if noted == seq + 1 else several)
    if noted < seq:
        raise UnreadableGame(game, noted + 1, f"it goes on after event {noted}, its noted end")
    if end != (seq, previous):
        raise UnreadableGame(game, seq, f"event {seq}, the last one, is not the noted one")
