"""Handlers of an open lobby: its setup, its computers, and the start of the game."""

from dataclasses import replace

from bot.matches import lobby
from bot.matches.outcomes import in_lobby
from bot.model.commands import AddComputer, ChangeSetup, RemoveComputer, SetLanguage, Start
from bot.model.message import Message
from bot.service.context import Context
from bot.service.handlers.preferences import set_language
from bot.service.panels import private_panel
from bot.service.permissions import require_chat_admin, require_host, require_player
from engine.chance import Contribution


async def change_setup(command: ChangeSetup, context: Context) -> Message:
    """Change what the lobby will play, and the language of the chat if that is given too."""
    await require_player(context)
    if command.language is None:
        return await context.change(in_lobby(lambda match: lobby.change_setup(match, command)))
    await require_chat_admin(context)
    changed = await change_setup(replace(command, language=None), context)
    language = await set_language(SetLanguage(command.language, chat=True), context)
    return Message(f"{changed.text}\n{language.text}")


async def add_computer(command: AddComputer, context: Context) -> Message:
    """Add a computer player."""
    await require_player(context)
    return await context.change(in_lobby(lambda match: lobby.add_computer(match, command)))


async def remove_computer(_: RemoveComputer, context: Context) -> Message:
    """Remove the computer player that joined last."""
    await require_player(context)
    return await context.change(in_lobby(lobby.remove_computer))


async def start(command: Start, context: Context) -> Message:
    """Begin the game; a player sees the starting tickets at once.

    A word counts instead of the id of the request: whoever gave it knows that nothing came after it.
    """
    await require_host(context)
    word, seed = lobby.known_word(command.word), context.randomness.seed()
    last = Contribution("", word) if word else context.contribution()
    match, _outcome = await context.update(lambda match: lobby.start(match, seed, context.name, last))
    seat, text = match.roster.seat_of(str(context.player)), context.phrases.say("started")
    if seat is None:
        return Message(text)
    return await private_panel(context.pictures, match, seat, context.phrases, text)
