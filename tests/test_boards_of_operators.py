"""Boards of operators: whole boards, extensions of shipped ones, and mistakes in both."""

import json
import tomllib
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.boards.files import board_texts, boards_in, load_board, parse_board
from engine.boards.variants import NEEDED, OPTIONAL
from engine.refusals import BadInput
from engine.setup import Setup, new_game
from tests.json_paths import Place, paths
from tests.tiny_board import TINY_BOARD, changed

EXTENSION = """
id = "europe-and-ours"
title = "Europe, with ours"
extends = "europe"

[tickets]
500 = { a = "london", b = "wien", points = 10, bonus = "our-evening" }
501 = { a = "cadiz", b = "moskva", points = 24, long = true, bonus = "our-evening" }
"""
SCHEMA = (Path(engine.__file__).parent / "boards" / "SCHEMA.md").read_text(encoding="utf-8")
RULES_PAGE = SCHEMA.split("### [rules]")[1]


# ---- extensions


def test_an_operator_adds_bonus_tickets_to_a_shipped_board() -> None:
    board = parse_board(EXTENSION)
    assert board.bonus_sets == ("our-evening",)
    assert 500 not in board.pile("europe", long=False)
    assert 500 in board.pile("europe", long=False, bonus=("our-evening",))
    assert 501 in board.pile("europe", long=True, bonus=("our-evening",))


def test_a_long_bonus_ticket_is_not_in_big_cities() -> None:
    board = parse_board(EXTENSION)
    assert len(board.pile("big-cities", long=False, bonus=("our-evening",))) == 46
    assert board.pile("big-cities", long=True, bonus=("our-evening",)) == ()


def test_an_extension_adds_and_changes_nothing() -> None:
    europe, board = load_board("europe"), parse_board(EXTENSION)
    assert (board.id, board.title) == ("europe-and-ours", "Europe, with ours")
    assert board.cities == europe.cities
    assert board.routes == europe.routes
    assert board.tickets[:101] == europe.tickets
    assert board.variants == europe.variants


def test_an_extension_may_add_a_city_a_route_and_a_variant() -> None:
    further = """
    502 = { a = "bergen", b = "wien", points = 12, decks = ["short"] }
    [cities.bergen]
    name = "Bergen"
    latitude = 60.39
    longitude = 5.32
    [routes]
    bergen--kobenhavn = { a = "bergen", b = "kobenhavn", length = 4, color = "gray", ferry = 1 }
    [variants.short]
    title = "Classic, with 35 trains"
    trains = 35
    decks = ["europe"]
    """
    board = parse_board(EXTENSION + further)
    assert board.routes[-1].id == "bergen--kobenhavn"
    assert list(board.variants) == ["europe", "europe-1912", "mega", "big-cities", "short"]
    assert (board.variants["short"].trains, board.variants["europe"].trains) == (35, 45)
    assert board.pile("short", long=False) == (*board.pile("europe", long=False), 502)
    assert board.pile("short", long=True) == board.pile("europe", long=True)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("501 =", "499 =", "ticket 499: the numbers of added tickets begin at 500."),
        ("501 =", "5 =", "ticket 5: the board that is extended has this already."),
        ('"europe-and-ours"', '"europe"', "an extension has an id of its own."),
        ('title = "Europe, with ours"', "", "the key 'title' is missing."),
        (
            "[tickets]",
            "[rules]\ntrains = 3\n[tickets]",
            "there is no key 'rules' (did you mean \"routes\"?).",
        ),
        (
            'extends = "europe"',
            'extends = "eurpoe"',
            "extends must be one of europe, india, nordic, usa, not 'eurpoe' (did you mean \"europe\"?).",
        ),
        (
            "[tickets]",
            '[cities]\nbecs = { name = "Bécs", latitude = 48, longitude = 16 }\n[tickets]',
            'city becs: "becs" already means Wien.',
        ),
    ],
)
def test_a_broken_extension_is_refused(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadInput) as broken:
        parse_board(changed(old, new, EXTENSION))
    assert str(broken.value) == sentence


# ---- editions


def test_another_text_is_another_edition() -> None:
    editions = {parse_board(text).edition for text in (TINY_BOARD, TINY_BOARD + "# a word\n", EXTENSION)}
    assert len(editions) == 3
    assert all(len(edition) == 64 for edition in editions)


def test_line_ends_make_no_other_edition() -> None:
    assert parse_board(TINY_BOARD.replace("\n", "\r\n")).edition == parse_board(TINY_BOARD).edition


def test_the_texts_that_a_game_keeps_make_the_same_board_again(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(EXTENSION, encoding="utf-8")
    own, base = board_texts(file)
    assert parse_board(own, base).edition == parse_board(own).edition == load_board(file).edition
    older = base.replace("players_most = 5", "players_most = 4")
    assert parse_board(own, older).edition != load_board(file).edition
    assert board_texts("europe") == (base,)


# ---- files and folders


def test_every_file_in_the_folder_is_a_board_and_a_broken_one_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "isle.toml").write_text(TINY_BOARD, encoding="utf-8")
    (tmp_path / "isle-again.toml").write_text(TINY_BOARD, encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(changed("The Isle", "L'Île").encode("latin-1", "replace"))
    (tmp_path / "ours.toml").write_text(EXTENSION, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a board", encoding="utf-8")
    (tmp_path / "folder.toml").mkdir()
    boards, broken = boards_in(tmp_path)
    assert sorted(boards) == ["europe", "europe-and-ours", "india", "isle", "nordic", "usa"]
    assert [str(each) for each in broken] == [
        "folder.toml: this is a folder, not a board file.",
        'isle.toml, id: another board is called "isle" already.',
        "latin.toml, line 3: this is not UTF-8 text.",
    ]


def test_without_a_folder_there_are_the_shipped_boards() -> None:
    assert sorted(boards_in(None)[0]) == ["europe", "india", "nordic", "usa"]
    assert boards_in(None)[1] == ()


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    boards, (broken,) = boards_in(tmp_path / "nowhere")
    assert sorted(boards) == ["europe", "india", "nordic", "usa"]
    assert broken.reason == "there is no such folder"


@pytest.mark.parametrize("source", ["eurpoe", "nowhere/isle.toml", "", "\0"])
def test_a_missing_board_is_reported(source: str) -> None:
    with pytest.raises(BadInput, match=r"no such file, and .* europe, india, nordic, usa|folder"):
        load_board(source)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "huge.toml"
    file.write_text(TINY_BOARD + "#" * 1_000_000, encoding="utf-8")
    with pytest.raises(BadInput, match=r"huge\.toml: a board file has at most 1000000 bytes"):
        load_board(file)


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "isle.toml"
    file.write_text(TINY_BOARD, encoding="utf-8-sig")
    assert load_board(file).title == "The Isle"


# ---- the page that an operator reads


def test_the_page_has_every_number_with_its_least_and_most() -> None:
    for key, (least, most) in (NEEDED | OPTIONAL).items():
        row = next(row for row in RULES_PAGE.splitlines() if f"`{key}`" in row)
        assert f"| {least}-{most}" in row, row


def test_the_extension_on_the_page_can_be_played_on() -> None:
    lines = [line[4:] for line in SCHEMA.split("## An extension")[1].splitlines() if line.startswith("    ")]
    board = parse_board("\n".join(lines))
    assert board.variants["short"].trains == 35
    assert board.bonus_sets == ("our-evening",)


# ---- any text is a board, or is refused in a sentence

WRONG = st.one_of(
    st.integers(-2, 60),
    st.sampled_from([10**9, -(10**30), 0.5, float("inf"), float("nan"), True, False]),
    st.text(max_size=8),
    st.sampled_from(["isle", "ayr", "bude", "red", "gray", "box", "bottom", "longest-path", "ayr--bude"]),
    st.lists(st.integers(0, 9), max_size=3),
    st.dictionaries(st.sampled_from(["1", "a", "ayr", "title"]), st.integers(0, 9), max_size=2),
)


def toml(value: object) -> str:
    match value:
        case dict():
            return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }"
        case list():
            return "[" + ", ".join(toml(item) for item in value) + "]"
        case str() | bool():
            return json.dumps(value)
        case _:
            return repr(value)


DOCUMENT = tomllib.loads(TINY_BOARD)
PLACES = sorted(filter(None, paths(DOCUMENT)), key=str)


@given(place=st.sampled_from(PLACES), wrong=WRONG | st.none())
def test_one_wrong_value_is_refused_or_makes_a_board_to_play_on(place: Place, wrong: object) -> None:
    document: Any = deepcopy(DOCUMENT)
    *above, last = place
    table = document
    for key in above:
        table = table[key]
    table[last] = wrong
    if wrong is None:
        del table[last]
    with suppress(BadInput):
        board = parse_board("\n".join(f"{json.dumps(key)} = {toml(item)}" for key, item in document.items()))
        for variant, rules in board.variants.items():
            game, _ = new_game(board, Setup(variant, rules.players_most), "game", "0" * 64)
            assert game.table.players == rules.players_most


@given(text=st.text(max_size=60))
def test_any_text_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadInput):
        parse_board(text)
