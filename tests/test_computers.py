"""Computer players: what they choose when there is a best move, and that they always choose something."""

import itertools

import pytest

from engine.chance import Chance
from engine.computers import COMPUTERS, EXPLAINED_COMPUTERS, hard
from engine.computers.hard import hard_move
from engine.computers.planner.turn_context import turns_left
from engine.computers.planner.weights import WEIGHTS
from engine.computers.reasons import ExplainedMove
from engine.computers.search.determinize import determinize
from engine.computers.search.rollout import play_out
from engine.documents.validation import faults
from engine.game import Game, TakeTurn
from engine.levels import LEVELS
from engine.notation import line
from engine.options import options
from engine.rulebook import apply
from engine.scores import score_sheet
from engine.view import view_for
from tests.random_games import VARIANTS, opened, steps
from tests.rules.table import at
from tests.soaked import soaked

SEED = "0c" * 32

BERLIN_MOSKVA = 30
BARCELONA_BRUXELLES = 3
QUICK = ((2, -9.0, 2), (3, 0.0, 1))
"""A search of a few rounds."""
TO_PETROGRAD = ("berlin--danzig", "danzig--riga", "petrograd--riga")


def thought(game: Game, level: str = "normal") -> ExplainedMove:
    """The move, with its reason, of a computer in the seat that has the decision."""
    return EXPLAINED_COMPUTERS[level](view_for(game, game.table.waiting_for[0]), Chance(SEED))


def chosen(game: Game, level: str = "normal") -> str:
    return line(thought(game, level).action)


# ---- the planner


SOAKED_VARIANTS = soaked(VARIANTS, ("europe", "europe"), ("usa", "mega"))


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_route_that_completes_a_ticket_is_claimed_for_that_ticket(level: str) -> None:
    game = at(hands=["WWWWPP"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]])
    assert chosen(game, level) == "claim moskva--petrograd WWWW"
    assert thought(game).reason in ("for-tickets", "scarce")
    assert thought(game).tickets == (BERLIN_MOSKVA,)


def test_the_card_that_the_last_route_lacks_is_taken_from_the_row() -> None:
    game = at(hands=["WWWPP"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]], row="RGBWO")
    assert chosen(game) == "draw 4W"
    assert (thought(game).reason, thought(game).route) == ("card-for-route", "moskva--petrograd")


def test_if_no_face_up_card_helps_the_deck_is_drawn_from() -> None:
    game = at(hands=["WWPP"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]], row="RGBKO")
    assert chosen(game) == "draw deck"
    assert thought(game).reason == "nothing-in-row"


def test_no_locomotive_is_spent_where_colours_suffice() -> None:
    game = at(hands=["WWWWLLLL"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]])
    assert chosen(game) == "claim moskva--petrograd WWWW"


def test_tickets_that_share_their_path_are_kept_together() -> None:
    game = at(offers=[[BERLIN_MOSKVA, 12, 35]], hands=["RRBB"])
    assert set(thought(game).tickets) >= {BERLIN_MOSKVA}


def test_in_the_last_turn_a_station_borrows_what_a_rival_has_built() -> None:
    game = at(
        hands=["KKPP"],
        routes=[TO_PETROGRAD, ["moskva--petrograd"]],
        tickets=[[BERLIN_MOSKVA], []],
        turns_left=1,
    )
    assert chosen(game).split()[:2] in (["station", "moskva"], ["station", "petrograd"])
    assert thought(game).reason == "borrow"


# ---- any computer


@pytest.mark.parametrize(("title", "variant"), soaked(VARIANTS, ("europe", "europe"), ("usa", "mega")))
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_every_variant_is_played_to_its_end(level: str, title: str, variant: str) -> None:
    for players in (2, 5):
        game, _ = opened(title, variant, players, number=players)
        chance = Chance(SEED)
        while not game.table.over:
            seat = game.table.waiting_for[0]
            game, _ = apply(game, seat, COMPUTERS[level](view_for(game, seat), chance))


def test_there_is_a_computer_of_each_level() -> None:
    assert tuple(COMPUTERS) == tuple(EXPLAINED_COMPUTERS) == LEVELS


@pytest.mark.parametrize("level", sorted(COMPUTERS))
def test_without_a_decision_a_computer_raises(level: str) -> None:
    game = at(hands=["WWWW"])
    with pytest.raises(ValueError, match="nothing is asked"):
        COMPUTERS[level](view_for(game, 1), Chance(SEED))


def test_every_computer_gives_the_same_answer_for_the_same_view_and_chance() -> None:
    game = at(hands=["WWWPPKKK"], tickets=[[BERLIN_MOSKVA, BARCELONA_BRUXELLES]])
    view = view_for(game, 0)
    for level in ("random", "easy", "normal"):
        assert EXPLAINED_COMPUTERS[level](view, Chance(SEED)) == EXPLAINED_COMPUTERS[level](
            view, Chance(SEED)
        )
    assert hard_move(view, Chance(SEED), QUICK) == hard_move(view, Chance(SEED), QUICK)


# ---- the search


def test_a_determinized_game_fits_the_view() -> None:
    game, _ = opened("europe", "europe", 3, number=5)
    moments = [step.before for step in steps(game, 5, "collects tickets")]
    for moment in [each for each in moments if isinstance(_decision(each), TakeTurn)][::9]:
        seat = moment.table.waiting_for[0]
        other = determinize(view_for(moment, seat), Chance(SEED))
        assert view_for(other, seat) == view_for(moment, seat)
        assert other.hands != moment.hands
        assert list(faults(other)) == []


@pytest.mark.parametrize(("title", "variant"), VARIANTS)
def test_determinizing_deals_starting_tickets_before_and_after_the_choice(title: str, variant: str) -> None:
    game, _ = opened(title, variant, 4, number=6)
    for step in itertools.takewhile(lambda step: step.before.table.choosing, steps(game, 6)):
        for seat in step.before.table.waiting_for:
            other = determinize(view_for(step.before, seat), Chance(SEED))
            assert view_for(other, seat) == view_for(step.before, seat)
            assert [len(offer) for offer in other.offers] == [len(offer) for offer in step.before.offers]
            assert list(faults(other)) == []


@pytest.mark.parametrize("players", [2, 4])
def test_the_search_plays_a_limited_number_of_turns(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However close the candidates are: here all rollouts come out alike but for chance."""
    outcomes = Chance(SEED)
    played: list[int] = []

    def play(game: Game, *_: object) -> list[int]:
        played.append(expected_turns_of(game))
        return [outcomes.below(100) for _ in range(game.table.players)]

    monkeypatch.setattr(hard, "play_out", play)
    hands = ["WWWWPPKKKRRRBBBB", *["WW"] * (players - 1)]
    hard_move(view_for(at(players=players, hands=hands, tickets=[[BERLIN_MOSKVA, 3]]), 0), Chance(SEED))
    assert len(played) > 10
    assert sum(played) < 20_000


def expected_turns_of(game: Game) -> int:
    return int(turns_left(game.table, WEIGHTS) * game.table.players)


def _decision(game: Game) -> object:
    return game.table.decisions[game.table.waiting_for[0]]


@pytest.mark.parametrize(("title", "variant"), SOAKED_VARIANTS)
def test_the_search_chooses_among_the_options_of_every_variant(title: str, variant: str) -> None:
    game, _ = opened(title, variant, 5, number=3)
    for step in list(steps(game, 3, "draws, then claims"))[:240:40]:
        view = view_for(step.before, step.seat)
        assert hard_move(view, Chance(SEED), QUICK).action in options(view)


@pytest.mark.parametrize("number", [0, 1, 60])
def test_the_search_depends_only_on_the_view(number: int) -> None:
    game, _ = opened("europe", "mega", 2, number=8)
    step = list(steps(game, 8, "draws, then claims"))[number]
    view = view_for(step.before, step.seat)
    other = view_for(determinize(view, Chance("ab" * 32)), step.seat)
    assert hard_move(other, Chance(SEED), QUICK) == hard_move(view, Chance(SEED), QUICK)


@pytest.mark.parametrize(
    ("hand", "rival", "gained"),
    [("WWWW", [], 7 + 2 * 12), ("KKKK", [], 7), ("KK", ["moskva--petrograd"], 2 * 12 - 4)],
)
def test_the_last_turn_of_a_rollout_takes_the_most_points(hand: str, rival: list[str], gained: int) -> None:
    game = at(hands=[hand], routes=[TO_PETROGRAD, rival], tickets=[[BERLIN_MOSKVA], []], turns_left=0)
    assert play_out(game, Chance(SEED), {})[0] - score_sheet(game).seats[0].total == gained
