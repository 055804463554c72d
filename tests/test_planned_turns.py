"""Planned turns: what the scripts of play (tests/games/plans.txt) cannot say."""

import pytest

from bot.matches.match import follow
from bot.matches.plans import on_turn, own_plan, plan_due
from bot.matches.roster_events import PlanMade
from bot.outbox.sections import SILENT, split_into_posts
from engine.actions import ClaimRoute, PaySurcharge
from engine.events import SecondCardDue
from engine.game import SettleTunnel
from engine.options import options
from engine.view import view_for
from tests.scenario import Participant, Scenario


async def mentioned(scenario: Scenario, since: int) -> list[list[str]]:
    """The people whom each later post mentions."""
    return [[one.name for one in post.mentions] for post in scenario.platform.posts[since:]]


@pytest.mark.parametrize("what", ["claim", "row"])
async def test_a_turn_of_several_events_mentions_nobody_if_a_plan_plays_it(
    scenario: Scenario, what: str
) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carla")
    told, match = len(scenario.platform.posts), await scenario.match()
    assert match.game
    view = on_turn(view_for(match.game, await second.seat()))
    route = next(one for one in options(view).claims.places if not view.table.board.route[one].tunnel)
    cards = [NAMES[card] for card in view.table.row if card in NAMES][:2]
    plan = f"+{route}" if what == "claim" else f"take {cards[0]}, then {cards[1]}"
    assert await second.says(f"/plan {plan}")
    await second.says("/plan done")
    await first.takes_turn()
    match = await scenario.match()
    assert match.waiting_for == (await third.seat(),)
    assert await mentioned(scenario, told) == [[], [match.roster.names[await third.seat()]]]


async def test_a_post_of_a_turn_that_a_plan_has_begun_tells_more_than_drawn_cards(scenario: Scenario) -> None:
    """A chat that lacks only drawn cards is not looked at after a restart: it has nothing to post."""
    first, second = await scenario.in_play("Anna", "Boris")
    table = (await scenario.match()).table
    assert table
    card = next(NAMES[one] for one in table.row if one in NAMES)
    missing = next(name for letter, name in NAMES.items() if letter not in table.row)
    await second.says(f"/plan take {card}, then {missing}")
    await first.takes_turn()
    assert await scenario.waited_for(first, second) == [second]
    await scenario.settle()
    sections = split_into_posts(await scenario.host.repository.steps((await scenario.match()).id, 0))
    assert isinstance(sections[-1][-1].event, SecondCardDue)
    for section in sections:
        assert {type(step.event).__name__ for step in section} - SILENT


async def test_a_plan_that_cannot_be_played_mentions_its_player_and_says_why(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    told, row = len(scenario.platform.posts), (await scenario.match()).table
    assert row is not None
    missing = next(name for letter, name in NAMES.items() if letter not in row.row)
    await second.says(f"/plan take {missing}, then deck; else draw tickets if the row shows 3 {missing}")
    await first.takes_turn()
    match = await scenario.match()
    assert match.table
    assert match.table.seat == await second.seat()
    assert await mentioned(scenario, told) == [[match.roster.names[await second.seat()]]]
    heard = await second.looks()
    assert "Your plan was not played:" in heard
    assert heard.count("The row does not show") == 2
    await second.takes_turn()
    assert own_plan(await scenario.match(), await second.seat()) is None


NAMES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": "black", "W": "white", "O": "orange"}


async def test_a_plan_of_500_letters_is_the_longest(scenario: Scenario) -> None:
    _, second = await scenario.in_play("Anna", "Boris")
    assert "at most 500" in await second.says("/plan " + "x" * 700)


# ---- tunnels


async def before_a_tunnel(scenario: Scenario) -> tuple[Participant, Participant, str]:
    """Play a turn, after which the second player can lay cards for a tunnel. Returns that line."""
    players = await scenario.in_play("Anna", "Boris")
    for _ in range(30):
        first, second = players
        game = (await scenario.match()).game
        assert game is not None
        view = on_turn(view_for(game, await second.seat()))
        routes, enough = view.table.board.route, sum(view.hand) - 4
        for claim in options(view).of(ClaimRoute):
            if routes[claim.route].tunnel and routes[claim.route].length < enough:
                return first, second, f"claim {claim.route} with {claim.cards}"
        await first.takes_turn()
        players = [second, first]
    raise AssertionError("nobody can lay cards for a tunnel")


@pytest.mark.parametrize("answer", ["", "; pay up to 3, else ask", "; pay up to 3, else decline"])
async def test_a_tunnel_is_paid_declined_or_asked_about_as_planned(scenario: Scenario, answer: str) -> None:
    first, second, line = await before_a_tunnel(scenario)
    seat, told = await second.seat(), len(scenario.platform.posts)
    assert "saved" in await second.says(f"/plan {line}{answer}")
    await first.takes_turn()
    match = await scenario.match()
    assert match.game is not None
    owes = isinstance(match.game.table.decisions[seat], SettleTunnel)
    name, other = match.roster.names[seat], match.roster.names[await first.seat()]
    assert await mentioned(scenario, told) == [[], [name if owes else other]]
    assert not owes or "decline" not in answer
    assert not (owes and answer and options(view_for(match.game, seat)).of(PaySurcharge))
    assert "tunnel" in scenario.platform.last


# ---- the delay


@pytest.mark.parametrize(("turn_clock", "longest"), [("none", 1800), ("24h", 1800), ("1h", 900), ("2m", 30)])
async def test_the_delay_is_a_small_part_of_a_turn(scenario: Scenario, turn_clock: str, longest: int) -> None:
    host = await scenario.add_player("Anna")
    await host.says("/new europe")
    await host.says(f"/clock {turn_clock}")
    await host.says("/options delay on")
    await (await scenario.add_player("Boris")).says("/join")
    await host.says("/start")
    for name in ("Anna", "Boris"):
        await (await scenario.add_player(name)).says("/keep all")
    match = await scenario.match()
    (seat,) = match.waiting_for
    planned = follow(match, PlanMade(seat, ("draw deck deck",)), match.at)
    due, since = plan_due(planned), planned.since[seat]
    assert due is not None
    assert since is not None
    assert longest / 60 <= (due - since).total_seconds() <= longest
