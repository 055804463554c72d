"""Which card the planner draws."""

from engine.actions import DrawDeck, DrawFaceUp
from engine.cards import COLORS, LOCOMOTIVE
from engine.computers.mind import Mind
from engine.computers.thought import Motive, Thought

_LACKING, _NEARLY, _SPARE, _USELESS = 1.0, 0.3, 0.25, 0.2
"""What a card is worth that a wanted route lacks (and more, the fewer it lacks), that lies with others of its
colour, and that does not."""

_LOCOMOTIVE_BLIND = 1.6
_LOCOMOTIVE_NEEDED = 1.05
_LOCOMOTIVE_FACE_UP = 0.05
"""A locomotive from the row costs the second card."""


def drawn(mind: Mind) -> Thought | None:
    """The face-up card that helps most, or a blind one; None where no card can be drawn."""
    deck = mind.options.of(DrawDeck)
    shown = {
        action: _worth(mind, action.card)
        for action in mind.options.of(DrawFaceUp)
        if isinstance(action, DrawFaceUp)
    }
    best = max(shown, key=shown.__getitem__, default=None)
    if best and (not deck or shown[best] > _blind(mind)):
        return Thought(best, Motive.CARD_FOR_ROUTE, _route(mind, best.card))
    return Thought(deck[0], Motive.NOTHING_IN_ROW, _route(mind, "")) if deck else None


def _worth(mind: Mind, card: str) -> float:
    if card == LOCOMOTIVE:
        needed = mind.wants.locomotives or sum(mind.wants.lacking) == 1
        return _LOCOMOTIVE_NEEDED if needed else _LOCOMOTIVE_FACE_UP
    color = COLORS.index(card)
    if color in mind.wants.nearest:
        return _LACKING + _NEARLY / mind.wants.nearest[color][0]
    return _SPARE if mind.wants.spare[color] else _USELESS


def _blind(mind: Mind) -> float:
    """What the top card of the deck is worth on average."""
    rules = mind.table.rules
    colors = sum(_worth(mind, card) for card in COLORS) * rules.cards_per_color
    every = rules.cards_per_color * len(COLORS) + rules.locomotives
    return (colors + _LOCOMOTIVE_BLIND * rules.locomotives) / every


def _route(mind: Mind, card: str) -> str:
    """The id of the route that a card is for; without a card, of the one that lacks least."""
    nearest = mind.wants.nearest
    color = COLORS.index(card) if card in COLORS and card else None
    if color in nearest:
        return mind.table.board.route_ids[nearest[color][1]]
    wanted = [route for _, route in sorted(nearest.values())] or list(mind.wanted)
    return mind.table.board.route_ids[wanted[0]] if wanted else ""
