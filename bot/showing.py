"""Private answers that only show something, and change nothing."""

from collections.abc import Awaitable, Callable

from bot.artist import Artist
from bot.matches.deciding import Refused
from bot.matches.games import Games
from bot.matches.match import Match
from bot.matches.roster import Status
from bot.message import Button, Document, Menu, Message, Style
from bot.panel import Panels
from bot.press import Press
from bot.recording import export
from bot.request import Request
from bot.talk import words
from bot.talk.account import account
from bot.talk.describing import score_text, scores_so_far, table_text
from bot.talk.phrases import person
from engine.actions import BuildStation, ClaimRoute, DrawTickets
from engine.game import TakeTurn
from engine.options import Payable, options
from engine.view import View, view_for

_LOG_STEPS = 120
_MOST_PLACES = 100


class Shows:
    """Answers everything that can be looked at."""

    def __init__(self, games: Games, artist: Artist, panels: Panels) -> None:
        self._games = games
        self._artist = artist
        self._panels = panels
        self._known: dict[str, Callable[[Request], Awaitable[Message]]] = {
            "turn": self.turn,
            "board": self._board,
            "text": self._text,
            "tickets": self._tickets,
            "scores": self._scores,
            "log": self._log,
            "record": self._record,
            "games": self._my_games,
            "help": self._help,
            "claims": self._claims,
            "stations": self._stations,
            "ticket": self._ask_ticket,
        }

    async def show(self, request: Request, what: str) -> Message:
        """The answer to Show. Raises Refused."""
        return await self._known[what](request)

    async def turn(self, request: Request) -> Message:
        """The person's panel: hand, tickets, and what can be done now."""
        match = _match(request)
        if request.seat is None:
            raise Refused("not-at-table")
        return await self._panels.panel(match, request.seat, request.phrases)

    async def _board(self, request: Request) -> Message:
        match = _match(request)
        _begun(match)
        return Message(
            scores_so_far(_begun(match).table, match.roster.names, request.phrases),
            await self._artist.board(match),
        )

    async def _text(self, request: Request) -> Message:
        match = _match(request)
        return Message(table_text(_begun(match), match.roster.names, request.phrases))

    async def _tickets(self, request: Request) -> Message:
        return await self.turn(request)

    async def _scores(self, request: Request) -> Message:
        match = _match(request)
        table, names = _begun(match).table, match.roster.names
        if table.sheet is None:
            return Message(scores_so_far(table, names, request.phrases))
        text = score_text(table.sheet, names, table.board, request.phrases)
        return Message(text, await self._artist.score(match))

    async def _log(self, request: Request) -> Message:
        match = _match(request)
        steps = await self._games.steps(match.id, max(0, match.seq - _LOG_STEPS))
        return Message(account(steps, request.phrases) or request.phrases.say("log-empty"))

    async def _record(self, request: Request) -> Message:
        """The record of a finished game, for whoever wants to check it."""
        match = _match(request)
        if match.roster.status is not Status.OVER:
            raise Refused("no-record-yet")
        name = f"stationmaster-{match.id}.json"
        text = await export(self._games, match.id)
        return Message(request.phrases.say("record", file=name), documents=(Document(name, text),))

    async def _my_games(self, request: Request) -> Message:
        """Every game that the person sits in, those that wait for them first."""
        lines = []
        for sitting in await self._games.store.games_of(request.person):
            if sitting.closed:
                continue
            match = await self._games.read(sitting.game)
            waits = sitting.seat in match.waiting_for and not match.roster.sitters[sitting.seat].by_computer
            lines.append((not waits, _game_line(match, request, waits=waits)))
        text = "\n".join(line for _, line in sorted(lines)) or request.phrases.say("no-games")
        return Message(text)

    async def _help(self, request: Request) -> Message:
        return Message(request.phrases.say("help"))

    async def _claims(self, request: Request) -> Message:
        view = _own_turn(request)
        return _places(request, view, options(view).claims, "claim")

    async def _stations(self, request: Request) -> Message:
        view = _own_turn(request)
        return _places(request, view, options(view).stations, "station")

    async def ways(self, request: Request, kind: str, place: str) -> Message:
        """The ways to pay for a route or a station, the default first. Raises Refused."""
        view = _own_turn(request)
        payable = options(view).claims if kind == "claim" else options(view).stations
        payments = payable.payments(place)
        if not payments:
            raise Refused("cannot-pay-now")
        chosen = ClaimRoute if kind == "claim" else BuildStation
        revision = _revision(view)
        choices = tuple(
            Button(
                words.cards(cards, request.phrases),
                Press.of(_match(request).id, revision, chosen(place, cards)).code,
                Style.PLAIN if number else Style.MAIN,
            )
            for number, cards in enumerate(payments)
        )
        question = request.phrases.say(
            "ways-to-pay", place=words.place(view.table.board, place, request.phrases)
        )
        return Message(question, menus=(Menu(question, choices),))

    async def _ask_ticket(self, request: Request) -> Message:
        view = _own_turn(request)
        if not options(view).of(DrawTickets):
            raise Refused("no-tickets-now")
        code = Press.of(_match(request).id, _revision(view), DrawTickets()).code
        label = words.action(DrawTickets(), view.table, request.phrases)
        number = min(view.table.rules.draw_tickets, view.table.ticket_deck)
        question = request.phrases.say("confirm-tickets", count=number, keep=view.table.rules.keep_tickets)
        return Message(question, buttons=((Button(label, code, Style.MAIN),),))


def _match(request: Request) -> Match:
    if request.match is None:
        raise Refused("no-game")
    return request.match


def _begun(match: Match) -> View:
    if match.game is None:
        raise Refused("not-started")
    return view_for(match.game, None)


def _own_turn(request: Request) -> View:
    _begun(_match(request))
    view = request.view
    if view is None or view.seat is None:
        raise Refused("not-at-table")
    if not isinstance(view.decision, TakeTurn):
        raise Refused("not-now")
    return view


def _revision(view: View) -> int:
    return view.decision.revision if view.decision else 0


def _places(request: Request, view: View, payable: Payable, kind: str) -> Message:
    """A list of places; choosing one shows the ways to pay."""
    match, phrases = _match(request), request.phrases
    if not payable.places:
        raise Refused(f"nothing-to-{kind}")
    board = view.table.board
    names = {place: words.place(board, place, phrases) for place in payable.places}
    lengths = {route.id: f" · {route.length}" for route in board.routes}
    choices = tuple(
        Button(
            names[place] + lengths.get(place, ""),
            Press(match.id, _revision(view), f"ways {kind} {place}").code,
        )
        for place in sorted(payable.places, key=names.__getitem__)[:_MOST_PLACES]
    )
    question = phrases.say(f"choose-{kind}", count=len(payable.places))
    return Message(question, menus=(Menu(question, choices),))


def _game_line(match: Match, request: Request, *, waits: bool) -> str:
    return request.phrases.say(
        "game-line",
        game=match.id,
        board=match.board.title,
        names=", ".join(map(person, match.roster.names)),
        waits="yes" if waits else "no",
        status=match.roster.status.value,
    )
