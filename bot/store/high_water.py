"""The high-water mark: the number of the last transaction, in a small file next to the database.

When a transaction is on the disk, a line is added to the file, without waiting for the disk again. A program
that is killed in between leaves a file that lags behind; no crash makes it lead. So a file that knows a later
transaction than the database shows that the database went back: a `-wal` file was lost or cut, or an older
copy was put in its place.

The first line is the id of the database. Each other line has the number of a transaction and the games whose
logs it extended: `12 abcdef;`. A line that is cut short does not count.
"""

import logging
import os
import re
from collections import deque
from collections.abc import Collection, Mapping
from functools import partial
from io import FileIO
from pathlib import Path

from bot.store.errors import as_store_errors

KEPT = 5000
"""Transactions that the file remembers at least."""

_LONGEST = 1 << 20
"""Bytes after which the file is written again, with those transactions only."""

_ID = re.compile(r"database ([0-9a-f]+);", re.ASCII)
_LINE = re.compile(r"^(\d+)((?: [^ ;\n]+)*);$", re.ASCII | re.MULTILINE)

log = logging.getLogger(__name__)


Transactions = Mapping[int, tuple[str, ...]]
"""By the number of each of the last transactions: the games whose logs it extended."""


Setback = tuple[int, tuple[str, ...] | None]
"""How many of its last transactions the database has lost, and the games whose logs were longer.

The games are None where they are not known: any game may be affected.
"""


def mark_path(path: Path) -> Path:
    """The file of a database."""
    return path.with_name(path.name + "-high-water")


def read_mark(path: Path) -> tuple[str, Transactions]:
    """The id of the database that the file of a database is about, and its last transactions.

    ("", {}) if the file is missing or says nothing, as after a loss of power.
    """
    try:
        text = mark_path(path).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return "", {}
    database = _ID.match(text)
    if database is None:
        return "", {}
    return database[1], {int(line[1]): tuple(line[2].split()) for line in _LINE.finditer(text)}


def setback(transactions: Transactions, number: int) -> Setback | None:
    """How far a database, whose last transaction has this number, is behind its mark; None if it is not."""
    lost = {seq: games for seq, games in transactions.items() if seq > number}
    if not lost:
        return None
    is_complete = len(lost) == max(lost) - number
    games = tuple(sorted({game for games in lost.values() for game in games})) if is_complete else None
    return max(lost) - number, games


class HighWaterMark:
    """Writes the file. A write that fails is logged once, and leaves a mark that lags behind."""

    def __init__(self, path: Path, database: str, transactions: Transactions) -> None:
        self._path = mark_path(path)
        self._database = database
        self._recent = deque(sorted(transactions.items()), maxlen=KEPT)
        self._complained = False
        with as_store_errors(path):
            self._file = self._begin()

    def note(self, number: int, games: Collection[str]) -> None:
        """Add a transaction that has been committed."""
        self._recent.append((number, tuple(games)))
        try:
            self._file.write(_line(number, games).encode())
            if self._file.tell() > _LONGEST:
                old, self._file = self._file, self._begin()
                old.close()
        except OSError as error:
            if not self._complained:
                log.warning("the file %s cannot be written: %s", self._path, error.strerror)
            self._complained = True

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _begin(self) -> FileIO:
        """Write the recent transactions to a new file, in place of the old one."""
        text = f"database {self._database};" + "".join(_line(*transaction) for transaction in self._recent)
        new = self._path.with_name(self._path.name + ".new")
        file = FileIO(new, "w", opener=partial(os.open, mode=0o600))
        try:
            file.write(text.encode())
            new.replace(self._path)
        except BaseException:
            file.close()
            raise
        return file


def _line(number: int, games: Collection[str]) -> str:
    """A line, with the line break at its beginning: the previous line may have been cut short."""
    return "\n" + " ".join((str(number), *games)) + ";"
