"""What people type: cities in any language, shortened or mistyped; cards, tickets and players by name."""

import pytest

from bot.commands import COMMANDS
from bot.commands.registry import Commands
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.model.call import Call, Value
from bot.model.identity import Person
from bot.text.i18n import phrases
from engine.actions import KeepTickets
from engine.notation import line
from tests.narration import plain
from tests.sample_requests import ANNA, BORIS, CARL, answered, lobby, meant, request, table


def refused(text: str, match: Match | None = None, person: Person = ANNA) -> str:
    """Why words mean nothing, as they are told."""
    with pytest.raises(CommandRefused) as caught:
        meant(text, match, person)
    return plain(phrases("en").say(caught.value.key, **caught.value.values))


def read(text: str, match: Match | None = None) -> dict[str, object]:
    """The arguments of a typed command, as its function gets them."""
    call = Call.typed(text)
    return dict(COMMANDS[call.word].read(request(match or lobby()), call))


# ---- cities and routes


@pytest.mark.parametrize(
    "typed",
    [
        "/claim Paris Brest KKK",
        "claim paris brest kkk",
        "/CLAIM  Brest   Paris  kkk",
        "/claim brest--paris KKK",
        "/claim Париж Брест KKK",
        "/claim Pariss Bresst KKK",
        "/claim Par Bres KKK",
        "/claim Paris - Brest KKK",
    ],
)
def test_a_route_is_found_by_its_cities_in_any_order_language_and_spelling(typed: str) -> None:
    assert meant(typed) == "claim brest--paris KKK"


@pytest.mark.parametrize("typed", ["Wien", "vienna", "Вена", "Vienne", "Viena", "wiem"])
def test_a_city_is_found_by_any_of_its_names(typed: str) -> None:
    assert meant(f"/station {typed} K") == "station wien K"


def test_a_double_route_without_a_side_gets_a_question() -> None:
    sides = "frankfurt--paris--1", "frankfurt--paris--2"
    assert meant("/claim Paris Frankfurt") == [f"claim {side}" for side in sides]
    colors = [table().board.route[side].color for side in sides]
    for side, color in zip(sides, colors, strict=True):
        assert meant(f"/claim Paris Frankfurt {color * 3}") == f"claim {side} {color * 3}"
        assert meant(f"/claim Paris Frankfurt {color}") == meant(f"/claim {side}")


def test_one_side_alone_that_can_be_claimed_is_meant() -> None:
    match = table(hands=["WWW"])
    color = match.board.route["frankfurt--paris--1"].color
    side = "frankfurt--paris--1" if color == "W" else "frankfurt--paris--2"
    assert meant("/claim Paris Frankfurt", match) == f"claim {side} WWW"


def test_cards_are_never_taken_for_a_typing_error() -> None:
    assert meant("/claim Kyiv Warszawa kkkl") == "claim kyiv--warszawa KKKL"
    assert meant("/claim Zurich Marseille pl") == "claim marseille--zurich PL"
    assert meant("/station Stockholm l") == "station stockholm L"
    assert meant("/station Stockholm kl") == "station stockholm KL"


def test_york_is_a_city_and_no_hand_of_cards() -> None:
    match = table("usa", hands=["RRYY"], row="RRLBG")
    assert meant("/claim Boston New York", match) == [
        "claim boston--new-york--1",
        "claim boston--new-york--2",
    ]
    _, route, cards = str(meant("/claim boston new york rr", match)).split()
    assert (match.board.route[route].color, cards) == ("R", "RR")


@pytest.mark.parametrize("typed", ["Paris Moskva", "paris moscow KK", "париж москва", "moskva, paris"])
def test_two_cities_that_no_route_joins_are_told_so_with_their_neighbours(typed: str) -> None:
    said = refused(f"/claim {typed}")
    first, second = ("Moskva", "Paris") if typed.startswith("mosk") else ("Paris", "Moskva")
    assert said.startswith(f"No route joins {first} and {second}.")
    assert "Moskva has routes to" in said if first == "Moskva" else "and Moskva to" in said
    assert "Kharkov, Petrograd and Smolensk" in said
    assert "Brest, Bruxelles, Dieppe, Frankfurt, Marseille, Pamplona and Zürich" in said


def test_a_city_alone_means_its_routes_that_can_be_paid_for() -> None:
    match = table(hands=["KKKRR"])
    assert meant("/claim paris", match) == [
        "ways brest--paris",
        "ways paris--zurich",
        "ways bruxelles--paris--2",
    ]
    assert meant("/claim paris KKK", match) == ["claim brest--paris KKK", "claim paris--zurich KKK"]


@pytest.mark.parametrize(("match", "person"), [(table(hands=["W"]), ANNA), (table(), BORIS)])
async def test_a_city_whose_routes_are_too_dear_or_a_player_out_of_turn_gets_the_routes_in_words(
    match: Match, person: Person
) -> None:
    shown = await COMMANDS["claim"].carry_out(request(match, person), Call.typed("/claim paris"))
    assert "Brest — Paris: 3 spaces, black, open" in plain(shown.text)
    several = await COMMANDS["claim"].carry_out(request(match, person), Call.typed("/claim pa"))
    assert [name in plain(several.text) for name in ("Palermo", "Pamplona", "Paris")] == [True] * 3


def test_a_payment_is_asked_for_where_there_is_a_choice_and_named_where_it_is_typed() -> None:
    assert meant("/claim Brest Paris") == ["claim brest--paris KKK", "ways + brest--paris"]
    assert meant("/claim Brest Paris LLK") == "claim brest--paris KLL"


# ---- cards


@pytest.mark.parametrize(
    ("typed", "slot", "card"),
    [
        ("1", 1, "R"),
        ("3", 3, "L"),
        ("4b", 4, "B"),
        ("5G", 5, "G"),
        ("red", 1, "R"),
        ("loco", 3, "L"),
        ("b", 4, "B"),
        ("красная", 1, "R"),
        ("красную", 1, "R"),
        ("Локомотив", 3, "L"),
        ("зелёная", 5, "G"),
        ("зеленый", 5, "G"),
        ("grün", 5, "G"),
        ("bleu", 4, "B"),
    ],
)
def test_a_face_up_card_by_slot_letter_or_name(typed: str, slot: int, card: str) -> None:
    assert meant(f"/draw {typed}") == f"draw {slot}{card}"


def test_a_card_that_is_not_in_the_row_is_refused_with_the_row() -> None:
    row = "1 R ❤️ red · 2 R ❤️ red · 3 L 🚂 locomotive · 4 B 💧 blue · 5 G ☘️ green"
    assert refused("/draw pink") == f"“pink” is not among the face-up cards: {row}."
    assert refused("/draw 7") == f"“7” is not among the face-up cards: {row}."
    assert refused("/draw yellow") == f"“yellow” is not among the face-up cards: {row}."


# ---- tickets, tunnels


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("2", (41,)),
        ("1 3", (12, 20)),
        ("3,1", (12, 20)),
        ("#1 and #4", (2, 12)),
        ("4 4", (2,)),
        ("all", (2, 12, 20, 41)),
        ("все", (2, 12, 20, 41)),
        ("none", ()),
        ("ни одного", ()),
    ],
)
def test_typed_numbers_of_tickets_are_their_places_in_the_offer(typed: str, kept: tuple[int, ...]) -> None:
    """Also where the offer has a ticket whose own number is one of the places: here number 2."""
    match = table(offers=[[12, 41, 20, 2]], tickets=[[], [5, 6]])
    assert meant(f"/keep {typed}", match) == line(KeepTickets(kept))


@pytest.mark.parametrize(
    ("typed", "wrong"), [("5", "5"), ("1 12", "12"), ("41 12", "12 or 41"), ("0 2", "0")]
)
def test_numbers_that_are_not_in_the_offer_are_refused_with_those_that_are(typed: str, wrong: str) -> None:
    match = table(offers=[[12, 41, 20, 2]], tickets=[[], [5, 6]])
    assert refused(f"/keep {typed}", match) == (
        f"Your list has no ticket {wrong}. Choose from 1, 2, 3 and 4, by their numbers in the list."
    )


def test_a_surcharge_is_paid_in_the_one_way_there_is() -> None:
    tunnel = {"seat": 0, "route": "angora--constantinople", "laid": "KK", "revealed": "KRR"}
    assert meant("/pay", table(hands=["K"], tunnel=tunnel)) == "pay K"
    assert meant("/pay", table(hands=["KL"], tunnel=tunnel)) == ["pay K", "pay L"]
    assert meant("/pay l", table(hands=["KL"], tunnel=tunnel)) == "pay L"
    assert refused("/pay", table(hands=["R"], tunnel=tunnel)) == (
        "The tunnel costs 1 extra card, and you do not have it. You can only /decline."
    )
    assert meant("/decline") == "decline"


# ---- people and the rest


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        ("/new", {}),
        ("/new Europe Mega", {"title": "europe mega"}),
        ("/join Blue", {"color": "blue"}),
        ("/join синие", {"color": "blue"}),
        ("/join чёрный word:zug", {"color": "black", "word": "zug"}),
        ("/join sparkling", {"color": "sparkling"}),
        ("/computer add easy", {"level": "add easy"}),
        ("/variant MEGA", {"variant": "mega"}),
        ("/bonus orient, extra", {"bonus": ("orient", "extra")}),
        ("/bonus none", {"bonus": ()}),
        ("/starter boris", {"starter": 1}),
        ("/starter lot", {"starter": -1}),
        ("/abort yes", {"yes": True}),
        ("/abort no", {"yes": False}),
        ("/start Zug", {"word": "Zug"}),
        ("/practice USA Hard", {"title": "usa hard"}),
        ("/vote yes 7", {"answer": True, "number": 7}),
        ("/vote no", {"answer": False}),
        ("/undo 57", {"to": "57"}),
        ("/rollback yes ab12", {"turn": "yes ab12"}),
        ("/plan draw R deck", {"plan": "draw R deck"}),
        ("/away until Friday", {"until": "until Friday"}),
        ("/snooze Later 12", {"when": "later", "turn": 12}),
        ("/link ab12 yes", {"code": "ab12 yes"}),
        ("/forgetme yes", {"yes": True}),
        ("/language ru", {"language": "ru"}),
        ("/language RU here", {"language": "ru", "here": True}),
        ("/options variant mega starter 2", {"variant": "mega", "starter": 1}),
        ("/settings ping dm confirm on", {"ping": "dm", "confirm": True}),
        ("/log", {}),
    ],
)
def test_arguments_as_they_are_typed(typed: str, given: dict[str, object]) -> None:
    assert read(typed) == given


@pytest.mark.parametrize("typed", ["/webhook https://club.example/token", "/plan draw R", "/link token"])
def test_a_text_that_may_be_secret_is_not_in_the_repr_of_its_call(typed: str) -> None:
    call = Call.typed(typed)
    assert call.text
    assert call.text not in repr(call)


def test_play_needs_a_game_that_has_begun_and_a_seat_in_it() -> None:
    with pytest.raises(CommandRefused, match="no-game"):
        COMMANDS["draw"].read(request(None), Call.typed("/draw deck"))
    assert refused("/claim Paris Brest", lobby()) == "The game has not started yet."
    assert refused("/station Paris", table(), CARL) == "You are not playing in this game."


# ---- structured arguments


@pytest.mark.parametrize(
    ("word", "given", "typed"),
    [
        ("claim", {"route": "brest--paris", "cards": "KKK"}, "/claim brest--paris KKK"),
        ("claim", {"route": "Париж Брест", "cards": "k k l"}, "/claim Paris Brest KKL"),
        ("claim", {"route": "Paris Frankfurt"}, "/claim Paris Frankfurt"),
        ("claim", {"route": "Paris Brest KKK"}, "/claim Paris Brest KKK"),
        ("station", {"city": "Wien", "cards": "K"}, "/station Wien K"),
        ("ticket", {"sure": True}, "/ticket yes"),
        ("ticket", {"sure": False}, "/ticket"),
    ],
)
def test_named_arguments_mean_what_the_same_words_mean_when_typed(
    word: str, given: dict[str, Value], typed: str
) -> None:
    assert answered(Call(word, given=given)) == meant(typed)


def test_cards_that_are_no_cards_are_refused_with_the_words_of_the_call() -> None:
    with pytest.raises(CommandRefused) as caught:
        answered(Call("claim", given={"route": "Paris Brest", "cards": "tea"}))
    assert caught.value.values["words"] == "Paris Brest tea"


def test_two_commands_cannot_have_one_word() -> None:
    with pytest.raises(ValueError, match="two commands have one word"):
        Commands(COMMANDS["draw"], COMMANDS["draw"])
