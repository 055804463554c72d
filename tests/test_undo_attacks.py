"""Players who attack with undo: spam, time, knowledge, and the moves of others."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Person
from engine.game import SettleTunnel
from tests.scenario import Scenario, open_scenario
from tests.situations import next_guest, play_until, shown, tunnel_claim, view_of
from tests.test_undo_commands import claims

pytestmark = pytest.mark.scenario(turn_clock="24h")

HOUR = timedelta(hours=1)
ASKED = "You have asked the table. Your vote counts as yes."


def mentions(scenario: Scenario, person: Person, after: int) -> int:
    return [one for _, one in scenario.platform.notified[after:]].count(person)


async def test_a_player_who_claims_and_takes_back_again_and_again_does_not_fill_the_chat(
    scenario: Scenario,
) -> None:
    rude, (other,), claim = await claims(scenario, "Anna", "Boris")
    await scenario.settle()
    posts, told = len(scenario.platform.posts), len(scenario.platform.notified)
    answers = []
    for _ in range(10):
        await rude.says(claim)
        await scenario.settle()
        answers.append((await rude.says("/undo")).splitlines()[0])
        await scenario.settle()
    assert answers[:4] == ["Your last move is undone."] * 3 + [ASKED]
    assert len(scenario.platform.posts) - posts <= 9
    assert mentions(scenario, other.person, told) <= 5


async def test_a_button_takes_back_no_fourth_move_of_a_turn(scenario: Scenario) -> None:
    rude, _, claim = await claims(scenario, "Anna", "Boris")
    for _ in range(3):
        await rude.says(claim)
        code = rude.button("Undo").code
        await rude.presses("Undo")
    await rude.says(claim)
    assert "Undo" not in rude.labels, "it would be refused"
    seq = (await scenario.match()).seq
    assert (await rude.presses_code(code)).startswith("You have taken back 3 moves in this turn.")
    assert (await scenario.match()).seq == seq
    assert "undo" not in (await shown(scenario, rude))["me"], "the page offers it neither"


async def test_a_turn_without_a_clock_is_not_drawn_out_for_ever(tmp_path: Path) -> None:
    """Each undo gives the whole day again; after three, the others must agree."""
    async with open_scenario(tmp_path) as scenario:
        slow, (other,), claim = await claims(scenario, "Anna", "Boris")
        for _ in range(6):
            await scenario.clock.move_on(23 * HOUR)
            await slow.says(claim)
            await slow.says("/undo")
        assert (await next_guest(scenario, [slow, other])) is other


@pytest.mark.parametrize("way", ["replaced", "left"])
async def test_the_last_player_takes_back_nothing_that_was_revealed_while_a_rival_can_come_back(
    scenario: Scenario, way: str
) -> None:
    """Cards from the deck, offered tickets, and the turns of computers stay; the rival is asked."""
    last, rival = await scenario.in_play("Anna", "Boris")
    if way == "left":
        await rival.says("/leave yes")
    else:
        scenario.platform.admins.add(last.person)
        await last.says(f"/replace {rival.person.id}")
        scenario.platform.admins.discard(last.person)
    await scenario.clock.move_on(timedelta(hours=25))
    await last.says("/back")
    for move in ("/draw deck", "/draw deck", "/draw tickets"):
        await scenario.settle()
        assert (await last.seat()) in (await scenario.match()).waiting_for
        await last.says(move)
        told, seen = len(scenario.platform.notified), await view_of(last)
        assert move != "/draw tickets" or seen.offer
        assert await last.says("/undo") in (ASKED, "Your vote counts.")
        await scenario.settle()
        now = await view_of(last)
        assert (now.hand, now.offer, now.tickets) == (seen.hand, seen.offer, seen.tickets)
        assert mentions(scenario, rival.person, told) <= (way == "replaced"), "who has left is not disturbed"
        await last.says("/vote no")
    await scenario.clock.move_on(timedelta(hours=25))
    assert "Undone: " not in await last.says("/log")


async def test_a_card_or_a_tunnel_that_was_seen_is_not_taken_back_alone(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris")
    looking = await next_guest(scenario, players)
    await looking.says("/draw deck")
    assert await looking.says("/undo") == ASKED
    (other,) = [one for one in players if one is not looking]
    await other.says("/vote no")
    await looking.says("/draw deck")
    digging = await play_until(
        scenario, players, lambda view: isinstance(view.decision, SettleTunnel), tunnel_claim
    )
    hand = (await view_of(digging)).hand
    assert await digging.says("/undo") == ASKED
    assert (await view_of(digging)).hand == hand
    await scenario.settle()


async def test_offered_tickets_are_not_looked_at_and_given_back(scenario: Scenario) -> None:
    players = await scenario.in_play("Anna", "Boris")
    looking = await next_guest(scenario, players)
    await looking.says("/ticket yes")
    offer = (await view_of(looking)).offer
    assert offer
    assert await looking.says("/undo") == ASKED
    assert (await view_of(looking)).offer == offer
