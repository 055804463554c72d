"""Games whose log this program cannot follow: from which event on, and why."""

from collections.abc import Mapping
from typing import get_args

from bot.matches.match import LogEvent, Match
from bot.store.values import Entry, UnreadableGame
from bot.tasks import fault
from bot.version import VERSION


def known_shapes() -> Mapping[str, int]:
    """The newest shape of each kind of event that this program knows."""
    return {kind.__name__: kind.shape for kind in get_args(LogEvent)}


def unreadable(game: str, entry: Entry, error: Exception) -> UnreadableGame:
    """What is wrong with an event, from what following it has raised."""
    is_newer = entry.shape > known_shapes().get(entry.kind, 0)
    return UnreadableGame(game, entry.seq, f"event {entry.seq} {_clause(entry, error)}", is_newer=is_newer)


def _clause(entry: Entry, error: Exception) -> str:
    shapes = known_shapes()
    if entry.kind not in shapes:
        return f"is a {entry.kind}, which version {VERSION} of this program does not know"
    if entry.shape > shapes[entry.kind]:
        known = f"version {VERSION} of this program knows shape {shapes[entry.kind]}"
        return f"is a {entry.kind} in shape {entry.shape}, and {known}"
    if entry.kind == "GameOpened" and isinstance(error, KeyError):
        return "names a board whose text is missing from the database, or changed there"
    return f"({entry.kind}, shape {entry.shape}) cannot be followed ({fault(error)})"


def check_setup(match: Match) -> None:
    """Raise ValueError if the board does not have what the roster names."""
    board, roster = match.board, match.roster
    if roster.variant not in board.variants or not set(roster.bonus) <= set(board.bonus_sets):
        raise ValueError(f"the board of {match.id} has no such variant or bonus tickets")
