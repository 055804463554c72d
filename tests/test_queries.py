"""What scripts of play (tests/games/queries.txt) cannot say of queries: pictures, pages and secrets."""

import pytest

from bot.commands import look
from tests.scenario import Scenario, ticket_names
from tests.situations import into_a_tunnel


async def test_the_legend_is_a_button_below_the_board(scenario: Scenario) -> None:
    await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    await carl.says("/board")
    shown = await carl.presses("Legend")
    assert shown == await carl.says("/board legend")
    assert shown.endswith("1 space: 1, 2 spaces: 2, 3 spaces: 4, 4 spaces: 7, 6 spaces: 15, 8 spaces: 21.")
    (legend,) = carl.answer.pictures
    assert (legend.name, legend.alt) == ("legend.png", shown)


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
    held = (await anna.view()).tickets
    shown = await anna.says("/hand")
    assert await anna.says("/tickets") in shown
    assert shown == await anna.looks() == await anna.says("/draw")
    assert [picture.name for picture in anna.answer.pictures] == ["my-tickets.png", "hand.png"]
    described = anna.answer.pictures[0].alt.splitlines()
    assert len(described) == len(held) == 4
    assert not [line for line in described if line not in shown]


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
