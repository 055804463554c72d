"""The clock of a run: files that its programs read, and the process that moves it on writes."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.clock import Clock

BEGIN = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)

CLOCK, REST = "clock", "rest"
"""The files with the time of the last step, and with that of the last wait of a program."""


class FilesClock(Clock):
    """The time of all programs of a run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def now(self) -> datetime:
        return time_of(self._folder)


def time_in(path: Path) -> datetime:
    """Read the time from a file; BEGIN if there is none."""
    with suppress(FileNotFoundError):
        return datetime.fromisoformat(path.read_text())
    return BEGIN


def time_of(folder: Path) -> datetime:
    """The time of all programs: that of the last step, or a little later where one of them waits."""
    return max(time_in(folder / CLOCK), time_in(folder / REST))


def write_time(path: Path, time: datetime) -> None:
    """Replace the time in a file in one step, so that nobody reads half of it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(time.isoformat())
    draft.replace(path)
