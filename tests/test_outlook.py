"""What can still be completed in the turns that are left: exact for one turn, honest for more."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from engine.game import TakeTurn
from engine.options import options
from engine.outlook import Need, least_turns_left, outlook
from engine.scores import borrowing
from engine.view import View, view_for
from tests.pictures import seen, ticket_between
from tests.random_games import opened, steps

LATE = 40


def completes(view: View, place: str) -> set[int]:
    """The tickets that are completed after this route is claimed, or a station is built in this city."""
    table, seat = view.table, view.seat or 0
    routes, stations = list(table.routes), list(table.stations)
    if place in table.board.route:
        routes[seat] |= table.board.bit[place]
    else:
        stations[seat] = (*stations[seat], place)
    return done(replace(view, table=replace(table, routes=tuple(routes), stations=tuple(stations))))


def done(view: View) -> set[int]:
    """The tickets that would be completed if the game were over now."""
    tickets = [view.table.board.ticket[number] for number in view.tickets]
    return set(borrowing(view.table, view.seat or 0, tickets)[1])


def own_turns(title: str, chance: int) -> Iterator[View]:
    """What the player sees who begins a turn, in a game of three."""
    game, _ = opened(title, title, 3, chance)
    for step in steps(game, chance, "draws, then claims"):
        table = step.before.table
        if table.seat is not None and isinstance(table.decisions[table.seat], TakeTurn):
            yield view_for(step.before, table.seat)


@pytest.mark.parametrize("title", ["europe", "usa"])
def test_one_turn_completes_what_one_legal_action_completes(title: str) -> None:
    """Tunnels are claimed without a surcharge."""
    completed = 0
    for chance in range(2):
        for view in islice(own_turns(title, chance), LATE, None, 12):
            claims, stations = options(view).claims.places, options(view).stations.places
            can = set[int]().union(*(completes(view, one) for one in (*claims, *stations))) - done(view)
            assert {ticket for ticket, need in outlook(view, 1).items() if need} == can
            completed += len(can)
    assert completed > 1


@pytest.mark.parametrize("title", ["europe", "usa"])
def test_there_are_never_fewer_turns_than_promised(title: str) -> None:
    for chance in range(3):
        views = list(own_turns(title, chance))
        ended_by = next(one.seat for one, after in pairwise(views) if after.table.last_round)
        for place, view in enumerate(views):
            later = [one.seat for one in views[place:]]
            for seat in {0, 1, 2} - {ended_by}:
                assert least_turns_left(view.table, seat) <= later.count(seat)
        last = views[-1]
        assert last.seat is not None
        assert least_turns_left(last.table, last.seat) == 1


def test_turns_are_counted_up_to_the_first_player_who_can_end_the_game() -> None:
    """A rival with six trains needs one claim; the turn of a seat before it counts, and the last round."""
    near = seen(trains=[20, 6], seat=0).table
    assert (least_turns_left(near, 0), least_turns_left(near, 1)) == (2, 3)


def test_cards_that_the_hand_lacks_take_turns() -> None:
    way = ["paris--zurich"]
    ticket = ticket_between("paris", "zagrab")

    def need(hand: str, turns: int) -> Need | None:
        view = seen(seat=0, routes=[way, []], hands=[hand, ""], tickets=[[ticket], []])
        return outlook(view, turns)[ticket]

    assert need("GGLL", 2) == (2, 0)  # two tunnels of two cards each
    assert need("GG", 2) is None
    assert need("GG", 3) == (2, 2)
    assert need("", 3) is None
    assert need("", 4) == (2, 4)
