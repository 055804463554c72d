"""One line of text for each action, with an exact round trip."""

import pytest

from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.cards import CARDS, COLOR_NAMES
from engine.notation import line, read_line
from engine.refusals import BadInput
from tests.rules.table import board

LINES = [
    ("draw 3R", DrawFaceUp(3, "R")),
    ("draw 1L", DrawFaceUp(1, "L")),
    ("draw deck", DrawDeck()),
    ("draw tickets", DrawTickets()),
    ("keep 3,17", KeepTickets((3, 17))),
    ("keep none", KeepTickets(())),
    ("claim athina--brindisi KKKL", ClaimRoute("athina--brindisi", "KKKL")),
    ("station wien KK", BuildStation("wien", "KK")),
    ("pay KL", PaySurcharge("KL")),
    ("decline", DeclineTunnel()),
]


@pytest.mark.parametrize(("text", "action"), LINES)
def test_every_action_has_one_line_and_comes_back_from_it(text: str, action: Action) -> None:
    assert line(action) == text
    assert read_line(text) == action


def test_cards_are_written_in_the_boards_order_with_locomotives_last() -> None:
    assert line(ClaimRoute("wien--zagrab", "LK")) == "claim wien--zagrab KL"
    assert read_line("claim wien--zagrab LK") == ClaimRoute("wien--zagrab", "KL")
    assert line(PaySurcharge("LRKYGWOBP")) == "pay PBOWGYKRL"


def test_tickets_are_written_by_number() -> None:
    assert line(KeepTickets((17, 3))) == "keep 3,17"
    assert read_line("keep 17,3") == KeepTickets((3, 17))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "pass", "draw", "draw R", "draw 3", "draw 0R", "draw 3X", "draw 10R", "draw 3R ", " draw 3R",
        "Draw 3R", "draw  3R", "draw deck deck", "tickets 3", "keep", "keep 3, 17", "keep 3,", "keep -3",
        "keep three", "keep ٣", "keep 03", "keep 0", "claim", "claim athina--brindisi", "claim KKKL",
        "claim Athina K", "claim a--b KKX", "claim a--b K K", "station wien", "station wien kk", "pay",
        "pay 2", "decline it", "draw 3R\n", "keep 3\n", "claim a--b K\n", "draw ³R",
    ],
)  # fmt: skip
def test_any_other_text_is_no_action(text: str) -> None:
    with pytest.raises(BadInput):
        read_line(text)


@pytest.mark.parametrize("title", ["europe", "usa"])
def test_every_line_of_a_shipped_board_fits_a_button_of_64_bytes(title: str) -> None:
    """A game of seven signs and a revision of nine digits, with a stop behind each."""
    routes = [line(ClaimRoute(route.id, "L" * route.length)) for route in board(title).routes]
    cities = [line(BuildStation(city.id, "LLL")) for city in board(title).cities]
    tickets = sorted(ticket.number for ticket in board(title).tickets)[-5:]
    longest = max([*routes, *cities, line(KeepTickets(tuple(tickets)))], key=len)
    assert len(f"abcdefg.123456789.{longest}".encode()) <= 64


def test_the_letters_are_the_same_for_every_colour_of_the_rule_book() -> None:
    assert COLOR_NAMES == {
        "red": "R", "blue": "B", "green": "G", "yellow": "Y", "black": "K", "white": "W", "orange": "O",
        "purple": "P",
    }  # fmt: skip
    assert set(CARDS) == set("RBGYKWOPL")
