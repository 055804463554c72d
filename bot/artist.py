"""Pictures for messages, drawn beside the event loop, with the words that stand in for them."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import ParamSpec

from bot.match import Match
from bot.message import Picture
from engine.board import Board
from engine.view import View, view_for
from render.alt import board_alt, hand_alt, score_alt
from render.board import board_png
from render.hand import hand_png
from render.layout import layout
from render.score import score_png
from render.ticket import tickets_png

Arguments = ParamSpec("Arguments")

_AT_ONCE = 2


class Artist:
    """Draws in threads, a few at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_AT_ONCE)

    async def prepare(self, boards: Iterable[Board]) -> None:
        """Lay boards out beforehand: the first picture of each would take seconds."""
        for board in boards:
            await asyncio.to_thread(layout, board)

    async def board(self, match: Match) -> tuple[Picture, ...]:
        """The board as everybody sees it; nothing before the game has begun."""
        if match.game is None:
            return ()
        view, names = view_for(match.game, None), match.roster.names
        png = await self._draw(board_png, view, names, match.roster.colors)
        return (Picture("board.png", board_alt(view, names), png),)

    async def score(self, match: Match) -> tuple[Picture, ...]:
        """The score sheet; nothing before the end."""
        table = match.table
        if table is None or table.sheet is None:
            return ()
        names = match.roster.names
        png = await self._draw(score_png, table.sheet, names, match.roster.colors)
        return (Picture("scores.png", score_alt(table.sheet, names), png),)

    async def hand(self, view: View) -> tuple[Picture, ...]:
        """The cards in a hand."""
        return (Picture("hand.png", hand_alt(view), await self._draw(hand_png, view)),)

    async def tickets(self, view: View, numbers: Sequence[int], alt: str) -> tuple[Picture, ...]:
        """Tickets side by side; nothing without any."""
        if not numbers:
            return ()
        return (Picture("tickets.png", alt, await self._draw(tickets_png, view, tuple(numbers))),)

    async def _draw(
        self, draw: Callable[Arguments, bytes], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> bytes:
        async with self._free:
            return await asyncio.to_thread(draw, *args, **kwargs)
