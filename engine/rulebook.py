"""The rules: what each action does, and why it may be refused."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

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
from engine.play import Play
from engine.refusals import IllegalAction, Reason
from engine.rules import Refused
from engine.turns import begin_first_turn, end_turn

# Events cannot change, so that those which are made again and again need be made only once.
_card_taken = lru_cache(maxsize=1024)(CardTaken)
_card_drawn = lru_cache(maxsize=256)(CardDrawn)
_second_card_due = lru_cache(maxsize=64)(SecondCardDue)


def apply(game: Game, seat: int, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """Play an action: the moment after, and what happened. Raises IllegalAction where a rule forbids it."""
    kind = type(action)
    check_due(game.table, seat, kind)
    play = Play(game)
    _PLAYED[kind](play, seat, action)
    return play.game, tuple(play.events)


def _draw_face_up(play: Play, seat: int, action: DrawFaceUp) -> None:
    """Drawing Train Cards: a face-up locomotive is the first and only card."""
    row = play.table.row
    second = isinstance(play.table.decisions[seat], DrawSecondCard)
    if not 1 <= action.slot <= len(row):
        raise IllegalAction(Reason.NO_SUCH_SLOT, slots=len(row))
    card = row[action.slot - 1]
    if card == EMPTY_SLOT:
        raise IllegalAction(Reason.EMPTY_SLOT, slot=action.slot)
    if card != action.card:
        raise IllegalAction(Reason.CARD_CHANGED, slot=action.slot, card=card)
    if second and card == LOCOMOTIVE:
        raise IllegalAction(Reason.LOCOMOTIVE_SECOND)
    play.happen(_card_taken(seat, action.slot, card))
    _after_card(play, seat, second or card == LOCOMOTIVE)


def _draw_deck(play: Play, seat: int, _: DrawDeck) -> None:
    second = isinstance(play.table.decisions[seat], DrawSecondCard)
    if not play.need_deck():
        raise IllegalAction(Reason.NO_CARDS_LEFT)
    play.happen(_card_drawn(seat, play.game.deck[0]))
    _after_card(play, seat, second)


def _after_card(play: Play, seat: int, last: bool) -> None:
    """The second card is compulsory whenever one may be drawn; without one the turn ends."""
    play.complete_row()
    if last or not can_draw(play.table, BARRED_SECOND):
        end_turn(play)
    else:
        play.happen(_second_card_due(seat))


def _draw_tickets(play: Play, seat: int, _: DrawTickets) -> None:
    """Drawing Destination Tickets: three, or as many as are left, and keep at least one."""
    rules = play.table.rules
    tickets = play.game.ticket_deck[: rules.draw_tickets]
    if not tickets:
        raise IllegalAction(Reason.NO_TICKETS_LEFT)
    size = len(tickets)
    play.happen(
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


def _keep_tickets(play: Play, seat: int, action: KeepTickets) -> None:
    choice = play.table.decisions[seat]
    assert isinstance(choice, ChooseTickets)
    offer = play.game.offers[seat]
    check_keep(choice, offer, action.tickets)
    kept = tuple(ticket for ticket in offer if ticket in action.tickets)
    refused = tuple(ticket for ticket in offer if ticket not in action.tickets)
    to = _starting_refused(play, seat) if choice.starting else "bottom"
    play.happen(TicketsKept(seat, kept, refused, len(kept), len(refused), to))
    if not choice.starting:
        end_turn(play)
    elif play.game.aside[seat]:
        _offer_next(play, seat)
    elif not play.table.waiting_for:
        _all_have_chosen(play)


def _starting_refused(play: Play, seat: int) -> str:
    deals = play.table.rules.deals
    deal = deals[len(deals) - 1 - len(play.game.aside[seat])]
    return "box" if deal.refused is Refused.BOX else "aside"


def _offer_next(play: Play, seat: int) -> None:
    """Mega Europe: the regular tickets are seen once the choice of long ones is final."""
    tickets, *later = play.game.aside[seat]
    deal = play.table.rules.deals[-1 - len(later)]
    play.happen(
        TicketsOffered(
            seat=seat,
            tickets=tickets,
            size=len(tickets),
            keep=max(0, deal.keep - play.table.tickets[seat]),
            keep_most=min(deal.keep_most, len(tickets)),
            starting=True,
            dealt=0,
        )
    )


def _all_have_chosen(play: Play) -> None:
    """The refused go under the deck in one block, by seat and then by number."""
    block = tuple(ticket for refused in play.game.refused for ticket in sorted(refused))
    if block:
        shuffled = play.table.rules.deals[-1].refused is Refused.SHUFFLED
        play.return_refused(block, shuffled=shuffled)
    begin_first_turn(play)


def _claim_route(play: Play, seat: int, action: ClaimRoute) -> None:
    """Claiming Routes."""
    route = check_claim(play.table, seat, action.route)
    check_payment(action.cards, play.game.hands[seat], route.length, route.color, route.ferry)
    cards = in_order(action.cards)
    if route.tunnel:
        _lay_for_tunnel(play, seat, route.id, cards)
    else:
        _claimed(play, seat, route.id, cards)


def _claimed(play: Play, seat: int, route_id: str, cards: str) -> None:
    route = play.table.board.route[route_id]
    points = play.table.rules.route_points[route.length]
    play.happen(RouteClaimed(seat, route_id, cards, route.length, points))
    play.complete_row()
    end_turn(play)


def _lay_for_tunnel(play: Play, seat: int, route_id: str, laid: str) -> None:
    """Tunnels: the deck reveals cards, and they may ask for more."""
    revealed = _reveal(play)
    owed = surcharge(laid, revealed)
    play.happen(TunnelRevealed(seat, route_id, laid, revealed, owed))
    if not owed:
        _claimed(play, seat, route_id, laid)


def _reveal(play: Play) -> str:
    """With fewer cards than that in deck and discards together, those there are."""
    number = play.table.rules.tunnel_reveal
    play.need_deck(number)
    return play.game.deck[:number]


def _pay_surcharge(play: Play, seat: int, action: PaySurcharge) -> None:
    """Tunnels: the surcharge is paid with the colour laid down or locomotives."""
    tunnel, owed = _settling(play, seat)
    check_surcharge(action.cards, play.game.hands[seat], tunnel.laid, owed)
    _claimed(play, seat, tunnel.route, in_order(tunnel.laid + action.cards))


def _decline_tunnel(play: Play, seat: int, _: DeclineTunnel) -> None:
    tunnel, _owed = _settling(play, seat)
    play.happen(TunnelDeclined(seat, tunnel.route, tunnel.laid))
    play.complete_row()
    end_turn(play)


def _settling(play: Play, seat: int) -> tuple[Tunnel, int]:
    tunnel, decision = play.table.tunnel, play.table.decisions[seat]
    assert tunnel is not None
    assert isinstance(decision, SettleTunnel)
    return tunnel, decision.owed


def _build_station(play: Play, seat: int, action: BuildStation) -> None:
    """Building Train Stations: one a turn, one in each city; no route of one's own is needed there."""
    cost = check_station(play.table, seat, action.city)
    check_payment(action.cards, play.game.hands[seat], cost)
    play.happen(StationBuilt(seat, action.city, in_order(action.cards)))
    play.complete_row()
    end_turn(play)


_PLAYED: dict[type[Action], Callable[[Play, int, Any], None]] = {
    DrawFaceUp: _draw_face_up,
    DrawDeck: _draw_deck,
    DrawTickets: _draw_tickets,
    KeepTickets: _keep_tickets,
    ClaimRoute: _claim_route,
    BuildStation: _build_station,
    PaySurcharge: _pay_surcharge,
    DeclineTunnel: _decline_tunnel,
}
