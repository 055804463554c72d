"""Words that stand in for pictures: all that a picture shows, for those who cannot see it."""

import pytest

from bot.text.alt_text import (
    LONGEST,
    MOST_PIECES,
    board_alt,
    claim_alt,
    closeup_alt,
    hand_alt,
    score_alt,
    tickets_alt,
    tunnel_alt,
)
from bot.text.i18n import LANGUAGES, phrases
from engine.game import Game
from engine.ticket_status import ticket_status
from engine.view import View, view_for
from tests import random_games
from tests.narration import NAMES, plain
from tests.rules.table import at, board, play

EN, RU = phrases("en"), phrases("ru")
LONG = tuple(letter * 200 for letter in "ЖWМ🎉東")


def seen(game: Game, seat: int | None = 0) -> View:
    return view_for(game, seat)


def midway() -> Game:
    return play(
        at(
            row="KRLGB",
            deck="GGGG",
            hands=["OOKL", "R"],
            tickets=[[3, 17], [40]],
            routes=[["barcelona--pamplona", "bruxelles--paris--2"], []],
            stations=[["roma"], []],
            turn=12,
        ),
        "claim brest--dieppe OO",
    )


def test_the_alt_text_of_the_board_has_its_state() -> None:
    assert plain(board_alt(seen(midway(), None), NAMES, EN)) == (
        "Ticket to Ride: Europe, Classic, turn 13. It’s Boris’s turn. Last built: Anna, Brest — Dieppe."
        " Face up: 1 K black · 2 R red · 3 L locomotive · 4 G green · 5 B blue."
        " Deck: 4 · discard pile: 98 · tickets: 37."
        " Anna: 6 points, 39 trains, 2 cards, 2 tickets, 2 stations left."
        " Boris: 0 points, 45 trains, 1 card, 1 ticket, 3 stations left."
    )
    assert plain(board_alt(seen(midway(), None), NAMES, RU)).startswith(
        "Ticket to Ride: Europe, Классика, ход 13. Ходит Boris. Построено: Anna, Брест — Дьеп."
    )


def test_the_alt_text_of_a_closeup_names_the_last_move() -> None:
    assert plain(closeup_alt(seen(midway(), None), NAMES, EN)) == (
        "A close-up of the board. Last built: Anna, Brest — Dieppe."
    )
    station = play(at(hands=["K", ""]), "station roma K")
    assert plain(closeup_alt(seen(station, None), NAMES, EN)).endswith("Anna, a station in Roma.")


def test_the_alt_text_of_a_hand_names_every_card() -> None:
    assert hand_alt(seen(midway()), EN) == "Your hand (2): black · locomotive"
    assert hand_alt(seen(at()), RU) == "У вас на руках нет карт."


def test_the_alt_text_of_tickets_has_their_status() -> None:
    mine = ["barcelona--pamplona", "pamplona--paris--1", "bruxelles--paris--1"]
    stations = [["sofia", "roma", "riga"], []]
    view = seen(at(tickets=[[1, 3, 32], []], routes=[mine, ["edinburgh--london--1"]], stations=stations))
    assert tickets_alt(board(), ticket_status(view), EN).splitlines() == [
        "Amsterdam — Pamplona, 7 (needs 1 train)",
        "Barcelona — Bruxelles, 8 (done)",
        "Edinburgh — Paris, 7 (no longer possible)",
    ]
    assert tickets_alt(board(), ticket_status(view), RU).splitlines() == [
        "Амстердам — Памплона, 7 (ещё 1 вагон)",
        "Барселона — Брюссель, 8 (выполнен)",
        "Эдинбург — Париж, 7 (уже не выполнить)",
    ]


def test_tickets_offered_are_numbered_by_their_places_and_those_held_are_not() -> None:
    view = seen(play(at(tickets=[[1], []], ticket_deck=[40, 3, 17]), "draw tickets"))
    status = ticket_status(view, (*view.tickets, *view.offer))
    assert [line.partition(",")[0] for line in tickets_alt(board(), status, EN, view.offer).splitlines()] == [
        "Amsterdam — Pamplona",
        "1. Stockholm — Wien",
        "2. Barcelona — Bruxelles",
        "3. Rostov — Erzurum",
    ]


def test_a_ticket_that_rivals_bar_needs_a_station() -> None:
    view = seen(at(tickets=[[32], []], routes=[[], ["edinburgh--london--1"]]))
    assert tickets_alt(board(), ticket_status(view), EN) == (
        "Edinburgh — Paris, 7 (needs 3 trains and 1 station)"
    )


def test_the_alt_text_of_a_preview_describes_the_claim() -> None:
    view = seen(at(hands=["PPPLL", ""]))
    assert claim_alt(view, "marseille--zurich", "PL", EN) == (
        "Marseille — Zürich for 1 purple and 1 locomotive: 2 points. "
        "You will have 43 trains and 3 cards left. It is a tunnel, so it may cost extra cards."
    )
    assert claim_alt(view, "brest--pamplona", "PPPL", RU) == (
        "Брест — Памплона за 3 фиолетовые и 1 локомотив: 7 очков. У вас останется 41 вагон и 1 карта."
    )


def test_the_alt_text_of_a_tunnel_has_the_surcharge() -> None:
    game = play(at(hands=["PPPL", ""], deck="PKKKKK", row="GGGGG"), "claim marseille--zurich PP")
    assert tunnel_alt(seen(game), NAMES, EN) == (
        "The tunnel Marseille — Zürich costs 1 more card. You played 2 purple. "
        "Revealed: 1 purple and 2 black. Pay, or decline: you take your cards back, and your turn ends."
    )


def test_the_alt_text_of_the_score_is_in_order_of_places() -> None:
    ended = play(at(routes=[["barcelona--pamplona"], []], turns_left=0, turn=50), "draw deck", "draw deck")
    sheet = ended.table.sheet
    assert sheet is not None
    assert plain(score_alt(sheet, NAMES, EN)) == (
        "The final score."
        " 1. Anna: 24 points. Routes: 2 · tickets: 0 · stations: 12 (3 unused) · longest path: 10 (2 spaces)."
        " 2. Boris: 12 points. Routes: 0 · tickets: 0 · stations: 12 (3 unused) · longest path: 0 (0 spaces)."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "variant"), random_games.VARIANTS)
def test_no_picture_of_a_game_has_words_that_do_not_fit(title: str, variant: str, language: str) -> None:
    game, _ = random_games.opened(title, variant, 5, 4)
    *_, last = random_games.steps(game, 4, "collects tickets")
    says, sheet = phrases(language), last.after.table.sheet
    assert sheet is not None
    views = [seen(last.after, seat) for seat in range(last.after.table.players)]
    told = [
        board_alt(views[0], LONG, says),
        closeup_alt(views[0], LONG, says),
        score_alt(sheet, LONG, says),
        *(hand_alt(view, says) for view in views),
        *(tickets_alt(view.table.board, ticket_status(view), says) for view in views),
    ]
    assert all(0 < len(text) <= LONGEST and "**" not in text for text in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_many_new_pieces_are_told_by_the_newest(language: str) -> None:
    routes = [route.id for route in board().routes if not route.double][:40]
    game = at(routes=[routes[:10]])
    new = (*routes[:10],) * 5
    said = closeup_alt(view_for(game, None), ("Anna " * 12, "Boris"), phrases(language), new)
    assert said.count("; ") == MOST_PIECES
    assert "44" in said
    assert len(said) <= LONGEST
