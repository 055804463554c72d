"""The results of a finished game by its log: what it was for each person who had a seat at the end."""

from collections.abc import Sequence
from datetime import datetime

from bot.matches.match import LogEvent, Match, Step
from bot.matches.roster import SeatHolder, Status
from bot.matches.roster_events import (
    BY_CLOCK,
    ComputerTookOver,
    GameRolledBack,
    PersonTookOver,
    SeatGivenUp,
    SeatSkipped,
)
from bot.model.identity import Person
from bot.store import Result
from engine.events import GameEnded, GameStarted, MovesUndone

LEAST_PERSONS = 2
"""The persons that a rated game has at least."""

Turns = tuple[int, int]
"""The turns that somebody had to take on a clock, and how many of them they took in time."""


def results_of(steps: Sequence[Step]) -> tuple[Result, ...]:
    """The results of a game, from all its steps; none of a game that is not over.

    `rated` is about the game alone: the people may not want it.
    """
    match, table = steps[-1].after, steps[-1].after.table
    if match.roster.status is not Status.OVER or table is None or table.sheet is None:
        return ()
    ended_at, rated, results = _last(steps, GameEnded), is_rated(steps), list[Result]()
    for line in table.sheet.seats:
        holder = match.roster.holders[line.seat]
        if not holder.person:
            continue
        due, in_time = turns_on_clock(steps, line.seat)
        result = Result(
            game=match.id,
            seat=line.seat,
            person=Person.parse(holder.person),
            ended_at=ended_at,
            board=match.roster.board,
            players=table.players,
            place=line.place if _has_place(match, holder) else None,
            score=line.total,
            tickets=len(line.tickets),
            completed=line.completed,
            path=line.path_length,
            routes=tuple(route.id for route in table.board.routes_in(table.routes[line.seat])),
            due=due,
            in_time=in_time,
            rated=rated,
        )
        results.append(result)
    return tuple(results)


def started_at(steps: Sequence[Step]) -> datetime:
    """When a game began."""
    return _last(steps, GameStarted)


def _last(steps: Sequence[Step], kind: type[LogEvent]) -> datetime:
    return next(step.at for step in reversed(steps) if isinstance(step.event, kind))


def _has_place(match: Match, holder: SeatHolder) -> bool:
    """Whether the person had the seat from the beginning, and no computer has it at the end.

    Nobody has a place in a practice game: it has hints.
    """
    return not (match.roster.opened_for_practice or holder.level or holder.earlier or holder.stands_in_for)


def is_rated(steps: Sequence[Step]) -> bool:
    """Whether a game was played by persons alone, at least two, and nobody left or was replaced.

    A game that an admin set back is not rated, because its players have seen later cards. A single turn that
    a computer finished, because the time for it was up, changes nothing.
    """
    holders = steps[-1].after.roster.holders
    disturbed = any(
        isinstance(step.event, ComputerTookOver | SeatGivenUp | PersonTookOver | GameRolledBack)
        for step in steps
        if step.before and step.before.game
    )
    return len(holders) >= LEAST_PERSONS and all(one.person for one in holders) and not disturbed


def turns_on_clock(steps: Sequence[Step], seat: int) -> Turns:
    """The turns on a clock of the person who had a seat at the end, and how many they took in time.

    A turn that others skipped does not count; one that was undone counts once.
    """
    person = steps[-1].after.roster.holders[seat].person
    taken, late = set[int](), set[int]()
    for step in steps:
        before, after, event = step.before, step.after.roster, step.event
        if before is None or before.game is None or before.roster.clock is None:
            continue
        holder = before.roster.holders[seat]
        turn = holder.clock.turn
        if turn is None or holder.person != person or holder.by_computer:
            continue
        if isinstance(event, SeatSkipped | ComputerTookOver):
            if event.seat == seat and event.cause == BY_CLOCK:
                late.add(turn)
        elif (
            after.clock is not None
            and after.holders[seat].clock.turn != turn
            and not after.holders[seat].by_computer
            and not isinstance(event, MovesUndone)
        ):
            taken.add(turn)
    return len(taken | late), len(taken - late)
