"""The exact state of a game as JSON, for the program that wrote it alone.

Unlike a position, it is neither checked nor completed: what is read back equals what was written. It holds
secrets, like the game.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from engine.board import Board
from engine.documents.codec import from_json, to_json
from engine.game import Game, Table
from engine.refusals import BadInput

_FROM_THE_BOARD = frozenset({"board", "rules", "table"})
"""Fields that are not written: the board is known, and the variant names the rules."""


def state_of(game: Game) -> dict[str, Any]:
    """The state of a game.

    >>> game_of(state_of(game), game.table.board) == game
    True
    """
    table = game.table
    return {"variant": table.rules.variant, "table": _written(table, _TABLE), "game": _written(game, _GAME)}


def game_of(state: Mapping[str, Any], board: Board) -> Game:
    """The game of a state that `state_of` gave for this board. Raises BadInput or KeyError for any other."""
    if state["variant"] not in board.variants:
        raise BadInput("this state is of another board")
    rules = board.variants[state["variant"]]
    table = Table(board=board, rules=rules, **_read(_TABLE, state["table"]))
    return Game(table=table, **_read(_GAME, state["game"]))


def _hints(kind: type) -> dict[str, Any]:
    """The types of the fields that are written."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.name not in _FROM_THE_BOARD}


_TABLE, _GAME = _hints(Table), _hints(Game)


def _written(state: Game | Table, hints: Mapping[str, Any]) -> dict[str, Any]:
    return {name: to_json(getattr(state, name)) for name in hints}


def _read(hints: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    if set(values) != set(hints):
        raise BadInput("this state has other fields")
    return {name: from_json(hint, values[name]) for name, hint in hints.items()}
