"""Notation in, sentences out: what the bot posts about a few actions."""

from collections.abc import Sequence

from bot.text.history import PublicStep, tell
from bot.text.i18n import phrases
from engine.board import Board
from engine.events import Event, GameStarted, seen_by
from engine.fold import evolve
from engine.game import Game, started
from tests.rules.table import move

NAMES = ("Anna", "Boris", "Carla", "Dmitri", "Eve")


def plain(text: str) -> str:
    """A text without the marks that isolate persons' names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def steps_of(board: Board, before: Game | None, events: Sequence[Event]) -> list[PublicStep]:
    """Events with their secrets, and the table before and after each."""
    steps: list[PublicStep] = []
    for event in events:
        after = started(board, event) if isinstance(event, GameStarted) else evolve(_game(before), event)
        steps.append((before.table if before else None, event, after.table))
        before = after
    return steps


def public(steps: Sequence[PublicStep]) -> list[PublicStep]:
    """The same as everybody sees it."""
    return [(before, seen_by(event, None), after) for before, event, after in steps]


def said(language: str, steps: Sequence[PublicStep]) -> str:
    return plain(tell(public(steps), NAMES, phrases(language)))


def story(game: Game, *lines: str) -> tuple[str, str]:
    """What the table hears of these actions, in English and in Russian."""
    steps: list[PublicStep] = []
    for line in lines:
        after, events = move(game, line)
        steps += steps_of(game.table.board, game, events)
        game = after
    return said("en", steps), said("ru", steps)


def _game(before: Game | None) -> Game:
    assert before is not None
    return before
