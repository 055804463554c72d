"""The process that searches for the moves of computer players. It imports only the engine.

`python -P -m bot.ai.search` runs it: a line with a turn in, a line with a move out, until its input ends.
Both lines are pickles, exchanged with the bot alone.
"""

import base64
import pickle
import sys
from dataclasses import replace

from engine.board import Board
from engine.chance import Chance
from engine.computers import EXPLAINED_COMPUTERS
from engine.computers.hard import reviewed_move
from engine.computers.reasons import ExplainedMove
from engine.notation import read_line
from engine.view import View

ComputerTurn = tuple[str, View, str]
"""What a computer player decides on: its level, all that it may know, and the seed of its own chance."""


REVIEW = "review"
"""Used in place of a level, with the line of a move: asks what the search prefers to that move."""


def chosen_move(turn: ComputerTurn) -> ExplainedMove:
    """The move that a computer player chooses, and why: always the same for the same turn."""
    level, view, seed = turn
    word, _, played = level.partition(" ")
    if word == REVIEW:
        return reviewed_move(view, Chance(seed), read_line(played))
    return EXPLAINED_COMPUTERS[level](view, Chance(seed))


def written_turn(turn: ComputerTurn) -> bytes:
    """A turn as the process reads it. The board comes without the data that is computed from it."""
    _, view, _ = turn
    return base64.b64encode(pickle.dumps(_with_board(turn, replace(view.table.board))))


def read_move(reply: bytes) -> ExplainedMove:
    """The move that the process wrote."""
    move: ExplainedMove = pickle.loads(base64.b64decode(reply))
    return move


def _read(text: bytes, boards: dict[str, Board]) -> ComputerTurn:
    """Read a turn. Its board comes from `boards`, which keep what was computed from them."""
    turn: ComputerTurn = pickle.loads(base64.b64decode(text))
    _, view, _ = turn
    board = view.table.board
    return _with_board(turn, boards.setdefault(board.edition, board))


def _with_board(turn: ComputerTurn, board: Board) -> ComputerTurn:
    level, view, seed = turn
    return level, replace(view, table=replace(view.table, board=board)), seed


def main() -> None:
    """Choose moves until the input ends."""
    boards: dict[str, Board] = {}
    for text in sys.stdin.buffer:
        print(base64.b64encode(pickle.dumps(chosen_move(_read(text, boards)))).decode(), flush=True)


if __name__ == "__main__":
    main()
