"""Typed words that mean the same in every language, of cards, of colours, and a few others; and numbers.

Each is a list of how such words begin in the shipped languages, as `engine.plain_words.words` folds them.
"""

import re

from engine.board import GRAY
from engine.cards import CARDS, COLOR_NAMES, LOCOMOTIVE
from engine.plain_words import folded

_COLORS = {
    "R": "red rot rouge roj красн",
    "B": "blue blau bleu azul син голуб",
    "G": "green grun vert verde зелен",
    "Y": "yellow gelb jaune amarill желт",
    "K": "black schwarz noir negr черн",
    "W": "white weiss blanc бел",
    "O": "orange naranja оранж",
    "P": "purple pink violet lila rose morad фиолет розов",
    GRAY: "gray grey grau gris сер",
}
_LOCOMOTIVE = "loc lok лок паровоз wild joker джокер"
DECK = "deck fromthe изкол blind card stapel verdeckt pioche pila mazo колод вслепую закрыт"
TICKET = "ticket билет fahrkart zielkart billet destin"
ALL = "all все alle tou todo"
MONTH = "month monat mois mes месяц"
NONE = "none нет ни никак kein aucun ningun"
"""How words begin that mean the deck, tickets, all of something, the present month, none of something."""

_MONTH_OF_YEAR = re.compile(r"(\d{4})-(\d{1,2})")
_MOST_DIGITS = 6
_MOST_NUMBERS = 20
_NUMBER = re.compile(r"\d+")


def color(word: str) -> str | None:
    """The colour of a route, by its letter or a word for it (GRAY too); None for another word."""
    key = folded(word)
    if len(key) == 1:
        return key.upper() if key.upper() in _COLORS else None
    return next((letter for letter, stems in _COLORS.items() if means(key, stems)), None)


def card(word: str) -> str | None:
    """A card, by its letter or a word for it; None for another word."""
    key = folded(word)
    if len(key) == 1:
        return key.upper() if key.upper() in CARDS else None
    return LOCOMOTIVE if means(key, _LOCOMOTIVE) else color(key) or None


def trains(word: str) -> str:
    """The colour of a player's trains as `bot.matches.roster.COLORS` has it, or the word itself."""
    letter = card(word)
    return next((name for name, own in COLOR_NAMES.items() if own == letter), word)


def month(word: str) -> str:
    """A month of a year as `2026-03`; "" for another word.

    >>> month("2026-3"), month("march")
    ('2026-03', '')
    """
    found = _MONTH_OF_YEAR.fullmatch(word)
    return f"{int(found[1]):04}-{int(found[2]):02}" if found else ""


def means(word: str, stems: str) -> bool:
    """Whether a word begins like one of these, which the constants above list."""
    return folded(word).startswith(tuple(stems.split()))


def whole_number(text: str) -> int | None:
    """A text of one to six digits as a number, or None."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def numbers_in(text: str) -> tuple[int, ...]:
    """The first numbers in a text, each once, in order. Longer ones are cut to six digits."""
    numbers = _NUMBER.findall(text)[:_MOST_NUMBERS]
    return tuple(sorted({int(digits.lstrip("0")[:_MOST_DIGITS] or "0") for digits in numbers}))
