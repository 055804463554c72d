"""One line of text for each action, with an exact round trip.

draw 3R                      the red card in the third slot
draw deck                    a blind card
draw tickets                 destination tickets to choose from
keep 3,17    keep none       of the tickets offered
claim athina--brindisi KKKL  a route, with these cards; many are counted: 12P3L
station wien KK              a station, with these cards
pay KL                       a tunnel's surcharge
decline                      leave the tunnel
"""

import re
from typing import assert_never

from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.cards import CARDS, in_order
from engine.refusals import BadInput

_CARDS = rf"(?P<cards>[{CARDS}]+|(?:[1-9][0-9]?[{CARDS}])+)"
_COUNTED = re.compile(rf"([1-9][0-9]?)([{CARDS}])")
_WRITTEN_OUT = 9
"""Up to this number, cards are written letter by letter. More might not fit into a chat's button."""
_ID = r"[a-z0-9]+(?:-+[a-z0-9]+)*"
_DRAW = re.compile(rf"draw (?P<slot>[1-9])(?P<card>[{CARDS}])")
_NUMBER = "[1-9][0-9]{0,5}"
_KEEP = re.compile(rf"keep (?P<tickets>none|{_NUMBER}(?:,{_NUMBER})*)")
_CLAIM = re.compile(rf"claim (?P<route>{_ID}) {_CARDS}")
_STATION = re.compile(rf"station (?P<city>{_ID}) {_CARDS}")
_PAY = re.compile(rf"pay {_CARDS}")


def line(action: Action) -> str:
    """Write an action as its one line: cards in the order of CARDS, tickets by number.

    >>> line(ClaimRoute("athina--brindisi", "LKKK"))
    'claim athina--brindisi KKKL'
    """
    match action:
        case DrawFaceUp(slot, card):
            return f"draw {slot}{card}"
        case DrawDeck():
            return "draw deck"
        case DrawTickets():
            return "draw tickets"
        case KeepTickets(tickets):
            return "keep " + (",".join(map(str, sorted(tickets))) or "none")
        case ClaimRoute(route, cards):
            return f"claim {route} {_written(cards)}"
        case BuildStation(city, cards):
            return f"station {city} {_written(cards)}"
        case PaySurcharge(cards):
            return f"pay {_written(cards)}"
        case DeclineTunnel():
            return "decline"
        case _:
            assert_never(action)


def read_line(text: str) -> Action:
    """Read an action's line. Raises BadInput on any other text.

    >>> read_line("draw 3R")
    DrawFaceUp(slot=3, card='R')
    """
    match text.split(" ")[0]:
        case "draw" if text == "draw deck":
            return DrawDeck()
        case "draw" if found := _DRAW.fullmatch(text):
            return DrawFaceUp(int(found["slot"]), found["card"])
        case "draw" if text == "draw tickets":
            return DrawTickets()
        case "keep" if found := _KEEP.fullmatch(text):
            numbers = found["tickets"].replace("none", "").split(",")
            return KeepTickets(tuple(sorted(int(number) for number in numbers if number)))
        case "claim" if found := _CLAIM.fullmatch(text):
            return ClaimRoute(found["route"], _read_cards(found["cards"]))
        case "station" if found := _STATION.fullmatch(text):
            return BuildStation(found["city"], _read_cards(found["cards"]))
        case "pay" if found := _PAY.fullmatch(text):
            return PaySurcharge(_read_cards(found["cards"]))
        case "decline" if text == "decline":
            return DeclineTunnel()
    raise BadInput(f'"{text}" is not the line of an action')


def _written(cards: str) -> str:
    """Cards in the order of CARDS, letter by letter; where they are many and that is shorter, counted."""
    counted = "".join(f"{cards.count(card)}{card}" for card in CARDS if card in cards)
    return in_order(cards) if len(cards) <= max(_WRITTEN_OUT, len(counted)) else counted


def _read_cards(text: str) -> str:
    return in_order(_COUNTED.sub(lambda found: int(found[1]) * found[2], text))
