"""What draws pictures, outside the event loop and once for all who need one; and the status of tickets."""

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeVar

from bot.cache import BoundedCache
from bot.model.message import WORDS_FIRST, Picture, PictureSource
from bot.text.captions import captions
from bot.text.i18n import Phrases
from bot.work_queue import WorkQueue
from bot.workers.memory import give_back_memory
from bot.workers.workers import Workers
from engine.board import Board
from engine.ticket_status import TicketStatus, ticket_status
from engine.view import View
from render.board import BoardPictures
from render.draw.empty_map import empty_map

_ROOM = 12 << 20
"""Bytes of pictures kept in memory: the answer, the private panel and the post show the same ones."""

_THREADS = 2
"""One quick and one slow picture at a time; each thread has memory of its own that it does not give back."""

_MOST_DRAWN, _QUIET = 8, 5.0
"""Pictures, and seconds without one, after which freed memory is given back."""

LONGEST_FILM = 600.0
"""Seconds that a film may take; after that there is none."""

_KNOWN_TICKETS = 2000
"""Statuses of tickets kept in memory."""

log = logging.getLogger(__name__)

Drawn = TypeVar("Drawn")
Files = bytes | BoardPictures
"""What is drawn at once: a file, or a whole picture and a part of it."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """All about a picture but its bytes (see bot.shown.pictures)."""

    name: str
    """The name of its file, which contains no secret."""
    alt: str
    phrases: Phrases
    shown: tuple[Hashable, ...]
    """All that the picture depends on, except the language: equal pictures are drawn once."""
    draw: Callable[..., Files]
    """A function of `render` with all that it draws, except the captions."""
    lane: Literal["quick", "slow", "film"] = "quick"
    """Slow are pictures for one person, with maps that take many times as long as others: they are drawn when
    their bytes are needed (see `drawn_picture`)."""
    source: PictureSource | None = None
    whole: str = ""
    """The file of which this is a part, drawn together with it."""

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What is drawn under the same key is the same."""
        return self.whole or self.name, *self.shown, self.phrases.language


class PictureService:
    """Draws in threads, one quick and one slow picture at a time: more would hold up the event loop. Those
    of answers are drawn before those of posts.

    With `apart`, a worker draws the slow ones, which then hold up nothing else. Films always have their own.
    """

    def __init__(self, workers: Workers, *, apart: bool = False) -> None:
        self._workers = workers
        self._draws_apart = apart
        self._quick = WorkQueue(1)
        self._slow = WorkQueue(1)
        self._drawn = BoundedCache[Hashable, Files](_ROOM, _size)
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

    async def of(self, *sketches: Sketch | None) -> tuple[Picture, ...]:
        """The pictures of these sketches, without those that show nothing or take too long."""
        pictures = []
        for sketch in filter(None, sketches):
            picture = Picture(sketch.name, sketch.alt, whole=sketch.whole, source=sketch.source)
            if sketch.lane == "slow":
                pictures.append(replace(picture, key=sketch.key, draw=partial(self._file, sketch)))
            elif file := await self._file(sketch):
                pictures.append(replace(picture, png=file))
        return tuple(pictures)

    async def page_file(self, key: tuple[Hashable, ...], draw: Callable[[], bytes]) -> bytes:
        """A file for the page, drawn once. `key` has all that it depends on."""
        drawn = await self._drawn.once(key, lambda: self._in_thread(draw))
        assert isinstance(drawn, bytes)
        return drawn

    async def ticket_status(
        self, view: View, numbers: Sequence[int] | None = None
    ) -> tuple[TicketStatus, ...]:
        """The status of the tickets that the view's seat holds, or of these.

        Computed outside the event loop, once for each change on the map: drawing cards changes nothing.
        """
        if not (tickets := tuple(view.tickets if numbers is None else numbers)):
            return ()
        key = view.seat, tickets, status_inputs(view)
        return await self._tickets.once(key, lambda: asyncio.to_thread(ticket_status, view, tickets))

    async def _file(self, sketch: Sketch) -> bytes:
        """The bytes of a picture, drawn only once; none where there is nothing to see, or no film in time."""
        try:
            drawn = await self._drawn.once(sketch.key, lambda: self._draw(sketch))
        except ChildProcessError as error:
            if sketch.lane != "film":
                raise
            log.warning("game %s: no %s: %s", sketch.shown[0], sketch.name, error)
            return b""
        if isinstance(drawn, bytes):
            return drawn
        whole, part = drawn
        return (part or b"") if sketch.whole else whole

    async def _draw(self, sketch: Sketch) -> Files:
        await asyncio.sleep(WORDS_FIRST)
        draw = partial(sketch.draw, captions=captions(sketch.phrases.language))
        match sketch.lane:
            case "quick":
                async with self._quick.turn():
                    return await self._in_thread(draw)
            case "slow":
                async with self._slow.turn():
                    return await (self._apart(draw) if self._draws_apart else self._in_thread(draw))
            case "film":
                try:
                    async with asyncio.timeout(LONGEST_FILM):
                        return await self._workers.films.run(draw)
                except TimeoutError:
                    raise ChildProcessError("it takes too long") from None

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


def _size(drawn: Files) -> int:
    """The bytes of a picture, or of a board and its close-up."""
    return len(drawn) if isinstance(drawn, bytes) else sum(len(file) for file in drawn if file)


def status_inputs(view: View) -> Hashable:
    """All that the status of a ticket depends on, except the seat and its tickets."""
    table = view.table
    turns = None if table.turns_left is None else (table.turns_left, table.seat)
    game = table.board.edition, table.rules.variant, table.players, table.over
    return *game, table.routes, table.stations, table.trains, turns
