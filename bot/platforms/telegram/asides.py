"""Answers in a group for those whom the bot may not write to: a neutral line, and a button for one person.

The line tells nobody anything. What the button shows is kept until the program ends; then it shows how the
person stands. Whoever asks several things within a minute finds the newest answer behind the same button.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.clock import Clock
from bot.identity import Chat, Person
from bot.message import Button, Message, Rows, Style, in_rows
from bot.platforms.telegram.addresses import Spot
from bot.platforms.telegram.alerts import alert_of
from bot.platforms.telegram.codes import ANSWER, keeping, sets_of
from bot.platforms.telegram.keyboards import markup
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
    """The newest answer for a person in a group, and when its line was written."""

    alert: str
    since: datetime


class Asides:
    """Keeps answers, and writes the lines."""

    def __init__(self, pen: Pen, clock: Clock, link: str) -> None:
        self._pen = pen
        self._clock = clock
        self._link = link
        self._kept: OrderedDict[tuple[Chat, str], Aside] = OrderedDict()

    async def offer(self, spot: Spot, person: Person, name: str, message: Message, said: Phrases) -> None:
        """Have an answer ready for a person, and say so where no line of theirs is near."""
        key, now = (spot.address, person.id), self._clock.now()
        last = self._kept.pop(key, None)
        near = last is not None and now - last.since < NEAR and message.pick is None
        self._kept[key] = Aside(alert_of(message), last.since if last and near else now)
        if len(self._kept) > _KNOWN:
            self._kept.popitem(last=False)
        if not near:
            await self._pen.write(spot, self._line(person, name, message, said))

    def kept_for(self, spot: Spot, person: str) -> str | None:
        """The newest answer for a person, if it is known."""
        aside = self._kept.get((spot.address, person))
        return aside.alert if aside else None

    def _line(self, person: Person, name: str, message: Message, said: Phrases) -> Sheet:
        key = "tickets-by-place" if message.pick else "answer-for"
        row = (
            Button(said.say("button-answer"), f"{ANSWER}{person.id}", Style.MAIN),
            Button(said.say("button-private"), self._link),
        )
        return Sheet(scripted(said.say(key, name=name)), markup((*_sets(message), row)))


def _sets(message: Message) -> Rows:
    """A button for each set of tickets that may be kept, by their places in the offer."""
    pick = message.pick
    if pick is None:
        return ()
    sets = [Button("+".join(map(str, places)), keeping(pick, places)) for places in sets_of(pick)]
    return in_rows(sets, _SETS_IN_A_ROW)
