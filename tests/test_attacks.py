"""Attacks on the authority of a table: each of these once succeeded."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands import games
from bot.matches.roster import Status
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Message
from bot.model.port import Key
from bot.model.settings import ChatSettings
from bot.requests.rate_limits import RATES, RateLimit
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.situations import anna_and_boris

HOST_ONLY = "Only the host of the game or an admin here can do that."
LOUNGE = Chat("hall", "lounge")


# ---- the hand of who took a seat


class WaitingPlatform(MemoryPlatform):
    """Writes private messages only while it may."""

    may_write = asyncio.Event()
    waits = asyncio.Event()

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        if isinstance(to, Person) and not self.may_write.is_set():
            self.waits.set()
            await self.may_write.wait()
        return await super().send(to, message, key, silent=silent)


async def test_panels_that_are_sent_again_show_no_hand_of_who_took_a_seat_meanwhile(tmp_path: Path) -> None:
    platform = WaitingPlatform()
    platform.may_write.set()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        _, boris = await anna_and_boris(scenario)
        await boris.says("/leave yes")
        await scenario.clock.move_on(timedelta(seconds=1))
        await boris.says("/new usa", LOUNGE)
        await boris.says("/computer", LOUNGE)
        await boris.says("/start", LOUNGE)
        await scenario.settle()
        platform.may_write.clear()
        platform.waits.clear()
        writing = asyncio.create_task(boris.says("/write"))
        await platform.waits.wait()  # at the panel of the later game
        before = len(boris.dms)
        await (await scenario.add_player("Mallory")).says("/join")
        platform.may_write.set()
        await writing
        await scenario.settle()
        sent = [plain(one.text) for one in boris.dms[before:] if "Europe" in one.text]
        assert sent == ["**Ticket to Ride: Europe**\nMallory plays this seat now. You are welcome to watch."]


@pytest.mark.parametrize(
    "line", ["ways claim paris--paris", "ways station paris--paris", "ways paris--paris"]
)
async def test_a_forged_place_is_answered_with_one_sentence(scenario: Scenario, line: str) -> None:
    first, _ = await scenario.in_play("Anna", "Boris")
    answer = await first.presses_code(CallbackData("-", 0, line).code)
    assert answer.startswith("I cannot find a city “paris--paris” on this board.")


# ---- what posts show in a chat


async def mallory_with_a_game(scenario: Scenario) -> tuple[Participant, str]:
    """Mallory, who is the host of a lobby in the lounge, and no player in the chat of others."""
    await scenario.start_game("Anna", "Boris")
    mallory = await scenario.add_player("Mallory")
    await mallory.says("/new usa", LOUNGE)
    return mallory, (await scenario.match(LOUNGE)).id


@pytest.mark.parametrize("line", ["options language ru", "options pictures closeup", "language ru here"])
async def test_the_host_of_another_game_chooses_nothing_for_a_chat(scenario: Scenario, line: str) -> None:
    mallory, game = await mallory_with_a_game(scenario)
    assert (await mallory.presses_code(CallbackData(game, 0, line).code)).endswith(HOST_ONLY)
    assert (await mallory.says(f"/{line}")).endswith(HOST_ONLY)
    assert await scenario.store.chats.settings(MEMORY_CHAT) == ChatSettings()


# ---- scripts that are quick or ask for much

DAY = timedelta(days=1)


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
