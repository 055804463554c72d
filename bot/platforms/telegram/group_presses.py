"""Buttons in groups: what everybody can press, and one person alone is answered."""

from bot.message import Message
from bot.platforms.telegram import codes
from bot.platforms.telegram.addresses import ANONYMOUS
from bot.platforms.telegram.alerts import alert_of, cut, fits_alert, pictured
from bot.platforms.telegram.answers import Answer, with_pictures
from bot.platforms.telegram.asides import harmless
from bot.platforms.telegram.codes import LOOKS, NOTHING, game_of
from bot.platforms.telegram.pressing import Pressed, again, answered
from bot.platforms.telegram.staff import Staff

_NEW_GAME = "-.0.new "


class GroupPresses:
    """Serves those who press a button in a group: what they see in an alert, and in private."""

    def __init__(self, staff: Staff) -> None:
        self._staff = staff

    async def pressed(self, press: Pressed) -> None:
        """Answer a button within seconds; whatever takes longer follows in private."""
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
        anonymous = wanted == ANONYMOUS and await self._staff.places.rules_here(press.person, press.chat)
        if wanted != press.person.id and not anonymous:
            await answered(press.query, press.said.say("not-for-you"))
            return
        kept = self._staff.asides.kept_for(press.spot, wanted)
        await answered(press.query, alert_of(await press.panel(self._staff)) if kept is None else kept)

    async def _keep(self, press: Pressed) -> None:
        """Keep tickets by their places in the offer of whoever presses."""
        panel = await press.panel(self._staff)
        code = codes.kept_by(press.code, panel.pick)
        text = press.said.say("stale") if code is None else alert_of(await press.asked(self._staff, code))
        await answered(press.query, text)

    async def _show_more(self, press: Pressed) -> None:
        """Pictures are for the private chat: where that is not open, the way there."""
        message = await press.asked(self._staff, press.bare)
        if not message.pictures and message.drawing is None:
            await answered(press.query, alert_of(message))
        elif await self._staff.letters.is_open(press.person):
            self._staff.later(self._show(press, message))
            await answered(press.query, press.said.say("see-private"))
        else:
            await answered(press.query, url=self._way(press))

    async def _show(self, press: Pressed, message: Message) -> None:
        files = press.code.startswith(codes.FILE)
        pictures = (await with_pictures(message)).pictures
        await self._staff.answers.show(press.person, pictures, files=files)

    async def _answer(self, press: Pressed) -> None:
        """An alert where it carries everything, the private chat where that is open, else the gist of it."""
        joins = press.word == "join" and not await self._sits(press)
        message = await press.asked(self._staff, press.code)
        is_open = await self._staff.letters.is_open(press.person)
        if joins and not is_open and await self._sits(press):
            await answered(press.query, url=self._way(press))
        elif fits_alert(message) and message.drawing is None:
            await answered(press.query, cut(alert_of(message)))
            await self._put_away(press)
        elif is_open:
            self._staff.later(self._in_letter(press, message))
            await answered(press.query, press.said.say("see-private"))
        elif await self._in_letter(press, message):
            await answered(press.query, press.said.say("see-private"))
        elif pictured(press.code, message):
            await answered(press.query, url=self._way(press))
        else:
            await self._show_gist(press, message)

    async def _show_gist(self, press: Pressed, message: Message) -> None:
        """As much as an alert carries; what can be pressed before everybody is written into the group."""
        await answered(press.query, alert_of(message))
        if message.pick or harmless(message):
            name = press.query.from_user.full_name
            self._staff.asides.offer(press.spot, press.person, name, message, press.said)

    async def _sits(self, press: Pressed) -> bool:
        game = game_of(press.code)
        return any(game == sitting.game for sitting in await self._staff.store.games_of(press.person))

    async def _in_letter(self, press: Pressed, message: Message) -> bool:
        """Whether the answer could be written to the person; where it never could, that is known already."""
        if (await self._staff.store.letterbox(press.person)).closed:
            return False
        return await self._staff.answers.give(press.person, Answer(message, again(press.code)))

    async def _put_away(self, press: Pressed) -> None:
        """A list of games to open is of no use once one is open."""
        chosen = press.code.startswith(_NEW_GAME) and await self._staff.store.game_in(press.chat)
        if chosen and press.query.message:
            await self._staff.pen.erase(press.spot, press.query.message.message_id)

    def _way(self, press: Pressed) -> str:
        """The link to the private chat, where what was asked for is shown."""
        game = game_of(press.bare)
        asked = press.word if press.word in LOOKS else LOOKS[0]
        return f"{self._staff.link}{game}_{asked}" if game else f"{self._staff.link}{NOTHING}"
