"""Ways to pay: one colour and any number of locomotives, or locomotives alone."""

from functools import lru_cache

from engine.board import GRAY, Route
from engine.cards import CARDS, COLORS, LOCOMOTIVE, Counts
from engine.rules import Rules

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


def route_payments(route: Route, hand: Counts) -> tuple[str, ...]:
    """Every payment for a route that the hand holds, the default first.

    Claiming Routes: exactly as many cards as spaces, of the route's colour, or of any one colour where it is
    gray; locomotives stand in for any. Ferries: at least as many locomotives as symbols.
    """
    return _payments(route.length, route.color, route.ferry, hand)


def station_payments(rules: Rules, built: int, hand: Counts) -> tuple[str, ...]:
    """Every payment for a player's next station, the default first; none once all are built.

    Stations: the first costs 1 card, the second 2 of one colour, the third 3.
    """
    if built >= rules.stations:
        return ()
    return _payments(rules.station_costs[built], GRAY, 0, hand)


def surcharges(laid: str, owed: int, hand: Counts) -> tuple[str, ...]:
    """Every way to pay a tunnel's surcharge, the default first.

    Tunnels: cards of the colour laid down or locomotives; locomotives only, where nothing else was laid down.
    """
    color = laid_color(laid)
    if color == LOCOMOTIVE:
        return (LOCOMOTIVE * owed,) if hand[_LOCOMOTIVE] >= owed else ()
    return _payments(owed, color, 0, hand)


def laid_color(laid: str) -> str:
    """The colour of a payment, or a locomotive's letter where it is locomotives alone."""
    return next((card for card in laid if card != LOCOMOTIVE), LOCOMOTIVE)


@lru_cache(maxsize=4096)
def _payments(length: int, color: str, ferry: int, hand: Counts) -> tuple[str, ...]:
    """The default spends the fewest locomotives, then the colour held most, then the first on the board."""
    found = []
    for place, card in enumerate(COLORS):
        if color in (card, GRAY):
            held = hand[place]
            least = max(ferry, length - held)
            for locomotives in range(least, min(hand[_LOCOMOTIVE], length - 1) + 1):
                paid = card * (length - locomotives) + LOCOMOTIVE * locomotives
                found.append((locomotives, -held, place, paid))
    found.sort()
    alone = (LOCOMOTIVE * length,) if hand[_LOCOMOTIVE] >= length else ()
    return (*(paid for *_, paid in found), *alone)
