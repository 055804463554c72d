"""Results of finished games: kept for people who want them counted, and derived from the logs."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    exists,
    or_,
    select,
    update,
)

from bot.model.identity import Chat, Person
from bot.store.archives import END
from bot.store.part import StorePart, cached
from bot.store.schema import archived_games, events, games, identities, persons, results, seats
from bot.store.statements import Cells, among, key_of, matches, of_home, put
from bot.store.values import Result

Ratings = Mapping[tuple[str, int], tuple[float, float]]
"""The rating of each seat of a game after it: `mu` and `sigma`, by game and seat."""


class ResultStore(StorePart):
    """The results of people who want them counted."""

    @cached(persons)
    async def counted_since(self, person: Person) -> datetime | None:
        """Since when a person has had their results counted; None where they do not want it."""
        return await self._database.value(select(persons.c.counted_since).where(among(persons, [person])))

    async def count(self, people: Collection[Person], at: datetime) -> None:
        """Count the results of these accounts from now on, and those of games that they have finished."""
        hidden = persons.c.counted_since.is_(None)
        counted = update(persons).where(among(persons, people), hidden).values(counted_since=at)
        await self._database.execute(counted)

    async def hide(self, people: Collection[Person]) -> None:
        """Show the results of these accounts no longer, and add none."""
        hidden = update(persons).where(among(persons, people)).values(counted_since=None)
        await self._database.execute(hidden)

    async def delete(self, people: Collection[Person], at: datetime) -> None:
        """Delete the results of these accounts. Those of games that have ended do not come back."""

        def write(connection: Connection) -> None:
            connection.execute(delete(results).where(among(results, people)))
            off = {"counted_since": None, "counted_from": at}
            connection.execute(update(persons).where(among(persons, people)).values(off))

        await self._database.write(write)

    async def changed_games(self) -> tuple[str, ...]:
        """The games whose results are missing, or no longer those of their logs."""
        rows = [*await self._database.rows(_STALE), *await self._database.rows(_MISSING)]
        return tuple(dict.fromkeys(game for (game,) in rows))

    async def write(self, of_game: Sequence[Result], started: datetime, closed_at: datetime) -> None:
        """Write the results of a game, of those people who want them counted.

        It is rated only if all of them wanted that before it `started`. A result that is known is kept.
        """
        await self._database.write(_write, of_game, started, closed_at)

    async def withdraw(self, game: str) -> None:
        """Remove the results of a game that is not over any more."""
        await self._database.execute(delete(results).where(results.c.game == game))

    async def rated(self) -> tuple[Result, ...]:
        """The results of all rated games, in the order in which they ended; hidden ones too."""
        return await self._results(results.c.rated)

    async def set_ratings(self, ratings: Ratings) -> None:
        """Write ratings into the results that are still there."""

        def write(connection: Connection) -> None:
            for (game, seat), (mu, sigma) in ratings.items():
                here = matches(results, {"game": game, "seat": seat})
                connection.execute(update(results).where(here).values(mu=mu, sigma=sigma))

        await self._database.write(write)

    @cached(results, persons, identities)
    async def of(self, people: Collection[Person]) -> tuple[Result, ...]:
        """The counted results of these accounts, in the order in which the games ended."""
        return await self._results(and_(_SHOWN, among(results, people)))

    @cached(results, persons, identities, games, seats)
    async def in_chat(self, chat: Chat | None) -> tuple[Result, ...]:
        """The counted results of games opened in a chat, or joined from there; None: of all games."""
        if chat is None:
            return await self._results(_SHOWN)
        opened_here = exists().where(games.c.id == results.c.game, matches(games, of_home(chat)))
        seat = and_(seats.c.game == results.c.game, seats.c.seat == results.c.seat)
        joined_here = exists().where(seat, matches(seats, key_of(chat)))
        return await self._results(and_(_SHOWN, or_(opened_here, joined_here)))

    async def _results(self, which: ColumnElement[bool]) -> tuple[Result, ...]:
        """Results as values. An account that is linked to no other is a human of its own."""
        values = []
        for row in await self._database.rows(_FOUND.where(which)):
            cells = dict(row._mapping)
            person = Person(cells.pop("platform"), cells.pop("person"))
            routes, human = tuple(json.loads(cells.pop("routes"))), cells.pop("human") or str(person)
            del cells["closed_at"]
            values.append(Result(**cells, person=person, routes=routes, human=human))
        return tuple(values)


def _same(one: Any, other: Any) -> ColumnElement[bool]:
    """Whether rows of two tables are about the same account."""
    return and_(one.c.platform == other.c.platform, one.c.person == other.c.person)


_SHOWN = persons.c.counted_since.is_not(None)

_FOUND: Select[Any] = (
    select(results, identities.c.human)
    .select_from(
        results.outerjoin(persons, _same(persons, results)).outerjoin(identities, _same(identities, results))
    )
    .order_by(results.c.ended_at, results.c.game, results.c.seat)
)

_STALE: Select[str] = (
    select(results.c.game)
    .distinct()
    .join(games, games.c.id == results.c.game)
    .where(or_(games.c.closed_at.is_(None), games.c.closed_at != results.c.closed_at))
    .order_by(results.c.game)
)


def _is_counted(ended_at: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a person has their results counted of a game that ended at a moment."""
    return and_(
        ended_at.is_not(None), or_(persons.c.counted_from.is_(None), ended_at > persons.c.counted_from)
    )


_MISSING: Select[str] = (
    select(seats.c.game)
    .distinct()
    .join(persons, _same(persons, seats))
    .join(games, games.c.id == seats.c.game)
    .where(
        _SHOWN,
        games.c.closed_at.is_not(None),
        ~exists().where(results.c.game == seats.c.game, results.c.seat == seats.c.seat),
        or_(
            exists().where(events.c.game == seats.c.game, events.c.kind == END, _is_counted(events.c.at)),
            exists().where(archived_games.c.game == seats.c.game, _is_counted(archived_games.c.ended_at)),
        ),
    )
    .order_by(seats.c.game)
)


def _write(connection: Connection, of_game: Sequence[Result], started: datetime, closed_at: datetime) -> None:
    game, ended_at = of_game[0].game, of_game[0].ended_at
    here = results.c.game == game
    connection.execute(delete(results).where(here, results.c.ended_at != ended_at))
    connection.execute(update(results).where(here).values(closed_at=closed_at))
    written = set(connection.scalars(select(results.c.seat).where(here)))
    counted = select(persons.c.platform, persons.c.person, persons.c.counted_since).where(
        _SHOWN,
        among(persons, [result.person for result in of_game]),
        or_(persons.c.counted_from.is_(None), persons.c.counted_from < ended_at),
    )
    since = {Person(platform, id): at for platform, id, at in connection.execute(counted)}
    early = sum(at <= started for at in since.values())
    for result in of_game:
        if result.person in since and result.seat not in written:
            rated = result.rated and early == result.players
            cells = _cells(result, closed_at, rated=rated)
            put(connection, results, {"game": game, "seat": result.seat}, cells)


def _cells(result: Result, closed_at: datetime, *, rated: bool) -> Cells:
    given = {name: getattr(result, name) for name in results.c.keys() if hasattr(result, name)}  # noqa: SIM118
    rest = {"closed_at": closed_at, "rated": rated, "routes": json.dumps(result.routes)}
    cells = {**given, **key_of(result.person), **rest}
    return {name: cell for name, cell in cells.items() if name not in ("game", "seat")}
