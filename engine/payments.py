"""Payments: cards of one colour and any number of locomotives, or locomotives alone.

On some boards, locomotives can be played on some routes only. On some, several cards of any kind count as one
card: as a locomotive that a ferry asks for, or as the card of a space.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.board import GRAY, Fares, Price
from engine.cards import CARDS, COLORS, LOCOMOTIVE, Counts, counts, holds, in_order, letters, removed

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


def payments(price: Price, hand: Counts) -> tuple[str, ...]:
    """Every payment of a price that the hand holds, the default first.

    The default spends the fewest locomotives, then the colour held most, then the first on the board. Where
    cards of any kind stand in for others, there is one payment for each number of these, colour and number of
    locomotives: it takes the cards held least. `pays` knows the others. None has a whole other payment in it.

    >>> payments(Price(2, GRAY), (0, 0, 0, 0, 0, 0, 3, 2, 1))
    ('KK', 'RR', 'KL', 'RL')
    >>> payments(Price(2, "K", ferry=1, any_cards=3, swaps=1), counts("KKPRR"))
    ('PKKR',)
    """
    exact = tuple(_of_one_color(price, hand))
    return (*exact, *_swapped(price, hand)) if price.swaps else exact


def _of_one_color(price: Price, hand: Counts) -> Iterator[str]:
    """The payments with cards of one colour and locomotives, which may take the place of some or all."""
    length, color, ferry, takes_locomotives, *_ = price
    held = dict(zip(CARDS, hand, strict=True))
    colors = sorted(COLORS, key=held.__getitem__, reverse=True) if color == GRAY else [color]
    locomotives = held[LOCOMOTIVE] if takes_locomotives else 0
    for used in range(ferry, min(locomotives, length - 1) + 1):
        for card in colors:
            if held[card] >= length - used:
                yield card * (length - used) + LOCOMOTIVE * used
    if locomotives >= length:
        yield LOCOMOTIVE * length


@lru_cache(maxsize=256)
def _swapped(price: Price, hand: Counts) -> tuple[str, ...]:
    """The payments in which cards of any kind stand in for some cards, the fewest first."""
    exact = tuple(_of_one_color(price, hand))
    found = dict[str, None]()
    for swaps in range(1, price.swaps + 1):
        others = price.any_cards * swaps
        core = price._replace(length=price.length - swaps, ferry=max(0, price.ferry - swaps))
        for paid in _of_one_color(core, hand) if core.length else ("",):
            left = removed(hand, paid)
            if sum(left) >= others:
                least = sorted(letters(left), key=lambda card: (card == LOCOMOTIVE, left[CARDS.index(card)]))
                cards = in_order(paid + "".join(least[:others]))
                if not any(holds(counts(cards), smaller) for smaller in (*exact, *found)):
                    found[cards] = None
    return tuple(found)


def pays(price: Price, cards: str) -> bool:
    """Whether these cards are a payment of a price.

    >>> ferry = Price(3, "K", ferry=1, any_cards=3, swaps=1)
    >>> [pays(ferry, cards) for cards in ("KKL", "KKK", "KKBGY", "KBGYW")]
    [True, False, True, False]
    """
    swaps = _swaps(price, len(cards))
    if swaps is None:
        return False
    *colors, locomotives = counts(cards)
    of_color = max(colors) if price.color == GRAY else colors[COLORS.index(price.color)]
    of_color += locomotives * price.takes_locomotives
    return of_color >= price.length - swaps and locomotives >= price.ferry - swaps


def _swaps(price: Price, cards: int) -> int | None:
    """For how many cards others stand in, in a payment of this many cards; None where there is none."""
    more, for_each = cards - price.length, max(price.any_cards - 1, 1)
    return more // for_each if more in range(0, price.swaps * for_each + 1, for_each) else None


def payment(price: Price, color: str, locomotives: int = 0) -> str:
    """Pay a price with cards of a colour and this many locomotives, or as many as a ferry asks for.

    >>> payment(Price(4, GRAY, 1), "K")
    'KKKL'
    """
    locomotives = max(locomotives * price.takes_locomotives, price.ferry)
    return color * (price.length - locomotives) + LOCOMOTIVE * locomotives


def number_of_payments(price: Price, hand: Counts) -> int:
    """How many payments of a price `payments` lists, counted without making most of them.

    >>> number_of_payments(Price(2, GRAY), (0, 0, 0, 0, 0, 0, 3, 2, 1))
    4
    """
    length, color, ferry, takes_locomotives, _, swaps = price
    *colors, locomotives = hand
    if not takes_locomotives:
        locomotives = 0
    ways = _mixed_payments(length, ferry, locomotives)
    held = colors if color == GRAY else [colors[COLORS.index(color)]]
    exact = sum([ways[cards] if cards < length else ways[length] for cards in held]) + (locomotives >= length)
    return exact + len(_swapped(price, hand)) if swaps else exact


@lru_cache(maxsize=1024)
def _mixed_payments(length: int, ferry: int, locomotives: int) -> tuple[int, ...]:
    """How many payments have a card of a colour: with no card of it to spend, with one, and so on."""
    most = min(locomotives, length - 1)
    return tuple([max(0, most - max(ferry, length - cards) + 1) for cards in range(length + 1)])


def payable_routes(fares: Fares, hand: Sequence[int], *, with_swaps: bool = True) -> int:
    """The set of the routes that a hand can pay for, open or not."""
    *colors, locomotives = hand
    routes = 0
    for by_cards, cards in zip(fares.payable[locomotives], colors, strict=True):
        routes |= by_cards[cards]
    if with_swaps:
        for price, places in fares.swapped:
            if places & ~routes and _swapped(price, tuple(hand)):
                routes |= places
    return routes


def can_pay(number: int, hand: Counts) -> bool:
    """Whether the hand has this many cards of one colour and locomotives together."""
    *colors, locomotives = hand
    return max(colors) + locomotives >= number


def shortfall(price: Price, hand: Counts) -> tuple[int, str]:
    """How many cards the hand lacks for a price, and the colour in which it comes nearest to paying it.

    >>> shortfall(Price(4, GRAY, 1), (0, 0, 0, 0, 0, 0, 2, 1, 1))
    (1, 'K')
    """
    length, color, ferry, takes_locomotives, *_ = price
    held = dict(zip(CARDS, hand, strict=True))
    nearest = color or max(COLORS, key=held.__getitem__)
    if price.swaps and _swapped(price, hand):
        return 0, nearest
    locomotives = held[LOCOMOTIVE] if takes_locomotives else 0
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
    return payments(Price(owed, color), hand)


def laid_color(laid: str) -> str:
    """The colour of a payment, or LOCOMOTIVE for locomotives alone.

    >>> laid_color("KKL"), laid_color("LL")
    ('K', 'L')
    """
    return next((card for card in laid if card != LOCOMOTIVE), LOCOMOTIVE)
