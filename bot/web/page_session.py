"""The requests of one tab, done one after the other."""

from typing import assert_never

from msgspec import convert

from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Call
from bot.model.identity import Chat
from bot.model.profile import Profile
from bot.text.i18n import visible
from bot.text.refusal_text import refusal_text
from bot.web.channels import TABLE, Channels
from bot.web.page import TabAccounts
from bot.web.protocol import (
    CompleteText,
    EnterChannel,
    Greet,
    OpenChannel,
    Press,
    Say,
    ShowOlder,
    ShowReplay,
    TabRequest,
    TakeName,
    language_in,
    zone_in,
)
from bot.web.session import Answered, PageSession
from bot.web.tab import Tab


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

    async def _do(self, request: object, nonce: str) -> None:
        asked: TabRequest = convert(request, TabRequest)
        match asked:
            case Greet():
                await self._greet(asked)
            case TakeName(name):
                await self._take_name(name)
            case EnterChannel(channel, after, table):
                person = self._profile().person
                await self._channels.enter(self._tab, channel, after, person, draws_table=table)
            case ShowOlder(channel, before):
                self._profile()
                posts = await self._channels.posts_before(channel, before, brief=self._tab.has_table)
                self._tab.reply("older", channel=channel, posts=posts)
            case OpenChannel(title):
                chat = await self._channels.open(title, self._profile().person, self._network)
                await self._speak(chat)
                self._tab.reply("opened", channel=chat.id)
            case Say(text):
                await self._say(text.strip(), nonce)
            case Press(code):
                await self._answer(Call.pressed(code), nonce)
            case CompleteText(text, id):
                lines = await self._dispatcher.complete(self._asker(), text)
                self._tab.reply("completions", id=id, lines=lines)
            case ShowReplay():
                await self._show_replay(asked, nonce)
            case _:
                assert_never(asked)

    async def _greet(self, asked: Greet) -> None:
        self._token = asked.token
        self._zone, self._language = zone_in(asked.zone), language_in(asked.language)
        profile = await self._accounts.known(self._token)
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

    async def _speak(self, chat: Chat) -> None:
        """Let a channel that this person has opened speak their language, while nobody has chosen one."""
        person = self._profile().person
        if await self._channels.owner(chat) == person:
            await self._dispatcher.directory.guess_language(chat, person)

    async def _say(self, text: str, nonce: str) -> None:
        """A command is answered in private; anything else is talk."""
        profile, chat = self._profile(), self._chat()
        if text.startswith("/"):
            await self._answer(Call.typed(text, self._tab.pinned), nonce)
        elif refused := await self._dispatcher.refusal(self._asker()) if text else None:
            self._tab.answer(refused, alone=True, nonce=nonce)
        elif text:
            await self._channels.talk(chat, profile, text, nonce)
