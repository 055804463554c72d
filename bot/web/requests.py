"""The session of a page: its requests are handled one after the other, and not too many at once."""

import logging
from abc import ABC, abstractmethod

from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat
from bot.model.message import Message
from bot.model.profile import Profile
from bot.service.dispatcher import Dispatcher
from bot.text.errors import failure_key, refusal_text
from bot.text.i18n import Phrases, phrases
from bot.web.protocol import read
from bot.web.tab import Tab

LONGEST_TEXT = 1000

BURST = 40
A_SECOND = 8
"""How many requests a tab may make at once, and how many per second after that. Further ones are delayed."""

log = logging.getLogger(__name__)


class PageSession(ABC):
    """A page's conversation with the dispatcher. It has no person until it says hello."""

    def __init__(self, dispatcher: Dispatcher, tab: Tab, clock: Clock) -> None:
        self._dispatcher = dispatcher
        self._tab = tab
        self._clock = clock
        self._allowed = float(BURST)
        self._since = clock.now()

    async def handle(self, line: str) -> None:
        """Handle a request as soon as the rate limit allows, and wait until its answer is sent.

        If it fails, the answer is a sentence.
        """
        await self._wait()
        try:
            await self._do(read(line))
        except CommandRefused as refused:
            self._tab.answer(Message(refusal_text(refused, self._phrases)))
        except Exception as error:
            log.error("a request of a tab failed", exc_info=error)
            self._tab.answer(Message(self._phrases.say(failure_key(error))))
        await self._tab.written()

    @abstractmethod
    async def _do(self, request: object) -> None:
        """Do one of the requests that PROTOCOL.md lists. Raises CommandRefused."""

    @property
    def _phrases(self) -> Phrases:
        profile = self._tab.profile
        return phrases(profile.language if profile and profile.language else "en")

    async def _wait(self) -> None:
        """Wait until one more request is allowed."""
        now = self._clock.now()
        passed = max(0.0, (now - self._since).total_seconds())
        self._allowed = min(BURST, self._allowed + passed * A_SECOND) - 1
        self._since = now
        if self._allowed < 0:
            await self._clock.sleep(-self._allowed / A_SECOND)

    async def _press(self, code: str, nonce: str) -> None:
        person, chat = self._profile().person, self._chat()
        ignored = self._dispatcher.ignores(person, chat)
        pictures = not self._tab.draws_table
        answer = await self._dispatcher.click(person, chat, code, pictures=pictures, request_id=nonce)
        self._tab.answer(answer, alone=ignored)

    async def _command(self, text: str, nonce: str) -> None:
        """Answer a command about the game that the tab shows."""
        person, chat, game = self._profile().person, self._chat(), self._tab.pinned
        ignored = self._dispatcher.ignores(person, chat)
        pictures = not self._tab.draws_table
        answer = await self._dispatcher.text(person, chat, text, game, pictures=pictures, request_id=nonce)
        self._tab.answer(answer, alone=ignored)

    def _profile(self) -> Profile:
        if self._tab.profile is None:
            raise CommandRefused("page-name-first")
        return self._tab.profile

    def _chat(self) -> Chat:
        if self._tab.chat is None:
            raise CommandRefused("page-channel-first")
        return self._tab.chat
