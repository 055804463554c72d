"""Pictures for messages, drawn beside the event loop, with the words that stand in for them."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import TypeVar, cast
from weakref import WeakValueDictionary

from bot.matches.match import Match
from bot.message import WORDS_FIRST, Picture
from bot.outlooks import Outlooks
from bot.talk import picturing
from bot.talk.phrases import Phrases
from bot.talk.printing import captions
from engine.actions import ClaimRoute
from engine.board import Board
from engine.game import ChooseTickets
from engine.view import View, view_for
from render.board import BoardPictures, board_pngs
from render.draw.empty_map import empty_map
from render.hand import hand_png
from render.my_tickets import my_tickets_png
from render.preview import preview_png
from render.score import score_png
from render.ticket import tickets_png
from render.tunnel import tunnel_png

_ROOM = 64 << 20
"""Bytes of pictures at hand: the answer, the private column and the post show the same ones."""

_MAPS = ("tickets", "my tickets", "preview")
"""Pictures that draw the map anew for one person."""

Drawn = TypeVar("Drawn")
Pictures = tuple[Picture, ...]
PointsByTurn = tuple[tuple[int, ...], ...]


class Artist:
    """Draws in threads, one picture at a time: two would take turns with the event loop for too long.

    Maps of tickets take many times as long as others, which do not wait for them: these have a brush of their
    own.

    `points_by_turn` tells what each seat had from routes after each turn of a match, by the match's id.
    """

    def __init__(self, points_by_turn: Callable[[str], Awaitable[PointsByTurn]]) -> None:
        self.outlooks = Outlooks()
        self._points_by_turn = points_by_turn
        self._pencil = asyncio.Lock()
        self._brush = asyncio.Lock()
        self._taken = 0
        self._drawn: OrderedDict[Hashable, object] = OrderedDict()
        self._drawing: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    async def prepare(self, boards: Iterable[Board]) -> None:
        """Have the maps at hand beforehand: the first picture of each board would take long."""
        for board in boards:
            await asyncio.to_thread(empty_map, board)

    async def board(self, match: Match, phrases: Phrases) -> Pictures:
        """The board as everybody sees it, a close-up of the last move first; nothing before the game."""
        if match.game is None:
            return ()
        view, (names, colors) = view_for(match.game, None), _seats(match)
        key = "board", match.id, match.game.seq, names, colors
        drawn = await self._once(key, phrases, partial(board_pngs, view, names, colors))
        full = Picture("board.png", picturing.board_alt(view, names, phrases), drawn.full)
        if drawn.zoom is None:
            return (full,)
        alt = picturing.closeup_alt(view, names, phrases)
        return Picture("closeup.png", alt, drawn.zoom, whole=full.name), full

    async def score(self, match: Match, phrases: Phrases) -> Pictures:
        """The score sheet, with how the points came about turn by turn; nothing before the end."""
        if match.game is None or match.game.table.sheet is None:
            return ()
        view, (names, colors) = view_for(match.game, None), _seats(match)
        alt = picturing.score_alt(match.game.table.sheet, names, phrases)
        key = "score", match.id, names, colors
        draw = partial(score_png, view, names, colors, await self._points_by_turn(match.id))
        return (Picture("scores.png", alt, await self._once(key, phrases, draw)),)

    async def hand(self, view: View, phrases: Phrases) -> Pictures:
        """The cards in a hand, and what else the seat has left."""
        table, seat = view.table, view.seat or 0
        key = "hand", table.rules.variant, view.hand, table.trains[seat], table.stations[seat]
        png = await self._once(key, phrases, partial(hand_png, view))
        return (Picture("hand.png", picturing.hand_alt(view, phrases), png),)

    async def tickets(self, match: Match, view: View, numbers: Sequence[int], phrases: Phrases) -> Pictures:
        """Tickets side by side, kept or offered; nothing without any."""
        if not numbers:
            return ()
        table, outlooks, (_, colors) = view.table, await self.outlooks.of(view, numbers), _seats(match)
        alt = picturing.tickets_alt(table.board, outlooks, phrases)
        choosing = isinstance(view.decision, ChooseTickets)
        key = "tickets", match.id, view.seat, outlooks, choosing, table.over, _network(view), colors
        draw = partial(tickets_png, view, numbers, colors)
        return (Picture("tickets.png", alt, await self._once(key, phrases, draw)),)

    async def my_tickets(self, match: Match, view: View, phrases: Phrases) -> Pictures:
        """The tickets kept, all on one map; nothing without any."""
        if not view.tickets:
            return ()
        outlooks, (names, colors) = await self.outlooks.of(view), _seats(match)
        alt = picturing.tickets_alt(view.table.board, outlooks, phrases)
        key = "my tickets", match.id, view.seat, outlooks, _map(view), names, colors
        png = await self._once(key, phrases, partial(my_tickets_png, view, names, colors))
        return (Picture("my-tickets.png", alt, png),)

    async def preview(self, match: Match, view: View, claim: ClaimRoute, phrases: Phrases) -> Pictures:
        """The map as if a claim had been made already, with its price."""
        names, colors = _seats(match)
        alt = picturing.claim_alt(view, claim.route, claim.cards, phrases)
        key = "preview", match.id, view.seat, claim, view.hand, _map(view), names, colors
        png = await self._once(key, phrases, partial(preview_png, view, claim, names, colors))
        return (Picture("preview.png", alt, png),)

    async def tunnel(self, match: Match, view: View, phrases: Phrases) -> Pictures:
        """The cards laid down for the tunnel half-way, and those revealed; nothing where none is."""
        if view.table.tunnel is None:
            return ()
        names, colors = _seats(match)
        key = "tunnel", match.id, view.table.tunnel, view.table.decisions, names, colors
        png = await self._once(key, phrases, partial(tunnel_png, view, names, colors))
        return (Picture("tunnel.png", picturing.tunnel_alt(view, names, phrases), png),)

    async def _once(self, key: tuple[Hashable, ...], phrases: Phrases, draw: Callable[..., Drawn]) -> Drawn:
        """What `key` says all about but for its language: drawn once, as long as it is at hand."""
        key = *key, phrases.language
        async with self._drawing.setdefault(key, asyncio.Lock()):
            if key not in self._drawn:
                await asyncio.sleep(WORDS_FIRST)
                async with self._brush if key[0] in _MAPS else self._pencil:
                    self._keep(key, await asyncio.to_thread(draw, captions=captions(phrases.language)))
            self._drawn.move_to_end(key)
            return cast(Drawn, self._drawn[key])

    def _keep(self, key: Hashable, drawn: object) -> None:
        """Have a picture at hand, and no longer those that nobody has asked for since the others."""
        self._drawn[key] = drawn
        self._taken += _size(drawn)
        while self._taken > _ROOM and len(self._drawn) > 1:
            self._taken -= _size(self._drawn.popitem(last=False)[1])


def _size(drawn: object) -> int:
    """The bytes of a picture, or of a board near by and whole."""
    if isinstance(drawn, BoardPictures):
        return len(drawn.full) + len(drawn.zoom or b"")
    return len(drawn) if isinstance(drawn, bytes) else 0


def _seats(match: Match) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and colours, by seat."""
    return match.roster.names, match.roster.colors


def _network(view: View) -> Hashable:
    """The own routes that a private picture shows."""
    return view.table.routes[view.seat] if view.seat is not None else 0


def _map(view: View) -> Hashable:
    """All that stands on the map."""
    table = view.table
    return table.routes, table.stations, table.last, table.trains
