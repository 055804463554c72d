"""Chooses the moves of computer players: quick levels in a thread, the one that searches in a worker."""

import asyncio
import hashlib
from functools import partial

from bot.computers.search import REVIEW, ComputerTurn, chosen_move
from bot.matches.match import Match
from bot.workers.workers import Worker
from engine.computers.reasons import ExplainedMove
from engine.levels import DEFAULT_LEVEL
from engine.view import view_for

_SEARCHING = frozenset({"hard", REVIEW})
"""Levels that take so long that they would slow down the event loop, even from another thread."""


def computer_turn(match: Match, seat: int, level: str = "") -> ComputerTurn:
    """What the computer player in a seat decides on now, or one of another `level`.

    Raises ValueError before the game has begun.
    """
    if match.game is None:
        raise ValueError(f"game {match.id} has not begun")
    view = view_for(match.game, seat)
    revision = view.decision.revision if view.decision else 0
    secret = f"{match.roster.secret}:{seat}:{revision}"
    seed = hashlib.sha256(secret.encode()).hexdigest()
    return level or match.roster.holders[seat].level or DEFAULT_LEVEL, view, seed


async def computer_move(turn: ComputerTurn, searches: Worker) -> ExplainedMove:
    """The move that a computer player chooses, and why; searches run one after the other.

    Raises ChildProcessError if the worker was killed; the next turn starts another.
    """
    level, _, _ = turn
    if level.partition(" ")[0] in _SEARCHING:
        return await searches.run(partial(chosen_move, turn))
    return await asyncio.to_thread(chosen_move, turn)
