"""The record of a game, from its log."""

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import RosterEvent
from bot.matches.tenures import tenures
from bot.settings import OperatorError
from engine.documents.record import LogRow, record_of, record_text


async def export(repository: MatchRepository, game: str, *, unfinished: bool = False) -> str:
    """The record of a game as JSON text. `unfinished` is for the operator only: it reveals every secret.

    Raises OperatorError if there is no such game, it has not begun, or it is not over.
    """
    try:
        steps = await repository.steps(game, 0)
    except KeyError:
        raise OperatorError(f"There is no game {game}.") from None
    _check(steps[-1].after, unfinished=unfinished)
    roster = steps[-1].after.roster
    record = record_of(
        _rows(steps),
        roster.names,
        seats=chain.from_iterable(tenures(steps)),
        secret=roster.deck_secret,
        published=roster.seal,
        contributions=[contribution for _, contribution in roster.contributions],
        unfinished=unfinished,
    )
    return record_text(record)


def _check(match: Match, *, unfinished: bool) -> None:
    """Raise OperatorError where a match has no record, or its record would reveal secrets."""
    if match.game is None:
        raise OperatorError(f"Game {match.id} has not begun.")
    if match.roster.status is not Status.OVER and not unfinished:
        raise OperatorError(
            f"Game {match.id} is not over: its record would reveal secrets. Use --unfinished to export it."
        )


def _rows(steps: Sequence[Step]) -> Iterator[LogRow]:
    for step in steps:
        if not isinstance(step.event, RosterEvent):
            yield step.at, step.action, step.event
