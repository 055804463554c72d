"""Answers in a group for those whom the bot may not write to: a neutral line, and buttons for one person.

The line tells nobody anything, and the buttons below it are always the same: one shows the newest answer,
with figures for what can be chosen, and the figures choose it. Whatever they do is shown to that person
alone. Answers are kept until the program ends; then the buttons show how the person stands.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self, TypeVar

from telegram.error import TelegramError

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message, Rows, Style, in_rows
from bot.platforms.telegram.alerts import FIGURES, NEXT, Page, pages_of
from bot.platforms.telegram.button_codes import ANSWER, LOOKS, NOTHING, keeping, sets_of
from bot.platforms.telegram.chat_id import ChatId
from bot.platforms.telegram.formatted_text import scripted
from bot.platforms.telegram.keyboards import markup
from bot.platforms.telegram.message_layout import Sheet
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.update_queue import Later
from bot.text.i18n import Phrases

NEAR = timedelta(minutes=1)
"""So long a line is near enough to what is asked."""

_KNOWN = 2000
_SETS_IN_A_ROW = 4
_FIGURES = tuple(map(str, range(1, FIGURES + 1)))

Key = TypeVar("Key")
Kept = TypeVar("Kept")


Whose = tuple[Chat, str]
"""A place, and the id of the person whom something there is for."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who has asked for something in a group, by name, and how they are spoken to."""

    spot: ChatId
    person: Person
    name: str
    said: Phrases

    @property
    def whose(self) -> Whose:
        """Whose answers they are."""
        return self.spot.address, self.person.id


@dataclass(frozen=True, slots=True)
class Line:
    """When a line was written, and what no other is needed about: an offer, or somebody's turn."""

    since: datetime
    about: str = ""

    def will_do_for(self, other: Self, within: timedelta) -> bool:
        """Whether another need not be written."""
        same = bool(other.about) and other.about == self.about
        return same or other.since - self.since < within


@dataclass(frozen=True, slots=True)
class GroupReply:
    """The newest answer for a person in a group, at one of its pages."""

    pages: tuple[Page, ...]
    page: int = 0

    @property
    def shown(self) -> Page:
        """The page that is shown."""
        return self.pages[self.page]

    @property
    def turned(self) -> Self:
        """It at the next page; behind the last comes the first."""
        return replace(self, page=(self.page + 1) % len(self.pages))


class GroupReplies:
    """Keeps answers, and writes the lines."""

    def __init__(self, pen: Sender, clock: Clock, later: Later, link: str) -> None:
        self._pen = pen
        self._later = later
        self._clock = clock
        self._link = link
        self._kept: OrderedDict[Whose, GroupReply] = OrderedDict()
        self._lines: OrderedDict[tuple[Whose, bool], Line] = OrderedDict()

    def offer(self, asker: Asker, message: Message, word: str = "", turn: str = "") -> None:
        """Have an answer ready for somebody, and say so where no line of theirs is near.

        `word` is what was asked for: in the private chat it can be seen whole. One line will do for a `turn`.
        """
        self.keep(asker.whose, message)
        pick, key = message.pick, (asker.whose, message.pick is not None)
        line, last = Line(self._clock.now(), pick.keep if pick else turn), self._lines.get(key)
        if last and last.will_do_for(line, timedelta() if pick else NEAR) and not harmless(message):
            self._lines[key] = replace(last, about=line.about or last.about)
            return
        _remember(self._lines, key, line)
        self._later(self._write(asker.spot, self._sheet(asker, message, word), key))

    def keep(self, whose: Whose, message: Message) -> None:
        """Have an answer ready behind the buttons of the lines that there are."""
        _remember(self._kept, whose, GroupReply(pages_of(message)))

    def shown(self, whose: Whose) -> Page | None:
        """The newest answer for a person, at the page where it is; None where none is known."""
        aside = self._kept.get(whose)
        return aside.shown if aside else None

    def turn_page(self, whose: Whose) -> None:
        """Go on to the next page of an answer that is known."""
        self._kept[whose] = self._kept[whose].turned

    async def _write(self, spot: ChatId, sheet: Sheet, key: tuple[Whose, bool]) -> None:
        """Write a line, which may have to wait for the group; where it fails, the next answer has its own."""
        try:
            await self._pen.write(spot, sheet)
        except TelegramError:
            self._lines.pop(key, None)
            raise

    def _sheet(self, asker: Asker, message: Message, word: str) -> Sheet:
        """A line; in that about an offer, figures stand for tickets, and choose nothing else."""
        key, say = "tickets-by-place" if message.pick else "answer-for", asker.said.say
        mine = f"{ANSWER}{asker.person.id}"
        row = (
            Button(say("button-answer"), mine, Style.MAIN),
            Button(say("button-private"), f"{self._link}{word if word in LOOKS else NOTHING}"),
        )
        figures = tuple(Button(figure, f"{mine}.{figure}") for figure in (*_FIGURES, NEXT))
        below = _sets(message) if message.pick else (*harmless(message), figures)
        rows = *below, row
        return Sheet(scripted(say(key, name=asker.name)), markup(rows))


def _remember(kept: OrderedDict[Key, Kept], key: Key, what: Kept) -> None:
    """Keep something, and forget the oldest where it is too much."""
    kept.pop(key, None)
    kept[key] = what
    if len(kept) > _KNOWN:
        kept.popitem(last=False)


def harmless(message: Message) -> Rows:
    """What of an answer can be pressed before everybody, and tells nothing."""
    return tuple(row for row in message.buttons if all(_tells_nothing(button.code) for button in row))


def _tells_nothing(code: str) -> bool:
    return code.partition(".")[2].partition(".")[2].partition(" ")[0] in _HARMLESS


_HARMLESS = ("abort",)


def _sets(message: Message) -> Rows:
    """A button for each set of tickets that may be kept, by their places in the offer."""
    pick = message.pick
    if pick is None:
        return ()
    sets = [Button("+".join(map(str, places)), keeping(pick, places)) for places in sets_of(pick)]
    return in_rows(sets, _SETS_IN_A_ROW)
