"""Who is at the page: each tab has a secret token, each token a name, and everybody sees all channels."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import assert_never

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.names import alike, legible_name
from bot.model.profile import Profile
from bot.requests.rate_limits import Rate, RateLimit
from bot.store import Store
from bot.text.i18n import visible
from bot.text.refusal_text import refusal_text
from bot.web.channels import Channels
from bot.web.protocol import (
    CompleteText,
    Enter,
    Hello,
    OpenChannel,
    PlaceRequest,
    Say,
    ShowOlder,
    TakeName,
)
from bot.web.tab import Tab

MOST_PEOPLE = 1000
"""Persons with a name. One more gets the place of the one who was away longest and has no unfinished game."""

NEWCOMERS: Rate = 100, 100 / (24 * 60 * 60)
"""How many new persons may come from one network at once, and each second: as many again within a day."""

NOTED_EVERY = timedelta(hours=1)

LONGEST_NAME = 24

SUGGESTIONS = (
    "Agatha", "Amelia", "Anton", "Beatrix", "Boris", "Camille", "Cosmo", "Delphine", "Edith", "Emil",
    "Felix", "Fiodor", "Greta", "Hector", "Ida", "Iris", "Jules", "Klara", "Leopold", "Lotte", "Magda",
    "Marcel", "Mathilda", "Nestor", "Olga", "Oscar", "Ottilie", "Pavel", "Phileas", "Rosalind", "Rupert",
    "Selma", "Stanislas", "Theodora", "Ursula", "Vera", "Viktor", "Wanda", "Winifred", "Xenia",
)  # fmt: skip
"""First names of people who might have taken the night train."""


class TabAccounts:
    """The persons of the page. Only the digest of a token is stored; a name belongs to one token."""

    def __init__(self, store: Store, platform: str, clock: Clock, present: Callable[[], set[Person]]) -> None:
        """`present` are the people who have a tab open."""
        self._store = store
        self._platform = platform
        self._clock = clock
        self._present = present
        self._naming = asyncio.Lock()
        self._newcomers = RateLimit(clock, NEWCOMERS)
        self._visits = BoundedCache[Person, datetime](MOST_PEOPLE)
        """When the last visit of each person was noted."""

    async def known(self, token: str) -> Profile | None:
        """The person with this token, whose visit is noted; None if they have no name."""
        profile = await self._store.people.profile_of_token(_digest(token))
        if profile is None or not profile.name:
            return None
        await self._note_visit(profile.person)
        return profile

    async def take_name(self, token: str, typed: str, network: str = "") -> Profile:
        """Give the person with this token a name. Raises CommandRefused if it is taken or not a name.

        `network` is where they come from; "" for this machine, which is not limited.
        """
        name, people = name_of(typed), self._store.people
        async with self._naming:
            before = await people.profile_of_token(_digest(token))
            person = before.person if before else Person(self._platform, _digest(token)[:12])
            if not before and await people.profile(person):  # digests begin alike, by chance or by design
                raise CommandRefused("page-tab-refused")
            for other in await people.profiles_on(self._platform):
                if other.person != person and alike(other.name) == alike(name):
                    raise CommandRefused("page-name-taken", name=other.name)
            if before:
                seats = await people.games_of(person)
                if any(account == person and not closed for account, _, _, closed in seats):
                    raise CommandRefused("page-name-played")
            else:
                visitor = Person(self._platform, f"from {network}")  # each can take somebody's place
                if network and not self._newcomers.admits(visitor, Chat(self._platform, "anywhere")):
                    raise CommandRefused("page-names-enough")
                await self._make_room()
            profile = replace(before or Profile(person, name, token_digest=_digest(token)), name=name)
            await people.save(profile)
        await self._note_visit(person)
        return profile

    async def suggestion(self) -> str:
        """A name that is free."""
        taken = {alike(profile.name) for profile in await self._store.people.profiles_on(self._platform)}
        free = [name for name in SUGGESTIONS if alike(name) not in taken]
        return secrets.choice(free or [f"{name} {len(taken)}" for name in SUGGESTIONS])

    async def _make_room(self) -> None:
        """Where there are too many people, free the name of the one who was away longest."""
        people = await self._store.page.person_uses(self._platform)
        if len(people) < MOST_PEOPLE:
            return
        present = self._present()
        for use in people:
            if isinstance(use.of, Person) and use.of not in present and not use.game:
                await self._store.page.remove_person(use.of)
                return
        raise CommandRefused("page-full")

    async def _note_visit(self, person: Person) -> None:
        now, noted = self._clock.now(), self._visits.get(person)
        if noted is None or now - noted >= NOTED_EVERY:
            await self._store.page.note_visits(self._platform, [person], now)
            self._visits[person] = now


def name_of(typed: str) -> str:
    """The name of a person, as it is kept. Raises CommandRefused if it is none."""
    name = legible_name(typed, LONGEST_NAME)
    if not name:
        raise CommandRefused("page-name-wrong", most=LONGEST_NAME)
    if alike(name) == alike("stationmaster"):
        raise CommandRefused("page-name-mine")
    return name


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class PageVisit:
    """A tab of the page. Its person is the one with its token, and sees every channel."""

    def __init__(self, accounts: TabAccounts, channels: Channels, dispatcher: Dispatcher, tab: Tab) -> None:
        self._accounts = accounts
        self._channels = channels
        self._dispatcher = dispatcher
        self._tab = tab
        self._token = ""

    async def identify(self, asked: Hello | TakeName) -> Profile | None:
        """Return the person with a token, or with a name that is taken now; else ask for a name."""
        match asked:
            case Hello(token=""):
                raise CommandRefused("page-outdated")
            case Hello(token=token):
                self._token = token
                profile = await self._accounts.known(token)
                if profile is None:
                    self._tab.reply("stranger", suggestion=await self._accounts.suggestion())
                return profile
            case TakeName(name) if self._token:
                try:
                    return await self._accounts.take_name(self._token, name, self._tab.network)
                except CommandRefused as refused:
                    self._tab.reply("unnamed", problem=visible(refusal_text(refused, self._tab.phrases)))
                    return None
            case TakeName():
                raise CommandRefused("page-reload")
            case _:
                assert_never(asked)

    async def welcome(self, profile: Profile, language: str) -> Mapping[str, object]:
        """Return the channels. The first person to come opens the table."""
        person = profile.person
        if language and not profile.language:
            await self._dispatcher.directory.introduce(person, profile.name, language)
        await self._speak(await self._channels.open_table(person), person)
        return {"channels": self._channels.listed(person)}

    async def do(self, asked: PlaceRequest, nonce: str) -> None:
        """Show or open a channel, post talk, or complete what is typed. Raises CommandRefused."""
        profile = self._profile()
        match asked:
            case Enter(channel, int(after), table):
                await self._channels.enter(self._tab, channel, after, profile.person, draws_table=table)
            case Enter():
                raise CommandRefused("page-outdated")
            case ShowOlder(channel, before):
                posts = await self._channels.posts_before(channel, before, brief=self._tab.has_table)
                self._tab.reply("older", channel=channel, posts=posts)
            case OpenChannel(title):
                chat = await self._channels.open(title, profile.person, self._tab.network)
                await self._speak(chat, profile.person)
                self._tab.reply("opened", channel=chat.id)
            case Say(text):
                asker = await self.asker()
                if not text.strip():
                    return
                if refused := await self._dispatcher.refusal(asker):
                    self._tab.answer(refused, alone=True, nonce=nonce)
                else:
                    await self._channels.talk(asker.chat, profile, text.strip(), nonce)
            case CompleteText(text, id):
                lines = await self._dispatcher.complete(await self.asker(), text)
                self._tab.reply("completions", id=id, lines=lines)
            case _:
                assert_never(asked)

    async def asker(self, call: Call | None = None) -> Asker:
        """Return the person in the channel that the tab shows. Raises CommandRefused without one of them."""
        profile = self._profile()
        if self._tab.chat is None:
            raise CommandRefused("page-channel-first")
        return Asker(profile.person, self._tab.chat)

    def _profile(self) -> Profile:
        if self._tab.profile is None:
            raise CommandRefused("page-name-first")
        return self._tab.profile

    async def _speak(self, chat: Chat, person: Person) -> None:
        """Let a channel that this person has opened speak their language, while nobody has chosen one."""
        if await self._channels.owner(chat) == person:
            await self._dispatcher.directory.guess_language(chat, person)
