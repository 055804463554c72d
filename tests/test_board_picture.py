"""The picture of the board: what it shows at every state of a game, and what it hides."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image

from bench.gallery import played, turns
from bot.matches.lobby import COMPUTER_NAMES, computer_name
from bot.shown.picture_service import captions
from engine.view import View, view_for
from render.board import board_image, board_png, board_pngs, last_board
from render.draw.captions import ENGLISH, Captions
from render.draw.empty_map import draw_spaces, empty_map
from render.draw.face_up_row import slot_frames
from render.draw.frame import Frame
from render.draw.highlight import zoom
from render.draw.layout import MAP, layout
from render.draw.player_strip import NAME_SIZES, PLATE, STATUS_LINE, STRIP, panel
from render.draw.status_lines import last_move, last_round, round_number, shown_names, status_line, warning
from render.draw.text import fitted, fitted_name, printable, width
from render.draw.theme import ALARM, CARD_PAINTS, CREAM, LIVERIES, SLATE, liveries
from render.draw.tracks import Car
from tests.pictures import (
    LONG,
    NAMES,
    at,
    board,
    changes,
    cut,
    full,
    has,
    opened,
    paint_at,
    secrecy_pair,
    seen,
    within,
)


def side_of(car: Car) -> complex:
    """A point of a space next to its symbol."""
    return car.at + car.heading * car.length * 0.3


def drawn(view: View, colors: Sequence[str] | None = None) -> Image.Image:
    """The picture of the board."""
    return board_image(view, NAMES, colors)


def now(view: View, **changes: Any) -> View:
    """The same for everybody, with something on the table changed."""
    return View(replace(view.table, **changes), None, view.hand, (), ())


# The map


@pytest.mark.parametrize(("name", "players"), [("europe", 2), ("europe", 5), ("usa", 5), ("isle", 2)])
def test_the_board_is_a_png_of_1600_by_1280_of_256_paints_and_at_most_750_kb(name: str, players: int) -> None:
    picture = board_png(full(name, players), NAMES)
    image = Image.open(BytesIO(picture))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (1600, 1280))
    assert len(picture) <= 750_000


def test_the_same_view_gives_the_same_picture_in_any_thread() -> None:
    view = seen(players=3, routes=[["paris--zurich"]])
    with ThreadPoolExecutor(4) as threads:
        pictures = set(threads.map(lambda _: board_png(view, NAMES), range(8)))
    assert pictures == {board_png(view, NAMES)}


@pytest.mark.parametrize(("name", "players", "number"), [("europe", 5, 7), ("europe", 2, 8), ("usa", 3, 9)])
def test_a_board_after_any_other_of_its_game_is_the_file_that_is_drawn_anew(
    name: str, players: int, number: int
) -> None:
    """In whole games: after the turn before it, an earlier one, an undo, the same moment, and a restart."""
    chance, moments = Random(number), turns(played(name, players, number))
    place, step = 0, 0
    while place < len(moments) - 1:
        place, step = max(place + chance.choice((1, 1, 2, 3, 8, 0, -1, -5)), 0), step + 1
        view, words = view_for(moments[min(place, len(moments) - 1)], None), ENGLISH
        colors = chance.choice((None, None, ("black", "green", "yellow", "red", "blue")[:players]))
        new = chance.choice((None, None, [], chance.sample(view.table.board.route_ids, 3)))
        if not chance.randrange(3):
            words = captions("ru")
        if not chance.randrange(8):
            last_board.cache_clear()  # as after a restart
        after = board_pngs(view, NAMES[:players], colors, words, new)
        anew = now(view, game_id=f"{name} {number} {step}")
        assert after == board_pngs(anew, NAMES[:players], colors, words, new), (place, new)


def test_the_boards_that_are_kept_take_4_megabytes() -> None:
    last_board.cache_clear()
    for number in range(6):
        board_pngs(now(seen(), game_id=f"{number}"), NAMES)
    kept = [last_board(f"{number}", board(), "en", liveries(2, None)).drawn for number in range(4, 6)]
    assert last_board.cache_info().hits == last_board.cache_info().maxsize == 2
    assert sum(len(drawn[0].tobytes()) for drawn in kept if drawn) == 2 * 1600 * 1280


def test_everybody_sees_the_same_board() -> None:
    game = at(hands=["RRRL", "KKKK"], tickets=[[1], [2]])
    assert len({board_png(view_for(game, seat), NAMES) for seat in (None, 0, 1)}) == 1


def test_a_claimed_route_has_its_owners_color() -> None:
    before = drawn(seen())
    after = drawn(seen(routes=[["berlin--danzig"], ["brest--paris"]]), ("yellow", "green"))
    for route, color in (("berlin--danzig", "yellow"), ("brest--paris", "green")):
        for car in layout(board()).cars[route]:
            around = Frame(car.at.real, car.at.imag, car.at.real, car.at.imag).inset(-15)
            assert has(cut(after, around), LIVERIES[color].paint)
            assert not has(cut(before, around), LIVERIES[color].paint)


@pytest.mark.parametrize("name", ["europe", "usa"])
def test_the_baked_map_matches_the_current_drawing_of_spaces(name: str) -> None:
    baked, plan = empty_map(board(name)), layout(board(name))
    today = baked.copy()
    for route in board(name).routes:
        draw_spaces(today, plan.cars[route.id], route)
    middles = [middle_of(car) for row in plan.cars.values() for car in row]
    # The halo of a name may touch a space or two.
    assert sum(changes(cut(baked, middle), cut(today, middle)) is not None for middle in middles) <= 3


def middle_of(car: Car) -> Frame:
    return Frame(car.at.real, car.at.imag, car.at.real, car.at.imag).inset(-7)


def test_a_station_is_drawn_in_its_city() -> None:
    before, after = drawn(seen()), drawn(seen(stations=[["wien"], []]))
    city = layout(board()).cities["wien"]
    around = Frame(city.real, city.imag, city.real, city.imag).inset(-40)
    assert within(changes(cut(before, MAP), cut(after, MAP)), around)
    assert has(cut(after, around), LIVERIES["red"].paint)


def test_the_last_move_is_highlighted() -> None:
    view = seen(routes=[["kharkov--kyiv"]])
    still, moved = (drawn(now(view, last=last)) for last in (None, (0, "kharkov--kyiv")))
    cars = layout(board()).cars["kharkov--kyiv"]
    xs, ys = [car.at.real for car in cars], [car.at.imag for car in cars]
    around = Frame(min(xs), min(ys), max(xs), max(ys)).inset(-90)
    assert within(changes(cut(still, MAP), cut(moved, MAP)), around)


def test_every_new_piece_is_highlighted_and_no_other() -> None:
    view = seen(routes=[["kharkov--kyiv", "brest--paris"], ["berlin--danzig"]], stations=[["madrid"], []])
    view, plan = now(view, last=(0, "brest--paris")), layout(board())
    places = ("kharkov--kyiv", "berlin--danzig", "madrid")
    still, lit = (board_image(view, NAMES, new=new) for new in ((), places))
    around = {
        place: Frame.bounding(car.at for car in plan.cars[place]) if place in plan.cars
        else Frame.around(plan.cities[place], 10, 10)
        for place in (*places, "brest--paris")
    }  # fmt: skip
    for place in places:
        assert changes(cut(still, around[place].inset(-20)), cut(lit, around[place].inset(-20))) is not None
    assert changes(cut(still, around["brest--paris"]), cut(lit, around["brest--paris"])) is None
    assert changes(drawn(view), board_image(view, NAMES, new=("brest--paris",))) is None


def test_nothing_new_has_no_highlight_and_no_detail() -> None:
    view = seen(routes=[["kharkov--kyiv"]], last=[0, "kharkov--kyiv"])
    whole, near = board_pngs(view, NAMES, new=())
    assert near is None
    assert whole != board_png(view, NAMES)


def test_a_closed_second_side_is_crossed_out_and_open_with_four_players() -> None:
    side = side_of(layout(board()).cars["frankfurt--paris--2"][1])
    empty = paint_at(drawn(seen()), side)
    claimed = [["frankfurt--paris--1"]]
    assert paint_at(drawn(seen(players=4, routes=claimed)), side) == empty
    assert paint_at(drawn(seen(players=3, routes=claimed)), side) != empty


# The detail


def test_there_is_no_detail_before_the_first_move() -> None:
    assert board_pngs(seen(), NAMES)[1] is None


@pytest.mark.parametrize("name", ["europe", "usa", "isle"])
def test_the_detail_lies_within_the_map_around_any_move(name: str) -> None:
    plan = layout(board(name))
    for place in (*plan.cars, *plan.cities):
        frame = zoom(plan, place)
        assert within(frame, MAP)
        assert (frame.width >= 640, frame.width / frame.height) == (True, 1.6)
        middles = [car.at for car in plan.cars.get(place, ())] or [plan.cities[place]]
        assert all(frame.inset(10).holds(middle) for middle in middles)


def test_the_detail_is_a_part_of_the_whole_picture() -> None:
    view = seen(routes=[["kharkov--kyiv"]], last=[0, "kharkov--kyiv"])
    full, zoomed = board_pngs(view, NAMES)
    assert full == board_png(view, NAMES)
    assert zoomed is not None
    plan = layout(board())
    frame = zoom(plan, "kharkov--kyiv")
    detail, part = opened(zoomed), cut(opened(full), frame)
    for label in plan.labels.values():
        if frame.meets(label.frame.inset(-8)) and not all(map(frame.holds, label.frame.ends)):
            around = Frame(*label.frame.inset(-8).box)
            corner = complex(frame.left, frame.top)
            box = [round(edge) for end in around.ends for edge in ((end - corner).real, (end - corner).imag)]
            detail.paste(0, tuple(box))
            part.paste(0, tuple(box))
    assert changes(detail, part) is None


def test_the_detail_shows_all_new_pieces() -> None:
    plan = layout(board())
    frame = zoom(plan, "kharkov--kyiv", "kyiv--warszawa", "wien")
    middles = [car.at for route in ("kharkov--kyiv", "kyiv--warszawa") for car in plan.cars[route]]
    assert all(frame.inset(10).holds(middle) for middle in (*middles, plan.cities["wien"]))
    assert within(frame, MAP)
    assert within(zoom(plan, "lisboa", "moskva"), MAP)


# The face-up row and the strip


def test_the_face_up_cards_lie_in_their_slots() -> None:
    view = now(seen(), row="RGK-W")
    other = now(view, row="RGKBW")
    slot = slot_frames(layout(board()).panel, 5)[3]
    change = changes(drawn(view), drawn(other))
    assert within(change, slot)
    assert not has(cut(drawn(view), slot), CARD_PAINTS["B"])
    assert has(cut(drawn(other), slot), CARD_PAINTS["B"])


def test_the_decks_show_their_sizes() -> None:
    view = seen()
    last = slot_frames(layout(board()).panel, 5)[-1]
    for size in ({"deck": 9}, {"ticket_deck": 7}):
        assert within(changes(drawn(view), drawn(now(view, **size))), last)


def test_the_panel_of_the_player_to_act_is_highlighted() -> None:
    image = drawn(seen(players=4))
    grounds = [paint_at(image, complex(panel(s, 4).right - 12, panel(s, 4).bottom - 12)) for s in range(4)]
    assert grounds == [CREAM, SLATE, SLATE, SLATE]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_panels_do_not_overlap_in_the_strip(players: int) -> None:
    panels = [panel(seat, players) for seat in range(players)]
    assert all(within(frame.inset(-6), STRIP) for frame in panels)
    assert all(one.right + 10 < other.left for one, other in pairwise(panels))


def test_few_trains_are_marked() -> None:
    view = seen(turn=9)
    few = now(view, trains=(45, 6))
    assert not has(cut(drawn(view), panel(1, 2)), ALARM)
    assert has(cut(drawn(few), panel(1, 2)), ALARM)
    assert [warning(now(view, trains=(45, left)).table, NAMES) for left in (7, 6, 3)] == [
        "",
        "Олена: few trains left (6)",
        "Олена: few trains left (3)",
    ]
    assert warning(now(few, turns_left=1).table, NAMES) == ""


def test_the_last_round_has_a_banner_that_counts_the_turns() -> None:
    view = seen()
    ending = now(view, turns_left=2)
    assert not has(cut(drawn(view), STATUS_LINE), ALARM)
    assert has(cut(drawn(ending), STATUS_LINE), ALARM)
    assert last_round(view.table) == ""
    assert last_round(ending.table) == "LAST ROUND · turns left: 2"


def test_the_status_line_says_who_is_to_act() -> None:
    tunnel = {"seat": 1, "route": "angora--constantinople", "laid": "KK", "revealed": "KRR"}
    assert status_line(seen(turn=3).table, NAMES) == "It’s Ada’s turn"
    choosing = seen(players=3, offers=[[3, 17, 24], [], [1, 2, 4]], tickets=[[], [9, 12]])
    assert status_line(choosing.table, NAMES) == "Choosing starting tickets: Ada, Søren"
    half_way = seen(turn=3, hands=["", "RRK"], tunnel=tunnel)
    assert (
        status_line(half_way.table, NAMES)
        == "Олена must pay extra cards (1) for the tunnel Angora – Constantinople, or decline"
    )


def test_rounds_are_counted_by_turns() -> None:
    view = seen(players=3)
    assert [round_number(now(view, turn=turn).table) for turn in (0, 1, 3, 4)] == [
        "", "Round 1", "Round 1", "Round 2",
    ]  # fmt: skip


def test_the_last_move_is_shown_with_its_points() -> None:
    view = seen(routes=[["kharkov--kyiv"]])
    assert last_move(now(view, last=(1, "kharkov--kyiv")).table, NAMES) == "Олена claims Kharkov – Kyïv (+7)"
    assert last_move(now(view, last=(0, "wien")).table, NAMES) == "Ada builds a station in Wien"
    assert last_move(view.table, NAMES) == ""


def test_captions_can_be_in_another_language() -> None:
    russian = Captions(round="Круг {number}", to_play="Ходит {player}")
    view = seen(turn=1)
    assert status_line(view.table, NAMES, russian) == "Ходит Ada"
    change = changes(board_image(view, NAMES), board_image(view, NAMES, None, russian))
    assert within(change, STATUS_LINE.inset(-2))


# What a seat cannot know


def test_the_board_is_the_same_in_twin_games() -> None:
    one, other = (view_for(world, 0) for world in secrecy_pair())
    assert board_pngs(one, NAMES) == board_pngs(other, NAMES)


# Names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Олександр Ґудзь", "Олександр Ґудзь"),
        ("Σωκράτης", "Σωκράτης"),
        ("Zoe\u0308 Łódź", "Zoë Łódź"),
        ("東京 Bob", "Bob"),
        ("👩‍👩‍👧 fan", "fan"),
        ("  two\n lines ", "two lines"),
        ("Z̷̢a̸l̶", "Zal"),
        ("\u202ereversed", "reversed"),
        ("\u200b", ""),
        ("🎉 Ada 🎉", "Ada"),
        ("𝓐𝓭𝓪 Ｂｏｂ", "Ada Bob"),
        ("ⓐ ﬃ", "a ffi"),
        ("東京", ""),
    ],
)
def test_letters_that_the_fonts_lack_are_plain_or_left_out(name: str, shown: str) -> None:
    assert printable(name) == shown


@pytest.mark.parametrize("name", [*LONG, "Ada"])
def test_text_is_cut_to_the_room_it_has(name: str) -> None:
    for size, room in ((27, 150), (32, 60), (20, 400)):
        text = fitted(name, size, room)
        assert width(text, size) <= room
        assert text == printable(name) or text.endswith("…")


@pytest.mark.parametrize("name", LONG)
def test_a_long_name_stays_in_its_panel(name: str) -> None:
    view = seen(players=5)
    plain, long = (board_image(view, ("Ada", other, "C", "D", "E")) for other in ("B", name))
    assert within(changes(plain, long), panel(1, 5))


def test_a_status_line_of_five_long_names_stays_clear_of_panels_and_banner() -> None:
    crowd = now(seen(players=5, routes=[["kharkov--kyiv"]]), turns_left=3, last=(0, "kharkov--kyiv"))
    short, long = (board_image(crowd, (name, *NAMES[1:])) for name in ("A", "W" * 300))
    line = Frame(STRIP.left, STRIP.top, STRIP.right, panel(0, 5).top - 6)
    change = changes(cut(short, line), cut(long, line))
    assert change is not None
    assert change.right <= STATUS_LINE.right - width(last_round(crowd.table), 28)


@pytest.mark.parametrize("name", ["\u200b", "東京", "🎉🎉", "משה", "東京 2", "🎉 (東京)"])
def test_a_player_without_a_printable_name_is_called_by_their_color(name: str) -> None:
    russian, yellow = Captions(yellow="Жёлтый"), ("blue", "yellow")
    assert board_png(seen(), ("B", name), yellow) == board_png(seen(), ("B", "Yellow"), yellow)
    shown = board_png(seen(), ("B", name), yellow, russian)
    assert shown == board_png(seen(), ("B", "Жёлтый"), yellow, russian)


def test_a_name_without_letters_is_kept_where_the_fonts_have_it() -> None:
    assert shown_names(("!?", "🎉 42", ":)"), liveries(3, None)) == ("!?", "42", ":)")


def test_a_computers_name_is_not_cut_within_its_brackets() -> None:
    room = panel(0, 5).width - PLATE - 24
    for name in COMPUTER_NAMES:
        shown, size = fitted_name(computer_name(name), NAME_SIZES, room)
        assert shown in (name, computer_name(name))
        assert width(shown, size) <= room
    assert fitted_name("Rocket (computer)", (28,), 400) == ("Rocket (computer)", 28)
    assert fitted_name("Rocketeering (computer)", (28,), 60)[0].endswith("…")
