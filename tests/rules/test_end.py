"""Game End: a turn that ends with two trains or fewer gives everybody one more turn."""

import pytest

from engine.events import GameEnded, LastRoundStarted, TurnStarted
from engine.game import Game
from engine.refusals import Reason
from tests.rules.table import (
    FORTY_ONE,
    FORTY_THREE,
    FORTY_TWO,
    THIRTY_NINE,
    at,
    kinds,
    move,
    play,
    refused,
    the,
    told,
)

TWO_BLIND = ("draw deck", "draw deck")


def seats_to_the_end(game: Game) -> list[int]:
    """Whose turns follow, in order, if everybody draws from the deck."""
    seats = []
    while game.table.seat is not None:
        seats.append(game.table.seat)
        game = play(game, *TWO_BLIND)
    return seats


@pytest.mark.parametrize(
    ("own", "claim", "left"),
    [
        (FORTY_ONE, "claim wien--zagrab RR", 2),
        (FORTY_TWO, "claim wien--zagrab RR", 1),
        (FORTY_TWO, "claim brest--paris KKK", 0),
    ],
)
def test_a_turn_that_ends_with_two_trains_or_fewer_starts_the_last_round(
    own: tuple[str, ...], claim: str, left: int
) -> None:
    game = at(hands=["RRKKK"], routes=[own])
    assert the(LastRoundStarted, game, claim) == LastRoundStarted(seat=0, trains=left, turns_left=2)


def test_three_trains_left_do_not_start_the_last_round() -> None:
    game = play(at(hands=["KKK"], routes=[THIRTY_NINE]), "claim brest--paris KKK")
    assert game.table.trains[0] == 3
    assert not game.table.last_round


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seat", [0, 1])
def test_everybody_that_player_included_has_exactly_one_more_turn(players: int, seat: int) -> None:
    own = [[], list(FORTY_ONE)] if seat else [list(FORTY_ONE)]
    hands = ["", "RR"] if seat else ["RR"]
    game = play(at(players=players, seat=seat, hands=hands, routes=own), "claim wien--zagrab RR")
    assert seats_to_the_end(game) == [(seat + 1 + turn) % players for turn in range(players)]


def test_the_turns_left_are_counted_down() -> None:
    game = at(players=3, hands=["RR"], routes=[FORTY_ONE])
    game, events = move(game, "claim wien--zagrab RR")
    left = [event.turns_left for event in events if isinstance(event, TurnStarted)]
    for _ in range(2):
        game = play(game, "draw deck")
        left.append(the(TurnStarted, game, "draw deck").turns_left)
        game = play(game, "draw deck")
    assert left == [2, 1, 0]


OTHER_FORTY_TWO = (
    "constantinople--sevastopol", "erzurum--sevastopol", "bucuresti--kyiv", "bucuresti--budapest",
    "kharkov--kyiv", "kharkov--moskva", "moskva--petrograd", "petrograd--wilno", "rostov--sevastopol",
    "barcelona--marseille", "brest--dieppe",
)  # fmt: skip


def test_the_last_round_starts_once_even_if_a_second_player_runs_out() -> None:
    game = at(hands=["RR", "BB"], routes=[FORTY_ONE, OTHER_FORTY_TWO])
    game = play(game, "claim wien--zagrab RR")
    assert "LastRoundStarted" not in told(game, "claim cadiz--lisboa BB")
    game = play(game, "claim cadiz--lisboa BB")
    assert game.table.trains == (2, 1)
    assert seats_to_the_end(game) == [0]


def test_the_last_round_has_the_usual_options() -> None:
    game = at(hands=["KKKK"], turns_left=1)
    assert kinds(game) == {"draw", "claim", "station"}
    assert play(game, "draw tickets", "keep 1").table.tickets[0] == 1


def test_an_open_tunnel_and_a_pending_choice_belong_to_the_turn() -> None:
    game = play(at(hands=["KKKK"], deck="KRB...", turns_left=0), "claim madrid--pamplona--2 KKK")
    assert not game.table.over
    assert told(game, "decline")[-1] == "GameEnded"
    game = play(at(turns_left=0), "draw tickets")
    assert not game.table.over
    assert play(game, "keep 1").table.over


def test_after_the_end_nothing_can_be_done() -> None:
    game = play(at(hands=["K"], turns_left=0), "station wien K")
    assert game.table.over
    assert game.table.seat is None
    assert game.table.waiting_for == ()
    for seat in (0, 1):
        assert refused(game, f"{seat}: draw deck") == (Reason.GAME_OVER, {})


def test_the_end_publishes_the_score_sheet_and_the_seed() -> None:
    ended = the(GameEnded, at(hands=["K"], turns_left=0), "station wien K")
    assert ended.seed == "0" * 64
    assert not ended.stalemate
    assert [line.seat for line in ended.sheet.seats] == [0, 1]


def test_tickets_drawn_on_the_last_turn_count_against_their_player() -> None:
    game = play(at(ticket_deck=[7, 3, 17], turns_left=0), "draw tickets", "keep 3,17")
    assert game.table.sheet is not None
    assert game.table.sheet.seats[0].ticket_points == -8 - 5


def test_before_the_end_no_seed_and_no_ticket_points_are_on_the_table() -> None:
    game = at(tickets=[[1]], routes=[["amsterdam--bruxelles"]])
    assert game.table.seed == ""
    assert game.table.sheet is None
    assert game.table.points == (1, 0)


def test_a_turn_without_a_claim_starts_the_last_round_too() -> None:
    game = play(at(routes=[FORTY_THREE]), "draw deck")
    assert told(game, "draw deck") == ["CardDrawn", "LastRoundStarted", "TurnStarted"]
