"""Mandala: completed tickets whose two cities two separate ways of a player connect bring a bonus."""

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.text.i18n import phrases
from bot.text.labels import ticket_status_line
from engine.board import Route
from engine.network import completed, joined_twice
from engine.scores import score_sheet
from engine.sheet import SeatScore
from engine.ticket_status import ticket_status
from engine.view import view_for
from tests.route_text import ticket_of
from tests.rules.table import at, board

BHOPAL_TO_LUCKNOW = ticket_of(900, "bhopal", "lucknow", 3)
OVER_AGRA = ["agra--bhopal--1", "agra--lucknow"]
OVER_KATNI = ["bhopal--bilaspur--1", "bilaspur--katni--1", "katni--lucknow--1"]
THROUGH = "agra--katni"


def routes(*names: str) -> list[Route]:
    return [board("india").route[name] for name in names]


def is_mandala(*names: str) -> bool:
    return joined_twice(routes(*names), [BHOPAL_TO_LUCKNOW]) == (900,)


def line(tickets: Sequence[int], names: Sequence[str], **position: Any) -> SeatScore:
    """The first player's line of the score sheet."""
    game = at("india", tickets=[list(tickets), []], routes=[list(names), []], **position)
    return score_sheet(game).seats[0]


# ---- two separate ways


def test_one_way_is_no_mandala() -> None:
    assert not is_mandala(*OVER_AGRA)


def test_two_ways_without_a_common_route_are_a_mandala() -> None:
    assert is_mandala(*OVER_AGRA, *OVER_KATNI)


def test_two_ways_that_share_a_route_are_no_mandala() -> None:
    """Both ways end with the route from Agra to Lucknow."""
    assert not is_mandala(*OVER_AGRA, "bhopal--bilaspur--1", "bilaspur--katni--1", THROUGH)


def test_ways_may_meet_in_a_city() -> None:
    """Delhi and Jaipur are each joined twice to Agra, and so to each other, through Agra."""
    loops = [
        "agra--delhi",
        "delhi--jaipur",
        "agra--jaipur--1",
        "agra--katni",
        "katni--lucknow--1",
        "agra--lucknow",
    ]
    ticket = ticket_of(901, "delhi", "lucknow", 3)
    assert joined_twice(routes(*loops), [ticket]) == (901,)


def test_a_loop_at_one_city_of_a_ticket_is_not_enough() -> None:
    loop = ["agra--delhi", "delhi--jaipur", "agra--jaipur--1"]
    assert not is_mandala(*OVER_AGRA, *loop)


def test_a_ticket_that_is_not_completed_is_no_mandala() -> None:
    assert not is_mandala("agra--delhi", "delhi--jaipur", "agra--jaipur--1")


def _ways(here: str, goal: str, left: Sequence[Route]) -> Iterator[list[Route]]:
    """Every set of the remaining routes after a path between two cities was taken out."""
    if here == goal:
        yield list(left)
        return
    for route in left:
        if here in (route.a, route.b):
            there = route.b if here == route.a else route.a
            yield from _ways(there, goal, [other for other in left if other is not route])


@given(st.sets(st.sampled_from(range(108)), max_size=9), st.sampled_from(range(58)))
def test_a_mandala_is_a_ticket_with_a_path_and_another_without_its_routes(
    numbers: set[int], number: int
) -> None:
    own = [board("india").routes[each] for each in sorted(numbers)]
    near = [route for route in own if not route.id.endswith("--2")]
    ticket = ticket_of(902, near[0].a, near[-1].b, 3) if near else board("india").tickets[number]
    if ticket.a == ticket.b:
        return
    twice = any(completed(left, [ticket]) for left in _ways(ticket.a, ticket.b, own))
    assert joined_twice(own, [ticket]) == ((ticket.number,) if twice else ())


# ---- points


LOOPS = {
    33: [
        "ahmadabad--jodhpur--1",
        "ahmadabad--khandwa",
        "jaipur--jodhpur",
        "jaipur--ratlam--1",
        "khandwa--ratlam",
    ],
    42: ["bhatinda--lahore--1", "bhatinda--delhi", "ambala--lahore", "ambala--delhi--1"],
    15: [
        "bilaspur--katni--1",
        "katni--patna--1",
        "dhubri--patna--1",
        "bilaspur--calcutta",
        "calcutta--dhubri--1",
    ],
}
"""For three tickets, a loop that joins its cities twice."""


def mandalas(count: int) -> SeatScore:
    """A score sheet with this many mandalas, and as many completed tickets."""
    loops = list(LOOPS.items())[:count]
    return line([number for number, _ in loops], [name for _, loop in loops for name in loop])


def test_the_points_depend_on_the_number_of_mandalas() -> None:
    assert [mandalas(count).mandala_bonus for count in range(4)] == [0, 5, 10, 20]
    bonus = board("india").variants["india"].bonus("mandala")
    assert bonus is not None
    assert [bonus.worth(count, most=9) for count in range(8)] == [0, 5, 10, 20, 30, 40, 40, 40]


def test_the_bonus_is_in_the_total_and_names_its_tickets() -> None:
    scored = mandalas(2)
    assert scored.mandalas == (33, 42)
    parts = scored.routes + scored.ticket_points + scored.path_bonus
    assert scored.total == parts + 10


def test_every_player_with_a_mandala_has_the_bonus() -> None:
    """It is not only for who has the most."""
    more = [*LOOPS[42], *LOOPS[15]]
    game = at("india", tickets=[[33], [42, 15]], routes=[LOOPS[33], more])
    assert [line.mandala_bonus for line in score_sheet(game).seats] == [5, 10]


def test_other_boards_have_no_mandalas() -> None:
    loop = [
        "dieppe--london--1",
        "dieppe--paris",
        "amsterdam--london",
        "amsterdam--bruxelles",
        "bruxelles--paris--1",
    ]
    scored = score_sheet(at(variant="mega", tickets=[[73]], routes=[loop])).seats[0]
    assert (scored.completed, scored.mandalas, scored.mandala_bonus) == (1, (), 0)


# ---- during play


def test_a_player_is_told_which_completed_tickets_are_mandalas() -> None:
    game = at("india", tickets=[[33], [42]], routes=[LOOPS[33], []])
    (status,) = ticket_status(view_for(game, 0))
    assert (status.progress, status.mandala) == ("done", True)
    assert ticket_status_line(game.table.board, status, phrases("en")).endswith("(done, a mandala)")


def test_no_ticket_is_a_mandala_where_there_is_no_such_bonus() -> None:
    ring = [
        "dieppe--london--1",
        "dieppe--paris",
        "bruxelles--paris--1",
        "amsterdam--bruxelles",
        "amsterdam--london",
    ]
    game = at(routes=[ring], tickets=[[73]], variant="mega")
    assert [(status.progress, status.mandala) for status in ticket_status(view_for(game, 0))] == [
        ("done", False)
    ]
