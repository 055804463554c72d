"""Inline keyboards: rows that a phone can show, and long lists page by page."""

from collections.abc import Iterator, Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.model.message import Button, Menu, Message, Rows, Style
from bot.platforms.telegram.button_codes import paged
from bot.platforms.telegram.formatted_text import LONGEST_LABEL, clipped

MOST_IN_A_LIST = 8
"""Choices that are shown at once; of more there are pages."""

MOST_IN_A_ROW = 6
_ROW = 32
"""Signs that the buttons of a row may have together, so that a phone shows them."""

_STYLES = {Style.PLAIN: None, Style.MAIN: "primary", Style.DANGER: "danger"}


def keyboard(
    message: Message, again: str | None = None, page: int = 0, extra: Rows = ()
) -> InlineKeyboardMarkup | None:
    """Everything that can be pressed. `again` is the code that shows the message once more: pages need it."""
    lists = (tuple(row) for menu in message.menus for row in _list(menu, again, page))
    picked = message.pick.rows if message.pick else ()
    return markup((*picked, *lists, *message.buttons, *extra))


def markup(rows: Rows) -> InlineKeyboardMarkup | None:
    """Rows as Telegram takes them, those that are too wide parted."""
    parted = [part for row in rows for part in _parted(row)]
    return InlineKeyboardMarkup([[_button(one) for one in row] for row in parted]) if parted else None


def _list(menu: Menu, again: str | None, page: int) -> Iterator[Sequence[Button]]:
    """A list: what is chosen is ticked; a long one comes in pages."""
    choices = [_ticked(choice, menu) for choice in menu.choices]
    if menu.stays or len(choices) <= MOST_IN_A_LIST or again is None:
        yield choices
        return
    pages = -(-len(choices) // MOST_IN_A_LIST)
    here = min(page, pages - 1)
    for choice in choices[here * MOST_IN_A_LIST : (here + 1) * MOST_IN_A_LIST]:
        yield (choice,)
    turns = (paged((here + step) % pages, again) for step in (-1, 1))
    back, on = (code or again for code in turns)
    yield Button("‹", back), Button(f"{here + 1} / {pages}", on), Button("›", on)


def _ticked(choice: Button, menu: Menu) -> Button:
    return Button(f"✓ {choice.label}", choice.code, choice.style) if choice.code == menu.chosen else choice


def _parted(row: Sequence[Button]) -> Iterator[list[Button]]:
    """A row in parts that are not too wide."""
    part: list[Button] = []
    for button in row:
        wide = sum(len(one.label) for one in (*part, button)) > _ROW
        if part and (wide or len(part) == MOST_IN_A_ROW):
            yield part
            part = []
        part.append(button)
    if part:
        yield part


def _button(button: Button) -> InlineKeyboardButton:
    label = clipped(button.label, LONGEST_LABEL)
    if button.code.startswith("https://"):
        return InlineKeyboardButton(label, url=button.code)
    return InlineKeyboardButton(label, callback_data=button.code, style=_STYLES[button.style])
