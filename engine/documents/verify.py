"""Verification: whether a record is a game played by the rules, with the chance that was sealed."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from engine.board import Board
from engine.chance import colon_seal, derived_seed, seal
from engine.documents.codec import to_json
from engine.documents.record import (
    ALONE,
    COLON,
    END_LINE,
    FORMAT,
    Record,
    RecordedMove,
    digest_of,
    scores,
    undo_line,
)
from engine.events import BY_ADMIN, BY_PLAYER, BY_VOTE, Event, MovesUndone, RowCleared
from engine.game import Game
from engine.notation import line, read_line
from engine.refusals import BadInput, IllegalAction
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.turns import end_early
from engine.undo import reveals, same_undo, undone

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

    >>> from msgspec.structs import replace
    >>> verify(replace(record, players=3), europe)
    'The setup: event 1, GameStarted.players, is 2, and should be 3.'
    >>> verify(record, europe) is None
    True
    """
    return next(_differences(record, board), None)


def _differences(record: Record, board: Board) -> Iterator[str]:
    """The differences in order. Callers use only the first: the later ones may follow from it."""
    if record.format not in (ALONE, COLON, FORMAT):
        yield _difference(None, "format", record.format, FORMAT)
    yield from _unequal(("board", record.board, board.id), ("edition", record.edition, board.edition))
    yield from _chance(record)
    setup = Setup(record.variant, record.players, record.bonus, record.starter)
    try:
        game, events = new_game(
            board, setup, record.game, record.seed, each_reset=_has_each_reset(record.setup)
        )
    except BadInput as bad:
        yield _difference(0, "what is played", record.variant, reason=bad.reason)
        return
    yield from _unlike(0, record.setup, events)
    known: _Known = {game.seq: (game, ())}
    for number, move in enumerate(record.moves, 1):
        undo = move.events[0] if move.events and isinstance(move.events[0], MovesUndone) else None
        played = _undo(record, known, game, number, undo) if undo else _play(game, number, move)
        if isinstance(played, str):
            yield played
            return
        stand = known[undo.to][1] if undo else (*known[game.seq][1], number)
        game, events = played
        known[game.seq] = game, stand
        yield from _unlike(number, move.events, events)
    yield from _ending(record, game)


def _chance(record: Record) -> Iterator[str]:
    """The seal is that of the secret, and the seed follows from the secret and the contributions.

    In format 1 the seal is that of the seed.
    """
    alone = record.format == ALONE
    name, secret = ("seed", record.seed) if alone else ("secret", record.secret)
    seal_of = seal if record.format == FORMAT else colon_seal
    yield from _unequal(("seal", record.seal, seal_of(record.game, secret)))
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
    if move.action == END_LINE:
        if game.table.choosing or game.table.over:
            return _difference(number, "action", move.action, reason="no turn is being played")
        return end_early(game, move.seat)
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


_Known = dict[int, tuple[Game, tuple[int, ...]]]
"""The states of a game after each move, by the number of their last event, and the moves that stand there."""


def _undo(
    record: Record, known: _Known, game: Game, number: int, undo: MovesUndone
) -> tuple[Game, tuple[Event, ...]] | str:
    """The state after an undo and its event, or why it is impossible."""
    move = record.moves[number - 1]
    if move.action != undo_line(undo):
        return _difference(number, "action", move.action, undo_line(undo))
    if undo.to not in known or undo.to == game.seq or game.table.over:
        reason = "no move ended there" if undo.to not in known else "nothing can be undone"
        return _difference(number, "event 1, MovesUndone.to,", undo.to, reason=reason)
    earlier, stand = known[undo.to]
    before = known[game.seq][1]
    lost = [one for one in before if one not in stand]
    first = record.moves[(lost or (*stand, number))[0] - 1].seat
    if move.seat != first:
        return _difference(number, "seat", move.seat, first)
    if reason := _forbidden(undo, [record.moves[one - 1] for one in lost], before[: len(stand)] == stand):
        return _difference(number, "event 1, MovesUndone.cause,", undo.cause, reason=reason)
    after, expected = undone(game, earlier, first, undo.cause)
    return after, (undo if same_undo(undo, expected) else expected,)


def _forbidden(undo: MovesUndone, lost: Sequence[RecordedMove], only_back: bool) -> str:
    """Why these moves cannot be undone for this cause; "" where they can."""
    if undo.cause not in (BY_PLAYER, BY_VOTE, BY_ADMIN):
        return "there is no such cause"
    if undo.cause != BY_ADMIN and not (lost and only_back):
        return "only an admin restores moves that were undone"
    if undo.cause == BY_PLAYER and (len(lost) > 1 or reveals(lost[0].events)):
        return "the player could not take that back alone"
    return ""


def _has_each_reset(events: Sequence[Event]) -> bool:
    """Whether an earlier program stored these events: each reset of a run for itself."""
    return sum(isinstance(event, RowCleared) for event in events) > 1


def _unlike(number: int, recorded: Sequence[Event], expected: Sequence[Event]) -> Iterator[str]:
    for place, (found, due) in enumerate(zip_longest(recorded, expected), 1):
        if found != due:
            yield _event_difference(number, f"event {place}", found, due)


def _event_difference(number: int, place: str, found: Event | None, due: Event | None) -> str:
    """The difference of two events: down to the field if they are of one kind."""
    if found is None or due is None or type(found) is not type(due):
        return _difference(number, place, _kind(found), _kind(due))
    recorded, expected = to_json(found), to_json(due)
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
