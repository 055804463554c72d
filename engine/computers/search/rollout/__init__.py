"""Rollouts: games played to their end quickly, by the rules, by simple planners, on plain numbers.

A rollout takes a tenth of the time of a real game and is good enough to compare moves: players do not look
for the best payment or choice of tickets, and keep a plan as long as it can be carried out.
"""

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.computers.search.rollout.aims import keep, planned
from engine.computers.search.rollout.moves import draw_second, take_turn
from engine.computers.search.rollout.seat import RolloutSeat
from engine.computers.search.rollout.table import Rollout
from engine.game import ChooseTickets, DrawSecondCard, Game

_MOST_TURNS = 600
"""More turns than any game has."""


def play_out(game: Game, chance: Chance, plans: Mapping[int, Sequence[int]]) -> list[int]:
    """Everybody's points after a rollout from this state, in which no tunnel may be unsettled.

    `plans` are the routes that players, by seat, are known to be after.
    """
    rollout = Rollout(game, chance, plans)
    now = _begun(rollout)
    while now is not None:
        take_turn(rollout, rollout.seats[now])
        now = _next(rollout, now)
    return rollout.totals()


def planned_routes(game: Game, chance: Chance) -> list[list[int]]:
    """For each player, the routes wanted for the tickets that the game says they hold."""
    rollout = Rollout(game, chance, {})
    return [planned(rollout, seat) for seat in rollout.seats]


def _begun(rollout: Rollout) -> int | None:
    """Finish the turn or choice that is under way. Returns whose turn comes next, or None."""
    table = rollout.game.table
    if table.choosing:
        for seat in rollout.seats:
            _choose_first(rollout, seat)
        return table.starter
    if table.over or table.seat is None:
        return None
    seat = rollout.seats[table.seat]
    match table.decisions[table.seat]:
        case DrawSecondCard():
            draw_second(rollout, seat)
        case ChooseTickets() as choice:
            rollout.returned(keep(rollout, seat, rollout.game.offers[seat.number], choice.keep))
        case _:
            return seat.number
    return _next(rollout, seat.number)


def _choose_first(rollout: Rollout, seat: RolloutSeat) -> None:
    """Choose starting tickets, offer after offer, where that has not been done."""
    choice = rollout.game.table.decisions[seat.number]
    if not isinstance(choice, ChooseTickets):
        return
    aside = rollout.game.aside[seat.number]
    deals = rollout.rules.deals
    refused = keep(rollout, seat, rollout.game.offers[seat.number], choice.keep)
    for deal, offer in zip(deals[len(deals) - len(aside) :], aside, strict=True):
        refused = keep(rollout, seat, offer, max(0, deal.keep - len(seat.tickets)))
    if deals[-1].refused != "box":
        rollout.tickets += refused


def _next(rollout: Rollout, now: int) -> int | None:
    """End a turn: whose turn comes, or None at the end of the game."""
    if rollout.turns_left is None and rollout.seats[now].trains <= rollout.rules.last_round_trains:
        rollout.turns_left = len(rollout.seats)
    if rollout.turns_left == 0 or rollout.turn >= _MOST_TURNS:
        return None
    if rollout.turns_left is not None:
        rollout.turns_left -= 1
    rollout.turn += 1
    return (now + 1) % len(rollout.seats)
