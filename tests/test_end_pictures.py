"""Pictures for the whole table: a tunnel's cards, the final score, and the map at the end."""

from collections.abc import Sequence

import pytest
from msgspec import structs
from PIL import Image

from engine.game import Tunnel
from engine.sheet import SeatScore, StationScore, TicketScore
from render.draw.captions import ENGLISH
from render.draw.final_map import final_map
from render.draw.theme import ALARM, LIVERIES, liveries
from render.score import map_title, score_png
from render.tunnel import REVEALED, tunnel_png
from tests.pictures import LONG, NAMES, board, changes, ended, has, near, opened, score_line, scored, seen
from tests.soaked import soaked

TURNS = [(2, 0), (2, 4), (9, 4), (9, 11)]


# ---- the tunnel


def laid(cards: str, revealed: str, route: str = "paris--zurich") -> Tunnel:
    return Tunnel(1, route, cards, revealed)


def test_a_tunnel_shows_which_revealed_cards_match() -> None:
    none, one = (
        opened(tunnel_png(seen(), NAMES, tunnel=laid("RRL", revealed))) for revealed in ("KWG", "RWG")
    )
    assert none.size == (1000, 490)
    below = (round(REVEALED.left), round(REVEALED.bottom), round(REVEALED.right), round(REVEALED.bottom) + 40)
    assert not has(none.crop(below), ALARM)
    assert has(one.crop(below), ALARM)


def test_after_locomotives_alone_only_locomotives_match() -> None:
    pictures = [tunnel_png(seen(), NAMES, tunnel=laid("LLL", revealed)) for revealed in ("RRR", "RRL")]
    below = (round(REVEALED.left), round(REVEALED.bottom), round(REVEALED.right), round(REVEALED.bottom) + 40)
    assert [has(opened(picture).crop(below), ALARM) for picture in pictures] == [False, True]


def test_the_tunnel_on_the_table_is_the_same_for_everybody() -> None:
    tunnel = {"seat": 1, "route": "angora--constantinople", "laid": "KK", "revealed": "KRR"}
    views = [seen(seat=seat, turn=3, hands=["", "RRK"], tunnel=tunnel) for seat in (None, 0, 1)]
    assert len({tunnel_png(view, NAMES) for view in views}) == 1


def test_without_a_tunnel_there_is_no_picture_of_one() -> None:
    with pytest.raises(ValueError, match="tunnel"):
        tunnel_png(seen(), NAMES)


# ---- the score


@pytest.mark.parametrize("players", soaked([2, 3, 4, 5], 2, 5))
def test_the_score_has_a_column_for_each_player(players: int) -> None:
    picture = score_png(scored(*range(90, 90 - players, -1)), NAMES)
    image = opened(picture)
    assert image.width == 1600
    assert [near(image, livery.paint) for livery in LIVERIES.values()][:players] == [True] * players
    assert picture == score_png(scored(*range(90, 90 - players, -1)), NAMES)


def test_the_winner_comes_first_and_a_tie_has_two_winners() -> None:
    blue, red = LIVERIES["blue"].paint, LIVERIES["red"].paint
    head = opened(score_png(scored(80, 90), NAMES)).crop((40, 145, 300, 200))
    assert near(head, blue)
    assert not near(head, red)
    tied = opened(score_png(scored(90, 90), NAMES))
    assert near(tied.crop((40, 145, 300, 200)), red)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("turns", [(), TURNS], ids=["alone", "plotted"])
def test_the_score_is_hardly_higher_than_wide(players: int, turns: Sequence[tuple[int, ...]]) -> None:
    tickets = tuple(TicketScore(ticket.number, ticket.points, True) for ticket in board().tickets[:6])
    lines = [score_line(seat, 90, 1, tickets=tickets) for seat in range(players)]
    points = [row[:1] * players for row in turns]
    page = opened(score_png(ended(*lines), LONG[:players], None, points))
    assert page.height <= 1.2 * page.width


def test_the_title_of_the_map_names_only_what_the_rules_have() -> None:
    titles = {
        (name, variant): map_title(rules, ENGLISH)
        for name in ("europe", "usa")
        for variant, rules in board(name).variants.items()
    }
    assert titles["europe", "europe"] == "Longest paths and borrowed routes"
    assert titles["usa", "usa"] == "Longest paths"
    assert titles["usa", "1910"] == "The map at the end"
    assert not any("orrow" in title for (name, _), title in titles.items() if name == "usa")


def test_there_is_no_score_before_the_end() -> None:
    with pytest.raises(ValueError, match="score"):
        score_png(seen(), NAMES)


# ---- the map at the end

CLAIMED = [["berlin--danzig"], ["brest--paris"]]
RED, BLUE = LIVERIES["red"].paint, LIVERIES["blue"].paint


def mapped(*lines: SeatScore) -> Image.Image:
    """The map at the end of a game in which each of two players has claimed a route."""
    table = ended(*lines, routes=CLAIMED).table
    assert table.sheet is not None
    return final_map(table, table.sheet, liveries(table.players, None))


def test_the_longest_path_is_lit_and_the_rest_is_dimmed() -> None:
    image = mapped(score_line(0, 90, 1, path=("berlin--danzig",), path_bonus=10), score_line(1, 50, 2))
    assert has(image, RED)
    assert not has(image, BLUE)


def test_tied_paths_are_both_lit() -> None:
    paths = ("berlin--danzig", "brest--paris")
    image = mapped(*(score_line(seat, 90, 1, path=(path,), path_bonus=10) for seat, path in enumerate(paths)))
    assert has(image, RED)
    assert has(image, BLUE)


def test_a_borrowed_route_is_lit_with_a_line_in_the_borrowers_color() -> None:
    plain = mapped(score_line(0, 90, 1), score_line(1, 50, 2))
    lent = mapped(
        score_line(0, 90, 1, stations=(StationScore("paris", "brest--paris", 1),)), score_line(1, 50, 2)
    )
    assert [has(plain, paint) for paint in (RED, BLUE)] == [False, False]
    assert [has(lent, paint) for paint in (RED, BLUE)] == [True, True]


def test_a_closed_path_has_one_terminus() -> None:
    ring = ("paris--zurich", "marseille--zurich", "marseille--paris")
    routes = [list(ring), ["berlin--danzig"]]
    table = ended(score_line(0, 90, 1, path=ring, path_bonus=10), score_line(1, 50, 2), routes=routes).table
    assert table.sheet is not None
    dark = final_map(table, structs.replace(table.sheet, seats=()), liveries(2, None))
    lit = final_map(table, table.sheet, liveries(2, None))
    assert changes(dark, lit) is not None
