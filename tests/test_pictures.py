"""Pictures: what is seen on the board, in a hand, on tickets and score sheets, and what is not."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from io import BytesIO
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.board import Board
from engine.boards.files import load_board, parse_board
from engine.cards import counts
from engine.documents.position import game_at
from engine.game import Game, changed
from engine.sheet import ScoreSheet, SeatScore, TicketScore
from engine.view import View, view_for
from render.alt import LONGEST, board_alt, hand_alt, score_alt
from render.board import board_png
from render.hand import hand_png
from render.layout import MAP, Layout, layout
from render.png import png
from render.projection import Frame
from render.score import score_png
from render.strip import CARDS, NEWS, last_round, news, panel
from render.text import STAND_IN, fitted, font, printable, width
from render.theme import ALARM, CARD_PAINTS, CREAM, LIVERIES, SLATE, Paint, palette
from render.ticket import tickets_png
from render.tracks import Car
from tests.isle import ISLE

NAMES = ("Ada", "Олена", "Søren", "Zoë", "Hergé")
BOARDS = ("europe", "usa", "isle")
LONG = (
    "Wolfeschlegelsteinhausenbergerdorff",
    "Миколаївна-Святошинська-Довгоброд",
    "🎉" * 40,
    "東京" * 30,
    "W" * 200,
)


@lru_cache
def board(name: str = "europe") -> Board:
    return parse_board(ISLE) if name == "isle" else load_board(name)


def at(name: str = "europe", **position: Any) -> Game:
    """The moment that a position describes."""
    return game_at(json.loads(json.dumps({"board": name, **position})), board(name))


def seen(name: str = "europe", seat: int | None = None, **position: Any) -> View:
    return view_for(at(name, **position), seat)


def full(name: str, players: int) -> View:
    """A board on which every route is claimed."""
    view = seen(name, players=players)
    claimed = [sum(1 << n for n in range(seat, len(board(name).routes), players)) for seat in range(players)]
    return View(changed(view.table, routes=tuple(claimed)), None, view.hand, (), ())


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def drawn(view: View, colors: Sequence[str] | None = None) -> Image.Image:
    """The picture of the board."""
    return opened(board_png(view, NAMES, colors))


def cut(image: Image.Image, frame: Frame) -> Image.Image:
    return image.crop((int(frame.left), int(frame.top), int(frame.right), int(frame.bottom)))


def paint_at(image: Image.Image, point: complex) -> Paint:
    paint = image.getpixel((round(point.real), round(point.imag)))
    assert isinstance(paint, tuple)
    return int(paint[0]), int(paint[1]), int(paint[2])


def has(image: Image.Image, paint: Paint) -> bool:
    colors = image.getcolors(image.width * image.height)
    return paint in {color for _, color in colors or ()}


def changes(before: Image.Image, after: Image.Image) -> Frame | None:
    """The rectangle outside of which two pictures are the same; None if they are the same everywhere."""
    box = ImageChops.difference(before, after).getbbox()
    return Frame(*box) if box else None


def within(inner: Frame | None, outer: Frame) -> bool:
    return inner is not None and all(
        outer.holds(corner) for corner in (complex(inner.left, inner.top), complex(inner.right, inner.bottom))
    )


def side_of(car: Car) -> complex:
    """A point of a car where neither its letter nor a player's shape is."""
    return car.at + car.heading * car.length * 0.33


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


# The board


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", ["europe", "usa"])
def test_the_board_is_a_png_of_1600_by_1280_with_a_palette_and_below_750_kb(name: str, players: int) -> None:
    picture = board_png(full(name, players), NAMES)
    image = Image.open(BytesIO(picture))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (1600, 1280))
    assert len(picture) < 750_000


def test_the_same_view_is_the_same_picture_in_any_thread() -> None:
    view = seen(players=3, routes=[["paris--zurich"]])
    with ThreadPoolExecutor(4) as threads:
        pictures = set(threads.map(lambda _: board_png(view, NAMES), range(8)))
    assert pictures == {board_png(view, NAMES)}


def test_everybody_sees_the_same_board() -> None:
    game = at(hands=["RRRL", "KKKK"], tickets=[[1], [2]])
    assert len({board_png(view_for(game, seat), NAMES) for seat in (None, 0, 1)}) == 1


def test_a_claimed_route_is_in_its_owners_color() -> None:
    before = drawn(seen())
    after = drawn(seen(routes=[["berlin--danzig"], ["brest--paris"]]), ("yellow", "green"))
    for route, color in (("berlin--danzig", "yellow"), ("brest--paris", "green")):
        for car in layout(board()).cars[route]:
            assert paint_at(after, side_of(car)) == LIVERIES[color].paint
            assert paint_at(before, side_of(car)) != LIVERIES[color].paint


def test_seats_have_colors_in_order_where_nobody_chose() -> None:
    view = seen(players=3, routes=[["berlin--danzig"]])
    assert board_png(view, NAMES) == board_png(view, NAMES, ("red", "blue", "green"))
    assert board_png(view, NAMES) != board_png(view, NAMES, ("blue", "red", "green"))


def test_a_station_stands_in_its_city() -> None:
    before, after = drawn(seen()), drawn(seen(stations=[["wien"], []]))
    city = layout(board()).cities["wien"]
    around = Frame(city.real, city.imag, city.real, city.imag).inset(-40)
    assert within(changes(cut(before, MAP), cut(after, MAP)), around)
    assert has(cut(after, around), LIVERIES["red"].paint)


def test_the_last_move_glows() -> None:
    view = seen(routes=[["kharkov--kyiv"]])
    still, moved = (
        drawn(View(changed(view.table, last=last), None, view.hand, (), ()))
        for last in (None, (0, "kharkov--kyiv"))
    )
    cars = layout(board()).cars["kharkov--kyiv"]
    xs, ys = [car.at.real for car in cars], [car.at.imag for car in cars]
    around = Frame(min(xs), min(ys), max(xs), max(ys)).inset(-60)
    assert within(changes(still, moved), around)


def test_a_closed_second_side_is_crossed_out_and_open_with_four_players() -> None:
    side = side_of(layout(board()).cars["frankfurt--paris--2"][1])
    empty = paint_at(drawn(seen()), side)
    claimed = [["frankfurt--paris--1"]]
    assert paint_at(drawn(seen(players=4, routes=claimed)), side) == empty
    assert paint_at(drawn(seen(players=3, routes=claimed)), side) != empty


def test_the_face_up_cards_lie_in_their_slots() -> None:
    view = seen(row="RGK-W")
    other = View(changed(view.table, row="RGKBW"), None, view.hand, (), ())
    change = changes(drawn(view), drawn(other))
    assert within(change, Frame(CARDS.left + 3 * 80, CARDS.top, CARDS.left + 4 * 84, CARDS.bottom))
    assert change is not None
    assert not has(cut(drawn(view), change), CARD_PAINTS["B"])
    assert has(cut(drawn(other), change), CARD_PAINTS["B"])


def test_whose_turn_it_is_has_the_bright_panel() -> None:
    image = drawn(seen(players=4))
    grounds = [paint_at(image, complex(panel(s, 4).right - 12, panel(s, 4).bottom - 12)) for s in range(4)]
    assert grounds == [CREAM, SLATE, SLATE, SLATE]


def test_the_last_round_has_a_banner_that_counts_the_turns() -> None:
    view = seen()
    ending = changed(view.table, turns_left=2)
    assert not has(cut(drawn(view), NEWS), ALARM)
    assert has(cut(drawn(View(ending, None, view.hand, (), ())), NEWS), ALARM)
    assert [last_round(changed(view.table, turns_left=left)) for left in (None, 2, 1, 0)] == [
        "",
        "LAST ROUND: 2 turns left",
        "LAST ROUND: 1 turn left",
        "LAST ROUND: last turn",
    ]


def test_the_news_say_what_the_table_waits_for() -> None:
    tunnel = {"seat": 1, "route": "angora--constantinople", "laid": "KK", "revealed": "KRR"}
    assert news(seen(turn=3).table, NAMES) == "Turn 3: Ada to play"
    choosing = seen(players=3, offers=[[3, 17, 24], [], [1, 2, 4]], tickets=[[], [9, 12]])
    assert news(choosing.table, NAMES) == "Choosing tickets: Ada, Søren"
    assert news(seen(turn=3, hands=["", "RRK"], tunnel=tunnel).table, NAMES) == (
        "Turn 3: Олена pays 1 more for the tunnel, or declines"
        " (Angora – Constantinople; laid down KK, revealed KRR)"
    )


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
    assert (board_alt(one, NAMES), hand_alt(one)) == (board_alt(other, NAMES), hand_alt(other))


def test_the_other_sees_that_the_worlds_differ() -> None:
    one, other = (view_for(world, 1) for world in twins())
    assert hand_png(one) != hand_png(other)
    assert hand_alt(one) != hand_alt(other)


def test_the_words_of_the_board_are_the_same_for_its_player_and_for_a_stranger() -> None:
    game = at(hands=["RRRL", "KKKK"], tickets=[[1, 2], [3, 4]])
    assert board_alt(view_for(game, 0), NAMES) == board_alt(view_for(game, None), NAMES)


# Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Олександр Ґудзь", "Олександр Ґудзь"),
        ("Σωκράτης", "Σωκράτης"),
        ("Zoe\u0308 Łódź", "Zoë Łódź"),
        ("東京 Bob", f"{STAND_IN} Bob"),
        ("👩‍👩‍👧 fan", f"{STAND_IN} fan"),
        ("  two\n lines ", "two lines"),
        ("Z̷̢a̸l̶", "Zal"),
        ("\u202ereversed", "reversed"),
        ("\u200b", ""),
    ],
)
def test_a_name_is_written_as_far_as_the_fonts_go(name: str, shown: str) -> None:
    assert printable(name) == shown


@pytest.mark.parametrize("name", [*LONG, "Ada"])
def test_text_is_cut_to_its_room(name: str) -> None:
    for size, room in ((27, 150), (32, 60), (20, 400)):
        text = fitted(name, size, room)
        assert width(text, size) <= room
        assert text == printable(name) or text.endswith("…")


@pytest.mark.parametrize("name", LONG)
def test_a_long_name_stays_in_its_panel(name: str) -> None:
    view = seen(players=5)
    plain = opened(board_png(view, ("Ada", "B", "C", "D", "E")))
    long = opened(board_png(view, ("Ada", name, "C", "D", "E")))
    assert within(changes(plain, long), panel(1, 5))


def test_the_news_of_five_long_names_stay_above_the_cards_and_beside_the_banner() -> None:
    view = seen(players=5)
    ending = View(changed(view.table, turns_left=3), None, view.hand, (), ())
    short, long = (opened(board_png(ending, (name, *NAMES[1:]))) for name in ("A", "W" * 300))
    change = changes(
        cut(short, Frame(0, 1080, 1600, NEWS.bottom)), cut(long, Frame(0, 1080, 1600, NEWS.bottom))
    )
    banner = width(last_round(ending.table), 28)
    assert change is not None
    assert change.right <= NEWS.right - banner - 32


def test_a_player_without_a_writable_name_is_called_by_the_number() -> None:
    view = seen()
    assert board_png(view, ("\u200b", "B")) == board_png(view, ("Player 1", "B"))


def test_the_fonts_come_with_the_pictures() -> None:
    assert [font(20, bold=bold).getname() for bold in (True, False)] == [
        ("Fira Sans Condensed", "Bold"),
        ("Fira Sans Condensed", "Medium"),
    ]


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
    assert score_alt(sheet(80, 90), NAMES).startswith("Final score. 1. Олена 90 points")


# Words for pictures


@pytest.mark.parametrize("names", [NAMES, LONG])
def test_words_for_pictures_have_1024_characters_at_most(names: Sequence[str]) -> None:
    crowd = seen(seat=0, players=5, tickets=[list(range(1, 20))])
    for words in (board_alt(crowd, names), hand_alt(crowd), score_alt(sheet(1, 2, 3, 4, 5), names)):
        assert 0 < len(words) <= LONGEST == 1024


def test_the_words_of_the_board_say_what_is_seen() -> None:
    view = seen(row="RGK-L", routes=[["paris--zurich"]])
    words = board_alt(view, NAMES)
    assert "Face-up cards: red, green, black, empty, locomotive." in words
    assert "Ada to play" in words
    assert "Ada: 4 points, 42 trains left" in words


def test_the_words_of_a_hand_count_its_cards() -> None:
    view = seen(seat=0, hands=["RRRL", ""], tickets=[[1], []])
    assert hand_alt(view) == ("Hand of 4 cards: 3 red, 1 locomotive. Tickets: Amsterdam to Pamplona for 7.")


# The files


def test_a_png_holds_the_paints_of_the_palette_as_near_as_eyes_can_tell() -> None:
    image = Image.new("RGB", (256, 3))
    image.putdata([tuple(palette()[3 * n : 3 * n + 3]) for n in range(256)] * 3)
    assert max(ImageChops.difference(image, opened(png(image))).tobytes()) <= 8
