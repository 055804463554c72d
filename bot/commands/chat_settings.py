"""What a chat has set, and its waiting list."""

from dataclasses import replace

from bot.commands.arguments import (
    ChatSwitchArg,
    ClockArg,
    LanguageArg,
    OpenersArg,
    PicturesArg,
    QuietHoursArg,
    StartersArg,
    TitleArg,
    ZoneArg,
)
from bot.commands.audit import note_change
from bot.commands.chat_menus import SWITCH, setting_lines, setting_menus, whole_settings
from bot.commands.games import chosen_game
from bot.commands.registry import command
from bot.matches.outcomes import CommandRefused
from bot.model.chat_settings import ChatSettings
from bot.model.command import CHATS, GAME, GROUP, OWN
from bot.model.identity import ANONYMOUS_ADMIN
from bot.model.message import Message
from bot.service.permissions import is_admin_here, require_admin
from bot.service.request import Request
from bot.text.i18n import person


@command(
    "chatsettings",
    CHATS,
    discord=OWN,
    menus=GROUP,
    any_game=True,
    by_name=True,
    unknown="no-such-chat-setting",
)
async def chatsettings(
    request: Request,
    title: TitleArg | None = None,
    language: LanguageArg | None = None,
    clock: ClockArg | None = None,
    openers: OpenersArg | None = None,
    starters: StartersArg | None = None,
    pictures: PicturesArg | None = None,
    grouped: ChatSwitchArg | None = None,
    threads: ChatSwitchArg | None = None,
    quiet: QuietHoursArg | None = None,
    timezone: ZoneArg | None = None,
) -> Message:
    """Change settings of the chat, and show everybody all of them. An admin gets a menu for each setting."""
    default_game = title.replace("/", " ") if title is not None else None
    given = ChatSettings(
        language, clock, pictures, openers, starters, default_game, threads, grouped, quiet, timezone
    )
    if given.chosen:
        await require_admin(request)
        await set_chat(request, await _known(given, request))
    boards, phrases = request.repository.boards.by_id, request.phrases
    public = (await request.directory.chat_phrases(request.chat)).language
    chosen = await request.store.chats.settings(request.chat)
    settings = whole_settings(chosen, request.services.turn_clock, public, boards)
    with_threads = request.access.has_threads(request.chat)
    shown = settings if with_threads else replace(settings, threads=None)
    lines = [phrases.say("chat-settings-title"), *setting_lines(shown, boards, phrases)]
    if not await is_admin_here(request):
        return Message("\n".join((*lines, phrases.say("chat-settings-of-admins"))))
    menus = setting_menus(shown, boards, phrases, request.chat.platform, with_threads=with_threads)
    return Message("\n".join(lines), menus=tuple(menus))


async def set_chat(request: Request, given: ChatSettings) -> None:
    """Change settings of the chat, and post that there. Values that stay the same are not a change."""
    before = await request.store.chats.settings(request.chat)
    changed = {name: value for name, value in given.chosen.items() if getattr(before, name) != value}
    if not changed:
        return
    request.require_few_changes()
    await request.store.chats.change_settings(request.chat, ChatSettings(**changed))
    for name, value in changed.items():
        word = SWITCH[not value] if isinstance(value, bool) else value
        await note_change(request, name.replace("_", "-"), word)
    words = await request.directory.chat_phrases(request.chat)
    lines = setting_lines(ChatSettings(**changed), request.repository.boards.by_id, words)
    name = words.say("an-admin-first") if request.person == ANONYMOUS_ADMIN else person(request.name)
    note = words.say("chat-changed", name=name, lines=" ".join(lines))
    request.access.post_note(request.chat, note)
    if "language" in changed:
        request.access.refresh_lobby(request.chat)


async def _known(given: ChatSettings, request: Request) -> ChatSettings:
    """What is given, with the id of the variant, and a time zone for quiet hours. Raises CommandRefused."""
    if given.threads and not request.access.has_threads(request.chat):
        raise CommandRefused("no-threads-on-platform")
    if given.default_game is not None:
        board, variant, _ = chosen_game(given.default_game, request)
        given = replace(given, default_game=f"{board.id} {variant}")
    before = await request.store.chats.settings(request.chat)
    if given.quiet_hours and not given.zone and not before.zone:
        profile = await request.store.people.profile(request.person)
        given = replace(given, zone=profile.zone_name if profile else "UTC")
    return given


@command(
    "notify",
    CHATS,
    discord=GAME,
    menus=GROUP,
    posts=("lobby",),
    any_game=True,
    changes=True,
    personal=True,
)
async def notify(request: Request) -> Message:
    """Tell the person once when the next game is opened here; or no longer, if they asked for that before."""
    if request.person.platform != request.chat.platform:
        raise CommandRefused("wait-elsewhere")
    request.require_few_changes()
    found = await request.store.chats.wait(request.person, request.chat, request.clock.now())
    return Message(request.phrases.say(f"notify-{found}"))
