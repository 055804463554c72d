"""Hints for a first game: at most one a turn, about what a player can do now, from what they can see."""

from bot.text.i18n import Phrases
from bot.text.labels import card, route_name, ticket_cities
from bot.text.route_choices import needed_routes, tickets_served
from engine.game import ChooseTickets, TakeTurn
from engine.options import options
from engine.payments import shortfall
from engine.view import View


def first_hint(view: View, phrases: Phrases) -> str:
    """The hint for the beginning of a turn, or for the starting tickets; "" at any other time."""
    match view.decision:
        case ChooseTickets(starting=True):
            return phrases.say("first-tickets")
        case TakeTurn() if view.table.turns_left is None:
            return _of_turn(view, phrases)
        case _:
            return ""


def _of_turn(view: View, phrases: Phrases) -> str:
    """The first that applies: a route to claim, further tickets, how to begin, or which cards are missing."""
    board, needed = view.table.board, [view.table.board.route[route] for route in needed_routes(view)]
    payable = set(options(view).claims.places)
    ready = [route for route in needed if route.id in payable]
    if ready:
        best = max(ready, key=lambda route: (route.length, route.id))
        name = route_name(board, best.id, phrases.language)
        served = ticket_cities(board, tickets_served(view, best.id)[0], phrases)
        return phrases.say("first-claim", route=name, ticket=served)
    if not needed:
        return phrases.say("first-more")
    if view.table.turn <= view.table.players:
        return phrases.say("first-draw")
    nearest = min(needed, key=lambda route: (shortfall(route.price, view.hand)[0], -route.length, route.id))
    lacks, color = shortfall(nearest.price, view.hand)
    name, shown = route_name(board, nearest.id, phrases.language), card(color, phrases)
    return phrases.say("first-lacks", route=name, count=lacks, color=shown)
