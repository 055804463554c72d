"""A button that is pressed twice is answered like one press, and does its work once."""

import asyncio
from datetime import timedelta

from bot.model.callbacks import TWO_CARDS, CallbackData
from engine.actions import Action, DrawDeck
from engine.events import CardDrawn
from tests.discord_bot import DiscordBot
from tests.scenario import Participant, Scenario

STALE = "That button is out of date. Nothing was changed."


async def code(scenario: Scenario, participant: Participant, action: Action) -> str:
    """The code of a button for the decision that a participant has to make now."""
    match, seat = await scenario.match(), await participant.seat()
    decision = match.table.decisions[seat] if match.table else None
    assert decision is not None
    return CallbackData.of(match.id, decision.revision, action).code


async def test_both_presses_of_a_draw_say_which_card_it_was(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    for _ in range(2):
        draw, before = await code(scenario, anna, DrawDeck()), (await scenario.match()).seq
        first = (await anna.presses_code(draw)).splitlines()[0]
        drawn = (await scenario.match()).seq
        assert first.startswith("You drew ")
        assert (await anna.presses_code(draw)).splitlines()[0] == first
        assert before < drawn == (await scenario.match()).seq
    assert first.count("You drew") == 1, "the first card is another button's"


async def test_one_press_takes_both_cards_from_the_deck(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    both = (await code(scenario, anna, DrawDeck())).replace("draw deck", TWO_CARDS)

    async def cards() -> int:
        match = await scenario.match()
        assert match.game is not None
        return sum(match.game.hands[await anna.seat()])

    before = await cards()
    first = (await anna.presses_code(both)).splitlines()[0]
    assert first.count("You drew") == 2
    assert (await scenario.match()).waiting_for == (await boris.seat(),)
    assert (await anna.presses_code(both)).splitlines()[0] == first
    assert (await boris.presses_code(both)).splitlines()[0] == STALE
    assert await cards() == before + 2


async def test_late_press_or_another_button_is_stale(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    draw = await code(scenario, anna, DrawDeck())
    await anna.presses_code(draw)
    assert (await boris.presses_code(draw)).splitlines()[0] == STALE
    other = draw.replace("draw deck", "draw tickets")
    assert (await anna.presses_code(other)).splitlines()[0] == STALE
    await scenario.clock.move_on(timedelta(minutes=1))
    assert (await anna.presses_code(draw)).splitlines()[0] == STALE


async def test_double_click_on_discord_says_the_card_twice(club: DiscordBot) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    await anna.sees_hand()
    answer = anna.user.answer
    assert answer is not None
    (draw,) = [part["custom_id"] for part in answer.parts if part.get("label") == "From the deck"]
    before = (await club.match()).seq
    texts = await asyncio.gather(*(anna.user.presses_code(draw, answer) for _ in range(2)))
    first, again = (text.splitlines()[0] for text in texts)
    assert first.startswith("You drew ")
    assert again == first
    steps = await club.host.repository.steps((await club.match()).id, before)
    assert sum(isinstance(step.event, CardDrawn) for step in steps) == 1
