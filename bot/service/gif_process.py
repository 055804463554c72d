"""Draws the replay of a game as a GIF in a process of its own: half a minute of work would hold others up.

It is `python -P -m bot.service.gif_process`. What it draws comes pickled from the bot alone, as the input.
"""

import asyncio
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence

from bot.matches.lead import played_turns
from bot.matches.match import Step
from bot.service.drawing_process import started
from bot.text.captions import captions
from engine.view import View, view_for
from render.replay import replay_gif

LONGEST = 600.0
"""Seconds that a replay may take; after that there is none."""

_MOST_MOMENTS = 120
_LOWEST_PRIORITY = 10

ReplayDrawing = tuple[Sequence[View], Sequence[str], Sequence[str], str]
"""The moments, the names and the colours by seat, and the language."""


def moments(steps: Sequence[Step]) -> list[View]:
    """The game before its first turn, after each turn that built something, and at its end."""
    turns, last = played_turns(steps), steps[-1].after.game
    built = [after for before, after in turns if before.table.last != after.table.last]
    every = -(-len(built) // _MOST_MOMENTS) or 1
    games = [*(before for before, _ in turns[:1]), *built[::every], *([last] if last else [])]
    return [view_for(game, None) for game in games]


async def drawn_apart(drawing: ReplayDrawing) -> bytes:
    """The GIF of a replay. Raises ChildProcessError where the process fails, or takes too long."""
    described = await asyncio.to_thread(pickle.dumps, drawing)
    process = started(__name__)
    talking = asyncio.get_running_loop().run_in_executor(None, process.communicate, described, LONGEST)
    try:
        gif, _ = await asyncio.shield(talking)  # it ends by itself, and closes what is open
    except subprocess.TimeoutExpired:
        process.kill()
        await asyncio.to_thread(process.communicate)
        raise ChildProcessError("the replay takes too long") from None
    finally:
        process.kill()
    if process.returncode or not gif:
        raise ChildProcessError("the process that draws replays has failed")
    return bytes(gif)


def main() -> None:
    """Draw the replay that the input describes."""
    os.nice(_LOWEST_PRIORITY)
    views, names, colors, language = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(replay_gif(views, names, colors, captions(language)))


if __name__ == "__main__":
    main()
