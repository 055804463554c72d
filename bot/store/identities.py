"""Which persons are one human: accounts on several platforms that their owner has linked."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, exists, or_, select, update

from bot.model.identity import Person
from bot.store.cache import remembered
from bot.store.database import Database
from bot.store.schema import deadlines, games, identities, seats
from bot.store.statements import Cells, among, matches, put
from bot.store.values import BothSeated, UnknownCode


class Identities(Database):
    """Persons who are one human. Everybody is alone until they link themselves with a code."""

    @remembered(identities)
    async def linked_accounts(self, person: Person) -> tuple[Person, ...]:
        """The person, and whoever else they are."""
        query = select(identities.c.platform, identities.c.person).where(_same_human(person))
        others = {Person(*row) for row in await self._rows(query)} - {person}
        return person, *sorted(others, key=str)

    async def offer_link(self, person: Person, code_digest: str, until: datetime) -> None:
        """Whoever says the code of this digest before `until` is the same human. An older code is void."""
        values = {"code_digest": code_digest, "code_until": until}
        await self._write(put, identities, _key(person), values)

    async def take_code(self, person: Person, code_digest: str, own_digest: str, now: datetime) -> Person:
        """The person has said a code, which is another one from now on; tells who gave it away.

        Raises UnknownCode, also where that was the person: then it is void.
        """
        giver = await self._write(_change_code, code_digest, own_digest, now)
        if giver is None or giver == person:
            raise UnknownCode
        return giver

    async def link(self, person: Person, code_digest: str, now: datetime) -> Person:
        """The person is the same human as whoever gave this code away, from now on; tells who that is.

        All that either was before, both are. Raises UnknownCode; BothSeated while both sit in one game
        that is not finished, or that can be restored. Whatever comes of it, the code is void.
        """
        other = await self._write(_change_code, code_digest, None, now)
        if other is None or other == person:
            raise UnknownCode
        await self._write(_link, person, other, code_digest)
        return other

    async def unlink(self, person: Person) -> None:
        """The person is nobody else any more."""
        await self._write(put, identities, _key(person), {"human": None})


def _change_code(connection: Connection, code_digest: str, to: str | None, now: datetime) -> Person | None:
    """Whoever gave a code away that is not too old. It is no code any more, but another one is, if any."""
    offered = identities.c.code_digest == code_digest, identities.c.code_until >= now
    query = select(identities.c.platform, identities.c.person).where(*offered)
    giver = next((Person(*row) for row in connection.execute(query)), None)
    connection.execute(update(identities).where(offered[0]).values(code_digest=to))
    return giver


def _link(connection: Connection, person: Person, other: Person, human: str) -> None:
    mine, theirs = _selves(connection, person), _selves(connection, other)
    if not mine & theirs and (game := _shared_game(connection, mine, theirs)):
        raise BothSeated(game)
    for one in mine | theirs:
        put(connection, identities, _key(one), {"human": human})


def _selves(connection: Connection, person: Person) -> set[Person]:
    query = select(identities.c.platform, identities.c.person).where(_same_human(person))
    return {person, *(Person(*row) for row in connection.execute(query))}


def _same_human(person: Person) -> ColumnElement[bool]:
    human = select(identities.c.human).where(matches(identities, _key(person))).scalar_subquery()
    return identities.c.human == human


def _shared_game(connection: Connection, mine: Collection[Person], theirs: Collection[Person]) -> str | None:
    """A game in which both sit, and which may still go on: it is not closed, or something is due in it."""
    due = exists().where(deadlines.c.game == games.c.id)
    sitting = [games.c.id.in_(select(seats.c.game).where(among(seats, who))) for who in (mine, theirs)]
    query = select(games.c.id).where(*sitting, or_(games.c.closed_at.is_(None), due)).limit(1)
    return connection.scalar(query)


def _key(person: Person) -> Cells:
    return {"platform": person.platform, "person": person.id}
