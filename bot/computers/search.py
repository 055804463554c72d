"""What a computer player decides on, and its choice; for workers, so it imports only the engine."""

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
