"""Whole random games, step by step and as a log: one game for each number."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from engine.board import Board
from engine.boards.files import load_board
from engine.chance import Chance, Contribution
from engine.computers import COMPUTERS
from engine.documents.record import LogRow
from engine.events import Event
from engine.game import Game
from engine.notation import line
from engine.rulebook import apply
from engine.setup import Setup, new_game
from engine.view import view_for

VARIANTS = [
    ("europe", "europe"),
    ("europe", "europe-1912"),
    ("europe", "mega"),
    ("europe", "big-cities"),
    ("usa", "usa"),
    ("usa", "1910"),
    ("usa", "mega"),
    ("usa", "big-cities"),
]

SIX_O_CLOCK = datetime(2026, 3, 1, 18, tzinfo=UTC)


class Step(NamedTuple):
    """An action's line (empty for the setup), its events, and the state after it."""

    action: str
    events: tuple[Event, ...]
    game: Game


@lru_cache
def board_of(name: str) -> Board:
    return load_board(name)


SHARED = (
    Contribution("00f1a2b3c4d5e6f7", ""),
    Contribution("8a1c0000deadbeef", "Zug"),
    Contribution("", "поезд"),
)
"""What was contributed to the seed of a game: when it was opened, when somebody joined, and at its start."""


def played(
    board: Board,
    setup: Setup,
    number: int = 0,
    seed: str = "",
    *,
    each_reset: bool = False,
    level: str = "random",
) -> Iterator[Step]:
    """A game from its setup to its end; among several seats with a decision, chance picks who acts.

    With `each_reset` its events are those of earlier programs.
    """
    chance = Chance(f"{number + 1:064x}")
    game, events = new_game(board, setup, f"game-{number}", seed or f"{number:064x}", each_reset=each_reset)
    yield Step("", events, game)
    while not game.table.over:
        seat = chance.pick(game.table.waiting_for)
        action = COMPUTERS[level](view_for(game, seat), chance)
        game, events = apply(game, seat, action, each_reset=each_reset)
        yield Step(line(action), events, game)


def log_of(steps: Iterable[Step]) -> list[LogRow]:
    """The events of a game as a log has them, an action every seven seconds."""
    return [
        (SIX_O_CLOCK + timedelta(seconds=7 * number), "" if place else step.action, event)
        for number, step in enumerate(steps)
        for place, event in enumerate(step.events)
    ]
