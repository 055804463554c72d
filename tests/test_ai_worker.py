"""Computer players choose their moves outside the event loop: in a thread, or in a process."""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ai.search import ComputerTurn, chosen_move
from bot.ai.worker import ComputerWorkers
from engine.chance import Chance
from engine.computers.normal import normal_move
from engine.game import Game, TakeTurn
from engine.rulebook import apply
from engine.view import view_for
from tests.random_games import opened

SEED = "7e" * 32


@pytest.fixture
async def workers() -> AsyncIterator[ComputerWorkers]:
    workers = ComputerWorkers()
    yield workers
    await workers.close()


def near_the_end() -> Game:
    """A turn of a game between two planners, one of which has few trains left."""
    game, _ = opened("usa", "usa", 2, number=4)
    chance = Chance(SEED)
    while min(game.table.trains) > 8 or not isinstance(decision(game), TakeTurn):
        seat = game.table.waiting_for[0]
        game, _ = apply(game, seat, normal_move(view_for(game, seat), chance).action)
    return game


def decision(game: Game) -> object:
    return game.table.decisions[game.table.waiting_for[0]]


def asked(level: str) -> ComputerTurn:
    game = near_the_end()
    return level, view_for(game, game.table.waiting_for[0]), SEED


@pytest.mark.parametrize("level", ["random", "normal", "hard"])
async def test_a_question_has_the_same_answer_in_the_worker_as_here(
    workers: ComputerWorkers, level: str
) -> None:
    question = asked(level)
    assert await workers.move(question) == chosen_move(question)


async def test_after_the_process_is_killed_one_question_fails_and_the_next_starts_another(
    workers: ComputerWorkers,
) -> None:
    question = asked("hard")
    await workers.move(question)
    assert workers.process is not None
    os.kill(workers.process, signal.SIGKILL)
    with pytest.raises(ChildProcessError):
        await workers.move(question)
    assert await workers.move(question) == chosen_move(question)


async def test_the_process_runs_no_code_of_the_working_directory(
    workers: ComputerWorkers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "base64.py").write_text("raise SystemExit('this file must not be imported')")
    monkeypatch.chdir(tmp_path)
    question = asked("hard")
    assert await workers.move(question) == chosen_move(question)


def test_the_process_imports_only_the_engine() -> None:
    """So it starts at once and takes little memory."""
    source = (
        "import bot.ai.search, sys; print(*{name.partition('.')[0] for name in sys.modules}, sep=chr(10))"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    libraries = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert {"bot", "engine"} <= libraries
    assert libraries & {"sqlalchemy", "aiohttp", "pydantic", "fluent", "PIL", "render", "alembic"} == set()
