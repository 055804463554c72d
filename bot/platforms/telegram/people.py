"""Who talks to the bot: their names, their languages, and the game that they mean in private."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace

import telegram

from bot.model.identity import Chat, Person
from bot.platforms.port import CommandService
from bot.platforms.telegram.addresses import ANONYMOUS, ChatId, person_of
from bot.platforms.telegram.formatted_text import bare
from bot.store import Profile, Store
from bot.text.i18n import LANGUAGES, Phrases, phrases

_KNOWN = 2000
_ENGLISH = "en"


class People:
    """Knows whoever has said something, by what Telegram tells of them."""

    def __init__(self, desk: CommandService, store: Store, language: str) -> None:
        self._desk = desk
        self._store = store
        self._language = language
        self._names: OrderedDict[Person, str] = OrderedDict()

    async def met(self, user: telegram.User) -> Person:
        """A person by the name that they have now; a newcomer is spoken to in the language of their app."""
        person, name = person_of(user), user.full_name
        if self._names.get(person) != name and person.id != ANONYMOUS:
            await self._introduce(Profile(person, name, _language(user)))
        return person

    async def _introduce(self, newcomer: Profile) -> None:
        person = newcomer.person
        known = await self._store.people.profile(person)
        if known is None or known.name != newcomer.name:
            await self._store.people.save(replace(known, name=newcomer.name) if known else newcomer)
        self._names[person] = newcomer.name
        if len(self._names) > _KNOWN:
            self._names.popitem(last=False)

    async def place(self, person: Person, spot: ChatId, game: str | None = None) -> Chat:
        """The group; in private, that of the game that is meant, or of the only one that they sit in."""
        here = spot.address
        if not spot.is_private or await self._store.chats.game_in(here):
            return here
        return await self._desk.home(person, game) or here

    async def games(self, person: Person, chat: Chat) -> Mapping[str, str]:
        """The games in which a person sits, and a line about each; those that wait for them come first."""
        listed = (await self._desk.text(person, chat, "games", pictures=False)).text
        sitting = [one.game for one in await self._store.people.games_of(person) if not one.closed]
        lines = [(game, line) for line in listed.splitlines() for game in sitting if f"({game})" in line]
        return {game: bare(line) for game, line in lines}

    async def spoken_to(self, person: Person, chat: Chat) -> Phrases:
        """The language that a person chose, or that of the chat."""
        profile = await self._store.people.profile(person)
        chosen = profile.language if profile else None
        return phrases(chosen or await self._store.chats.language(chat) or self._language)


def _language(user: telegram.User) -> str | None:
    """The language of somebody's app, if it is spoken here; English is everybody's, and tells nothing."""
    code = (user.language_code or "").split("-")[0].lower()
    return code if code in LANGUAGES and code != _ENGLISH else None
