"""Answers in a group for those whom the bot may not write to: a neutral line, and a button for one person.

The line tells nobody anything. What the button shows is kept until the program ends; then it shows how the
person stands. Whoever asks several things within a minute finds the newest answer behind the same button.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from telegram.error import TelegramError

from bot.clock import Clock
from bot.identity import Chat, Person
from bot.message import Button, Message, Rows, Style, in_rows
from bot.platforms.telegram.addresses import Spot
from bot.platforms.telegram.alerts import alert_of
from bot.platforms.telegram.codes import ANSWER, LOOKS, NOTHING, keeping, sets_of
from bot.platforms.telegram.keyboards import markup
from bot.platforms.telegram.ordering import Later
from bot.platforms.telegram.pen import Pen
from bot.platforms.telegram.sheets import Sheet
from bot.platforms.telegram.writing import scripted
from bot.talk.phrases import Phrases

NEAR = timedelta(minutes=1)
"""So long a line is near enough to what is asked."""

_KNOWN = 2000
_SETS_IN_A_ROW = 4


@dataclass(frozen=True, slots=True)
class Aside:
    """The newest answer for a person in a group, when its line was written, and the offer it is about."""

    alert: str
    since: datetime
    offer: str = ""


class Asides:
    """Keeps answers, and writes the lines."""

    def __init__(self, pen: Pen, clock: Clock, later: Later, link: str) -> None:
        self._pen = pen
        self._later = later
        self._clock = clock
        self._link = link
        self._kept: OrderedDict[tuple[Chat, str], Aside] = OrderedDict()

    def offer(
        self, spot: Spot, person: Person, name: str, message: Message, said: Phrases, word: str = ""
    ) -> None:
        """Have an answer ready for a person, and say so where no line of theirs is near.

        `word` is what was asked for: in the private chat it can be seen whole.
        """
        key, now = (spot.address, person.id), self._clock.now()
        last = self._kept.pop(key, None)
        offer = message.pick.keep if message.pick else ""
        near = last is not None and (offer == last.offer if offer else now - last.since < NEAR)
        near = near and not harmless(message)
        since = last.since if last and near else now
        self._kept[key] = Aside(alert_of(message), since, offer or (last.offer if last else ""))
        if len(self._kept) > _KNOWN:
            self._kept.popitem(last=False)
        if not near:
            self._later(self._write(key, spot, self._line(person, name, message, said, word)))

    async def _write(self, key: tuple[Chat, str], spot: Spot, line: Sheet) -> None:
        """Write a line, which may have to wait for the group; where it fails, the next answer has its own."""
        try:
            await self._pen.write(spot, line)
        except TelegramError:
            self._kept.pop(key, None)
            raise

    def kept_for(self, spot: Spot, person: str) -> str | None:
        """The newest answer for a person, if it is known."""
        aside = self._kept.get((spot.address, person))
        return aside.alert if aside else None

    def _line(self, person: Person, name: str, message: Message, said: Phrases, word: str) -> Sheet:
        key = "tickets-by-place" if message.pick else "answer-for"
        row = (
            Button(said.say("button-answer"), f"{ANSWER}{person.id}", Style.MAIN),
            Button(said.say("button-private"), f"{self._link}{word if word in LOOKS else NOTHING}"),
        )
        return Sheet(scripted(said.say(key, name=name)), markup((*_sets(message), *harmless(message), row)))


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
