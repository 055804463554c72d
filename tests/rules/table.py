"""Helpers for tests of the rules: a position and lines of actions in, facts out."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import pytest

from engine.actions import Action, ClaimRoute
from engine.board import Board
from engine.boards.files import board_texts, load_board, parse_board
from engine.cards import in_order, letters
from engine.documents.position import game_at
from engine.documents.validation import faults
from engine.events import Event
from engine.fold import fold
from engine.game import Game
from engine.notation import line, read_line
from engine.options import options
from engine.refusals import IllegalAction, Reason
from engine.rulebook import apply
from engine.setup import Setup, new_game, whole_deck
from engine.view import view_for

Refusal = tuple[Reason, dict[str, str | int]]

SEED = "5ea1" * 16

# Routes with this many spaces in all, for a player of 45 trains who has few left.
_TALL = ("petrograd--stockholm", "budapest--kyiv", "palermo--smyrna", "berlin--danzig", "kyiv--warszawa")
THIRTY_NINE = (*_TALL, "petrograd--riga", "riga--wilno", "athina--sofia")
FORTY_ONE = (*THIRTY_NINE, "brindisi--roma")
FORTY_TWO = (*THIRTY_NINE, "danzig--riga")
FORTY_THREE = (*FORTY_ONE, "kyiv--wilno")


@lru_cache
def board(name: str = "europe", **rules: int | str) -> Board:
    """A shipped board, with these rules of its title in place of its own."""
    text = board_texts(name)[0]
    for key, value in rules.items():
        text = re.sub(rf"(?m)^{key} = .*\n", "", text)
        text = text.replace("[rules]\n", f"[rules]\n{key} = {json.dumps(value)}\n")
    return parse_board(text) if rules else load_board(name)


def at(name: str = "europe", *, rules: Mapping[str, int | str] | None = None, **position: Any) -> Game:
    """The game that a position describes; keys left out follow from the others."""
    return game_at(json.loads(json.dumps({"board": name, **position})), board(name, **(rules or {})))


def opened(variant: str = "europe", players: int = 2, title: str = "europe", **setup: Any) -> Game:
    """A new game: everybody has starting tickets to choose from."""
    seed = setup.pop("seed", SEED)
    game, events = new_game(board(title), Setup(variant, players, **setup), "test", seed)
    assert fold(board(title), events) == game
    assert list(faults(game)) == []
    return game


def cards_but(*placed: str, title: str = "europe") -> str:
    """All train cards of the game but those placed elsewhere."""
    rest = Counter(whole_deck(next(iter(board(title).variants.values())))) - Counter("".join(placed))
    return in_order("".join(rest.elements()))


def move(game: Game, text: str) -> tuple[Game, tuple[Event, ...]]:
    """The game after an action, and its events. "1: draw deck" is seat 1's; else the seat asked acts."""
    seat, action = _read(game, text)
    assert action in options(view_for(game, seat)), f"{text} is not among the options"
    after, events = apply(game, seat, action)
    assert fold(game.table.board, events, game) == after
    assert list(faults(after)) == []
    return after, events


def play(game: Game, *lines: str) -> Game:
    """The game after these actions."""
    for text in lines:
        game, _ = move(game, text)
    return game


def told(game: Game, text: str) -> list[str]:
    """The names of the events of an action."""
    return [type(event).__name__ for event in move(game, text)[1]]


def the(kind: type[Event], game: Game, text: str) -> Any:
    """The one event of this kind that an action causes."""
    [event] = [event for event in move(game, text)[1] if isinstance(event, kind)]
    return event


def refused(game: Game, text: str) -> Refusal:
    """Why an action is refused, with the facts that come with it."""
    seat, action = _read(game, text)
    assert action not in options(view_for(game, seat)), f"{text} is among the options"
    with pytest.raises(IllegalAction) as refusal:
        apply(game, seat, action)
    return refusal.value.reason, refusal.value.facts


def can(game: Game, kind: type[Action], seat: int | None = None) -> list[str]:
    """The lines of all actions of one kind that a seat (or who is asked) may choose, the default first."""
    view = view_for(game, game.table.waiting_for[0] if seat is None else seat)
    return [line(action) for action in options(view).of(kind)]


def kinds(game: Game, seat: int | None = None) -> set[str]:
    """The first words of what a seat (or who is asked) may do."""
    view = view_for(game, game.table.waiting_for[0] if seat is None else seat)
    return {line(action).split()[0] for action in options(view)}


def ways_to_pay(game: Game, route: str) -> list[str]:
    """The payments for a route, the default first."""
    return [text.split()[-1] for text in can(game, ClaimRoute) if text.split()[1] == route]


def hand(game: Game, seat: int = 0) -> str:
    return letters(game.hands[seat])


def discards(game: Game) -> str:
    return letters(game.discards)


def routes(game: Game, seat: int = 0) -> list[str]:
    return [route.id for route in game.table.board.routes_in(game.table.routes[seat])]


def _read(game: Game, text: str) -> tuple[int, Action]:
    seat, colon, rest = text.partition(": ")
    return (int(seat), read_line(rest)) if colon else (game.table.waiting_for[0], read_line(text))
