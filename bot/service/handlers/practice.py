"""Handlers for newcomers: open a practice game against computers, and switch hints off."""

from dataclasses import replace
from typing import Annotated

from bot.matches import lobby
from bot.matches.lobby import known_variant
from bot.matches.match import LogEvent, first_match, follow
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import COLORS, Status
from bot.matches.roster_events import PlayerJoined
from bot.model.command_values import NewGame
from bot.model.commands import Do, Operation
from bot.model.identity import Chat
from bot.model.message import Message
from bot.model.names import distinct_name
from bot.model.profile import Profile
from bot.randomness import new_seed
from bot.service.context import Context
from bot.service.handlers.games import chosen_board, new_lobby, replaceable_game
from bot.service.own_panel import own_panel
from bot.store import RowUpdates
from bot.text.i18n import visible
from engine.board import Board
from engine.levels import DEFAULT_LEVEL, LEVELS

_COMPUTERS = 2
"""Computers in a practice game, if the board has room for them."""


async def practice(command: Annotated[Do, Operation.PRACTICE], context: Context) -> Message:
    """Open and start a game against computers in a chat that the person has alone.

    Raises CommandRefused where they have no such chat, or a game goes on in it.
    """
    words = command.text.split()
    levels = [word for word in words if word in LEVELS]
    board, variant, *_ = (*(word for word in words if word not in LEVELS), "", "")
    played, rules = chosen_board(NewGame(board, variant), "", context)
    title = visible(context.phrases.say("practice-chat", name=context.name))
    chat = await context.access.own_chat(context.person, title)
    if chat is None:
        raise CommandRefused("practice-no-chat", platform=context.person.platform)
    await _require_none(context, chat)
    ended = await replaceable_game(context, chat)
    context.require_few_changes()
    game, events = _begun(
        context, played, known_variant(played, rules), levels[0] if levels else DEFAULT_LEVEL
    )
    updates = RowUpdates(seats={0: context.person}, mentioned_in=chat, instead_of=ended)
    await context.repository.open(game, played, events, str(context.person), chat, updates)
    where = "here" if chat == context.chat else chat.platform
    return Message(context.phrases.say("practice-begun", where=where, place=title))


async def _require_none(context: Context, chat: Chat) -> None:
    """Refuse a second practice game while one goes on."""
    shown = await context.store.chats.game_in(chat)
    roster = (await context.repository.read(shown)).roster if shown else None
    if roster and roster.status is Status.RUNNING and roster.is_practice:
        raise CommandRefused("practice-goes-on")


def _begun(context: Context, board: Board, variant: str, level: str) -> tuple[str, tuple[LogEvent, ...]]:
    """The id of a new game, and its events up to the choice of starting tickets."""
    game, lobby_opened = new_lobby(context, context.person, board, variant, ())
    opened = replace(lobby_opened, is_practice=True)
    person, name = str(context.person), distinct_name(context.name, ())
    joined = PlayerJoined(person, name, COLORS[0], context.contribution())
    now = context.clock.now()
    match = follow(first_match(game, board, opened, now), joined, now)
    events: tuple[LogEvent, ...] = opened, joined
    for _ in range(min(_COMPUTERS, board.variants[variant].players_most - 1)):
        (computer,) = lobby.add_computer(match, level).events
        match, events = follow(match, computer, now), (*events, computer)
    return game, (*events, *lobby.start(match, new_seed(context.random_bytes), context.name).events)


async def no_hints(_: Annotated[Do, Operation.NO_HINTS], context: Context) -> Message:
    """Switch off the hints of a person for good. Returns their panel, which has no hint now."""
    known = await context.store.people.profile(context.person)
    await context.store.people.save(replace(known or Profile(context.person, context.name), hints=False))
    text = context.phrases.say("hints-are-off")
    if context.match is None or context.seat is None:
        return Message(text)
    return await own_panel(context, context.match, context.seat, text)
