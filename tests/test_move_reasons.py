"""Why a computer moved: routes, tickets and rivals, and never how it found the move."""

from typing import get_args

import pytest

from bot.text.i18n import LANGUAGES, phrases
from bot.text.reasons import reason
from engine.chance import Chance
from engine.computers import EXPLAINED_COMPUTERS, reason_for
from engine.computers.hard import hard_move
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.game import Game
from engine.notation import read_line
from engine.options import options
from engine.view import view_for
from tests.random_games import opened, steps
from tests.rules.table import at

SEED = "0c" * 32
BERLIN_MOSKVA = 30
TO_PETROGRAD = ("berlin--danzig", "danzig--riga", "petrograd--riga")
NAMES = ("Anna", "Boris")
QUICK = ((2, -9.0, 2), (3, 0.0, 1))


def said(move: ExplainedMove, game: Game, language: str = "en") -> str:
    return reason(move, 0, NAMES, game.table, phrases(language))


def why(game: Game, text: str) -> ExplainedMove:
    return reason_for("hard", view_for(game, 0), read_line(text))


def test_a_route_that_a_rival_is_near_is_claimed_before_that_rival_takes_it() -> None:
    rival = ["moskva--smolensk", "petrograd--wilno"]
    game = at(hands=["WWWWPP"], routes=[TO_PETROGRAD, rival], tickets=[[BERLIN_MOSKVA]])
    move = EXPLAINED_COMPUTERS["normal"](view_for(game, 0), Chance(SEED))
    assert (move.reason, move.rival) == ("before-rival", 1)
    english, russian = said(move, game), said(move, game, "ru")
    assert ", before Boris could. It helped with Berlin" in english
    assert "Boris" in russian


def test_a_claim_off_the_plan_stands_in_a_rivals_way() -> None:
    rival = ["berlin--frankfurt--1", "frankfurt--munchen", "amsterdam--essen"]
    game = at(hands=["PPPP"], routes=[[], rival], tickets=[[BERLIN_MOSKVA]])
    move = why(game, "claim berlin--essen PP")
    assert (move.reason, move.rival) == ("in-the-way", 1)
    assert "Boris probably wanted the route" in said(move, game)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("draw 4W", "card-for-route"),
        ("draw deck", "nothing-in-row"),
        ("draw tickets", "tickets-on-the-way"),
        ("claim danzig--warszawa PP", "for-points"),
    ],
)
def test_every_kind_of_move_has_a_reason_of_its_own(line: str, reason: str) -> None:
    game = at(hands=["WWWPP"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]], row="RGBWO")
    assert why(game, line).reason == reason


def test_whatever_the_search_prefers_has_a_reason_about_the_game() -> None:
    game, _ = opened("europe", "europe", 2, number=3)
    for step in list(steps(game, 3, "draws, then claims"))[:200:8]:
        view = view_for(step.before, step.seat)
        move = hard_move(view, Chance(SEED), QUICK)
        assert move.reason in get_args(MoveReason)
        for action in options(view).of(type(move.action))[:5]:
            assert reason_for("hard", view, action).action == action


def test_every_reason_has_a_sentence_in_every_language_that_names_no_method() -> None:
    game = at(hands=["KKK"], tickets=[[BERLIN_MOSKVA]])
    for each in get_args(MoveReason):
        move = ExplainedMove(read_line("claim brest--paris KKK"), each, "brest--paris", (BERLIN_MOSKVA,), 1)
        for language in LANGUAGES:
            sentence = said(move, game, language)
            assert "Anna" in sentence.partition(":")[0]
            assert "why-" not in sentence
            assert not any(word in sentence.lower() for word in ("simulat", "search", "просчит"))
