"""The requests of one tab, done one after the other."""

import logging
import re

from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat
from bot.model.message import Message
from bot.platforms.local.accounts import TabAccounts
from bot.platforms.local.channels import Channels
from bot.platforms.local.protocol import language_in, nonce_of, read, zone_in
from bot.platforms.local.tab import Tab
from bot.service.dispatcher import Dispatcher, failure_key, refusal_text
from bot.store import Profile
from bot.text.i18n import Phrases, phrases, visible

TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
LONGEST_TEXT = 1000
LAST_NUMBER = 2**53

BURST = 40
A_SECOND = 8
"""How many requests a tab may make at once, and how many per second after that. Further ones are delayed."""

log = logging.getLogger(__name__)


class TabSession:
    """A tab's conversation with the chat and the dispatcher. It has no person until it says hello."""

    def __init__(
        self,
        accounts: TabAccounts,
        channels: Channels,
        dispatcher: Dispatcher,
        tab: Tab,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._channels = channels
        self._dispatcher = dispatcher
        self._tab = tab
        self._clock = clock
        self._token = self._zone = self._language = ""
        self._allowed = float(BURST)
        self._since = clock.now()

    async def handle(self, line: str) -> None:
        """Do what a line asks, once it is allowed, and wait until the tab has been sent the answer.

        Where that fails, the answer is a sentence.
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

    async def _do(self, request: object) -> None:
        """Do one of the requests that PROTOCOL.md lists. Raises CommandRefused."""
        match request:
            case {"do": "hello", "token": str(token), **rest} if TOKEN.fullmatch(token):
                self._zone, self._language = zone_in(rest.get("zone")), language_in(rest.get("language"))
                await self._greet(token)
            case {"do": "name", "name": str(name)}:
                await self._take_name(name)
            case {"do": "enter", "channel": str(channel), "after": int(after), **rest} if (
                0 <= after < LAST_NUMBER
            ):
                person, draws_table = self._profile().person, rest.get("table") is True
                await self._channels.enter(self._tab, channel, after, person, draws_table=draws_table)
            case {"do": "older", "channel": str(channel), "before": int(before)} if 0 < before < LAST_NUMBER:
                self._profile()
                posts = await self._channels.posts_before(channel, before, brief=self._tab.has_table)
                self._tab.reply("older", channel=channel, posts=posts)
            case {"do": "open", "title": str(title)}:
                chat = await self._channels.open(title, self._profile().person)
                self._tab.reply("opened", channel=chat.id)
            case {"do": "say", "text": str(text), **rest} if len(text) <= LONGEST_TEXT:
                await self._say(text.strip(), nonce_of(rest.get("nonce")))
            case {"do": "press", "code": str(code), **rest} if len(code) <= LONGEST_TEXT:
                await self._press(code, nonce_of(rest.get("nonce")))
            case {"do": "complete", "text": str(text), "id": int(id)} if len(text) <= LONGEST_TEXT:
                profile, chat = self._profile(), self._chat()
                lines = await self._dispatcher.complete(profile.person, chat, text)
                self._tab.reply("completions", id=id, lines=lines)
            case _:
                raise CommandRefused("page-outdated")

    async def _greet(self, token: str) -> None:
        self._token = token
        profile = await self._accounts.known(token)
        if profile:
            await self._welcome(profile)
        else:
            self._tab.reply("stranger", suggestion=await self._accounts.suggestion())

    async def _take_name(self, name: str) -> None:
        if not self._token:
            raise CommandRefused("page-reload")
        try:
            profile = await self._accounts.take_name(self._token, name)
        except CommandRefused as refused:
            self._tab.reply("unnamed", problem=visible(refusal_text(refused, self._phrases)))
        else:
            await self._welcome(profile)

    async def _welcome(self, profile: Profile) -> None:
        if self._zone:
            await self._dispatcher.directory.guess_zone(profile.person, self._zone)
        if self._language and not profile.language:
            await self._dispatcher.directory.introduce(profile.person, profile.name, self._language)
        await self._channels.welcome(self._tab, profile)

    async def _press(self, code: str, nonce: str) -> None:
        person, chat = self._profile().person, self._chat()
        ignored = self._dispatcher.ignores(person, chat)
        pictures = not self._tab.draws_table
        answer = await self._dispatcher.click(person, chat, code, pictures=pictures, request_id=nonce)
        self._tab.answer(answer, alone=ignored)

    async def _say(self, text: str, nonce: str) -> None:
        """A command is answered in private; anything else is talk."""
        profile, chat = self._profile(), self._chat()
        if text.startswith("/"):
            ignored, person = self._dispatcher.ignores(profile.person, chat), profile.person
            pictures = not self._tab.draws_table
            answer = await self._dispatcher.text(person, chat, text, pictures=pictures, request_id=nonce)
            self._tab.answer(answer, alone=ignored)
        elif text:
            await self._channels.talk(chat, profile, text)

    def _profile(self) -> Profile:
        if self._tab.profile is None:
            raise CommandRefused("page-name-first")
        return self._tab.profile

    def _chat(self) -> Chat:
        if self._tab.chat is None:
            raise CommandRefused("page-channel-first")
        return self._tab.chat
