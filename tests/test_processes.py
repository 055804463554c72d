"""Several processes host one bot on one database: everything is said once, whichever process ends."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.app import clock_of
from bot.clock import SteadyClock
from bot.computers.choice import computer_turn
from bot.matches.leases import CLOCK, EVERY, LASTS, Leases
from bot.model.identity import Chat
from bot.store import Entry, Store, listener
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock, Participant, Scenario

CHATS = [Chat("hall", f"table{number}") for number in range(4)]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(listener, "ECHO_EVERY", 0.05)
    before = sys.getswitchinterval()  # each process of a test changes it back to what it found
    yield
    sys.setswitchinterval(before)


class Process(Scenario):
    """One of several processes: a store of its own, and the platform that all of them reach."""

    @property
    def leases(self) -> Leases:
        return self.host.leases

    async def kill(self) -> None:
        """End it without giving anything back."""
        self.leases.stop = lambda: asyncio.sleep(0)  # type: ignore[method-assign]
        await self.stop()


@asynccontextmanager
async def started(
    url: str, platform: MemoryPlatform, clock: FakeClock, now: FakeClock | None = None, **chosen: object
) -> AsyncIterator[Process]:
    """A process; `now` is the clock of the database, if it is another one."""
    async with await Store.open(url) as store:
        leases = Leases(store, clock, lambda: (now or clock).now().timestamp())  # type: ignore[arg-type]
        one = Process(store, replace(platform), clock, leases=leases, **chosen)  # type: ignore[arg-type]
        await one.run()
        await until(lambda: bool(one.leases._until))
        try:
            yield one
        finally:
            await one.stop()


async def balance(*processes: Process) -> None:
    """Let each process get its share."""
    for _ in range(3):
        for process in processes:
            await process.leases.beat()


async def pass_time(clock: FakeClock, seconds: float, *running: Process) -> None:
    for _ in range(int(seconds // EVERY)):
        await clock.move_on(timedelta(seconds=EVERY))
        for process in running:
            await process.leases.beat()


@pytest.fixture
def platform() -> MemoryPlatform:
    return MemoryPlatform()


@pytest.fixture
async def both(
    postgres_url: str, platform: MemoryPlatform, clock: FakeClock
) -> AsyncIterator[tuple[Process, Process]]:
    async with started(postgres_url, platform, clock) as one, started(postgres_url, platform, clock) as two:
        await balance(one, two)
        yield one, two


async def play(process: Process, chat: Chat, *names: str) -> list[Participant]:
    """A game of these people in a chat, all starting tickets kept."""
    people = [await process.add_player(name) for name in names]
    await people[0].says("/new usa", chat)
    for one in people[1:]:
        await one.says("/join", chat)
    await people[0].says("/start", chat)
    for one in people:
        await one.says("/keep all", chat)
    return people


async def take_turn(process: Process, chat: Chat, people: list[Participant]) -> None:
    match = await process.match(chat)
    seat = match.waiting_for[0]
    mover = next(one for one in people if match.roster.seat_of(str(one.person)) == seat)
    mover.scenario = process
    for _ in range(2):
        await mover.says("/draw deck", chat)


async def all_told(clock: FakeClock, *processes: Process) -> None:
    """Let time pass until everything is told: a process notices what another one left after a while only."""
    for _ in range(30):
        await pass_time(clock, EVERY, *processes)
        with suppress(TimeoutError):
            async with asyncio.timeout(10):
                for process in processes:
                    await process.settle()
                return
    raise AssertionError("something is not told")


def assert_said_once(platform: MemoryPlatform) -> None:
    sent = [one for one in platform.sent if isinstance(one[0], Chat)]
    assert len(sent) == len(set(sent))
    turns = [one for one in platform.notified if isinstance(one[0], Chat)]
    assert turns


async def test_every_event_is_announced_once_by_one_of_two_processes(
    both: tuple[Process, Process], platform: MemoryPlatform, clock: FakeClock
) -> None:
    one, two = both
    tables = {chat: await play(one, chat, f"Anna{at}", f"Boris{at}") for at, chat in enumerate(CHATS)}
    for number in range(4):
        for chat, people in tables.items():
            await take_turn(both[number % 2], chat, people)
    await all_told(clock, one, two)
    assert_said_once(platform)
    for chat in CHATS:
        texts = [post.text for post in platform.by_chat[chat]]
        assert len([text for text in texts if "turn" in text]) >= 5
    games = [await one.store.chats.game_in(chat) for chat in CHATS]
    spoken = {one.leases.holds_game(game or "") for game in games}
    assert spoken == {True, False}
    assert all(one.leases.holds_game(game or "") != two.leases.holds_game(game or "") for game in games)


async def test_another_process_continues_within_15_seconds_of_a_kill(
    both: tuple[Process, Process], platform: MemoryPlatform, clock: FakeClock
) -> None:
    one, two = both
    tables = {chat: await play(two, chat, f"Anna{at}", f"Boris{at}") for at, chat in enumerate(CHATS)}
    await all_told(clock, one, two)
    await one.kill()
    posts = {chat: len(platform.by_chat[chat]) for chat in CHATS}
    for chat, people in tables.items():
        await take_turn(two, chat, people)
    await pass_time(clock, LASTS, two)
    await all_told(clock, two)
    assert all(len(platform.by_chat[chat]) > posts[chat] for chat in CHATS)
    assert_said_once(platform)


async def test_a_process_that_hangs_says_nothing_after_another_took_over(
    both: tuple[Process, Process], platform: MemoryPlatform, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = both
    chat, people = CHATS[0], await play(two, CHATS[0], "Anna", "Boris")
    await all_told(clock, one, two)
    game = await one.store.chats.game_in(chat) or ""
    holder, other = (one, two) if one.leases.holds_game(game) else (two, one)
    holder.platform.faults.hanging.add(chat)  # the same for both: they share the world
    await take_turn(other, chat, people)
    await until(lambda: any(to == chat for to, _ in holder.platform.tried))

    async def hangs() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(holder.leases, "beat", hangs)
    tried = platform.tries_of(chat)
    await pass_time(clock, LASTS, other)
    assert other.leases.holds_game(game)
    assert not holder.leases.speaks_about(game)
    platform.faults.hanging.discard(chat)
    await all_told(clock, other)
    assert platform.tries_of(chat) > tried
    assert_said_once(platform)


async def test_two_processes_that_decide_at_once_write_one_move(
    both: tuple[Process, Process], platform: MemoryPlatform, clock: FakeClock
) -> None:
    one, two = both
    people = await play(one, CHATS[0], "Anna", "Boris")
    await all_told(clock, one, two)
    match = await one.match(CHATS[0])
    mover = next(each for each in people if match.roster.seat_of(str(each.person)) == match.waiting_for[0])
    again = Participant(two, mover.person)
    await two.match(CHATS[0])
    await asyncio.gather(mover.says("/draw deck", CHATS[0]), again.says("/draw deck", CHATS[0]))
    await all_told(clock, one, two)
    after = await one.match(CHATS[0])
    assert (await two.match(CHATS[0])).seq == after.seq
    log = await one.store.log.read(after.id)
    assert [entry.action for entry in log[match.seq :] if entry.action] == ["draw deck", "draw deck"]
    assert_said_once(platform)


async def test_deadlines_are_met_once(postgres_url: str, platform: MemoryPlatform, clock: FakeClock) -> None:
    async with (
        started(postgres_url, platform, clock, turn_clock="24h") as one,
        started(postgres_url, platform, clock, turn_clock="24h") as two,
    ):
        await balance(one, two)
        for at, chat in enumerate(CHATS):
            await play(one, chat, f"Anna{at}", f"Boris{at}")
        await all_told(clock, one, two)
        await clock.move_on(timedelta(hours=73))
        await balance(one, two)
        await all_told(clock, one, two)
        assert_said_once(platform)
        for chat in CHATS:
            log = await one.store.log.read((await one.match(chat)).id)
            kinds = [entry.kind for entry in log]
            assert kinds.count("SeatSkipped") == 1


async def test_what_was_considered_is_not_done_without_a_lease(
    postgres_url: str, platform: MemoryPlatform, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that hangs after it has looked may lose its leases before it acts."""
    async with started(postgres_url, platform, clock, turn_clock="24h") as one:
        anna = await one.add_player("Anna")
        for said in ("/new usa", "/computer easy", "/start", "/keep all"):
            await anna.says(said, CHATS[0])
        await play(one, CHATS[1], "Boris", "Carla")
        await all_told(clock, one)
        monkeypatch.setattr(one.leases, "is_valid", lambda _: False)
        if not (await one.match(CHATS[0])).computers_to_move:
            for _ in range(2):
                await anna.says("/draw deck", CHATS[0])
        match, computers = await one.match(CHATS[0]), one.host._computers
        (seat,) = match.computers_to_move
        turn = computer_turn(match, seat)
        action = await computers._considered(match, seat)
        await computers._move(match.id, seat, turn, action)
        assert (await one.match(CHATS[0])).seq == match.seq
        monkeypatch.setattr(one.leases, "speaks_about", lambda _: True)
        await computers._move(match.id, seat, turn, action)
        assert (await one.match(CHATS[0])).seq > match.seq
        await clock.move_on(timedelta(hours=73))
        match = await one.match(CHATS[1])
        monkeypatch.setattr(one.leases, "holds", lambda _: True)
        monkeypatch.setattr(one.leases, "speaks_about", lambda _: False)
        await one.host.timers.meet_due()
        assert (await one.match(CHATS[1])).seq == match.seq
        monkeypatch.setattr(one.leases, "speaks_about", lambda _: True)
        await one.host.timers.meet_due()
        assert (await one.match(CHATS[1])).seq > match.seq


async def test_an_older_process_leaves_all_games_to_a_newer_one(
    both: tuple[Process, Process], platform: MemoryPlatform, clock: FakeClock
) -> None:
    one, two = both
    await play(one, CHATS[0], "Anna", "Boris")
    await all_told(clock, one, two)
    match, posts = await one.match(CHATS[0]), len(platform.posts)
    holder, newer = (one, two) if one.leases.holds_game(match.id) else (two, one)
    newer.leases.retire = lambda: None  # type: ignore[method-assign]
    written = Entry(match.seq + 1, clock.now(), "", "", "TurnStarted", 99, "{}")
    await newer.store.log.append(match.id, match.seq, [written])
    await until(lambda: holder.leases._is_retired)
    while holder.leases.held:  # what runs is finished first
        await asyncio.sleep(0)
        await holder.leases.beat()
    await newer.leases.beat()
    assert newer.leases.holds_game(match.id)
    assert len(platform.posts) == posts


async def test_a_chat_that_becomes_writable_is_told_by_the_process_that_has_its_game(
    both: tuple[Process, Process], platform: MemoryPlatform, clock: FakeClock
) -> None:
    one, two = both
    chat, people = CHATS[0], await play(one, CHATS[0], "Anna", "Boris")
    await all_told(clock, one, two)
    game = (await one.match(chat)).id
    holder, other = (one, two) if one.leases.holds_game(game) else (two, one)
    platform.faults.unreachable.add(chat)
    await take_turn(other, chat, people)
    await until(lambda: holder.is_unreachable)
    posts = len(platform.by_chat[chat])
    platform.faults.unreachable.discard(chat)
    other.platform.watcher.reachable([chat])
    await until(lambda: not holder.is_unreachable)
    assert len(platform.by_chat[chat]) > posts
    assert_said_once(platform)


async def test_a_stop_hands_over_at_once(
    both: tuple[Process, Process], platform: MemoryPlatform, clock: FakeClock
) -> None:
    one, two = both
    tables = {chat: await play(two, chat, f"Anna{at}", f"Boris{at}") for at, chat in enumerate(CHATS)}
    await one.stop()
    await two.leases.beat()
    for chat, people in tables.items():
        await take_turn(two, chat, people)
    await all_told(clock, two)
    assert_said_once(platform)
    games = [await two.store.chats.game_in(chat) or "" for chat in CHATS]
    assert all(two.leases.holds_game(game) for game in games)


@pytest.mark.parametrize("wrong", [timedelta(hours=2), timedelta(days=-40)])
async def test_a_process_on_a_machine_with_a_wrong_clock_goes_by_that_of_the_database(
    postgres_url: str, wrong: timedelta, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    right = datetime.now(UTC)
    monkeypatch.setattr(SteadyClock, "machine", lambda _: datetime.now(UTC) + wrong)
    async with await Store.open(postgres_url) as store:
        clock = await clock_of(store)
        assert abs(clock.now() - right) < timedelta(minutes=1)
        monkeypatch.setattr(SteadyClock, "machine", lambda _: datetime.now(UTC))
        assert abs(clock.now() - await clock.look()) < timedelta(minutes=1)
    assert sum("the clock of this machine is" in line for line in caplog.messages) == 1


async def test_processes_whose_clocks_are_apart_agree_within_a_beat_and_move_no_deadline(
    postgres_url: str, platform: MemoryPlatform, clock: FakeClock
) -> None:
    """One of them is two hours ahead of the clock that counts. Deadlines stay, also when the other leads."""

    class Ahead(FakeClock):
        async def look(self) -> datetime:
            return clock.now()

    ahead = Ahead()
    ahead.set(clock.now() + timedelta(hours=2))
    counted = {"counts_downtime": True, "turn_clock": "1h"}
    async with started(postgres_url, platform, clock, **counted) as one:
        await play(one, CHATS[0], "Anna", "Boris")
        due = await deadlines(one)
        async with started(postgres_url, platform, ahead, now=clock, **counted) as two:
            await balance(one, two)
            for process in (one, two):
                assert process.host._heartbeat
                await process.host._heartbeat.beat()
            assert ahead.now() == clock.now()
            await one.stop()
            await pass_time(clock, LASTS + EVERY, two)
            assert two.host._heartbeat
            await two.host._heartbeat.beat()
            assert two.leases.holds(CLOCK)
            assert await deadlines(two) == due


async def deadlines(process: Process) -> set[tuple[str, datetime]]:
    """When the turns of all games are due."""
    games = await process.store.log.running_games()
    return {
        (game, at)
        for game in games
        for kind, at in (await process.store.timers.of_game(game)).items()
        if kind.startswith("turn")
    }


async def test_a_note_that_a_killed_process_has_written_is_posted_once_by_another(
    postgres_url: str, platform: MemoryPlatform, clock: FakeClock
) -> None:
    async with started(postgres_url, platform, clock) as one, started(postgres_url, platform, clock) as two:
        await balance(one, two)
        platform.faults.offline.add(CHATS[0])
        await one.host._announcer.post_note(CHATS[0], "Something has changed.")
        await until(lambda: platform.tries_of(CHATS[0]))
        await one.kill()
        platform.faults.offline.clear()
        await pass_time(clock, LASTS + 2 * EVERY, two)
        await until(lambda: platform.by_chat.get(CHATS[0]))
        await pass_time(clock, 60, two)
        assert [post.text for post in platform.by_chat[CHATS[0]]] == ["Something has changed."]
        assert await two.store.outbox.texts() == ()
