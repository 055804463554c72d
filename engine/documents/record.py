"""A record: a whole game as one JSON document that anybody can check. `RECORDS.md` explains each key."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from engine.documents.codec import from_json, read_text, to_json, write_text
from engine.events import Event, GameEnded, GameStarted, StarterChosen
from engine.refusals import BadInput
from engine.sheet import ScoreSheet

FORMAT = 1
"""The version of the format; it rises when the meaning of a key changes."""

UNPROVED = ("names", "notes", "digest")
"""The keys that the digest leaves out, because they say nothing about the game."""


LogRow = tuple[datetime, str, Event]
"""When an event happened, the line of the action that caused it, and the event.

Only the first event of an action has the line; it is empty at the others, and at the setup.
"""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """An action: when it was played, by which seat, its line, and all that happened."""

    at: str
    """UTC, as in 2026-03-01T18:00:04.120Z."""
    seat: int
    action: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class RecordedScore:
    """How a seat ended."""

    seat: int
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class RecordedNote:
    """A note about something that is not an action, such as a seat that changed hands."""

    at: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game from its first shuffle to its last point."""

    format: int = FORMAT
    game: str
    """The game's id, which the seal is made with."""
    board: str
    edition: str
    """The board file's SHA-256."""
    variant: str
    bonus: tuple[str, ...]
    players: int
    starter: int | None
    """The seat that was named to begin; None if it was drawn by lot."""
    seal: str
    seed: str
    names: tuple[str, ...] = ()
    """What the players are called, by seat; no ids of any platform."""
    notes: tuple[RecordedNote, ...] = ()
    started: str
    """When the game was set up."""
    setup: tuple[Event, ...]
    """What happened before the first action."""
    moves: tuple[RecordedMove, ...]
    scores: tuple[RecordedScore, ...] | None
    """None in the record of an unfinished game."""
    digest: str
    """SHA-256 of everything but names, notes and itself: it detects a damaged record, and proves nothing."""


def record_of(
    log: Iterable[LogRow],
    names: Sequence[str] = (),
    notes: Iterable[RecordedNote] = (),
    *,
    unfinished: bool = False,
) -> Record:
    """The record of a game from its log.

    Raises ValueError where the log does not begin with the setup, and before the game's end: a record has the
    seed and everybody's cards. `unfinished` allows it; never show such a record to somebody who still plays.
    """
    batches = _batches(log)
    _, action, first = batches[0][0] if batches else (None, "", None)
    if not isinstance(first, GameStarted) or action:
        raise ValueError("a game's log begins with its setup")
    _, _, last = batches[-1][-1]
    if not isinstance(last, GameEnded) and not unfinished:
        raise ValueError("the game is not over")
    record = _record(first, batches, last.sheet if isinstance(last, GameEnded) else None)
    return sealed(replace(record, names=tuple(names), notes=tuple(notes)))


def read_record(text: str) -> Record:
    """Read a record's JSON text. Raises BadInput."""
    document = read_text(text)
    written = document.get("format", FORMAT) if isinstance(document, dict) else FORMAT
    if written != FORMAT:
        raise BadInput(f"this record has the format {written}, and this program reads format {FORMAT}")
    record: Record = from_json(Record, document)
    return record


def record_text(record: Record) -> str:
    """The record as JSON text, a line for each move."""
    return write_text(to_json(record))


def digest_of(record: Record) -> str:
    """The SHA-256 of the record as compact JSON with sorted keys, without names, notes and digest."""
    document: dict[str, Any] = to_json(record)
    told = {key: value for key, value in document.items() if key not in UNPROVED}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sealed(record: Record) -> Record:
    """The record with the digest that belongs to it."""
    return replace(record, digest=digest_of(record))


def scores(sheet: ScoreSheet | None) -> tuple[RecordedScore, ...] | None:
    """The scores of a record; the last event has the complete score sheet."""
    if sheet is None:
        return None
    return tuple(RecordedScore(line.seat, line.total, line.place) for line in sheet.seats)


def _batches(log: Iterable[LogRow]) -> list[list[LogRow]]:
    """The setup, and then the events of each action."""
    batches: list[list[LogRow]] = []
    for row in log:
        _, action, _ = row
        if action or not batches:
            batches.append([])
        batches[-1].append(row)
    return batches


def _record(begun: GameStarted, batches: Sequence[Sequence[LogRow]], sheet: ScoreSheet | None) -> Record:
    setup, *moves = map(_move, batches)
    return Record(
        game=begun.game_id,
        board=begun.board,
        edition=begun.edition,
        variant=begun.variant,
        bonus=begun.bonus,
        players=begun.players,
        starter=_named_starter(setup.events),
        seal=begun.seal,
        seed=begun.seed,
        started=setup.at,
        setup=setup.events,
        moves=tuple(moves),
        scores=scores(sheet),
        digest="",
    )


def _named_starter(setup: Sequence[Event]) -> int | None:
    named = (event for event in setup if isinstance(event, StarterChosen) and not event.drawn)
    return next((event.seat for event in named), None)


def _move(rows: Sequence[LogRow]) -> RecordedMove:
    at, action, _ = rows[0]
    events = tuple([event for _, _, event in rows])
    return RecordedMove(_time(at), _seat(events), action, events)


def _seat(events: Sequence[Event]) -> int:
    """The seat of the first event that has one: a shuffle may come first."""
    seats = [event.seat for event in events if hasattr(event, "seat")]
    if not seats:
        raise ValueError("an action is some seat's")
    return seats[0]


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
