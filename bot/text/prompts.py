"""What the game waits for: who must act, what they can do now, and a hint for a first game."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from bot.text.i18n import Phrases, person
from bot.text.labels import (
    card,
    either,
    listed,
    offered_tickets,
    paid_cards,
    payment_label,
    route_name,
    row,
    shown_cards,
    ticket_cities,
)
from bot.text.place_choices import listed_routes, needed_routes, tickets_served
from engine.actions import BuildStation, ClaimRoute, DrawDeck, DrawFaceUp, DrawTickets, PaySurcharge
from engine.game import ChooseTickets, Decision, DrawSecondCard, SettleTunnel, Table, TakeTurn
from engine.options import options
from engine.payments import shortfall
from engine.view import View


def next_line(
    table: Table, names: Sequence[str], phrases: Phrases, choosing: Sequence[int] | None = None
) -> str:
    """Who must act and how, or that the game is over. `names` are by seat.

    While starting tickets are chosen, `choosing` are the seats to name: all that still do, unless given.
    Empty where there is nobody to name.
    """
    if table.over:
        return phrases.say("next-over")
    waiting = table.waiting_for if choosing is None else choosing
    if table.choosing:
        if not waiting:
            return ""
        who = listed([person(names[seat]) for seat in waiting], phrases)
        return phrases.say("next-starting-tickets", count=len(waiting), names=who)
    return " ".join(
        _next(table, decision, names[seat], phrases)
        for seat, decision in enumerate(table.decisions)
        if decision
    )


def _next(table: Table, decision: Decision, name: str, phrases: Phrases) -> str:
    match decision:
        case TakeTurn() if table.turns_left is not None:
            return phrases.say("next-last-turn", name=name, turns=table.turns_left)
        case TakeTurn():
            return phrases.say("next-turn", name=name)
        case DrawSecondCard():
            return phrases.say("next-second-card", name=name)
        case ChooseTickets():
            return phrases.say("next-tickets", name=name)
        case SettleTunnel(owed=owed):
            assert table.tunnel is not None
            route = route_name(table.board, table.tunnel.route, phrases.language)
            return phrases.say("next-tunnel", name=name, route=route, owed=owed)
        case _:
            assert_never(decision)


def prompt(view: View, names: Sequence[str], phrases: Phrases) -> str:
    """What the seat of the view can do now; where it can do nothing, who must act."""
    table = view.table
    face_up = phrases.say("board-row", row=row(table.row, phrases))
    match view.decision:
        case None:
            return next_line(table, names, phrases)
        case TakeTurn():
            key = "prompt-turn" if table.turns_left is None else "prompt-last-turn"
            choices = either(list(_choices(view, phrases)), phrases)
            return f"{phrases.say(key, choices=choices)}\n{face_up}"
        case DrawSecondCard():
            kinds = options(view).kinds
            if DrawFaceUp not in kinds:
                return phrases.say("prompt-second-blind")
            text = phrases.say("prompt-second" if DrawDeck in kinds else "prompt-second-face-up")
            if any(map(table.rules.is_whole_draw, table.row)):
                text = f"{text} {phrases.say('prompt-second-barred')}"
            return f"{text}\n{face_up}"
        case ChooseTickets() as choice:
            key = "prompt-starting-tickets" if choice.starting else "prompt-tickets"
            return "\n".join(
                [phrases.say(key, limits=limits(choice, phrases)), *offered_tickets(view, phrases)]
            )
        case SettleTunnel(owed=owed):
            return _tunnel(view, owed, phrases)
        case decision:
            assert_never(decision)


def _choices(view: View, phrases: Phrases) -> Iterator[str]:
    """The Game Turn: those of the four actions that are legal now."""
    table, open_now = view.table, options(view)
    kinds = open_now.kinds
    if DrawFaceUp in kinds or DrawDeck in kinds:
        yield phrases.say("may-draw")
    if ClaimRoute in kinds:
        routes = [table.board.route[id] for id in open_now.claims.places]
        yield phrases.say("may-claim", count=len(listed_routes(routes)))
    if DrawTickets in kinds:
        yield phrases.say("may-draw-tickets", count=min(table.rules.draw_tickets, table.ticket_deck))
    if BuildStation in kinds:
        yield phrases.say("may-build", count=table.station_cost(table.seat or 0))


def limits(choice: ChooseTickets, phrases: Phrases) -> str:
    """How many of the tickets offered may be kept."""
    least, most, size = choice.keep, choice.keep_most, choice.size
    if least == most:
        return phrases.say("keep-exactly", keep=least, size=size)
    if most == size:
        return phrases.say("keep-at-least", keep=least, size=size)
    if not least:
        return phrases.say("keep-at-most", keep=most, size=size)
    return phrases.say("keep-between", keep=least, most=most, size=size)


def _tunnel(view: View, owed: int, phrases: Phrases) -> str:
    """Tunnels: the revealed cards, the surcharge, and the ways to pay it."""
    tunnel, table = view.table.tunnel, view.table
    assert tunnel is not None
    text = phrases.say(
        "prompt-tunnel",
        route=route_name(table.board, tunnel.route, phrases.language),
        laid=paid_cards(tunnel.laid, phrases),
        revealed=shown_cards(tunnel.revealed, phrases),
        owed=owed,
    )
    payable = options(view).of(PaySurcharge)
    ways = [payment_label(action.cards, phrases) for action in payable if isinstance(action, PaySurcharge)]
    if not ways:
        return f"{text} {phrases.say('prompt-tunnel-too-dear')}"
    return f"{text} {phrases.say('prompt-tunnel-pay', ways='; '.join(ways))}"


def first_hint(view: View, phrases: Phrases) -> str:
    """A hint for a first game, at the beginning of a turn or for the starting tickets; "" at any other time.

    In a turn it is the first that applies: a route to claim, further tickets, how to begin, missing cards.
    """
    table, board = view.table, view.table.board
    if isinstance(view.decision, ChooseTickets) and view.decision.starting:
        return phrases.say("first-tickets")
    if not isinstance(view.decision, TakeTurn) or table.turns_left is not None:
        return ""
    needed, payable = [board.route[id] for id in needed_routes(view)], set(options(view).claims.places)
    if ready := [route for route in needed if route.id in payable]:
        best = max(ready, key=lambda route: (route.length, route.id))
        name = route_name(board, best.id, phrases.language)
        served = ticket_cities(board, tickets_served(view, best.id)[0], phrases)
        return phrases.say("first-claim", route=name, ticket=served)
    if not needed:
        return phrases.say("first-more")
    if table.turn <= table.players:
        return phrases.say("first-draw")
    nearest = min(needed, key=lambda route: (shortfall(route.price, view.hand)[0], -route.length, route.id))
    lacks, color = shortfall(nearest.price, view.hand)
    name = route_name(board, nearest.id, phrases.language)
    return phrases.say("first-lacks", route=name, count=lacks, color=card(color, phrases))
