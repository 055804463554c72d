"""Turns: the outcome of an action, what was built, and which turns decided a game that is over."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster import Status
from bot.matches.roster_events import RosterEvent
from bot.model.identity import Person
from bot.store.values import NO_UPDATES, RowUpdates
from engine.actions import Action
from engine.events import GameEnded, MovesUndone, RouteClaimed, StationBuilt, TurnStarted
from engine.game import Game, Table
from engine.network import connected, ticket_points
from engine.rulebook import apply
from engine.undo import standing

STALE = "stale"
"""The key of the outcome of a stale button: the decision that it answers has been made already."""


def decide(match: Match, seat: int, action: Action) -> Outcome:
    """The outcome of a seat's action. Raises CommandRefused, and IllegalAction where a rule forbids it."""
    if match.roster.status is not Status.RUNNING or match.game is None:
        raise CommandRefused("not-started" if match.roster.status is Status.LOBBY else "game-is-over")
    game, events = apply(match.game, seat, action)
    updates = RowUpdates(closed=True) if game.table.over else NO_UPDATES
    return Outcome(events, "played", updates=updates, game=game)


def decide_as(person: Person, match: Match, action: Action, revision: int | None = None) -> Outcome:
    """The outcome of a person's action; `revision` is that of a button.

    Raises as `decide` does. A stale button writes nothing (see STALE). The action is judged and written on
    the same state, so the second of two clicks on one button is stale.
    """
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise CommandRefused("not-your-seat")
    if revision is not None and not match.asks(seat, revision):
        return Outcome((), STALE)
    if match.roster.holders[seat].level and match.roster.status is Status.RUNNING:
        raise CommandRefused("already-away")
    return decide(match, seat, action)


def standing_steps(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps that still count: without moves that a later step undid, and without the undo itself."""
    if not any(isinstance(step.event, MovesUndone) for step in steps):
        return tuple(steps)
    events = [step.event for step in steps if not isinstance(step.event, RosterEvent)]
    first = next(number for step in steps if (number := _number(step)))
    stand = standing(events, first)
    return tuple(step for step in steps if isinstance(step.event, RosterEvent) or _number(step) in stand)


def _number(step: Step) -> int:
    """The number of an event of play in its game; 0 for other events."""
    game = step.after.game
    return game.seq if game and not isinstance(step.event, RosterEvent) else 0


def built_in(steps: Iterable[Step]) -> tuple[str, ...]:
    """The routes that were claimed in these steps, and the cities of the stations that were built, by id."""
    return tuple(
        step.event.route if isinstance(step.event, RouteClaimed) else step.event.city
        for step in standing_steps(tuple(steps))
        if isinstance(step.event, RouteClaimed | StationBuilt)
    )


def steps_since_turn(steps: Sequence[Step], seat: int) -> tuple[Step, ...]:
    """The steps since the last turn that a seat has ended, or since starting tickets were chosen.

    The turn that the seat takes now is left out. `steps` go back beyond that, or to where they begin.
    """
    end = len(steps)
    while end and _takes_turn(steps[end - 1], seat):
        end -= 1
    begin = end
    while begin and not _takes_turn(steps[begin - 1], seat) and _in_play(steps[begin - 1]):
        begin -= 1
    first = begin < end and isinstance(steps[begin].event, TurnStarted)
    return tuple(steps[begin + first : end])


def _takes_turn(step: Step, seat: int) -> bool:
    table = step.after.table
    return table is not None and not table.choosing and not table.over and table.seat == seat


def _in_play(step: Step) -> bool:
    return step.before is not None and step.before.table is not None and not step.before.table.choosing


def last_built(table: Table) -> tuple[str, ...]:
    """The route or the city of the last move on the map, by id; nothing before any."""
    return (table.last[1],) if table.last else ()


# ---- what decided a game

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
    return tuple(points + sum(done_by(game, seat).values()) for seat, points in enumerate(game.table.points))


def done_by(game: Game, seat: int) -> Mapping[int, int]:
    """The tickets of a seat that its own routes complete, and what each wins."""
    board = game.table.board
    cities = connected(board.routes_in(game.table.routes[seat]))
    won = {number: ticket_points(board.ticket[number], cities) for number in game.tickets[seat]}
    return {number: points for number, points in sorted(won.items()) if points}


def turning_points(points: Sequence[Sequence[int]], winner: int) -> list[TurningPoint]:
    """The turns that changed the lead of the winner over the best other player most, in order.

    `points` has those of each seat after every turn. Of equal changes, the later ones count.
    """
    leads = [0, *(_lead(row, winner) for row in points)]
    changes = [(turn, was, now) for turn, (was, now) in enumerate(pairwise(leads)) if was != now]
    return sorted(sorted(changes, key=lambda change: (abs(change[2] - change[1]), change[0]))[-MOST_TURNS:])


def _lead(points: Sequence[int], winner: int) -> int:
    return points[winner] - max((of_seat for seat, of_seat in enumerate(points) if seat != winner), default=0)
