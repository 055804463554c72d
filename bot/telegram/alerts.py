"""Answers as alerts, which one person alone sees when they press a button in a group.

Telegram takes at most 200 characters, so a longer answer is cut into several alerts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.model.call import Call
from bot.model.command import PICTURE, PRIVATE, CommandRow
from bot.model.message import Button, Message, Rows
from bot.telegram.button_codes import read
from bot.telegram.formatted_text import LONGEST_ALERT, plain, shortened, units

MOST_CHOICES = 5
"""Choices in one alert."""

NEXT = "›"
"""The label of the button for the next alert, and the last line of an alert that others follow."""


class Page(NamedTuple):
    """An alert: its text, and its numbered choices, each with its line in the text and its code."""

    text: str
    choices: tuple[tuple[str, str], ...] = ()

    def call(self, number: str) -> Call | None:
        """The call of a choice by its number; None where there is no such choice."""
        codes = {line.partition(" · ")[0]: code for line, code in self.choices}
        return read(codes[number]).call if number in codes else None

    def without_choices(self) -> str:
        """The text for somebody who has no buttons for its choices."""
        lines = {line for line, _ in self.choices}
        return "\n".join(line for line in self.text.splitlines() if line not in lines)


def pages_of(message: Message, *, with_pick: bool = False) -> tuple[Page, ...]:
    """An answer as alerts, its short form first. The buttons of each are its choices, numbered from 1.

    A text that is too long goes on after the choices. Tickets to keep are choices only `with_pick`, and have
    the numbers that they have in the list. Otherwise that list is in the text, and nothing else is numbered:
    the post has a button for each set of tickets, and none for other choices.
    """
    text, pick = plain(message.brief or message.text), message.pick
    if pick and with_pick:
        offered = {plain(label) for _, label in pick.options}
        text = "\n".join(line for line in text.splitlines() if line not in offered)
    menus = [replace(menu, choices=menu.choices[: menu.best or None]) for menu in message.menus]
    rows = replace(message, menus=tuple(menus)).rows if with_pick or pick is None else ()
    choices = [button for row in rows for button in row if not button.is_link]
    first, *more = chunks(text, LONGEST_ALERT - len(NEXT) - 1)
    pages = [*_with_choices(first, choices, len(pick.options) if pick else 0), *map(Page, more)]
    return (*(page._replace(text=f"{page.text}\n{NEXT}") for page in pages[:-1]), pages[-1])


def _with_choices(text: str, choices: Sequence[Button], tickets: int) -> Iterator[Page]:
    """Pages with numbered choices. The first choices are this many `tickets`."""

    def longer(page: Page, number: int, button: Button) -> Page:
        label = re.sub(rf"^([☐☑]) {number}\. ", r"\1 ", plain(button.label))
        line = shortened(f"{number} · {label}", LONGEST_ALERT // 2)
        return Page(f"{page.text}\n{line}".strip(), (*page.choices, (line, button.code)))

    page, number = Page(text), 0
    for place, button in enumerate(choices, 1):
        number += 1
        if number > MOST_CHOICES or units(f"{longer(page, number, button).text}\n{NEXT}") > LONGEST_ALERT:
            yield page
            number = place if place <= min(tickets, MOST_CHOICES) else 1
            page = Page("")
        page = longer(page, number, button)
    yield page


def chunks(text: str, most: int) -> list[str]:
    """A text in parts of at most `most` signs, cut at the ends of lines or words where that is possible."""
    parts = []
    while units(text) > most:
        head = text[:most]
        while units(head) > most:
            head = head[:-1]
        end = max(head.rfind("\n"), head.rfind(" ") if "\n" not in head else -1)
        cut = end if end > 0 else len(head)
        parts.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*parts, text]


def alerts_of(message: Message, more: str) -> tuple[str, ...]:
    """The short form of an answer as texts of alerts. All but the last end with `more`."""
    text = plain(message.brief or message.text)
    if units(text) <= LONGEST_ALERT:
        return (text,)
    *parts, last = chunks(text, LONGEST_ALERT - units(more) - 1)
    return (*(f"{part}\n{more}" for part in parts), last)


def fits_alert(message: Message) -> bool:
    """Whether an alert can show all of an answer that matters: it can do without the picture of a rule."""
    buttons = [one for row in message.rows for one in row if read(one.code).call.word != "showme"]
    more = message.pictures or message.documents or buttons
    return not more and units(plain(message.text)) <= LONGEST_ALERT


def is_to_look_at(row: CommandRow | None, message: Message) -> bool:
    """Whether the answer to a command is a picture to look at or a file to keep, rather than text."""
    is_picture = row is not None and row.shape == PICTURE and bool(message.pictures)
    return bool(message.documents) or is_picture


def public_buttons(message: Message) -> Rows:
    """The buttons of an answer that everybody may see: they ask for confirmation and tell no secret."""

    def is_public(button: Button) -> bool:
        command = read(button.code).row
        return command is not None and command.confirm and command.answer != PRIVATE

    return tuple(row for row in message.buttons if all(map(is_public, row)))
