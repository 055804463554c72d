"""The requests of one tab, done one after the other."""

import re
from collections.abc import Mapping

from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Call
from bot.model.identity import Chat
from bot.model.profile import Profile
from bot.platforms.local.accounts import TabAccounts
from bot.platforms.local.channels import TABLE, Channels
from bot.platforms.local.replays import send_replay
from bot.text.errors import refusal_text
from bot.text.i18n import visible
from bot.web.protocol import language_in, nonce_of, zone_in
from bot.web.requests import LONGEST_TEXT, Answered, PageSession
from bot.web.tab import Tab

TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
LAST_NUMBER = 2**53


class TabSession(PageSession):
    """A tab's conversation with the chat and the dispatcher. It has no person until it says hello."""

    def __init__(
        self,
        accounts: TabAccounts,
        channels: Channels,
        dispatcher: Dispatcher,
        tab: Tab,
        clock: Clock,
        answered: Answered,
        network: str,
    ) -> None:
        """`network` is where the visitor comes from; "" for this machine."""
        super().__init__(dispatcher, tab, clock, answered)
        self._network = network
        self._accounts = accounts
        self._channels = channels
        self._token = self._zone = self._language = ""

    async def _do(self, request: object) -> None:
        """Do one of the requests that PROTOCOL.md lists. Raises CommandRefused."""
        match request:
            case {"do": "hello", "token": str(token), **rest} if TOKEN.fullmatch(token):
                await self._greet(token, rest)
            case {"do": "name", "name": str(name)}:
                await self._take_name(name)
            case {"do": "enter", "channel": str(channel), "after": int(after), **rest} if (
                0 <= after < LAST_NUMBER
            ):
                await self._enter(channel, after, draws_table=rest.get("table") is True)
            case {"do": "older", "channel": str(channel), "before": int(before)} if 0 < before < LAST_NUMBER:
                await self._show_older(channel, before)
            case {"do": "open", "title": str(title)}:
                await self._open(title)
            case {"do": "say", "text": str(text), **rest} if len(text) <= LONGEST_TEXT:
                await self._say(text.strip(), nonce_of(rest.get("nonce")))
            case {"do": "press", "code": str(code), **rest} if len(code) <= LONGEST_TEXT:
                await self._answer(Call.pressed(code), nonce_of(rest.get("nonce")))
            case {"do": "complete", "text": str(text), "id": int(id)} if len(text) <= LONGEST_TEXT:
                await self._complete(text, id)
            case {"do": "replay", **asked}:
                await send_replay(self._dispatcher, self._tab, asked)
            case _:
                raise CommandRefused("page-outdated")

    async def _greet(self, token: str, about: Mapping[object, object]) -> None:
        self._token = token
        self._zone, self._language = zone_in(about.get("zone")), language_in(about.get("language"))
        profile = await self._accounts.known(token)
        if profile:
            await self._welcome(profile)
        else:
            self._tab.reply("stranger", suggestion=await self._accounts.suggestion())

    async def _take_name(self, name: str) -> None:
        if not self._token:
            raise CommandRefused("page-reload")
        try:
            profile = await self._accounts.take_name(self._token, name, self._network)
        except CommandRefused as refused:
            self._tab.reply("unnamed", problem=visible(refusal_text(refused, self._phrases)))
        else:
            await self._welcome(profile)

    async def _welcome(self, profile: Profile) -> None:
        if self._zone:
            await self._dispatcher.directory.guess_zone(profile.person, self._zone)
        if self._language and not profile.language:
            await self._dispatcher.directory.introduce(profile.person, profile.name, self._language)
        await self._channels.welcome(self._tab, profile, self._answered.run)
        await self._speak(Chat(profile.person.platform, TABLE))

    async def _enter(self, channel: str, after: int, *, draws_table: bool) -> None:
        person = self._profile().person
        await self._channels.enter(self._tab, channel, after, person, draws_table=draws_table)

    async def _show_older(self, channel: str, before: int) -> None:
        self._profile()
        posts = await self._channels.posts_before(channel, before, brief=self._tab.has_table)
        self._tab.reply("older", channel=channel, posts=posts)

    async def _open(self, title: str) -> None:
        chat = await self._channels.open(title, self._profile().person, self._network)
        await self._speak(chat)
        self._tab.reply("opened", channel=chat.id)

    async def _speak(self, chat: Chat) -> None:
        """Let a channel that this person has opened speak their language, while nobody has chosen one."""
        person = self._profile().person
        if await self._channels.owner(chat) == person:
            await self._dispatcher.directory.guess_language(chat, person)

    async def _complete(self, text: str, id: int) -> None:
        lines = await self._dispatcher.complete(self._asker(), text)
        self._tab.reply("completions", id=id, lines=lines)

    async def _say(self, text: str, nonce: str) -> None:
        """A command is answered in private; anything else is talk."""
        profile, chat = self._profile(), self._chat()
        if text.startswith("/"):
            await self._answer(Call.typed(text, self._tab.pinned), nonce)
        elif refused := await self._dispatcher.refusal(self._asker()) if text else None:
            self._tab.answer(refused, alone=True, nonce=nonce)
        elif text:
            await self._channels.talk(chat, profile, text, nonce)
