"""What a tab asks, answered one thing after the other."""

import logging
from typing import assert_never

from bot.clock import Clock
from bot.model.identity import Chat
from bot.model.message import Message
from bot.platforms.local.channels import Channels
from bot.platforms.local.guests import Guests
from bot.platforms.local.tab import Tab
from bot.platforms.local.wire import (
    Asked,
    Complete,
    Enter,
    Hello,
    OpenChannel,
    Push,
    Refusal,
    Say,
    TakeName,
    read,
)
from bot.platforms.port import CommandService
from bot.store import Profile

BURST = 40
A_SECOND = 8
"""How many things a tab may ask at once, and then a second. What is more has to wait, and is not lost."""

log = logging.getLogger(__name__)


class Pace:
    """How fast a tab may ask."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._since = clock.now()

    async def keep(self) -> None:
        """Wait until one more thing may be asked."""
        now = self._clock.now()
        passed = max(0.0, (now - self._since).total_seconds())
        self._left = min(BURST, self._left + passed * A_SECOND) - 1
        self._since = now
        if self._left < 0:
            await self._clock.sleep(-self._left / A_SECOND)


class Visit:
    """A tab's conversation with the chat and the desk. It begins as a stranger's."""

    def __init__(self, guests: Guests, channels: Channels, desk: CommandService, tab: Tab) -> None:
        self._guests = guests
        self._channels = channels
        self._desk = desk
        self._tab = tab
        self._token = ""

    async def hear(self, line: str) -> None:
        """Do what a line asks. Whatever goes wrong, the person is told in a sentence, and the tab stays."""
        try:
            await self._do(read(line))
        except Refusal as refusal:
            self._tab.answer(Message(str(refusal)))
        except Exception:
            log.exception("what a tab asked for failed")
            self._tab.answer(Message("Something went wrong. Please try again."))

    async def _do(self, asked: Asked) -> None:
        match asked:
            case Hello(token):
                await self._greet(token)
            case TakeName(name):
                await self._name(name)
            case Enter(channel, after):
                self._profile()
                await self._channels.enter(self._tab, channel, after)
            case OpenChannel(title):
                chat = await self._channels.open(title, self._profile().person)
                self._tab.send("opened", channel=chat.id)
            case Say() | Push() | Complete():
                await self._play(asked, self._profile(), self._chat())
            case _:
                assert_never(asked)

    async def _play(self, asked: Say | Push | Complete, profile: Profile, chat: Chat) -> None:
        match asked:
            case Say(text) if not text.lstrip().startswith("/"):
                await self._talk(profile, chat, text.strip())
            case Say(text):
                self._tab.answer(await self._desk.say(profile.person, chat, text.strip()))
            case Push(code):
                self._tab.answer(await self._desk.press(profile.person, chat, code))
            case Complete(text, id):
                lines = await self._desk.complete(profile.person, chat, text)
                self._tab.send("completions", id=id, lines=lines)
            case _:
                assert_never(asked)

    async def _greet(self, token: str) -> None:
        self._token = token
        profile = await self._guests.known(token)
        if profile:
            await self._channels.welcome(self._tab, profile)
        else:
            self._tab.send("stranger", suggestion=await self._guests.suggestion())

    async def _name(self, name: str) -> None:
        if not self._token:
            raise Refusal("Reload the page and choose a name.")
        try:
            profile = await self._guests.call(self._token, name)
        except Refusal as refusal:
            self._tab.send("unnamed", problem=str(refusal))
        else:
            await self._channels.welcome(self._tab, profile)

    async def _talk(self, profile: Profile, chat: Chat, text: str) -> None:
        if text:
            await self._channels.talk(chat, profile, text)

    def _profile(self) -> Profile:
        if self._tab.profile is None:
            raise Refusal("Choose a name first.")
        return self._tab.profile

    def _chat(self) -> Chat:
        if self._tab.chat is None:
            raise Refusal("Choose a channel first.")
        return self._tab.chat
