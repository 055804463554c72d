"""Answers where nothing but an alert can be shown: at most 200 signs, for one person alone."""

from bot.message import Message
from bot.platforms.telegram.writing import LONGEST_ALERT, bare, units
from bot.press import Press


def fits_alert(message: Message) -> bool:
    """Whether an alert carries all of an answer."""
    more = message.pictures or message.documents or message.rows
    return not more and units(bare(message.text)) <= LONGEST_ALERT


def alert_of(message: Message) -> str:
    """The answer in as many signs as there are: in brief where it can be said so, and what can be chosen."""
    said = bare(message.brief or message.text)
    choices = "; ".join(button.label for menu in message.menus for button in menu.choices)
    return cut(f"{said}\n{choices}".strip())


def cut(text: str) -> str:
    """As much of a text as an alert shows."""
    if units(text) <= LONGEST_ALERT:
        return text
    while units(text) >= LONGEST_ALERT:
        text = text[:-1]
    return text.rstrip() + "…"


def pictured(code: str, message: Message) -> bool:
    """Whether what was asked for is to be looked at, rather than read."""
    try:
        word = Press.read(code).line.partition(" ")[0]
    except ValueError:
        return True
    return word in _TO_SEE and bool(message.pictures)


_TO_SEE = ("board", "tickets")
