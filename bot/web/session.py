"""The session of a tab: its requests are done one after the other, and not too many at once."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Protocol, assert_never

from msgspec import ValidationError, convert

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Asker, Call
from bot.model.identity import Person
from bot.model.message import Message
from bot.model.profile import Profile
from bot.text.i18n import phrases
from bot.text.refusal_text import failure_key, refusal_text
from bot.web.protocol import (
    CompleteText,
    Enter,
    Hello,
    OpenChannel,
    PlaceRequest,
    Press,
    Say,
    ShowOlder,
    ShowReplay,
    TabRequest,
    TakeName,
    language_in,
    nonce_of,
    person_json,
    zone_in,
)
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


class Visit(Protocol):
    """Who has opened a tab, and what they may see there. All that it refuses raises CommandRefused."""

    async def identify(self, asked: Hello | TakeName) -> Profile | None:
        """Return who it is; None where the tab is told what is missing."""
        ...

    async def welcome(self, profile: Profile, language: str) -> Mapping[str, object]:
        """Return what only this site has in a `welcome`. The browser asks for a language, or for ""."""
        ...

    async def do(self, asked: PlaceRequest, nonce: str) -> None:
        """Do a request that depends on the site."""
        ...

    async def asker(self, call: Call | None = None) -> Asker:
        """Return who asks and in which chat, if they may still see what is shown, and may give this call."""
        ...


class TabSession:
    """A tab's conversation with the dispatcher. It has no person until it says hello."""

    def __init__(
        self,
        visit: Visit,
        dispatcher: Dispatcher,
        tab: Tab,
        clock: Clock,
        answered: Answered,
        on_welcome: Callable[[Person], Awaitable[None]],
    ) -> None:
        self._visit = visit
        self._dispatcher = dispatcher
        self._tab = tab
        self._clock = clock
        self._answered = answered
        self._on_welcome = on_welcome
        self._zone = self._language = ""
        self._allowed = float(BURST)
        self._since = clock.now()

    async def admit(self) -> None:
        """Wait until the rate limit allows one more request."""
        now = self._clock.now()
        passed = max(0.0, (now - self._since).total_seconds())
        self._allowed = min(BURST, self._allowed + passed * A_SECOND) - 1
        self._since = now
        if self._allowed < 0:
            await self._clock.sleep(-self._allowed / A_SECOND)

    async def handle(self, request: object) -> None:
        """Handle a request, and wait until its answer is sent. If it fails, the answer is a sentence."""
        nonce = nonce_of(request)
        try:
            await self._do(convert(request, TabRequest), nonce)
        except CommandRefused as refused:
            self._tab.answer(Message(refusal_text(refused, self._tab.phrases)), nonce=nonce)
        except ValidationError:
            self._tab.answer(Message(self._tab.phrases.say("page-outdated")), nonce=nonce)
        except Exception as error:
            log.error("a request of a tab failed", exc_info=error)
            self._tab.answer(Message(self._tab.phrases.say(failure_key(error))), nonce=nonce)
        await self._tab.written()

    async def news(self) -> None:
        """Something has happened in the game: show it to a person who may still see it."""
        if self._tab.chat is not None:
            with suppress(CommandRefused):
                await self._visit.asker()
                self._tab.refresh()

    async def _do(self, asked: TabRequest, nonce: str) -> None:
        """Do one of the requests that PROTOCOL.md lists. Raises CommandRefused."""
        match asked:
            case Hello(zone=zone, language=language):
                self._zone, self._language = zone_in(zone), language_in(language)
                await self._identify(asked)
            case TakeName():
                await self._identify(asked)
            case Say(text) if text.lstrip().startswith("/"):
                await self._answer(Call.typed(text, self._tab.pinned), nonce)
            case Press(code):
                await self._answer(Call.pressed(code), nonce)
            case ShowReplay():
                await self._show_replay(asked, nonce)
            case Enter() | ShowOlder() | OpenChannel() | Say() | CompleteText():
                await self._visit.do(asked, nonce)
            case _:
                assert_never(asked)

    async def _identify(self, asked: Hello | TakeName) -> None:
        """Find out who has opened the tab, and tell them who they are and what is here."""
        profile = await self._visit.identify(asked)
        if profile is None:
            return
        person = profile.person
        here = await self._visit.welcome(profile, self._language)
        if self._zone:
            await self._dispatcher.directory.guess_zone(person, self._zone)
        self._tab.profile = profile.having(Profile.language, profile.language or self._language or None)
        me = person_json(person, profile.name)
        self._tab.reply("welcome", me=me, run=self._answered.run, **here)
        await self._on_welcome(person)

    async def _answer(self, call: Call, nonce: str) -> None:
        """Answer a command or a button. One that was answered before is only answered again."""
        asker = replace(await self._visit.asker(call), id=nonce)
        ignored = self._dispatcher.ignores(asker)
        ask = partial(self._dispatcher.answer, asker, call)
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
            asker = await self._visit.asker()
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
