"""Where computers think: the quick ones in a thread, the one that searches in a process of its own.

`python -m bot.minds` is that process: a question a line in, the line of an action out, until its input ends.
"""

import asyncio
import base64
import hashlib
import io
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from bot.matches.lobby import DEFAULT_LEVEL
from bot.matches.match import Match
from engine.actions import Action
from engine.board import Board
from engine.chance import Chance
from engine.computers import EXPLAINED_COMPUTERS
from engine.computers.reasons import ExplainedMove
from engine.notation import line, read_line
from engine.view import View, view_for

_SEARCHING = frozenset({"hard"})
"""Levels that think for so long that the loop would feel it, even from another thread."""


class Question(NamedTuple):
    """What a computer is asked: all that it may know, and the seed of its own chance at this decision."""

    level: str
    view: View
    seed: str


def question(match: Match, seat: int) -> Question:
    """What the computer in a seat is asked now. Raises ValueError before the game has begun."""
    if match.game is None:
        raise ValueError(f"game {match.id} has not begun")
    view = view_for(match.game, seat)
    revision = view.decision.revision if view.decision else 0
    secret = f"{match.roster.secret}:{seat}:{revision}"
    seed = hashlib.sha256(secret.encode()).hexdigest()
    return Question(match.roster.sitters[seat].level or DEFAULT_LEVEL, view, seed)


def answer(asked: Question) -> ExplainedMove:
    """What a computer chooses, and why: the same for the same question at any later time."""
    return EXPLAINED_COMPUTERS[asked.level](asked.view, Chance(asked.seed))


class Gone(Exception):
    """The process that searches has ended before it answered."""


class Minds:
    """Lets computers think beside the event loop, searchers one after the other."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._free = asyncio.Lock()

    async def chosen(self, asked: Question) -> Action:
        """What a computer chooses. Raises Gone where its process was killed; the next question starts one."""
        if asked.level not in _SEARCHING:
            return (await asyncio.to_thread(answer, asked)).action
        async with self._free:
            self._process = self._process or await _started()
            try:
                return read_line(await _asked(self._process, _written(asked)))
            except BaseException:
                await self.close()  # what is under way would be taken for the answer to the next question
                raise

    @property
    def process(self) -> int | None:
        """The number of the process that searches, while there is one."""
        return self._process.pid if self._process else None

    async def close(self) -> None:
        """End the process, in the middle of a thought too."""
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


async def _started() -> Process:
    command = (sys.executable, "-m", "bot.minds")
    # In a session of its own: Ctrl+C is for the bot, which ends it.
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, start_new_session=True)


async def _asked(process: Process, text: bytes) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(text + b"\n")
        await process.stdin.drain()
        reply = await process.stdout.readline()
    except OSError as error:
        raise Gone("the computer's process has ended") from error
    if not reply:
        raise Gone("the computer's process has ended")
    return reply.decode().strip()


# ---- questions as text: a board is written once beside the view, without what was worked out from it


class _Writer(pickle.Pickler):
    def persistent_id(self, value: Any) -> str | None:
        return value.edition if isinstance(value, Board) else None


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, board: Board) -> None:
        super().__init__(file)
        self._board = board

    def persistent_load(self, edition: str) -> Board:
        return self._board


def _written(asked: Question) -> bytes:
    board, view = asked.view.table.board, io.BytesIO()
    _Writer(view).dump(asked)
    return base64.b64encode(pickle.dumps((board.edition, pickle.dumps(replace(board)), view.getvalue())))


def _read(text: bytes, boards: dict[str, Board]) -> Question:
    edition, written, view = pickle.loads(base64.b64decode(text))
    if edition not in boards:
        boards[edition] = pickle.loads(written)
    asked: Question = _Reader(io.BytesIO(view), boards[edition]).load()
    return asked


def main() -> None:
    """Answer questions until there are no more."""
    boards: dict[str, Board] = {}
    for text in sys.stdin.buffer:
        print(line(answer(_read(text, boards)).action), flush=True)


if __name__ == "__main__":
    main()
