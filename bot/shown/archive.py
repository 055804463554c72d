"""The archive: pictures, replays and board files, made from the log when somebody opens them.

A replay is the table of a game that has ended, turn by turn, as one text for the page. Everything about a
finished game is public, hands and tickets too, as in its record. An aborted game may be restored, so its
replay shows only what everybody saw during play.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import pairwise
from typing import cast
from zlib import compress

from bot.cache import BoundedCache
from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.matches.turns import points_by_turn, standing_steps
from bot.model.identity import Chat, Person
from bot.model.message import PictureSource
from bot.requests.access import AllowList, open_game
from bot.shown.picture_service import PictureService, Sketch
from bot.shown.pictures import board_pictures, map_picture, score_picture
from bot.shown.table_state import TableState, difference, seen_by_all
from bot.store import UnreadableGame
from bot.text.history import account
from bot.text.i18n import LANGUAGES, Phrases, phrases, visible
from bot.workers.drawings import drawings
from engine.board import Board
from engine.cards import letters
from engine.events import GameEnded, TurnPassed, TurnStarted
from engine.scores import borrowing
from engine.view import view_for

_CUTS = TurnStarted, TurnPassed, GameEnded


def can_be_replayed(match: Match) -> bool:
    """Whether a match was played and has ended."""
    return match.game is not None and match.roster.status in (Status.OVER, Status.ABORTED)


def packed_replay(steps: Sequence[Step], phrases: Phrases) -> str:
    """The replay of a match from all its steps: JSON as in PROTOCOL.md, compressed (zlib), as base64."""
    content = json.dumps(replay(steps, phrases), ensure_ascii=False, separators=(",", ":"))
    return b64encode(compress(content.encode(), 9)).decode()


def replay(steps: Sequence[Step], phrases: Phrases) -> TableState:
    """The table before the first turn, and what each turn changed. Turns that were undone are left out.

    Raises ValueError for a game that goes on.
    """
    match = steps[-1].after
    if not can_be_replayed(match):
        raise ValueError(f"game {match.id} has not ended")
    is_open = match.roster.status is Status.OVER
    first, *turns = _turns(standing_steps(steps))
    state = before = _state(first[-1].after, phrases, is_open=is_open)
    moments: list[TableState] = [{"text": visible(account(first, phrases))}]
    for turn in turns:
        moment: dict[str, object] = {}
        table, event = turn[0].after.table, turn[0].event
        if table and isinstance(event, TurnStarted | TurnPassed):
            moment = {"seat": event.seat, "turn": table.turn}
        after = _state(turn[-1].after, phrases, is_open=is_open)
        moment |= {"text": visible(account(turn, phrases)), "patch": difference(before, after)}
        moments.append(moment)
        before = after
    return {"game": match.id, "aborted": not is_open, "state": state, "turns": moments}


def _turns(steps: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """What led to the first turn, from the start of play; then each turn, and the end."""
    start = next(place for place, step in enumerate(steps) if step.after.game)
    cuts = [place for place, step in enumerate(steps) if isinstance(step.event, _CUTS)]
    for first, end in pairwise([start, *cuts, len(steps)]):
        yield steps[first:end]


def _state(match: Match, phrases: Phrases, *, is_open: bool) -> TableState:
    """The table as everybody sees it, without what holds for one moment only.

    With open hands, also what everybody holds.
    """
    state, players = seen_by_all(match, phrases), dict[str, TableState]()
    for seat, player in cast(Mapping[str, TableState], state["players"]).items():
        lasting = {key: value for key, value in player.items() if key not in ("until", "waiting")}
        players[seat] = lasting | (_held(match, int(seat)) if is_open else {})
    state["players"] = players
    return state


def _held(match: Match, seat: int) -> dict[str, object]:
    """What a player holds in a game that is over by now, and which tickets would count if it ended here."""
    if match.game is None:
        return {}
    view = view_for(match.game, seat)
    tickets = [match.board.ticket[number] for number in view.tickets]
    borrowed, done = borrowing(match.game.table, seat, tickets)
    return {
        "hand": letters(view.hand),
        "own": list(view.tickets),
        "done": list(done),
        "borrowed": [route.id for route in borrowed if route],
    }


_RECENT = 50
"""Events of a running game that are in memory anyway."""

_LOGS = 4
"""Games whose whole logs are kept: a reader who scrolls up opens many pictures of one game."""

_REPLAYS = 4 << 20
"""Letters of packed replays that are kept: about a hundred games."""


_BOARD_FILES: Mapping[str, Callable[[Board, str], bytes]] = {
    "json": drawings.shapes_json,
    "webp": drawings.map_webp,
}
"""What makes each file of a board, by its ending."""


class Archive:
    """Makes what is public of a game again. Old moves are done one at a time, so that play does not wait."""

    def __init__(
        self, repository: MatchRepository, pictures: PictureService, language: str, allow_list: AllowList
    ) -> None:
        self._repository = repository
        self._allow_list = allow_list
        self._pictures = pictures
        self._language = language
        self._older = asyncio.Lock()
        self._logs = BoundedCache[str, tuple[Step, ...]](_LOGS)
        self._replays = BoundedCache[tuple[str, int, tuple[str, ...], str], str](_REPLAYS, len)

    async def png(self, source: PictureSource, wanted: Callable[[], bool] = lambda: True) -> bytes | None:
        """The picture; None if its game cannot be read, or did not look like that at this event.

        It is not drawn if it is not `wanted` any more when its turn comes.
        """
        try:
            newest = await self._repository.read(source.game)
            first = source.seq - 1 if source.since is None else source.since
            if newest.seq - first < _RECENT:
                return await self._drawn(source, await self._repository.steps(source.game, first))
            async with self._older:
                steps = await self._log(source.game, source.seq) if wanted() else ()
                return await self._drawn(source, steps) if steps else None
        except (UnknownGame, UnreadableGame):
            return None

    async def board_file(self, edition: str, name: str) -> bytes | None:
        """The shapes of a board in a language (`en.json`) or its painted map (`en.webp`); None for others."""
        board = self._repository.boards.kept(edition)
        language, _, kind = name.rpartition(".")
        if board is None or language not in LANGUAGES:
            return None
        if draw := _BOARD_FILES.get(kind):
            key = kind, edition, language
            return await self._pictures.page_file(key, partial(draw, board, language))
        return None

    async def replay(self, person: Person, chat: Chat, game: str, words: Phrases) -> str | None:
        """The packed replay of a game for a person in a chat; None where it goes on, or they may not ask."""
        try:
            return await self._replay(await open_game(self._repository, person, chat, game), words)
        except (UnknownGame, UnreadableGame):
            return None

    async def shared_replay(self, token: str, words: Phrases) -> str | None:
        """The packed replay that a link opens to everybody who has it; None where it does not work."""
        game = await self._repository.store.page.linked_replay(sha256(token.encode()).hexdigest())
        try:
            return await self._replay(await self._repository.read(game), words) if game else None
        except (UnknownGame, UnreadableGame):
            return None

    async def _replay(self, match: Match, words: Phrases) -> str | None:
        if not can_be_replayed(match) or not await self._allow_list.allows_game(match.id):
            return None

        async def pack() -> str:
            async with self._older:
                return await asyncio.to_thread(packed_replay, await self._log(match.id, match.seq), words)

        key = match.id, match.seq, match.roster.names, words.language
        return await self._replays.once(key, pack)

    async def _log(self, game: str, seq: int) -> tuple[Step, ...]:
        """The steps of a match up to an event at least."""
        log, newest = self._logs.get(game), await self._repository.read(game)
        last = log[-1].after if log else None
        is_renamed = last and last.seq == newest.seq and last.roster.names != newest.roster.names
        if log is None or log[-1].after.seq < seq or is_renamed:
            log = self._logs[game] = await self._repository.steps(game, 0)
        return log

    async def _drawn(self, source: PictureSource, steps: Sequence[Step]) -> bytes | None:
        """The picture of a match after the event that it was made at; None if the match has no such event."""
        until = [step for step in steps if step.after.seq <= source.seq]
        if not until or until[-1].after.seq != source.seq:
            return None
        own = phrases(source.language if source.language in LANGUAGES else self._language)
        match, since = until[-1].after, source.since
        if source.kind == "map":
            sketches: tuple[Sketch, ...] = (map_picture(match, own),)
        elif source.kind in ("board", "closeup"):
            news = None if since is None else [step for step in until if step.after.seq > since]
            sketches = board_pictures(match, own, news)
        else:
            every = await self._repository.steps(source.game, 0)
            points = points_by_turn([step for step in every if step.after.seq <= source.seq])
            score = score_picture(match, points, own)  # also for the map and the plot of earlier versions
            return await self._pictures.file(score) if score else None
        same = [sketch for sketch in sketches if sketch.source and sketch.source.kind == source.kind]
        return await self._pictures.file(same[0]) if same else None
