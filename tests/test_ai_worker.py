"""Computers think beside the event loop: in a thread, or in a process that may be killed."""

import os
import signal
from collections.abc import AsyncIterator

import pytest

from bot.ai.worker import ComputerWorkers, Question, WorkerGone, answer
from engine.chance import Chance
from engine.computers.normal import normal_move
from engine.game import Game, TakeTurn
from engine.rulebook import apply
from engine.view import view_for
from tests.random_games import opened

SEED = "7e" * 32


@pytest.fixture
async def minds() -> AsyncIterator[ComputerWorkers]:
    thinking = ComputerWorkers()
    yield thinking
    await thinking.close()


def near_the_end() -> Game:
    """A turn of a game between planners of whom one has few trains left."""
    game, _ = opened("usa", "usa", 2, number=4)
    chance = Chance(SEED)
    while min(game.table.trains) > 8 or not isinstance(decision(game), TakeTurn):
        seat = game.table.waiting_for[0]
        game, _ = apply(game, seat, normal_move(view_for(game, seat), chance).action)
    return game


def decision(game: Game) -> object:
    return game.table.decisions[game.table.waiting_for[0]]


def asked(level: str) -> Question:
    game = near_the_end()
    return Question(level, view_for(game, game.table.waiting_for[0]), SEED)


@pytest.mark.parametrize("level", ["random", "normal", "hard"])
async def test_a_question_has_the_same_answer_wherever_it_is_thought_about(
    minds: ComputerWorkers, level: str
) -> None:
    question = asked(level)
    assert await minds.chosen(question) == answer(question).action


async def test_a_killed_process_is_missed_once_and_the_next_question_starts_another(
    minds: ComputerWorkers,
) -> None:
    question = asked("hard")
    await minds.chosen(question)
    assert minds.process is not None
    os.kill(minds.process, signal.SIGKILL)
    with pytest.raises(WorkerGone):
        await minds.chosen(question)
    assert await minds.chosen(question) == answer(question).action
