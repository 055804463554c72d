"""Answers where nothing but an alert can be shown: at most 200 signs, for one person alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.model.callbacks import CallbackData
from bot.model.message import Button, Message
from bot.platforms.telegram.formatted_text import LONGEST_ALERT, bare, units

FIGURES = 5
"""Choices that a page has at most."""

NEXT = "›"
"""What stands for the next page: below the last choice of this one, and on the button that shows it."""


@dataclass(frozen=True, slots=True)
class Page:
    """What one alert shows, and the codes of its choices: the first is called 1."""

    text: str
    codes: tuple[str, ...] = ()

    def choice(self, figure: str) -> str | None:
        """The code that a figure stands for, if it stands for any."""
        return next((code for number, code in enumerate(self.codes, 1) if str(number) == figure), None)


def pages_of(message: Message) -> tuple[Page, ...]:
    """An answer in as many alerts as it takes: the gist of it first, and what can be chosen by its figure."""
    rows = replace(message, pick=None).rows
    choices = [button for row in rows for button in row if not button.code.startswith("https://")]
    return tuple(_pages(bare(message.brief or message.text), choices))


def _pages(said: str, choices: list[Button]) -> Iterator[Page]:
    """What is `said` goes first, and choices behind it as long as there is room."""
    page = Page(cut(said, LONGEST_ALERT - len(NEXT) - 1 if choices else LONGEST_ALERT))
    for button in choices:
        more = _with(page, button)
        if len(more.codes) > FIGURES or units(f"{more.text}\n{NEXT}") > LONGEST_ALERT:
            yield replace(page, text=f"{page.text}\n{NEXT}")
            more = _with(Page(""), button)
        page = more
    yield page


def _with(page: Page, button: Button) -> Page:
    """A page with one choice more."""
    line = cut(f"{len(page.codes) + 1} · {bare(button.label)}", LONGEST_ALERT // 2)
    return Page(f"{page.text}\n{line}".strip(), (*page.codes, button.code))


def fits_alert(message: Message) -> bool:
    """Whether an alert carries all of an answer."""
    more = message.pictures or message.documents or message.rows
    return not more and units(bare(message.text)) <= LONGEST_ALERT


def alert_of(message: Message) -> str:
    """The answer in as many signs as there are: in brief where it can be said so, and what can be chosen."""
    said = bare(message.brief or message.text)
    choices = "; ".join(button.label for menu in message.menus for button in menu.choices)
    return cut(f"{said}\n{choices}".strip())


def cut(text: str, most: int = LONGEST_ALERT) -> str:
    """As much of a text as an alert shows."""
    if units(text) <= most:
        return text
    while units(text) >= most:
        text = text[:-1]
    return text.rstrip() + "…"


def pictured(code: str, message: Message) -> bool:
    """Whether what was asked for is to be looked at, or kept, rather than read."""
    try:
        word = CallbackData.read(code).line.partition(" ")[0]
    except ValueError:
        return True
    return bool(message.documents) or (word in _TO_SEE and bool(message.pictures))


_TO_SEE = ("board", "tickets")
