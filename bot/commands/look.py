"""What people look at: their hand, the board, the scores and what has happened."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from bot.commands.arguments import PLACE, BoardViewArg, NumberArg, PlaceArg, TypedNumberArg
from bot.commands.registry import command
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused
from bot.matches.records import export
from bot.matches.reminder_times import reminder_hours
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade
from bot.matches.turns import points_by_turn
from bot.model.callbacks import CallbackData
from bot.model.command import (
    BOTH,
    LAST_FINISHED,
    LOOK,
    OWN,
    OWN_PLACE,
    PICTURE,
    PRIVATE,
    WITH_GAME,
    MenuPlace,
)
from bot.model.message import Button, Message, spelled
from bot.model.profile import Profile
from bot.requests.request import Request
from bot.shown.menus import page_buttons, rest_of_reminder
from bot.shown.panels import lost_seat, own_panel, since_title, steps_since
from bot.shown.pictures import (
    board_pictures,
    legend_picture,
    my_tickets_picture,
    score_picture,
    tickets_picture,
)
from bot.text import labels
from bot.text.alt_text import legend_text
from bot.text.history import account, since_turn
from bot.text.map_text import open_routes_text, place_text
from bot.text.place_search import cities_meant, routes_meant
from bot.text.proof import proof_text
from bot.text.roster_text import until_text
from bot.text.scores import score_text, scores_so_far, table_text
from engine.view import View, view_for

MOST_PLACES = 4
"""Cities or routes that are described at once, where a text fits several."""

_LOG_STEPS = 120
"""Events on a page of the log."""


@command(
    "hand",
    LOOK,
    discord=OWN,
    who="player",
    menus=BOTH,
    page=OWN_PLACE,
    posts=("choice", "turn"),
    answer=PRIVATE,
    link=True,
)
async def hand(request: Request, turn: TypedNumberArg = None) -> Message:
    """Show the private panel: hand, tickets, and what can be done now.

    With the number of a turn, it has the rest of the buttons of the reminder about that turn.
    """
    panel, match = await hand_panel(request), request.shown_match
    if turn is None or request.seat is None:
        return panel
    profile = await request.store.people.profile(request.player) or Profile(request.player, request.name)
    hours = await reminder_hours(request.repository, match, profile)
    rest = rest_of_reminder(match, request.seat, turn, request.phrases, hours, request.clock.now())
    return replace(panel, buttons=(*panel.buttons, *rest))


async def hand_panel(request: Request) -> Message:
    """The private panel, or who plays the seat of this person. Raises CommandRefused."""
    match = request.shown_match
    if request.seat is not None:
        return await own_panel(request, match, request.seat, with_news=True)
    owned = match.roster.owned_seat(str(request.player))
    if owned is None:
        raise CommandRefused("not-at-table")
    return lost_seat(match, owned, request.player, request.phrases)


@command(
    "tickets",
    LOOK,
    who="player",
    menus=BOTH,
    page=MenuPlace(("player", "over")),
    answer=PRIVATE,
    shape=PICTURE,
    link=True,
)
async def tickets(request: Request) -> Message:
    """Show the tickets kept, on one map and one by one; the panel while some are offered."""
    match, view = request.shown_match, request.view
    if view is None or view.seat is None or view.offer:
        return await hand_panel(request)
    statuses = await request.pictures.ticket_status(view)
    text = labels.hand_tickets(match.board, statuses, request.phrases)
    pictures = request.pictures.of(
        my_tickets_picture(match, view, statuses, request.phrases),
        tickets_picture(match, view, statuses, request.phrases),
    )
    return Message(text, pictures)


@command(
    "board",
    LOOK,
    discord=OWN,
    menus=BOTH,
    page=OWN_PLACE,
    posts=("choice", "turn", "end"),
    shape=PICTURE,
    link=True,
)
async def board(request: Request, view: BoardViewArg = "", place: PlaceArg = "") -> Message:
    """Show the board: all of it, its last move, both, its legend, or in words; with a place, its state."""
    if place:
        return _places_text(request, place)
    if view == "text":
        return _table_text(request)
    if view == "open":
        return _open_routes(request)
    match = request.shown_match
    if view == "legend":
        rules = match.board.variants[match.roster.variant]
        pictures = request.pictures.of(legend_picture(match.board, rules, request.phrases))
        return Message(legend_text(match.board, rules, request.phrases), pictures)
    text, sketches = _points(match, request), board_pictures(match, request.phrases)
    shown = {"full": sketches[-1:], "zoom": sketches[:1]}.get(view, sketches)
    pictures = request.pictures.of(*shown)
    code = CallbackData(match.id, 0, "board legend").code
    return Message(text, pictures, ((Button(request.phrases.say("button-legend"), code),),))


@command("text", LOOK, names={"discord": "board"}, page=OWN_PLACE)
async def text(request: Request, place: Annotated[str, replace(PLACE, words=("open",))] = "") -> Message:
    """Show the board in words; the open routes; or the state of a city or a route."""
    if not place:
        return _table_text(request)
    return _open_routes(request) if place.lower() == "open" else _places_text(request, place)


def _table_text(request: Request) -> Message:
    match = request.shown_match
    view, names = _public_view(match), labels.seat_names(match, request.phrases)
    until = spelled(until_text(match, match.waiting_for, request.phrases))
    return Message("\n".join(filter(None, (table_text(view, names, request.phrases), until))))


def _open_routes(request: Request) -> Message:
    return Message(open_routes_text(_public_view(request.shown_match).table, request.phrases))


def _places_text(request: Request, named: str) -> Message:
    board = _public_view(request.shown_match).table.board
    places = cities_meant(board, named) or routes_meant(board, named)
    if not places:
        raise CommandRefused("no-such-place", kind="city", words=named)
    return Message(described(request, [place.id for place in places[:MOST_PLACES]]))


def described(request: Request, places: Sequence[str]) -> str:
    """The state of cities and routes, by their ids."""
    match = request.shown_match
    table, names = _public_view(match).table, labels.seat_names(match, request.phrases)
    return "\n\n".join(place_text(table, place, names, request.phrases) for place in places)


@command(
    "scores",
    LOOK,
    discord=OWN,
    menus=BOTH,
    page=MenuPlace(WITH_GAME),
    posts=("choice", "turn", "end"),
    link=True,
)
async def scores(request: Request) -> Message:
    """Show the scores, with the score sheet after the end."""
    match = request.shown_match
    if _public_view(match).table.sheet is None:
        return Message(_points(match, request))
    points = points_by_turn(await request.repository.steps(match.id, 0))
    pictures = request.pictures.of(score_picture(match, points, request.phrases))
    return Message(_points(match, request), pictures)


@command("since", LOOK, who="player", menus=BOTH, shape=PICTURE, link=True)
async def since(request: Request) -> Message:
    """Show what has happened since the person's own last turn; every piece that is new is highlighted."""
    match, seat = request.shown_match, request.seat
    if seat is None:
        raise CommandRefused("not-at-table")
    steps = await steps_since(request.repository, match, seat)
    news = since_turn(steps, request.phrases)
    title = since_title(match, seat, request.phrases)
    text = f"{title}\n{news}" if news else request.phrases.say("since-nothing")
    sketches = board_pictures(match, request.phrases, steps or None)
    return Message(text, request.pictures.of(*sketches))


@command("log", LOOK, discord=OWN, menus=BOTH, page=MenuPlace(WITH_GAME), posts=("end",), link=True)
async def log(request: Request, page: NumberArg = None) -> Message:
    """Show a page of the log: the newest, unless another is asked for."""
    match, say = request.shown_match, request.phrases.say
    public = match.seq - match.hidden
    pages = -(-public // _LOG_STEPS)
    page = pages if page is None else max(1, min(page, pages))
    end = public - (pages - page) * _LOG_STEPS
    page_steps, later = await _page(match, end, request)
    account_text = account(page_steps, request.phrases, later) or say("log-empty")
    if pages == 1:
        return Message(account_text)
    near = {"earlier": page - 1, "later": page + 1}
    buttons = page_buttons(match.id, "log", near, pages, request.phrases)
    return Message(f"{say('log-page', page=page, pages=pages)}\n{account_text}", buttons=buttons)


async def _page(match: Match, end: int, request: Request) -> tuple[list[Step], list[Step]]:
    """The steps of the page of the log that ends with public step `end`, and the public steps after it."""
    first = end - _LOG_STEPS
    shown: list[Step] = []
    later: list[Step] = []
    for step in await request.repository.steps(match.id, 0 if match.hidden else max(0, first)):
        number = step.after.seq - step.after.hidden
        if number > first and not isinstance(step.event, PlanMade):
            (shown if number <= end else later).append(step)
    return shown, later


@command(
    "record",
    LOOK,
    page=MenuPlace(("over",), "look-back", "chat"),
    posts=("end",),
    game=LAST_FINISHED,
    link=True,
)
async def record(request: Request) -> Message:
    """Send the record of a finished game, for anyone to verify."""
    match = request.shown_match
    if match.roster.status is not Status.OVER:
        raise CommandRefused("no-record-yet")
    name = f"stationmaster-{match.id}.json"
    text = await export(request.repository, match.id)
    return Message(request.phrases.say("record", file=name), documents=((name, text),))


@command("seal", LOOK, page=MenuPlace(WITH_GAME, "look-back", "chat"), game=LAST_FINISHED, link=True)
async def seal(request: Request) -> Message:
    """Say how the cards are drawn, and how anybody can check it. All of it is public."""
    return Message(proof_text(request.shown_match, request.phrases))


def _public_view(match: Match) -> View:
    if match.game is None:
        raise CommandRefused("not-started")
    return view_for(match.game, None)


def _points(match: Match, request: Request) -> str:
    """The score sheet; before the end, the scores so far."""
    table, names = _public_view(match).table, labels.seat_names(match, request.phrases)
    if table.sheet is None:
        return scores_so_far(table, names, request.phrases)
    return score_text(table.sheet, names, table.board, request.phrases)
