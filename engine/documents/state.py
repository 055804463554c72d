"""The exact state of a game as JSON. It holds secrets, like the game.

`state_of` is for the program that wrote it alone. Unlike a position, it is neither checked nor completed:
what is read back equals what was written. `saved_state` is what an event keeps of an earlier state of its
game. Later programs read it too: a new field of Game or Table needs a default.
"""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from msgspec import NODEFAULT, Struct, defstruct, field
from msgspec.structs import asdict

from engine.board import Board
from engine.documents.codec import from_json, to_json
from engine.game import Game, Table
from engine.refusals import BadInput

_FROM_THE_BOARD = {"board", "rules", "table"}
"""Fields that are not written: the board is known, and the variant names the rules."""

_SAME = {"game_id", "bonus", "players", "seal", "seed", "seq", "counter"}
"""Fields that a saved state lacks: they never change in a game, or never go back."""


def _declared(kind: type[Game | Table], left_out: set[str], *, strict: bool = True) -> type[Struct]:
    """A class with the fields of Game or Table, but for those that are left out."""
    hints = get_type_hints(kind)
    written = [
        (one.name, hints[one.name], field(default=NODEFAULT if one.default is MISSING else one.default))
        for one in fields(kind)
        if one.name not in left_out
    ]
    return defstruct(kind.__name__, written, forbid_unknown_fields=strict)


_TABLE, _GAME = (_declared(kind, _FROM_THE_BOARD) for kind in (Table, Game))
_SAVED_TABLE, _SAVED_GAME = (_declared(kind, _FROM_THE_BOARD | _SAME, strict=False) for kind in (Table, Game))


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


def saved_state(game: Game) -> str:
    """What was true of a game at one point, as JSON text."""
    document = [_written(game.table, _SAVED_TABLE), _written(game, _SAVED_GAME)]
    return json.dumps(document, separators=(",", ":"))


def read_saved(text: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The fields of Table and of Game in a saved state. Raises BadInput.

    A field that an earlier program did not write has its default; one that this program does not know is left
    out.
    """
    try:
        table, game = json.loads(text)
        return _read(_SAVED_TABLE, table), _read(_SAVED_GAME, game)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadInput("this is not a saved state") from error


def _written(state: Game | Table, kind: type[Struct]) -> dict[str, Any]:
    return {name: to_json(getattr(state, name)) for name in kind.__struct_fields__}


def _read(kind: type[Struct], values: object) -> dict[str, Any]:
    return asdict(from_json(kind, values))
