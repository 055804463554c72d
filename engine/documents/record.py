"""A record: a whole game as one JSON document that anybody can check. `RECORDS.md` explains each key."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal

from msgspec.structs import replace

from engine.chance import Contribution, colon_seal, seal
from engine.documents.codec import from_json, read_text, shown, to_json, write_text
from engine.events import EndAgreed, Event, GameEnded, GameStarted, MovesUndone, StarterChosen
from engine.refusals import BadInput
from engine.sheet import ScoreSheet
from engine.stored_values import Strict
from engine.undo import seat_of

FORMAT: Final = 3
"""The version of the format; it rises when the meaning of a key changes."""

COLON: Final = 2
"""The same, but with a seal that format 1 can have too: the `colon_seal` of the secret."""

ALONE: Final = 1
"""The first format: of a game whose seed the program drew alone, without contributions."""

END_LINE: Final = "end"
"""What stands in a record in place of an action where the table agreed to end the game."""

SHARED_KEYS = ("secret", "contributions")
"""The keys that format 1 does not have."""

UNPROVED = ("names", "seats", "notes", "digest")
"""The keys that the digest leaves out, because they say nothing about the game."""


LogRow = tuple[datetime, str, Event]
"""When an event happened, the line of the action that caused it, and the event.

Only the first event of an action has the line; it is empty at the others, and at the setup.
"""


class RecordedMove(Strict, frozen=True):
    """An action or an undo: when it was done, by which seat, its line, and all that happened."""

    at: str
    seat: int
    action: str
    events: tuple[Event, ...]


class RecordedScore(Strict, frozen=True):
    """How a seat ended."""

    seat: int
    total: int
    place: int


class Tenure(Strict, frozen=True):
    """Who or what played a seat for some time."""

    seat: int
    since: str
    until: str
    name: str
    level: str
    reason: str


class RecordedNote(Strict, frozen=True):
    """A note about something that is not an action, such as a seat that changed hands."""

    at: str
    text: str


class Record(Strict, frozen=True, kw_only=True):
    """A game from its first shuffle to its last point, key by key as RECORDS.md explains them."""

    format: Literal[1, 2, 3] = ALONE
    game: str
    board: str
    edition: str
    variant: str
    bonus: tuple[str, ...]
    players: int
    starter: int | None
    seal: str
    secret: str = ""
    contributions: tuple[Contribution, ...] = ()
    seed: str
    names: tuple[str, ...] = ()
    seats: tuple[Tenure, ...] = ()
    notes: tuple[RecordedNote, ...] = ()
    started: str
    setup: tuple[Event, ...]
    moves: tuple[RecordedMove, ...]
    scores: tuple[RecordedScore, ...] | None
    digest: str


def record_of(
    log: Iterable[LogRow],
    names: Sequence[str] = (),
    notes: Iterable[RecordedNote] = (),
    *,
    seats: Iterable[Tenure] = (),
    secret: str = "",
    published: str = "",
    contributions: Iterable[Contribution] = (),
    unfinished: bool = False,
) -> Record:
    """The record of a game from its log; of format 1 where its seed has no `secret`.

    `published` is the seal of the secret that the lobby showed, and decides between the formats 2 and 3.

    Raises ValueError where the log does not begin with the setup, and before the game's end: a record has the
    seed and everybody's cards. `unfinished` allows it; never show such a record to somebody who still plays.

    >>> record_of(log, unfinished=True).started
    '2026-03-01T18:00:00.000Z'
    >>> record_of(log)
    Traceback (most recent call last):
    ValueError: the game is not over
    """
    batches = _batches(log)
    _, action, begun = batches[0][0] if batches else (None, "", None)
    if not isinstance(begun, GameStarted) or action:
        raise ValueError("a game's log begins with its setup")
    _, _, last = batches[-1][-1]
    sheet = last.sheet if isinstance(last, GameEnded) else None
    if sheet is None and not unfinished:
        raise ValueError("the game is not over")
    setup, *moves = map(_move, batches)
    named = (event for event in setup.events if isinstance(event, StarterChosen) and not event.drawn)
    record = Record(
        game=begun.game_id,
        board=begun.board,
        edition=begun.edition,
        variant=begun.variant,
        bonus=begun.bonus,
        players=begun.players,
        starter=next((event.seat for event in named), None),
        seal=begun.seal,
        seed=begun.seed,
        names=tuple(names),
        seats=tuple(seats),
        notes=tuple(notes),
        started=setup.at,
        setup=setup.events,
        moves=tuple(moves),
        scores=scores(sheet),
        digest="",
    )
    if secret:
        published = published or seal(record.game, secret)
        record = replace(
            record,
            format=COLON if published == colon_seal(record.game, secret) else FORMAT,
            seal=published,
            secret=secret,
            contributions=tuple(contributions),
        )
    return sealed(record)


def read_record(text: str) -> Record:
    """Read a record's JSON text. Raises BadInput.

    >>> read_record(record_text(record)) == record
    True
    >>> read_record('{"format": 4}')
    Traceback (most recent call last):
    engine.refusals.BadInput: this record has the format 4, and this program reads the formats 1 to 3.
    """
    document = read_text(text)
    if isinstance(document, dict):
        _check_keys(document)
    record: Record = from_json(Record, document)
    return record


def _check_keys(document: dict[str, Any]) -> None:
    """Check the format, and that the keys are there which only some formats have."""
    written = document.get("format", ALONE)
    if written not in (ALONE, COLON, FORMAT):
        raise BadInput(
            f"this record has the format {shown(written)}, and this program reads the formats 1 to {FORMAT}"
        )
    for key in SHARED_KEYS:
        if written != ALONE and key not in document:
            raise BadInput(f"the key {shown(key)} is missing")
        if written == ALONE and key in document:
            raise BadInput(f"there is no key {shown(key)} in format 1")


def record_text(record: Record) -> str:
    """The record as JSON text, a line for each move.

    >>> record_text(record).splitlines()[1:4]
    ['  "format": 1,', '  "game": "a-game",', '  "board": "europe",']
    """
    return write_text(_written(record))


def digest_of(record: Record) -> str:
    """The SHA-256 of the record as compact JSON with sorted keys, without UNPROVED."""
    proved = {key: value for key, value in _written(record).items() if key not in UNPROVED}
    text = json.dumps(proved, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _written(record: Record) -> dict[str, Any]:
    """The record as JSON, with the keys that its format has."""
    document: dict[str, Any] = to_json(record)
    lacking = SHARED_KEYS if record.format == ALONE else ()
    return {key: value for key, value in document.items() if key not in lacking}


def sealed(record: Record) -> Record:
    """The record with the digest that belongs to it."""
    return replace(record, digest=digest_of(record))


def scores(sheet: ScoreSheet | None) -> tuple[RecordedScore, ...] | None:
    """The scores of a record; the last event has the complete score sheet."""
    if sheet is None:
        return None
    return tuple(RecordedScore(line.seat, line.total, line.place) for line in sheet.seats)


def _batches(log: Iterable[LogRow]) -> list[list[LogRow]]:
    """The setup, and then the events of each action, of each undo, and of an end that the table agreed on."""
    batches: list[list[LogRow]] = []
    for row in log:
        _, action, event = row
        if action or not batches or isinstance(event, MovesUndone | EndAgreed):
            batches.append([])
        batches[-1].append(row)
    return batches


def _move(rows: Sequence[LogRow]) -> RecordedMove:
    at, action, first = rows[0]
    events = tuple([event for _, _, event in rows])
    if isinstance(first, MovesUndone):
        action = undo_line(first)
    elif isinstance(first, EndAgreed):
        action = END_LINE
    return RecordedMove(time_text(at), seat_of(events), action, events)


def undo_line(event: MovesUndone) -> str:
    """What stands in a record in place of an action: `undo 57`, the event whose state is restored."""
    return f"undo {event.to}"


def time_text(at: datetime) -> str:
    """A time as records have it: 2026-03-01T18:00:04.120Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
