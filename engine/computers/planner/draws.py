"""The planner's choice of a card to draw."""

from engine.actions import DrawDeck, DrawFaceUp
from engine.cards import COLORS, LOCOMOTIVE
from engine.computers.planner.turn_context import TurnContext
from engine.computers.reasons import ExplainedMove

_LACKING, _NEARLY, _SPARE, _USELESS = 1.0, 0.3, 0.25, 0.2
"""The worth of a card that a wanted route lacks (more if it lacks few), of a card whose colour the hand can
spare already, and of any other."""

_LOCOMOTIVE_BLIND = 1.6
_LOCOMOTIVE_NEEDED = 1.05
_WHOLE_DRAW = 0.05
"""The worth of a locomotive that nothing needs, if taking it from the row costs the second card."""


def best_draw(context: TurnContext) -> ExplainedMove | None:
    """The most useful face-up card, or the top of the deck; None if no card can be drawn."""
    deck = context.options.of(DrawDeck)
    shown = {
        action: _worth(context, action.card)
        for action in context.options.of(DrawFaceUp)
        if isinstance(action, DrawFaceUp)
    }
    best = max(shown, key=shown.__getitem__, default=None)
    if best and (not deck or shown[best] > _blind(context)):
        return ExplainedMove(best, "card-for-route", route_for(context, best.card))
    return ExplainedMove(deck[0], "nothing-in-row", route_for(context, "")) if deck else None


def _worth(context: TurnContext, card: str) -> float:
    if card == LOCOMOTIVE:
        needed = context.wants.locomotives > 0 or sum(context.wants.lacking) == 1
        if not context.table.rules.is_whole_draw(card):
            return _LOCOMOTIVE_BLIND
        return _LOCOMOTIVE_NEEDED if needed else _WHOLE_DRAW
    color = COLORS.index(card)
    if color in context.wants.nearest:
        return _LACKING + _NEARLY / context.wants.nearest[color][0]
    return _SPARE if context.wants.spare[color] else _USELESS


def _blind(context: TurnContext) -> float:
    """What the top card of the deck is worth on average."""
    rules = context.table.rules
    colors = sum(_worth(context, card) for card in COLORS) * rules.cards_per_color
    every = rules.cards_per_color * len(COLORS) + rules.locomotives
    return (colors + _LOCOMOTIVE_BLIND * rules.locomotives) / every


def route_for(context: TurnContext, card: str) -> str:
    """The id of the route that a card is for; without a card, of the route that lacks the fewest cards."""
    nearest = context.wants.nearest
    color = COLORS.index(card) if card in COLORS and card else None
    if color in nearest:
        return context.table.board.route_ids[nearest[color][1]]
    wanted = [route for _, route in sorted(nearest.values())] or list(context.wanted)
    return context.table.board.route_ids[wanted[0]] if wanted else ""
