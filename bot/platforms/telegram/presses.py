"""Buttons: what people press in groups and in private, answered within seconds and to them alone."""

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass

import telegram
from telegram.error import BadRequest, TelegramError

from bot.identity import Chat, Person
from bot.message import Message
from bot.platforms.port import FrontDesk
from bot.platforms.telegram import codes
from bot.platforms.telegram.addresses import ANONYMOUS, Spot, spot_of
from bot.platforms.telegram.alerts import alert_of, cut, fits_alert, pictured
from bot.platforms.telegram.asides import Asides, harmless
from bot.platforms.telegram.codes import LOOKS, NOTHING, game_of
from bot.platforms.telegram.counter import guarded, whole_sheet, with_pictures
from bot.platforms.telegram.faults import is_too_late
from bot.platforms.telegram.ordering import Later
from bot.platforms.telegram.pen import Pen
from bot.platforms.telegram.people import People
from bot.platforms.telegram.places import Places
from bot.platforms.telegram.private import Private
from bot.platforms.telegram.sheets import hidden_of, sheet_of
from bot.press import Press
from bot.store import Store
from bot.talk.phrases import Phrases
from engine.notation import NotAnAction, read_line

_ONCE = ("join", "leave", "start", "computer", "abort", "restore", "skip", "replace", "new")
"""Words that are not said again in order to see their answer again."""

_LONG = 60
"""Signs from which on an answer of one line waits until it is closed, instead of passing by."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that somebody has pressed: its code, who it was, and about which chat."""

    query: telegram.CallbackQuery
    code: str
    person: Person
    spot: Spot
    chat: Chat
    said: Phrases


class Presses:
    """Serves everybody who presses a button. It trusts no code, and keeps no state."""

    def __init__(
        self,
        desk: FrontDesk,
        store: Store,
        people: People,
        places: Places,
        private: Private,
        asides: Asides,
        pen: Pen,
        later: Later,
        link: str,
    ) -> None:
        self._desk = desk
        self._store = store
        self._people = people
        self._places = places
        self._private = private
        self._asides = asides
        self._pen = pen
        self._later = later
        self._link = link

    async def pressed(self, query: telegram.CallbackQuery) -> None:
        """Answer a button, wherever it is, and however old."""
        if query.message is None or not query.data:
            await _answered(query)
            return
        spot, code = spot_of(query.message), query.data
        person = await self._people.met(query.from_user)
        chat = await self._people.place(person, spot, game_of(code))
        said = await self._people.spoken_to(person, chat)
        press = Pressed(query, code, person, spot, chat, said)
        if spot.is_private:
            await asyncio.gather(_answered(query), self._in_private(press))
        else:
            await self._in_group(press)

    # ---- in private

    async def _in_private(self, press: Pressed) -> None:
        """Show the answer in the message that was pressed; more pictures and files come below it."""
        page, code = codes.page_of(press.code)
        sign, bare = code[0], code.lstrip(codes.MORE + codes.FILE)
        message = await with_pictures(await self._ask(press, bare))
        if sign == codes.MORE:
            await self._private.show(press.person, hidden_of(message))
        elif sign == codes.FILE:
            await self._private.show(press.person, message.pictures, files=True)
        else:
            sheet = await sheet_of(message, _again(bare), page)
            id, photo = _shown(press.query)
            await self._private.replace(press.person, id, sheet, photo=photo)

    # ---- in a group

    async def _in_group(self, press: Pressed) -> None:
        match press.code[0]:
            case codes.ANSWER:
                await self._show_aside(press)
            case codes.PLACES:
                await self._keep(press)
            case codes.FILE | codes.MORE | codes.PAGE:
                await self._show_more(press)
            case _:
                await self._answer(press)

    async def _show_aside(self, press: Pressed) -> None:
        """The answer that was kept for whoever it is for; after a restart, how they stand."""
        wanted = press.code.removeprefix(codes.ANSWER)
        anonymous = wanted == ANONYMOUS and await self._places.rules_here(press.person, press.chat)
        if wanted != press.person.id and not anonymous:
            await _answered(press.query, press.said.say("not-for-you"))
            return
        kept = self._asides.kept_for(press.spot, wanted)
        if kept is None:
            kept = alert_of(await guarded(lambda: self._say(press, "hand"), press.said))
        await _answered(press.query, kept)

    async def _keep(self, press: Pressed) -> None:
        """Keep tickets by their places in the offer of whoever presses."""
        panel = await guarded(lambda: self._say(press, "hand"), press.said)
        code = codes.kept_by(press.code, panel.pick)
        text = press.said.say("stale") if code is None else alert_of(await self._ask(press, code))
        await _answered(press.query, text)

    async def _show_more(self, press: Pressed) -> None:
        """Pictures are for the private chat: where that is not open, the way there."""
        _, code = codes.page_of(press.code)
        bare = code.lstrip(codes.MORE + codes.FILE)
        message = await with_pictures(await self._ask(press, bare))
        if not message.pictures:
            await _answered(press.query, alert_of(message))
        elif await self._private.is_open(press.person) and await self._private.show(
            press.person, message.pictures, files=code.startswith(codes.FILE)
        ):
            await _answered(press.query, press.said.say("see-private"))
        else:
            await _answered(press.query, url=self._way(bare))

    async def _answer(self, press: Pressed) -> None:
        """An alert where it carries everything, the private chat where that is open, else the gist of it."""
        before = await self._sits(press)
        message = await self._ask(press, press.code)
        joined = not before and await self._sits(press)
        if joined and not await self._private.is_open(press.person):
            await _answered(press.query, url=self._way(press.code))
        elif fits_alert(message) and message.drawing is None:
            await _answered(press.query, cut(alert_of(message)))
            await self._put_away(press)
        elif await self._private.is_open(press.person):
            self._later(self._in_letter(press, message))
            await _answered(press.query, press.said.say("see-private"))
        elif await self._in_letter(press, message):
            await _answered(press.query, press.said.say("see-private"))
        elif pictured(press.code, message):
            await _answered(press.query, url=self._way(press.code))
        else:
            await _answered(press.query, alert_of(message))
            if message.pick or harmless(message):
                name = press.query.from_user.full_name
                self._asides.offer(press.spot, press.person, name, message, press.said)

    async def _sits(self, press: Pressed) -> bool:
        game = game_of(press.code)
        return game is not None and press.person in (await self._store.seats(game)).values()

    async def _in_letter(self, press: Pressed, message: Message) -> bool:
        """Whether the answer could be written to the person; where it never could, that is known already."""
        if (await self._store.letterbox(press.person)).closed:
            return False
        code = _again(press.code)
        return await self._private.answer(press.person, lambda: whole_sheet(message, code))

    async def _put_away(self, press: Pressed) -> None:
        """A list of games to open is of no use once one is open."""
        if (
            press.code.startswith("-.0.new ")
            and await self._store.game_in(press.chat)
            and press.query.message
        ):
            await self._pen.erase(press.spot, press.query.message.message_id)

    # ---- asking

    async def _ask(self, press: Pressed, code: str) -> Message:
        return await guarded(
            lambda: self._desk.press(press.person, press.chat, code, drawing=False), press.said
        )

    def _say(self, press: Pressed, line: str) -> Awaitable[Message]:
        return self._desk.say(press.person, press.chat, line, drawing=False)

    def _way(self, code: str) -> str:
        """The link to the private chat, where what was asked for is shown."""
        game, word = game_of(code), _line(code).partition(" ")[0]
        return (
            f"{self._link}{game}_{word if word in LOOKS else LOOKS[0]}" if game else f"{self._link}{NOTHING}"
        )


async def _answered(query: telegram.CallbackQuery, text: str = "", url: str | None = None) -> None:
    """Answer a press. Where that is too late, or cannot be, nothing is lost but the sight of it."""
    try:
        await query.answer(text or None, show_alert=len(text) > _LONG or "\n" in text, url=url)
    except BadRequest as error:
        if not is_too_late(error):
            log.warning("Telegram: an answer was not taken")
    except TelegramError as error:
        log.warning("Telegram: an answer did not come through (%s)", type(error).__name__)


def _shown(query: telegram.CallbackQuery) -> tuple[int, bool]:
    """The number of the message that was pressed, and whether it shows a photo, as far as can be seen."""
    message = query.message
    assert message is not None
    return message.message_id, isinstance(message, telegram.Message) and bool(message.photo)


def _line(code: str) -> str:
    try:
        return Press.read(code).line
    except ValueError:
        return ""


def _again(code: str) -> str | None:
    """The code that shows an answer once more: the same one, or the hand where something was done."""
    try:
        press = Press.read(code)
    except ValueError:
        return None
    if press.line.partition(" ")[0] in _ONCE or _is_action(press.line):
        return codes.again("hand", press.game)
    return code


def _is_action(line: str) -> bool:
    try:
        read_line(line)
    except NotAnAction:
        return False
    return True
