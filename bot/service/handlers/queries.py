"""Handlers that show something and change nothing."""

from collections.abc import Sequence
from typing import assert_never

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.records import export
from bot.matches.roster import Status
from bot.model.commands import AskWhy, Explain, Query, Show
from bot.model.message import Document, Message
from bot.service import action_menus
from bot.service.context import Context
from bot.service.lobby_menus import lobby_options
from bot.text import labels
from bot.text.help import help_text
from bot.text.history import account
from bot.text.map_text import MapText
from bot.text.request import Request
from bot.text.rule_topics import rules_message
from bot.text.scores import score_text, scores_so_far, table_text
from engine.game import ChooseTickets
from engine.view import View, view_for

_LOG_STEPS = 120


async def show(command: Show, context: Context) -> Message:
    """Show what a query asks for."""
    match command.query:
        case Query.HAND:
            return await _hand(context)
        case Query.TICKETS:
            return await _tickets(context)
        case Query.BOARD | Query.WHOLE_BOARD | Query.CLOSEUP:
            return await _board(context, command.query)
        case Query.TEXT | Query.OPEN_ROUTES:
            return Message(_board_text(context, command))
        case Query.SCORES:
            return await _scores(context)
        case Query.LOG | Query.RECORD:
            return await (_log(context) if command.query is Query.LOG else _record(context))
        case Query.GAMES:
            return await _games(context)
        case Query.HELP:
            return Message(help_text(context.chat.platform, context.phrases))
        case Query.OPTIONS | Query.CLAIMS | Query.STATIONS | Query.TICKET:
            return await _choices(context, command.query)
        case query:
            assert_never(query)


async def ask_why(command: AskWhy, context: Context) -> Message:
    """Explain the moves of computers."""
    return await context.explain(context, command.round)


async def explain(command: Explain, context: Context) -> Message:
    """Explain the rules."""
    return rules_message(context, command.topic)


async def _hand(context: Context) -> Message:
    match = context.shown_match
    if context.seat is None:
        raise CommandRefused("not-at-table")
    return await context.panels.panel(match, context.seat, context.phrases)


async def _tickets(context: Context) -> Message:
    """The tickets kept, on one map and one by one; the panel while some are offered."""
    match, view = context.shown_match, context.view
    if view is None or view.seat is None or view.offer:
        return await _hand(context)
    outlooks = await context.pictures.outlooks.of(view)
    on_the_map = await context.pictures.my_tickets(match, view, context.phrases)
    cards = await context.pictures.tickets(match, view, view.tickets, context.phrases)
    text = labels.hand_tickets(match.board, outlooks, context.phrases)
    return Message(text, (*on_the_map, *cards))


async def _board(context: Context, query: Query) -> Message:
    """A close-up of the last move, the whole board, or both. Before the first move there is no close-up."""
    match = context.shown_match
    text, pictures = _points(match, context), await context.pictures.board(match, context.phrases)
    if query is Query.WHOLE_BOARD:
        pictures = pictures[-1:]
    elif query is Query.CLOSEUP:
        pictures = pictures[:1]
    return Message(text, pictures)


def _board_text(context: Context, command: Show) -> str:
    match = context.shown_match
    view, names = _public_view(match), match.roster.names
    if command.places or command.query is Query.OPEN_ROUTES:
        text = MapText(view.table, names, context.phrases)
        return _places_text(text, command.places) if command.places else text.open_routes()
    return table_text(view, names, context.phrases)


def _places_text(text: MapText, places: Sequence[str]) -> str:
    return "\n\n".join(text.place(place) for place in places)


async def _scores(context: Context) -> Message:
    match = context.shown_match
    over = _public_view(match).table.sheet is not None
    pictures = await context.pictures.score(match, context.phrases) if over else ()
    return Message(_points(match, context), pictures)


async def _log(context: Context) -> Message:
    match = context.shown_match
    steps = await context.repository.steps(match.id, max(0, match.seq - _LOG_STEPS))
    return Message(account(steps, context.phrases) or context.phrases.say("log-empty"))


async def _record(context: Context) -> Message:
    """The record of a finished game, for anyone to verify."""
    match = context.shown_match
    if match.roster.status is not Status.OVER:
        raise CommandRefused("no-record-yet")
    name = f"stationmaster-{match.id}.json"
    text = await export(context.repository, match.id)
    return Message(context.phrases.say("record", file=name), documents=(Document(name, text),))


async def _games(context: Context) -> Message:
    """The unfinished games of the person, those that wait for them first."""
    games = await context.directory.games_of(context.person, context.phrases)
    return Message("\n".join(game.label for game in games) or context.phrases.say("no-games"))


async def _choices(context: Context, query: Query) -> Message:
    """What can be chosen before a turn is spent, and in a lobby."""
    if query is Query.OPTIONS:
        return lobby_options(context)
    if query is Query.CLAIMS:
        return action_menus.claims(context)
    if query is Query.STATIONS:
        return action_menus.stations(context)
    if context.view and isinstance(context.view.decision, ChooseTickets):
        return await _hand(context)
    return action_menus.ticket_question(context)


def _public_view(match: Match) -> View:
    if match.game is None:
        raise CommandRefused("not-started")
    return view_for(match.game, None)


def _points(match: Match, request: Request) -> str:
    """The score sheet; before the end, the scores so far."""
    table, names = _public_view(match).table, match.roster.names
    if table.sheet is None:
        return scores_so_far(table, names, request.phrases)
    return score_text(table.sheet, names, table.board, request.phrases)
