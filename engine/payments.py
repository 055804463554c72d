"""Payments: cards of one colour and any number of locomotives, or locomotives alone."""

from functools import lru_cache
from operator import itemgetter

from engine.board import GRAY, Board, Price, locomotives_for
from engine.cards import CARDS, COLORS, LOCOMOTIVE, Counts

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


def payments(price: Price, hand: Counts) -> tuple[str, ...]:
    """Every payment of a price that the hand holds, the default first.

    The default spends the fewest locomotives, then the colour held most, then the first on the board.

    >>> payments((2, GRAY, 0), (0, 0, 0, 0, 0, 0, 3, 2, 1))
    ('KK', 'RR', 'KL', 'RL')
    """
    length, color, ferry = price
    locomotives = hand[_LOCOMOTIVE]
    colors = _most_held(hand) if color == GRAY else [(hand[COLORS.index(color)], color)]
    mixed = [
        card * (length - number) + LOCOMOTIVE * number
        for number in range(ferry, min(locomotives, length - 1) + 1)
        for held, card in colors
        if held >= length - number
    ]
    return (*mixed, LOCOMOTIVE * length) if locomotives >= length else tuple(mixed)


def _most_held(hand: Counts) -> list[tuple[int, str]]:
    """The colours by how many are held, the most first; of equally many, the first on the board."""
    return sorted(zip(hand, COLORS, strict=False), key=itemgetter(0), reverse=True)


Priced = tuple[Price, int, int, int]
"""A price, the set of places that have it, how many payments of it a hand holds, and how many actions these
make together with all that come before.
"""


def priced(board: Board, routes: int, hand: Counts) -> list[Priced]:
    """What these routes cost, the shortest first, without those that the hand cannot pay."""
    *colors, locomotives = hand
    of_each = itemgetter(*colors)
    found, end = [], 0
    for price, places, color, ways, alone in _fares(board, locomotives, max(colors)):
        here = places & routes
        if here:
            number = alone + (ways[hand[color]] if color is not None else sum(of_each(ways)))
            if number:
                end += here.bit_count() * number
                found.append((price, here, number, end))
    return found


_Fare = tuple[Price, int, int | None, tuple[int, ...], bool]
"""A price of the board, the set of its routes, the place of its colour in a hand (None: any one), how many
payments have a card of a colour by how many of it are held, and whether locomotives alone pay it.
"""


@lru_cache(maxsize=1024)
def _fares(board: Board, locomotives: int, cards: int) -> tuple[_Fare, ...]:
    """The prices that this many locomotives and cards of one colour can pay."""
    fares = []
    for price, routes in board.priced:
        length, color, ferry = price
        if length <= locomotives + cards and ferry <= locomotives:
            place = None if color == GRAY else COLORS.index(color)
            ways = tuple([_mixed_payments(price, locomotives, held) for held in range(cards + 1)])
            fares.append((price, routes, place, ways, length <= locomotives))
    return tuple(fares)


def _mixed_payments(price: Price, locomotives: int, held: int) -> int:
    """How many payments use a colour of which the hand has `held` cards."""
    length, _, _ = price
    return len(locomotives_for(price, held, min(locomotives, length - 1)))


def can_pay(number: int, hand: Counts) -> bool:
    """Whether the hand has this many cards of one colour and locomotives together."""
    *colors, locomotives = hand
    return max(colors) + locomotives >= number


def surcharge(laid: str, revealed: str) -> int:
    """Tunnels: the extra cards, one for each revealed card of the colour laid down and for each locomotive.

    After a payment of locomotives alone, only revealed locomotives count.

    >>> surcharge("KKK", "KLR")
    2
    """
    color = laid_color(laid)
    return sum(card in (color, LOCOMOTIVE) for card in revealed)


def surcharges(laid: str, owed: int, hand: Counts) -> tuple[str, ...]:
    """Every way to pay a tunnel's surcharge, the default first.

    Tunnels: cards of the colour laid down or locomotives; only locomotives after locomotives alone.

    >>> surcharges("KK", 1, (0, 0, 0, 0, 0, 0, 1, 0, 2))
    ('K', 'L')
    """
    color = laid_color(laid)
    if color == LOCOMOTIVE:
        return (LOCOMOTIVE * owed,) if hand[_LOCOMOTIVE] >= owed else ()
    return payments((owed, color, 0), hand)


def laid_color(laid: str) -> str:
    """The colour of a payment, or LOCOMOTIVE for locomotives alone.

    >>> laid_color("KKL"), laid_color("LL")
    ('K', 'L')
    """
    return next((card for card in laid if card != LOCOMOTIVE), LOCOMOTIVE)
