"""The process apart that draws slow pictures, and what happens when it ends."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from threading import Event

import pytest

from bot.model.message import drawn_picture
from bot.service.drawing_process import drawn_by, end, living
from bot.service.pictures import PictureService, PointsByTurn
from engine.board import Board
from engine.view import view_for
from tests.rules.table import board
from tests.test_picture_service import EN, begun, match


@pytest.fixture
async def apart() -> AsyncIterator[PictureService]:
    service = PictureService(_points, apart=True)
    yield service
    service.close()


async def _points(game: str) -> PointsByTurn:
    return ()


async def _map_of_tickets(service: PictureService) -> bytes:
    now = match(begun())
    assert now.game is not None
    [picture] = await service.my_tickets(now, view_for(now.game, 0), EN)
    return (await drawn_picture(picture)).png


async def test_a_slow_picture_is_the_same_from_the_process(apart: PictureService) -> None:
    assert await _map_of_tickets(apart) == await _map_of_tickets(PictureService(_points))


async def test_a_quick_picture_starts_no_process(
    apart: PictureService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("bot.service.drawing_process.started")
    now = match(begun())
    assert await apart.board(now, EN)


async def test_a_process_that_was_killed_is_started_again(apart: PictureService) -> None:
    first = living(None)
    first[0].kill()
    apart._drawer = first
    assert await _map_of_tickets(apart)
    assert apart._drawer is not first


async def test_a_process_that_ends_while_it_draws_is_started_again(
    apart: PictureService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first of two requests finds that the process has just ended."""
    ended = living(None)
    ended[0].kill()
    ended[0].wait()
    drawers = iter([ended, living(None)])
    monkeypatch.setattr("bot.service.pictures.living", lambda _: next(drawers))
    assert await _map_of_tickets(apart)
    assert "started again" in caplog.text


def test_what_a_picture_raises_is_raised_here() -> None:
    drawer = living(None)
    with pytest.raises(ValueError, match="invalid literal"):
        drawn_by(drawer, partial(int, "x"))
    assert drawn_by(drawer, partial(int, "7")) == 7
    end(drawer)


def test_a_board_is_sent_once() -> None:
    drawer = living(None)
    for _ in range(2):
        assert drawn_by(drawer, partial(Board.__repr__, board())) == repr(board())
    assert drawer[1] == {board().edition}
    end(drawer)


def test_the_process_ends_with_the_bot() -> None:
    """The bot's end closes the pipe, however it ends."""
    process, _ = living(None)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    assert process.stdout is not None
    process.stdout.close()


def test_the_process_ends_in_silence_if_the_bot_is_killed_while_it_draws() -> None:
    process, _ = drawer = living(None)
    assert process.stdout is not None
    process.stdout.close()
    with pytest.raises(ValueError, match="closed"):
        drawn_by(drawer, partial(int, "7"))
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=30) == 0


async def test_what_is_being_drawn_when_the_bot_ends_is_given_up(
    apart: PictureService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, ended = Event(), Event()

    def draw(*_: object) -> bytes:
        begun.set()
        ended.wait()
        raise ChildProcessError

    monkeypatch.setattr("bot.service.pictures.drawn_by", draw)
    drawing = asyncio.create_task(_map_of_tickets(apart))
    await asyncio.to_thread(begun.wait)
    apart.close()
    ended.set()
    with pytest.raises(asyncio.CancelledError):
        await drawing
    assert not caplog.text


async def test_closing_ends_the_process(apart: PictureService) -> None:
    await _map_of_tickets(apart)
    assert apart._drawer is not None
    apart.close()
    assert apart._drawer[0].returncode is not None
