"""Payments: cards of one colour and any number of locomotives, or locomotives alone."""

from collections.abc import Sequence
from functools import lru_cache

from engine.board import GRAY, Board, Price
from engine.cards import CARDS, COLORS, LOCOMOTIVE, Counts

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


def payments(price: Price, hand: Counts) -> tuple[str, ...]:
    """Every payment of a price that the hand holds, the default first.

    The default spends the fewest locomotives, then the colour held most, then the first on the board.

    >>> payments((2, GRAY, 0), (0, 0, 0, 0, 0, 0, 3, 2, 1))
    ('KK', 'RR', 'KL', 'RL')
    """
    length, color, ferry = price
    held = dict(zip(CARDS, hand, strict=True))
    colors = sorted(COLORS, key=held.__getitem__, reverse=True) if color == GRAY else [color]
    mixed = [
        card * (length - locomotives) + LOCOMOTIVE * locomotives
        for locomotives in range(ferry, min(held[LOCOMOTIVE], length - 1) + 1)
        for card in colors
        if held[card] >= length - locomotives
    ]
    return (*mixed, LOCOMOTIVE * length) if held[LOCOMOTIVE] >= length else tuple(mixed)


def payment(price: Price, color: str, locomotives: int = 0) -> str:
    """Pay a price with cards of a colour and this many locomotives, or as many as a ferry asks for.

    >>> payment((4, GRAY, 1), "K")
    'KKKL'
    """
    length, _, ferry = price
    locomotives = max(locomotives, ferry)
    return color * (length - locomotives) + LOCOMOTIVE * locomotives


def number_of_payments(price: Price, hand: Counts) -> int:
    """How many payments of a price the hand holds, counted without making them.

    >>> number_of_payments((2, GRAY, 0), (0, 0, 0, 0, 0, 0, 3, 2, 1))
    4
    """
    length, color, _ = price
    *colors, locomotives = hand
    ways = _mixed_payments(price, locomotives)
    held = colors if color == GRAY else [colors[COLORS.index(color)]]
    return sum([ways[cards] if cards < length else ways[length] for cards in held]) + (locomotives >= length)


@lru_cache(maxsize=1024)
def _mixed_payments(price: Price, locomotives: int) -> tuple[int, ...]:
    """How many payments have a card of a colour: with no card of it to spend, with one, and so on."""
    length, _, ferry = price
    most = min(locomotives, length - 1)
    return tuple([max(0, most - max(ferry, length - cards) + 1) for cards in range(length + 1)])


def payable_routes(board: Board, hand: Sequence[int]) -> int:
    """The set of a board's routes that a hand can pay for, open or not."""
    *colors, locomotives = hand
    routes = 0
    for by_cards, cards in zip(board.payable[locomotives], colors, strict=True):
        routes |= by_cards[cards]
    return routes


def can_pay(number: int, hand: Counts) -> bool:
    """Whether the hand has this many cards of one colour and locomotives together."""
    *colors, locomotives = hand
    return max(colors) + locomotives >= number


def shortfall(price: Price, hand: Counts) -> tuple[int, str]:
    """How many cards the hand lacks for a price, and the colour in which it comes nearest to paying it.

    >>> shortfall((4, GRAY, 1), (0, 0, 0, 0, 0, 0, 2, 1, 1))
    (1, 'K')
    """
    length, color, ferry = price
    held = dict(zip(CARDS, hand, strict=True))
    nearest = color or max(COLORS, key=held.__getitem__)
    locomotives = held[LOCOMOTIVE]
    cards = min(held[nearest], length - ferry)
    return max(0, ferry - locomotives, length - cards - locomotives), nearest


def surcharge(laid: str, revealed: str) -> int:
    """Tunnels: the extra cards, one for each revealed card that `adds_surcharge`.

    >>> surcharge("KKK", "KLR")
    2
    """
    return sum(adds_surcharge(laid, card) for card in revealed)


def adds_surcharge(laid: str, card: str) -> bool:
    """Tunnels: whether a revealed card costs one more, as the colour laid down and locomotives do.

    After a payment of locomotives alone, only revealed locomotives count.
    """
    return card in (laid_color(laid), LOCOMOTIVE)


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
