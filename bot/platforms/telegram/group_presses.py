"""Buttons in groups: what everybody can press, and one person alone is answered."""

import asyncio

from bot.model.message import Message, Topic
from bot.platforms.telegram import button_codes
from bot.platforms.telegram.alerts import NEXT, alert_of, fits_alert, pages_of, pictured
from bot.platforms.telegram.answers import Answer, with_pictures
from bot.platforms.telegram.button_codes import LOOKS, NOTHING, game_of
from bot.platforms.telegram.chat_id import ANONYMOUS
from bot.platforms.telegram.group_replies import Asker, Whose, harmless
from bot.platforms.telegram.pressing import ButtonClick, again, answered
from bot.platforms.telegram.staff import Services

_NEW_GAME = "-.0.new "
_GOES_ON = ("hand", "draw", "claim", "ticket", "station")
"""Words that somebody whose turn it is goes on from."""

_PATIENCE = 3.0
"""Seconds that a letter may take before the press is answered without it."""


class GroupPresses:
    """Serves those who press a button in a group: what they see in an alert, and in private."""

    def __init__(self, staff: Services) -> None:
        self._staff = staff

    async def pressed(self, press: ButtonClick) -> None:
        """Answer a button within seconds; whatever takes longer follows in private."""
        match press.code[0]:
            case button_codes.ANSWER:
                await self._show_aside(press)
            case button_codes.PLACES:
                await self._keep(press)
            case button_codes.FILE | button_codes.MORE | button_codes.PAGE:
                await self._show_more(press)
            case _:
                await self._answer(press)

    async def _show_aside(self, press: ButtonClick) -> None:
        """The answer that was kept for whoever it is for, its next page, or what one of its figures does."""
        wanted, _, figure = press.code.removeprefix(button_codes.ANSWER).partition(".")
        anonymous = wanted == ANONYMOUS and await self._staff.places.is_admin(press.person, press.chat)
        if wanted == press.person.id or anonymous:
            await answered(press.query, await self._figured(press, (press.spot.address, wanted), figure))
        else:
            await answered(press.query, press.said.say("not-for-you"))

    async def _figured(self, press: ButtonClick, whose: Whose, figure: str) -> str:
        """What the answer says then; after a restart, how the person stands."""
        asides = self._staff.asides
        page = asides.shown(whose)
        if page is None:
            asides.keep(whose, await press.panel(self._staff))
        elif figure == NEXT:
            asides.turn_page(whose)
        elif code := page.choice(figure):
            asides.keep(whose, await press.asked(self._staff, code))
        shown = asides.shown(whose)
        return shown.text if shown else ""

    async def _keep(self, press: ButtonClick) -> None:
        """Keep tickets by their places in the offer of whoever presses."""
        panel = await press.panel(self._staff)
        code = button_codes.kept_by(press.code, panel.pick)
        text = press.said.say("stale") if code is None else alert_of(await press.asked(self._staff, code))
        await answered(press.query, text)

    async def _show_more(self, press: ButtonClick) -> None:
        """Pictures are for the private chat: where that is not open, the way there."""
        message = await press.asked(self._staff, press.bare)
        if not message.pictures and message.drawing is None:
            await answered(press.query, alert_of(message))
        elif await self._staff.letters.is_open(press.person):
            self._staff.later(self._show(press, message))
            await answered(press.query, press.said.say("see-private"))
        else:
            await answered(press.query, url=self._way(press))

    async def _show(self, press: ButtonClick, message: Message) -> None:
        files = press.code.startswith(button_codes.FILE)
        pictures = (await with_pictures(message)).pictures
        await self._staff.answers.show(press.person, pictures, files=files)

    async def _answer(self, press: ButtonClick) -> None:
        """An alert where it carries everything, the private chat where that is open, else the gist of it."""
        joins = press.word == "join" and not await self._sits(press)
        message = await press.asked(self._staff, press.code)
        is_open = await self._staff.letters.is_open(press.person)
        if joins and not is_open and await self._sits(press):
            await answered(press.query, url=self._way(press))
        elif fits_alert(message) and message.drawing is None:
            await self._show_gist(press, message)
            await self._put_away(press)
        elif is_open:
            self._staff.later(self._in_letter(press, message))
            await answered(press.query, press.said.say("see-private"))
        elif await self._reaches(press, message):
            await answered(press.query, press.said.say("see-private"))
        elif pictured(press.code, message):
            await answered(press.query, url=self._way(press))
        else:
            await self._show_gist(press, message)

    async def _show_gist(self, press: ButtonClick, message: Message) -> None:
        """As much as an alert carries; whoever can go on from it does so by the buttons of a line."""
        turn = await self._turn(press)
        await answered(press.query, pages_of(message)[0].text if turn else alert_of(message))
        if turn or message.pick or harmless(message):
            asker = Asker(press.spot, press.person, press.query.from_user.full_name, press.said)
            self._staff.asides.offer(asker, message, turn=turn)

    async def _turn(self, press: ButtonClick) -> str:
        """The post that waits for whoever presses, if they can go on nowhere else; no secret decides that."""
        game, store = game_of(press.code), self._staff.store
        if not game or press.word not in _GOES_ON or not (await store.dm_channel(press.person)).closed:
            return ""
        posts = [one.key for one in await store.sent(press.chat, game) if one.topic is Topic.TURN]
        waits = (await press.panel(self._staff)).mention is not None
        return posts[-1] if posts and waits else ""

    async def _sits(self, press: ButtonClick) -> bool:
        game = game_of(press.code)
        return any(game == sitting.game for sitting in await self._staff.store.games_of(press.person))

    async def _in_letter(self, press: ButtonClick, message: Message) -> bool:
        """Whether the answer could be written to the person; where it never could, that is known already."""
        if (await self._staff.store.dm_channel(press.person)).closed:
            return False
        return await self._staff.answers.give(press.person, Answer(message, again(press.code)))

    async def _reaches(self, press: ButtonClick, message: Message) -> bool:
        """Whether the answer was written; the group does not wait for one that takes long, which follows."""
        writing = asyncio.ensure_future(self._in_letter(press, message))
        done, _ = await asyncio.wait({writing}, timeout=_PATIENCE)
        if not done:
            self._staff.later(_over(writing))
        return await writing if done else True

    async def _put_away(self, press: ButtonClick) -> None:
        """A list of games to open is of no use once one is open."""
        chosen = press.code.startswith(_NEW_GAME) and await self._staff.store.game_in(press.chat)
        if chosen and press.query.message:
            await self._staff.pen.erase(press.spot, press.query.message.message_id)

    def _way(self, press: ButtonClick) -> str:
        """The link to the private chat, where what was asked for is shown."""
        game = game_of(press.bare)
        asked = press.word if press.word in LOOKS else LOOKS[0]
        return f"{self._staff.link}{game}_{asked}" if game else f"{self._staff.link}{NOTHING}"


async def _over(writing: asyncio.Future[bool]) -> None:
    """Wait for what is being written."""
    await writing
