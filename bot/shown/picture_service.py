"""What draws pictures, in a worker and once for all who are sent one; and what finds tickets' status."""

import asyncio
import logging
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache, partial

from bot.cache import BoundedCache
from bot.model.message import WORDS_FIRST, Pack, Picture, PictureSource
from bot.text.i18n import Phrases, phrases
from bot.work_queue import WorkQueue, in_background
from bot.workers.workers import Result, Workers
from engine.ticket_status import TicketStatus, ticket_status
from engine.view import View
from render.draw.captions import ENGLISH, Captions

_ROOM = 6 << 20
"""Bytes of pictures kept in memory: the answer, the private panel and the post show the same ones."""

LONGEST_FILM = 600.0
"""Seconds that a film may take; after that there is none."""

_KNOWN_TICKETS = 2000
"""Statuses of tickets kept in memory."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sketch:
    """All about a picture but its bytes (see bot.shown.pictures)."""

    name: str
    """The name of its file, which contains no secret."""
    alt: str
    phrases: Phrases
    shown: tuple[Hashable, ...]
    """All that the picture depends on, except the language: equal pictures are drawn once."""
    draw: Callable[..., bytes]
    """A function of `render` with all that it draws, except the captions."""
    is_film: bool = False
    source: PictureSource | None = None
    whole: str = ""
    """The file of the picture that this is a part of."""

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What is drawn under the same key is the same."""
        return self.name, *self.shown, self.phrases.language


class PictureService:
    """Draws in a worker, one picture at a time. Those of posts and panels, whose text waits for them, are
    drawn before those of answers, which follow their text. No picture takes long but films, which have a
    worker of their own.
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._queue = WorkQueue(1)
        self._drawn = BoundedCache[Hashable, bytes](_ROOM, len)
        self._tickets = BoundedCache[Hashable, tuple[TicketStatus, ...]](_KNOWN_TICKETS)

    def of(self, *sketches: Sketch | None) -> tuple[Picture, ...]:
        """The pictures of these sketches, which are drawn when somebody is sent them."""
        return tuple(
            Picture(
                sketch.name,
                sketch.alt,
                whole=sketch.whole,
                source=sketch.source,
                key=sketch.key,
                draw=partial(self.file, sketch),
                is_kept=partial(self._drawn.__contains__, (sketch.key, None)),
            )
            for sketch in filter(None, sketches)
        )

    async def file(self, sketch: Sketch, pack: Pack | None = None) -> bytes:
        """The bytes of a picture, drawn and packed only once; none of a film that is not ready in time."""
        return await self._drawn.once((sketch.key, pack), lambda: self._draw(sketch, pack))

    async def page_file(self, key: tuple[Hashable, ...], draw: Callable[[], bytes]) -> bytes:
        """A file for the page, drawn once. `key` has all that it depends on."""
        return await self._drawn.once(key, lambda: self._run(draw))

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

    async def _draw(self, sketch: Sketch, pack: Pack | None) -> bytes:
        await asyncio.sleep(WORDS_FIRST)
        draw = partial(sketch.draw, captions=captions(sketch.phrases.language))
        if not sketch.is_film:
            async with self._queue.turn(is_later=not in_background.get()):
                return await self._run(partial(pack, draw) if pack else draw)
        try:
            async with asyncio.timeout(LONGEST_FILM):
                return await self._workers.films.run(draw)
        except TimeoutError:
            error = "it takes too long"
        except ChildProcessError as ended:
            error = str(ended)
        log.warning("game %s: no %s: %s", sketch.shown[0], sketch.name, error)
        return b""

    async def _run(self, draw: Callable[[], Result]) -> Result:
        """Draw in the worker; one that has ended is started again."""
        try:
            return await self._workers.pictures.run(draw)
        except ChildProcessError as error:
            log.warning("%s, and is started again", error)
            return await self._workers.pictures.run(draw)


def status_inputs(view: View) -> Hashable:
    """All that the status of a ticket depends on, except the seat and its tickets."""
    table = view.table
    turns = None if table.turns_left is None else (table.turns_left, table.seat)
    game = table.board.edition, table.rules.variant, table.players, table.over
    return *game, table.routes, table.stations, table.trains, turns


_FILLED_IN = ("number", "points", "player", "players", "a", "b", "city")
"""Values that the picture fills in itself."""


@lru_cache(maxsize=16)
def captions(language: str) -> Captions:
    """The words of every picture in a language.

    Those in English come with `render`; another language has a phrase for each, such as `picture-last-round`.
    """
    if language == "en":
        return ENGLISH
    say, braces = phrases(language).say, {name: f"{{{name}}}" for name in _FILLED_IN}
    names = [field.name for field in fields(Captions) if field.name != "language"]
    words = {name: say(f"picture-{name.replace('_', '-')}", **braces) for name in names}
    return Captions(language=language, **words)
