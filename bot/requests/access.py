"""Access: which games a person may ask about, and where and by whom the operator lets the bot be used.

The id of a game is no secret: public posts show it, and a client can send any id. Every request that names a
game goes through `open_game` or `invited_game`. A refusal reads the same from the store as a game that does
not exist, so that the time it takes does not tell which games exist.
"""

from base64 import b32encode
from hashlib import sha256
from hmac import compare_digest

from bot.matches.match import Match
from bot.matches.repository import MatchRepository, UnknownGame
from bot.model.identity import Chat, Destination, Person
from bot.model.port import Platforms
from bot.settings import Settings
from bot.store import Store

_LETTERS = 8


async def open_game(repository: MatchRepository, person: Person, chat: Chat, game: str) -> Match:
    """The match of an id: in a chat where it is or was shown, and for its players in every chat.

    Raises UnknownGame for everybody else, and UnreadableGame.
    """
    if not await plays(repository, person, game) and not await repository.store.chats.is_told_of(chat, game):
        raise UnknownGame(game)
    return await repository.read(game)


async def plays(repository: MatchRepository, person: Person, game: str) -> bool:
    """Whether a person has a seat in a game, or one that somebody else plays until they come back."""
    people = repository.store.people
    if await people.has_seat(person, game):
        return True
    accounts = await people.linked_accounts(person)
    if (await people.hands_seen(game, accounts)).isdisjoint(accounts):
        return False
    roster = (await repository.read(game)).roster
    return any(roster.owned_seat(str(one)) is not None for one in accounts)


async def invited_game(repository: MatchRepository, code: str) -> Match:
    """The match that an invitation code opens to everybody who has it. Raises UnknownGame, UnreadableGame."""
    game = code.partition("-")[0]
    opening, renewed = await repository.opening(game), await repository.store.chats.invitation_secret(game)
    right = invitation(game, opening.secret if opening else "", renewed)
    if not compare_digest(code.encode(errors="replace"), right.encode()) or opening is None:
        raise UnknownGame(game)
    return await repository.read(game)


def invitation(game: str, secret: str, renewed: str = "") -> str:
    """The code by which a chat follows a game: its public id, and secret letters.

    `renewed` is the secret that was drawn when the code was last renewed: earlier codes are invalid.
    """
    digest = sha256(f"follow {game} {secret}{renewed}".encode()).digest()
    return f"{game}-{b32encode(digest).decode().lower()[:_LETTERS]}"


class AllowList:
    """Answers from the operator's settings.

    Without a list of allowed places, all that are not denied are allowed. Persons are treated alike.
    """

    def __init__(self, settings: Settings, platforms: Platforms, store: Store) -> None:
        self._settings = settings
        self._platforms = platforms
        self._store = store

    async def allows(self, to: Destination) -> bool:
        """Whether the bot may be used in a chat, or by a person.

        A denied account also denies all accounts linked to it.
        """
        match to:
            case Person():
                allowed, denied = self._settings.allowed_persons, self._settings.denied_persons
                if allowed and str(to) not in allowed:
                    return False
                return not denied or denied.isdisjoint(map(str, await self._store.people.linked_accounts(to)))
            case Chat():
                platform = self._platforms.get(to.platform) if self._names_places else None
                place = await platform.place_of(to) if platform else None
                if place is None:
                    return True
                allowed, denied = self._settings.allowed_places, self._settings.denied_places
                earlier = await self._store.chats.earlier_addresses(Chat(place.platform, place.id))
                names = {str(place), *map(str, earlier)}
                return (not allowed or not allowed.isdisjoint(names)) and denied.isdisjoint(names)

    async def allows_game(self, game: str) -> bool:
        """Whether the bot may be used in the home of a game; else the game stands still."""
        home = await self._store.chats.home_of(game) if self._names_places else None
        return home is None or await self.allows(home)

    @property
    def _names_places(self) -> bool:
        """Whether the lists name places."""
        return bool(self._settings.allowed_places or self._settings.denied_places)
