"""Board files that cannot be played on: each is refused with its row and the reason."""

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


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        ("trains = 12", "trains = ", "line 8", "this is not TOML, Invalid value: trains ="),
        ("hand = 4", "hand = 4\nhand = 5", "line 15", "this name is defined twice: hand = 5"),
        ("\nbude = {", "\nayr = {", "line 31", "this name is defined twice: ayr = { name"),
        ("\nayr--bude =", "\nbude--cork--2 =", "line 37", "this name is defined twice: bude--cork--2"),
        ("\n2 = { a =", "\n1 = { a =", "line 41", "this name is defined twice: 1 = { a"),
        ('title = "The Isle"', "", "", "the key 'title' is missing"),
        ('id = "isle"', 'id = "The Isle"', "", "id must be an id of small letters"),
        ("[cities]", "[citys]", "", "there is no key 'citys' (did you mean \"cities\"?)"),
        ("[variants.isle]\n", "[variants]\n", "variant title", "this must be a table of keys, not 'Classic'"),
    ],
)
def test_a_broken_file_is_refused(old: str, new: str, row: str, reason: str) -> None:
    broken = refusal(changed(old, new))
    assert broken.place == row
    assert reason in broken.reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("trains = 12", "", "the key 'trains' is missing"),
        ("trains = 12", "train = 12", "there is no key 'train' (did you mean \"trains\"?)"),
        ("trains = 12", 'trains = "12"', "trains must be a whole number from 1 to 99, not '12'"),
        ("trains = 12", "trains = 0", "trains must be a whole number from 1 to 99, not 0"),
        ("trains = 12", "trains = -45", "trains must be a whole number from 1 to 99, not -45"),
        ("trains = 12", "trains = true", "trains must be a whole number from 1 to 99, not True"),
        ("trains = 12", "trains = 12.0", "trains must be a whole number from 1 to 99, not 12.0"),
        ("trains = 12", "trains = {}", "trains must be a whole number from 1 to 99, not a table"),
        ("players_least = 2", "players_least = 1", "players_least must be a whole number from 2 to 5"),
        ("players_most = 2", "players_most = 6", "players_most must be a whole number from 2 to 5"),
        ("cards_per_color = 12", "cards_per_color = 2", "cards_per_color must be a whole number from 3"),
        ("locomotives = 14", "locomotives = 49", "locomotives must be a whole number from 0 to 48"),
        ("station_costs = [1, 2]", "station_costs = [1]", "station_costs names 1 of 2 stations"),
        ("station_costs = [1, 2]", "station_costs = 1", "station_costs must be a list in square brackets"),
        ("station_costs = [1, 2]", "station_costs = [0, 2]", "station_costs must be a whole number from 1"),
        ("keep_tickets = 1", "keep_tickets = 3", "keep_tickets (3) is more than draw_tickets (2)"),
        ("last_round_trains = 2", "last_round_trains = 12", "must be less than trains (12)"),
        ("hand = 4", "hand = 4\ntunnel_reveal = 0", "tunnel_reveal must be a whole number from 1"),
        ('"longest-path"]', '"longest"]', "not 'longest' (did you mean \"longest-path\"?)"),
        ('"longest-path"]', '"completed-tickets"]', 'tie_breaks names "completed-tickets" twice'),
        ("regular = 1, keep = 1,", "regular = 1, keep = 3,", "asks to keep 3, more than"),
        ("long = 1, regular = 1, keep = 1,", "keep = 0,", "deal 1 offers no ticket"),
        ("keep = 1, refused", "keep = 1, keep_most = 3, refused", "so that nobody can keep 3"),
        ('refused = "box"', 'refused = "bottom"', "so that refused ones must go to the box"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(old: str, new: str, reason: str) -> None:
    broken = refusal(changed(old, new))
    assert broken.place == "rules"
    assert reason in broken.reason


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        (
            "players_least = 2\nplayers_most = 2",
            "players_least = 3\nplayers_most = 2",
            "rules",
            "is more than",
        ),
        ("2 = 2, 3 = 4 }", "22 = 4 }", "rules, route_points", "a number from 1 to 9, not '22'"),
        ("2 = 2, 3 = 4 }", "2 = 0, 3 = 4 }", "rules, route_points", "2 must be a whole number from 1"),
        ('refused = "box"', 'refused = "bin"', "rules, deals 1", "must be one of box, bottom, shuffled"),
        ("deals = [{", "deals = [4, {", "rules, deals 1", "this must be a table of keys, not 4"),
        ('"Classic"', '"Classic"\nhands = 5', "variant isle", "no key 'hands' (did you mean \"hand\"?)"),
        ('"Classic"', '"Classic"\nlast_round_trains = 20', "variant isle", "must be less than trains (12)"),
        ('"Classic"', '"Classic"\ntrains = 2\nlast_round_trains = 1', "route ayr--bude", "2 trains"),
        ("players_most = 2", "players_most = 3", "variant isle", "it has 2 long tickets, but 3 players are"),
        (
            "regular = 1,",
            "regular = 2,",
            "variant isle",
            "it has 2 regular tickets, but 2 players are dealt 4",
        ),
        ("players_most = 2\n", "players_most = 5\n", "variant isle", "5 players are dealt 5"),
    ],
)
def test_a_variant_that_cannot_be_dealt_is_refused(old: str, new: str, row: str, reason: str) -> None:
    broken = refusal(changed(old, new))
    assert broken.place == row
    assert reason in broken.reason


def test_cards_that_do_not_suffice_for_every_hand_are_refused() -> None:
    few = changed(
        "cards_per_color = 12\nlocomotives = 14\nhand = 4", "cards_per_color = 3\nlocomotives = 2\nhand = 11"
    )
    assert "26 train cards are too few for the hands and the row of 2 players" in refusal(few).reason


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        ('name = "Ayr"', 'name = ""', "city ayr", "name must be one line of 1 to 60 characters, not ''"),
        ('name = "Ayr"', 'name = "Ayr\\n"', "city ayr", "name must be one line of 1 to 60 characters"),
        ('name = "Ayr"', f'name = "{"A" * 61}"', "city ayr", "name must be one line of 1 to 60 characters"),
        ('name = "Ayr"', "name = 5", "city ayr", "name must be text in quotes, not 5"),
        ("latitude = 1.5", "latitude = 91", "city ayr", "latitude must be degrees from -90 to 90, not 91"),
        ("latitude = 1.5", "latitude = nan", "city ayr", "latitude must be degrees from -90 to 90, not nan"),
        ("1.5, longitude = -2", "1.5, longitude = -181", "city ayr", "longitude must be degrees from -180"),
        ("{ ru =", "{ russian =", "city ayr, names", "a language is two or three small letters"),
        ('["Inver Ayr"]', '["BÚDE"]', "city bude", '"bude" already means Ayr'),
        ('["Inver Ayr"]', '["..."]', "city ayr", '"..." has no letter that anybody could type'),
        ('["Inver Ayr"]', '"Inver Ayr"', "city ayr", "aliases must be a list in square brackets"),
        ("\nbude = {", "\nBude = {", "cities", "an id of small letters, digits and hyphens, not 'Bude'"),
        (
            "\n[routes]",
            'dun = { name = "Dun", latitude = 1, longitude = 1 }\n[routes]',
            "city dun",
            "no route",
        ),
    ],
)
def test_a_broken_city_is_refused(old: str, new: str, row: str, reason: str) -> None:
    broken = refusal(changed(old, new))
    assert broken.place == row
    assert reason in broken.reason


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        ('"gray", ferry', '"grey", ferry', "route ayr--bude", "not 'grey' (did you mean \"gray\"?)"),
        (
            "length = 3",
            "length = 4",
            "route ayr--bude",
            "length 4 has no points in route_points (variant isle)",
        ),
        ("length = 3", "length = 10", "route ayr--bude", "length must be a whole number from 1 to 9, not 10"),
        (
            'b = "bude", length = 3',
            'b = "budde", length = 3',
            "route ayr--bude",
            '"budde" (did you mean "bude"?)',
        ),
        ('b = "bude", length = 3', 'b = "ayr", length = 3', "route ayr--bude", "from ayr to the same city"),
        ("ferry = 2", "ferry = 4", "route ayr--bude", "a ferry of 3 spaces cannot have 4 locomotives"),
        ("locomotives = 14", "locomotives = 1", "route ayr--bude", "its 2 locomotives are more than the 1"),
        ("tunnel = true", 'tunnel = "yes"', "route bude--cork--2", "tunnel must be true or false, not 'yes'"),
        ('"red", double = "bude--cork"', '"red", double = "cork"', "route bude--cork--1", "two sides, not 1"),
        ('"red", double = "bude--cork"', '"red"', "route bude--cork--1", "both must name one double"),
        ("ferry = 2", 'double = "bude--cork"', "route ayr--bude", "must have two sides, not 3"),
        ('a = "cork", b = "bude"', 'a = "cork", b = "ayr"', "route bude--cork--1", "joins other cities"),
        ("\nayr--bude =", f"\n{'ayr--' * 7}bude =", f"route {'ayr--' * 7}bude", "has 49 bytes"),
        ("\nayr--bude =", f"\n{'ayr--' * 9}bude =", "routes", "an id of small letters"),
        ("\n[tickets]", '\nx--y = { a = "ayr", b = "bude" }\n[tickets]', "route x--y", "'length' is missing"),
    ],
)
def test_a_broken_route_is_refused(old: str, new: str, row: str, reason: str) -> None:
    broken = refusal(changed(old, new))
    assert broken.place == row
    assert reason in broken.reason


@pytest.mark.parametrize(
    ("old", "new", "row", "reason"),
    [
        ('b = "bude", points', 'b = "budd", points', "ticket 1", 'no city "budd" (did you mean "bude"?)'),
        ('b = "bude", points', 'b = "ayr", points', "ticket 1", "from ayr to the same city"),
        ("points = 3", "points = 0", "ticket 1", "points must be a whole number from 1 to 99, not 0"),
        (
            '3, decks = ["isle"]',
            '3, decks = ["aisle"]',
            "ticket 1",
            '"aisle" to play it in (did you mean "isle"?)',
        ),
        ('3, decks = ["isle"]', '3, decks = ["isle", "isle"]', "ticket 1", 'decks names "isle" twice'),
        ('3, decks = ["isle"]', "3", "ticket 1", "in no variant's decks and in no bonus set"),
        ("\n1 = { a", "\n01 = { a", "ticket 01", "named by its number, from 1 to 999999"),
        ("\n1 = { a", "\none = { a", "ticket one", "named by its number, from 1 to 999999"),
        ("\n1 = { a", "\n0 = { a", "ticket 0", "named by its number, from 1 to 999999"),
        ("\n1 = { a", "\n1000000 = { a", "ticket 1000000", "named by its number, from 1 to 999999"),
    ],
)
def test_a_broken_ticket_is_refused(old: str, new: str, row: str, reason: str) -> None:
    broken = refusal(changed(old, new))
    assert broken.place == row
    assert reason in broken.reason


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
