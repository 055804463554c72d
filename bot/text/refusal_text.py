"""The sentences about errors: a rule that forbids an action, a refused command, or a failure."""

from collections.abc import Sequence

from bot.matches.outcomes import CommandRefused
from bot.store import StoreError
from bot.text.i18n import Phrases, person
from bot.text.labels import card, city, lettered_card, listed, route_name, row, shown_cards, trains
from bot.text.truncate import shortened
from engine.actions import Action, BuildStation, ClaimRoute, PaySurcharge
from engine.board import GRAY, Price
from engine.cards import CARDS, LOCOMOTIVE, Counts, letters
from engine.game import Table
from engine.payments import laid_color, shortfall, surcharge
from engine.refusals import IllegalAction, Reason

_LONGEST_VALUE = 1000
"""Signs of a value in the sentence of a refusal."""

_PRICED = frozenset(
    {
        Reason.CARDS_NOT_HELD,
        Reason.WRONG_NUMBER_OF_CARDS,
        Reason.MIXED_COLORS,
        Reason.FERRY_NEEDS_LOCOMOTIVES,
        Reason.NO_LOCOMOTIVES_HERE,
        Reason.WRONG_SWAP,
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
    """The facts of a refusal in words, and those of the table that help.

    Text that names nothing on the board is not repeated.
    """
    board = table.board
    values: dict[str, str | int] = {
        "row": row(table.row, phrases),
        "waiting": listed([person(names[seat]) for seat in table.waiting_for], phrases),
        "letters": ", ".join(lettered_card(letter, phrases) for letter in CARDS),
    }
    for fact in error.facts.items():
        match fact:
            case "seat", int(seat):
                values["name"] = names[seat]
            case "route", str(route) if route in board.route:
                values["route"] = route_name(board, route, phrases.language)
            case "city", str(place) if place in board.city:
                values["city"] = city(board, place, phrases.language)
            case "card", str(letter):
                values["card"] = card(letter, phrases)
            case "color", str(letter):
                values["color"] = phrases.say(f"several-{letter}")
            case "missing", str(missing):
                values["missing"] = shown_cards(missing, phrases)
            case name, int(number):
                values[name] = number
            case _:
                pass
    return values


def _price(action: Action | None, table: Table, phrases: Phrases) -> str:
    """What would pay for the place; empty where nothing costs cards."""
    say = phrases.say
    match action:
        case ClaimRoute(id):  # Claiming Routes, and Ferries
            route, name = table.board.route[id], route_name(table.board, id, phrases.language)
            cost = table.fares.price[id]
            colors = {} if route.color == GRAY else _colors(route.color, phrases)
            if cost.takes_locomotives:
                key = "price-color" if colors else "price-gray"
            else:
                key = "price-color-only" if colors else "price-gray-only"
            price = say(key, route=name, count=route.length, **colors)
            if route.ferry:
                price = say("price-ferry", price=price, locomotives=say("cards-L", count=route.ferry))
            if cost.swaps:
                price = say("price-swaps", price=price, count=cost.any_cards, ferry=int(bool(route.ferry)))
            return price
        case BuildStation():
            return say("price-station", count=table.station_cost(table.seat or 0))
        case PaySurcharge():
            assert table.tunnel is not None
            color = laid_color(table.tunnel.laid)
            owed = surcharge(table.tunnel.laid, table.tunnel.revealed)
            key = "price-surcharge-locomotives" if color == LOCOMOTIVE else "price-surcharge"
            return say(key, count=owed, **_colors(color, phrases))
        case _:
            return ""


def _lacking(action: Action | None, table: Table, hand: Counts, phrases: Phrases) -> str:
    """What a hand has of a price, and how many cards it lacks; empty where it could pay, or for a tunnel."""
    match action:
        case ClaimRoute(id):
            price = table.fares.price[id]
        case BuildStation():
            price = Price(table.station_cost(table.seat or 0), GRAY)
        case _:
            return ""
    lacks, color = shortfall(price, hand)
    if not lacks:
        return ""
    useful = "".join(card for card in letters(hand) if card in (color, LOCOMOTIVE))
    named = shown_cards(useful, phrases) if useful else ""
    return phrases.say("refused-unpaid", lacks=lacks, has="yes" if useful else "no", held=named)


def _colors(letter: str, phrases: Phrases) -> dict[str, str]:
    """A colour in which a price can be paid: of one card that is paid or shown, and of several."""
    return {
        "one": phrases.say(f"taken-one-{letter}"),
        "card": card(letter, phrases),
        "color": phrases.say(f"several-{letter}"),
    }
