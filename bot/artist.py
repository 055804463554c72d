"""Pictures for messages, drawn beside the event loop, with the words that stand in for them."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial

from bot.matches.match import Match
from bot.message import Picture
from bot.talk.phrases import Phrases
from bot.talk.picturing import board_alt, hand_alt, score_alt, tickets_alt
from engine.board import Board
from engine.prospects import prospects
from engine.view import View, view_for
from render.board import board_png
from render.hand import hand_png
from render.layout import layout
from render.score import score_png
from render.ticket import tickets_png

_AT_ONCE = 2
_KEPT = 64
"""Pictures at hand: the answer, the private column and the post show the same ones."""


class Artist:
    """Draws in threads, a few at a time."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._drawn: OrderedDict[Hashable, bytes] = OrderedDict()

    async def prepare(self, boards: Iterable[Board]) -> None:
        """Lay boards out beforehand: the first picture of each would take seconds."""
        for board in boards:
            await asyncio.to_thread(layout, board)

    async def board(self, match: Match, phrases: Phrases) -> tuple[Picture, ...]:
        """The board as everybody sees it; nothing before the game has begun."""
        if match.game is None:
            return ()
        view, names = view_for(match.game, None), match.roster.names
        colors = match.roster.colors
        key = "board", match.id, match.game.seq, names, colors, phrases.language
        png = await self._picture(key, partial(board_png, view, names, colors))
        return (Picture("board.png", board_alt(view, names, phrases), png),)

    async def score(self, match: Match, phrases: Phrases) -> tuple[Picture, ...]:
        """The score sheet; nothing before the end."""
        table = match.table
        if table is None or table.sheet is None:
            return ()
        names, colors = match.roster.names, match.roster.colors
        key = "score", match.id, names, colors, phrases.language
        png = await self._picture(key, partial(score_png, table.sheet, names, colors))
        return (Picture("scores.png", score_alt(table.sheet, names, phrases), png),)

    async def hand(self, view: View, phrases: Phrases) -> tuple[Picture, ...]:
        """The cards in a hand."""
        key = "hand", _network(view), view.hand, view.tickets, phrases.language
        png = await self._picture(key, partial(hand_png, view))
        return (Picture("hand.png", hand_alt(view, phrases), png),)

    async def tickets(self, view: View, numbers: Sequence[int], phrases: Phrases) -> tuple[Picture, ...]:
        """Tickets side by side, kept or offered; nothing without any."""
        if not numbers:
            return ()
        key = "tickets", _network(view), tuple(numbers), phrases.language
        png = await self._picture(key, partial(tickets_png, view, numbers))
        outlooks = await asyncio.to_thread(prospects, view, numbers)
        return (Picture("tickets.png", tickets_alt(view.table.board, outlooks, phrases), png),)

    async def _picture(self, key: Hashable, draw: Callable[[], bytes]) -> bytes:
        """What `key` says all about: drawn once, as long as it is at hand."""
        async with self._free:
            if key not in self._drawn:
                self._drawn[key] = await asyncio.to_thread(draw)
            self._drawn.move_to_end(key)
            while len(self._drawn) > _KEPT:
                self._drawn.popitem(last=False)
            return self._drawn[key]


def _network(view: View) -> Hashable:
    """The board and the own routes that a private picture shows."""
    return view.table.board.edition, view.table.routes[view.seat] if view.seat is not None else 0
