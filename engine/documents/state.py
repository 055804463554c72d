"""The exact state of a game as JSON. It holds secrets, like the game.

`state_of` is for the program that wrote it alone. Unlike a position, it is neither checked nor completed:
what is read back equals what was written. `saved_state` is what an event keeps of an earlier state of its
game. Later programs read it too: a new field of Game or Table needs a default.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from engine.board import Board
from engine.documents.codec import from_json, to_json
from engine.game import Game, Table
from engine.refusals import BadInput

_FROM_THE_BOARD = frozenset({"board", "rules", "table"})
"""Fields that are not written: the board is known, and the variant names the rules."""

_SAME = frozenset({"game_id", "bonus", "players", "seal", "seed", "seq", "counter"})
"""Fields that a saved state lacks: they never change in a game, or never go back."""


def state_of(game: Game) -> dict[str, Any]:
    """The state of a game.

    >>> game_of(state_of(game), game.table.board) == game
    True
    """
    table = game.table
    return {"variant": table.rules.variant, "table": _written(table, _TABLE), "game": _written(game, _GAME)}


def game_of(state: Mapping[str, Any], board: Board) -> Game:
    """The game of a state that `state_of` gave for this board. Raises BadInput or KeyError for any other.

    >>> game_of(json.loads(json.dumps(state_of(game))), europe) == game
    True
    >>> game_of({"variant": "usa"}, europe)
    Traceback (most recent call last):
    engine.refusals.BadInput: this state is of another board.
    """
    if state["variant"] not in board.variants:
        raise BadInput("this state is of another board")
    rules = board.variants[state["variant"]]
    table = Table(board=board, rules=rules, **_read(_TABLE, state["table"]))
    return Game(table=table, **_read(_GAME, state["game"]))


def _hints(kind: type) -> dict[str, Any]:
    """The types of the fields that are written."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.name not in _FROM_THE_BOARD}


def saved_state(game: Game) -> str:
    """What was true of a game at one point, as JSON text."""
    document = [_written(part, hints) for part, hints in ((game.table, _SAVED_TABLE), (game, _SAVED_GAME))]
    return json.dumps(document, separators=(",", ":"))


def read_saved(text: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The fields of Table and of Game in a saved state. Raises BadInput."""
    try:
        table, game = json.loads(text)
        return _read_known(Table, _SAVED_TABLE, table), _read_known(Game, _SAVED_GAME, game)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise BadInput("this is not a saved state") from error


_TABLE, _GAME = _hints(Table), _hints(Game)
_SAVED_TABLE, _SAVED_GAME = (
    {name: hint for name, hint in hints.items() if name not in _SAME} for hints in (_TABLE, _GAME)
)


def _written(state: Game | Table, hints: Mapping[str, Any]) -> dict[str, Any]:
    return {name: to_json(getattr(state, name)) for name in hints}


def _read(hints: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    if set(values) != set(hints):
        raise BadInput("this state has other fields")
    return {name: from_json(hint, values[name]) for name, hint in hints.items()}


def _read_known(
    kind: type[Game | Table], hints: Mapping[str, Any], values: Mapping[str, Any]
) -> dict[str, Any]:
    """The values of known fields; a field that an earlier program did not write has its default."""
    known = {name: from_json(hints[name], value) for name, value in values.items() if name in hints}
    defaults = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    return {name: known[name] if name in known else defaults[name] for name in hints}
