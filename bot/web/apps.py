"""The board in Telegram and Discord: its site, who has opened it, and which game they may see there."""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from pydantic import SecretStr

from bot.clock import Clock
from bot.commands import COMMANDS
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.call import Asker, Call
from bot.model.callbacks import NO_GAME
from bot.model.command import OPENED_HERE
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.web.hosts import parts_of
from bot.web.protocol import Enter, Hello, PlaceRequest, TakeName
from bot.web.site import App, Site, client_id
from bot.web.tab import Tab

FRESH = timedelta(minutes=1)
"""How long a check that a person may see a game stays valid."""

LASTS = timedelta(hours=12)
"""How long a page can come back with its token after its connection broke."""

MOST_GAMES = 25


def board_site(address: str, apps: Iterable[App], secrets: Sequence[SecretStr], clock: Clock) -> Site:
    """The site of the board at an https address that is forwarded to this machine.

    `secrets` are those that only the operator knows: from them it makes the key of its tokens.
    """
    address = address.lower().rstrip("/")
    by_name = {app.name: app for app in apps}
    key = sha256("\n".join(one.get_secret_value() for one in secrets).encode()).digest()

    def origins() -> Sequence[str]:
        """Where the page is opened: at its own address, and through Discord's proxy."""
        client = client_id(by_name)
        return [address, *([f"https://{client}.discordsays.com"] if client else ())]

    return Site(
        "apps",
        visit=lambda dispatcher, tab: BoardVisit(by_name, key, dispatcher, tab, clock),
        is_own_name=lambda name: name in {parts_of(origin).hostname for origin in origins()},
        is_own_page=lambda origin, _: origin in origins(),
        apps=by_name,
    )


class BoardVisit:
    """A tab with a board. Its person is the one whom a platform names, and sees what they may see there."""

    def __init__(
        self, apps: Mapping[str, App], key: bytes, dispatcher: Dispatcher, tab: Tab, clock: Clock
    ) -> None:
        self._apps = apps
        self._key = key
        self._dispatcher = dispatcher
        self._directory = dispatcher.directory
        self._tab = tab
        self._clock = clock
        self._game = self._instance = ""
        """What the page asked to see."""
        self._checked_at = clock.now()

    async def identify(self, asked: Hello | TakeName) -> Profile:
        """Return the person whose identity is proven, or who comes back with a token.

        Raises CommandRefused, also where it is known already.
        """
        if self._tab.profile is not None or isinstance(asked, TakeName):
            raise CommandRefused("page-outdated")
        if asked.proof and asked.platform in self._apps:
            return await self._apps[asked.platform].identify(asked.proof)
        person = holder_of(asked.session, self._key, self._clock.now())
        if person is None or person.platform not in self._apps:
            raise CommandRefused("app-refused")
        return Profile(person, await self._directory.name(person))

    async def welcome(self, profile: Profile, language: str) -> Mapping[str, object]:
        """Return a token to come back with."""
        person = profile.person
        if not await self._directory.name(person):
            await self._directory.introduce(person, profile.name, profile.language or language or None)
        return {"session": token_of(person, self._key, self._clock.now())}

    async def do(self, asked: PlaceRequest, nonce: str) -> None:
        """Show the requested game. Without a request, show the person's only game, or a choice of games.

        Raises CommandRefused where it may not be seen, and for what only the page has.
        """
        if not isinstance(asked, Enter):
            raise CommandRefused("page-outdated")
        person = self._person()
        self._game, self._instance = asked.game, asked.instance
        await self._enter(person)

    async def asker(self, call: Call | None = None) -> Asker:
        """Return who asks and in which chat, if they may still see the game. The platform is only asked after
        FRESH. Raises CommandRefused, also for a call that opens a game where there is no chat.
        """
        person, game, now = self._person(), self._tab.pinned, self._clock.now()
        chat = self._chat()
        if game != NO_GAME:
            stays = await self._directory.plays(person, game)
        elif now - self._checked_at < FRESH:
            stays = True
        else:
            stays = await self._apps[person.platform].is_in(self._directory, person, chat, self._instance)
            self._checked_at = now
        if not stays:
            await self._enter(person)
        command = COMMANDS.get(call.word) if call else None
        if self._tab.pinned != NO_GAME and command and command.game == OPENED_HERE:
            raise CommandRefused("app-new-in-chat")
        return Asker(person, self._chat())

    async def _enter(self, person: Person) -> None:
        """Turn to the requested game, or offer a choice of games. Raises CommandRefused."""
        if place := await self._place(person):
            self._checked_at = self._clock.now()
            chat, game = place
            self._tab.show(chat, draws_table=True, game=game)
            return
        self._tab.leave()
        games = await self._directory.choices_of(person, self._tab.phrases, MOST_GAMES)
        self._tab.reply("games", games=[{"id": id, "title": title} for id, title in games.items()])
        if self._game:
            raise CommandRefused("app-unknown")

    async def _place(self, person: Person) -> tuple[Chat, str] | None:
        """The chat where the person may see the game, and the game; NO_GAME stands for the game that the chat
        shows.

        A player may see their game anywhere; everybody else where the platform says that they are.
        """
        directory, app, game = self._directory, self._apps[person.platform], self._game
        if chat := await app.chat_of(directory, person, game, self._instance):
            return chat, NO_GAME
        if not game and len(own := await directory.open_games(person)) == 1:
            game = own[0]
        if not game or not await directory.plays(person, game):
            return None
        home = await directory.home(person, game) or app.private_chat(person)
        return (home, game) if home else None

    def _person(self) -> Person:
        if self._tab.profile is None:
            raise CommandRefused("app-refused")
        return self._tab.profile.person

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
