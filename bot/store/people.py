"""Persons, and where they sit."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, select

from bot.model.identity import Chat, DmChannel, Person, Ping
from bot.store.bookmarks import begin_bookmark
from bot.store.cache import remembered
from bot.store.identities import Identities
from bot.store.schema import games, identities, letterboxes, persons, seats
from bot.store.statements import Cells, among, matches, put
from bot.store.values import Profile, Sitting

_KNOWN = ("name", "language", "token_digest", "ping", "confirm")
"""What a profile says of its person."""

_OF_SITTINGS = seats, games, identities


class People(Identities):
    """Persons, their names and what they have set, their letterboxes and their seats."""

    @remembered(persons)
    async def person(self, person: Person) -> Profile | None:
        """What is known of a person."""
        return next(iter(await self._profiles(matches(persons, _key(person)))), None)

    async def person_of_token(self, token_digest: str) -> Profile | None:
        """The person whom a token belongs to."""
        return next(iter(await self._profiles(persons.c.token_digest == token_digest)), None)

    async def persons(self, platform: str) -> tuple[Profile, ...]:
        """Everybody known of a platform, by name."""
        return await self._profiles(persons.c.platform == platform)

    async def save_person(self, profile: Profile) -> None:
        """Write what is known of a person, over what was known before."""
        await self._write(
            put, persons, _key(profile.person), {name: getattr(profile, name) for name in _KNOWN}
        )

    async def names(self, people: Collection[Person]) -> dict[Person, str]:
        """The names of those people who are known."""
        return {profile.person: profile.name for profile in await self._profiles(among(persons, people))}

    @remembered(letterboxes)
    async def dm_channel(self, person: Person) -> DmChannel:
        """Where a person's private messages go, as far as is known."""
        query = select(letterboxes.c.channel, letterboxes.c.closed).where(matches(letterboxes, _key(person)))
        return next((DmChannel(*row) for row in await self._rows(query)), DmChannel())

    async def save_dm_channel(self, person: Person, dm_channel: DmChannel) -> None:
        """Write where a person's private messages go, over what was known before."""
        values = {"channel": dm_channel.channel, "closed": dm_channel.closed}
        await self._write(put, letterboxes, _key(person), values)

    @remembered(seats)
    async def called_in(self, game: str, person: Person) -> Chat | None:
        """The chat in which a player of a game sat down, where they are called."""
        query = select(seats.c.chat).where(matches(seats, {"game": game, **_key(person)}))
        chat = await self._value(query)
        return None if chat is None else Chat(person.platform, chat)

    async def seats(self, game: str) -> dict[int, Person]:
        """Who sits where in a game; seats of computers are left out."""
        query = select(seats.c.seat, seats.c.platform, seats.c.person).where(seats.c.game == game)
        rows = await self._rows(query.order_by(seats.c.seat))
        return {number: Person(platform, id) for number, platform, id in rows}

    @remembered(*_OF_SITTINGS)
    async def games_of(self, person: Person) -> tuple[Sitting, ...]:
        """Where a person sits, as whoever they are, in every chat: the latest game first, closed ones too."""
        columns = seats.c.platform, seats.c.person, seats.c.game, seats.c.seat, games.c.closed_at.is_not(None)
        query = select(*columns).join(games, games.c.id == seats.c.game)
        query = query.where(among(seats, await self.linked_accounts(person)))
        rows = await self._rows(query.order_by(games.c.opened_at.desc(), games.c.id))
        return tuple(Sitting(Person(platform, id), *sits) for platform, id, *sits in rows)

    async def _profiles(self, which: ColumnElement[bool]) -> tuple[Profile, ...]:
        query = select(persons).where(which).order_by(persons.c.name, persons.c.person)
        return tuple(_profile(row) for row in await self._rows(query))


def take_seats(
    connection: Connection, game: str, taken: Mapping[int, Person | None], told: int, chat: Chat | None
) -> None:
    """Give seats to people, whose bookmarks begin at `told` where there are none yet, or to nobody.

    Those of the platform of `chat` sat down there; of others it is known already where they did.
    """
    called = _called(connection, game)
    for number, person in taken.items():
        key = {"game": game, "seat": number}
        if person is None:
            connection.execute(delete(seats).where(matches(seats, key)))
            continue
        here = chat.id if chat and chat.platform == person.platform else called.get(person)
        put(connection, seats, key, {**_key(person), "chat": here})
        begin_bookmark(connection, person, game, told)


def _called(connection: Connection, game: str) -> dict[Person, str]:
    """The chats in which the players of a game sat down."""
    query = select(seats.c.platform, seats.c.person, seats.c.chat).where(seats.c.game == game)
    return {Person(platform, id): chat for platform, id, chat in connection.execute(query)}


def _profile(row: Row[Any]) -> Profile:
    known = {name: row._mapping[name] for name in _KNOWN}
    return Profile(Person(row.platform, row.person), **known | {"ping": Ping(row.ping)})


def _key(person: Person) -> Cells:
    return {"platform": person.platform, "person": person.id}
