"""Finding cities and routes by what people type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.i18n import LANGUAGES
from bot.text.labels import route_name
from bot.text.place_search import cities_meant, routes_meant, routes_so_far
from engine.board import City
from engine.boards.files import load_board
from engine.plain_words import folded, words

BOARDS = {name: load_board(name) for name in ("europe", "usa")}
NAMES = [
    (board, city, name)
    for board, loaded in BOARDS.items()
    for city in loaded.cities
    for name in (city.id, city.name, *city.names.values(), *city.aliases)
]


def cities(board: str, text: str) -> list[str]:
    return [city.id for city in cities_meant(BOARDS[board], text)]


def routes(board: str, text: str) -> list[str]:
    return [route.id for route in routes_meant(BOARDS[board], text)]


# ---- cities


def test_every_name_in_every_language_finds_its_city() -> None:
    for board, city, name in NAMES:
        for typed in (name, name.upper(), f"  {name.lower()}! ", folded(name), name.replace("-", " ")):
            assert cities_meant(BOARDS[board], typed) == (city,), typed


@pytest.mark.parametrize(
    ("board", "typed", "found"),
    [
        ("europe", "конст", ["constantinople"]),
        ("europe", "Frankfurt a.M.", ["frankfurt"]),
        ("europe", "вен", ["venezia", "wien"]),
        ("europe", "br", ["brest", "brindisi", "bruxelles"]),
        ("usa", "york", ["new-york"]),
        ("usa", "san", ["saint-louis", "san-francisco", "santa-fe"]),
        ("usa", "city", ["kansas-city", "new-york", "oklahoma-city", "salt-lake-city"]),
    ],
)
def test_the_beginning_of_a_name_or_of_its_later_word_suffices(
    board: str, typed: str, found: list[str]
) -> None:
    assert cities(board, typed) == found


@pytest.mark.parametrize(
    ("board", "typed", "city"),
    [
        ("europe", "wein", "wien"),
        ("europe", "Мсоква", "moskva"),
        ("europe", "констнтинополь", "constantinople"),
        ("europe", "brin disi", "brindisi"),
        ("usa", "los angelos", "los-angeles"),
        ("usa", "siattel", "seattle"),
    ],
)
def test_small_typing_errors_are_forgiven(board: str, typed: str, city: str) -> None:
    assert cities(board, typed) == [city]


def test_between_two_equally_good_cities_it_never_guesses() -> None:
    assert cities("europe", "rima") == ["riga", "roma"]
    assert cities("europe", "be") == ["berlin", "wien"]


def test_a_short_name_forgives_one_error_and_a_long_one_two() -> None:
    assert cities("europe", "eszn") == []
    assert cities("europe", "eszen") == ["essen"]
    assert cities("europe", "sewastpool") == ["sevastopol"]
    assert cities("europe", "zawastpool") == []


@pytest.mark.parametrize("typed", ["", "  ", "-", "?!", "xyzzy", "тьфу", "q", "wien" * 99])
def test_what_means_no_city_finds_none(typed: str) -> None:
    assert cities("europe", typed) == []


@given(name=st.sampled_from([name for name in NAMES if len(folded(name[2])) > 3]), data=st.data())
def test_one_typing_error_still_finds_the_city(name: tuple[str, City, str], data: st.DataObject) -> None:
    board, city, right = name
    letters = folded(right)
    place = data.draw(st.integers(1, len(letters) - 2))
    before, letter, after = letters[:place], letters[place], letters[place + 1 :]
    wrong = data.draw(
        st.sampled_from([before + after, before + "x" + after, before + letter * 2 + after])
        | st.just(before + after[0] + letter + after[1:])
    )
    found = cities_meant(BOARDS[board], wrong)
    assert city in found or any(folded(wrong) in folded(each) for _, _, each in NAMES)


@given(st.text(max_size=120))
def test_any_text_is_answered(text: str) -> None:
    for board in BOARDS.values():
        assert set(routes_meant(board, text)) <= set(routes_so_far(board, text))
        cities_meant(board, text)


# ---- routes


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_route_that_is_offered_is_that_route_alone(board: str, language: str) -> None:
    for route in BOARDS[board].routes:
        assert routes(board, route_name(BOARDS[board], route.id, language, numbered=True)) == [route.id]


@pytest.mark.parametrize("board", BOARDS)
def test_two_cities_are_their_route_in_every_language_and_either_order(board: str) -> None:
    loaded = BOARDS[board]
    for route in loaded.routes:
        sides = [other.id for other in loaded.routes if {other.a, other.b} == {route.a, route.b}]
        for language in ("en", "de", "fr", "es", "ru"):
            a, b = (loaded.city[end].names[language] for end in (route.a, route.b))
            for typed in (f"{a} {b}", f"{b} - {a}", f"{a}–{b}", f"{b}, {a}"):
                assert routes(board, typed) == sides, typed


@pytest.mark.parametrize(
    ("board", "typed", "found"),
    [
        ("europe", "edinbrgh londn black", ["edinburgh--london--2"]),
        ("europe", "Ростов на Дону Севастополь", ["rostov--sevastopol"]),
        ("europe", "Frankfurt am Main - Paris (orange)", ["frankfurt--paris--1"]),
        ("europe", "wien ber", ["berlin--wien"]),
        ("europe", "rima venise", ["roma--venezia"]),
        ("usa", "salt lake city las vegas", ["las-vegas--salt-lake-city"]),
        ("usa", "kansas city oklahoma city 2", ["kansas-city--oklahoma-city--2"]),
        ("usa", "la sf", ["los-angeles--san-francisco--1", "los-angeles--san-francisco--2"]),
    ],
)
def test_a_route_is_found_by_its_cities(board: str, typed: str, found: list[str]) -> None:
    assert routes(board, typed) == found


@pytest.mark.parametrize(
    "side", ["2", "#2", "green", "Green", "G", "g", "(green)", "grün", "vert", "verde", "зелёный", "зеленая"]
)
def test_a_number_a_colour_or_its_letter_chooses_the_side(side: str) -> None:
    assert routes("europe", f"pamplona paris {side}") == ["pamplona--paris--2"]


def test_a_colour_that_is_not_there_finds_no_route() -> None:
    assert routes("europe", "pamplona paris red") == []
    assert routes("europe", "brest paris white") == []


def test_a_colour_fits_both_sides_of_a_gray_double_route() -> None:
    both = ["dieppe--london--1", "dieppe--london--2"]
    assert routes("europe", "dieppe london red") == routes("europe", "dieppe london gray") == both


@pytest.mark.parametrize("typed", ["", "paris", "paris wien", "wien wien", "a a", "wien " * 12, "xx yy zz"])
def test_what_means_no_route_finds_none(typed: str) -> None:
    assert routes("europe", typed) == []


def test_while_somebody_types_the_routes_of_a_city_are_suggested() -> None:
    europe = BOARDS["europe"]
    assert [route.id for route in routes_so_far(europe, "Лиссаб")] == ["cadiz--lisboa", "lisboa--madrid"]
    assert [route.id for route in routes_so_far(europe, "lisboa ma")] == ["lisboa--madrid"]
    assert routes_so_far(europe, " ") == BOARDS["europe"].routes


# ---- names, words, errors


@pytest.mark.parametrize("board", BOARDS)
def test_english_has_the_names_that_the_board_prints_and_understands_its_own(board: str) -> None:
    for city in BOARDS[board].cities:
        assert (city.name_in("en"), city.name_in("ru")) == (city.name, city.names["ru"])
        assert city.name_in("tlh") == city.name
        assert cities(board, city.names["en"]) == cities(board, folded(city.name)) == [city.id]


def test_words_leave_out_all_that_people_vary() -> None:
    assert words("St. Louis – KØBENHAVN, Łódź d'Or ёй") == ("st", "louis", "kobenhavn", "lodz", "dor", "еи")
    assert folded("Straße") == folded("STRASSE") == "strasse"
