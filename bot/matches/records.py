"""The record of a game, from its log."""

from collections.abc import Iterator, Sequence

from bot.matches.match import Step
from bot.matches.repository import MatchRepository
from bot.matches.roster import RosterEvent, Status
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
    match = steps[-1].after
    if match.game is None:
        raise OperatorError(f"Game {game} has not begun.")
    if match.roster.status is not Status.OVER and not unfinished:
        raise OperatorError(
            f"Game {game} is not over: its record would reveal secrets. Use --unfinished to export it."
        )
    return record_text(record_of(_rows(steps), match.roster.names, unfinished=unfinished))


def _rows(steps: Sequence[Step]) -> Iterator[LogRow]:
    for step in steps:
        if not isinstance(step.event, RosterEvent):
            yield step.at, step.action, step.event
