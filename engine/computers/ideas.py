"""What else could be done: the moves that a search compares with the planner's, the likeliest first."""

from collections.abc import Iterator

from engine.actions import Action, DrawTickets, KeepTickets
from engine.computers.claiming import paid, urgency
from engine.computers.drawing import drawn
from engine.computers.ending import borrowed
from engine.computers.habits import HABITS
from engine.computers.mind import Mind
from engine.computers.normal import best_tickets
from engine.game import ChooseTickets, TakeTurn
from engine.view import View

_WANTED, _BY_POINTS = 3, 2
"""Claims of the plan, and claims of most points, that are looked at."""


def ideas(view: View) -> Iterator[Action]:
    """Moves for this decision, the planner's own among them; a second card and a tunnel are left to it."""
    match view.decision:
        case ChooseTickets() as choice:
            yield from map(KeepTickets, best_tickets(view, choice, HABITS))
        case TakeTurn():
            yield from _in_a_turn(Mind(view, HABITS))
        case _:
            pass


def _in_a_turn(mind: Mind) -> Iterator[Action]:
    """A station, a card, claims of the plan, tickets, the claims of most points."""
    thoughts = filter(None, (borrowed(mind), drawn(mind)))
    ids, places = mind.table.board.route_ids, mind.options.claims.places
    payable = [ids.index(name) for name in places]
    wanted = sorted((route for route in payable if route in mind.wanted), key=lambda r: -urgency(mind, r))
    by_points = sorted(payable, key=mind.worth_by_itself, reverse=True)
    yield from (thought.action for thought in thoughts)
    yield from (paid(mind, route) for route in wanted[:_WANTED])
    yield from mind.options.of(DrawTickets)
    yield from (paid(mind, route) for route in by_points[:_BY_POINTS])
