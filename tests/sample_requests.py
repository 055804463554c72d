"""Requests at a moment of a game that a test describes, without a store or a chat."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NoReturn

from bot.commands import COMMANDS
from bot.matches.boards import BoardRepository
from bot.matches.match import Match, first_match, follow
from bot.matches.outcomes import Decide
from bot.matches.roster_events import GameOpened, PlayerJoined
from bot.model.call import Call
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.requests.request import Request
from bot.text.i18n import phrases
from engine.boards.files import load_board
from engine.documents.position import game_at
from engine.setup import Setup, new_game
from tests.scenario import FakePictures

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


class Played(Exception):
    """A command wants to play an action; `line` is its notation."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


class Names:
    """Stands for the directory: nobody has another name in a chat."""

    def called_in(self, person: Person, chat: Chat) -> str:
        return ""


class Games:
    """Stands for the repository: it knows the boards, and says what would be played."""

    boards = BoardRepository()

    async def update(self, game: str, decide: Decide, actor: str, action: str) -> NoReturn:
        raise Played(action)


def request(match: Match | None, person: Person = ANNA, language: str = "en") -> Request:
    services: Any = SimpleNamespace(
        repository=Games(), directory=Names(), pictures=FakePictures(), commands=COMMANDS
    )
    return Request(
        profile=Profile(person, person.id.title()).having(Profile.confirm, False),
        chat=Chat("hall", "table"),
        phrases=phrases(language),
        match=match,
        services=services,
        linked_accounts=(person,),
    )


def meant(text: str, match: Match | None = None, person: Person = ANNA) -> str | list[str]:
    """The action that a typed command plays, or the lines that its answer offers."""
    return answered(Call.typed(text), match, person)


def answered(call: Call, match: Match | None = None, person: Person = ANNA) -> str | list[str]:
    """The same for a call."""
    try:
        message = asyncio.run(COMMANDS[call.word].carry_out(request(match or table(), person), call))
    except Played as played:
        return played.line
    return [CallbackData.read(button.code).line for menu in message.menus for button in menu.choices]
