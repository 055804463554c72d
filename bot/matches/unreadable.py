"""Games whose log this program cannot follow: from which event on, and why."""

from collections.abc import Mapping
from typing import get_args

from bot.matches.match import LogEvent
from bot.store.values import Entry, UnreadableGame
from bot.tasks import fault
from bot.version import VERSION


def known_shapes() -> Mapping[str, int]:
    """The newest shape of each kind of event that this program knows."""
    return {kind.__name__: kind.shape for kind in get_args(LogEvent)}


def unreadable(game: str, entry: Entry, error: Exception) -> UnreadableGame:
    """What is wrong with an event, from what following it has raised."""
    newest = known_shapes().get(entry.kind, 0)
    is_newer = entry.shape > newest
    if not newest:
        clause = f"is a {entry.kind}, which version {VERSION} of this program does not know"
    elif is_newer:
        known = f"version {VERSION} of this program knows shape {newest}"
        clause = f"is a {entry.kind} in shape {entry.shape}, and {known}"
    elif entry.kind == "GameOpened" and isinstance(error, KeyError):
        clause = "names a board whose text is missing from the database, or changed there"
    else:
        clause = f"({entry.kind}, shape {entry.shape}) cannot be followed ({fault(error)})"
    return UnreadableGame(game, entry.seq, f"event {entry.seq} {clause}", is_newer=is_newer)
