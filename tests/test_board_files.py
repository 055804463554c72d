"""Board files that cannot be played on: each is refused with its row and the reason."""

from pathlib import Path

import pytest

from engine.boards.files import parse_board
from engine.refusals import BadInput
from tests.tiny_board import TINY_BOARD, changed


def refusal(text: str) -> BadInput:
    with pytest.raises(BadInput) as broken:
        parse_board(text)
    return broken.value


def test_a_small_board_can_be_played_on() -> None:
    isle = parse_board(TINY_BOARD)
    assert (isle.id, isle.title, list(isle.variants)) == ("isle", "The Isle", ["isle"])
    assert isle.city["ayr"].names == {"ru": "Эр"}
    assert isle.city["ayr"].aliases == ("Inver Ayr",)
    assert isle.twins["bude--cork--1"] == isle.bit["bude--cork--2"]


FAULTS = Path(__file__).with_name("board_faults.txt").read_text("utf-8").splitlines()[3:]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_board_that_cannot_be_played_on_is_refused_with_its_row_and_the_reason(fault: str) -> None:
    old, _, rest = fault.replace("↵", "\n").partition(" ⇒ ")
    new, row, reason = rest.split(" | ")
    broken = refusal(changed(old, new))
    assert broken.place == row
    assert reason in broken.reason


def test_cards_that_do_not_suffice_for_every_hand_are_refused() -> None:
    few = changed(
        "cards_per_color = 12\nlocomotives = 14\nhand = 4", "cards_per_color = 3\nlocomotives = 2\nhand = 11"
    )
    assert "26 train cards are too few for the hands and the row of 2 players" in refusal(few).reason


def test_a_ticket_that_no_routes_could_complete_is_refused() -> None:
    islands = changed(
        "\n\n[tickets]\n",
        """
dun--eil = { a = "dun", b = "eil", length = 1, color = "red" }
[cities.dun]
name = "Dun"
latitude = 1
longitude = 1
[cities.eil]
name = "Eil"
latitude = 1
longitude = 1
[tickets]
5 = { a = "ayr", b = "eil", points = 5, decks = ["isle"] }
""",
    )
    assert str(refusal(islands)) == "ticket 5: no routes lead from ayr to eil."


@pytest.mark.parametrize(
    "text", ["x = " + "[" * 5000, "x = " + "9" * 5000, "x = 1979-13-41", "\0", "[a]\n[a]"]
)
def test_no_file_causes_a_traceback(text: str) -> None:
    assert refusal(text).reason


def test_a_huge_number_is_refused_in_a_short_sentence() -> None:
    broken = refusal(changed("trains = 12", "trains = 0x" + "f" * 9999))
    assert str(broken) == "rules: trains must be a whole number from 1 to 99, not a very large number."
