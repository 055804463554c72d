"""The requests of one tab, done one after the other."""

import logging
from typing import assert_never

from bot.clock import Clock
from bot.model.identity import Chat
from bot.model.message import Message
from bot.platforms.local.accounts import TabAccounts
from bot.platforms.local.channels import Channels
from bot.platforms.local.protocol import RequestRefused, TabRequest, read
from bot.platforms.local.tab import Tab
from bot.service.dispatcher import Dispatcher
from bot.store import Profile

BURST = 40
A_SECOND = 8
"""How many requests a tab may make at once, and how many per second after that. Further ones are delayed."""

log = logging.getLogger(__name__)


class RequestLimit:
    """How fast a tab may make requests."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._since = clock.now()

    async def wait(self) -> None:
        """Wait until one more request is allowed."""
        now = self._clock.now()
        passed = max(0.0, (now - self._since).total_seconds())
        self._left = min(BURST, self._left + passed * A_SECOND) - 1
        self._since = now
        if self._left < 0:
            await self._clock.sleep(-self._left / A_SECOND)


class TabSession:
    """A tab's conversation with the chat and the dispatcher. It has no person until it says hello."""

    def __init__(self, accounts: TabAccounts, channels: Channels, dispatcher: Dispatcher, tab: Tab) -> None:
        self._accounts = accounts
        self._channels = channels
        self._dispatcher = dispatcher
        self._tab = tab
        self._token = ""

    async def hear(self, line: str) -> None:
        """Do what a line asks. If that fails, the person is told in a sentence, and the tab stays open."""
        try:
            await self._do(read(line))
        except RequestRefused as refusal:
            self._tab.answer(Message(str(refusal)))
        except Exception:
            log.exception("a request of a tab failed")
            self._tab.answer(Message("Something went wrong. Please try again."))

    async def _do(self, request: TabRequest) -> None:
        match request.do:
            case "hello":
                await self._greet(request.text)
            case "name":
                await self._take_name(request.text)
            case "enter":
                self._profile()
                await self._channels.enter(self._tab, request.text, request.number)
            case "open":
                chat = await self._channels.open(request.text, self._profile().person)
                self._tab.send("opened", channel=chat.id)
            case "say":
                await self._say(request.text.strip(), self._profile(), self._chat())
            case "press":
                profile, chat = self._profile(), self._chat()
                self._tab.answer(await self._dispatcher.click(profile.person, chat, request.text))
            case "complete":
                profile, chat = self._profile(), self._chat()
                lines = await self._dispatcher.complete(profile.person, chat, request.text)
                self._tab.send("completions", id=request.number, lines=lines)
            case _:
                assert_never(request.do)

    async def _greet(self, token: str) -> None:
        self._token = token
        profile = await self._accounts.known(token)
        if profile:
            await self._channels.welcome(self._tab, profile)
        else:
            self._tab.send("stranger", suggestion=await self._accounts.suggestion())

    async def _take_name(self, name: str) -> None:
        if not self._token:
            raise RequestRefused("Reload the page and choose a name.")
        try:
            profile = await self._accounts.take_name(self._token, name)
        except RequestRefused as refusal:
            self._tab.send("unnamed", problem=str(refusal))
        else:
            await self._channels.welcome(self._tab, profile)

    async def _say(self, text: str, profile: Profile, chat: Chat) -> None:
        """A command is answered in private; anything else is talk."""
        if text.startswith("/"):
            self._tab.answer(await self._dispatcher.text(profile.person, chat, text))
        elif text:
            await self._channels.talk(chat, profile, text)

    def _profile(self) -> Profile:
        if self._tab.profile is None:
            raise RequestRefused("Choose a name first.")
        return self._tab.profile

    def _chat(self) -> Chat:
        if self._tab.chat is None:
            raise RequestRefused("Choose a channel first.")
        return self._tab.chat
