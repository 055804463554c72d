"""What people type: cities in any language, shortened or mistyped; cards, tickets and players by name."""

import pytest

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.model.command_spec import CommandCall, Value
from bot.model.command_values import ChangeSetup, Join, NewGame
from bot.model.commands import COMMANDS, ChangeSettings, Command, Do, Operation, Play, Query, Show
from bot.model.identity import Person
from bot.text.i18n import phrases
from bot.text.parser import BUILDERS, build, parse
from engine.actions import (
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from tests.narration import plain
from tests.sample_requests import ANNA, BORIS, CARL, choosing, lobby, request, table


def meant(text: str, match: Match | None = None, person: Person = ANNA) -> Command:
    return build(request(match or table(), person), parse(text))


def refused(text: str, match: Match | None = None, person: Person = ANNA) -> str:
    """Why words mean nothing, as they are told."""
    with pytest.raises(CommandRefused) as caught:
        meant(text, match, person)
    return plain(phrases("en").say(caught.value.key, **caught.value.values))


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
    assert meant(typed) == Play(ClaimRoute("brest--paris", "KKK"))


@pytest.mark.parametrize("typed", ["Wien", "vienna", "Вена", "Vienne", "Viena", "wiem"])
def test_a_city_is_found_by_any_of_its_names(typed: str) -> None:
    assert meant(f"/station {typed} K") == Play(BuildStation("wien", "K"))


def test_a_name_that_fits_several_cities_gets_a_question() -> None:
    asked = meant("/station pa")
    assert asked == Show(Query.WHICH_CITY, ("station palermo", "station pamplona", "station paris"))
    asked = meant("/station pa RR")
    assert asked == Show(Query.WHICH_CITY, ("station palermo RR", "station pamplona RR", "station paris RR"))


def test_a_double_route_without_a_side_gets_a_question() -> None:
    sides = "frankfurt--paris--1", "frankfurt--paris--2"
    assert meant("/claim Paris Frankfurt") == Show(
        Query.WHICH_ROUTE, tuple(f"claim {side}" for side in sides)
    )
    colors = [table().board.route[side].color for side in sides]
    for side, color in zip(sides, colors, strict=True):
        assert meant(f"/claim Paris Frankfurt {color * 3}") == Play(ClaimRoute(side, color * 3))
        assert meant(f"/claim Paris Frankfurt {color}") == Show(Query.CLAIMS, (side,))


def test_one_side_alone_that_can_be_claimed_is_meant() -> None:
    match = table(hands=["WWW"])
    color = match.board.route["frankfurt--paris--1"].color
    side = "frankfurt--paris--1" if color == "W" else "frankfurt--paris--2"
    assert meant("/claim Paris Frankfurt", match) == Play(ClaimRoute(side, "WWW"))


def test_cards_are_never_taken_for_a_typing_error() -> None:
    assert meant("/claim Kyiv Warszawa kkkl") == Play(ClaimRoute("kyiv--warszawa", "KKKL"))
    assert meant("/claim Zurich Marseille pl") == Play(ClaimRoute("marseille--zurich", "PL"))
    assert meant("/station Stockholm l") == Play(BuildStation("stockholm", "L"))
    assert meant("/station Stockholm kl") == Play(BuildStation("stockholm", "KL"))


def test_york_is_a_city_and_no_hand_of_cards() -> None:
    match = table("usa", hands=["RRYY"], row="RRLBG")
    assert meant("/claim Boston New York", match) == Show(
        Query.WHICH_ROUTE, ("claim boston--new-york--1", "claim boston--new-york--2")
    )
    asked = meant("/claim boston new york rr", match)
    assert isinstance(asked, Play)
    assert isinstance(asked.action, ClaimRoute)
    assert match.board.route[asked.action.route].color == "R"


@pytest.mark.parametrize("typed", ["/claim Atlantis Mordor", "/claim Paris Mordor KK"])
def test_an_unknown_route_is_refused(typed: str) -> None:
    words = typed.removeprefix("/claim ")
    assert refused(typed).startswith(f"I cannot find a route “{words}” on this board.")


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
    assert meant("/claim paris", match) == Show(Query.CLAIMS, ("paris",))
    assert meant("/claim paris KKK", match) == Show(
        Query.WHICH_ROUTE, ("claim brest--paris KKK", "claim paris--zurich KKK")
    )


def test_a_city_whose_routes_are_too_dear_or_a_player_out_of_turn_gets_the_routes_in_words() -> None:
    assert meant("/claim paris", table(hands=["W"])) == Show(Query.TEXT, ("paris",))
    assert meant("/claim paris", table(), BORIS) == Show(Query.TEXT, ("paris",))
    assert meant("/claim pa", table(hands=["W"])) == Show(Query.TEXT, ("palermo", "pamplona", "paris"))


def test_an_unknown_city_is_refused() -> None:
    assert refused("/station Atlantis").startswith("I cannot find a city “Atlantis” on this board.")


def test_a_payment_is_asked_for_where_there_is_a_choice_and_named_where_it_is_typed() -> None:
    asked = meant("/claim Brest Paris")
    assert asked == Show(Query.CLAIMS, ("brest--paris",))
    assert meant("/claim Brest Paris LLK") == Play(ClaimRoute("brest--paris", "KLL"))


def test_without_words_it_shows_what_there_is() -> None:
    words = "/claim", "/station", "/draw", "/ticket", "/keep"
    shown = [meant(word) for word in words]
    assert shown == [
        Show(query) for query in (Query.CLAIMS, Query.STATIONS, Query.HAND, Query.TICKET, Query.HAND)
    ]


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
    assert meant(f"/draw {typed}") == Play(DrawFaceUp(slot, card))


@pytest.mark.parametrize("typed", ["deck", "blind", "DECK", "колода", "из колоды"])
def test_a_blind_card(typed: str) -> None:
    assert meant(f"/draw {typed}") == Play(DrawDeck())


def test_a_card_that_is_not_in_the_row_is_refused_with_the_row() -> None:
    row = "1 R ❤️ red · 2 R ❤️ red · 3 L 🚂 locomotive · 4 B 💧 blue · 5 G ☘️ green"
    assert refused("/draw pink") == f"“pink” is not among the face-up cards: {row}."
    assert refused("/draw 7") == f"“7” is not among the face-up cards: {row}."
    assert refused("/draw yellow") == f"“yellow” is not among the face-up cards: {row}."


@pytest.mark.parametrize("typed", ["/draw tickets", "/draw билеты", "/ticket draw", "/ticket yes"])
def test_tickets_are_drawn_by_two_commands(typed: str) -> None:
    assert meant(typed) == Play(DrawTickets())


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
    assert meant(f"/keep {typed}", match) == Play(KeepTickets(kept))


@pytest.mark.parametrize(
    ("typed", "wrong"), [("5", "5"), ("1 12", "12"), ("41 12", "12 or 41"), ("0 2", "0")]
)
def test_numbers_that_are_not_in_the_offer_are_refused_with_those_that_are(typed: str, wrong: str) -> None:
    match = table(offers=[[12, 41, 20, 2]], tickets=[[], [5, 6]])
    assert refused(f"/keep {typed}", match) == (
        f"Your list has no ticket {wrong}. Choose from 1, 2, 3 and 4, by their numbers in the list."
    )


def test_a_range_of_tickets_shows_the_offer_instead_of_guessing() -> None:
    match = table(offers=[[12, 41, 20, 2]], tickets=[[], [5, 6]])
    assert meant("/keep 1-3", match) == Show(Query.HAND)


def test_the_marks_of_a_button_are_read_back() -> None:
    assert meant("mark 20,12", choosing()) == Show(Query.HAND, ("12", "20"))
    assert meant("mark", choosing()) == Show(Query.HAND)


def test_a_surcharge_is_paid_in_the_one_way_there_is() -> None:
    tunnel = {"seat": 0, "route": "angora--constantinople", "laid": "KK", "revealed": "KRR"}
    assert meant("/pay", table(hands=["K"], tunnel=tunnel)) == Play(PaySurcharge("K"))
    assert meant("/pay", table(hands=["KL"], tunnel=tunnel)) == Show(Query.WHICH_PAYMENT, ("pay K", "pay L"))
    assert meant("/pay l", table(hands=["KL"], tunnel=tunnel)) == Play(PaySurcharge("L"))
    assert refused("/pay", table(hands=["R"], tunnel=tunnel)) == (
        "The tunnel costs 1 extra card, and you do not have it. You can only /decline."
    )
    assert meant("/decline") == Play(DeclineTunnel())


# ---- people and the rest


def test_players_are_named_by_the_beginning_of_their_name_or_by_seat() -> None:
    assert meant("/skip") == Do(Operation.SKIP_PLAYER)
    boris = Do(Operation.SKIP_PLAYER, number=1)
    assert meant("/skip bor") == meant("/skip BORIS") == meant("/skip 2") == boris
    assert meant("/replace anna") == Do(Operation.REPLACE_PLAYER, number=0)
    assert refused("/skip Zoe") == "No one here is called “Zoe”. Players: Anna, Boris."
    assert refused("/skip 3").startswith("No one here is called “3”.")


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("/new", NewGame()),
        ("/new usa", NewGame("usa")),
        ("/new Europe Mega", NewGame("europe", "mega")),
        ("/new europe mega orient extra", NewGame("europe", "mega", ("orient", "extra"))),
        ("/join", Join()),
        ("/join Blue", Join("blue")),
        ("/join синие", Join("blue")),
        ("/join чёрный word:zug", Join("black", "zug")),
        ("/join sparkling", Join("sparkling")),
        ("/leave", Do(Operation.LEAVE)),
        ("/computer", Do(Operation.ADD_COMPUTER)),
        ("/computer add easy", Do(Operation.ADD_COMPUTER, "easy")),
        ("/computer remove", Do(Operation.REMOVE_COMPUTER)),
        ("/variant MEGA", ChangeSetup(variant="mega")),
        ("/bonus orient, extra", ChangeSetup(bonus=("orient", "extra"))),
        ("/bonus none", ChangeSetup(bonus=())),
        ("/starter boris", ChangeSetup(starter=1)),
        ("/starter lot", ChangeSetup(starter=-1)),
        ("/start", Do(Operation.START)),
        ("/abort", Do(Operation.ABORT)),
        ("/abort yes", Do(Operation.ABORT, "yes")),
        ("/abort no", Do(Operation.ABORT, "no")),
        ("/restore", Do(Operation.RESTORE)),
        ("/restore K3F9", Do(Operation.RESTORE, "k3f9")),
        ("/start Zug", Do(Operation.START, "Zug")),
        ("/practice USA Hard", Do(Operation.PRACTICE, "usa hard ")),
        ("/pause", Do(Operation.PAUSE)),
        ("/vote", Do(Operation.CAST_VOTE)),
        ("/vote yes 7", Do(Operation.CAST_VOTE, "yes", 7)),
        ("/vote no", Do(Operation.CAST_VOTE, "no")),
        ("/undo", Do(Operation.UNDO)),
        ("/undo 57", Do(Operation.UNDO, number=57)),
        ("/undo everything", Do(Operation.UNDO, number=0)),
        ("/rollback yes ab12", Do(Operation.ROLL_BACK, "yes ab12")),
        ("/plan draw R deck", Do(Operation.EDIT_PLAN, "draw R deck")),
        ("/away until Friday", Do(Operation.GO_AWAY, "until Friday")),
        ("/back", Do(Operation.COME_BACK)),
        ("/snooze Later 12", Do(Operation.SNOOZE, "later", 12)),
        ("/link AB12", Do(Operation.LINK, "ab12")),
        ("/link ab12 yes", Do(Operation.LINK_NOW, "ab12")),
        ("/forgetme", Do(Operation.FORGET_ME)),
        ("/forgetme yes", Do(Operation.FORGET_ME_NOW)),
        ("/stats on", Do(Operation.COUNT_RESULTS)),
        ("/language ru", ChangeSettings("ru", is_brief=True)),
        ("/language RU here", ChangeSetup(language="ru")),
        ("/hand", Show(Query.HAND)),
        ("/board", Show(Query.BOARD)),
        ("/text", Show(Query.TEXT)),
        ("/scores", Show(Query.SCORES)),
        ("/log", Show(Query.LOG)),
        ("/record", Show(Query.RECORD)),
        ("/games", Show(Query.GAMES)),
        ("/help", Show(Query.HELP)),
    ],
)
def test_commands_as_they_are_typed(typed: str, command: Command) -> None:
    assert meant(typed, lobby()) == command


@pytest.mark.parametrize("typed", ["/webhook https://club.example/token", "/plan draw R", "/link token"])
def test_a_text_that_may_be_secret_is_not_in_the_repr_of_its_command(typed: str) -> None:
    command = meant(typed)
    assert isinstance(command, Do)
    assert command.text
    assert command.text not in repr(command)


@pytest.mark.parametrize("typed", ["/", "", "/fly to the moon", "claimed", "/" + "x" * 3000])
def test_an_unknown_command_is_refused(typed: str) -> None:
    said = refused(typed)
    assert said.startswith("There is no command “")
    assert said.endswith("”. See /help for all commands.")
    assert len(said) < 100


def test_play_needs_a_game_that_has_begun_and_a_seat_in_it() -> None:
    with pytest.raises(CommandRefused, match="no-game"):
        build(request(None), parse("/claim Paris Brest"))
    assert refused("/claim Paris Brest", lobby()) == "The game has not started yet."
    assert refused("/station Paris", table(), CARL) == "You are not playing in this game."


# ---- structured arguments


def called(word: str, match: Match | None = None, **given: Value) -> Command:
    return build(request(match or table()), CommandCall(word, given))


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
        ("board", {"place": "Paris"}, "/text Paris"),
        ("board", {"view": "zoom"}, "/board zoom"),
        ("board", {"view": "text"}, "/text"),
        ("computer", {"remove": True}, "/computer remove"),
        ("options", {"variant": "mega"}, "/variant mega"),
        ("options", {"bonus": "none"}, "/bonus none"),
        ("options", {"language": "ru"}, "/language ru here"),
        ("options", {"variant": "mega", "starter": "lot"}, "/options variant mega starter lot"),
        ("options", {}, "/options"),
        (
            "settings",
            {"language": "ru", "ping": "dm", "confirm": True},
            "/settings language ru ping dm confirm on",
        ),
        ("settings", {"confirm": False}, "/settings confirm off"),
        ("why", {"round": 3}, "/why 3"),
    ],
)
def test_named_arguments_mean_what_the_same_words_mean_when_typed(
    word: str, given: dict[str, Value], typed: str
) -> None:
    assert called(word, **given) == meant(typed)


def test_options_change_several_things_at_once() -> None:
    setup = called("options", lobby(), variant="mega", starter="2", language="ru")
    assert setup == ChangeSetup(variant="mega", starter=1, language="ru")


def test_cards_that_are_no_cards_are_refused_with_the_words_of_the_call() -> None:
    with pytest.raises(CommandRefused) as caught:
        called("claim", route="Paris Brest", cards="tea")
    assert caught.value.values["words"] == "Paris Brest tea"


def test_every_command_without_make_has_a_builder() -> None:
    assert set(BUILDERS) == {spec.word for spec in COMMANDS if spec.make is None}
