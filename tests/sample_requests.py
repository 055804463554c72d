"""Requests at a moment of a game that a test describes, without a store or a chat."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from bot.matches.match import Match, first_match, follow
from bot.matches.roster_events import GameOpened, PlayerJoined
from bot.model.identity import Chat, Person
from bot.text.i18n import phrases
from bot.text.request import Request
from engine.boards.files import load_board
from engine.documents.position import game_at
from engine.setup import Setup, new_game

NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
ANNA, BORIS, CARL = (Person("hall", name) for name in ("anna", "boris", "carl"))


@lru_cache
def lobby(board: str = "europe") -> Match:
    """Anna and Boris, before the game."""
    there = load_board(board)
    variant = next(iter(there.variants))
    opening = GameOpened(board, there.edition, variant, (), str(ANNA), "00" * 32)
    match = first_match("k3f9qp", there, opening, NOON)
    for person, name in ((ANNA, "Anna"), (BORIS, "Boris")):
        match = follow(match, PlayerJoined(str(person), name, "red"), NOON)
    return match


@lru_cache
def choosing() -> Match:
    """The starting tickets are offered."""
    match = lobby()
    _, events = new_game(match.board, Setup("europe", 2), match.id, "00" * 32)
    for event in events:
        match = follow(match, event, NOON)
    return match


def table(board: str = "europe", **position: Any) -> Match:
    """A moment of the game; unless it says otherwise, Anna's turn with all sorts of cards."""
    there = load_board(board)
    rest = {"hands": ["KKKKRRRRBBBGGGYYYWWWWOOOOPPPLL"], "row": "RRLBG", **position}
    return replace(lobby(board), game=game_at({"board": board, **rest}, there))


def request(match: Match | None, person: Person = ANNA, language: str = "en") -> Request:
    return Request(person, person.id.title(), Chat("hall", "table"), phrases(language), match)
