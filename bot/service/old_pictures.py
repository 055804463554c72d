"""Public pictures: of earlier moves, drawn again from the log when somebody looks at them; and maps."""

import asyncio
from collections.abc import Callable, Sequence

from bot.cache import BoundedCache
from bot.matches.match import Step
from bot.matches.repository import MatchRepository, UnknownGame
from bot.model.message import Picture, PictureSource
from bot.service.pictures import PictureService
from bot.store import UnreadableGame
from bot.text.i18n import LANGUAGES, phrases

_RECENT = 50
"""Events of a running game that are in memory anyway."""

_LOGS = 4
"""Games whose whole logs are kept: who scrolls up looks at many pictures of one game."""


class OldPictures:
    """Draws what a post showed. Older moves are done one at a time, so that the present does not wait."""

    def __init__(self, repository: MatchRepository, pictures: PictureService, language: str) -> None:
        self._repository = repository
        self._pictures = pictures
        self._language = language
        self._older = asyncio.Lock()
        self._logs = BoundedCache[str, tuple[Step, ...]](_LOGS)

    async def png(self, source: PictureSource, wanted: Callable[[], bool] = lambda: True) -> bytes | None:
        """The picture; None where its game cannot be read, or was something else at that event.

        It is not drawn if it is not `wanted` any more when its turn comes.
        """
        try:
            newest = await self._repository.read(source.game)
            first = source.seq - 1 if source.since is None else source.since
            if newest.seq - first < _RECENT:
                return await self._drawn(source, await self._repository.steps(source.game, first))
            async with self._older:
                return await self._drawn(source, await self._log(source)) if wanted() else None
        except (UnknownGame, UnreadableGame):
            return None

    async def board_file(self, edition: str, language: str = "") -> bytes | None:
        """The painted map of a board (WebP), with a language its shapes (JSON); None for an unknown board."""
        board = self._repository.boards.kept(edition)
        if board is None or language not in ("", *LANGUAGES):
            return None
        return await (self._pictures.shapes(board, language) if language else self._pictures.empty_map(board))

    async def _log(self, source: PictureSource) -> tuple[Step, ...]:
        log = self._logs.get(source.game)
        if log is None or log[-1].after.seq < source.seq:
            log = self._logs[source.game] = await self._repository.steps(source.game, 0)
        return log

    async def _drawn(self, source: PictureSource, steps: tuple[Step, ...]) -> bytes | None:
        until = [step for step in steps if step.after.seq <= source.seq]
        shown = until and until[-1].after.seq == source.seq
        pictures = await self._pictures_of(until, source) if shown else ()
        same = (one.png for one in pictures if one.source and one.source.kind == source.kind)
        return next(same, None)

    async def _pictures_of(self, steps: Sequence[Step], source: PictureSource) -> tuple[Picture, ...]:
        """The pictures of the match after these steps."""
        own = phrases(source.language if source.language in LANGUAGES else self._language)
        match, since = steps[-1].after, source.since
        if source.kind == "map":
            return await self._pictures.map(match, own)
        if source.kind == "score":
            return await self._pictures.score(match, own)
        news = None if since is None else [step for step in steps if step.after.seq > since]
        return await self._pictures.board(match, own, news)
