"""Positions: any state of a game, written, set up by hand, checked and read back."""

import contextlib
import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.boards.files import parse_board
from engine.cards import letters
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.computers.search.determinize import determinize
from engine.documents.codec import from_json, read_text, to_json, write_text
from engine.documents.position import game_at, position_of
from engine.documents.position_format import WrittenPosition
from engine.documents.validation import faults
from engine.events import Event
from engine.game import ChooseTickets, DrawSecondCard, Game, SettleTunnel, TakeTurn, all_cards
from engine.notation import line, read_line
from engine.options import options
from engine.refusals import BadInput
from engine.rulebook import apply
from engine.setup import Setup, whole_deck
from engine.view import view_for
from tests.json_paths import paths
from tests.recorded_games import VARIANTS, board_of, played
from tests.soaked import soaked
from tests.tiny_board import TINY_BOARD
from tools.schemas import position_schema

ENGINE = Path(__file__).parent.parent / "engine" / "documents"
PAGE = (ENGINE / "POSITIONS.md").read_text(encoding="utf-8")
SCHEMA = Draft202012Validator(json.loads((ENGINE / "position.schema.json").read_text(encoding="utf-8")))
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]

EVERY_CARD = "".join(card * 12 for card in "PBOWGYKR") + "L" * 14


def at(name: str = "europe", **position: Any) -> Game:
    """The game that a position describes."""
    return game_at(json.loads(json.dumps({"board": name, **position})), board_of(name))


def why(**position: Any) -> str:
    """The error message for a position on the board of Europe."""
    with pytest.raises(BadInput) as refused:
        game_at({"board": "europe", **position}, board_of("europe"))
    return str(refused.value)


def tunnel(
    *, route: str = "angora--constantinople", laid: str = "KK", revealed: str = "KRB", **rest: Any
) -> str:
    """The error message for a tunnel of seat 0."""
    return why(tunnel={"seat": 0, "route": route, "laid": laid, "revealed": revealed}, **rest)


def again(game: Game) -> Game:
    """The game written as text and read back."""
    return game_at(read_text(write_text(position_of(game))), game.table.board)


def choices(game: Game, seat: int) -> list[str]:
    return [line(action) for action in options(view_for(game, seat))]


@pytest.mark.parametrize(("name", "variant"), soaked(VARIANTS, ("europe", "europe"), ("usa", "mega")))
def test_every_state_of_a_game_is_written_and_read_back(name: str, variant: str) -> None:
    """Each number of players twice."""
    last, players = None, 2 + VARIANTS.index((name, variant)) % 4
    for step in played(board_of(name), Setup(variant, players), players):
        last = again(step.game)
        assert last == step.game
    assert last is not None
    assert last.table.over


def test_bonus_tickets_and_operator_boards_are_written_and_read_back() -> None:
    extra = '501 = { a = "ayr", b = "cork", points = 9, bonus = "ferrymen" }\n'
    board = parse_board(TINY_BOARD + extra)
    for step in played(board, Setup("isle", 2, bonus=("ferrymen",), starter=1)):
        assert again(step.game) == step.game
    assert step.game.table.bonus == ("ferrymen",)


def test_a_written_position_has_every_key_and_keeps_to_the_schema() -> None:
    for step in played(board_of("europe"), Setup("mega", 3)):
        position = position_of(step.game)
        assert list(position) == list(WrittenPosition.__struct_fields__)
        SCHEMA.validate(position)


def test_the_schema_follows_from_the_classes_and_the_page() -> None:
    """`python -P -m tools.schemas` writes it, unless the page has more or fewer keys than the classes."""
    assert (ENGINE / "position.schema.json").read_text(encoding="utf-8") == position_schema()


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_page_can_be_played_on(example: dict[str, Any]) -> None:
    SCHEMA.validate(example)
    game = game_at(example, board_of(example["board"]))
    assert again(game) == game
    for seat in game.table.waiting_for:
        apply(game, seat, options(view_for(game, seat))[0])


def test_a_board_alone_is_a_turn_with_defaults_for_everything_else() -> None:
    game = at("europe")
    table = game.table
    assert (table.players, table.seat, table.turn, table.starter) == (2, 0, 1, 0)
    assert table.decisions == (TakeTurn(1), None)
    assert (table.row, table.deck, table.discards, table.ticket_deck) == ("PBOWG", 105, 0, 40)
    assert (table.trains, table.points, table.hands) == ((45, 45), (0, 0), (0, 0))
    assert all_cards(game) == whole_deck(table.rules)
    assert game.ticket_deck == tuple(range(1, 41))


def test_the_deck_begins_as_written_and_the_rest_follows() -> None:
    game = at("usa", deck="LRL...", row="KKPBO", hands=["KKKKKKKKKK"])
    assert game.deck.startswith("LRLPPPPPPPPPPPBBB")
    assert "K" not in game.deck
    assert game.table.discards == 0


def test_cards_missing_from_a_complete_deck_are_in_the_discards() -> None:
    game = at("usa", deck="LRL", row="KKPBO", hands=["GG"])
    assert game.deck == "LRL"
    assert game.table.discards == 110 - 3 - 5 - 2
    assert letters(game.discards).count("G") == 10


def test_the_ticket_deck_begins_as_written_and_the_rest_follows_by_number() -> None:
    game = at("usa", ticket_deck=[30, 4, "..."], tickets=[[1], [2]], offers=[[3]], seat=0)
    assert game.ticket_deck[:4] == (30, 4, 5, 6)
    assert at("usa", ticket_deck=[]).table.ticket_deck == 0


def test_an_empty_row_and_a_bare_table_can_be_set_up() -> None:
    half = len(EVERY_CARD) // 2
    hands = [EVERY_CARD[:half], EVERY_CARD[half:]]
    game = at("usa", row="-----", deck="", discards="", hands=hands, ticket_deck=[])
    assert all(text.startswith("claim ") for text in choices(game, 0))


def test_trains_and_points_follow_from_the_routes() -> None:
    table = at("europe", routes=[["paris--zurich", "palermo--smyrna"], ["roma--venezia"]]).table
    assert table.trains == (45 - 3 - 6, 45 - 2)
    assert table.points == (4 + 15, 2)


def test_the_decision_follows_from_the_seat_the_offers_and_the_tunnel() -> None:
    second = at("usa", decisions=[None, "second-card"])
    assert second.table.decisions == (None, DrawSecondCard(1))
    assert second.table.seat == 1

    starting = at("usa", offers=[[1, 2, 3], [4, 5, 6]])
    assert starting.table.decisions == (ChooseTickets(1, 3, 2, 3, True),) * 2
    assert (starting.table.seat, starting.table.turn) == (None, 0)

    drawn = at("usa", offers=[[], [1, 2, 3]], seat=1)
    assert drawn.table.decisions == (None, ChooseTickets(1, 3, 1, 3, False))

    laid = {"seat": 1, "route": "angora--constantinople", "laid": "LK", "revealed": "KLR"}
    halfway = at("europe", tunnel=laid, hands=["", "K"], seq=77)
    assert halfway.table.decisions == (None, SettleTunnel(77, 2))
    assert choices(halfway, 1) == ["decline"]


def test_starting_tickets_in_mega_europe_can_be_in_either_step() -> None:
    aside = [[[1, 2, 3, 4, 5]], [[6, 7, 8, 9, 10]]]
    first = at("europe", variant="mega", offers=[[41, 42], [43, 44]], aside=aside)
    assert choices(first, 0) == ["keep none", "keep 41", "keep 42"]
    then = at(
        "europe", variant="mega", offers=[[1, 2, 3, 4, 5], [43, 44]], tickets=[[41]], aside=[[], aside[1]]
    )
    assert min(map(len, (text.split(",") for text in choices(then, 0)))) == 2


def test_the_turn_and_the_starter_follow_from_one_another() -> None:
    assert at("usa", players=3, seat=1, starter=2).table.turn == 3
    assert at("usa", players=3, seat=1, turn=6).table.starter == 2
    assert at("usa", players=3, starter=2).table.seat == 2


def test_a_stalemate_can_be_set_up_played_and_written() -> None:
    full = {
        "board": "isle",
        "routes": [["ayr--bude"], ["bude--cork--1"]],
        "stations": [["ayr", "bude"], ["cork"]],
        "row": "P----",
        "deck": "",
        "discards": "",
        "hands": [EVERY_CARD[1:]],
        "ticket_deck": [],
        "decisions": ["second-card"],
    }
    game, events = apply(game_at(full, parse_board(TINY_BOARD)), 0, read_line("draw 1P"))
    assert [type(event).__name__ for event in events] == [
        "CardTaken",
        "TurnPassed",
        "TurnPassed",
        "GameEnded",
    ]
    assert [from_json(Event, to_json(event)) for event in events] == list(events)
    assert game.table.passes == 2
    assert again(game) == game


def test_unknown_names_are_refused_with_a_suggestion() -> None:
    assert why(board="usa") == 'This position is of the board "usa", not of "europe".'
    assert why(format=2) == "This position has the format 2, and this program reads format 1."
    assert why(variant="meg") == 'There is no variant "meg" (did you mean "mega"?).'
    assert why(bonus=["max"]) == 'There is no bonus set "max".'
    assert (
        why(routes=[["wien--zagreb"]]) == 'There is no route "wien--zagreb" (did you mean "wien--zagrab"?).'
    )
    assert why(stations=[["vien"]]) == 'There is no city "vien" on this board (did you mean "wien"?).'
    assert why(tickets=[[999]]) == "There is no ticket 999 on this board."
    assert why(decisions=["first-card"]) == 'There is no decision "first-card".'


def test_unknown_keys_and_wrong_values_are_refused_with_their_place() -> None:
    assert why(routs=[]) == 'there is no key "routs" (did you mean "routes"?).'
    assert why(hands=[3]) == "hands[0]: this must be text in quotes, not 3."
    assert why(turn=True) == "turn: this must be a whole number, not true."
    assert why(last=[0]) == "last: this must be a list of 2, not of 1."
    assert why(decisions=[{"kind": "draw"}]) == 'decisions[0].kind: "draw" is not a known kind.'
    assert why(tunnel={"seat": 0}) == 'tunnel: the key "route" is missing.'
    with pytest.raises(BadInput, match='the key "board" is missing'):
        game_at({}, board_of("europe"))


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("x - at y", 'there is no key "x - at y".'),
        ("`", 'there is no key "`".'),
        ("x` - at `$.nowhere", "there is a key that no document has."),
        ("x` - at `$.hands[7]", "there is a key that no document has."),
    ],
)
def test_a_key_that_looks_like_a_part_of_an_error_is_refused_too(key: str, sentence: str) -> None:
    assert why(**{key: 1, "hands": ["K"]}) == sentence


def test_the_number_of_players_and_the_seats_must_exist() -> None:
    assert why(players=1) == "2 to 5 can play, and not 1."
    assert why(hands=[""] * 6) == "2 to 5 can play, and not 6."
    assert why(players=2, tickets=[[], [], []]) == "tickets has 3 seats, and 2 play."
    assert why(players=2, seat=2) == "There is no seat 2: 2 play, seats 0 to 1."
    assert why(starter=-1) == "There is no seat -1: 2 play, seats 0 to 1."


def test_the_cards_are_those_of_the_game() -> None:
    everywhere = "among deck, discards, row, hands and tunnel, and the game has 12."
    assert why(hands=["R" * 13]) == f"There are 13 cards R {everywhere}"
    assert why(hands=["KX"]) == '"KX" are not cards: a card is one of the letters PBOWGYKRL.'
    assert why(deck="K-") == '"K-" are not cards: a card is one of the letters PBOWGYKRL.'
    assert why(row="RRBB") == 'The row "RRBB" must be 5 letters or "-" for an empty slot.'


@pytest.mark.parametrize(("row", "slot"), [("-----", 1), ("PBO-G", 4)])
def test_a_slot_beside_a_deck_with_a_card_is_not_empty(row: str, slot: int) -> None:
    """The rules fill it at once."""
    reason = f"row: slot {slot} cannot be empty, because the deck has a card for it."
    assert why(row=row, deck="P", discards="") == reason
    assert why(row=row) == reason


def test_a_ticket_is_in_one_place_and_of_the_variant() -> None:
    assert why(tickets=[[3], [3]]) == "Ticket 3 is in 2 places."
    assert why(seat=0, tickets=[[3]], offers=[[3]]) == "Ticket 3 is in 2 places."
    assert why(tickets=[[90]]) == "Ticket 90 is not played with in europe."
    dots = 'ticket_deck is a list of numbers, and at its end there may be "...".'
    assert why(ticket_deck=["...", 3]) == dots
    assert why(ticket_deck=[3, "4"]) == dots


def test_a_route_has_one_owner_and_one_side_of_a_double_route_each_player() -> None:
    taken = why(routes=[["paris--zurich"], ["paris--zurich"]])
    assert taken == "Route paris--zurich has two owners, seats 0 and 1."
    assert why(routes=[["paris--zurich"] * 2]) == "Seat 0 has one route twice."
    sides = ["dieppe--london--1", "dieppe--london--2"]
    both = "both sides of a double route, dieppe--london--1 and dieppe--london--2."
    assert why(players=4, routes=[sides]) == f"Seat 0 has {both}"
    shut = why(players=3, routes=[[sides[0]], [sides[1]]])
    assert shut == f"With 3 players only one of {sides[0]} and {sides[1]} can be claimed."
    assert at(players=4, routes=[[sides[0]], [sides[1]]]).table.points == (2, 2, 0, 0)


def test_a_city_has_one_station_and_a_player_three() -> None:
    assert why(stations=[["wien"], ["wien"]]) == "There are 2 stations in wien."
    four = why(stations=[["wien", "roma", "paris", "brest"]])
    assert four == "Seat 0 has 4 stations, and a player has 3."
    with pytest.raises(BadInput, match=r"Seat 1 has 1 stations, and a player has 0\."):
        at("usa", stations=[[], ["denver"]])


def test_trains_and_points_are_what_the_routes_leave() -> None:
    left = why(routes=[["paris--zurich"]], trains=[45, 45])
    assert left == "Seat 0 has 45 trains, and its routes leave it 42."
    assert why(points=[0, 5]) == "Seat 1 has 5 points, and its routes are worth 0."
    six = ["petrograd--stockholm", "budapest--kyiv", "palermo--smyrna", "berlin--danzig", "kyiv--warszawa"]
    four = ["petrograd--riga", "riga--wilno", "petrograd--wilno", "bucuresti--kyiv", "bucuresti--budapest"]
    assert why(routes=[[*six, *four, "rostov--sevastopol"]]) == (
        "The routes of seat 0 take 52 trains, and it had 45."
    )


def test_an_open_tunnel_must_follow_the_rules() -> None:
    assert tunnel(route="berlin--danzig", laid="KKKK") == "Route berlin--danzig is no tunnel."
    angora = "angora--constantinople"
    assert tunnel(routes=[[], [angora]]) == f"Seat 0 may not claim the tunnel {angora}."
    assert tunnel(laid="KR") == f'The cards laid down, "KR", do not pay for {angora}.'
    assert tunnel(revealed="KR") == "A tunnel reveals 3 cards, or all there are, and not 2."
    assert tunnel(revealed="KRBB") == "A tunnel reveals 3 cards, or all there are, and not 4."
    assert tunnel(revealed="RRB") == (
        'The cards revealed, "RRB", ask for nothing: the tunnel would be claimed.'
    )
    owed = [{"kind": "settle-tunnel", "owed": 2}]
    assert tunnel(decisions=owed) == 'The cards revealed, "KRB", ask for 1 more, not 2.'
    assert tunnel(decisions=["take-turn"]) == (
        "The tunnel of seat 0 waits to be settled, and that is not what it decides."
    )
    assert why(decisions=["settle-tunnel"]) == "Seat 0 has no tunnel to settle."


def test_exactly_the_seat_at_turn_has_a_decision() -> None:
    alone = "It is the turn of seat 0, and nobody else has anything to decide."
    assert why(decisions=["take-turn", "take-turn"]) == alone
    assert why(seat=0, decisions=[None, "second-card"]) == alone
    assert why(decisions=[]) == "The game is not over, and nobody has anything to decide."
    assert why(turn=0, decisions=["take-turn"]) == (
        "No turn has begun, so that seat 0 can only choose starting tickets."
    )
    assert why(turn=0, seat=0, offers=[[3, 4]]) == (
        "No turn has begun, so that there is no seat at turn, no tunnel and no last round."
    )


def test_a_seat_with_a_decision_has_a_legal_action() -> None:
    idle = "Seat 0 can do nothing at all, so that its turn would be over."
    gone: dict[str, Any] = {"deck": "", "discards": "", "ticket_deck": []}
    but_two = EVERY_CARD.replace("LL", "", 1)
    assert why(row="LL---", hands=["", but_two], decisions=["second-card"], **gone) == idle
    assert choices(at(row="LL---", hands=["", but_two], **gone), 0) == ["draw 1L", "draw 2L"]


BARE: dict[str, Any] = {"row": "-----", "deck": "", "discards": "", "ticket_deck": []}
"""Nothing to draw."""


def test_deck_and_discards_can_be_empty_with_the_other_cards_out_of_the_game() -> None:
    game = at("europe", deck="", discards="", row="RBLG-", hands=["KKK", "R"])
    assert (game.table.deck, game.table.discards) == (0, 0)
    assert again(game) == game
    assert not any(text.startswith("draw deck") for text in choices(game, 0))
    after, _ = apply(game, 0, read_line("claim brest--paris KKK"))
    assert sorted(after.table.row) == sorted("RBLGK")
    assert (after.table.deck, after.table.discards) == (2, 0)
    assert again(after) == after
    assert list(faults(after)) == []


def test_the_turn_of_a_seat_that_can_do_nothing_passes() -> None:
    game = at("usa", players=3, seat=1, hands=["RRRR", "", "KK"], **BARE)
    assert game.table.seat == 2
    assert game.table.decisions == (None, None, TakeTurn(game.seq))
    assert again(game) == game


def test_a_turn_passes_in_the_last_round_too() -> None:
    game = at("usa", seat=0, turns_left=1, hands=["", "RRRR"], **BARE)
    assert (game.table.seat, game.table.turns_left) == (1, 0)
    over = at("usa", seat=0, turns_left=0, hands=["", "RRRR"], **BARE)
    assert over.table.over


def test_if_everybody_has_to_pass_the_game_is_over() -> None:
    game = at("usa", hands=["", ""], **BARE)
    assert game.table.over
    assert game.table.passes == 2


def test_a_pass_follows_on_passes_that_were_written() -> None:
    game = at("usa", players=3, seat=2, passes=2, hands=["RRRR", "", ""], **BARE)
    assert game.table.over
    assert why(passes=1) == "Somebody has something to decide, so that passes is 0."


def test_players_can_have_fewer_trains_than_their_routes_leave() -> None:
    game = at("europe", routes=[["paris--zurich"]], trains=[3], hands=["KKK"])
    assert game.table.trains == (3, 45)
    assert again(game) == game
    after, events = apply(game, 0, read_line("claim brest--paris KKK"))
    assert after.table.trains == (0, 45)
    assert "LastRoundStarted" in [type(event).__name__ for event in events]
    assert list(faults(after)) == []
    assert why(trains=[46]) == "Seat 0 has 46 trains, and its routes leave it 45."
    assert why(trains=[-1]) == "Seat 0 has -1 trains, and its routes leave it 45."


def test_computers_play_on_from_a_position_without_a_deck() -> None:
    game = at("europe", deck="", discards="", trains=[8, 8], hands=["KKKGG", "RRR"], tickets=[[3], [4]])
    while not game.table.over:
        seat = game.table.waiting_for[0]
        view = view_for(game, seat)
        assert view_for(determinize(view, Chance("0c" * 32)), seat) == view
        game, _ = apply(game, seat, COMPUTERS["normal"](view, Chance("0c" * 32)))


def test_a_choice_needs_an_offer_and_an_offer_needs_a_choice() -> None:
    assert why(decisions=["choose-tickets"]) == "Seat 0 chooses among tickets, and none are offered."
    assert why(offers=[[3]], decisions=["take-turn"]) == (
        "Seat 0 has tickets on offer or aside, and does not choose among any."
    )
    three = {"kind": "choose-tickets", "keep": 3}
    assert why(offers=[[3, 4]], decisions=[three]) == (
        "Seat 0 can keep at least 3 and at most 2 of 2 tickets: that cannot be."
    )
    starting = {"kind": "choose-tickets", "starting": True}
    assert why(seat=0, offers=[[3, 4]], decisions=[starting]) == (
        "Turns have begun, so that seat 0 cannot choose starting tickets."
    )
    assert why(seat=0, offers=[[3, 4]], aside=[[[5]]]) == (
        "Seat 0 has starting tickets aside that it could not be offered any more."
    )
    assert why(refused=[[5]]) == "Starting tickets that were refused wait for nobody: all have chosen."


def test_numbers_stay_in_their_range() -> None:
    late = [{"kind": "take-turn", "revision": 5}]
    assert why(seq=4, decisions=late) == "The decision of seat 0 has the revision 5, of 4 events."
    assert why(turns_left=2) == "In the last round 0 to 1 turns are left, not 2."
    assert why(turn=-1) == "turn is at least 0, not -1."
    assert why(counter=-1) == "counter is at least 0, not -1."
    assert why(passes=-1) == "passes is at least 0, not -1."
    assert why(seed="5ea1") == "The seed is 64 hexadecimal digits, in small letters."
    assert why(last=[0, "wien"]) == ('The last move, seat 0 at "wien", is none of its routes and stations.')


def test_the_score_sheet_of_a_game_that_is_over_has_a_line_for_everybody() -> None:
    *_, step = played(board_of("usa"), Setup("usa", 2))
    position = position_of(step.game)
    losers = [each["seat"] for each in position["sheet"]["seats"] if each["place"] != 1]
    for spoilt, sentence in (
        ({"seat": 0}, "The game is over, so that it can be nobody's turn."),
        (
            {"sheet": {"seats": [], "winners": []}},
            "The score sheet has a line for each seat, 0 to 1, in order.",
        ),
        (
            {"sheet": {**position["sheet"], "winners": losers}},
            "The winners of the score sheet are those in the first place.",
        ),
    ):
        with pytest.raises(BadInput, match=re.escape(sentence)):
            game_at({**position, **spoilt}, board_of("usa"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"board": "usa", "board": "europe"}', 'the key "board" appears twice.'),
        ('{"board": 1.5}', "1.5 is not a whole number."),
        ('{"board": NaN}', "NaN is not a whole number."),
        (
            "{board}",
            "This is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1).",
        ),
        ("[" * 100_000, "This is not JSON: its brackets are nested too deeply."),
    ],
)
def test_text_that_is_not_valid_json_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        from_json(WrittenPosition, read_text(text))
    assert str(refused.value) == sentence


SITUATIONS = [
    *EXAMPLES,
    *(
        position_of(step.game)
        for number, step in enumerate(played(board_of("europe"), Setup("europe", 3)))
        if number % 60 == 0
    ),
]

ODD_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 130),
    st.sampled_from(["", "K", "RRL", "KKKK-", "...", "wien", "paris--zurich", "take-turn", "second-card"]),
    st.just([]),
    st.just([[]]),
    st.just({}),
    st.lists(st.integers(0, 120), max_size=4),
    st.just(10**40),
)


Changes = tuple[int, list[tuple[tuple[Any, ...], Any]]]
"""One of the SITUATIONS, and a path in it with another value."""

LEAVE_OUT = "(left out)"


@st.composite
def changes(draw: st.DrawFn) -> Changes:
    """One to three values of a position changed to something else."""
    number = draw(st.integers(0, len(SITUATIONS) - 1))
    ways = st.sampled_from([*filter(None, paths(SITUATIONS[number]))])
    return number, draw(st.lists(st.tuples(ways, ODD_VALUES), min_size=1, max_size=3))


@st.composite
def gaps(draw: st.DrawFn) -> Changes:
    """Some keys of a position left out."""
    number = draw(st.integers(0, len(SITUATIONS) - 1))
    keys = draw(st.sets(st.sampled_from([key for key in SITUATIONS[number] if key != "board"] or ["seq"])))
    return number, [((key,), LEAVE_OUT) for key in sorted(keys)]


def spoiled(change: Changes) -> dict[str, Any]:
    number, replaced = change
    document = copy.deepcopy(SITUATIONS[number])
    for (*way, step), value in replaced:
        place: Any = document
        with contextlib.suppress(KeyError, IndexError, TypeError):  # what an earlier change has taken away
            for each in way:
                place = place[each]
            place[step] = copy.deepcopy(value)
    return {key: value for key, value in document.items() if value != LEAVE_OUT}


def loaded(document: dict[str, Any]) -> Game | str:
    """The game, or the error message."""
    name = document["board"] if document["board"] in ("europe", "usa") else "europe"
    try:
        return game_at(document, board_of(str(name)))
    except BadInput as refused:
        return str(refused)


@given(st.one_of(changes(), gaps()))
def test_any_document_is_refused_in_a_sentence_or_can_be_played_on(change: Changes) -> None:
    game = loaded(spoiled(change))
    if isinstance(game, str):
        assert re.fullmatch(r"[^\n]+\.", game)
        return
    assert again(game) == game
    for seat in game.table.waiting_for:
        apply(game, seat, options(view_for(game, seat))[-1])


def test_keys_that_follow_from_the_others_can_be_left_out() -> None:
    follows = {"format", "players", "starter", "decisions", "trains", "points", "deck", "seq"}
    for step in played(board_of("europe"), Setup("europe", 3)):
        table = step.game.table
        if table.over or table.choosing or isinstance(table.decisions[table.seat or 0], DrawSecondCard):
            continue
        position = {key: value for key, value in position_of(step.game).items() if key not in follows}
        less = game_at(position, table.board).table
        assert (less.players, less.starter, less.trains, less.points) == (
            table.players,
            table.starter,
            table.trains,
            table.points,
        )
        assert [type(each) for each in less.decisions] == [type(each) for each in table.decisions]
        assert (less.row, less.deck, less.hands) == (table.row, table.deck, table.hands)


@given(changes())
def test_the_schema_and_the_program_accept_the_same_documents(change: Changes) -> None:
    document = spoiled(change)
    try:
        from_json(WrittenPosition, document)
    except BadInput:
        readable = False
    else:
        readable = document.get("format", 1) == 1
    assert SCHEMA.is_valid(document) is readable
