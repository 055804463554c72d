"""Chooses the moves of computer players: quick levels in a thread, the one that searches in its own process.

`python -P -m bot.ai.worker` is that process: a line with a turn in, a line with a move out, until its input
ends. Both lines are pickles, exchanged with the bot alone.
"""

import asyncio
import base64
import hashlib
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bot.matches.lobby import DEFAULT_LEVEL
from bot.matches.match import Match
from engine.board import Board
from engine.chance import Chance
from engine.computers import EXPLAINED_COMPUTERS
from engine.computers.reasons import ExplainedMove
from engine.view import View, view_for

_SEARCHING = frozenset({"hard"})
"""Levels that take so long that they would slow down the event loop, even from another thread."""


ComputerTurn = tuple[str, View, str]
"""What a computer player decides on: its level, all that it may know, and the seed of its own chance."""


def computer_turn(match: Match, seat: int) -> ComputerTurn:
    """What the computer player in a seat decides on now. Raises ValueError before the game has begun."""
    if match.game is None:
        raise ValueError(f"game {match.id} has not begun")
    view = view_for(match.game, seat)
    revision = view.decision.revision if view.decision else 0
    secret = f"{match.roster.secret}:{seat}:{revision}"
    seed = hashlib.sha256(secret.encode()).hexdigest()
    return match.roster.holders[seat].level or DEFAULT_LEVEL, view, seed


def chosen_move(turn: ComputerTurn) -> ExplainedMove:
    """The move that a computer player chooses, and why: always the same for the same turn."""
    level, view, seed = turn
    return EXPLAINED_COMPUTERS[level](view, Chance(seed))


class ComputerWorkers:
    """Chooses moves outside the event loop, those that need a search one after the other."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._free = asyncio.Lock()

    async def move(self, turn: ComputerTurn) -> ExplainedMove:
        """The move that a computer player chooses, and why.

        Raises ChildProcessError if the process was killed; the next turn starts another.
        """
        level, _, _ = turn
        if level not in _SEARCHING:
            return await asyncio.to_thread(chosen_move, turn)
        async with self._free:
            self._process = self._process or await _started()
            try:
                return await _asked(self._process, _written(turn))
            except BaseException:
                await self.close()  # an answer under way would be taken for the next one
                raise

    @property
    def process(self) -> int | None:
        """The id of the process that searches, while there is one."""
        return self._process.pid if self._process else None

    async def close(self) -> None:
        """End the process, even in the middle of a search."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def _started() -> Process:
    """Start the process. `-P` keeps it from running what lies in the working directory."""
    command = (sys.executable, "-P", "-m", __name__)
    ours = str(Path(__file__).parents[2])
    folders = os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": folders}
    # A new session: Ctrl+C goes to the bot alone, which ends the process.
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, start_new_session=True, env=environment
    )


async def _asked(process: Process, text: bytes) -> ExplainedMove:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(text + b"\n")
        await process.stdin.drain()
        reply = await process.stdout.readline()
    except OSError as error:
        raise ChildProcessError("the process of the computer players has ended") from error
    if not reply:
        raise ChildProcessError("the process of the computer players has ended")
    move: ExplainedMove = pickle.loads(base64.b64decode(reply))
    return move


# ---- turns as text


def _written(turn: ComputerTurn) -> bytes:
    """A turn with a bare board, without what is derived from it."""
    _, view, _ = turn
    return base64.b64encode(pickle.dumps(_with_board(turn, replace(view.table.board))))


def _read(text: bytes, boards: dict[str, Board]) -> ComputerTurn:
    """A turn with the board of its edition in `boards`, where what is derived from it is kept."""
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
