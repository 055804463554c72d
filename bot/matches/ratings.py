"""Results of finished games by their logs, and the ratings that follow from them, kept up to date.

A result is what a game was for a person who had a seat at the end. People are rated by the games that they
play against each other (openskill, the Plackett-Luce model).
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from openskill.models import PlackettLuce

from bot.matches import roster_events as happened
from bot.matches.match import LogEvent, Step
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import BY_CLOCK, END
from bot.model.identity import Person
from bot.store import Result, UnreadableGame
from engine.events import GameEnded, GameStarted, MovesUndone

LEAST_PERSONS = 2
"""The persons that a rated game has at least."""

Turns = tuple[int, int]
"""The turns that somebody had to take on a clock, and how many of them they took in time."""

BEGINNING, STEP = 1000, 40
"""The rating of somebody who has not played, and points of it for one of openskill's ordinal."""

PROVISIONAL = 5
"""A rating of fewer games is provisional."""

Strength = tuple[float, float]
"""What is known of somebody's strength: the estimate `mu`, and how uncertain it is, `sigma`."""

_MODEL = PlackettLuce()


async def bring_up_to_date(repository: MatchRepository) -> None:
    """Read the games that have ended, or whose end was taken back, and rate everybody again.

    Games are rated in the order in which they ended, not in which they are read.
    """
    store = repository.store
    changed = await store.results.changed_games()
    for game in changed:
        with suppress(UnknownGame, UnreadableGame):
            match, closed_at = await repository.read(game), await store.log.closed_at(game)
            if match.roster.status is not Status.OVER or closed_at is None:
                await store.results.withdraw(game)
                continue
            steps = await repository.steps(game, 0)
            if results := results_of(steps):
                await store.results.write(results, started_at(steps), closed_at)
    if changed:
        await rate_again(repository)


async def rate_again(repository: MatchRepository) -> None:
    """Rate everybody again from the first rated game on, and write what is different."""
    rated = await repository.store.results.rated()
    before = {(result.game, result.seat): strength_of(result) for result in rated}
    after = await asyncio.to_thread(ratings, rated)
    changed = {seat: strength for seat, strength in after.items() if before[seat] != strength}
    if changed:
        await repository.store.results.set_ratings(changed)


# ---- results


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
        if not holder.person or holder.conceded:
            continue
        # Their place counts if they had the seat from the beginning, and no computer has it at the end; never
        # in practice, which has hints.
        had_help = match.roster.opened_for_practice or holder.level or holder.stands_in_for
        has_place = not (had_help or holder.earlier)
        due, in_time = turns_on_clock(steps, line.seat)
        result = Result(
            game=match.id,
            seat=line.seat,
            person=Person.parse(holder.person),
            ended_at=ended_at,
            board=match.roster.board,
            players=table.players,
            place=line.place if has_place else None,
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


def is_rated(steps: Sequence[Step]) -> bool:
    """Whether a game was played by persons alone, at least two, and nobody left or was replaced.

    A game that an admin set back is not rated, because its players have seen later cards, nor is one that the
    table agreed to end unrated. A single turn that a computer finished, because the time for it was up,
    changes nothing.
    """
    holders = steps[-1].after.roster.holders
    disturbed = any(
        isinstance(
            step.event,
            happened.ComputerTookOver
            | happened.SeatGivenUp
            | happened.PersonTookOver
            | happened.GameRolledBack,
        )
        or _ends_unrated(step)
        for step in steps
        if step.before and step.before.game
    )
    return len(holders) >= LEAST_PERSONS and all(one.person for one in holders) and not disturbed


def _ends_unrated(step: Step) -> bool:
    """Whether everybody agreed with this step to end the game, and not to rate it."""
    vote = step.before.roster.vote if step.before else None
    return step.event == happened.VoteClosed(True) and vote is not None and vote.question == END


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
        if isinstance(event, happened.SeatSkipped | happened.ComputerTookOver):
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


# ---- ratings


def shown_rating(strength: Strength) -> int:
    """A strength as a plain number: with much certainty, the person is at least this strong.

    >>> shown_rating((25.0, 25 / 3)), shown_rating((30.0, 5.0))
    (1000, 1600)
    """
    mu, sigma = strength
    return round(BEGINNING + STEP * (mu - 3 * sigma))


def ratings(rated: Iterable[Result]) -> dict[tuple[str, int], Strength]:
    """The strength of everybody after each rated game, by game and seat.

    `rated` are the results of all rated games in the order in which they ended. If the result of a player was
    deleted, the others keep the rating that the game gave them when it was complete.
    """
    latest: dict[str, Strength] = {}
    after_game: dict[tuple[str, int], Strength] = {}
    for _, seats in groupby(rated, key=attrgetter("game")):
        game = tuple(seats)
        strengths: Sequence[Strength | None]
        if len(game) < game[0].players:
            strengths = [strength_of(result) for result in game]
        elif len({result.human for result in game}) < len(game):
            continue
        else:
            places = [float(result.place or result.players) for result in game]
            strengths = rate([latest.get(result.human) for result in game], places)
        for result, strength in zip(game, strengths, strict=True):
            if strength:
                latest[result.human] = after_game[result.game, result.seat] = strength
    return after_game


def strength_of(result: Result) -> Strength | None:
    """The strength of a person after a game, where that was rated."""
    return None if result.mu is None or result.sigma is None else (result.mu, result.sigma)


def rate(before: Sequence[Strength | None], places: Sequence[float]) -> list[Strength]:
    """The strength of each player after a game, from that before it (None: the first game) and the place."""
    teams = [[_MODEL.rating(*strength) if strength else _MODEL.rating()] for strength in before]
    return [(player.mu, player.sigma) for (player,) in _MODEL.rate(teams, ranks=list(places))]
