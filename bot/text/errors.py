"""Why an action is refused: the rule that forbids it, and what would be legal."""

from collections.abc import Sequence

from bot.text.i18n import Phrases, person
from bot.text.labels import card, cards, city, listed, route_name, row
from engine.actions import Action, BuildStation, ClaimRoute, PaySurcharge
from engine.board import GRAY, Board
from engine.cards import CARDS, LOCOMOTIVE
from engine.game import Table
from engine.payments import laid_color, surcharge
from engine.refusals import Fact, IllegalAction, Reason

_PRICED = frozenset(
    {
        Reason.CARDS_NOT_HELD,
        Reason.WRONG_NUMBER_OF_CARDS,
        Reason.MIXED_COLORS,
        Reason.FERRY_NEEDS_LOCOMOTIVES,
    }
)
"""Where the price says which cards would be right."""


def refusal(
    error: IllegalAction,
    table: Table,
    names: Sequence[str],
    phrases: Phrases,
    action: Action | None = None,
) -> str:
    """One sentence: the rule that an action breaks, and what would be legal.

    `names` are the players', by seat. With the `action`, the sentence about a wrong payment names the price.
    """
    why = phrases.say(f"refused-{error.reason}", **_values(error, table, names, phrases))
    price = _price(action, table, phrases) if error.reason in _PRICED else ""
    if not price:
        return phrases.say("refused", why=why)
    return phrases.say("refused-with-price", why=why, price=price)


def _values(
    error: IllegalAction, table: Table, names: Sequence[str], phrases: Phrases
) -> dict[str, str | int]:
    """The facts of a refusal in words, and those of the table that help."""
    values: dict[str, str | int] = {
        "row": row(table.row, phrases),
        "waiting": listed([person(names[seat]) for seat in table.waiting_for], phrases),
        "letters": ", ".join(card(letter, phrases) for letter in CARDS),
    }
    for name, fact in error.facts.items():
        values |= _value(name, fact, table.board, names, phrases)
    return values


def _value(
    name: str, fact: Fact, board: Board, names: Sequence[str], phrases: Phrases
) -> dict[str, str | int]:
    """One fact in words. Text that names nothing on the board is not repeated."""
    match name, fact:
        case "seat", int(seat):
            return {"name": names[seat]}
        case "route", str(route) if route in board.route:
            return {"route": route_name(board, route, phrases.language)}
        case "city", str(place) if place in board.city:
            return {"city": city(board, place, phrases.language)}
        case "card" | "color", str(letter):
            return {name: card(letter, phrases)}
        case "missing", str(missing):
            return {"missing": cards(missing, phrases)}
        case _, int(number):
            return {name: number}
        case _:
            return {}


def _price(action: Action | None, table: Table, phrases: Phrases) -> str:
    """What would pay for the place; empty where nothing costs cards."""
    match action:
        case ClaimRoute(route):
            return _route_price(table.board, route, phrases)
        case BuildStation():
            cost = table.rules.station_costs[len(table.stations[table.seat or 0])]
            return phrases.say("price-station", count=cost)
        case PaySurcharge():
            return _surcharge_price(table, phrases)
        case _:
            return ""


def _route_price(board: Board, id: str, phrases: Phrases) -> str:
    """Claiming Routes and Ferries."""
    route, name = board.route[id], route_name(board, id, phrases.language)
    if route.color == GRAY:
        price = phrases.say("price-gray", route=name, count=route.length)
    else:
        price = phrases.say("price-color", route=name, count=route.length, color=card(route.color, phrases))
    if not route.ferry:
        return price
    return phrases.say("price-ferry", price=price, locomotives=LOCOMOTIVE * route.ferry)


def _surcharge_price(table: Table, phrases: Phrases) -> str:
    """Tunnels."""
    assert table.tunnel is not None
    color = laid_color(table.tunnel.laid)
    owed = surcharge(table.tunnel.laid, table.tunnel.revealed)
    key = "price-surcharge-locomotives" if color == LOCOMOTIVE else "price-surcharge"
    return phrases.say(key, count=owed, color=card(color, phrases))
