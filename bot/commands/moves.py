"""What a person can do now, as a list to choose from: draws, claims, stations, tickets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.commands.arguments import CITY, ROUTE
from bot.model.callbacks import TWO_CARDS, CallbackData
from bot.requests.request import Request
from bot.text import labels
from engine.actions import BuildStation, ClaimRoute, DrawFaceUp, DrawTickets, KeepTickets, PaySurcharge
from engine.cards import in_order
from engine.game import TakeTurn
from engine.notation import line
from engine.options import options
from engine.plain_words import folded
from engine.view import View

_FEW = 4
"""Up to this many routes and cities are listed with every way to pay for them."""

_BEST = 2
"""Claims that come before everything else."""


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """Something that a person can do now."""

    label: str
    """For that person alone: it can tell what a claim does for their tickets."""
    code: str
    """As a button has it."""
    typed: str
    """As people type it, without what is secret."""
    picture: str
    """What it looks like: the letter of a card, `deck`, `tickets` or `stations`."""
    about: str = ""
    """A second line of the label."""


def moves(request: Request, typed: str) -> Iterator[MoveChoice]:
    """The moves that fit what is typed: the best two claims, what needs no place, other claims, stations."""
    view, wanted = request.view, folded(typed)
    if view is None or view.decision is None:
        return
    claims = list(_built(request, view, typed, "claim"))
    yield from claims[:_BEST]
    yield from (move for move in _drawn_or_settled(request, view) if wanted in folded(move.label))
    yield from claims[_BEST:]
    yield from _built(request, view, typed, "station")


def _drawn_or_settled(request: Request, view: View) -> Iterator[MoveChoice]:
    """The moves without a route or a city: draws, keeping tickets, paying or declining a tunnel. Of equal
    face-up cards, the first.
    """
    open_now, row = options(view), view.table.row
    if isinstance(view.decision, TakeTurn) and view.table.deck > 1:
        label = request.phrases.say("button-two-cards")
        yield MoveChoice(label, _code(request, view, TWO_CARDS), TWO_CARDS, "deck")
    for kind in open_now.kinds:
        for action in open_now.of(kind) if kind not in (ClaimRoute, BuildStation) else ():
            if isinstance(action, DrawFaceUp) and action.card in row[: action.slot - 1]:
                continue
            label = labels.action(action, view.table, request.phrases, view.offer)
            words, picture = line(action), "deck"
            if isinstance(action, DrawTickets):
                words, picture = "ticket yes", "tickets"
            elif isinstance(action, KeepTickets):
                words, picture = "keep", "tickets"
            elif isinstance(action, DrawFaceUp | PaySurcharge):
                picture = action.card if isinstance(action, DrawFaceUp) else action.cards[0]
            yield MoveChoice(label, _code(request, view, line(action)), words, picture)


def _built(
    request: Request, view: View, typed: str, word: Literal["claim", "station"]
) -> Iterator[MoveChoice]:
    """The claims or the stations that fit, those for one's tickets first; of many, paid by default."""
    argument, open_now = ROUTE if word == "claim" else CITY, options(view)
    payable = open_now.claims if word == "claim" else open_now.stations
    before = "" if word == "claim" else f"{request.phrases.say('button-station')}: "
    places = list(argument.fitting(request, typed))
    for place in places:
        ways = payable.payments(place.value)
        for cards in ways if len(places) <= _FEW else ways[:1]:
            action = ClaimRoute(place.value, cards) if word == "claim" else BuildStation(place.value, cards)
            yield MoveChoice(
                f"{before}{place.label}",
                _code(request, view, line(action)),
                f"{word} {place.words} {cards}",
                in_order(cards)[0] if word == "claim" else "stations",
                labels.payment_label(cards, request.phrases),
            )


def _code(request: Request, view: View, line: str) -> str:
    revision = view.decision.revision if view.decision else 0
    return CallbackData(request.shown_match.id, revision, line).code
