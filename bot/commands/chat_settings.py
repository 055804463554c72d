"""What concerns a chat: its settings with their menus, its waiting list, what the bot may do, its webhook."""

import secrets
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from bot.commands.arguments import TextArg
from bot.commands.audit import note_change
from bot.commands.games import chosen_game
from bot.commands.registry import command
from bot.matches.boards import DEFAULT_BOARD
from bot.matches.outcomes import CommandRefused
from bot.model.command import ANY_GAME, CHATS, GROUP, OWN, OWN_PLACE, PERSON, PRIVATE, MenuPlace
from bot.model.identity import ANONYMOUS_ADMIN
from bot.model.message import Menu, Message, moment
from bot.model.permissions import MissingPermissions, TopicClosed, Unreachable
from bot.model.settings import ChatSettings, Setting, word_of
from bot.requests.permissions import is_admin_here, missing_permissions_message, require_admin
from bot.requests.request import Request
from bot.shown.menus import setting_menu
from bot.store.chats import Webhook
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
    discord=OWN,
    menus=GROUP,
    game=ANY_GAME,
    settings=_ROWS,
    unknown="no-such-chat-setting",
)
async def chatsettings(request: Request, /, **given: object) -> Message:
    """Change settings of the chat, and show everybody all of them. An admin gets a menu for each setting."""
    chosen = ChatSettings.given(given)
    if chosen.chosen:
        await require_admin(request)  # everybody may look at them
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


# ---- what the bot may do here


@command("check", CHATS, game=ANY_GAME)
async def check(request: Request) -> Message:
    """Say which permissions the bot lacks here, and whether the person has blocked its private messages."""
    blocked = await request.store.people.blocks_dms(request.person)
    key = "dms-blocked" if blocked else "dms-open"
    private = request.phrases.say(key, platform=request.person.platform)
    return Message(f"{await _permissions(request)}\n{private}")


async def _permissions(request: Request) -> str:
    """What the bot may not do here. Posts that failed here are tried again."""
    chat, platform = request.chat, request.platforms.get(request.chat.platform)
    refusals = request.announcements.refusals(chat)
    request.announcements.retry([chat])
    try:
        missing = await platform.missing_permissions(chat) if platform else MissingPermissions()
    except TopicClosed:
        return request.phrases.say("topic-closed")
    except Unreachable:
        return request.phrases.say("permissions-unknown")
    if until := missing.silenced_until:
        return request.phrases.say("permissions-timed-out", place=missing.place, until=moment(until))
    if names := (*missing.speech, *missing.pictures, *missing.others):
        lines = [missing_permissions_message(names, missing.place, request.phrases).text]
    else:
        lines = [request.phrases.say("permissions-complete")]
    return "\n".join([*lines, *map(request.phrases.say, () if missing.is_silent else refusals)])


@command("write", PERSON, page=OWN_PLACE, game=ANY_GAME)
async def write(request: Request) -> Message:
    """Try to send private messages again, and say whether they arrived."""
    shown = await request.announcements.write_again(request.person)
    key = "dms-blocked" if shown is None else "dms-retried"
    return Message(request.phrases.say(key, platform=request.person.platform))


# ---- the web address that turns are sent to

_LONGEST = 500
"""Letters of an address."""

_SECRET_BYTES = 24

_TRY_WORK = 6
"""A test counts as this many changes, because the server has not asked for it."""


@command(
    "webhook",
    CHATS,
    who="admin",
    page=MenuPlace(("empty", "lobby", "player", "over"), where="line", at_times=True),
    game=ANY_GAME,
    answer=PRIVATE,
)
async def webhook(request: Request, address: TextArg = "") -> Message:
    """Set, test or remove the web address of a chat, as its admin. Only its host is ever shown."""
    await require_admin(request)
    chats, say = request.store.chats, request.phrases.say
    present = (await chats.webhooks()).get(request.chat)
    if address == "off":
        await chats.set_webhook(request.chat, None)
        await note_change(request, "webhook", "off")
        return Message(say("webhook-off"))
    if address not in ("", "test"):
        return await _set(address, request)
    if present is None:
        return Message(say("webhook-none"))
    if not address:
        return Message(say("webhook-shown", host=_host(present.url)))
    failed = await _failure(present.url, present.secret, request)
    return failed or Message(say("webhook-tested", host=_host(present.url)))


async def _set(address: str, request: Request) -> Message:
    """Try a new address, and set it where the test is accepted."""
    if not _is_usable(address):
        raise CommandRefused("webhook-bad", most=_LONGEST)
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    if failed := await _failure(address, secret, request):
        return failed
    await request.store.chats.set_webhook(request.chat, Webhook(address, secret))
    await note_change(request, "webhook", "on")
    text = request.phrases.say("webhook-set", host=_host(address), secret=secret)
    return Message(text, copied=secret, once=True)


async def _failure(url: str, secret: str, request: Request) -> Message | None:
    """Try an address; the sentence about what is wrong, or None where it accepts the test."""
    request.require_few_changes(_TRY_WORK)
    if request.services.try_webhook is None:
        raise CommandRefused("webhooks-denied")
    why = await request.services.try_webhook(request.chat, url, secret)
    return Message(request.phrases.say("webhook-failed", host=_host(url), why=why)) if why else None


def _is_usable(address: str) -> bool:
    """Whether a text is an https address without a user. Where it leads is checked on connecting."""
    try:
        parts = urlsplit(address)
        is_plain = parts.username is None and parts.password is None and parts.port != 0
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname) and is_plain and len(address) <= _LONGEST


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
