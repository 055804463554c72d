"""Ways to pay: one colour and any number of locomotives, or locomotives alone."""

from functools import lru_cache
from operator import itemgetter

from engine.board import GRAY, Price
from engine.cards import CARDS, COLORS, LOCOMOTIVE, Counts

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


def payments(price: Price, hand: Counts) -> tuple[str, ...]:
    """Every payment of a price that the hand holds, the default first.

    The default spends the fewest locomotives, then the colour held most, then the first on the board.
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


def payment_count(price: Price, hand: Counts) -> int:
    """How many payments of a price the hand holds, without writing them."""
    length, color, ferry = price
    locomotives = hand[_LOCOMOTIVE]
    colors = hand[:_LOCOMOTIVE] if color == GRAY else (hand[COLORS.index(color)],)
    ways = _mixed_counts(length, ferry, locomotives)
    mixed = sum([ways[held] if held < length else ways[length] for held in colors])
    return mixed + (locomotives >= length)


@lru_cache(maxsize=1024)
def _mixed_counts(length: int, ferry: int, locomotives: int) -> tuple[int, ...]:
    """How many payments have a card of a colour, by how many of it are held: none, one ... `length`."""
    most = min(locomotives, length - 1)
    return tuple(max(0, most - max(ferry, length - held) + 1) for held in range(length + 1))


def can_pay(number: int, hand: Counts) -> bool:
    """Whether the hand holds so many cards of one colour and locomotives."""
    *colors, locomotives = hand
    return max(colors) + locomotives >= number


def surcharge(laid: str, revealed: str) -> int:
    """Tunnels: how many cards more, one for each revealed card of the colour laid down and each locomotive.

    After a payment of locomotives alone, only revealed locomotives count.
    """
    color = laid_color(laid)
    return sum(card in (color, LOCOMOTIVE) for card in revealed)


def surcharges(laid: str, owed: int, hand: Counts) -> tuple[str, ...]:
    """Every way to pay a tunnel's surcharge, the default first.

    Tunnels: cards of the colour laid down or locomotives; locomotives only, where nothing else was laid down.
    """
    color = laid_color(laid)
    if color == LOCOMOTIVE:
        return (LOCOMOTIVE * owed,) if hand[_LOCOMOTIVE] >= owed else ()
    return payments(Price(owed, color), hand)


def laid_color(laid: str) -> str:
    """The colour of a payment, or a locomotive's letter where it is locomotives alone."""
    return next((card for card in laid if card != LOCOMOTIVE), LOCOMOTIVE)
