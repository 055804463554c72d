"""The session of a page: its requests are handled one after the other, and not too many at once."""

import logging
import secrets
from abc import ABC, abstractmethod
from functools import partial

from msgspec import ValidationError

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.profile import Profile
from bot.text.i18n import Phrases, phrases
from bot.text.refusal_text import failure_key, refusal_text
from bot.web.protocol import ShowReplay, language_in, nonce_of
from bot.web.tab import Tab

BURST = 40
A_SECOND = 8
"""How many requests a tab may make at once, and how many per second after that. Further ones are delayed."""

MOST_KEPT = 1 << 25
"""Bytes of the answers that are kept for pages that ask once more: some two thousand."""

SMALLEST_KEPT = 1 << 14
"""Bytes that an answer takes at least, with what its pictures are drawn from."""

log = logging.getLogger(__name__)


class Answered:
    """What pages were answered lately, by person, line and nonce, as long as this process runs.

    A page whose connection broke repeats the requests that it has no answer to.
    """

    def __init__(self) -> None:
        self.messages = BoundedCache[tuple[Person, str, str], Message](MOST_KEPT, _size)
        self.run = secrets.token_hex(8)
        """Tells pages whether they talk to the process that has these answers."""


def _size(answer: Message) -> int:
    """About how many bytes an answer takes."""
    return SMALLEST_KEPT + len(answer.text) + sum(len(picture.png) for picture in answer.pictures)


class PageSession(ABC):
    """A page's conversation with the dispatcher. It has no person until it says hello."""

    def __init__(self, dispatcher: Dispatcher, tab: Tab, clock: Clock, answered: Answered) -> None:
        self._answered = answered
        self._dispatcher = dispatcher
        self._tab = tab
        self._clock = clock
        self._allowed = float(BURST)
        self._since = clock.now()

    async def handle(self, request: object) -> None:
        """Handle a request, and wait until its answer is sent. If it fails, the answer is a sentence."""
        nonce = nonce_of(request)
        try:
            await self._do(request, nonce)
        except CommandRefused as refused:
            self._tab.answer(Message(refusal_text(refused, self._phrases)), nonce=nonce)
        except ValidationError:
            self._tab.answer(Message(self._phrases.say("page-outdated")), nonce=nonce)
        except Exception as error:
            log.error("a request of a tab failed", exc_info=error)
            self._tab.answer(Message(self._phrases.say(failure_key(error))), nonce=nonce)
        await self._tab.written()

    @abstractmethod
    async def _do(self, request: object, nonce: str) -> None:
        """Do one of the requests that PROTOCOL.md lists. Raises CommandRefused or ValidationError."""

    @property
    def _phrases(self) -> Phrases:
        profile = self._tab.profile
        return phrases(profile.language if profile and profile.language else "en")

    async def admit(self) -> None:
        """Wait until the rate limit allows one more request."""
        now = self._clock.now()
        passed = max(0.0, (now - self._since).total_seconds())
        self._allowed = min(BURST, self._allowed + passed * A_SECOND) - 1
        self._since = now
        if self._allowed < 0:
            await self._clock.sleep(-self._allowed / A_SECOND)

    async def _answer(self, call: Call, nonce: str) -> None:
        """Answer a command or a button. One that was answered before is only answered again."""
        asker = self._asker(nonce)
        ignored = self._dispatcher.ignores(asker)
        ask = partial(self._dispatcher.answer, asker, call, pictures=not self._tab.draws_table)
        if nonce and not ignored:
            asked = f"{call.game}.{call.revision}.{call.line}"
            answer = await self._answered.messages.once((asker.person, asked, nonce), ask)
        else:
            answer = await ask()
        self._tab.answer(answer, alone=ignored, nonce=nonce)

    async def _show_replay(self, asked: ShowReplay, nonce: str) -> None:
        """Send a replay, or why there is none: of a game that the person may see, or of a shared link, which
        anybody can open. Raises CommandRefused.
        """
        archive = self._dispatcher.archive
        if asked.token is not None:
            words = phrases(language_in(asked.language) or "en")
            packed, problem = await archive.shared_replay(asked.token, words), "replay-link-wrong"
        elif asked.game is not None:
            asker = self._asker()
            if refused := await self._dispatcher.refusal(asker):
                self._tab.answer(refused, alone=True, nonce=nonce)
                return
            words = await self._dispatcher.directory.phrases(asker.person, asker.chat)
            packed = await archive.replay(asker.person, asker.chat, asked.game, words)
            problem = "replay-missing"
        else:
            raise CommandRefused("page-outdated")
        if packed is None:
            self._tab.reply("no-replay", problem=words.say(problem))
        else:
            self._tab.reply("replay", packed=packed)

    def _asker(self, id: str = "") -> Asker:
        return Asker(self._profile().person, self._chat(), id=id)

    def _profile(self) -> Profile:
        if self._tab.profile is None:
            raise CommandRefused("page-name-first")
        return self._tab.profile

    def _chat(self) -> Chat:
        if self._tab.chat is None:
            raise CommandRefused("page-channel-first")
        return self._tab.chat
