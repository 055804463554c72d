"""Games sketched to their end in thought: by the rules, but by planners in a hurry, and on plain numbers.

A sketch takes a tenth of the time of the game that it stands for, and knows enough to compare moves: nobody
looks for the best payment or the best choice of tickets, nor changes a plan that can still be carried out.
"""

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.computers.sketch.planning import keep, planned
from engine.computers.sketch.seat import Seat
from engine.computers.sketch.table import Sketch
from engine.computers.sketch.turns import draw_second, take_turn
from engine.game import ChooseTickets, DrawSecondCard, Game
from engine.rules import Refused

_MOST_TURNS = 600
"""No game is as long as this."""


def sketched(game: Game, chance: Chance, plans: Mapping[int, Sequence[int]]) -> list[int]:
    """Everybody's points at the end of a game that is played on from here; no tunnel is half-way.

    `plans` are the routes that players, by seat, are known to be after.
    """
    sketch = Sketch(game, chance, plans)
    now = _begun(sketch)
    while now is not None:
        take_turn(sketch, sketch.seats[now])
        now = _next(sketch, now)
    return sketch.totals()


def intended(game: Game, chance: Chance) -> list[list[int]]:
    """For each player, the routes wanted for the tickets that the game says they hold."""
    sketch = Sketch(game, chance, {})
    return [planned(sketch, seat) for seat in sketch.seats]


def _begun(sketch: Sketch) -> int | None:
    """Finish what somebody has begun: whose turn it is then, if anybody's."""
    table = sketch.game.table
    if table.choosing:
        for seat in sketch.seats:
            _choose_first(sketch, seat)
        return table.starter
    if table.over or table.seat is None:
        return None
    seat = sketch.seats[table.seat]
    match table.decisions[table.seat]:
        case DrawSecondCard():
            draw_second(sketch, seat)
        case ChooseTickets() as choice:
            sketch.tickets += keep(sketch, seat, sketch.game.offers[seat.number], choice.keep)
        case _:
            return seat.number
    return _next(sketch, seat.number)


def _choose_first(sketch: Sketch, seat: Seat) -> None:
    """Choose starting tickets, offer after offer, where that has not been done."""
    choice = sketch.game.table.decisions[seat.number]
    if not isinstance(choice, ChooseTickets):
        return
    aside = sketch.game.aside[seat.number]
    deals = sketch.rules.deals
    refused = keep(sketch, seat, sketch.game.offers[seat.number], choice.keep)
    for deal, offer in zip(deals[len(deals) - len(aside) :], aside, strict=True):
        refused = keep(sketch, seat, offer, max(0, deal.keep - len(seat.tickets)))
    if deals[-1].refused is not Refused.BOX:
        sketch.tickets += refused


def _next(sketch: Sketch, now: int) -> int | None:
    """End a turn: whose turn comes, or None at the end of the game."""
    if sketch.turns_left is None and sketch.seats[now].trains <= sketch.rules.last_round_trains:
        sketch.turns_left = len(sketch.seats)
    if sketch.turns_left == 0 or sketch.turn >= _MOST_TURNS:
        return None
    if sketch.turns_left is not None:
        sketch.turns_left -= 1
    sketch.turn += 1
    return (now + 1) % len(sketch.seats)
