"""Queries of players and onlookers. None shows another player's secrets."""

import pytest

from bot.commands import look
from tests.scenario import Scenario, ticket_names
from tests.situations import into_a_tunnel, unchanged, view_of


async def test_onlookers_see_the_board_the_scores_and_the_log(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    assert "longest path" in await carl.says("/board")
    assert [picture.name for picture in carl.answer.pictures] == ["board.png"]
    assert (await carl.says("/scores")).startswith("**Points so far**")
    assert (await carl.says("/text")).splitlines()[0] == "**Ticket to Ride: Europe**, Classic, turn 1"
    await anna.says("/draw deck")
    log = await carl.says("/log")
    assert log.splitlines()[0] == "Anna joins with the red trains."
    assert log.splitlines()[-1].endswith("draws 1 card from the deck.")


async def test_the_legend_is_a_button_below_the_board(scenario: Scenario) -> None:
    await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    await carl.says("/board")
    shown = await carl.presses("Legend")
    assert shown == await carl.says("/board legend")
    assert shown.endswith("1 space: 1, 2 spaces: 2, 3 spaces: 4, 4 spaces: 7, 6 spaces: 15, 8 spaces: 21.")
    (legend,) = carl.answer.pictures
    assert (legend.name, legend.alt) == ("legend.png", shown)


async def test_onlookers_have_no_hand(scenario: Scenario) -> None:
    await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    assert (
        await unchanged(carl, "/hand", "/tickets", "/draw", "/claim", "/station", "/ticket")
        == ["You are not playing in this game."] * 6
    )
    assert await carl.looks() == "You are watching this game."


async def test_the_log_and_the_text_tell_no_secret(scenario: Scenario) -> None:
    participants = await scenario.in_play("Anna", "Boris")
    await into_a_tunnel(scenario, participants)
    match = await scenario.match()
    assert match.game is not None
    secret = ticket_names(match.board, [number for tickets in match.game.tickets for number in tickets])
    for participant in [await scenario.add_player("Carl"), *participants]:
        told = [await participant.says(what) for what in ("/log", "/text", "/scores", "/board")]
        alts = [picture.alt for picture in participant.answer.pictures]
        assert not [name for name in secret for text in (*told, *alts) if name in text]
        assert match.game.seed not in "".join(told)


async def test_the_hand_is_shown_with_its_pictures_and_what_can_be_done(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    held = (await view_of(anna)).tickets
    shown = await anna.says("/hand")
    assert shown == await anna.looks() == await anna.says("/draw")
    assert [picture.name for picture in anna.answer.pictures] == ["my-tickets.png", "hand.png"]
    described = anna.answer.pictures[0].alt.splitlines()
    assert len(described) == len(held) == 4
    assert not [line for line in described if line not in shown]


async def test_tickets_are_shown_on_one_map_and_one_by_one(scenario: Scenario) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    told = await anna.says("/tickets")
    assert told.startswith("**Your 4 tickets:**")
    assert [picture.name for picture in anna.answer.pictures] == ["my-tickets.png", "tickets.png"]
    assert told in await anna.looks()


async def test_tickets_that_are_offered_are_shown_to_choose_from(scenario: Scenario) -> None:
    anna, _ = await scenario.start_game("Anna", "Boris")
    assert await anna.says("/tickets") == await anna.looks()
    names = [picture.name for picture in anna.answer.pictures]
    assert names == ["my-tickets.png", "tickets.png", "hand.png"]


async def test_text_describes_a_city_or_a_route(scenario: Scenario) -> None:
    await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    assert (await carl.says("/text open")).startswith("**101 open routes.**")
    assert (await carl.says("/text viena")).startswith("**Wien**: no station\nBerlin — Wien")
    assert (await carl.says("/text paris brest")) == "Brest — Paris: 3 spaces, black, open"
    assert (await carl.says("/text atlantis")).startswith("I cannot find a city “atlantis” on this board.")


async def test_the_log_pages_back_to_the_beginning(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look, "_LOG_STEPS", 6)
    anna, _ = await scenario.in_play("Anna", "Boris")
    newest = await anna.says("/log")
    pages = -(-(await scenario.match()).seq // 6)
    assert pages >= 3
    assert newest.startswith(f"**Log**, page {pages} of {pages}\n")
    assert anna.labels == ["Earlier"]
    told = [newest]
    while "Earlier" in anna.labels:
        told.append(await anna.presses("Earlier"))
    assert len(told) == pages == len(set(told))
    assert told[-1].startswith(f"**Log**, page 1 of {pages}\nAnna joins with the red trains.")
    assert anna.labels == ["Later"]
    assert await anna.presses("Later") == told[-2] == await anna.says("/log 2")
    assert await anna.says("/log 999999") == newest


async def test_before_the_game_there_is_nothing_to_look_at(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    assert (
        await unchanged(anna, "/board", "/scores", "/text", "/claim", "/ticket")
        == ["The game has not started yet."] * 5
    )
    assert await anna.says("/log") == "Anna joins with the red trains."
    assert (await anna.says("/hand")).startswith("You have a seat in Ticket to Ride: Europe.")
