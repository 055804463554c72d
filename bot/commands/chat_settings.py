"""The settings of a chat, with a menu for each of them, and its waiting list."""

from collections.abc import Iterator
from typing import Any

from bot.commands.audit import note_change
from bot.commands.games import chosen_game
from bot.commands.registry import command
from bot.matches.boards import DEFAULT_BOARD
from bot.matches.outcomes import CommandRefused
from bot.model.command import ALONE, ANY_GAME, CHATS, GROUP
from bot.model.identity import ANONYMOUS_ADMIN
from bot.model.message import Menu, Message
from bot.model.settings import ChatSettings, Setting, word_of
from bot.requests.permissions import is_admin_here, require_admin
from bot.requests.request import Request
from bot.shown.menus import setting_menu
from bot.text.i18n import Phrases, person
from bot.text.setting_text import Boards, setting_labels, setting_sentence

_ROWS = ChatSettings.rows()


def _beginning(*first: Setting[Any]) -> tuple[Setting[Any], ...]:
    """All settings of a chat, these first."""
    return tuple(dict.fromkeys((*first, *_ROWS)))


_SENTENCES = _beginning(
    *(ChatSettings.language, ChatSettings.clock, ChatSettings.pictures, ChatSettings.openers),
    *(ChatSettings.starters, ChatSettings.default_game, ChatSettings.threads),
)
"""The settings in the order of their sentences."""

_MENUS = _beginning(
    *(ChatSettings.default_game, ChatSettings.language, ChatSettings.clock, ChatSettings.quiet_hours)
)
"""The settings in the order of their menus: long ones come first."""


@command(
    "chatsettings",
    CHATS,
    offered=ALONE,
    menus=GROUP,
    game=ANY_GAME,
    settings=_ROWS,
    unknown="no-such-chat-setting",
)
async def chatsettings(request: Request, /, **given: object) -> Message:
    """Change settings of the chat, and show everybody all of them. An admin gets a menu for each setting."""
    chosen = ChatSettings.given(given)
    if chosen.chosen:
        await require_admin(request)
        await set_chat(request, await _completed(chosen, request))
    boards, phrases = request.repository.boards.by_id, request.phrases
    public = (await request.directory.chat_phrases(request.chat)).language
    chosen = await request.store.chats.settings(request.chat)
    shown = whole_settings(chosen, request.services.turn_clock, public, boards)
    if not request.platforms.limits_of(request.chat).has_threads:
        shown = shown.without(ChatSettings.threads)
    lines = [phrases.say("chat-settings-title"), *setting_lines(shown, boards, phrases)]
    if not await is_admin_here(request):
        return Message("\n".join((*lines, phrases.say("chat-settings-of-admins"))))
    menus = setting_menus(shown, boards, phrases, request.chat.platform)
    return Message("\n".join(lines), menus=tuple(menus))


async def set_chat(request: Request, given: ChatSettings) -> None:
    """Change settings of the chat, and post that there. Values that stay the same are not a change."""
    before = await request.store.chats.settings(request.chat)
    changed = ChatSettings(chosen=dict(given.chosen.items() - before.chosen.items()))
    if not changed.chosen:
        return
    request.require_few_changes()
    await request.store.chats.change_settings(request.chat, changed)
    for row in _SENTENCES:
        if changed.has(row):
            await note_change(request, row.name.replace("_", "-"), word_of(changed.value(row)))
    words = await request.directory.chat_phrases(request.chat)
    lines = setting_lines(changed, request.repository.boards.by_id, words)
    name = words.say("an-admin-first") if request.person == ANONYMOUS_ADMIN else person(request.name)
    note = words.say("chat-changed", name=name, lines=" ".join(lines))
    await request.announcements.post_note(request.chat, note)
    if changed.has(ChatSettings.language):
        request.announcements.refresh_lobby(request.chat)


async def _completed(given: ChatSettings, request: Request) -> ChatSettings:
    """What is given, with the id of the variant, and a time zone for quiet hours. Raises CommandRefused."""
    if given.threads and not request.platforms.limits_of(request.chat).has_threads:
        raise CommandRefused("no-threads-on-platform")
    if given.default_game is not None:
        board, variant, _ = chosen_game(given.default_game.replace("/", " "), request)
        given = given.having(ChatSettings.default_game, f"{board.id} {variant}")
    before = await request.store.chats.settings(request.chat)
    if given.has(ChatSettings.quiet_hours) and not before.changed_by(given).has(ChatSettings.zone):
        given = given.having(ChatSettings.zone, request.profile.zone_name)
    return given


def whole_settings(settings: ChatSettings, turn_clock: str, language: str, boards: Boards) -> ChatSettings:
    """The settings of a chat, with all defaults in place of what was not chosen."""
    default = DEFAULT_BOARD if DEFAULT_BOARD in boards else next(iter(boards))
    of_program = {
        ChatSettings.language.name: language,
        ChatSettings.clock.name: turn_clock,
        ChatSettings.default_game.name: f"{default} {next(iter(boards[default].variants))}",
    }
    defaults = {row.name: row.default for row in _ROWS}
    return ChatSettings(chosen={**defaults, **of_program, **settings.chosen})


def setting_lines(settings: ChatSettings, boards: Boards, phrases: Phrases) -> Iterator[str]:
    """A sentence for each setting that is chosen."""
    for row in _SENTENCES:
        if settings.has(row):
            yield setting_sentence("chat-set", row, settings.value(row), boards, phrases)


def setting_menus(settings: ChatSettings, boards: Boards, phrases: Phrases, platform: str) -> Iterator[Menu]:
    """A menu for each setting that is chosen and has few values."""
    for row in _MENUS:
        value = settings.value(row)
        word, labels = word_of(value).replace(" ", "/"), setting_labels(row, value, boards, phrases)
        if not labels or not settings.has(row):
            continue
        title = f"chat-choose-{row.word}"
        if row is ChatSettings.quiet_hours:
            labels = {word: word} | labels
        elif row is ChatSettings.threads and platform == "telegram":
            title, labels["on"] = "chat-choose-topics", phrases.say("threads-topic")
        yield setting_menu(phrases.say(title), f"chatsettings {row.word}", labels, word)


# ---- the waiting list


@command("notify", CHATS, menus=GROUP, posts=("lobby",), game=ANY_GAME, changes=True, personal=True)
async def notify(request: Request) -> Message:
    """Put the person on the waiting list for the next game here, or take them off it."""
    if request.person.platform != request.chat.platform:
        raise CommandRefused("wait-elsewhere")
    request.require_few_changes()
    answer = await request.store.chats.wait(request.person, request.chat, request.clock.now())
    return Message(request.phrases.say(f"notify-{answer}"))
