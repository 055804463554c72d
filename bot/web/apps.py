"""The requests of one open board: who it is, which game, and what they do there."""

import hmac
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias, assert_never

from msgspec import convert

from bot.clock import Clock
from bot.commands import COMMANDS
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Call
from bot.model.callbacks import NO_GAME
from bot.model.command import OPENED_HERE
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.web.protocol import (
    BoardRequest,
    EnterGame,
    Press,
    ProveIdentity,
    Say,
    ShowReplay,
    language_in,
    person_json,
    zone_in,
)
from bot.web.session import Answered, PageSession
from bot.web.tab import Tab

if TYPE_CHECKING:
    from bot.web.activity import Activity
    from bot.web.mini_app import MiniApp

App: TypeAlias = "MiniApp | Activity"

Apps = Mapping[str, App]
"""The app of each platform, by its name."""

FRESH = timedelta(minutes=1)
"""How long a check that a person may see a game stays valid."""

UNKNOWN = 4401
"""The close code for an unknown person. The page does not connect again after it."""

LASTS = timedelta(hours=12)
"""How long a page can come back with its token after its connection broke."""

MOST_GAMES = 25


class AppSession(PageSession):
    """A board's conversation with the dispatcher. Nobody is answered before a platform has said who it is."""

    def __init__(
        self,
        apps: Apps,
        key: bytes,
        on_welcome: Callable[[Person], Awaitable[None]],
        dispatcher: Dispatcher,
        tab: Tab,
        clock: Clock,
        answered: Answered,
    ) -> None:
        super().__init__(dispatcher, tab, clock, answered)
        self._apps = apps
        self._key = key
        self._game = self._instance = ""
        """What the page asked to see."""
        self._checked_at = clock.now()
        self._on_welcome = on_welcome

    async def handle(self, request: object) -> None:
        """Do a request. A page that did not say who it is by its first one is closed."""
        await super().handle(request)
        if self._tab.profile is None:
            await self._tab.close(UNKNOWN)

    async def _do(self, request: object, nonce: str) -> None:
        asked: BoardRequest = convert(request, BoardRequest)
        match asked:
            case ProveIdentity():
                await self._greet(await self._identified(asked), asked)
            case EnterGame(game, instance):
                self._profile()
                self._game, self._instance = game, instance
                await self._enter()
            case Say(text):
                call = Call.typed(text)
                await self._check_command(call)
                await self._answer(replace(call, game=self._tab.pinned), nonce)
            case Press(code):
                call = Call.pressed(code)
                await self._check_command(call)
                await self._answer(call, nonce)
            case ShowReplay(token=token):
                if token is None:
                    await self._check()
                await self._show_replay(asked, nonce)
            case _:
                assert_never(asked)

    async def news(self) -> None:
        """Something has happened in the game: show it to a person who may still see it."""
        if self._tab.chat is not None:
            try:
                await self._check()
            except CommandRefused:
                return
            self._tab.refresh()

    async def _identified(self, asked: ProveIdentity) -> Profile:
        """The person whose identity is proven, or who comes back with a token."""
        if self._tab.profile is not None:
            raise CommandRefused("page-outdated")
        if asked.proof and asked.platform in self._apps:
            return await self._apps[asked.platform].identify(asked.proof)
        person = holder_of(asked.session, self._key, self._clock.now())
        if person is None or person.platform not in self._apps:
            raise CommandRefused("app-refused")
        return Profile(person, await self._dispatcher.directory.name(person))

    async def _greet(self, profile: Profile, asked: ProveIdentity) -> None:
        """Tell a person who they are, and give their page a token to come back with."""
        directory, person = self._dispatcher.directory, profile.person
        language = profile.language or language_in(asked.language) or None
        if not await directory.name(person):
            await directory.introduce(person, profile.name, language)
        if zone := zone_in(asked.zone):
            await directory.guess_zone(person, zone)
        self._tab.profile = profile.having(Profile.language, language)
        await self._on_welcome(person)
        token = token_of(person, self._key, self._clock.now())
        me = person_json(person, profile.name)
        self._tab.reply("welcome", me=me, session=token, run=self._answered.run)

    async def _enter(self) -> None:
        """Show the requested game. Without a request, show the person's only game, or a choice of games."""
        if shown := await self._found():
            self._checked_at = self._clock.now()
            chat, game = shown
            self._tab.show(chat, draws_table=True, game=game)
            return
        self._tab.leave()
        person = self._profile().person
        games = await self._dispatcher.directory.choices_of(person, self._phrases, MOST_GAMES)
        listed = [{"id": id, "title": title} for id, title in games.items()]
        self._tab.reply("games", games=listed)
        if self._game:
            raise CommandRefused("app-unknown")

    async def _found(self) -> tuple[Chat, str] | None:
        """The chat where the person may see the game, and the game; NO_GAME stands for the game that the chat
        shows.

        A player may see their game anywhere; everybody else where the platform says that they are.
        """
        directory, person = self._dispatcher.directory, self._profile().person
        app = self._apps[person.platform]
        if chat := await app.chat_of(directory, person, self._game, self._instance):
            return chat, NO_GAME
        game = self._game
        if not game and len(own := await directory.open_games(person)) == 1:
            game = own[0]
        if not game or not await directory.plays(person, game):
            return None
        home = await directory.home(person, game) or app.private_chat(person)
        return (home, game) if home else None

    async def _check(self) -> None:
        """Check that the person may still see the game. The platform is only asked after FRESH.

        Raises CommandRefused.
        """
        chat, game, person = self._chat(), self._tab.pinned, self._profile().person
        directory, now = self._dispatcher.directory, self._clock.now()
        if game != NO_GAME:
            stays = await directory.plays(person, game)
        elif now - self._checked_at < FRESH:
            return
        else:
            stays = await self._apps[person.platform].is_in(directory, person, chat, self._instance)
            self._checked_at = now
        if not stays:
            await self._enter()
            self._chat()

    async def _check_command(self, call: Call) -> None:
        """Refuse a command of somebody who may not see the game, and one that opens a game in no chat.

        Raises CommandRefused.
        """
        await self._check()
        command = COMMANDS.get(call.word)
        if self._tab.pinned != NO_GAME and command and command.game == OPENED_HERE:
            raise CommandRefused("app-new-in-chat")

    def _profile(self) -> Profile:
        if self._tab.profile is None:
            raise CommandRefused("app-refused")
        return self._tab.profile

    def _chat(self) -> Chat:
        if self._tab.chat is None:
            raise CommandRefused("app-unknown")
        return self._tab.chat


def token_of(person: Person, key: bytes, now: datetime) -> str:
    """A token that says who its holder is."""
    content = f"{int((now + LASTS).timestamp())}.{person}"
    return f"{content}.{_signature(content, key)}"


def holder_of(token: str, key: bytes, now: datetime) -> Person | None:
    """Whose token it is; None where it is forged or too old."""
    content, _, signature = token.rpartition(".")
    if not hmac.compare_digest(signature.encode(), _signature(content, key).encode()):
        return None
    until, _, person = content.partition(".")
    return Person.parse(person) if int(until) >= now.timestamp() else None


def _signature(content: str, key: bytes) -> str:
    return hmac.new(key, f"board token {content}".encode(), "sha256").hexdigest()
