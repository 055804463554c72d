"""Deadlines that move in mid-turn: every message that shows one follows, or shows it no longer."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest

from bot.model.message import Message
from bot.model.profile import Profile
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario
from tests.stores import due_in_games

pytestmark = pytest.mark.scenario(turn_clock="24h")

HOUR = timedelta(hours=1)


def deadlines(message: Message) -> list[str]:
    """The deadlines that a message shows."""
    whole = f"{message.text}\n{message.details}"
    return [part.partition(">")[0] for part in whole.split("<t:")[1:]]


def stamp(at: datetime | None) -> str:
    assert at is not None
    return str(int(at.timestamp()))


async def change_clock(anna: Participant, boris: Participant, cara: Participant) -> None:
    await boris.says("/clock 1h")
    for one in (anna, cara):
        await one.says("/vote yes")


async def give_time(anna: Participant, boris: Participant, cara: Participant) -> None:
    await boris.says("/givetime")


async def go_away(anna: Participant, boris: Participant, cara: Participant) -> None:
    await anna.says("/away 2 days")


async def pause(anna: Participant, boris: Participant, cara: Participant) -> None:
    await boris.says("/pause")
    await cara.says("/vote yes")


Change = Callable[[Participant, Participant, Participant], Awaitable[None]]


@pytest.mark.parametrize("change", [change_clock, give_time, go_away, pause])
async def test_panel_post_and_reminder_follow_the_clock(scenario: Scenario, change: Change) -> None:
    anna, boris, cara = await scenario.in_play("Anna", "Boris", "Cara")
    await scenario.store.people.save(
        Profile(anna.person, "Anna", chosen={"zone": "UTC", "quiet_hours": "off"})
    )
    seat, platform = await anna.seat(), scenario.platform
    await scenario.clock.move_on(37 * HOUR)
    await _reminded(scenario, anna)
    old = stamp((await scenario.match()).deadline(seat))
    assert [deadlines(one) for one in platform.standing(anna.person)] == [[old], [old]]
    await change(anna, boris, cara)
    await scenario.settle()
    now = (await scenario.match()).deadline(seat)
    shown = [stamp(now)] if now else []
    assert shown != [old]
    assert [deadlines(one) for one in platform.standing(anna.person)] == [shown, shown]
    turn = [one for one in platform.standing(MEMORY_CHAT) if "’s turn" in plain(one.text)]
    assert len(turn) == 2
    assert "Deadline" not in plain(f"{turn[0].text} {turn[0].details}")
    assert ("Deadline" in turn[1].details) == bool(now)
    assert deadlines(turn[0]) == []


async def test_a_clock_that_runs_again_is_shown_again(scenario: Scenario) -> None:
    anna, boris, cara = await scenario.in_play("Anna", "Boris", "Cara")
    for asked in ("/pause", "/resume"):
        await boris.says(asked)
        await cara.says("/vote yes")
        await scenario.pass_time(HOUR)
    until = stamp((await scenario.match()).deadline(await anna.seat()))
    assert deadlines(scenario.platform.standing(anna.person)[-1]) == [until]
    assert deadlines(scenario.platform.posts[-1]) == [until]
    await anna.says("/away 2 days")
    await anna.says("/back")
    await scenario.settle()
    assert plain(scenario.platform.posts[-1].text).startswith(f"{_name(anna)} is no longer away.")
    until = stamp((await scenario.match()).deadline(await anna.seat()))
    assert deadlines(scenario.platform.posts[-1]) == [until]


async def test_a_reminder_in_the_chat_loses_a_deadline_that_has_moved(scenario: Scenario) -> None:
    anna, boris, _ = await scenario.in_play("Anna", "Boris", "Cara")
    await scenario.store.people.save(
        Profile(anna.person, "Anna", chosen={"zone": "UTC", "quiet_hours": "off"})
    )
    await scenario.store.people.note_dms_blocked(anna.person)
    await scenario.clock.move_on(37 * HOUR)
    await _reminded(scenario, anna)
    (reminder,) = _reminders(scenario.platform)
    assert len(deadlines(reminder)) == 1
    await boris.says("/givetime")
    await scenario.settle()
    (reminder,) = _reminders(scenario.platform)
    assert plain(reminder.text) == f"It is still {_name(anna)}’s turn."


async def test_the_post_of_an_earlier_turn_keeps_its_deadline(scenario: Scenario) -> None:
    anna, _, _ = await scenario.in_play("Anna", "Boris", "Cara")
    before = scenario.platform.posts[-1].details
    await anna.takes_turn()
    assert before in [one.details for one in scenario.platform.standing(MEMORY_CHAT)]


async def test_a_post_that_changes_nothing_on_the_board_has_no_picture(scenario: Scenario) -> None:
    anna, boris, cara = await scenario.in_play("Anna", "Boris", "Cara")
    posts = len(scenario.platform.posts)
    for asked in ("/away 2 days", "/back"):
        await anna.says(asked)
        await scenario.settle()
    for asked in ("/pause", "/resume"):
        await boris.says(asked)
        await scenario.settle()
        await cara.says("/vote yes")
        await scenario.settle()
    assert len(scenario.platform.posts) == posts + 6
    assert [one.pictures for one in scenario.platform.posts[posts:]] == [()] * 6
    shown = [plain(one.text) for one in scenario.platform.standing(MEMORY_CHAT)]
    assert sum(text.count("The table says yes.") for text in shown) == 2
    await anna.takes_turn()
    assert scenario.platform.posts[-1].pictures


def _name(player: Participant) -> str:
    return player.person.id.title()


def _reminders(platform: MemoryPlatform) -> list[Message]:
    return [one for one in platform.standing(MEMORY_CHAT) if "It is still" in plain(one.text)]


async def _reminded(scenario: Scenario, player: Participant) -> None:
    """Wait until everything that is due was sent."""
    for _ in range(400):
        await scenario.settle()
        if not await due_in_games(scenario.store, scenario.clock.now()):
            return
        await scenario.clock.move_on(timedelta())
    raise AssertionError("a reminder is still due")
