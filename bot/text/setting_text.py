"""What a setting does, in a sentence, and the values to choose from."""

from collections.abc import Mapping
from typing import Any

from bot.matches.clocks import CLOCKS
from bot.model.languages import LANGUAGES
from bot.model.local_time import DEFAULT_QUIET_HOURS, NO_QUIET_HOURS
from bot.model.settings import CLOCK, DEFAULT_GAME, LANGUAGE, QUIET_HOURS, ZONE, Setting, word_of
from bot.text.i18n import Phrases
from bot.text.i18n import phrases as phrases_of
from bot.text.labels import board_title
from bot.text.roster_text import clock_label
from engine.board import Board

Boards = Mapping[str, Board]

_OFFERED_CLOCKS = ("none", "5m", "1h", "12h", "24h", "48h", "7d")
"""Clocks that a menu offers; others can be typed."""


def setting_sentence(
    beginning: str, row: Setting[Any], value: object, boards: Boards, phrases: Phrases, **more: str
) -> str:
    """What a setting does with a value; `beginning` is that of the key."""
    word = word_of(value)
    if row.kind is LANGUAGE:
        values = {"language": phrases_of(word).say("language-name")}
    elif row.kind is CLOCK:
        values = {"clock": clock_label(CLOCKS[word], phrases)}
    elif row.kind is DEFAULT_GAME:
        values = {"title": game_title(word, boards, phrases)}
    elif row.kind is ZONE:
        values = {"zone": word.replace("_", " ")}
    elif row.kind is QUIET_HOURS:
        begin, _, end = word.partition("-")
        values = {"begin": begin, "end": end or begin}
    else:
        values = {"value": word}
    return phrases.say(f"{beginning}-{row.name.replace('_', '-')}", **values, **more)


def setting_labels(row: Setting[Any], chosen: object, boards: Boards, phrases: Phrases) -> dict[str, str]:
    """The words that a menu offers, each with its label; none for a setting that has too many values."""
    if row.kind is LANGUAGE:
        return {code: phrases_of(code).say("language-name") for code in LANGUAGES}
    if row.kind is DEFAULT_GAME:
        games = [f"{id} {variant}" for id, board in boards.items() for variant in board.variants]
        return {game.replace(" ", "/"): game_title(game, boards, phrases) for game in games}
    if row.kind is QUIET_HOURS:
        return quiet_hours_offered(phrases)
    words = row.kind.words
    if row.kind is CLOCK:
        words = tuple(word for word in words if word in (*_OFFERED_CLOCKS, chosen))
    return {word: phrases.say(f"{row.word}-{word}") for word in words}


def quiet_hours_offered(phrases: Phrases) -> dict[str, str]:
    """Some quiet hours to choose from, each with its label, and none."""
    some = DEFAULT_QUIET_HOURS, "21:00-07:00", "23:00-07:00", "23:00-09:00", "00:00-08:00"
    return {hours: hours for hours in some} | {NO_QUIET_HOURS: phrases.say("quiet-off")}


def game_title(game: str, boards: Boards, phrases: Phrases) -> str:
    """A board and its variant, as people call them; the text itself if there is no such board."""
    board, _, variant = game.partition(" ")
    if board not in boards or variant not in boards[board].variants:
        return game
    titles = dict.fromkeys((boards[board].title, boards[board].variants[variant].title))
    return " · ".join(board_title(title, phrases) for title in titles)
