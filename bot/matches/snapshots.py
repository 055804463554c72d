"""Snapshots save reading long logs from the beginning; summaries let lists show games without reading them.

Both are derived from the log. A snapshot holds the roster and the state of the game, as msgspec writes
them. Only the version of the program that wrote it reads it, and it is written only if it reads back
as the same.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import get_type_hints

import msgspec

import engine
from bot.matches.match import Match, check_setup
from bot.matches.roster import Status
from bot.store.values import Derived, Entry, entry_digest
from bot.tasks import fault
from engine.board import Board
from engine.documents.state import game_of, state_of
from engine.stored_values import Strict

EVERY = 50
"""Events after which a snapshot is made."""

_KNOWN_SUMMARIES = 2000
"""Summaries that need not be read again: a client may ask for the same list with every letter typed."""

_FIELDS = {
    name: hint for name, hint in get_type_hints(Match).items() if name not in ("id", "board", "seq", "game")
}
"""The fields of a match that are written, with their types."""

log = logging.getLogger(__name__)


def _sources() -> Iterator[Path]:
    """The files that say what a log means, and how a state of it is written."""
    core = Path(*engine.__path__)
    for folder in (core, core / "documents", Path(__file__).parent):
        yield from sorted(folder.glob("*.py"))


def digest_of_sources() -> str:
    """A digest of the code that reads a log."""
    return sha256(b"\0".join(path.read_bytes() for path in _sources())).hexdigest()[:16]


VERSION = digest_of_sources()
"""The version of snapshots: another one after each change of that code."""


class Summary(Strict, frozen=True):
    """What a list of games says of one that goes on."""

    title: str
    status: Status
    names: tuple[str, ...]
    at: datetime
    """When the match last changed."""
    waits: tuple[datetime | None, ...]
    """By seat, since when its person has had a decision to make; None where the game does not wait for it."""
    due: tuple[datetime | None, ...] = ()
    """By seat, when the time for that decision is up; None where it has no end."""

    def waits_since(self, seat: int) -> datetime | None:
        """Since when the game has waited for the person in a seat."""
        return self.waits[seat] if seat < len(self.waits) else None

    def deadline(self, seat: int) -> datetime | None:
        """When the time of the person in a seat is up."""
        return self.due[seat] if seat < len(self.due) else None


def derived(match: Match, last: Entry | None = None) -> Derived:
    """What is kept of a match besides its log; with the last entry of that, also a snapshot."""
    summary = summary_text(summary_of(match)) if _goes_on(match) else None
    kept = Derived(match.seq, VERSION, summary, bool(match.computers_to_move))
    if last is None:
        return kept
    return replace(kept, snapshot=snapshot_of(match, last), digest=entry_digest(last))


def is_due(match: Match, after: int) -> bool:
    """Whether a snapshot is due of a match that has gone on since event `after`, or is over."""
    return match.seq // EVERY > after // EVERY or (match.seq > EVERY and not _goes_on(match))


def _goes_on(match: Match) -> bool:
    return match.roster.status in (Status.LOBBY, Status.RUNNING)


def snapshot_of(match: Match, last: Entry) -> str | None:
    """The JSON of a match after this entry; None, with a line in the log, where it cannot be restored."""
    document = {name: getattr(match, name) for name in _FIELDS}
    snapshot = _text({**document, "game": state_of(match.game) if match.game else None})
    if restored(match.id, snapshot, last, match.board) == match:
        return snapshot
    log.warning("game %s: its state after event %d has no exact snapshot", match.id, match.seq)
    return None


def restored(game: str, snapshot: str, entry: Entry, board: Board) -> Match | None:
    """The match of a snapshot, which follows this entry; None, noted in the log, where it does not fit."""
    try:
        document = msgspec.json.decode(snapshot)
        fields = {name: msgspec.convert(document[name], hint) for name, hint in _FIELDS.items()}
        state = game_of(document["game"], board) if document["game"] else None
        match = Match(game, board, seq=entry.seq, game=state, **fields)
        check_setup(match)
    except Exception as error:  # noqa: BLE001 - what a snapshot holds may fail in any way
        log.warning("game %s: its snapshot %d does not fit: %s", game, entry.seq, fault(error))
        return None
    return match


def summary_of(match: Match) -> Summary:
    """What a list of games says of a match."""
    people = set(match.waiting_for) - set(match.computers_to_move)
    waits = tuple(since if seat in people else None for seat, since in enumerate(match.since))
    due = tuple(match.deadline(seat) for seat in range(len(match.roster.holders)))
    return Summary(match.board.title, match.roster.status, match.roster.names, match.at, waits, due)


def summary_text(summary: Summary) -> str:
    """A summary as JSON."""
    return _text(summary)


@lru_cache(maxsize=_KNOWN_SUMMARIES)
def read_summary(text: str) -> Summary:
    """The summary of a text that `summary_text` gave. Raises DecodeError for another program's."""
    return msgspec.json.decode(text, type=Summary)


def _text(document: object) -> str:
    return msgspec.json.encode(document).decode()
