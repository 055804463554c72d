"""The board inside Telegram and Discord: who has opened it, and which game they may see there.

A person proves who they are by what Telegram or Discord says of them (see mini_app.py, activity.py). They
get a token, with which the page comes back after its connection broke.
"""

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
"""How long the platform's answer counts that a person is in the chat of a game. Then it is asked again."""

LASTS = timedelta(hours=12)
"""How long a token lets its page come back."""

MOST_GAMES = 25


def board_site(address: str, apps: Iterable[App], secrets: Sequence[SecretStr], clock: Clock) -> Site:
    """The site of the board. A proxy forwards its https address to this machine.

    Its tokens are signed with a key that is made from `secrets`, which only the operator knows.
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
    """A tab that shows a board. The platform says who its person is, and in which chats they are."""

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
        """The game and the instance of Discord's activity that the page asked for. Empty for none."""
        self._checked_at = clock.now()

    async def identify(self, asked: Hello | TakeName) -> Profile:
        """Return the person, who shows a proof of the platform or comes back with a token.

        Raises CommandRefused if neither is valid, or if the tab has a person already.
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
        """Greet the person with a token, with which the page can come back."""
        person = profile.person
        if not await self._directory.name(person):
            await self._directory.introduce(person, profile.name, profile.language or language or None)
        return {"session": token_of(person, self._key, self._clock.now())}

    async def do(self, asked: PlaceRequest, nonce: str) -> None:
        """Show the requested game. Without a request, show the person's only game, or a choice of games.

        Raises CommandRefused if the person may not see the game, or asks for what only the page has.
        """
        if not isinstance(asked, Enter):
            raise CommandRefused("page-outdated")
        person = self._person()
        self._game, self._instance = asked.game, asked.instance
        await self._enter(person)

    async def asker(self, call: Call | None = None) -> Asker:
        """Return who asks, and in which chat. If more than FRESH has passed, ask the platform again whether
        they may still see the game there.

        Raises CommandRefused if they may not, and for a call that opens a game where the tab shows one game
        instead of a chat.
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
        games, _ = await self._directory.games_of(person, self._tab.phrases, MOST_GAMES)
        self._tab.reply("games", games=[{"id": game.id, "title": game.label} for game in games])
        if self._game:
            raise CommandRefused("app-unknown")

    async def _place(self, person: Person) -> tuple[Chat, str] | None:
        """The chat where the person may see the requested game, and the game; None if they may not.

        Somebody who is in the chat, as the platform says, sees the game that the chat shows (NO_GAME). A
        player sees their own game anywhere.
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
