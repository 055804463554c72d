"""Games on a clock in a chat: the option, what happens when time is up, and how players come back."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.discord import layout as discord
from bot.matches.clocks import CLOCKS
from bot.model.message import moment
from bot.telegram import formatted_text as telegram
from bot.text.i18n import person
from engine.game import DrawSecondCard
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario, waited_for
from tests.situations import anna_and_boris, into_a_tunnel, unchanged

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path, turn_clock="24h") as one:
        yield one


async def wait(scenario: Scenario, time: timedelta) -> None:
    await scenario.clock.move_on(time)
    await scenario.settle()


async def lobby(scenario: Scenario) -> tuple[Participant, Participant]:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/new europe")
    await boris.says("/join")
    await scenario.settle()
    return anna, boris


async def other_turn(scenario: Scenario, player: Participant) -> None:
    """Two blind cards."""
    for _ in range(2):
        await player.says("/draw deck")
    await scenario.settle()


# ---- the option


async def test_a_new_game_has_a_day_a_turn_and_its_lobby_can_choose_another(scenario: Scenario) -> None:
    _, boris = await lobby(scenario)
    assert (await scenario.match()).roster.clock == CLOCKS["24h"]
    assert await boris.says("/options clock 4h away 3") == (
        "Clock: 4 hours a turn, and up to 12 hours saved.\nEach player may be away for 3 days in all."
    )
    match = await scenario.match()
    assert (match.roster.clock, match.roster.allowance) == (CLOCKS["4h"], 3 * 86400)
    await scenario.settle()
    assert "Clock: 4 hours a turn, and up to 12 hours saved." in scenario.platform.texts[-1]


async def test_a_lobby_has_a_menu_of_clocks(scenario: Scenario) -> None:
    _, boris = await lobby(scenario)
    codes = {button.label: button.code for row in scenario.platform.posts[-1].rows for button in row}
    await boris.presses_code(codes["Clock: no time limit"])
    assert (await scenario.match()).roster.clock is None
    assert await boris.says("/clock") == "Clock: no time limit."


async def test_a_lobby_has_a_menu_for_the_delay_of_plans(scenario: Scenario) -> None:
    _, boris = await lobby(scenario)
    codes = {button.label: button.code for row in scenario.platform.posts[-1].rows for button in row}
    await boris.presses_code(codes["Planned turns: after a random delay"])
    assert (await scenario.match()).roster.delays_plans
    await boris.presses_code(codes["Planned turns: played at once"])
    assert not (await scenario.match()).roster.delays_plans


async def test_a_chat_chooses_the_clock_of_its_new_games(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    assert await anna.says("/options clock 7d") == (
        "New games in this chat start with this clock: 7 days a turn, and up to 21 days saved."
    )
    await anna.says("/new europe")
    assert (await scenario.match()).roster.clock == CLOCKS["7d"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (
            "/options clock 0",
            "There is no clock “0”. Choose from: none, 2m, 5m, 10m, 1h, 4h, 12h, 24h, 48h, 3d, 7d.",
        ),
        ("/options away 61", "“61” is not a number of days from 0 to 60."),
        ("/options away soon", "“soon” is not a number of days from 0 to 60."),
        (
            "/clock 9z",
            "There is no clock “9z”. Choose from: none, 2m, 5m, 10m, 1h, 4h, 12h, 24h, 48h, 3d, 7d.",
        ),
    ],
)
async def test_a_clock_that_makes_no_sense_is_refused(scenario: Scenario, typed: str, answer: str) -> None:
    _, boris = await lobby(scenario)
    assert await unchanged(boris, typed) == [answer]


# ---- time is up


async def test_time_up_plays_one_turn_and_the_chat_learns_of_it(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await wait(scenario, 3 * DAY - timedelta(seconds=1))
    assert await waited_for(scenario, [anna, boris]) == [anna]
    await wait(scenario, timedelta(seconds=1))
    assert scenario.platform.last.startswith("Time is up for Anna. A computer finishes this turn.\nAnna ")
    assert "(computer)" not in plain(scenario.platform.posts[-1].pictures[0].alt)
    assert await waited_for(scenario, [anna, boris]) == [boris]
    await other_turn(scenario, boris)
    assert await waited_for(scenario, [anna, boris]) == [anna]
    assert "(computer)" not in plain(scenario.platform.posts[-1].pictures[0].alt)


async def test_three_turns_in_a_row_give_the_seat_to_a_computer_until_the_player_is_back(
    scenario: Scenario,
) -> None:
    anna, boris = await anna_and_boris(scenario)
    for time in (3 * DAY, DAY, DAY):
        await wait(scenario, time)
        if time == 3 * DAY or not (await scenario.match()).roster.holders[0].level:
            await other_turn(scenario, boris)
    post = next(post for post in scenario.platform.posts if "third turn in a row" in post.text)
    assert "A computer now plays until they return." in plain(post.text)
    assert "Come back" in [one.label for row in anna.dms[-1].buttons for one in row]
    (button,) = [one for row in post.buttons for one in row if one.label == "Come back"]
    await other_turn(scenario, boris)
    assert await waited_for(scenario, [anna, boris]) == [boris], "the computer has played on"
    await anna.presses_code(button.code)
    await scenario.settle()
    assert not (await scenario.match()).roster.holders[0].level
    await other_turn(scenario, boris)
    assert await waited_for(scenario, [anna, boris]) == [anna]


async def test_a_second_card_a_tunnel_and_tickets_are_completed(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/draw deck")
    match = await scenario.match()
    assert match.game
    assert isinstance(match.game.table.decisions[0], DrawSecondCard)
    await wait(scenario, 3 * DAY)
    assert await waited_for(scenario, [anna, boris]) == [boris]
    await boris.says("/draw tickets")
    await wait(scenario, 3 * DAY)
    assert await waited_for(scenario, [anna, boris]) == [anna]
    vanished = await into_a_tunnel(scenario, [anna, boris])
    other = boris if vanished is anna else anna
    await wait(scenario, 4 * DAY)
    match = await scenario.match()
    assert match.table
    assert match.table.tunnel is None
    assert await waited_for(scenario, [anna, boris]) == [other]


async def test_starting_tickets_are_chosen_for_those_who_are_late(scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris")
    await anna.says("/keep all")
    await wait(scenario, 2 * DAY)
    match = await scenario.match()
    assert match.table
    assert not match.table.choosing
    assert len(await waited_for(scenario, [anna, boris])) == 1


async def test_a_live_clock_is_met_at_its_moment(scenario: Scenario) -> None:
    anna, boris = await lobby(scenario)
    await anna.says("/options clock 2m")
    await anna.says("/start")
    for player in (anna, boris):
        await player.says("/keep all")
    await scenario.settle()
    first = await waited_for(scenario, [anna, boris])
    seconds = 2 * 120 + 120
    await wait(scenario, timedelta(seconds=seconds - 1))
    assert await waited_for(scenario, [anna, boris]) == first
    await wait(scenario, timedelta(seconds=1))
    assert await waited_for(scenario, [anna, boris]) != first


async def test_a_deadline_survives_a_restart_and_fires_once(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, turn_clock="24h") as scenario:
        await anna_and_boris(scenario)
        clock, platform = scenario.clock, scenario.platform
    await clock.move_on(10 * DAY)
    for _ in range(2):
        async with open_scenario(tmp_path, clock=clock, platform=platform, turn_clock="24h") as scenario:
            await scenario.settle()
    assert sum("Time is up" in text for text in platform.texts) == 1


async def test_a_player_who_moves_in_time_is_left_alone(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await wait(scenario, 3 * DAY - HOUR)
    await other_turn(scenario, anna)
    await wait(scenario, 2 * DAY)
    assert not any("Time is up" in text for text in scenario.platform.texts)
    assert await waited_for(scenario, [anna, boris]) == [boris]
    assert await scenario.store.chats.game_in(MEMORY_CHAT)


# ---- how a deadline is shown


async def test_the_deadline_is_in_every_post_panel_and_text(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    post, until = scenario.platform.posts[-1], int((scenario.clock.now() + 3 * DAY).timestamp())
    assert post.details == f"Deadline: <t:{until}>."
    assert "Deadline" not in post.pictures[0].alt, "an alt text cannot be edited everywhere"
    assert f"Deadline: <t:{until}>." in await anna.looks()
    assert "Deadline: 2026-03-04 18:00 UTC." in await anna.says("/text")


def test_each_platform_shows_a_moment_in_the_readers_time() -> None:
    text, words = moment(datetime(2026, 3, 4, 18, 0, tzinfo=UTC)), "2026-03-04 18:00 UTC"
    assert discord.formatted(f"until {text}.") == "until <t:1772647200:f> (<t:1772647200:R>)."
    sent = telegram.formatted(f"**Anna** until {text}.", details=f"Time {text}.")
    assert sent.text == f"Anna until {words}.\nTime {words}."
    times = [one.to_dict() for one in sent.entities if one.type == "date_time"]
    assert [(one["offset"], one["length"], one["unix_time"], one["date_time_format"]) for one in times] == [
        (11, 20, 1772647200, "wDt"),
        (38, 20, 1772647200, "wDt"),
    ]
    assert telegram.plain(f"until {text}") == f"until {words}"


def test_a_player_cannot_write_a_moment() -> None:
    assert "<t:" not in person("<t:1772647200>")


async def test_come_back_stays_below_each_post_until_the_player_is_back(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    for time in (3 * DAY, DAY, DAY):
        await wait(scenario, time)
        if not (await scenario.match()).roster.holders[0].level:
            await other_turn(scenario, boris)
    assert (await scenario.match()).roster.holders[0].level
    for _ in range(2):
        await other_turn(scenario, boris)
        assert "Come back" in [one.label for row in scenario.platform.posts[-1].buttons for one in row]
    await anna.says("/join")
    await other_turn(scenario, boris)
    await other_turn(scenario, anna)
    assert "Come back" not in [one.label for row in scenario.platform.posts[-1].buttons for one in row]
