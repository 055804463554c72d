"""One human, several accounts: whoever shows with a code that they are the same plays for all of them."""

from datetime import timedelta
from hashlib import sha256

from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.commands import Link, Unlink
from bot.model.identity import Person
from bot.model.message import Button, Message, Style
from bot.randomness import Randomness
from bot.store import BothSeated, Store, UnknownCode
from bot.text.i18n import person
from bot.text.labels import platform_name
from bot.text.request import Request

CODE_LASTS = timedelta(minutes=15)
"""So long a code can be said."""


class Linking:
    """Links the accounts of people who ask for it, and parts them."""

    def __init__(self, store: Store, entropy: Randomness, clock: Clock) -> None:
        self._store = store
        self._entropy = entropy
        self._clock = clock

    async def link(self, request: Request, command: Link) -> Message:
        """Give a code away; or ask whoever says one whether they mean it, and link those. Raises CommandRefused."""
        if command.sure:
            return await self._linked(request, command.code)
        if command.code:
            return await self._asked(request, command.code)
        code, until = self._entropy.code(), self._clock.now() + CODE_LASTS
        await self._store.people.offer_link(request.person, _digest(code), until)
        minutes = CODE_LASTS // timedelta(minutes=1)
        return Message(request.phrases.say("link-code", code=code, minutes=minutes))

    async def _asked(self, request: Request, code: str) -> Message:
        """Others may have read the code, or given it away to see cards: it waits for its taker alone."""
        own = _digest(f"{code} {request.person}")
        try:
            other = await self._store.people.take_code(request.person, _digest(code), own, self._clock.now())
        except UnknownCode:
            raise CommandRefused("no-such-link") from None
        sure = CallbackData(NO_GAME, 0, f"link {code} yes").code
        button = Button(request.phrases.say("button-link"), sure, Style.DANGER)
        return Message(await self._told(request, "ask-link", other, code), buttons=((button,),))

    async def _linked(self, request: Request, code: str) -> Message:
        own = _digest(f"{code} {request.person}")
        try:
            other = await self._store.people.link(request.person, own, self._clock.now())
        except UnknownCode:
            raise CommandRefused("no-such-link") from None
        except BothSeated as both:
            raise CommandRefused("both-seated", game=both.game) from None
        return Message(await self._told(request, "linked", other, code))

    async def _told(self, request: Request, key: str, other: Person, code: str) -> str:
        known = await self._store.people.profile(other)
        name = person(known.name if known else other.id)
        where = platform_name(other.platform, request.phrases)
        return request.phrases.say(key, name=name, platform=where, code=code)

    async def unlink(self, request: Request, _: Unlink) -> Message:
        """Part the account from all others. Raises CommandRefused."""
        if len(request.linked_accounts) == 1:
            raise CommandRefused("not-linked")
        await self._store.people.unlink(request.person)
        return Message(request.phrases.say("unlinked"))


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
