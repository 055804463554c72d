"""Pictures with their alt text, and the status of tickets: computed outside the event loop."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar, cast

from bot.cache import BoundedCache
from bot.matches.figures import (
    Rating,
    Results,
    favourite_routes,
    is_provisional,
    places,
    played,
    rating_history,
)
from bot.matches.lead import turning_points
from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.matches.turns import built_in, last_built
from bot.model.message import HAND, SCORES, WORDS_FIRST, Picture, PictureSource
from bot.shown.films import film, moments
from bot.text import alt_text
from bot.text.captions import captions
from bot.text.i18n import Phrases
from bot.text.labels import board_title, seat_names
from bot.text.statistics_text import card_values, favourite_board
from bot.work_queue import WorkQueue
from bot.workers.memory import give_back_memory
from bot.workers.workers import Workers
from engine.actions import ClaimRoute
from engine.board import Board
from engine.rules import Rules
from engine.ticket_status import TicketStatus, ticket_status
from engine.view import View, view_for
from render.board import board_pngs, map_png
from render.board_shapes import board_shapes, map_webp
from render.chart import chart_png
from render.draw.empty_map import empty_map
from render.draw.final_map import final_png
from render.hand import hand_png
from render.leaderboard import LeaderboardLine, leaderboard_png
from render.legend import legend_png
from render.lesson import Lesson, lesson_png
from render.my_tickets import my_tickets_png
from render.preview import preview_png
from render.score import score_png
from render.statistics_card import StatisticsCard, statistics_png
from render.ticket import tickets_png
from render.tunnel import tunnel_png

_ROOM = 12 << 20
"""Bytes of pictures kept in memory: the answer, the private panel and the post show the same ones."""

_THREADS = 2
"""One quick and one slow picture at a time; each thread has memory of its own that it does not give back."""

_MOST_DRAWN, _QUIET = 8, 5.0
"""Pictures, and seconds without one, after which freed memory is given back."""

LONGEST_FILM = 600.0
"""Seconds that a replay may take; after that there is none."""

_KNOWN_TICKETS = 2000
"""Statuses of tickets kept in memory."""

_FOR_ONE_PERSON = (HAND, "tickets", "my tickets", "preview", "statistics")
"""Hands, and maps for one person, which take many times as long as others."""

log = logging.getLogger(__name__)

Drawn = TypeVar("Drawn")
Pictures = tuple[Picture, ...]
PointsByTurn = tuple[tuple[int, ...], ...]


class PictureService:
    """Draws in threads, one quick and one slow picture at a time: more would hold up the event loop. Those
    of answers are drawn before those of posts.

    With `apart`, a worker draws the slow ones, which then hold up nothing else.
    `points_by_turn` returns what each seat had from routes and tickets after each turn of a match, by its id.
    """

    def __init__(
        self,
        points_by_turn: Callable[[str], Awaitable[PointsByTurn]],
        workers: Workers,
        *,
        apart: bool = False,
    ) -> None:
        self._points_by_turn = points_by_turn
        self._workers = workers
        self._draws_apart = apart
        self._quick = WorkQueue(1)
        self._slow = WorkQueue(1)
        self._drawn = BoundedCache[Hashable, object](_ROOM, _size)
        self._tickets = BoundedCache[Hashable, tuple[TicketStatus, ...]](_KNOWN_TICKETS)
        self._threads = ThreadPoolExecutor(_THREADS, "drawing")
        self._drawn_since = 0
        """Pictures that were drawn since freed memory was given back."""
        self._rest: asyncio.TimerHandle | None = None

    async def prepare(self, boards: Iterable[Board]) -> None:
        """Load the maps beforehand: the first picture of each board would take long."""
        for board in boards:
            await self._in_thread(partial(empty_map, board))

    def close(self) -> None:
        """Draw nothing more. What is being drawn is given up."""
        if self._rest:
            self._rest.cancel()
        if self._draws_apart:
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def board(self, match: Match, phrases: Phrases, news: Sequence[Step] | None = None) -> Pictures:
        """The board as everybody sees it, after a close-up of the last move; nothing before the game.

        `news` are the steps of a post, up to this match. Pieces built in them are highlighted and shown in
        the close-up; without any, there is no close-up.
        """
        if match.game is None:
            return ()
        view, colors = view_for(match.game, None), match.roster.colors
        names = _marked_names(match, phrases)
        new = last_built(view.table) if news is None else built_in(news)
        key = "board", match.id, match.game.seq, names, colors, new
        whole, near = await self._once(key, phrases, partial(board_pngs, view, names, colors, new=new))
        since = news[0].after.seq - 1 if news else None
        source = PictureSource("board", match.id, match.seq, phrases.language, since)
        full = Picture("board.png", alt_text.board_alt(view, names, phrases, new), whole, source=source)
        if near is None or not new:
            return (full,)
        alt = alt_text.closeup_alt(view, names, phrases, new)
        closeup = replace(source, kind="closeup")
        return Picture("closeup.png", alt, near, whole=full.name, source=closeup), full

    async def map(self, match: Match, phrases: Phrases) -> Pictures:
        """The map of a match that has not begun."""
        png = await self._once(("map", match.board.edition), phrases, partial(map_png, match.board))
        source = PictureSource("map", match.id, match.seq, phrases.language)
        alt = phrases.say("alt-map", title=board_title(match.board.title, phrases))
        return (Picture("map.png", alt, png, source=source),)

    async def empty_map(self, board: Board, language: str) -> bytes:
        """The painted map without names of cities and pieces, as a WebP file."""
        draw = partial(map_webp, board, language)
        key = "webp", board.edition, language
        return cast(bytes, await self._drawn.once(key, lambda: self._in_thread(draw)))

    async def shapes(self, board: Board, language: str) -> bytes:
        """Where everything lies on a board's map, as JSON; see `board_shapes`."""

        def written() -> bytes:
            return json.dumps(board_shapes(board, language), ensure_ascii=False).encode()

        key = "shapes", board.edition, language
        return cast(bytes, await self._drawn.once(key, lambda: self._in_thread(written)))

    async def legend(self, board: Board, rules: Rules, phrases: Phrases) -> Pictures:
        """What the spaces of a board mean, and the points for routes under these rules."""
        key = "legend", board.id, board.edition, rules.variant
        png = await self._once(key, phrases, partial(legend_png, board, rules))
        return (Picture("legend.png", alt_text.legend_text(board, rules, phrases), png),)

    async def lesson(self, lesson: Lesson, phrases: Phrases) -> Pictures:
        """A rule in a picture: what everybody may see of a position, with a title and a sentence."""
        table, places = lesson.view.table, tuple(lesson.places)
        now = table.turn, table.turns_left, table.row, table.tunnel, table.decisions
        text = lesson.title, lesson.words, lesson.names, lesson.colors
        key = "lesson", _status_inputs(lesson.view), now, places, lesson.cards, text
        png = await self._once(key, phrases, partial(lesson_png, lesson))
        return (Picture("lesson.png", f"{lesson.title}. {lesson.words}", png),)

    async def score(self, match: Match, phrases: Phrases) -> Pictures:
        """The score sheet, with how the points came about turn by turn; nothing before the end."""
        if match.game is None or match.game.table.sheet is None:
            return ()
        view, (names, colors) = view_for(match.game, None), _names_and_colors(match, phrases)
        alt = alt_text.score_alt(match.game.table.sheet, names, phrases)
        key = "score", match.id, names, colors
        titles = match.board.title, match.game.table.rules.title
        title = " · ".join(dict.fromkeys(board_title(title, phrases) for title in titles))
        draw = partial(score_png, view, names, colors, await self._points_by_turn(match.id), title)
        source = PictureSource("score", match.id, match.seq, phrases.language)
        return (Picture(SCORES, alt, await self._once(key, phrases, draw), source=source),)

    async def final(self, match: Match, phrases: Phrases) -> Pictures:
        """The map with the longest paths and what stations borrow; nothing before the end."""
        if match.game is None or match.game.table.sheet is None:
            return ()
        view, colors = view_for(match.game, None), match.roster.colors
        png = await self._once(("final", match.id, colors), phrases, partial(final_png, view, colors))
        source = PictureSource("final", match.id, match.seq, phrases.language)
        rules = match.game.table.rules
        alt = phrases.say("alt-final", bonus=rules.longest_path_bonus, stations=rules.stations)
        return (Picture("final.png", alt, png, source=source),)

    async def chart(self, match: Match, phrases: Phrases) -> Pictures:
        """The points turn by turn, with the turns that changed the lead most; nothing before the end."""
        if match.game is None or match.game.table.sheet is None:
            return ()
        sheet, (names, colors) = match.game.table.sheet, _names_and_colors(match, phrases)
        points = await self._points_by_turn(match.id)
        marked = [turn for turn, _, _ in turning_points(points, sheet.winners[0])]
        totals = [line.total for line in sheet.seats]
        draw = partial(chart_png, points, totals, names, colors, marked)
        png = await self._once(("chart", match.id, names, colors), phrases, draw)
        source = PictureSource("chart", match.id, match.seq, phrases.language)
        return (Picture("chart.png", phrases.say("alt-chart"), png, source=source),)

    async def replay(self, steps: Sequence[Step], phrases: Phrases) -> Pictures:
        """The game from all its steps as an animated GIF; nothing where it cannot be drawn in time."""
        match = steps[-1].after
        names, colors = _names_and_colors(match, phrases)
        drawing = partial(film, moments(steps), names, colors, phrases.language)

        async def draw() -> object:
            try:
                async with asyncio.timeout(LONGEST_FILM):
                    return await self._workers.films.run(drawing)
            except TimeoutError:
                raise ChildProcessError("it takes too long") from None

        try:
            gif = await self._drawn.once(("replay", match.id, names, phrases.language), draw)
        except ChildProcessError as error:
            log.warning("game %s: no replay: %s", match.id, error)
            return ()
        return (Picture("replay.gif", phrases.say("alt-replay"), cast(bytes, gif)),)

    async def statistics(
        self,
        name: str,
        results: Results,
        rated: Rating | None,
        boards: Mapping[str, Board],
        text: str,
        phrases: Phrases,
    ) -> Pictures:
        """The results of one person, whose rating is `rated`, as a card; `text` says the same in words."""
        done = played(results)
        board = favourite_board(done, boards)
        favourites = favourite_routes(done, board) if board else []
        card = StatisticsCard(
            name=name,
            values=card_values(results, rated),
            places=places(done),
            history=rating_history(results),
            board=board,
            routes=tuple((route.id, count) for route, count in favourites),
            provisional=rated is not None and is_provisional(rated),
        )
        png = await self._once(("statistics", card), phrases, partial(statistics_png, card))
        return (Picture("statistics.png", alt_text.text_alt(text), png),)

    async def leaderboard(
        self, about: str, lines: tuple[LeaderboardLine, ...], text: str, phrases: Phrases
    ) -> Pictures:
        """A leaderboard as a table; `text` says the same in words."""
        draw = partial(leaderboard_png, about, lines)
        png = await self._once(("leaderboard", about, lines), phrases, draw)
        return (Picture("leaderboard.png", alt_text.text_alt(text), png),)

    async def hand(self, view: View, phrases: Phrases) -> Pictures:
        """The cards in a hand, and what else the seat has left."""
        table, seat = view.table, view.seat or 0
        key = HAND, table.rules.variant, view.hand, table.trains[seat], table.stations[seat]
        draw = partial(hand_png, view)
        return (self._undrawn(HAND, alt_text.hand_alt(view, phrases), key, phrases, draw),)

    async def tickets(self, match: Match, view: View, numbers: Sequence[int], phrases: Phrases) -> Pictures:
        """Tickets side by side, kept or offered; nothing without any."""
        if not numbers:
            return ()
        table, statuses, colors = view.table, await self.ticket_status(view, numbers), match.roster.colors
        alt = alt_text.tickets_alt(table.board, statuses, phrases, view.offer)
        shown = match.id, view.seat, statuses, view.offer, view.tickets, table.over
        key = "tickets", *shown, _own_routes(view), colors
        draw = partial(tickets_png, view, numbers, colors)
        return (self._undrawn("tickets.png", alt, key, phrases, draw),)

    async def my_tickets(self, match: Match, view: View, phrases: Phrases) -> Pictures:
        """The tickets kept and those offered, all on one map; nothing without any."""
        view = replace(view, tickets=(*view.offer, *view.tickets))
        if not view.tickets:
            return ()
        statuses, colors = await self.ticket_status(view), match.roster.colors
        alt = alt_text.tickets_alt(view.table.board, statuses, phrases, view.offer)
        key = "my tickets", match.id, view.seat, statuses, bool(view.offer), _on_map(view), colors
        return (self._undrawn("my-tickets.png", alt, key, phrases, partial(my_tickets_png, view, colors)),)

    async def preview(self, match: Match, view: View, claim: ClaimRoute, phrases: Phrases) -> Pictures:
        """The map as if a claim had been made already, with its price."""
        colors = match.roster.colors
        alt = alt_text.claim_alt(view, claim.route, claim.cards, phrases)
        key = "preview", match.id, view.seat, claim, view.hand, _on_map(view), colors
        return (self._undrawn("preview.png", alt, key, phrases, partial(preview_png, view, claim, colors)),)

    async def tunnel(self, match: Match, view: View, phrases: Phrases) -> Pictures:
        """The cards laid down for the tunnel half-way, and those revealed; nothing where none is."""
        if view.table.tunnel is None:
            return ()
        names, colors = _names_and_colors(match, phrases)
        key = "tunnel", match.id, view.table.tunnel, view.table.decisions, names, colors
        alt, draw = alt_text.tunnel_alt(view, names, phrases), partial(tunnel_png, view, names, colors)
        return (self._undrawn("tunnel.png", alt, key, phrases, draw),)

    async def ticket_status(
        self, view: View, numbers: Sequence[int] | None = None
    ) -> tuple[TicketStatus, ...]:
        """The status of the tickets that the view's seat holds, or of these.

        Computed outside the event loop, once for each change on the map: drawing cards changes nothing.
        """
        tickets = tuple(view.tickets if numbers is None else numbers)
        key = view.seat, tickets, _status_inputs(view)
        return await self._tickets.once(key, lambda: asyncio.to_thread(ticket_status, view, tickets))

    def _undrawn(
        self, name: str, alt: str, key: tuple[Hashable, ...], phrases: Phrases, draw: Callable[..., bytes]
    ) -> Picture:
        """A picture that is drawn once its bytes are needed (see `drawn_picture`)."""
        once = partial(self._once, key, phrases, draw)
        return Picture(name, alt, key=(*key, phrases.language), draw=once)

    async def _once(self, key: tuple[Hashable, ...], phrases: Phrases, draw: Callable[..., Drawn]) -> Drawn:
        """A picture, drawn only once. `key` has all that it depends on, except the language."""

        async def drawn() -> object:
            await asyncio.sleep(WORDS_FIRST)
            is_slow, work = key[0] in _FOR_ONE_PERSON, partial(draw, captions=captions(phrases.language))
            async with (self._slow if is_slow else self._quick).turn():
                return await (self._apart(work) if is_slow and self._draws_apart else self._in_thread(work))

        return cast(Drawn, await self._drawn.once((*key, phrases.language), drawn))

    async def _in_thread(self, draw: Callable[[], Drawn]) -> Drawn:
        """Draw in one of the threads, and give back the memory that it took, not after each picture."""
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(self._threads, draw)
        self._drawn_since += 1
        if self._rest:
            self._rest.cancel()

        def rest() -> None:
            self._drawn_since = 0
            self._threads.submit(give_back_memory)

        self._rest = loop.call_later(_QUIET if self._drawn_since < _MOST_DRAWN else 0, rest)
        return drawn

    async def _apart(self, draw: Callable[[], Drawn]) -> Drawn:
        """Draw in the worker; one that has ended is started again."""
        try:
            return await self._workers.pictures.run(draw)
        except ChildProcessError as error:
            log.warning("%s, and is started again", error)
            return await self._workers.pictures.run(draw)


def _size(drawn: object) -> int:
    """The bytes of a picture, or of a board and its close-up."""
    files = drawn if isinstance(drawn, tuple) else (drawn,)
    return sum(len(file) for file in files if isinstance(file, bytes))


# What pictures and statuses of tickets depend on: while it stays the same, they are not made again.


def _own_routes(view: View) -> Hashable:
    """The seat's own routes, which a private picture shows."""
    return view.table.routes[view.seat] if view.seat is not None else 0


def _status_inputs(view: View) -> Hashable:
    """All that a status depends on, except the seat and its tickets."""
    table = view.table
    turns = None if table.turns_left is None else (table.turns_left, table.seat)
    game = table.board.edition, table.rules.variant, table.players, table.over
    return *game, table.routes, table.stations, table.trains, turns


def _on_map(view: View) -> Hashable:
    """All that is on the map."""
    table = view.table
    return table.routes, table.stations, table.last, table.trains


def _names_and_colors(match: Match, phrases: Phrases) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and colours, by seat."""
    return seat_names(match, phrases), match.roster.colors


def _marked_names(match: Match, phrases: Phrases) -> tuple[str, ...]:
    """The names by seat. A mark says that a computer plays a person's seat at this moment."""
    if match.roster.status is not Status.RUNNING:
        return seat_names(match, phrases)
    return tuple(
        phrases.say("played-by-computer", name=holder.name)
        if holder.person and holder.by_computer
        else phrases.player(holder.name)
        for holder in match.roster.holders
    )
