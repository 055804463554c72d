"""Verification: whether a record is a game played by the rules, with the chance that was sealed."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from engine.board import Board
from engine.chance import derived_seed, seal
from engine.documents.codec import to_json
from engine.documents.record import ALONE, FORMAT, Record, RecordedMove, digest_of, scores
from engine.events import Event, RowCleared
from engine.game import Game
from engine.notation import line, read_line
from engine.refusals import BadInput, IllegalAction
from engine.rulebook import apply
from engine.setup import Setup, new_game

_LONGEST_QUOTE = 80
_LONGEST_REASON = 160
_DIGITS = re.compile(r"[0-9a-f]{64}")


def _difference(move: int | None, what: str, recorded: Any, expected: Any = None, reason: str = "") -> str:
    """The sentence for a place where a record differs from the game that its actions give.

    `move` counts from 1; 0 is the setup, and None the record's own keys. `recorded` and `expected` are JSON;
    `reason` says why the recorded value is impossible, if there is no expected one.
    """
    place = {None: "The record", 0: "The setup"}.get(move, f"Move {move}")
    due = _short(reason, _LONGEST_REASON) or f"should be {_quoted(expected)}"
    return f"{place}: {what} is {_quoted(recorded)}, and {due}."


def _quoted(value: Any) -> str:
    if value is None:
        return "nothing"
    return _short(json.dumps(value, ensure_ascii=False), _LONGEST_QUOTE)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "..."


def verify(record: Record, board: Board) -> str | None:
    """Replay a record, from first shuffle to last point: the first difference, in a sentence, or None.

    The record of an unfinished game is replayed as far as it goes.
    """
    return next(_differences(record, board), None)


def _differences(record: Record, board: Board) -> Iterator[str]:
    """The differences in order. Callers use only the first: the later ones may follow from it."""
    yield from _heading(record, board)
    setup = Setup(record.variant, record.players, record.bonus, record.starter)
    try:
        game, events = new_game(
            board, setup, record.game, record.seed, each_reset=_has_each_reset(record.setup)
        )
    except BadInput as bad:
        yield _difference(0, "what is played", record.variant, reason=bad.reason)
        return
    yield from _unlike(0, record.setup, events)
    for number, move in enumerate(record.moves, 1):
        played = _play(game, number, move)
        if isinstance(played, str):
            yield played
            return
        game, events = played
        yield from _unlike(number, move.events, events)
    yield from _ending(record, game)


def _heading(record: Record, board: Board) -> Iterator[str]:
    if record.format not in (ALONE, FORMAT):
        yield _difference(None, "format", record.format, FORMAT)
    yield from _unequal(
        ("board", record.board, board.id),
        ("edition", record.edition, board.edition),
    )
    yield from _chance(record)


def _chance(record: Record) -> Iterator[str]:
    """The seal is that of the secret, and the seed follows from the secret and the contributions.

    In format 1 the seal is that of the seed.
    """
    alone = record.format == ALONE
    name, secret = ("seed", record.seed) if alone else ("secret", record.secret)
    yield from _unequal(("seal", record.seal, seal(record.game, secret)))
    if not _DIGITS.fullmatch(secret):
        yield _difference(None, name, secret, "64 hexadecimal digits")
    if not alone:
        yield from _unequal(("seed", record.seed, derived_seed(secret, record.contributions)))


def _unequal(*compared: tuple[str, str, str]) -> Iterator[str]:
    """The differences among these: the key, what was recorded, and what it should be."""
    for what, recorded, expected in compared:
        if recorded != expected:
            yield _difference(None, what, recorded, expected)


def _play(game: Game, number: int, move: RecordedMove) -> tuple[Game, tuple[Event, ...]] | str:
    """The state after a move and its events, or why nobody could play it there."""
    if not 0 <= move.seat < game.table.players:
        return _difference(number, "seat", move.seat, reason="there is no such seat")
    try:
        action = read_line(move.action)
    except BadInput:
        return _difference(number, "action", move.action, reason="it is not the line of an action")
    if line(action) != move.action:
        return _difference(number, "action", move.action, reason=f"its line is {line(action)}")
    try:
        return apply(game, move.seat, action, each_reset=_has_each_reset(move.events))
    except IllegalAction as why:
        return _difference(number, "action", move.action, reason=f"the rules refuse it: {why.reason}")


def _has_each_reset(events: Sequence[Event]) -> bool:
    """Whether an earlier program stored these events: each reset of a run for itself."""
    return sum(isinstance(event, RowCleared) for event in events) > 1


def _unlike(number: int, recorded: Sequence[Event], expected: Sequence[Event]) -> Iterator[str]:
    for place, (told, due) in enumerate(zip_longest(recorded, expected), 1):
        if told != due:
            yield _event_unlike(number, f"event {place}", told, due)


def _event_unlike(number: int, place: str, told: Event | None, due: Event | None) -> str:
    """The difference of two events: down to the field if they are of one kind."""
    if told is None or due is None or type(told) is not type(due):
        return _difference(number, place, _kind(told), _kind(due))
    recorded, expected = to_json(told), to_json(due)
    field = next(name for name in recorded if recorded[name] != expected[name])
    return _difference(number, f"{place}, {_kind(due)}.{field},", recorded[field], expected[field])


def _kind(event: Event | None) -> str | None:
    return type(event).__name__ if event else None


def _ending(record: Record, game: Game) -> Iterator[str]:
    players, due = game.table.players, scores(game.table.sheet)
    if len(record.names) not in (0, players):
        yield _difference(None, "names", record.names, reason=f"{players} play")
    for tenure in record.seats:
        if not 0 <= tenure.seat < players:
            yield _difference(None, "seats", tenure.seat, reason="there is no such seat")
    if record.scores != due:
        yield _difference(None, "scores", to_json(record.scores), to_json(due))
    if record.digest != digest_of(record):
        yield _difference(None, "digest", record.digest, digest_of(record))
