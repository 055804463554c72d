"""The dispatcher, decision by decision: what is played, what is refused, and what a late click does."""

import asyncio
from datetime import timedelta

import pytest

from bot.commands import COMMANDS
from bot.text import labels
from bot.text.i18n import phrases
from engine.cards import COLOR_NAMES
from tests.scenario import Participant, Scenario
from tests.situations import claims_of, name, to_a_claim, unchanged

# ---- drawing


@pytest.mark.parametrize("typed", ["1", "1{letter}", "{letter}", "{name}"])
async def test_a_face_up_card_is_named_by_its_slot_its_letter_or_its_colour(
    scenario: Scenario, typed: str
) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    letter = (await anna.view()).table.row[0]
    name = {letter: name for name, letter in COLOR_NAMES.items()}[letter]
    answer = await anna.says(f"/draw {typed.format(letter=letter.lower(), name=name)}")
    assert answer.startswith(f"You took {name}.")


async def test_a_slot_with_another_card_by_now_is_never_retargeted(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    row = (await anna.view()).table.row
    seen_before = next(card for card in "RBGYKWOP" if card != row[0])
    (answer,) = await unchanged(anna, f"/draw 1{seen_before}")
    assert answer.startswith("Slot 1 now holds another card: ")
    absent = next(name for name, letter in COLOR_NAMES.items() if letter not in row)
    assert (await unchanged(anna, f"/draw {absent}", "/draw 9"))[0].startswith(
        f"“{absent}” is not among the face-up cards"
    )


# ---- buttons


async def test_a_button_of_a_decision_that_is_made_changes_nothing_and_shows_how_things_stand(
    scenario: Scenario,
) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    await anna.looks()
    code = anna.button("From the deck").code
    await anna.presses("From the deck")
    await scenario.clock.move_on(timedelta(minutes=1))
    before = (await scenario.match()).seq
    answer = await anna.presses_code(code)
    assert answer.startswith("That button is out of date. Nothing was changed.")
    assert "Your second card" in answer
    assert "From the deck" in anna.labels
    assert (await scenario.match()).seq == before


async def test_of_two_clicks_on_one_button_one_counts(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    held = sum((await anna.view()).hand)
    await anna.looks()
    code = anna.button("From the deck").code
    again = Participant(scenario, anna.person)
    answers = await asyncio.gather(anna.presses_code(code), again.presses_code(code))
    assert sum((await anna.view()).hand) == held + 1
    assert answers[0] == answers[1]
    assert answers[0].startswith("You drew ")


async def test_a_button_of_another_player_changes_nothing(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    await anna.looks()
    code, before, heard = (
        anna.button("From the deck").code,
        (await scenario.match()).seq,
        len(scenario.platform.posts),
    )
    assert (await boris.presses_code(code)).startswith("That button is out of date")
    assert await carl.presses_code(code) == "You are not playing in this game, but you are welcome to watch."
    await scenario.settle()
    assert ((await scenario.match()).seq, len(scenario.platform.posts)) == (before, heard)


@pytest.mark.parametrize("code", ["", "?", "nosuch.5.draw deck", "nosuch.0.join", "..", "a.b.c", "x" * 200])
async def test_invalid_callback_data_changes_nothing(scenario: Scenario, code: str) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    assert await anna.presses_code(code) == "That button is out of date. Nothing was changed."


# ---- claiming


async def test_a_route_with_one_way_to_pay_is_claimed_at_once(scenario: Scenario) -> None:
    anna, route = await to_a_claim(scenario, await scenario.in_play("Anna", "Boris"), ways=range(1, 2))
    names = (await anna.view()).table.board.city
    answer = await anna.says(f"/claim {names[route.a].name} {names[route.b].name}")
    assert "You claimed " in answer
    assert (await anna.view()).table.owner(route.id) == await anna.seat()


async def test_the_default_payment_is_shown_first_and_the_others_behind_a_button(scenario: Scenario) -> None:
    anna, route = await to_a_claim(scenario, await scenario.in_play("Anna", "Boris"), ways=range(2, 9))
    ways, held = (await claims_of(anna)).payments(route.id), sum((await anna.view()).hand)
    await unchanged(anna, f"/claim {route.a} {route.b}")
    assert anna.labels == ["Claim it", "Pay differently", "Back to my hand"]
    assert labels.paid_cards(ways[0], phrases("en")) in anna.heard
    await anna.presses("Pay differently")
    assert anna.labels[:-1] == [labels.payment_label(way, phrases("en")) for way in ways]
    await anna.presses(labels.payment_label(ways[-1], phrases("en")))
    assert anna.labels == ["Claim it", "Pay differently", "Back to my hand"]
    assert (await anna.view()).table.owner(route.id) is None
    await anna.presses("Claim it")
    assert (await anna.view()).table.owner(route.id) == await anna.seat()
    assert sum((await anna.view()).hand) == held - route.length


async def test_buttons_lead_from_the_turn_to_the_route_to_the_payment(scenario: Scenario) -> None:
    anna, route = await to_a_claim(scenario, await scenario.in_play("Anna", "Boris"), ways=range(2, 9))
    await anna.looks()
    await anna.presses("Claim a route")
    assert "Which one?" in anna.heard
    place = next(b for row in anna.answer.rows for b in row if b.code.endswith(f"ways {route.id}"))
    await anna.presses_code(place.code)
    await anna.presses("Pay differently")
    assert anna.heard.endswith("how do you want to pay?")
    await anna.presses_code(anna.answer.rows[0][0].code)
    await anna.presses("Claim it")
    assert (await anna.view()).table.owner(route.id) == await anna.seat()


async def test_without_confirmation_the_others_are_behind_a_button_too(scenario: Scenario) -> None:
    anna, route = await to_a_claim(scenario, await scenario.in_play("Anna", "Boris"), ways=range(3, 9))
    ways = (await claims_of(anna)).payments(route.id)
    await anna.says("/settings confirm off")
    await unchanged(anna, f"/claim {route.a} {route.b}")
    named = [labels.payment_label(way, phrases("en")) for way in ways]
    assert anna.labels == [named[0], "Pay differently", "Back to my hand"]
    await anna.presses("Pay differently")
    assert anna.labels[:-1] == named
    await anna.presses_code(anna.answer.rows[-2][0].code)
    assert (await anna.view()).table.owner(route.id) == await anna.seat()


async def test_a_claim_is_judged_before_it_is_shown(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    assert await unchanged(anna, "/try claim brest--paris KK", "/try nonsense") == [
        "You chose 2 cards, but you need exactly 3: Brest — Paris costs 3 cards, black or locomotives.",
        "There is no command “nonsense”. See /help for all commands.",
    ]
    name_of_anna = await name(anna)
    assert await unchanged(boris, "/try claim brest--paris KKK") == [
        f"It is {name_of_anna}’s turn. Wait for yours."
    ]


# ---- who may use a command

_REFUSALS = (
    "You are not playing in this game",
    "Only the host of the game or an admin",
    "There is no aborted game",
    "Only an admin can do that",
    "Only an admin of this chat can do that",
    "Only an admin of the chat where the game was created can do that",
    "Only players with a seat in this game can vote",
    "You are not playing in any running game",
)


async def test_commands_are_for_those_that_the_table_names(scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris")
    stranger = await scenario.add_player("Carla")
    before = (await scenario.match()).seq
    for command in COMMANDS:
        if command.is_typed and command.word not in ("join", "practice"):
            refused = (await stranger.says(f"/{command.word}")).startswith(_REFUSALS)
            assert refused is (command.who != "anyone"), command.word
            for player, others in ((boris, ("host", "admin")), (anna, ("admin",))):
                if command.who in others:
                    assert (await player.says(f"/{command.word}")).startswith(_REFUSALS), command.word
    assert (await scenario.match()).seq == before
