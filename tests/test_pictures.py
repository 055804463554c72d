"""Pictures: how maps are laid out, what is seen in a hand, on tickets and score sheets, and what is not."""

from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from bot.talk.phrases import phrases
from bot.talk.picturing import board_alt, hand_alt
from engine.board import Board
from engine.cards import counts
from engine.game import Game, changed
from engine.sheet import ScoreSheet, SeatScore, TicketScore
from engine.view import View, view_for
from render.board import board_png
from render.hand import hand_png
from render.layout import MAP, Layout, layout
from render.png import png
from render.score import score_png
from render.theme import CARD_PAINTS, palette
from render.ticket import tickets_png
from render.tracks import Car
from tests.pictures import BOARDS, LONG, NAMES, at, board, changes, has, opened, seen, within

EN = phrases("en")


def overlap(one: Car, other: Car) -> float:
    """How deep two cars reach into one another, in pixels; below 0 where they lie clear."""
    depths = []
    for car in (one, other):
        for axis in (car.heading, 1j * car.heading):
            mine, theirs = (
                [(corner * axis.conjugate()).real for corner in each.corners] for each in (one, other)
            )
            depths.append(min(max(mine) - min(theirs), max(theirs) - min(mine)))
    return min(depths)


# What a seat cannot know


def twins() -> tuple[Game, Game]:
    """Two worlds that seat 0 cannot tell apart: the other's hand, tickets and the decks are different."""
    world = at(
        hands=["RRRL", "KKKK"], tickets=[[1, 2], [3, 4]], routes=[["paris--zurich"], ["kyiv--warszawa"]]
    )
    other = changed(
        world,
        hands=(world.hands[0], counts("GGYL")),
        tickets=(world.tickets[0], (5, 6)),
        deck=world.deck[::-1],
        ticket_deck=world.ticket_deck[::-1],
        seed="0" * 64,
    )
    return world, other


def test_no_picture_and_no_words_tell_twin_worlds_apart() -> None:
    one, other = (view_for(world, 0) for world in twins())
    assert board_png(one, NAMES) == board_png(other, NAMES)
    assert hand_png(one) == hand_png(other)
    assert tickets_png(one, one.tickets) == tickets_png(other, other.tickets)
    assert board_alt(one, NAMES, EN) == board_alt(other, NAMES, EN)
    assert hand_alt(one, EN) == hand_alt(other, EN)


def test_the_other_sees_that_the_worlds_differ() -> None:
    one, other = (view_for(world, 1) for world in twins())
    assert hand_png(one) != hand_png(other)
    assert hand_alt(one, EN) != hand_alt(other, EN)


def test_the_words_of_the_board_are_the_same_for_its_player_and_for_a_stranger() -> None:
    game = at(hands=["RRRL", "KKKK"], tickets=[[1, 2], [3, 4]])
    assert board_alt(view_for(game, 0), NAMES, EN) == board_alt(view_for(game, None), NAMES, EN)


# The layout


@pytest.fixture(params=BOARDS)
def plan(request: pytest.FixtureRequest) -> tuple[Board, Layout]:
    return board(request.param), layout(board(request.param))


def test_each_route_has_as_many_cars_as_spaces_on_the_map_from_its_first_city(
    plan: tuple[Board, Layout],
) -> None:
    game, drawing = plan
    for route in game.routes:
        cars = drawing.cars[route.id]
        assert len(cars) == route.length
        assert all(MAP.holds(corner) for car in cars for corner in car.corners)
        first, last = (abs(drawing.cities[route.a] - car.at) for car in (cars[0], cars[-1]))
        assert route.length == 1 or first < last


def test_cars_lie_clear_of_one_another_but_for_a_few_pixels(plan: tuple[Board, Layout]) -> None:
    cars = [car for row in plan[1].cars.values() for car in row]
    near = [(one, other) for one, other in combinations(cars, 2) if abs(one.at - other.at) < 70]
    depths = [depth for one, other in near if (depth := overlap(one, other)) > 0]
    assert max(depths, default=0) < 4
    assert len(depths) < len(cars) / 8


def test_cars_are_long_enough_to_be_seen(plan: tuple[Board, Layout]) -> None:
    assert min(car.length for row in plan[1].cars.values() for car in row) > 40


def test_names_stand_on_the_map_beside_their_cities_and_apart(plan: tuple[Board, Layout]) -> None:
    cities, labels = plan[1].cities, plan[1].labels
    for city, label in labels.items():
        assert within(label.frame, MAP)
        distances = {name: abs(at - label.frame.nearest(at)) for name, at in cities.items()}
        assert min(distances, key=distances.__getitem__) == city
        assert 10 < distances[city] < 50
    for one, other in combinations(labels.values(), 2):
        apart_across = one.frame.right < other.frame.left or other.frame.right < one.frame.left
        assert apart_across or one.frame.bottom <= other.frame.top or other.frame.bottom <= one.frame.top


def test_cities_keep_the_directions_of_the_earth() -> None:
    europe, usa = layout(board()).cities, layout(board("usa")).cities
    for west, east in pairwise(("lisboa", "madrid", "marseille", "roma", "athina", "smyrna", "erzurum")):
        assert europe[west].real < europe[east].real
    for north, south in pairwise(("edinburgh", "london", "paris", "pamplona", "madrid")):
        assert europe[north].imag < europe[south].imag
    for west, east in pairwise(("san-francisco", "denver", "chicago", "pittsburgh", "new-york")):
        assert usa[west].real < usa[east].real
    for north, south in pairwise(("winnipeg", "duluth", "omaha", "oklahoma-city", "dallas", "houston")):
        assert usa[north].imag < usa[south].imag


def test_a_board_laid_out_again_is_the_same() -> None:
    layout_of_a_copy = layout(changed_edition(board("isle"), "another"))
    assert layout_of_a_copy == layout(board("isle"))


def changed_edition(original: Board, edition: str) -> Board:
    return Board(
        original.id,
        original.title,
        edition,
        original.cities,
        original.routes,
        original.tickets,
        original.variants,
    )


# Hand and tickets


def test_the_hand_shows_the_cards_and_the_tickets_of_its_seat() -> None:
    picture = hand_png(seen(seat=0, hands=["RRRB", ""], tickets=[[1, 2], []]))
    image = opened(picture)
    assert image.size == (1000, 540)
    assert len(picture) < 100_000
    assert has(image, CARD_PAINTS["R"])
    assert not has(image, CARD_PAINTS["P"])
    assert picture != hand_png(seen(seat=0, hands=["RRB", ""], tickets=[[1, 2], []]))
    assert picture != hand_png(seen(seat=0, hands=["RRRB", ""], tickets=[[1, 3], []]))


def test_a_full_hand_of_every_color_and_many_tickets_has_room() -> None:
    view = View(seen().table, 0, (12, 12, 12, 12, 12, 12, 12, 12, 14), tuple(range(1, 40)), ())
    picture = hand_png(view)
    assert opened(picture).size == (1000, 540)
    assert len(picture) < 100_000


@pytest.mark.parametrize(
    ("number", "size"), [(1, (460, 476)), (3, (1340, 476)), (4, (900, 932)), (8, (1340, 1388))]
)
def test_tickets_lie_side_by_side(number: int, size: tuple[int, int]) -> None:
    assert opened(tickets_png(seen(seat=0), range(1, number + 1))).size == size


def test_a_ticket_says_when_its_cities_are_connected() -> None:
    ticket = next(t for t in board().tickets if {t.a, t.b} == {"paris", "zagrab"})
    way = ["paris--zurich", "venezia--zurich", "venezia--zagrab"]
    open_, short, done = (
        tickets_png(seen(seat=0, routes=[routes]), [ticket.number]) for routes in ([], way[:2], way)
    )
    assert len({open_, short, done}) == 3
    assert changes(opened(short), opened(done)) is not None


def test_no_ticket_is_drawn_that_the_board_does_not_have() -> None:
    with pytest.raises(KeyError):
        tickets_png(seen(seat=0), [4711])


# The score


def sheet(*totals: int) -> ScoreSheet:
    ranked = sorted(totals, reverse=True)
    seats = tuple(
        SeatScore(
            seat=seat,
            routes=total - 5,
            tickets=(TicketScore(1, 5, True),),
            ticket_points=5,
            stations=(),
            stations_left=0,
            station_points=0,
            path=(),
            path_length=9,
            path_bonus=0,
            completed=1,
            globetrotter_bonus=0,
            total=total,
            place=ranked.index(total) + 1,
        )
        for seat, total in enumerate(totals)
    )
    return ScoreSheet(seats, tuple(seat.seat for seat in seats if seat.place == 1))


def test_the_score_has_a_line_for_each_player_and_depends_on_the_points() -> None:
    two, five = score_png(sheet(90, 80), NAMES), score_png(sheet(90, 80, 70, 60, -50), LONG)
    assert opened(five).height > opened(two).height
    assert two != score_png(sheet(90, 81), NAMES)


# The files


def test_a_png_holds_the_paints_of_the_palette_as_near_as_eyes_can_tell() -> None:
    image = Image.new("RGB", (256, 3))
    image.putdata([tuple(palette()[3 * n : 3 * n + 3]) for n in range(256)] * 3)
    assert max(ImageChops.difference(image, opened(png(image))).tobytes()) <= 8
