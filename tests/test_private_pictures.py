"""Private pictures: a hand, tickets, their map and a preview show one seat's secrets only."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.text.i18n import LANGUAGES
from engine.actions import BuildStation, ClaimRoute
from engine.boards.files import parse_board
from engine.game import ChooseTickets
from engine.setup import Setup, new_game
from engine.view import View, view_for
from render.draw.badges import ticket_places
from render.draw.captions import Captions
from render.draw.frame import Frame
from render.draw.layout import MAP, layout
from render.draw.map_window import journey_curve, name_plate, window_around
from render.draw.theme import CARD_PAINTS, LIVERIES
from render.hand import hand_png
from render.my_tickets import ROW_HEIGHT, in_lines, my_tickets_png
from render.preview import NEAR, preview_png
from render.ticket import MAP_FRAME, tickets_png
from tests.pictures import (
    BOARDS,
    board,
    changes,
    cut,
    has,
    holding,
    near,
    opened,
    secrecy_pair,
    seen,
    ticket_between,
    within,
)
from tests.soaked import soaked
from tests.tiny_board import TINY_BOARD

WAY = ["paris--zurich", "venezia--zurich", "venezia--zagrab"]
MOST_CARDS = (12, 12, 12, 12, 12, 12, 12, 12, 14)

Picture = Callable[[View], bytes]

PRIVATE: dict[str, Picture] = {
    "hand": hand_png,
    "tickets": lambda view: tickets_png(view, view.tickets),
    "my tickets": my_tickets_png,
    "claim": lambda view: preview_png(view, ClaimRoute("brest--paris", "RRL")),
    "station": lambda view: preview_png(view, BuildStation("roma", "R")),
}


def offered(*tickets: int) -> View:
    """A view of the first seat while it chooses from an offer."""
    view = seen(seat=0)
    table = replace(view.table, decisions=(ChooseTickets(1, len(tickets), 1, len(tickets), False), None))
    return View(table, 0, view.hand, (), tickets)


# ---- what a seat cannot know


@pytest.mark.parametrize("picture", PRIVATE.values(), ids=PRIVATE)
def test_a_private_picture_is_the_same_in_twin_games(picture: Picture) -> None:
    one, other = (view_for(world, 0) for world in secrecy_pair())
    assert picture(one) == picture(other)


@pytest.mark.parametrize("kind", ["hand", "tickets", "my tickets"])
def test_the_other_seat_sees_that_the_games_differ(kind: str) -> None:
    one, other = (view_for(world, 1) for world in secrecy_pair())
    assert PRIVATE[kind](one) != PRIVATE[kind](other)


@pytest.mark.parametrize("kind", ["my tickets", "claim", "station"])
def test_a_spectator_has_no_private_picture(kind: str) -> None:
    with pytest.raises(ValueError, match="spectator"):
        PRIVATE[kind](seen())


def test_pictures_print_the_given_captions() -> None:
    view, russian = (
        holding("RRRL", [1, 2]),
        Captions(hand="Рука", trains="поезда {number}", trains_to_go="ещё {number}"),
    )
    assert hand_png(view) != hand_png(view, russian)
    assert tickets_png(view, [1]) != tickets_png(view, [1], None, russian)
    assert my_tickets_png(view) != my_tickets_png(view, None, russian)


# ---- the hand


def test_the_hand_shows_its_cards_and_no_others() -> None:
    picture = hand_png(holding("RRRB"))
    image = opened(picture)
    assert image.size == (1000, 540)
    assert has(image, CARD_PAINTS["B"])
    assert not has(image, CARD_PAINTS["P"])
    assert picture != hand_png(holding("RRB"))


@pytest.mark.parametrize("cards", [(0,) * 9, (1,) + (0,) * 8, (1,) * 9, MOST_CARDS])
def test_a_hand_of_any_size_fits_and_stays_below_100_kb(cards: tuple[int, ...]) -> None:
    picture = hand_png(View(seen().table, 0, cards, (), ()))
    assert opened(picture).size == (1000, 540)
    assert len(picture) < 100_000


def test_the_cards_of_a_full_hand_stay_clear_of_the_edges() -> None:
    empty, full = (opened(hand_png(View(seen().table, 0, cards, (), ()))) for cards in ((0,) * 9, MOST_CARDS))
    above = Frame(0, 0, 1000, 470)
    assert within(changes(cut(empty, above), cut(full, above)), Frame(4, 30, 996, 470))


# ---- tickets


@pytest.mark.parametrize(
    ("tickets", "size"),
    soaked(
        [(1, (900, 700)), (2, (1800, 700)), (4, (1800, 1400)), (5, (1800, 932)), (0, (900, 700))],
        (2, (1800, 700)),
        (0, (900, 700)),
    ),
)
def test_several_tickets_share_a_sheet(tickets: int, size: tuple[int, int]) -> None:
    assert opened(tickets_png(holding(), range(1, tickets + 1))).size == size


@pytest.mark.parametrize("name", BOARDS)
def test_a_ticket_stays_below_320_kb(name: str) -> None:
    for ticket in board(name).tickets[:2]:
        assert len(tickets_png(seen(name, seat=0), [ticket.number])) < 320_000


def test_a_ticket_is_stamped_when_it_is_done_and_when_it_is_cut_off() -> None:
    ticket = ticket_between("edinburgh", "paris")
    taken, built = [[], ["edinburgh--london--1"]], [["roma", "wien", "sofia"], []]
    still_open, cut_off, done = (
        opened(tickets_png(view, [ticket]))
        for view in (
            seen(seat=0, routes=taken),
            seen(seat=0, routes=taken, stations=built),
            seen(seat=0, routes=[["edinburgh--london--1", "dieppe--london--1", "dieppe--paris"], []]),
        )
    )
    assert changes(still_open, cut_off) is not None
    assert changes(still_open, done) is not None
    assert changes(cut_off, done) is not None


def test_a_ticket_has_the_same_number_on_the_map_and_on_its_card() -> None:
    """It is the place in the list that a player reads: that of the offer, while one chooses."""
    kept, choosing = holding(tickets=(32, 43, 9)), offered(7, 3, 17)
    more = replace(choosing, tickets=(32, 43))
    assert ticket_places(kept) == {32: 1, 43: 2, 9: 3}
    assert ticket_places(choosing) == ticket_places(more) == {7: 1, 3: 2, 17: 3}


def test_the_map_numbers_an_offer_by_its_order_and_leaves_kept_tickets_without_a_number() -> None:
    offers = offered(7, 3, 17), offered(3, 7, 17)
    one, other = (opened(my_tickets_png(replace(view, tickets=(*view.offer, 32)))) for view in offers)
    lines = Frame(0, 1080 + 58, 1600, one.height)
    assert changes(cut(one, lines), cut(other, lines)) is not None
    kept = Frame(800, 1080 + 58 + 62, 1600, one.height)
    assert changes(cut(one, kept), cut(other, kept)) is None
    numbered = opened(my_tickets_png(holding(tickets=(7, 3, 17, 32))))
    assert changes(cut(one, kept), cut(numbered, kept)) is not None


@pytest.mark.parametrize("name", BOARDS)
def test_a_ticket_has_both_its_cities_on_its_map(name: str) -> None:
    plan = layout(board(name))
    for ticket in board(name).tickets:
        chart = window_around([plan.cities[ticket.a], plan.cities[ticket.b]], MAP_FRAME)
        assert within(chart.window, MAP.inset(-0.01))
        start, end = (chart.at(plan.cities[city]) for city in (ticket.a, ticket.b))
        assert all(MAP_FRAME.inset(10).holds(point) for point in (start, end))
        assert all(MAP_FRAME.holds(point) for point in journey_curve(start, end, MAP_FRAME))


@pytest.mark.parametrize("name", soaked(["europe", "usa"], "europe"))
def test_a_city_on_a_ticket_is_named_only_on_its_plate(name: str) -> None:
    plan, frame = layout(board(name)), Frame(0, 0, MAP_FRAME.width, MAP_FRAME.height)
    for ticket in board(name).tickets:
        ends = {city: plan.cities[city] for city in (ticket.a, ticket.b)}
        window = window_around(list(ends.values()), frame)
        plates = {city: name_plate(window, window.at(at), plan.labels[city]) for city, at in ends.items()}
        names = Image.new("L", frame.size)
        window.draw_names(names, plan, plates)
        own = [Frame.between(*map(window.at, plan.labels[city].frame.ends)) for city in ends]
        for place in (*plates.values(), *own):
            assert cut(names, place).getextrema()[1] < 128, (ticket.number, place)


def test_no_name_is_seen_in_part_next_to_what_covers_a_map() -> None:
    plan, frame = layout(board()), Frame(0, 0, MAP_FRAME.width, MAP_FRAME.height)
    window = window_around([plan.cities["brest"], plan.cities["marseille"]], frame)
    name = Frame.between(*map(window.at, plan.labels["munchen"].frame.ends))
    half = Frame(name.centre.real, name.top, name.right, name.bottom)
    for covered, is_shown in (((), True), ((half,), False)):
        names = Image.new("L", frame.size)
        window.draw_names(names, plan, {}, covered)
        assert (cut(names, name).getextrema()[1] > 128) == is_shown


# ---- the own map


def test_the_players_network_is_lit_and_others_are_dimmed() -> None:
    view = holding(routes=[["berlin--danzig"], ["brest--paris"]])
    image = opened(my_tickets_png(view, ("yellow", "green")))
    assert has(image, LIVERIES["yellow"].paint)
    assert not has(cut(image, Frame(0, 0, 1600, 1080)), LIVERIES["green"].paint)


@pytest.mark.parametrize(("tickets", "rows"), [(0, 1), (1, 1), (6, 3), (40, 14)])
def test_every_ticket_has_a_line_below_the_map(tickets: int, rows: int) -> None:
    view = holding(tickets=range(1, tickets + 1))
    assert opened(my_tickets_png(view)).size == (1600, 1080 + 58 + 62 * rows + 12)


def test_a_ticket_marks_its_cities() -> None:
    plan = layout(board())
    before, after = (
        cut(opened(my_tickets_png(holding(tickets=tickets))), MAP)
        for tickets in ((), (ticket_between("paris", "zagrab"),))
    )
    for city in ("paris", "zagrab"):
        middle = plan.cities[city]
        around_city = Frame(middle.real - 8, middle.imag - 8, middle.real + 8, middle.imag + 8)
        assert changes(cut(before, around_city), cut(after, around_city)) is not None


# ---- the preview


def test_the_maps_of_all_tickets_on_a_board_share_their_paints() -> None:
    """Choosing paints takes longer than drawing: it is done once for a board."""
    few, many = holding(tickets=(1,)), holding(tickets=(1, 2, 3, 4), routes=[WAY])
    palettes = [Image.open(BytesIO(my_tickets_png(view))).getpalette() for view in (few, many)]
    assert palettes[0] == palettes[1]


def test_a_preview_shows_what_is_paid() -> None:
    view = holding("RRRRBBBBL")
    paid = Frame(0, NEAR.bottom, 600, 976)
    for cards, other in (("RRRR", "B"), ("BBBB", "R")):
        image = cut(opened(preview_png(view, ClaimRoute("berlin--danzig", cards))), paid)
        assert near(image, CARD_PAINTS[cards[0]])
        assert not near(image, CARD_PAINTS[other])


@pytest.mark.parametrize("name", BOARDS)
def test_the_longest_route_can_be_previewed(name: str) -> None:
    view, routes = holding(name=name), board(name).routes
    for route in (routes[0], max(routes, key=lambda route: route.length)):
        picture = preview_png(view, ClaimRoute(route.id, "L" * route.length))
        assert opened(picture).size == (1000, 976)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["europe", "usa"])
def test_a_long_list_of_tickets_has_all_names_in_full(name: str, language: str) -> None:
    room = 210  # next to trains and a station, in three columns
    city = board(name).city
    for ticket in board(name).tickets:
        a, b = (city[end].name_in(language) for end in (ticket.a, ticket.b))
        size, lines = in_lines(a, b, room)
        assert "…" not in "".join(lines)
        assert size * len(lines) <= ROW_HEIGHT - 6


def test_tickets_are_shown_on_the_map_of_a_board_for_two() -> None:
    """Nothing of an own board is baked: its paints are chosen when they are first needed."""
    isle = parse_board(TINY_BOARD)
    game, _ = new_game(isle, Setup("isle", 2), "a", "a" * 64)
    assert opened(my_tickets_png(view_for(game, 0))).width == 1600
