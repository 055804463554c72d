"""What the game waits for: who must act, for what, with which hint, and what can still be completed."""

from collections.abc import Sequence
from typing import assert_never

from bot.text.i18n import Phrases, person
from bot.text.labels import (
    card,
    listed,
    offered_tickets,
    paid_cards,
    route_name,
    shown_cards,
    ticket,
    ticket_cities,
)
from bot.text.place_choices import needed_routes, tickets_served
from engine.actions import PaySurcharge
from engine.game import ChooseTickets, Decision, DrawSecondCard, SettleTunnel, Table, TakeTurn
from engine.options import options
from engine.outlook import least_turns_left, outlook
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
    """What the seat of the view has to decide, which its buttons answer; who must act, if that is not it."""
    match view.decision:
        case None:
            return next_line(view.table, names, phrases)
        case TakeTurn():
            return phrases.say("prompt-turn" if view.table.turns_left is None else "prompt-last-turn")
        case DrawSecondCard():
            return phrases.say("prompt-second")
        case ChooseTickets() as choice:
            key = "prompt-starting-tickets" if choice.starting else "prompt-tickets"
            return "\n".join(
                [phrases.say(key, limits=limits(choice, phrases)), *offered_tickets(view, phrases)]
            )
        case SettleTunnel(owed=owed):
            return _tunnel(view, owed, phrases)
        case decision:
            assert_never(decision)


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
    """Tunnels: the revealed cards, the surcharge, and what follows if it is not paid."""
    tunnel, table = view.table.tunnel, view.table
    assert tunnel is not None
    text = phrases.say(
        "prompt-tunnel",
        route=route_name(table.board, tunnel.route, phrases.language),
        laid=paid_cards(tunnel.laid, phrases),
        revealed=shown_cards(tunnel.revealed, phrases),
        owed=owed,
    )
    can_pay = PaySurcharge in options(view).kinds
    return f"{text} {phrases.say('prompt-tunnel-pay' if can_pay else 'prompt-tunnel-too-dear')}"


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
    cost, hand = table.fares.price, view.hand
    nearest = min(needed, key=lambda each: (shortfall(cost[each.id], hand)[0], -each.length, each.id))
    price = cost[nearest.id]
    lacks, color = shortfall(price, hand)
    name, takes = route_name(board, nearest.id, phrases.language), int(price.takes_locomotives)
    return phrases.say("first-lacks", route=name, count=lacks, color=card(color, phrases), takes=takes)


# ---- what can still be completed

FEW_TRAINS = 6
"""A player with this many trains or fewer is announced."""


def is_near_end(table: Table) -> bool:
    """Whether somebody is running out of trains, or the last round has begun."""
    if table.over or table.seat is None:
        return False
    return table.turns_left is not None or min(table.trains) <= FEW_TRAINS


def outlook_text(view: View, phrases: Phrases) -> str:
    """The turns that a seat has in any case, and the tickets that it can complete in them; "" before the end
    is near.
    """
    if view.seat is None or not is_near_end(view.table):
        return ""
    board, turns = view.table.board, least_turns_left(view.table, view.seat)
    needs = outlook(view, turns)
    if view.table.turns_left is None:
        key = "outlook-turns"
    else:
        key = "outlook-last-turn" if view.seat == view.table.seat else "outlook-last-turns"
    lines = [phrases.say(key, count=turns)]
    if not needs:
        lines.append(phrases.say("outlook-done"))
    for number, need in needs.items():
        if need:
            built, lacks = need
            key, named = "outlook-lacks" if lacks else "outlook-held", ticket(board, number, phrases)
            lines.append(phrases.say(key, ticket=named, count=built, cards=lacks))
    missed = [ticket(board, number, phrases) for number, need in needs.items() if need is None]
    if missed:
        lines.append(phrases.say("outlook-missed", tickets="; ".join(missed)))
    return "\n".join(lines)
