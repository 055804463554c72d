"""Ways to pay: one colour and any number of locomotives, or locomotives alone."""

from functools import lru_cache

from engine.board import GRAY, Price
from engine.cards import CARDS, COLORS, LOCOMOTIVE, Counts

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


def payments(price: Price, hand: Counts) -> tuple[str, ...]:
    """Every payment of a price that the hand holds, the default first.

    The default spends the fewest locomotives, then the colour held most, then the first on the board.
    """
    locomotives = hand[_LOCOMOTIVE]
    alone = (LOCOMOTIVE * price.length,) if locomotives >= price.length else ()
    most = min(locomotives, price.length - 1)
    mixed = [_paid(price, hand, number) for number in range(price.ferry, most + 1)]
    return (*(cards for by_color in mixed for cards in by_color), *alone)


def _paid(price: Price, hand: Counts, locomotives: int) -> list[str]:
    """Payments with so many locomotives, the colour held most first."""
    number = price.length - locomotives
    return [
        card * number + LOCOMOTIVE * locomotives
        for held, card in _most_held(hand)
        if held >= number and price.color in (card, GRAY)
    ]


@lru_cache(maxsize=1024)
def _most_held(hand: Counts) -> tuple[tuple[int, str], ...]:
    colors = zip(hand, COLORS, strict=False)
    return tuple(sorted(colors, key=lambda held: -held[0]))


def payment_count(price: Price, hand: Counts) -> int:
    """How many payments of a price the hand holds, without writing them."""
    length, color, ferry = price
    locomotives = hand[_LOCOMOTIVE]
    if color:
        mixed = _mixed_count(length, ferry, hand[COLORS.index(color)], locomotives)
    else:
        mixed = sum([_mixed_count(length, ferry, held, locomotives) for held in hand[:_LOCOMOTIVE]])
    return mixed + (locomotives >= length)


@lru_cache(maxsize=4096)
def _mixed_count(length: int, ferry: int, held: int, locomotives: int) -> int:
    """Payments with at least one card of a colour of which so many are held."""
    least = max(ferry, length - held)
    most = min(locomotives, length - 1)
    return max(0, most - least + 1)


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
