"""Private answers that only show something, and change nothing."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.model.commands import Show
from bot.model.message import Document, Message
from bot.service.action_menus import ActionMenus
from bot.service.lobby_menus import options_shown
from bot.service.panels import Panels
from bot.service.pictures import PictureService
from bot.text import labels
from bot.text.history import account
from bot.text.i18n import person
from bot.text.map_text import MapText
from bot.text.request import Request
from bot.text.scores import score_text, scores_so_far, table_text
from engine.game import ChooseTickets
from engine.view import View, view_for

_LOG_STEPS = 120


class Queries:
    """Answers everything that can be looked at."""

    def __init__(self, games: MatchRepository, artist: PictureService, panels: Panels) -> None:
        self._games = games
        self._artist = artist
        self._panels = panels
        self.action_menus = ActionMenus(artist)
        self._known: dict[str, Callable[[Request], Awaitable[Message]]] = {
            "turn": self.turn,
            "board": self._board,
            "board-full": self._whole_board,
            "board-zoom": self._closeup,
            "text": self._text,
            "open": self._open,
            "tickets": self._tickets,
            "scores": self._scores,
            "log": self._log,
            "record": self._record,
            "games": self._my_games,
            "help": self._help,
            "claims": self.action_menus.claims,
            "stations": self.action_menus.stations,
            "ticket": self._ticket,
            "options": options_shown,
        }

    async def show(self, request: Request, show: Show) -> Message:
        """The answer to Show. Raises CommandRefused."""
        if show.places:
            return self._map(request, show.places)
        return await self._known[show.what](request)

    async def turn(self, request: Request) -> Message:
        """The person's panel: hand, tickets, and what can be done now."""
        match = _match(request)
        if request.seat is None:
            raise CommandRefused("not-at-table")
        return await self._panels.panel(match, request.seat, request.phrases)

    async def _board(self, request: Request) -> Message:
        match = _match(request)
        return Message(_points(match, request), await self._artist.board(match, request.phrases))

    async def _whole_board(self, request: Request) -> Message:
        board = await self._board(request)
        return replace(board, pictures=board.pictures[-1:])

    async def _closeup(self, request: Request) -> Message:
        """Where something has just happened; the whole board, before anything has."""
        board = await self._board(request)
        return replace(board, pictures=board.pictures[:1])

    async def _text(self, request: Request) -> Message:
        match = _match(request)
        return Message(table_text(_begun(match), match.roster.names, request.phrases))

    async def _open(self, request: Request) -> Message:
        return Message(self._map_text(request).open_routes())

    def _map(self, request: Request, places: Sequence[str]) -> Message:
        text = self._map_text(request)
        return Message("\n\n".join(text.place(place) for place in places))

    def _map_text(self, request: Request) -> MapText:
        match = _match(request)
        return MapText(_begun(match).table, match.roster.names, request.phrases)

    async def _tickets(self, request: Request) -> Message:
        """The tickets kept, on one map and one by one; those that are offered come first."""
        match, view = _match(request), request.view
        if view is None or view.seat is None or view.offer:
            return await self.turn(request)
        outlooks = await self._artist.outlooks.of(view)
        on_the_map = await self._artist.my_tickets(match, view, request.phrases)
        cards = await self._artist.tickets(match, view, view.tickets, request.phrases)
        text = labels.hand_tickets(match.board, outlooks, request.phrases)
        return Message(text, (*on_the_map, *cards))

    async def _scores(self, request: Request) -> Message:
        match = _match(request)
        over = _begun(match).table.sheet is not None
        pictures = await self._artist.score(match, request.phrases) if over else ()
        return Message(_points(match, request), pictures)

    async def _log(self, request: Request) -> Message:
        match = _match(request)
        steps = await self._games.steps(match.id, max(0, match.seq - _LOG_STEPS))
        return Message(account(steps, request.phrases) or request.phrases.say("log-empty"))

    async def _record(self, request: Request) -> Message:
        """The record of a finished game, for whoever wants to check it."""
        match = _match(request)
        if match.roster.status is not Status.OVER:
            raise CommandRefused("no-record-yet")
        name = f"stationmaster-{match.id}.json"
        text = await export(self._games, match.id)
        return Message(request.phrases.say("record", file=name), documents=(Document(name, text),))

    async def _my_games(self, request: Request) -> Message:
        """Every game that the person sits in, those that wait for them first."""
        lines = []
        for sitting in await self._games.store.people.games_of(request.person):
            if sitting.closed:
                continue
            match = await self._games.read(sitting.game)
            waits = sitting.seat in match.waiting_for and not match.roster.holders[sitting.seat].by_computer
            lines.append((not waits, _game_line(match, request, waits=waits)))
        text = "\n".join(line for _, line in sorted(lines)) or request.phrases.say("no-games")
        return Message(text)

    async def _help(self, request: Request) -> Message:
        return Message(request.phrases.say("help", platform=request.chat.platform))

    async def _ticket(self, request: Request) -> Message:
        """Tickets that are offered, to choose from; else whether some shall be drawn."""
        if request.view and isinstance(request.view.decision, ChooseTickets):
            return await self.turn(request)
        return await self.action_menus.tickets(request)


def _match(request: Request) -> Match:
    if request.match is None:
        raise CommandRefused("no-game")
    return request.match


def _begun(match: Match) -> View:
    if match.game is None:
        raise CommandRefused("not-started")
    return view_for(match.game, None)


def _points(match: Match, request: Request) -> str:
    """The score sheet; before the end, the scores so far."""
    table, names = _begun(match).table, match.roster.names
    if table.sheet is None:
        return scores_so_far(table, names, request.phrases)
    return score_text(table.sheet, names, table.board, request.phrases)


def _game_line(match: Match, request: Request, *, waits: bool) -> str:
    return request.phrases.say(
        "game-line",
        game=match.id,
        board=match.board.title,
        names=", ".join(map(person, match.roster.names)),
        waits="yes" if waits else "no",
        status=match.roster.status.value,
    )
