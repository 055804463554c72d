"""Train cards.

A card is one letter, the same everywhere: R red, B blue, G green, Y yellow, K black, W white, O orange,
P purple, L locomotive. Some cards are a string of letters (`"KKL"`); a hand, where order means nothing,
is a tuple of nine counts in the order of `CARDS`.
"""

from functools import lru_cache
from operator import ge

COLORS = "PBOWGYKR"
LOCOMOTIVE = "L"
CARDS = COLORS + LOCOMOTIVE
EMPTY_SLOT = "-"

COLOR_NAMES = {
    "purple": "P",
    "blue": "B",
    "orange": "O",
    "white": "W",
    "green": "G",
    "yellow": "Y",
    "black": "K",
    "red": "R",
}

Counts = tuple[int, ...]
"""How many of each card, in the order of CARDS."""

NO_CARDS: Counts = (0,) * len(CARDS)


@lru_cache(maxsize=4096)
def counts(cards: str) -> Counts:
    """Count the letters of `cards`, in the order of CARDS. Raises ValueError on a letter that is no card.

    >>> counts("KKL")
    (0, 0, 0, 0, 0, 0, 2, 0, 1)
    """
    if not set(cards) <= set(CARDS):
        raise ValueError(f"not cards: {cards!r}")
    return tuple(cards.count(card) for card in CARDS)


def letters(hand: Counts) -> str:
    """Write a hand as letters, in the order of CARDS.

    >>> letters(counts("LKK"))
    'KKL'
    """
    return "".join(card * count for card, count in zip(CARDS, hand, strict=True))


def added(hand: Counts, cards: str) -> Counts:
    """The hand with `cards` put into it. Raises ValueError on a letter that is no card.

    >>> letters(added(counts("KK"), "L"))
    'KKL'
    """
    held = list(hand)
    for card in cards:
        held[CARDS.index(card)] += 1
    return tuple(held)


def removed(hand: Counts, cards: str) -> Counts:
    """The hand without `cards`. Raises ValueError where the hand lacks one of them.

    >>> letters(removed(counts("KKL"), "K"))
    'KL'
    """
    left = list(hand)
    for card in cards:
        left[CARDS.index(card)] -= 1
    if min(left) < 0:
        raise ValueError(f"the hand lacks one of {cards!r}")
    return tuple(left)


def holds(hand: Counts, cards: str) -> bool:
    """Whether all of `cards` are in the hand.

    >>> holds(counts("KKL"), "KL")
    True
    """
    return all(map(ge, hand, counts(cards)))


@lru_cache(maxsize=4096)
def in_order(cards: str) -> str:
    """The cards, sorted in the order of CARDS.

    >>> in_order("LKRK")
    'KKRL'
    """
    return letters(counts(cards))
