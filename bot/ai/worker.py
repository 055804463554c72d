"""Chooses the moves of computer players: quick levels in a thread, the one that searches in a process."""

import asyncio
import hashlib
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from bot.ai import search
from bot.ai.search import REVIEW, ComputerTurn, chosen_move, read_move, written_turn
from bot.matches.match import Match
from bot.service.drawing_process import command_of
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
        if level.partition(" ")[0] not in _SEARCHING:
            return await asyncio.to_thread(chosen_move, turn)
        async with self._free:
            if self._process is None:
                command, environment = command_of(search.__name__)
                # A new session: Ctrl+C goes to the bot alone, which ends the process.
                self._process = await asyncio.create_subprocess_exec(
                    *command, stdin=PIPE, stdout=PIPE, start_new_session=True, env=environment
                )
            try:
                return await _answer(self._process, turn)
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


async def _answer(process: Process, turn: ComputerTurn) -> ExplainedMove:
    """What the process says to a turn. Raises ChildProcessError if it has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    reply = b""
    with suppress(OSError):
        process.stdin.write(written_turn(turn) + b"\n")
        await process.stdin.drain()
        reply = await process.stdout.readline()
    if not reply:
        raise ChildProcessError("the process of the computer players has ended")
    return read_move(reply)
