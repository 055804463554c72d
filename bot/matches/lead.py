"""The lead in a game that is over: points turn by turn, and the turns that changed it most."""

from collections.abc import Sequence
from itertools import pairwise

from bot.matches.match import Step
from bot.matches.turns import standing_steps
from engine.events import GameEnded, TurnStarted
from engine.game import Game
from engine.network import completed

MOST_TURNS = 3
"""Turns that are named."""

PlayedTurn = tuple[Game, Game]
"""The game when a turn begins, and when it is over."""

TurningPoint = tuple[int, int, int]
"""A turn, counted from 0, and the lead of the winner before and after it."""


def played_turns(steps: Sequence[Step]) -> list[PlayedTurn]:
    """Every turn in all steps of a match, without those that were undone."""
    cuts = [step for step in standing_steps(steps) if isinstance(step.event, TurnStarted | GameEnded)]
    return [
        (begun.after.game, ended.before.game)
        for begun, ended in pairwise(cuts)
        if begun.after.game and ended.before and ended.before.game
    ]


def points_by_turn(steps: Sequence[Step]) -> tuple[tuple[int, ...], ...]:
    """What each seat has from its routes and completed tickets after each turn in all steps of a match."""
    return tuple(points_of(after) for _, after in played_turns(steps))


def points_of(game: Game) -> tuple[int, ...]:
    """What each seat has from its routes and from the tickets that they complete."""
    return tuple(
        points + sum(game.table.board.ticket[number].points for number in done_by(game, seat))
        for seat, points in enumerate(game.table.points)
    )


def done_by(game: Game, seat: int) -> tuple[int, ...]:
    """The tickets of a seat that its own routes complete."""
    board = game.table.board
    tickets = [board.ticket[number] for number in game.tickets[seat]]
    return completed(board.routes_in(game.table.routes[seat]), tickets)


def turning_points(points: Sequence[Sequence[int]], winner: int) -> list[TurningPoint]:
    """The turns that changed the lead of the winner over the best other player most, in order.

    `points` has those of each seat after every turn. Of equal changes, the later ones count.
    """
    leads = [0, *(_lead(row, winner) for row in points)]
    changes = [(turn, was, now) for turn, (was, now) in enumerate(pairwise(leads)) if was != now]
    return sorted(sorted(changes, key=lambda change: (abs(change[2] - change[1]), change[0]))[-MOST_TURNS:])


def _lead(points: Sequence[int], winner: int) -> int:
    return points[winner] - max((of_seat for seat, of_seat in enumerate(points) if seat != winner), default=0)
