"""The operator's lists: where the bot may be used, and by whom."""

from bot.model.identity import Chat, Destination, Person
from bot.model.port import Platforms
from bot.settings import Settings
from bot.store import Store


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
