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
from engine.board import GRAY, Price
from engine.cards import EMPTY_SLOT, in_order
from engine.checks import check_claim, check_due, check_keep, check_payment, check_station, check_surcharge
from engine.dealer import complete_row, need_deck, return_refused
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
from engine.fold import StateBuilder
from engine.game import ChooseTickets, DrawSecondCard, Game, SettleTunnel, Tunnel
from engine.options import can_draw
from engine.payments import surcharge
from engine.refusals import IllegalAction, Reason
from engine.turns import begin_first_turn, end_turn

# Events cannot change, so the most frequent ones are made once and shared.
_card_taken = lru_cache(maxsize=1024)(CardTaken)
_card_drawn = lru_cache(maxsize=256)(CardDrawn)
_second_card_due = lru_cache(maxsize=64)(SecondCardDue)


def apply(
    game: Game, seat: int, action: Action, *, each_reset: bool = False
) -> tuple[Game, tuple[Event, ...]]:
    """Apply an action: the state after it, and what happened. Raises IllegalAction if a rule forbids it.

    `each_reset` gives a run of row resets event by event, as earlier programs stored it.

    >>> after, events = apply(game, 0, DrawDeck())
    >>> events
    (CardDrawn(seat=0, card='G'), SecondCardDue(seat=0))
    >>> apply(game, 0, ClaimRoute("athina--brindisi", "KKKK"))
    Traceback (most recent call last):
    engine.refusals.IllegalAction: ('ferry-needs-locomotives', {'ferry': 1})
    """
    check_due(game.table, seat, type(action))
    state = StateBuilder(game)
    state.each_reset = each_reset
    match action:
        case DrawDeck():
            _draw_deck(state, seat)
        case DrawFaceUp():
            _draw_face_up(state, seat, action)
        case ClaimRoute():
            _claim_route(state, seat, action)
        case DrawTickets():
            _draw_tickets(state, seat)
        case KeepTickets():
            _keep_tickets(state, seat, action)
        case PaySurcharge():
            _pay_surcharge(state, seat, action)
        case DeclineTunnel():
            _decline_tunnel(state, seat)
        case BuildStation():
            _build_station(state, seat, action)
        case _:
            assert_never(action)
    return state.game, tuple(state.events)


def _draw_face_up(state: StateBuilder, seat: int, action: DrawFaceUp) -> None:
    """Drawing Train Cards: a face-up locomotive is the first and only card."""
    row = state.table.row
    second = isinstance(state.table.decisions[seat], DrawSecondCard)
    if not 1 <= action.slot <= len(row):
        raise IllegalAction(Reason.NO_SUCH_SLOT, slots=len(row))
    card = row[action.slot - 1]
    if card == EMPTY_SLOT:
        raise IllegalAction(Reason.EMPTY_SLOT, slot=action.slot)
    if card != action.card:
        raise IllegalAction(Reason.CARD_CHANGED, slot=action.slot, card=card)
    rules = state.table.rules
    if card in rules.barred(second=second):
        raise IllegalAction(Reason.LOCOMOTIVE_SECOND)
    state.apply_event(_card_taken(seat, action.slot, card))
    _after_card(state, seat, second or rules.is_whole_draw(card))


def _draw_deck(state: StateBuilder, seat: int) -> None:
    second = isinstance(state.table.decisions[seat], DrawSecondCard)
    if not need_deck(state):
        raise IllegalAction(Reason.NO_CARDS_LEFT)
    state.apply_event(_card_drawn(seat, state.game.deck[0]))
    _after_card(state, seat, second)


def _after_card(state: StateBuilder, seat: int, last: bool) -> None:
    """Drawing Train Cards: the second card is compulsory; if none can be drawn, the turn ends."""
    complete_row(state)
    if last or not can_draw(state.table, second=True):
        end_turn(state)
    else:
        state.apply_event(_second_card_due(seat))


def _draw_tickets(state: StateBuilder, seat: int) -> None:
    """Drawing Destination Tickets: three, or as many as are left, and keep at least one."""
    rules = state.table.rules
    tickets = state.game.ticket_deck[: rules.draw_tickets]
    if not tickets:
        raise IllegalAction(Reason.NO_TICKETS_LEFT)
    size = len(tickets)
    state.apply_event(
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


def _keep_tickets(state: StateBuilder, seat: int, action: KeepTickets) -> None:
    choice = state.table.decisions[seat]
    assert isinstance(choice, ChooseTickets)
    offer, later = state.game.offers[seat], state.game.aside[seat]
    check_keep(choice, offer, action.tickets)
    kept = tuple(ticket for ticket in offer if ticket in action.tickets)
    refused = tuple(ticket for ticket in offer if ticket not in action.tickets)
    to: str = state.table.rules.refused_in_play
    if choice.starting:
        to = state.table.rules.deals[-1 - len(later)].refused
    if to == "shuffled" or (choice.starting and to == "bottom"):
        to = "aside"
    state.apply_event(TicketsKept(seat, kept, refused, len(kept), len(refused), to))
    if not choice.starting:
        if to == "aside" and refused:
            return_refused(state, refused, shuffled=True)
        end_turn(state)
    elif later:
        _offer_next(state, seat)
    elif not state.table.waiting_for:
        _all_have_chosen(state)


def _offer_next(state: StateBuilder, seat: int) -> None:
    """Mega Europe: the regular tickets are seen once the choice of long ones is final."""
    tickets, *later = state.game.aside[seat]
    deal = state.table.rules.deals[-1 - len(later)]
    state.apply_event(
        TicketsOffered(
            seat=seat,
            tickets=tickets,
            size=len(tickets),
            keep=max(0, deal.keep - state.table.tickets[seat]),
            keep_most=min(deal.keep_most, len(tickets)),
            starting=True,
            dealt=0,
        )
    )


def _all_have_chosen(state: StateBuilder) -> None:
    """Destination Tickets: refused starting tickets go under the deck in one block, by seat and number."""
    block = tuple(ticket for refused in state.game.refused for ticket in sorted(refused))
    if block:
        shuffled = state.table.rules.deals[-1].refused == "shuffled"
        return_refused(state, block, shuffled=shuffled)
    begin_first_turn(state)


def _claim_route(state: StateBuilder, seat: int, action: ClaimRoute) -> None:
    """Claiming Routes. Tunnels: three cards, or as many as there are, are revealed and may cost more."""
    route = check_claim(state.table, seat, action.route)
    check_payment(action.cards, state.game.hands[seat], state.table.fares.price[route.id])
    cards = in_order(action.cards)
    owed = 0
    if route.tunnel:
        number = state.table.rules.tunnel_reveal
        need_deck(state, number)
        revealed = state.game.deck[:number]
        owed = surcharge(cards, revealed)
        state.apply_event(TunnelRevealed(seat, route.id, cards, revealed, owed))
    if not owed:
        _claimed(state, seat, route.id, cards)


def _claimed(state: StateBuilder, seat: int, route_id: str, cards: str) -> None:
    route = state.table.board.route[route_id]
    points = state.table.rules.route_points[route.length]
    state.apply_event(RouteClaimed(seat, route_id, cards, route.length, points))
    complete_row(state)
    end_turn(state)


def _pay_surcharge(state: StateBuilder, seat: int, action: PaySurcharge) -> None:
    """Tunnels: the surcharge is paid with the colour laid down or locomotives."""
    tunnel, owed = _settling(state, seat)
    check_surcharge(action.cards, state.game.hands[seat], tunnel.laid, owed)
    _claimed(state, seat, tunnel.route, in_order(tunnel.laid + action.cards))


def _decline_tunnel(state: StateBuilder, seat: int) -> None:
    tunnel, _owed = _settling(state, seat)
    state.apply_event(TunnelDeclined(seat, tunnel.route, tunnel.laid))
    complete_row(state)
    end_turn(state)


def _settling(state: StateBuilder, seat: int) -> tuple[Tunnel, int]:
    tunnel, decision = state.table.tunnel, state.table.decisions[seat]
    assert tunnel is not None
    assert isinstance(decision, SettleTunnel)
    return tunnel, decision.owed


def _build_station(state: StateBuilder, seat: int, action: BuildStation) -> None:
    """Building Train Stations: one a turn, one in each city; no route of one's own is needed there."""
    cost = check_station(state.table, seat, action.city)
    check_payment(action.cards, state.game.hands[seat], Price(cost, GRAY))
    state.apply_event(StationBuilt(seat, action.city, in_order(action.cards)))
    complete_row(state)
    end_turn(state)
