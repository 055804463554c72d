"""Computer players: what they choose where there is a good answer, and that they always have one."""

import pytest

from engine.cards import letters
from engine.chance import Chance
from engine.computers import COMPUTERS, THOUGHTS
from engine.computers.hard import think_hard
from engine.computers.redealing import redealt
from engine.computers.thought import Motive, Thought
from engine.documents.faults import faults
from engine.game import Game, TakeTurn
from engine.notation import line
from engine.options import options
from engine.rulebook import apply
from engine.view import view_for
from tests.random_games import VARIANTS, opened, steps
from tests.rules.table import at

SEED = "0c" * 32

BERLIN_MOSKVA = 30
BARCELONA_BRUXELLES = 3
TO_PETROGRAD = ("berlin--danzig", "danzig--riga", "petrograd--riga")


def thought(game: Game, level: str = "normal") -> Thought:
    """What the computer in the seat that is asked has in mind."""
    return THOUGHTS[level](view_for(game, game.table.waiting_for[0]), Chance(SEED))


def chosen(game: Game, level: str = "normal") -> str:
    return line(thought(game, level).action)


# ---- the planner


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_what_completes_a_ticket_is_claimed_and_the_ticket_is_named_as_the_reason(level: str) -> None:
    game = at(hands=["WWWWPP"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]])
    assert chosen(game, level) == "claim moskva--petrograd WWWW"
    assert thought(game).motive in (Motive.FOR_TICKETS, Motive.SCARCE)
    assert thought(game).tickets == (BERLIN_MOSKVA,)


def test_the_card_that_the_last_route_lacks_is_taken_from_the_row() -> None:
    game = at(hands=["WWWPP"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]], row="RGBWO")
    assert chosen(game) == "draw 4W"
    assert (thought(game).motive, thought(game).route) == (Motive.CARD_FOR_ROUTE, "moskva--petrograd")


def test_where_nothing_in_the_row_helps_the_card_comes_from_the_deck() -> None:
    game = at(hands=["WWPP"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]], row="RGBKO")
    assert chosen(game) == "draw deck"
    assert thought(game).motive is Motive.NOTHING_IN_ROW


def test_no_locomotive_is_spent_where_colours_suffice() -> None:
    game = at(hands=["WWWWLLLL"], routes=[TO_PETROGRAD], tickets=[[BERLIN_MOSKVA]])
    assert chosen(game) == "claim moskva--petrograd WWWW"


def test_a_gray_route_is_paid_with_what_the_rest_of_the_plan_does_not_need() -> None:
    game = at(hands=["WWWWBBBB"], routes=[["berlin--danzig", "danzig--riga"]], tickets=[[BERLIN_MOSKVA]])
    after, _ = apply(game, 0, thought(game).action)
    first, second = (
        chosen(game),
        chosen(
            at(
                hands=[letters(after.hands[0])],
                routes=[[route.id for route in after.table.board.routes_in(after.table.routes[0])]],
                tickets=[[BERLIN_MOSKVA]],
            )
        ),
    )
    assert {first, second} == {"claim petrograd--riga BBBB", "claim moskva--petrograd WWWW"}


def test_tickets_that_share_their_way_are_kept_together() -> None:
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
    assert thought(game).motive is Motive.BORROW


# ---- any computer


@pytest.mark.parametrize(("title", "variant"), VARIANTS)
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_every_variant_is_played_to_its_end(level: str, title: str, variant: str) -> None:
    for players in (2, 5):
        game, _ = opened(title, variant, players, number=players)
        chance = Chance(SEED)
        while not game.table.over:
            seat = game.table.waiting_for[0]
            game, _ = apply(game, seat, COMPUTERS[level](view_for(game, seat), chance))


@pytest.mark.parametrize("level", sorted(COMPUTERS))
def test_where_nothing_is_asked_there_is_nothing_to_choose(level: str) -> None:
    game = at(hands=["WWWW"])
    with pytest.raises(ValueError, match="nothing is asked"):
        COMPUTERS[level](view_for(game, 1), Chance(SEED))


def test_the_same_view_and_chance_are_the_same_thought_for_every_computer() -> None:
    game = at(hands=["WWWPPKKK"], tickets=[[BERLIN_MOSKVA, BARCELONA_BRUXELLES]])
    view = view_for(game, 0)
    for level in ("random", "easy", "normal"):
        assert THOUGHTS[level](view, Chance(SEED)) == THOUGHTS[level](view, Chance(SEED))
    assert think_hard(view, Chance(SEED), rounds=3) == think_hard(view, Chance(SEED), rounds=3)


# ---- the search


def test_what_is_dealt_anew_could_be_what_the_seat_sees() -> None:
    game, _ = opened("europe", "europe", 3, number=5)
    moments = [step.before for step in steps(game, 5, "collects tickets")]
    for moment in [each for each in moments if isinstance(_decision(each), TakeTurn)][::9]:
        seat = moment.table.waiting_for[0]
        other = redealt(view_for(moment, seat), Chance(SEED))
        assert view_for(other, seat) == view_for(moment, seat)
        assert other.hands != moment.hands
        assert list(faults(other)) == []


def _decision(game: Game) -> object:
    return game.table.decisions[game.table.waiting_for[0]]


def test_the_search_chooses_among_the_options_and_plays_out_no_more_games_than_it_may() -> None:
    game, _ = opened("usa", "usa", 2, number=3)
    for step in list(steps(game, 3, "draws, then claims"))[30:200:45]:
        view = view_for(step.before, step.seat)
        assert think_hard(view, Chance(SEED), rounds=2).action in options(view)


def test_the_search_is_as_good_in_a_world_with_other_hidden_cards() -> None:
    game, _ = opened("europe", "europe", 2, number=8)
    step = list(steps(game, 8, "draws, then claims"))[60]
    view = view_for(step.before, step.seat)
    other = view_for(redealt(view, Chance("ab" * 32)), step.seat)
    assert think_hard(other, Chance(SEED), rounds=2) == think_hard(view, Chance(SEED), rounds=2)
