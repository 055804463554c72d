"""Handlers of an open lobby: its setup, its computers, and the start of the game."""

from dataclasses import replace
from typing import Annotated

from bot.matches import lobby
from bot.matches.clocks import CLOCKS
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome, in_lobby
from bot.matches.roster import Roster, Status
from bot.model.chat_settings import ChatSettings
from bot.model.command_values import ChangeSetup
from bot.model.commands import Do, Operation
from bot.model.message import Menu, Message
from bot.randomness import new_seed
from bot.service.context import Context
from bot.service.handlers.chat_settings import set_chat
from bot.service.lobby_menus import changed_setup, option_menus
from bot.service.own_panel import own_panel
from bot.service.permissions import require_chat_admin, require_player, require_starter
from bot.text.clock_text import clock_label
from bot.text.i18n import phrases
from engine.chance import Contribution


async def change_setup(command: ChangeSetup, context: Context) -> Message:
    """Change what the lobby will play, and how the chat is posted to."""
    is_lobby = context.match is not None and context.match.roster.status is Status.LOBBY
    is_of_game = command.is_of_game or (is_lobby and command.clock is not None)
    if is_of_game:
        await require_player(context)
    if command.is_of_chat or (command.clock is not None and not is_lobby):
        await require_chat_admin(context)
    lines: list[str] = []
    menus: tuple[Menu, ...] = ()
    if is_of_game:
        match, _ = await context.update(in_lobby(lambda match: lobby.change_setup(match, command)))
        lines, menus = changed_setup(command, match, context.phrases), option_menus(match, context.phrases)
    if is_lobby:
        command = replace(command, clock=None)
    return Message("\n".join([*lines, *await _changed_chat(command, context)]), menus=menus)


async def _changed_chat(command: ChangeSetup, context: Context) -> list[str]:
    """Change how a chat is posted to, with a line for each thing."""
    lines = []
    given = ChatSettings(language=command.language, pictures=command.pictures, clock=command.clock)
    await set_chat(context, given)
    if command.language is not None:
        lines.append(phrases(command.language).say("language-here"))
    if command.pictures is not None:
        lines.append(context.phrases.say("pictures-here", pictures=command.pictures))
    if command.clock is not None:
        clock = clock_label(CLOCKS[command.clock], context.phrases)
        lines.append(context.phrases.say("clock-here", clock=clock))
    return lines


async def add_computer(command: Annotated[Do, Operation.ADD_COMPUTER], context: Context) -> Message:
    """Add a computer player."""
    await require_player(context)
    return await context.change(in_lobby(lambda match: lobby.add_computer(match, command.text)))


async def remove_computer(_: Annotated[Do, Operation.REMOVE_COMPUTER], context: Context) -> Message:
    """Remove the computer player that joined last."""
    await require_player(context)
    return await context.change(in_lobby(lobby.remove_computer))


def _setup(roster: Roster) -> object:
    return roster.variant, roster.bonus, roster.starter, roster.delays_plans, roster.clock, roster.allowance


async def start(command: Annotated[Do, Operation.START], context: Context) -> Message:
    """Begin the game; a player sees the starting tickets at once.

    A word replaces the request's id in the chance, so its person knows that nothing came after their word.
    """
    await require_starter(context)
    word, seed = lobby.known_word(command.text), new_seed(context.random_bytes)
    last = Contribution("", word) if word else context.contribution()

    def begin(match: Match) -> Outcome:
        if _setup(match.roster) != _setup(context.shown_match.roster):
            raise CommandRefused("setup-just-changed")
        return lobby.start(match, seed, context.name, last)

    match, _outcome = await context.update(begin)
    seat, text = match.roster.seat_of(str(context.player)), context.phrases.say("started")
    if seat is None:
        return Message(text)
    return await own_panel(context, match, seat, text)
