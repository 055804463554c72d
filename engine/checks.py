"""Checks: whether the rules allow an action, and which rule forbids it."""

from engine.actions import Action
from engine.board import GRAY, Price, Route
from engine.cards import CARDS, COLORS, LOCOMOTIVE, Counts, counts, holds
from engine.game import ChooseTickets, DrawSecondCard, SettleTunnel, Table, TakeTurn
from engine.options import ASKED, open_routes
from engine.payments import laid_color, pays
from engine.refusals import IllegalAction, Reason


def check_due(table: Table, seat: int, kind: type[Action]) -> None:
    """Refuse an action that does not answer the seat's decision. Raises IllegalAction, as all checks do."""
    if not 0 <= seat < table.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seats=table.players)
    decision = table.decisions[seat]
    if isinstance(decision, ASKED[kind]):
        return
    match decision:
        case None if table.over:
            raise IllegalAction(Reason.GAME_OVER)
        case None if table.choosing:
            raise IllegalAction(Reason.WAIT_FOR_TICKETS, seats=len(table.waiting_for))
        case None:
            raise IllegalAction(Reason.NOT_YOUR_TURN, seat=table.seat or 0)
        case ChooseTickets(keep=keep):
            raise IllegalAction(Reason.CHOOSE_TICKETS_FIRST, keep=keep)
        case DrawSecondCard():
            raise IllegalAction(Reason.SECOND_CARD_FIRST)
        case SettleTunnel(owed=owed):
            raise IllegalAction(Reason.SETTLE_TUNNEL_FIRST, owed=owed)
        case TakeTurn():
            tickets = ChooseTickets in ASKED[kind]
            raise IllegalAction(Reason.NO_TICKETS_OFFERED if tickets else Reason.NO_TUNNEL_OPEN)


def check_keep(choice: ChooseTickets, offer: tuple[int, ...], kept: tuple[int, ...]) -> None:
    """Destination Tickets: refuse tickets that are not offered, and too few or too many of them."""
    for ticket in kept:
        if ticket not in offer or kept.count(ticket) > 1:
            raise IllegalAction(Reason.TICKET_NOT_OFFERED, ticket=ticket)
    if len(kept) < choice.keep:
        raise IllegalAction(Reason.TOO_FEW_TICKETS, keep=choice.keep, kept=len(kept))
    if len(kept) > choice.keep_most:
        raise IllegalAction(Reason.TOO_MANY_TICKETS, keep_most=choice.keep_most, kept=len(kept))


def check_claim(table: Table, seat: int, route_id: str) -> Route:
    """Claiming Routes, Double Routes: the route, if the seat may claim it at any price."""
    route = table.board.route.get(route_id)
    if route is None:
        raise IllegalAction(Reason.NO_SUCH_ROUTE, route=route_id)
    if not open_routes(table, seat) & table.board.bit[route_id]:
        raise _obstacle(table, seat, route)
    return route


def _obstacle(table: Table, seat: int, route: Route) -> IllegalAction:
    """Why a seat cannot claim a route at any price."""
    owner = table.owner(route.id)
    if owner is not None:
        return IllegalAction(Reason.ROUTE_TAKEN, route=route.id, seat=owner)
    if table.routes[seat] & table.board.twins[route.id]:
        return IllegalAction(Reason.OWNS_TWIN, route=route.id)
    if table.closed & table.board.bit[route.id]:
        return IllegalAction(Reason.DOUBLE_CLOSED, route=route.id, players=table.rules.double_routes_players)
    return IllegalAction(Reason.TOO_FEW_TRAINS, trains=table.trains[seat], length=route.length)


def check_station(table: Table, seat: int, city: str) -> int:
    """Building Train Stations: the cost of the seat's next station, if it can be built in this city."""
    if not table.rules.stations:
        raise IllegalAction(Reason.NO_STATIONS_IN_TITLE)
    if city not in table.board.city:
        raise IllegalAction(Reason.NO_SUCH_CITY, city=city)
    owner = table.station_at(city)
    if owner is not None:
        raise IllegalAction(Reason.CITY_HAS_STATION, city=city, seat=owner)
    built = len(table.stations[seat])
    if built >= table.rules.stations:
        raise IllegalAction(Reason.NO_STATIONS_LEFT)
    return table.rules.station_costs[built]


def check_payment(cards: str, hand: Counts, price: Price) -> None:
    """Claiming Routes, Ferries: refuse cards that do not pay a price exactly, or that the hand lacks."""
    if cards.strip(CARDS):
        raise IllegalAction(Reason.NO_SUCH_CARDS, cards=cards)
    if not pays(price, cards):
        raise _wrong_payment(cards, price)
    if not holds(hand, cards):
        piles = zip(CARDS, counts(cards), hand, strict=True)
        missing = "".join(card * (wanted - held) for card, wanted, held in piles)
        raise IllegalAction(Reason.CARDS_NOT_HELD, missing=missing)


def _wrong_payment(cards: str, price: Price) -> IllegalAction:
    """Why cards are no payment of a price."""
    if len(cards) != price.length:
        if price.swaps and len(cards) > price.length:
            return IllegalAction(Reason.WRONG_SWAP, any_cards=price.any_cards, swaps=price.swaps)
        return IllegalAction(Reason.WRONG_NUMBER_OF_CARDS, number=price.length, given=len(cards))
    if LOCOMOTIVE in cards and not price.takes_locomotives:
        return IllegalAction(Reason.NO_LOCOMOTIVES_HERE)
    used = set(cards) - {LOCOMOTIVE}
    if len(used) > 1:
        return IllegalAction(Reason.MIXED_COLORS)
    if price.color != GRAY and not used <= {price.color}:
        return IllegalAction(Reason.WRONG_COLOR, color=price.color)
    return IllegalAction(Reason.FERRY_NEEDS_LOCOMOTIVES, ferry=price.ferry)


def check_surcharge(cards: str, hand: Counts, laid: str, owed: int) -> None:
    """Tunnels: refuse cards that do not pay the surcharge exactly."""
    color = laid_color(laid)
    if color == LOCOMOTIVE and set(cards) & set(COLORS):
        raise IllegalAction(Reason.ONLY_LOCOMOTIVES)
    check_payment(cards, hand, Price(owed, GRAY if color == LOCOMOTIVE else color))
