"""The worker processes: what they return, and what happens when one ends."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from bot.computers.choice import computer_move
from bot.computers.search import ComputerTurn, chosen_move
from bot.model.message import drawn_picture
from bot.shown.picture_service import PictureService
from bot.shown.pictures import my_tickets_picture, replay_film
from bot.workers.process import framed
from bot.workers.workers import Worker, Workers
from engine.board import Board
from engine.chance import Chance
from engine.computers.normal import normal_move
from engine.game import Game, TakeTurn
from engine.rulebook import apply
from engine.view import view_for
from render.film import film_gif
from tests.fakes.wire.patience import until
from tests.finished_games import RECORDS, recorded_steps
from tests.pictures import seen
from tests.random_games import opened
from tests.rules.table import board
from tests.test_picture_service import EN, CountingPictures, begun, match

SEED = "7e" * 32
FILM = partial(film_gif, [seen(players=2)], ("Anna", "Boris"), ("blue", "red"))


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    workers = Workers()
    yield workers
    await workers.close()


@pytest.fixture
def worker(workers: Workers) -> Worker:
    return workers.pictures


# ---- any function


async def test_what_a_function_raises_is_raised_here(worker: Worker) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        await worker.run(partial(int, "x"))
    assert await worker.run(partial(int, "7")) == 7


async def test_a_board_is_sent_once(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = list[int]()

    def measured(content: bytes) -> bytes:
        lengths.append(len(content))
        return framed(content)

    monkeypatch.setattr("bot.workers.workers.framed", measured)
    for _ in range(2):
        assert await worker.run(partial(Board.__repr__, board())) == repr(board())
    first, second = lengths
    assert second < first / 10


async def test_after_the_process_is_killed_one_function_fails_and_the_next_starts_another(
    worker: Worker,
) -> None:
    await worker.run(partial(Board.__repr__, board()))
    os.kill(worker.process or 0, signal.SIGKILL)
    with pytest.raises(ChildProcessError):
        await worker.run(os.getpid)
    assert await worker.run(partial(Board.__repr__, board())) == repr(board())


async def test_a_function_that_nobody_waits_for_is_not_taken_for_the_next(worker: Worker) -> None:
    asleep = asyncio.create_task(worker.run(partial(time.sleep, 600)))
    await until(lambda: worker.process is not None)
    asleep.cancel()
    with suppress(asyncio.CancelledError):
        await asleep
    assert await worker.run(partial(int, "7")) == 7


async def test_closing_ends_what_runs_and_cancels_who_waits(workers: Workers, worker: Worker) -> None:
    waiting = [asyncio.create_task(worker.run(partial(time.sleep, 600))) for _ in range(2)]
    await until(lambda: worker.process is not None)
    await workers.close()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError] * 2
    with pytest.raises(asyncio.CancelledError):
        await worker.run(os.getpid)
    assert worker.process is None


async def test_the_process_runs_no_code_of_the_working_directory(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('this file must not be imported')")
    monkeypatch.chdir(tmp_path)
    assert await worker.run(partial(int, "7")) == 7


@pytest.mark.parametrize("closed", ["input", "output"])
def test_the_process_ends_in_silence_with_the_bot(closed: str) -> None:
    """The bot's end closes its pipes, however it ends."""
    command = [sys.executable, "-P", "-m", "bot.workers.process", "0"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        if closed == "output":
            process.stdout.close()
        process.stdin.close()
        assert process.wait(timeout=30) == 0
        assert process.stderr.read() == b""


# ---- computer players


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


@pytest.mark.parametrize("level", ["random", "normal", "hard"])
async def test_a_computer_chooses_the_same_move_in_the_worker_as_here(workers: Workers, level: str) -> None:
    game = near_the_end()
    turn: ComputerTurn = level, view_for(game, game.table.waiting_for[0]), SEED
    assert await computer_move(turn, workers.searches) == chosen_move(turn)
    assert (workers.searches.process is not None) == (level == "hard")


@pytest.mark.parametrize("module", ["bot.computers.search", "bot.workers.process"])
def test_a_process_that_searches_imports_only_the_engine(module: str) -> None:
    """So it starts at once and takes little memory."""
    source = f"import {module}, sys; print(*{{name.partition('.')[0] for name in sys.modules}}, sep=chr(10))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    libraries = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert {"bot", "engine"} <= libraries
    assert libraries & {"sqlalchemy", "aiohttp", "pydantic", "fluent", "PIL", "render", "alembic"} == set()


# ---- pictures


async def _map_of_tickets(service: PictureService) -> bytes:
    now = match(begun())
    assert now.game is not None
    view = view_for(now.game, 0)
    sketch = my_tickets_picture(now, view, await service.ticket_status(view), EN)
    [picture] = service.of(sketch)
    return (await drawn_picture(picture)).png


async def test_a_picture_is_the_same_from_the_worker(workers: Workers) -> None:
    assert await _map_of_tickets(PictureService(workers)) == await _map_of_tickets(CountingPictures())


async def test_a_picture_is_drawn_again_if_the_process_ends(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    await workers.pictures.run(os.getpid)
    os.kill(workers.pictures.process or 0, signal.SIGKILL)
    assert await _map_of_tickets(PictureService(workers))
    assert "started again" in caplog.text


# ---- films


async def test_a_replay_is_a_gif_and_leaves_no_process(workers: Workers) -> None:
    both = await asyncio.gather(workers.films.run(FILM), workers.films.run(FILM))
    assert [gif[:6] for gif in both] == [b"GIF89a"] * 2
    assert workers.films.process is None


async def test_a_replay_that_nobody_waits_for_leaves_no_process(workers: Workers) -> None:
    drawing = asyncio.create_task(workers.films.run(FILM))
    await until(lambda: workers.films.process is not None)
    drawing.cancel()
    with suppress(asyncio.CancelledError):
        await drawing
    assert workers.films.process is None


async def test_a_replay_that_takes_too_long_is_given_up(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.shown.picture_service.LONGEST_FILM", 0.01)
    assert await PictureService(workers).file(replay_film(recorded_steps(RECORDS[3]), EN)) == b""
    assert "too long" in caplog.text
    assert workers.films.process is None
