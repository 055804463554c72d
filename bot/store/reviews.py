"""Reviews of the turns of players: those that are still to be made, and those that are kept."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, select, update

from bot.model.identity import Person
from bot.store.part import StorePart
from bot.store.schema import reviews
from bot.store.statements import key_of, matches, put


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The review of a seat of a game, for the person who asked for it."""

    game: str
    seat: int
    person: Person
    language: str | None
    """In which the person waits for it; None once it was sent."""
    data: str | None
    """The review as JSON; None until it is made."""


class ReviewStore(StorePart):
    """The reviews that players have asked for."""

    async def ask(self, game: str, seat: int, person: Person, language: str) -> None:
        """Note that a person waits for the review of a seat."""
        cells = {**key_of(person), "language": language}
        await self._database.write(put, reviews, {"game": game, "seat": seat}, cells)

    async def read(self, game: str, seat: int) -> StoredReview | None:
        """The review of a seat; None where nobody has asked for it."""
        return next(iter(await self._find(_of(game, seat))), None)

    async def awaited(self) -> tuple[StoredReview, ...]:
        """The reviews that people wait for."""
        return await self._find(reviews.c.language.is_not(None))

    async def keep(self, game: str, seat: int, data: str) -> None:
        """Keep a review that was made, unless the person was forgotten meanwhile."""
        await self._database.execute(update(reviews).where(_of(game, seat)).values(data=data))

    async def end(self, game: str, seat: int) -> None:
        """Note that nobody waits for a review any more."""
        await self._database.execute(update(reviews).where(_of(game, seat)).values(language=None))

    async def _find(self, which: ColumnElement[bool]) -> tuple[StoredReview, ...]:
        cells = reviews.c
        columns = cells.game, cells.seat, cells.platform, cells.person, cells.language, cells.data
        rows = await self._database.rows(select(*columns).where(which).order_by(cells.game, cells.seat))
        return tuple(
            StoredReview(row.game, row.seat, Person(row.platform, row.person), row.language, row.data)
            for row in rows
        )


def _of(game: str, seat: int) -> ColumnElement[bool]:
    return matches(reviews, {"game": game, "seat": seat})
