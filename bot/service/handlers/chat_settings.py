"""Handlers of what a chat has set, and of its waiting list."""

from dataclasses import replace
from typing import Annotated

from bot.matches.outcomes import CommandRefused
from bot.model.chat_settings import ChatSettings
from bot.model.command_values import NewGame
from bot.model.commands import Do, Operation
from bot.model.identity import ANONYMOUS_ADMIN
from bot.model.message import Message
from bot.service.audit import note_change
from bot.service.chat_menus import SWITCH, setting_lines, setting_menus, whole_settings
from bot.service.context import Context
from bot.service.handlers.games import chosen_board
from bot.service.permissions import is_admin_here, require_admin
from bot.text.i18n import person


async def chat_settings(command: ChatSettings, context: Context) -> Message:
    """Change settings of the chat, and show everybody all of them. An admin gets a menu for each setting."""
    if command.chosen:
        await require_admin(context)
        await set_chat(context, await _known(command, context))
    boards, phrases = context.repository.boards.by_id, context.phrases
    public = (await context.directory.chat_phrases(context.chat)).language
    chosen = await context.store.chats.settings(context.chat)
    settings = whole_settings(chosen, context.turn_clock, public, boards)
    with_threads = context.access.has_threads(context.chat)
    shown = settings if with_threads else replace(settings, threads=None)
    lines = [phrases.say("chat-settings-title"), *setting_lines(shown, boards, phrases)]
    if not await is_admin_here(context):
        return Message("\n".join((*lines, phrases.say("chat-settings-of-admins"))))
    menus = setting_menus(shown, boards, phrases, context.chat.platform, with_threads=with_threads)
    return Message("\n".join(lines), menus=tuple(menus))


async def set_chat(context: Context, given: ChatSettings) -> None:
    """Change settings of the chat, and post that there. Values that stay the same are not a change."""
    before = await context.store.chats.settings(context.chat)
    changed = {name: value for name, value in given.chosen.items() if getattr(before, name) != value}
    if not changed:
        return
    context.require_few_changes()
    await context.store.chats.change_settings(context.chat, ChatSettings(**changed))
    for name, value in changed.items():
        word = SWITCH[not value] if isinstance(value, bool) else value
        await note_change(context, name.replace("_", "-"), word)
    words = await context.directory.chat_phrases(context.chat)
    lines = setting_lines(ChatSettings(**changed), context.repository.boards.by_id, words)
    name = words.say("an-admin-first") if context.person == ANONYMOUS_ADMIN else person(context.name)
    note = words.say("chat-changed", name=name, lines=" ".join(lines))
    context.access.post_note(context.chat, note)
    if "language" in changed:
        context.access.refresh_lobby(context.chat)


async def _known(given: ChatSettings, context: Context) -> ChatSettings:
    """What is given, with the id of the variant, and a time zone for quiet hours. Raises CommandRefused."""
    if given.threads and not context.access.has_threads(context.chat):
        raise CommandRefused("no-threads-on-platform")
    if given.default_game is not None:
        board, variant = chosen_board(NewGame(), given.default_game, context)
        given = replace(given, default_game=f"{board.id} {variant}")
    before = await context.store.chats.settings(context.chat)
    if given.quiet_hours and not given.zone and not before.zone:
        profile = await context.store.people.profile(context.person)
        given = replace(given, zone=profile.zone_name if profile else "UTC")
    return given


async def notify(_: Annotated[Do, Operation.NOTIFY], context: Context) -> Message:
    """Tell the person once when the next game is opened here; or no longer, if they asked for that before."""
    if context.person.platform != context.chat.platform:
        raise CommandRefused("wait-elsewhere")
    context.require_few_changes()
    found = await context.store.chats.wait(context.person, context.chat, context.clock.now())
    return Message(context.phrases.say(f"notify-{found}"))
