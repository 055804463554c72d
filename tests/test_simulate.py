"""Simulated games: the same for the same seed, counted in a table, checked for the engine's invariants."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.actions import Action, DrawFaceUp
from engine.boards.files import load_board
from engine.cards import added
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.computers.random import choose_random
from engine.documents.position import game_at
from engine.events import CardDrawn, Event
from engine.game import Game, TakeTurn
from engine.levels import LEVELS
from engine.notation import read_line
from engine.refusals import IllegalAction
from engine.rulebook import apply
from engine.sheet import ScoreSheet
from engine.view import View
from tests.programs import ran
from tests.random_games import VARIANTS, Step, opened, steps
from tools.simulation import simulate
from tools.simulation.invariants import broken_by, broken_by_end, broken_slowly
from tools.simulation.selfplay import Played, Series, play
from tools.simulation.simulate import played

RANDOM = Series("europe", "europe", ("random", "random", "random"), seed=1)


def simulated(arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit code, the output and the errors."""
    return ran(capsys, "simulate", *arguments.split())


# ---- games


def test_a_seed_gives_the_same_games_with_any_number_of_jobs() -> None:
    alone = list(played(RANDOM, range(5), jobs=1))
    assert list(played(RANDOM, range(5), jobs=2)) == alone
    assert [play(RANDOM, number) for number in (4, 2)] == [alone[4], alone[2]]


@pytest.mark.parametrize(("title", "variant"), VARIANTS)
def test_no_invariant_is_broken_in_a_game_of_each_variant(title: str, variant: str) -> None:
    series = Series(title, variant, ("random", "easy"), seed=3, check=True)
    assert isinstance(play(series, 10), Played)


# ---- the table


def test_the_table_has_a_line_for_each_seat_and_each_computer(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed, errors = simulated("--board usa --players 3 --games 6 --computers easy,random", capsys)
    assert (code, errors) == (0, "")
    heading, *table = printed.splitlines()
    assert heading.startswith("usa, usa, 3 players, seed 1: 6 games, ")
    rows = {line[:16].strip(): line[16:].split() for line in table if line[:4] in ("seat", "all ")}
    assert list(rows) == ["seat 0, easy", "seat 1, random", "seat 2, easy", "all easy", "all random", "all"]
    won = {title: int(row[0]) for title, row in rows.items()}
    assert won["seat 0, easy"] + won["seat 2, easy"] == won["all easy"]
    assert won["all easy"] + won["all random"] == won["all"] >= 6


def test_without_a_terminal_only_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, printed, errors = simulated("--players 2 --games 2 --check", capsys)
    assert (code, errors) == (0, "")
    assert "no invariant broken" in printed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--board atlantis", "There is no board 'atlantis'; the boards are europe, india, nordic, usa."),
        ("--variant mini", "has no variant 'mini'"),
        ("--players 6", "is played by 2 to 5"),
        ("--players 0", "is played by 2 to 5"),
        (
            "--computers genius",
            "There is no computer player 'genius'; the computer players are random, easy, normal, hard.",
        ),
        ("--games 0", "--games and --jobs must be at least 1."),
    ],
)
def test_a_simulation_that_cannot_be_played_is_refused_in_a_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, errors = simulated(arguments, capsys)
    assert (code, printed) == (2, "")
    assert sentence in errors


# ---- what is broken is found


def cheat(view: View, chance: Chance) -> Action:
    """Play at random; in the fourth turn take a card that does not exist."""
    if view.table.turn > 3 and isinstance(view.decision, TakeTurn):
        return DrawFaceUp(9, "L")
    return choose_random(view, chance)


def test_a_violation_is_printed_with_all_that_reproduces_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMPUTERS, "cheat", cheat)
    monkeypatch.setattr(simulate, "LEVELS", (*LEVELS, "cheat"))
    code, _, errors = simulated("--players 2 --games 3 --computers random,cheat --check", capsys)
    assert code == 1
    assert "action: draw 9L" in errors
    assert "--computers random,cheat --seed 1 --first 0 --games 1 --check" in errors
    position = json.loads(errors.splitlines()[-1])
    assert position["seed"] in errors.splitlines()[0]
    game = game_at(position, load_board("europe"))
    [seat] = game.table.waiting_for
    with pytest.raises(IllegalAction):
        apply(game, seat, read_line("draw 9L"))


def test_a_game_without_an_end_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.simulation.selfplay.MOST_MOVES", 50)
    found = play(RANDOM, 0)
    assert isinstance(found, str)
    assert " broke an invariant at move 50," in found
    assert "The game is not over after 50 moves." in found


def a_step(kind: type[Event], number: int = 5) -> Step:
    """A step of a game with three players on which such an event happened, late enough to have a history."""
    game, _ = opened("europe", "mega", 3, number)
    found = [
        step
        for step in steps(game, number)
        if step.before.table.turn > 30 and any(isinstance(event, kind) for event in step.events)
    ]
    return found[0]


def on_the_table(**changes: Any) -> Callable[[Game], Game]:
    return lambda game: replace(game, table=replace(game.table, **changes))


def in_secret(**changes: Any) -> Callable[[Game], Game]:
    return lambda game: replace(game, **changes)


DAMAGES: Mapping[str, tuple[Callable[[Game], Game], str]] = {
    "a card more": (lambda game: replace(game, discards=added(game.discards, "R")), "There are 111 cards"),
    "the deck's size": (on_the_table(deck=3), "The table shows deck 3"),
    "hands of other sizes": (on_the_table(hands=(1, 2, 3)), "The table shows hands (1, 2, 3)"),
    "trains": (on_the_table(trains=(45, 44, 45)), "trains left, and routes of"),
    "points": (on_the_table(points=(99, 99, 99)), "points, which its routes do not come to"),
    "a route owned twice": (on_the_table(routes=(1, 1, 0)), "A route has two owners"),
    "no tickets": (in_secret(tickets=((), (), ())), "The tickets are"),
    "an empty slot": (on_the_table(row="RR-RR"), "and there are cards for it"),
    "four locomotives": (on_the_table(row="LLLLR"), "should have been cleared"),
    "nobody asked": (on_the_table(decisions=(None, None, None)), "the table waits for ()"),
    "somebody else asked": (on_the_table(seat=7), "It is the turn of seat 7"),
    "a moment that events do not lead to": (on_the_table(turn=1), "The fold of what happened"),
    "an event skipped": (in_secret(seq=10_000), "became 10000"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_broken_invariant_of_a_move_is_found(damage: str) -> None:
    step = a_step(CardDrawn)
    assert list(broken_by(step.before, step.events, step.after)) == []
    assert list(broken_slowly(step.before, step.seat, step.after)) == []
    spoil, sentence = DAMAGES[damage]
    broken = list(broken_by(step.before, step.events, spoil(step.after)))
    assert any(sentence in found for found in broken), broken


def ended() -> tuple[list[Event], Game, ScoreSheet]:
    """A finished game with stations and a longest path, its log, and its score sheet."""
    game, events = opened("europe", "europe", 3, 2)
    log = [*events]
    for step in steps(game, 2):
        log += step.events
        game = step.after
    assert game.table.sheet
    return log, game, game.table.sheet


def test_each_broken_invariant_of_the_end_is_found() -> None:
    log, game, _ = ended()
    assert list(broken_by_end(log, game)) == []
    assert "The last event of a game is its end." in broken_by_end(log[:-1], game)
    assert any("seed" in found for found in broken_by_end(log, on_the_table(seed="0" * 64)(game)))
    assert any("is another game" in found for found in broken_by_end(log, in_secret(seq=1)(game)))
