"""Forced passes: a turn without a legal action passes, and if all players pass in a row, the game is over."""

from typing import Any

import pytest

from engine.events import GameEnded, TurnPassed
from engine.game import Game
from engine.notation import read_line
from engine.refusals import BadInput
from tests.rules.table import FORTY_TWO, at, board, cards_but, kinds, move, play, the, told

CITIES = tuple(board().city)


def nearly_barren(row: str, players: int = 3, **position: Any) -> Game:
    """No ticket is left, and all cards but those in the row are in the hand of seat 0, whose turn it is."""
    rest = cards_but(row.replace("-", ""), *position.get("others", []))
    hands = [rest, *position.pop("others", [""] * (players - 1))]
    nothing: dict[str, Any] = {"deck": "", "discards": "", "ticket_deck": [], "turn": 10}
    return at(players=players, row=row, hands=hands, **(nothing | position))


def short_routes_shared_out() -> list[list[str]]:
    """Five players own every route of up to three spaces; seat 0 has just three trains left."""
    shares = [list(FORTY_TWO), [], [], [], []]
    spaces = [42, 0, 0, 0, 0]
    short = [route for route in board().routes if route.length <= 3 and route.id not in FORTY_TWO]
    for route in sorted(short, key=lambda route: -route.length):
        others = [seat for seat in range(1, 5) if not _owns_twin(shares[seat], route.double)]
        seat = min(others, key=lambda seat: spaces[seat])
        shares[seat].append(route.id)
        spaces[seat] += route.length
    assert max(spaces) <= 42
    return shares


def _owns_twin(share: list[str], double: str) -> bool:
    return any(double and board().route[route].double == double for route in share)


def test_there_is_no_voluntary_pass() -> None:
    assert kinds(at(hands=["KKK"])) == {"draw", "claim", "station"}
    with pytest.raises(BadInput):
        read_line("pass")


def test_a_player_without_a_legal_action_passes_with_an_event() -> None:
    game = play(nearly_barren("RB---"), "draw 1R")
    assert told(game, "draw 2B") == ["CardTaken", "TurnPassed", "TurnPassed", "TurnStarted"]
    assert play(game, "draw 2B").table.seat == 0


def test_only_players_without_a_legal_action_pass() -> None:
    game = nearly_barren("R----", others=["", "G"])
    game, events = move(game, "draw 1R")
    assert [event.seat for event in events if isinstance(event, TurnPassed)] == [1]
    assert game.table.seat == 2
    assert kinds(game) == {"station"}


@pytest.mark.parametrize(
    ("row", "left", "open_now"),
    [
        ("R--L-", {}, {"draw"}),
        ("R----", {"ticket_deck": [3]}, {"draw"}),
        ("R----", {"others": ["G", ""]}, {"station"}),
        ("R----", {"others": ["P", ""], "stations": [[], ["roma", "wien", "paris"]]}, {"claim"}),
    ],
    ids=["a face-up locomotive", "a ticket", "a station", "a claim"],
)
def test_a_player_with_one_legal_kind_of_action_must_take_it(
    row: str, left: dict[str, Any], open_now: set[str]
) -> None:
    game = play(nearly_barren(row, **left), "draw 1R")
    assert game.table.seat == 1
    assert kinds(game) == open_now


def test_the_usa_has_no_station_to_build() -> None:
    rest = cards_but("RK", title="usa")
    position: dict[str, Any] = {"deck": "", "discards": "", "ticket_deck": [], "turn": 2, "routes": [[], []]}
    game = at("usa", row="R----", hands=[rest, "K"], **position)
    game = play(game, "draw 1R")
    assert game.table.seat == 1
    assert kinds(game) == {"claim"}


def test_a_forced_pass_counts_as_a_turn() -> None:
    game = play(nearly_barren("R----", turn=10), "draw 1R")
    assert game.table.turn == 13
    assert game.table.passes == 0


def test_passes_are_reset_when_somebody_can_act() -> None:
    with pytest.raises(BadInput, match="passes is 0"):
        at(passes=1)


def test_passes_in_the_last_round_use_up_its_turns() -> None:
    game = nearly_barren("R----", turns_left=1)
    assert told(game, "draw 1R") == ["CardTaken", "TurnPassed", "GameEnded"]
    assert the(TurnPassed, game, "draw 1R").turns_left == 0
    assert not the(GameEnded, game, "draw 1R").stalemate


def test_the_game_ends_when_all_players_pass_in_a_row() -> None:
    stations = [list(CITIES[3 * seat : 3 * seat + 3]) for seat in range(5)]
    game = nearly_barren("R----", 5, routes=short_routes_shared_out(), stations=stations)
    game, events = move(game, "draw 1R")
    assert [event.seat for event in events if isinstance(event, TurnPassed)] == [1, 2, 3, 4, 0]
    assert isinstance(events[-1], GameEnded)
    assert events[-1].stalemate
    assert game.table.sheet is not None
    assert not game.table.last_round


def test_that_game_continues_if_one_station_can_be_built() -> None:
    stations = [list(CITIES[3 * seat : 3 * seat + 3 - (seat == 0)]) for seat in range(5)]
    game = nearly_barren("R----", 5, routes=short_routes_shared_out(), stations=stations)
    game = play(game, "draw 1R")
    assert game.table.seat == 0
    assert kinds(game) == {"station"}
