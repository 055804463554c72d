"""Results of games, as tests describe them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.identity import Person
from bot.store import Result

ANNA, BORIS, CARL = (Person("hall", name) for name in ("anna", "boris", "carl"))
_BEGUN = datetime(2026, 3, 1, 18, tzinfo=UTC)

_PLAIN = Result(
    game="",
    seat=0,
    person=ANNA,
    ended_at=_BEGUN,
    board="europe",
    players=0,
    place=1,
    score=100,
    tickets=3,
    completed=2,
    path=20,
    routes=(),
    due=0,
    in_time=0,
    rated=True,
)


def result(number: int, person: Person, place: int | None, players: int = 2, **fields: object) -> Result:
    """The result of a person in a game; games end day after day, by their numbers."""
    at, human = _BEGUN + timedelta(days=number), str(person)
    known = {"game": f"g{number}", "person": person, "place": place, "players": players, "ended_at": at}
    return replace(_PLAIN, **(known | {"human": human} | fields))  # type: ignore[arg-type]


def game(number: int, *people: Person, **fields: object) -> list[Result]:
    """The results of a game, the winner first."""
    return [
        result(number, person, place, len(people), seat=place - 1, **fields)
        for place, person in enumerate(people, 1)
    ]
