"""The rules: what each action does, and why it may be refused."""

from functools import lru_cache
from typing import assert_never

from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.cards import EMPTY_SLOT, LOCOMOTIVE, in_order
from engine.checks import check_claim, check_due, check_keep, check_payment, check_station, check_surcharge
from engine.dealer import Dealer
from engine.events import (
    CardDrawn,
    CardTaken,
    Event,
    RouteClaimed,
    SecondCardDue,
    StationBuilt,
    TicketsKept,
    TicketsOffered,
    TunnelDeclined,
    TunnelRevealed,
)
from engine.game import ChooseTickets, DrawSecondCard, Game, SettleTunnel, Tunnel
from engine.options import BARRED_SECOND, can_draw
from engine.payments import surcharge
from engine.refusals import IllegalAction, Reason
from engine.turns import begin_first_turn, end_turn

# Events cannot change, so the most frequent ones are made once and shared.
_card_taken = lru_cache(maxsize=1024)(CardTaken)
_card_drawn = lru_cache(maxsize=256)(CardDrawn)
_second_card_due = lru_cache(maxsize=64)(SecondCardDue)


def apply(game: Game, seat: int, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """Apply an action: the state after it, and what happened. Raises IllegalAction if a rule forbids it.

    >>> after, events = apply(game, 0, DrawDeck())
    >>> events
    (CardDrawn(seat=0, card='G'), SecondCardDue(seat=0))
    >>> apply(game, 0, ClaimRoute("athina--brindisi", "KKKK"))
    Traceback (most recent call last):
    engine.refusals.IllegalAction: ('ferry-needs-locomotives', {'ferry': 1})
    """
    check_due(game.table, seat, type(action))
    dealer = Dealer(game)
    match action:
        case DrawDeck():
            _draw_deck(dealer, seat)
        case DrawFaceUp():
            _draw_face_up(dealer, seat, action)
        case ClaimRoute():
            _claim_route(dealer, seat, action)
        case DrawTickets():
            _draw_tickets(dealer, seat)
        case KeepTickets():
            _keep_tickets(dealer, seat, action)
        case PaySurcharge():
            _pay_surcharge(dealer, seat, action)
        case DeclineTunnel():
            _decline_tunnel(dealer, seat)
        case BuildStation():
            _build_station(dealer, seat, action)
        case _:
            assert_never(action)
    return dealer.game, tuple(dealer.events)


def _draw_face_up(dealer: Dealer, seat: int, action: DrawFaceUp) -> None:
    """Drawing Train Cards: a face-up locomotive is the first and only card."""
    row = dealer.table.row
    second = isinstance(dealer.table.decisions[seat], DrawSecondCard)
    if not 1 <= action.slot <= len(row):
        raise IllegalAction(Reason.NO_SUCH_SLOT, slots=len(row))
    card = row[action.slot - 1]
    if card == EMPTY_SLOT:
        raise IllegalAction(Reason.EMPTY_SLOT, slot=action.slot)
    if card != action.card:
        raise IllegalAction(Reason.CARD_CHANGED, slot=action.slot, card=card)
    if second and card == LOCOMOTIVE:
        raise IllegalAction(Reason.LOCOMOTIVE_SECOND)
    dealer.apply_event(_card_taken(seat, action.slot, card))
    _after_card(dealer, seat, second or card == LOCOMOTIVE)


def _draw_deck(dealer: Dealer, seat: int) -> None:
    second = isinstance(dealer.table.decisions[seat], DrawSecondCard)
    if not dealer.need_deck():
        raise IllegalAction(Reason.NO_CARDS_LEFT)
    dealer.apply_event(_card_drawn(seat, dealer.game.deck[0]))
    _after_card(dealer, seat, second)


def _after_card(dealer: Dealer, seat: int, last: bool) -> None:
    """Drawing Train Cards: the second card is compulsory; if none can be drawn, the turn ends."""
    dealer.complete_row()
    if last or not can_draw(dealer.table, BARRED_SECOND):
        end_turn(dealer)
    else:
        dealer.apply_event(_second_card_due(seat))


def _draw_tickets(dealer: Dealer, seat: int) -> None:
    """Drawing Destination Tickets: three, or as many as are left, and keep at least one."""
    rules = dealer.table.rules
    tickets = dealer.game.ticket_deck[: rules.draw_tickets]
    if not tickets:
        raise IllegalAction(Reason.NO_TICKETS_LEFT)
    size = len(tickets)
    dealer.apply_event(
        TicketsOffered(
            seat=seat,
            tickets=tickets,
            size=size,
            keep=min(rules.keep_tickets, size),
            keep_most=size,
            starting=False,
            dealt=size,
        )
    )


def _keep_tickets(dealer: Dealer, seat: int, action: KeepTickets) -> None:
    choice = dealer.table.decisions[seat]
    assert isinstance(choice, ChooseTickets)
    offer = dealer.game.offers[seat]
    check_keep(choice, offer, action.tickets)
    kept = tuple(ticket for ticket in offer if ticket in action.tickets)
    refused = tuple(ticket for ticket in offer if ticket not in action.tickets)
    to = _starting_refused(dealer, seat) if choice.starting else "bottom"
    dealer.apply_event(TicketsKept(seat, kept, refused, len(kept), len(refused), to))
    if not choice.starting:
        end_turn(dealer)
    elif dealer.game.aside[seat]:
        _offer_next(dealer, seat)
    elif not dealer.table.waiting_for:
        _all_have_chosen(dealer)


def _starting_refused(dealer: Dealer, seat: int) -> str:
    deals = dealer.table.rules.deals
    deal = deals[len(deals) - 1 - len(dealer.game.aside[seat])]
    return "box" if deal.refused == "box" else "aside"


def _offer_next(dealer: Dealer, seat: int) -> None:
    """Mega Europe: the regular tickets are seen once the choice of long ones is final."""
    tickets, *later = dealer.game.aside[seat]
    deal = dealer.table.rules.deals[-1 - len(later)]
    dealer.apply_event(
        TicketsOffered(
            seat=seat,
            tickets=tickets,
            size=len(tickets),
            keep=max(0, deal.keep - dealer.table.tickets[seat]),
            keep_most=min(deal.keep_most, len(tickets)),
            starting=True,
            dealt=0,
        )
    )


def _all_have_chosen(dealer: Dealer) -> None:
    """Destination Tickets: refused starting tickets go under the deck in one block, by seat and number."""
    block = tuple(ticket for refused in dealer.game.refused for ticket in sorted(refused))
    if block:
        shuffled = dealer.table.rules.deals[-1].refused == "shuffled"
        dealer.return_refused(block, shuffled=shuffled)
    begin_first_turn(dealer)


def _claim_route(dealer: Dealer, seat: int, action: ClaimRoute) -> None:
    """Claiming Routes."""
    route = check_claim(dealer.table, seat, action.route)
    check_payment(action.cards, dealer.game.hands[seat], route.length, route.color, route.ferry)
    cards = in_order(action.cards)
    if route.tunnel:
        _lay_for_tunnel(dealer, seat, route.id, cards)
    else:
        _claimed(dealer, seat, route.id, cards)


def _claimed(dealer: Dealer, seat: int, route_id: str, cards: str) -> None:
    route = dealer.table.board.route[route_id]
    points = dealer.table.rules.route_points[route.length]
    dealer.apply_event(RouteClaimed(seat, route_id, cards, route.length, points))
    dealer.complete_row()
    end_turn(dealer)


def _lay_for_tunnel(dealer: Dealer, seat: int, route_id: str, laid: str) -> None:
    """Tunnels: the deck reveals cards, and they may ask for more."""
    revealed = _reveal(dealer)
    owed = surcharge(laid, revealed)
    dealer.apply_event(TunnelRevealed(seat, route_id, laid, revealed, owed))
    if not owed:
        _claimed(dealer, seat, route_id, laid)


def _reveal(dealer: Dealer) -> str:
    """Tunnels: reveal three cards, or as many as deck and discards have."""
    number = dealer.table.rules.tunnel_reveal
    dealer.need_deck(number)
    return dealer.game.deck[:number]


def _pay_surcharge(dealer: Dealer, seat: int, action: PaySurcharge) -> None:
    """Tunnels: the surcharge is paid with the colour laid down or locomotives."""
    tunnel, owed = _settling(dealer, seat)
    check_surcharge(action.cards, dealer.game.hands[seat], tunnel.laid, owed)
    _claimed(dealer, seat, tunnel.route, in_order(tunnel.laid + action.cards))


def _decline_tunnel(dealer: Dealer, seat: int) -> None:
    tunnel, _owed = _settling(dealer, seat)
    dealer.apply_event(TunnelDeclined(seat, tunnel.route, tunnel.laid))
    dealer.complete_row()
    end_turn(dealer)


def _settling(dealer: Dealer, seat: int) -> tuple[Tunnel, int]:
    tunnel, decision = dealer.table.tunnel, dealer.table.decisions[seat]
    assert tunnel is not None
    assert isinstance(decision, SettleTunnel)
    return tunnel, decision.owed


def _build_station(dealer: Dealer, seat: int, action: BuildStation) -> None:
    """Building Train Stations: one a turn, one in each city; no route of one's own is needed there."""
    cost = check_station(dealer.table, seat, action.city)
    check_payment(action.cards, dealer.game.hands[seat], cost)
    dealer.apply_event(StationBuilt(seat, action.city, in_order(action.cards)))
    dealer.complete_row()
    end_turn(dealer)
