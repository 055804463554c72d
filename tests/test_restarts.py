"""Restarts: every half-turn continues after one; and two programs that race."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.store import Store
from bot.store.sqlite import SqliteDatabase
from engine.documents.position import position_of
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario, predictable_entropy
from tests.situations import into_a_tunnel
from tests.stores import limit_pages, url_in
from tests.typed_lines import as_typed

pytestmark = pytest.mark.usefixtures("each_database")


async def whole(scenario: Scenario) -> object:
    """Everything about a match, secrets included."""
    match = await scenario.match()
    assert match.game is not None
    return position_of(match.game), match.roster, match.seq, match.at, match.since


Moment = Callable[[Scenario], Awaitable[Participant]]
"""Plays a session to the middle of a turn. Returns whose turn it is."""


async def starting_choice(scenario: Scenario) -> Participant:
    anna, boris = await scenario.start_game("Anna", "Boris")
    await boris.says("/keep all")
    return anna


async def second_offer(scenario: Scenario) -> Participant:
    anna, _ = await scenario.start_game("Anna", "Boris", game="europe mega")
    await anna.says("/keep none")
    return anna


async def second_card(scenario: Scenario) -> Participant:
    anna, _ = await scenario.in_play("Anna", "Boris")
    await anna.says("/draw deck")
    return anna


async def ticket_choice(scenario: Scenario) -> Participant:
    anna, _ = await scenario.in_play("Anna", "Boris")
    await anna.says("/draw tickets")
    return anna


async def tunnel(scenario: Scenario) -> Participant:
    return await into_a_tunnel(scenario, await scenario.in_play("Anna", "Boris"))


@pytest.mark.parametrize(
    ("come_to", "answer"),
    [
        (starting_choice, "/keep all"),
        (second_offer, "/keep all"),
        (second_card, "/draw deck"),
        (ticket_choice, "/keep all"),
        (tunnel, "/decline"),
    ],
)
async def test_half_turn_continues_after_a_restart(tmp_path: Path, come_to: Moment, answer: str) -> None:
    platform, clock = MemoryPlatform(), FakeClock()
    async with open_scenario(tmp_path, platform=platform, clock=clock) as before:
        participant = await come_to(before)
        await before.settle()
        kept, panel, heard = await whole(before), await participant.looks(), len(platform.posts)
        button = participant.answer.rows[0][0].code
    await clock.move_on(timedelta(days=30))
    async with open_scenario(tmp_path, platform=platform, clock=clock) as after:
        await after.settle()
        assert await whole(after) == kept
        assert len(platform.posts) == heard
        participant = Participant(after, participant.person)
        assert await participant.looks() == panel
        assert not (await participant.presses_code(button)).startswith("That button is out of date")
        if participant in await after.waited_for(participant):
            await participant.says(answer)
        await after.settle()
        assert len({*platform.keys_of(MEMORY_CHAT)}) == len(platform.posts)


async def test_computer_moves_after_a_restart(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=60) as scenario:
        anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
        await anna.says("/new europe")
        await boris.says("/join")
        await anna.says("/start")
        await anna.says("/keep all")
        await boris.says("/leave yes")
        assert await scenario.waited_for(anna, boris) == [boris]
    async with open_scenario(tmp_path) as scenario:
        await scenario.settle()
        assert len((await Participant(scenario, boris.person).view()).tickets) >= 2


async def test_game_read_from_its_log_equals_the_game_in_memory(tmp_path: Path) -> None:
    async with open_scenario(tmp_path) as scenario:
        participants = await scenario.in_play("Anna", "Boris", computers=1)
        for _ in range(30):
            for participant in await scenario.waited_for(*participants):
                await participant.plays(await participant.thinks())
            await scenario.settle()
        kept = await whole(scenario)
    async with open_scenario(tmp_path) as scenario:
        assert await whole(scenario) == kept


# ---- a full disk


@pytest.mark.parametrize("each_database", ["sqlite"], indirect=True)
async def test_failed_write_changes_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    refused = "I could not save that, so nothing was changed. The operator of this bot has been informed."
    async with open_scenario(tmp_path) as scenario:
        participants = await scenario.in_play("Anna", "Boris")
        await limit_pages(scenario.store, 1)
        answer = ""
        while answer != refused:
            (anna,) = await scenario.waited_for(*participants)
            kept, line = await whole(scenario), f"/{as_typed(await anna.thinks(), await anna.view())}"
            answer = await anna.says(line)
        assert await whole(scenario) == kept
        await limit_pages(scenario.store, 100_000)
        assert await anna.says(line) != refused
        assert await whole(scenario) != kept


# ---- two writers


@asynccontextmanager
async def two_tables(folder: Path) -> AsyncIterator[tuple[Scenario, Scenario]]:
    """Two programs' tables, each with games in its own memory. The first one announces.

    On PostgreSQL each has a store of its own.
    """
    url = url_in(folder, "scenario.db")
    async with await Store.open(url) as store, AsyncExitStack() as more:
        alone = url.startswith("sqlite")
        other = store if alone else await more.enter_async_context(await Store.open(url))
        platform, clock = MemoryPlatform(), FakeClock()
        one = Scenario(store, platform, clock, predictable_entropy(1))
        two = Scenario(other, platform, clock, predictable_entropy(1000))
        running = asyncio.create_task(one.host.run())
        try:
            yield one, two
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def at(table: Scenario, participants: Sequence[Participant]) -> list[Participant]:
    """The same people at the other table."""
    return [Participant(table, participant.person) for participant in participants]


async def test_of_two_writers_with_one_button_one_draws_and_both_say_what(tmp_path: Path) -> None:
    async with two_tables(tmp_path) as (one, two):
        participants = await one.in_play("Anna", "Boris")
        for _ in range(12):
            here = (await one.waited_for(*participants))[0]
            (there,) = at(two, [here])
            await here.looks()
            code, held = here.button("From the deck").code, sum((await here.view()).hand)
            answers = await asyncio.gather(here.presses_code(code), there.presses_code(code))
            assert sum((await here.view()).hand) == held + 1
            assert answers[0] == answers[1]
            assert answers[0].startswith("You drew ")


async def test_two_writers_write_everything_once(tmp_path: Path) -> None:
    async with two_tables(tmp_path) as (one, two):
        people = await one.start_game("Anna", "Boris", "Carl", "Dora", "Emil")
        halves = [*people[:2], *at(two, people[2:])]
        await asyncio.gather(*(participant.says("/keep all") for participant in halves))

        async def have_all_kept() -> bool:
            tables = [(await table.match()).table for table in (one, two)]
            return all(table is not None and table.tickets == (4,) * 5 for table in tables)

        await until(have_all_kept)  # each hears of what the other has written
        log = await one.store.log.read((await one.match()).id)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert [entry.action.split()[0] for entry in log if entry.action] == ["keep"] * 5
        assert await whole(two) == await whole(one)


@pytest.mark.parametrize("each_database", ["sqlite"], indirect=True)
async def test_an_unreadable_database_is_answered_with_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_scenario(tmp_path) as scenario:
        anna, _ = await scenario.in_play("Anna", "Boris")
        await scenario.stop()
        await scenario.store.close()
        (tmp_path / "scenario.db").write_bytes(b"\xa5" * 8192)
        damaged = SqliteDatabase(tmp_path / "scenario.db", None)
        monkeypatch.setattr(scenario.store.database, "rows", damaged.rows)
        scenario.store.database._answers.clear()
        scenario.host.repository._recent.clear()
        sentence = "I could not look that up. Nothing was changed."
        assert (await anna.says("/hand")).startswith(sentence)
        assert (await anna.presses_code("aaaaac.0.hand")).startswith(sentence)
        assert (await anna.looks()).startswith(sentence)
        await damaged.close()
    assert "is not a database of this program" in caplog.text


async def test_a_broken_game_does_not_delay_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    annex = Chat("hall", "annex")
    async with open_scenario(tmp_path) as scenario:
        anna = await scenario.add_player("Anna")
        for chat in (MEMORY_CHAT, annex):
            for line in ("/new usa", "/computer", "/start"):
                await anna.says(line, chat)
        broken, other = (await scenario.match()).id, (await scenario.match(annex)).id
        for chat in (MEMORY_CHAT, annex):
            await anna.says("/abort yes", chat)
        await scenario.store.database.write(
            lambda connection: connection.exec_driver_sql(
                f"UPDATE events SET kind = 'Nonsense' WHERE game = '{broken}'"
            )
        )
        scenario.host.repository._recent.pop(broken)
        await scenario.clock.move_on(timedelta(days=2))

        async def published() -> str:
            return (await scenario.host.repository.read(other)).roster.seed

        await until(published)
        await until(lambda: any(broken in line for line in caplog.messages))
        for _ in range(5):
            await scenario.clock.move_on(timedelta(minutes=1))
            await asyncio.sleep(0.05)
    assert len([line for line in caplog.messages if broken in line and "cannot be read" in line]) == 1
    assert [line for line in caplog.messages if "what is due waits" in line] == []
