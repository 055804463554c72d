"""Handlers that show something and change nothing."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused
from bot.matches.records import export
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import whole_number
from bot.model.commands import Query, Show
from bot.model.message import Button, Menu, Message, Rows, drawn, spelled
from bot.model.profile import Profile
from bot.model.queries import OTHERWISE
from bot.service import action_menus
from bot.service.audit import audit_log
from bot.service.context import Context
from bot.service.handlers.diagnostics import check_permissions
from bot.service.handlers.followers import share
from bot.service.lessons import illustrated_rules, shown_rule
from bot.service.lobby_menus import lobby_options
from bot.service.menus import question_message
from bot.service.news import since_title, steps_since
from bot.service.own_panel import own_panel
from bot.service.panels import lost_seat
from bot.service.reminder_buttons import rest_of_reminder
from bot.service.reminder_hours import reminder_hours
from bot.service.reviews import show_hint, show_moment, show_review
from bot.service.statistics import shown_leaderboard, shown_statistics
from bot.text import labels
from bot.text.alt_text import legend_text
from bot.text.clock_text import until_text
from bot.text.help import help_message
from bot.text.history import account
from bot.text.i18n import Phrases
from bot.text.map_text import open_routes_text, place_text
from bot.text.proof import proof_text
from bot.text.request import Request
from bot.text.scores import score_text, scores_so_far, table_text
from bot.text.since_turn import since_turn
from engine.game import ChooseTickets
from engine.view import View, view_for

_LOG_STEPS = 120
"""Events on a page of the log."""

_MOST_GAMES = 20
"""Games that one message lists."""


async def show(command: Show, context: Context) -> Message:
    """Show what a query asks for."""
    return await _SHOWN[command.query](command, context)


async def _hand(command: Show, context: Context) -> Message:
    """The private panel, in which some of the offered tickets may be marked."""
    match, marked = context.shown_match, tuple(map(int, command.about))
    if context.seat is not None:
        return await own_panel(context, match, context.seat, marked=marked, with_news=True)
    owned = match.roster.owned_seat(str(context.player))
    if owned is None:
        raise CommandRefused("not-at-table")
    return lost_seat(match, owned, context.player, context.phrases)


async def _reminded(command: Show, context: Context) -> Message:
    """The private panel, with the buttons of a reminder while its turn goes on."""
    panel, match = await _hand(Show(Query.HAND), context), context.shown_match
    if context.seat is None:
        return panel
    turn = whole_number("".join(command.about))
    profile = await context.store.people.profile(context.player) or Profile(context.player, context.name)
    hours = await reminder_hours(context.repository, match, profile)
    rest = rest_of_reminder(match, context.seat, turn, context.phrases, hours, context.clock.now())
    return replace(panel, buttons=(*panel.buttons, *rest))


async def _tickets(command: Show, context: Context) -> Message:
    """The tickets kept, on one map and one by one; the panel while some are offered."""
    match, view = context.shown_match, context.view
    if view is None or view.seat is None or view.offer:
        return await _hand(command, context)
    statuses = await context.pictures.ticket_status(view)
    on_the_map = await context.pictures.my_tickets(match, view, context.phrases)
    cards = await context.pictures.tickets(match, view, view.tickets, context.phrases)
    text = labels.hand_tickets(match.board, statuses, context.phrases)
    return await drawn(Message(text, (*on_the_map, *cards)))


async def _board(command: Show, context: Context) -> Message:
    """A close-up of the last move, the whole board, or both. Before the first move there is no close-up."""
    match = context.shown_match
    text, pictures = _points(match, context), await context.pictures.board(match, context.phrases)
    if command.query is Query.WHOLE_BOARD:
        pictures = pictures[-1:]
    elif command.query is Query.CLOSEUP:
        pictures = pictures[:1]
    code = CallbackData(match.id, 0, "board legend").code
    return Message(text, pictures, ((Button(context.phrases.say("button-legend"), code),),))


async def _legend(_: Show, context: Context) -> Message:
    """What the spaces on the board mean, and the points for routes."""
    match = context.shown_match
    rules = match.board.variants[match.roster.variant]
    pictures = await context.pictures.legend(match.board, rules, context.phrases)
    return Message(legend_text(match.board, rules, context.phrases), pictures)


async def _board_text(command: Show, context: Context) -> Message:
    """The board in words: some places, the open routes, or all players."""
    match = context.shown_match
    view, names = _public_view(match), labels.seat_names(match, context.phrases)
    if command.about:
        places = (place_text(view.table, place, names, context.phrases) for place in command.about)
        return Message("\n\n".join(places))
    if command.query is Query.OPEN_ROUTES:
        return Message(open_routes_text(view.table, context.phrases))
    until = spelled(until_text(match, match.waiting_for, context.phrases))
    return Message("\n".join(filter(None, (table_text(view, names, context.phrases), until))))


async def _scores(_: Show, context: Context) -> Message:
    match = context.shown_match
    over = _public_view(match).table.sheet is not None
    pictures = await context.pictures.score(match, context.phrases) if over else ()
    return Message(_points(match, context), pictures)


async def _since(_: Show, context: Context) -> Message:
    """What has happened since the person's own last turn; every piece that is new is highlighted."""
    match, seat = context.shown_match, context.seat
    if seat is None:
        raise CommandRefused("not-at-table")
    steps = await steps_since(context.repository, match, seat)
    news = since_turn(steps, context.phrases)
    title = since_title(match, seat, context.phrases)
    text = f"{title}\n{news}" if news else context.phrases.say("since-nothing")
    return Message(text, await context.pictures.board(match, context.phrases, steps or None))


async def _log(command: Show, context: Context) -> Message:
    """A page of the log: the newest, unless another is asked for."""
    match, say = context.shown_match, context.phrases.say
    public = match.seq - match.hidden
    pages = -(-public // _LOG_STEPS)
    wanted = whole_number("".join(command.about))
    page = pages if wanted is None else max(1, min(wanted, pages))
    end = public - (pages - page) * _LOG_STEPS
    page_steps, later = await _page(match, end, context)
    account_text = account(page_steps, context.phrases, later) or say("log-empty")
    if pages == 1:
        return Message(account_text)
    head = say("log-page", page=page, pages=pages)
    return Message(f"{head}\n{account_text}", buttons=_log_buttons(match, page, pages, context.phrases))


async def _page(match: Match, end: int, context: Context) -> tuple[list[Step], list[Step]]:
    """The steps of the page of the log that ends with public step `end`, and the public steps after it."""
    first = end - _LOG_STEPS
    steps = await context.repository.steps(match.id, 0 if match.hidden else max(0, first))
    public = [step for step in steps if not isinstance(step.event, PlanMade)]
    numbered = [(step.after.seq - step.after.hidden, step) for step in public]
    return [one for number, one in numbered if first < number <= end], [
        one for number, one in numbered if number > end
    ]


def _log_buttons(match: Match, page: int, pages: int, phrases: Phrases) -> Rows:
    """The buttons for the pages before and after one."""
    near = {"earlier": page - 1, "later": page + 1}
    row = tuple(
        Button(phrases.say(f"button-{key}"), CallbackData(match.id, 0, f"log {to}").code)
        for key, to in near.items()
        if 1 <= to <= pages
    )
    return (row,)


async def _audit(command: Show, context: Context) -> Message:
    return await audit_log(context, whole_number("".join(command.about)) or 1)


async def _why(command: Show, context: Context) -> Message:
    return await context.explain(context, int(command.about[0]) if command.about else None)


async def _record(_: Show, context: Context) -> Message:
    """The record of a finished game, for anyone to verify."""
    match = context.shown_match
    if match.roster.status is not Status.OVER:
        raise CommandRefused("no-record-yet")
    name = f"stationmaster-{match.id}.json"
    text = await export(context.repository, match.id)
    return Message(context.phrases.say("record", file=name), documents=((name, text),))


async def _seal(_: Show, context: Context) -> Message:
    """How the cards are drawn. All of it is public."""
    return Message(proof_text(context.shown_match, context.phrases))


async def _games(command: Show, context: Context) -> Message:
    """A page of the unfinished games of the person, the most urgent first."""
    say, page = context.phrases.say, whole_number("".join(command.about)) or 1
    after = (page - 1) * _MOST_GAMES
    games, more = await context.directory.lists_of(context.person, context.phrases, _MOST_GAMES, after)
    unreadable = await context.directory.unreadable_games(context.person)
    lines = [line for line, _ in games.values()]
    if more:
        lines.append(say("games-more", count=more))
    if unreadable:
        lines.append(say("games-unreadable", games=", ".join(unreadable), count=len(unreadable)))
    buttons = tuple(Button(label, CallbackData(game, 0, "hand").code) for game, (_, label) in games.items())
    menus = (Menu(say("show-hand-of"), buttons),) if buttons else ()
    if page > 1:
        lines.insert(0, say("games-page", page=page))
    text = "\n".join(lines) or say("no-games")
    return Message(text, menus=menus, buttons=_pages(page, more, context.phrases))


def _pages(page: int, more: int, phrases: Phrases) -> Rows:
    """The buttons for the pages of games before and after one."""
    to = {"before": page - 1 if page > 1 else 0, "after": page + 1 if more else 0}
    row = tuple(
        Button(phrases.say(f"button-games-{way}"), CallbackData(NO_GAME, 0, f"games {number}").code)
        for way, number in to.items()
        if number
    )
    return (row,) if row else ()


async def _statistics(command: Show, context: Context) -> Message:
    return await shown_statistics(context, *command.about)


async def _leaderboard(command: Show, context: Context) -> Message:
    return await shown_leaderboard(context, "".join(command.about))


async def _help(command: Show, context: Context) -> Message:
    return help_message(context.chat.platform, "".join(command.about), context.phrases)


async def _rules(command: Show, context: Context) -> Message:
    return illustrated_rules(context, "".join(command.about))


async def _lesson(command: Show, context: Context) -> Message:
    topic, place = command.about
    return shown_rule(context, topic, place)


async def _invitation(command: Show, context: Context) -> Message:
    return await share(context, command.about)


async def _which(command: Show, context: Context) -> Message:
    return question_message(context, command.query, command.about)


async def _permissions(_: Show, context: Context) -> Message:
    return await check_permissions(context)


async def _options(_: Show, context: Context) -> Message:
    return lobby_options(context)


async def _claims(command: Show, context: Context) -> Message:
    """The routes that can be claimed now, those of some cities, or the ways to pay for one."""
    if command.about and command.about[0] in context.shown_match.board.route:
        otherwise = command.about[1:] == (OTHERWISE,)
        return action_menus.ways_to_pay(
            context, "claim", command.about[0], context.pictures, otherwise=otherwise
        )
    return action_menus.payable_routes(context, command.about)


async def _stations(command: Show, context: Context) -> Message:
    """The cities where a station can be built now, or the ways to pay for one there."""
    if command.about:
        return action_menus.ways_to_pay(context, "station", command.about[0], context.pictures)
    return action_menus.payable_cities(context)


async def _ticket(command: Show, context: Context) -> Message:
    """The question before tickets are drawn; while tickets are chosen, the panel."""
    if context.view and isinstance(context.view.decision, ChooseTickets):
        return await _hand(command, context)
    return action_menus.ticket_question(context)


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


_SHOWN: Mapping[Query, Callable[[Show, Context], Awaitable[Message]]] = {
    Query.HAND: _hand,
    Query.REMINDED: _reminded,
    Query.TICKETS: _tickets,
    Query.BOARD: _board,
    Query.WHOLE_BOARD: _board,
    Query.CLOSEUP: _board,
    Query.LEGEND: _legend,
    Query.TEXT: _board_text,
    Query.OPEN_ROUTES: _board_text,
    Query.SCORES: _scores,
    Query.SINCE: _since,
    Query.LOG: _log,
    Query.AUDIT: _audit,
    Query.WHY: _why,
    Query.RECORD: _record,
    Query.SEAL: _seal,
    Query.GAMES: _games,
    Query.STATISTICS: _statistics,
    Query.LEADERBOARD: _leaderboard,
    Query.HELP: _help,
    Query.RULES: _rules,
    Query.LESSON: _lesson,
    Query.HINT: show_hint,
    Query.REVIEW: show_review,
    Query.MOMENT: show_moment,
    Query.INVITATION: _invitation,
    Query.WHICH_ROUTE: _which,
    Query.WHICH_CITY: _which,
    Query.WHICH_PAYMENT: _which,
    Query.PERMISSIONS: _permissions,
    Query.OPTIONS: _options,
    Query.CLAIMS: _claims,
    Query.STATIONS: _stations,
    Query.TICKET: _ticket,
}
