"""Attacks by players that are quick or large. The others are in tests/games/attacks.txt."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.commands import games
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.requests.rate_limits import RATES, RateLimit
from tests.fakes.wire.patience import until
from tests.scenario import Participant, Scenario
from tests.situations import anna_and_boris

DAY = timedelta(days=1)
LOUNGE = Chat("hall", "lounge")


async def without_clock(scenario: Scenario, *names: str) -> list[Participant]:
    """A game without a clock in its first turn; the player whose turn it is comes first."""
    await (await scenario.add_player(names[0])).says("/options clock none")
    return await scenario.in_play(*names)


async def test_a_computer_that_is_stuck_makes_nobody_else_late(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stuck(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.computers.computer_players.computer_move", stuck)
    anna, boris, carl = [await scenario.add_player(name) for name in ("Anna", "Boris", "Carl")]
    await anna.says("/options clock none")
    await anna.says("/new europe")
    for one in (boris, carl):
        await one.says("/join")
    await anna.says("/computer")
    await anna.says("/start")
    for one in (anna, boris):
        await one.says("/keep all")
    await carl.says("/leave yes")
    await scenario.clock.move_on(DAY)
    assert (await (await scenario.add_player("Dora")).says("/join")).startswith("You now play")
    assert (await anna.says("/skip")).startswith("Only an admin can do that now")
    assert (await scenario.match()).roster.vote is None


async def test_a_vote_on_a_player_who_acts_in_the_same_moment_is_not_opened(scenario: Scenario) -> None:
    late, second, _ = await without_clock(scenario, "Anna", "Boris", "Carl")
    await scenario.clock.move_on(DAY)
    lock = scenario.host.repository._locks.setdefault((await scenario.match()).id, asyncio.Lock())
    async with lock:
        turn = asyncio.create_task(late.says("/draw tickets"))
        await until(lambda: bool(lock._waiters), "nobody plays")
        vote = asyncio.create_task(second.says(f"/replace {late.person.id}"))
        await until(lambda: len(lock._waiters or ()) > 1, "nobody asks for a vote")
    await turn
    assert (await vote).startswith("Only an admin can do that now")
    assert (await scenario.match()).roster.vote is None


async def test_a_script_that_asks_for_large_work_is_held_up_soon(scenario: Scenario) -> None:
    tried = []

    async def try_webhook(*_: object) -> str:
        return tried.append("") or "broken"

    dispatcher = scenario.host.dispatcher
    changes = RateLimit(scenario.clock, RATES.changes)
    dispatcher._services = replace(dispatcher._services, changes=changes, try_webhook=try_webhook)
    anna, boris = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    scenario.platform.admins.add(boris.person)
    files = 0
    for _ in range(20):
        await anna.says("/mydata")
        files += bool(anna.answer.documents)
        answer = await boris.says("/webhook https://victim.example.org/")
    assert (files, len(tried)) == (RATES.changes[0] // 6, RATES.changes[0] // 6)
    assert answer.startswith("You have changed a lot within a few minutes.")
    assert await anna.says("/forgetme yes") == answer


async def test_a_script_that_changes_without_end_is_held_up_and_its_moves_are_not(scenario: Scenario) -> None:
    dispatcher = scenario.host.dispatcher
    changes = RateLimit(scenario.clock, RATES.changes)
    dispatcher._services = replace(dispatcher._services, changes=changes)
    anna, boris = await anna_and_boris(scenario)
    before = (await scenario.match()).seq
    await boris.says("/pause")
    for number in range(100):
        answer = await boris.says(f"/vote {('no', 'yes')[number % 2]}")
    assert answer.startswith("You have changed a lot within a few minutes.")
    assert (await scenario.match()).seq - before <= RATES.changes[0]
    assert (await boris.says("/new usa", LOUNGE)) == answer
    await anna.says("/vote no")
    for one in (anna, boris):
        await one.draws()
    assert "2" in await anna.says("/since")
    await scenario.clock.move_on(timedelta(minutes=1))
    assert (await boris.says("/pause")).startswith("You have asked the table")


async def test_only_a_limited_number_of_chats_show_one_game(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.commands.share.MOST_CHATS", 2)
    anna, _ = await anna_and_boris(scenario)
    code = next(line for line in (await anna.says("/share")).splitlines() if "/follow" in line).strip()
    mallory = await scenario.add_player("Mallory")
    await mallory.says(code, LOUNGE)
    assert await mallory.says(code, Chat("hall", "den")) == "This game is shown in 2 chats already."


async def test_nobody_changes_the_setup_while_the_game_starts(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/new europe")
    await boris.says("/join")

    async def is_host_while_boris_is_quick(_: object) -> None:
        await boris.says("/options clock 2m")

    with monkeypatch.context() as patched:
        patched.setattr(games, "require_starter", is_host_while_boris_is_quick)
        assert (await anna.says("/start")).startswith("Someone changed the settings at this very moment.")
    assert (await scenario.match()).roster.status is Status.LOBBY
    await anna.says("/start")
    assert (await scenario.match()).roster.status is Status.RUNNING
