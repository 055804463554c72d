"""Lists in messages: for platforms that have them, and as buttons for those that have none."""

from dataclasses import replace

from bot.model.callbacks import CallbackData
from bot.model.message import Button, Menu, Message, Pick

TICKETS = ((3, "Rome — Kiev"), (17, "Paris — Wien"), (9, "Brest — Riga"))
PICK = Pick("Choose", "Keep 2 of these 3:", TICKETS, 2, 3, "k3f9.5.mark", "k3f9.5.keep", "Keep them")


def labels(message: Message) -> list[list[str]]:
    return [[button.label for button in row] for row in message.rows]


def test_without_lists_a_menu_is_rows_of_buttons_above_the_others() -> None:
    menu = Menu("Which?", tuple(Button(name, f"k3f9.0.{name}") for name in "abcd"))
    message = Message("", buttons=((Button("Back", "k3f9.0.hand"),),), menus=(menu,))
    assert labels(message) == [["a", "b", "c"], ["d"], ["Back"]]


def test_without_lists_things_to_pick_are_marked_one_by_one() -> None:
    assert labels(Message("", pick=PICK)) == [["☐ Rome — Kiev"], ["☐ Paris — Wien"], ["☐ Brest — Riga"]]
    marked = replace(PICK, marked=(9, 3))
    rows = Message("", pick=marked).rows
    assert [row[0].label for row in rows] == [
        "☑ Rome — Kiev",
        "☐ Paris — Wien",
        "☑ Brest — Riga",
        "Keep them",
    ]
    assert [row[0].code for row in rows] == [
        "k3f9.5.mark 9",
        "k3f9.5.mark 3,9,17",
        "k3f9.5.mark 3",
        "k3f9.5.keep 3,9",
    ]
    assert rows[-1][0].style == "main"


def test_too_few_and_too_many_cannot_be_kept() -> None:
    assert not PICK.can_be_kept
    assert not replace(PICK, most=2, marked=(3, 9, 17)).can_be_kept
    assert replace(PICK, least=0).can_be_kept


def test_every_code_of_a_pick_can_be_read_and_an_empty_one_says_none() -> None:
    assert CallbackData.read(PICK.marking(())) == CallbackData("k3f9", 5, "mark none")
    assert CallbackData.read(PICK.keeping({17, 3})) == CallbackData("k3f9", 5, "keep 3,17")
