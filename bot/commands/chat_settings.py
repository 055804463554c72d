"""The settings of a chat, with a menu for each of them, and its waiting list."""

from collections.abc import Iterator, Mapping, Sequence
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
    quiet_hours_offered,
)
from bot.commands.audit import note_change
from bot.commands.games import chosen_game
from bot.commands.registry import command
from bot.matches.boards import DEFAULT_BOARD
from bot.matches.clocks import CLOCKS
from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.chat_settings import OPENERS, STARTERS, ChatSettings
from bot.model.command import CHATS, GAME, GROUP, OWN
from bot.model.identity import ANONYMOUS_ADMIN
from bot.model.local_time import NO_QUIET_HOURS
from bot.model.message import POST_PICTURES, Button, Menu, Message
from bot.service.lobby_menus import OFFERED_CLOCKS
from bot.service.permissions import is_admin_here, require_admin
from bot.service.request import Request
from bot.text.clock_text import clock_label
from bot.text.i18n import LANGUAGES, Phrases, person
from bot.text.i18n import phrases as phrases_of
from bot.text.labels import board_title
from engine.board import Board

Boards = Mapping[str, Board]

SWITCH = "on", "off"


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
    given = ChatSettings(
        language=language,
        clock=clock,
        pictures=pictures,
        openers=openers,
        starters=starters,
        default_game=title.replace("/", " ") if title is not None else None,
        threads=threads,
        groups_computers=grouped,
        quiet_hours=quiet,
        zone=timezone,
    )
    if given.chosen:
        await require_admin(request)
        await set_chat(request, await _completed(given, request))
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


async def _completed(given: ChatSettings, request: Request) -> ChatSettings:
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


def whole_settings(settings: ChatSettings, turn_clock: str, language: str, boards: Boards) -> ChatSettings:
    """The settings of a chat, with the defaults in place of what was not chosen."""
    default = DEFAULT_BOARD if DEFAULT_BOARD in boards else next(iter(boards))
    variant = next(iter(boards[default].variants))
    usual = ChatSettings(
        language=language,
        clock=turn_clock,
        pictures="board",
        openers="everybody",
        starters="host",
        default_game=f"{default} {variant}",
        threads=False,
        groups_computers=True,
        quiet_hours=NO_QUIET_HOURS,
        zone="UTC",
    )
    return usual.changed_by(settings)


def setting_lines(settings: ChatSettings, boards: Boards, phrases: Phrases) -> Iterator[str]:
    """A sentence for each setting that `settings` has."""
    for name, value in settings.chosen.items():
        match name:
            case "language":
                yield phrases.say("chat-set-language", language=phrases_of(value).say("language-name"))
            case "clock":
                yield phrases.say("clock-here", clock=clock_label(CLOCKS[value], phrases))
            case "pictures":
                yield phrases.say("pictures-here", pictures=value)
            case "default_game":
                yield phrases.say("chat-set-default-game", title=game_title(value, boards, phrases))
            case "quiet_hours":
                begin, _, end = value.partition("-")
                yield phrases.say("chat-set-quiet-hours", begin=begin, end=end or begin)
            case "zone":
                yield phrases.say("chat-set-zone", zone=value.replace("_", " "))
            case _:
                word = {True: "on", False: "off"}.get(getattr(settings, name), value)
                yield phrases.say(f"chat-set-{name.replace('_', '-')}", value=word)


def game_title(game: str, boards: Boards, phrases: Phrases) -> str:
    """A board and its variant, as people call them; the text itself if there is no such board."""
    board, _, variant = game.partition(" ")
    if board not in boards or variant not in boards[board].variants:
        return game
    titles = dict.fromkeys((boards[board].title, boards[board].variants[variant].title))
    return " · ".join(board_title(title, phrases) for title in titles)


def setting_menus(
    settings: ChatSettings, boards: Boards, phrases: Phrases, platform: str, *, with_threads: bool
) -> Iterator[Menu]:
    """A menu for each setting of a chat; `settings` has all of them. Long menus come first."""
    games = [f"{id} {variant}" for id, board in boards.items() for variant in board.variants]
    titles = {game.replace(" ", "/"): game_title(game, boards, phrases) for game in games}
    yield _menu("title", titles, (settings.default_game or "").replace(" ", "/"), phrases)
    languages = {code: phrases_of(code).say("language-name") for code in LANGUAGES}
    yield _menu("language", languages, settings.language, phrases)
    clocks = [word for word in CLOCKS if word in (*OFFERED_CLOCKS, settings.clock)]
    yield _menu("clock", value_labels("clock", clocks, phrases), settings.clock, phrases)
    hours = quiet_hours_offered(phrases)
    own = {settings.quiet_hours: settings.quiet_hours} if settings.quiet_hours else {}
    yield _menu("quiet", own | hours, settings.quiet_hours, phrases)
    yield _menu("openers", value_labels("openers", OPENERS, phrases), settings.openers, phrases)
    yield _menu("starters", value_labels("starters", STARTERS, phrases), settings.starters, phrases)
    yield _menu("pictures", value_labels("pictures", POST_PICTURES, phrases), settings.pictures, phrases)
    grouped = SWITCH[not settings.groups_computers]
    yield _menu("grouped", value_labels("grouped", SWITCH, phrases), grouped, phrases)
    if with_threads:
        threads, in_threads = value_labels("threads", SWITCH, phrases), SWITCH[not settings.threads]
        if platform == "telegram":
            menu = _menu("threads", threads | {"on": phrases.say("threads-topic")}, in_threads, phrases)
            yield replace(menu, title=phrases.say("chat-choose-topics"))
        else:
            yield _menu("threads", threads, in_threads, phrases)


def value_labels(setting: str, values: Sequence[str], phrases: Phrases) -> dict[str, str]:
    """The values of a setting, each with its label."""
    return {value: phrases.say(f"{setting}-{value}") for value in values}


def _menu(what: str, choices: Mapping[str, str], present: str | None, phrases: Phrases) -> Menu:
    codes = {value: CallbackData(NO_GAME, 0, f"chatsettings {what} {value}").code for value in choices}
    buttons = tuple(
        Button(label, codes[value])
        for value, label in choices.items()
        if len(codes[value].encode()) <= LONGEST_CODE
    )
    return Menu(phrases.say(f"chat-choose-{what}"), buttons, codes.get(present or "", ""), stays=True)


# ---- the waiting list


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
    """Put the person on the waiting list for the next game here, or take them off it."""
    if request.person.platform != request.chat.platform:
        raise CommandRefused("wait-elsewhere")
    request.require_few_changes()
    answer = await request.store.chats.wait(request.person, request.chat, request.clock.now())
    return Message(request.phrases.say(f"notify-{answer}"))
