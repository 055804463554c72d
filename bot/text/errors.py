"""The sentences about errors: a rule that forbids an action, a refused command, or a failure."""

from collections.abc import Sequence

from bot.matches.outcomes import CommandRefused
from bot.store import StoreError
from bot.text.i18n import Phrases, person
from bot.text.labels import card, city, lettered_card, listed, route_name, row, shown_cards, trains
from bot.text.truncate import shortened
from engine.actions import Action, BuildStation, ClaimRoute, PaySurcharge
from engine.board import GRAY, Board
from engine.cards import CARDS, LOCOMOTIVE, Counts, letters
from engine.game import Table
from engine.payments import laid_color, shortfall, surcharge
from engine.refusals import Fact, IllegalAction, Reason

_LONGEST_VALUE = 1000
"""Signs of a value in the sentence of a refusal."""

_PRICED = frozenset(
    {
        Reason.CARDS_NOT_HELD,
        Reason.WRONG_NUMBER_OF_CARDS,
        Reason.MIXED_COLORS,
        Reason.FERRY_NEEDS_LOCOMOTIVES,
    }
)
"""Rules about payments: their sentence also names the price."""


def refusal(
    error: IllegalAction,
    table: Table,
    names: Sequence[str],
    phrases: Phrases,
    action: Action | None = None,
    hand: Counts | None = None,
) -> str:
    """One sentence: the rule that an action breaks, and what would be legal.

    `names` are the players', by seat. With the `action`, the sentence about a wrong payment names the price;
    with the player's `hand` too, and where no cards were given, also what they have and lack.
    """
    why = phrases.say(f"refused-{error.reason}", **_values(error, table, names, phrases))
    price = _price(action, table, phrases) if error.reason in _PRICED else ""
    if hand and price and error.facts.get("given") == 0:
        why = _lacking(action, table, hand, phrases) or why
    if not price:
        return phrases.say("refused", why=why)
    return phrases.say("refused-with-price", why=why, price=price)


def refusal_text(refused: CommandRefused, phrases: Phrases) -> str:
    """The sentence of a refusal. Several values are the names of people. What was typed may be long."""
    values: dict[str, str | int] = {}
    for name, value in refused.values.items():
        text = ", ".join(map(person, value)) if isinstance(value, tuple) else value
        if name in ("color", "colors"):
            text = ", ".join(trains(color, phrases) for color in str(value).split(", ") if color)
        values[name] = shortened(text, _LONGEST_VALUE) if isinstance(text, str) else text
    return phrases.say(refused.key, **values)


def failure_key(error: Exception) -> str:
    """The phrase for a person whose request failed before or after the dispatcher answered it."""
    return "not-written" if isinstance(error, StoreError) else "went-wrong"


def _values(
    error: IllegalAction, table: Table, names: Sequence[str], phrases: Phrases
) -> dict[str, str | int]:
    """The facts of a refusal in words, and those of the table that help."""
    values: dict[str, str | int] = {
        "row": row(table.row, phrases),
        "waiting": listed([person(names[seat]) for seat in table.waiting_for], phrases),
        "letters": ", ".join(lettered_card(letter, phrases) for letter in CARDS),
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
        case "card", str(letter):
            return {"card": card(letter, phrases)}
        case "color", str(letter):
            return {"color": phrases.say(f"several-{letter}")}
        case "missing", str(missing):
            return {"missing": shown_cards(missing, phrases)}
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
            return phrases.say("price-station", count=table.station_cost(table.seat or 0))
        case PaySurcharge():
            return _surcharge_price(table, phrases)
        case _:
            return ""


def _lacking(action: Action | None, table: Table, hand: Counts, phrases: Phrases) -> str:
    """What a hand has of a price, and how many cards it lacks; empty where it could pay, or for a tunnel."""
    match action:
        case ClaimRoute(id):
            route = table.board.route[id]
            price = route.price
        case BuildStation():
            price = (table.station_cost(table.seat or 0), GRAY, 0)
        case _:
            return ""
    lacks, color = shortfall(price, hand)
    if not lacks:
        return ""
    useful = "".join(card for card in letters(hand) if card in (color, LOCOMOTIVE))
    named = shown_cards(useful, phrases) if useful else ""
    return phrases.say("refused-unpaid", lacks=lacks, has="yes" if useful else "no", held=named)


def _route_price(board: Board, id: str, phrases: Phrases) -> str:
    """Claiming Routes and Ferries."""
    route, name = board.route[id], route_name(board, id, phrases.language)
    if route.color == GRAY:
        price = phrases.say("price-gray", route=name, count=route.length)
    else:
        price = phrases.say("price-color", route=name, count=route.length, **_colors(route.color, phrases))
    if not route.ferry:
        return price
    locomotives = phrases.say("cards-L", count=route.ferry)
    return phrases.say("price-ferry", price=price, locomotives=locomotives)


def _colors(letter: str, phrases: Phrases) -> dict[str, str]:
    """A colour in which a price can be paid: of one card that is paid or shown, and of several."""
    return {
        "one": phrases.say(f"taken-one-{letter}"),
        "card": card(letter, phrases),
        "color": phrases.say(f"several-{letter}"),
    }


def _surcharge_price(table: Table, phrases: Phrases) -> str:
    """Tunnels."""
    assert table.tunnel is not None
    color = laid_color(table.tunnel.laid)
    owed = surcharge(table.tunnel.laid, table.tunnel.revealed)
    key = "price-surcharge-locomotives" if color == LOCOMOTIVE else "price-surcharge"
    return phrases.say(key, count=owed, **_colors(color, phrases))
