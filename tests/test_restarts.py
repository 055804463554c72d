"""A program that stops and is started again: every half-turn goes on where it was; and two that race."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.store import Store
from bot.store.cache import Memory
from engine.documents.position import position_of
from tests.scenario import (
    HALL,
    Evening,
    FakeClock,
    Guest,
    MemoryPlatform,
    Sketcher,
    counted,
    evening,
    waited_for,
)
from tests.situations import into_a_payable_tunnel, view_of


async def whole(hall: Evening) -> object:
    """All that there is to a match, secrets and all."""
    match = await hall.match()
    assert match.game is not None
    return position_of(match.game), match.roster, match.seq, match.at, match.since


Moment = Callable[[Evening], Awaitable[Guest]]
"""Brings an evening to some half-turn; whose it is."""


async def starting_choice(hall: Evening) -> Guest:
    anna, boris = await hall.seated("Anna", "Boris")
    await boris.says("/keep all")
    return anna


async def second_offer(hall: Evening) -> Guest:
    anna, _ = await hall.seated("Anna", "Boris", game="europe mega")
    await anna.says("/keep none")
    return anna


async def second_card(hall: Evening) -> Guest:
    anna, _ = await hall.playing("Anna", "Boris")
    await anna.says("/draw deck")
    return anna


async def ticket_choice(hall: Evening) -> Guest:
    anna, _ = await hall.playing("Anna", "Boris")
    await anna.says("/draw tickets")
    return anna


async def tunnel(hall: Evening) -> Guest:
    return await into_a_payable_tunnel(hall, await hall.playing("Anna", "Boris"))


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
async def test_a_half_turn_goes_on_after_a_restart(tmp_path: Path, come_to: Moment, answer: str) -> None:
    hall, clock = MemoryPlatform(), FakeClock()
    async with evening(tmp_path, hall=hall, clock=clock) as before:
        guest = await come_to(before)
        await before.settle()
        kept, panel, heard = await whole(before), await guest.looks(), len(hall.posts)
        button = guest.answer.rows[0][0].code
    await clock.move_on(timedelta(days=30))
    async with evening(tmp_path, hall=hall, clock=clock) as after:
        await after.settle()
        assert await whole(after) == kept
        assert len(hall.posts) == heard
        guest = Guest(after, guest.person)
        assert await guest.looks() == panel
        assert not (await guest.presses_code(button)).startswith("That button is out of date")
        if guest in await waited_for(after, [guest]):
            await guest.says(answer)
        await after.settle()
        assert len({*hall.keys}) == len(hall.posts)


async def test_a_computer_that_was_about_to_move_moves_after_the_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, delay=60) as hall:
        anna, boris = await hall.arrive("Anna"), await hall.arrive("Boris")
        await anna.says("/new europe")
        await boris.says("/join")
        await anna.says("/start")
        await anna.says("/keep all")
        await boris.says("/leave")
        assert await waited_for(hall, [anna, boris]) == [boris]
    async with evening(tmp_path) as hall:
        await hall.settle()
        assert len((await view_of(Guest(hall, boris.person))).tickets) >= 2


async def test_a_table_is_the_same_from_its_log_as_it_was_in_play(tmp_path: Path) -> None:
    async with evening(tmp_path) as hall:
        guests = await hall.playing("Anna", "Boris", computers=1)
        for _ in range(30):
            for guest in await waited_for(hall, guests):
                await guest.says(f"/{await guest.thinks()}")
            await hall.settle()
        kept = await whole(hall)
    async with evening(tmp_path) as hall:
        assert await whole(hall) == kept


# ---- a full disk


async def limit_pages(store: Store, pages: int) -> None:
    """Let the database grow to so many pages, or, to SQLite, not at all where it has more already."""
    await store._write(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))


async def test_what_the_disk_refuses_changes_nothing_and_goes_through_later(tmp_path: Path) -> None:
    refused = "I could not save that, so nothing was changed. The operator of this bot has been informed."
    async with evening(tmp_path) as hall:
        guests = await hall.playing("Anna", "Boris")
        await limit_pages(hall.store, 1)
        answer = ""
        while answer != refused:
            (anna,) = await waited_for(hall, guests)
            kept, line = await whole(hall), f"/{await anna.thinks()}"
            answer = await anna.says(line)
        assert await whole(hall) == kept
        await limit_pages(hall.store, 100_000)
        assert await anna.says(line) != refused
        assert await whole(hall) != kept


# ---- two writers


@asynccontextmanager
async def two_tables(folder: Path) -> AsyncIterator[tuple[Evening, Evening]]:
    """Two tables on one store, each with its own idea of every game; the first announces."""
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'evening.db'}") as store:
        hall, clock = MemoryPlatform(), FakeClock()
        one, two = (Evening(store, hall, clock, counted(start), Sketcher()) for start in (1, 1000))
        running = asyncio.create_task(one.table.run())
        try:
            yield one, two
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def at(table: Evening, guests: Sequence[Guest]) -> list[Guest]:
    """The same people at the other table."""
    return [Guest(table, guest.person) for guest in guests]


async def test_of_two_writers_with_one_button_one_is_too_late(tmp_path: Path) -> None:
    async with two_tables(tmp_path) as (one, two):
        guests = await one.playing("Anna", "Boris")
        for _ in range(12):
            here = (await waited_for(one, guests))[0]
            (there,) = at(two, [here])
            await here.looks()
            code, held = here.button("From the deck").code, sum((await view_of(here)).hand)
            answers = await asyncio.gather(here.presses_code(code), there.presses_code(code))
            assert sum((await view_of(here)).hand) == held + 1
            assert len([said for said in answers if said.startswith("You drew")]) == 1
            assert len([said for said in answers if said.startswith("That button is out of date")]) == 1


async def test_two_writers_lose_nothing_and_write_nothing_twice(tmp_path: Path) -> None:
    async with two_tables(tmp_path) as (one, two):
        people = await one.seated("Anna", "Boris", "Carl", "Dora", "Emil")
        halves = [*people[:2], *at(two, people[2:])]
        await asyncio.gather(*(guest.says("/keep all") for guest in halves))
        match = await one.match()
        assert match.table is not None
        assert match.table.tickets == (4,) * 5
        log = await one.store.log(match.id)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert [entry.action.split()[0] for entry in log if entry.action] == ["keep"] * 5
        assert await whole(two) == await whole(one)


@pytest.mark.filterwarnings("ignore:.*was deleted before being closed:ResourceWarning")  # one that is spoiled
async def test_a_disk_that_cannot_be_read_is_told_in_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path) as hall:
        anna, _ = await hall.playing("Anna", "Boris")
        await hall.store.close()
        (tmp_path / "evening.db").write_bytes(b"\xa5" * 8192)
        hall.store.memory = Memory()
        hall.table.games._matches.clear()
        sentence = "I could not look that up. Nothing was changed."
        assert (await anna.says("/hand")).startswith(sentence)
        assert (await anna.presses_code("aaaaac.0.hand")).startswith(sentence)
        assert (await anna.looks()).startswith(sentence)
    assert "is not a database of this program" in caplog.text
    gc.collect()  # what is spoiled goes within this test


async def test_one_games_trouble_is_no_other_games_delay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    annex = Chat("hall", "annex")
    async with evening(tmp_path) as hall:
        anna = await hall.arrive("Anna")
        for chat in (HALL, annex):
            for line in ("/new usa", "/computer", "/start"):
                await anna.says(line, chat)
        broken, other = (await hall.match()).id, (await hall.match(annex)).id
        for chat in (HALL, annex):
            await anna.says("/abort yes", chat)
        await hall.store._write(
            lambda connection: connection.exec_driver_sql(
                f"UPDATE events SET kind = 'Nonsense' WHERE game = '{broken}'"
            )
        )
        hall.table.games._matches.pop(broken)
        await hall.clock.move_on(timedelta(days=2))
        for _ in range(500):
            if (await hall.table.games.read(other)).roster.seed:
                break
            await asyncio.sleep(0.01)
        assert (await hall.table.games.read(other)).roster.seed
    lines = [line for line in caplog.messages if line.startswith(f"game {broken}: what is due waits")]
    assert lines
    assert all("\n" not in line for line in lines)
