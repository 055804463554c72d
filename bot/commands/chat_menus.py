"""The settings of a chat in words, and a menu for each of them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.commands.arguments import quiet_hours_offered
from bot.matches.boards import DEFAULT_BOARD
from bot.matches.clocks import CLOCKS
from bot.model.callbacks import LONGEST_CODE, NO_GAME, CallbackData
from bot.model.chat_settings import OPENERS, STARTERS, ChatSettings
from bot.model.local_time import NO_QUIET_HOURS
from bot.model.message import POST_PICTURES, Button, Menu
from bot.service.lobby_menus import OFFERED_CLOCKS
from bot.text.clock_text import clock_label
from bot.text.i18n import LANGUAGES, Phrases
from bot.text.i18n import phrases as phrases_of
from bot.text.labels import board_title
from engine.board import Board

Boards = Mapping[str, Board]

SWITCH = "on", "off"


def whole_settings(settings: ChatSettings, turn_clock: str, language: str, boards: Boards) -> ChatSettings:
    """The settings of a chat, with the defaults in place of what was not chosen."""
    default = DEFAULT_BOARD if DEFAULT_BOARD in boards else next(iter(boards))
    variant = next(iter(boards[default].variants))
    usual = ChatSettings(language, turn_clock, "board", "everybody", "host", f"{default} {variant}")
    grouped = ChatSettings(threads=False, groups_computers=True, quiet_hours=NO_QUIET_HOURS, zone="UTC")
    return usual.changed_by(grouped).changed_by(settings)


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
    titles = {one.replace(" ", "/"): game_title(one, boards, phrases) for one in games}
    yield _menu("title", titles, (settings.default_game or "").replace(" ", "/"), phrases)
    languages = {code: phrases_of(code).say("language-name") for code in LANGUAGES}
    yield _menu("language", languages, settings.language, phrases)
    clocks = (word for word in CLOCKS if word in (*OFFERED_CLOCKS, settings.clock))
    yield _menu("clock", {word: phrases.say(f"clock-{word}") for word in clocks}, settings.clock, phrases)
    hours = quiet_hours_offered(phrases)
    own = {settings.quiet_hours: settings.quiet_hours} if settings.quiet_hours else {}
    yield _menu("quiet", own | hours, settings.quiet_hours, phrases)
    openers: dict[str, str] = {word: phrases.say(f"openers-{word}") for word in OPENERS}
    yield _menu("openers", openers, settings.openers, phrases)
    starters: dict[str, str] = {word: phrases.say(f"starters-{word}") for word in STARTERS}
    yield _menu("starters", starters, settings.starters, phrases)
    shown: dict[str, str] = {word: phrases.say(f"pictures-{word}") for word in POST_PICTURES}
    yield _menu("pictures", shown, settings.pictures, phrases)
    grouped = {word: phrases.say(f"grouped-{word}") for word in SWITCH}
    yield _menu("grouped", grouped, SWITCH[not settings.groups_computers], phrases)
    if with_threads:
        threads = {word: phrases.say(f"threads-{word}") for word in SWITCH}
        topics = threads | {"on": phrases.say("threads-topic")}
        has_topics = platform == "telegram"
        menu = _menu("threads", topics if has_topics else threads, SWITCH[not settings.threads], phrases)
        yield replace(menu, title=phrases.say("chat-choose-topics")) if has_topics else menu


def _menu(what: str, choices: Mapping[str, str], present: str | None, phrases: Phrases) -> Menu:
    codes = {value: CallbackData(NO_GAME, 0, f"chatsettings {what} {value}").code for value in choices}
    fitting = ((codes[value], label) for value, label in choices.items())
    buttons = tuple(Button(label, code) for code, label in fitting if len(code.encode()) <= LONGEST_CODE)
    return Menu(phrases.say(f"chat-choose-{what}"), buttons, codes.get(present or "", ""), stays=True)
