"""Several processes behind one webhook of Telegram, or one that polls: nothing is done or said twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.service.leases import EVERY, LASTS
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramPlayer
from tests.telegram_processes import HOOK, Balancer, BotProcess, bot_process

pytestmark = pytest.mark.waits


@asynccontextmanager
async def two_processes(
    url: str, group: FakeGroup, clock: FakeClock, balancer: Balancer
) -> AsyncIterator[tuple[BotProcess, BotProcess]]:
    """Two processes behind a proxy, each with its share of the games."""
    async with balancer.running() as proxy:
        group.server.updates.proxies[HOOK] = proxy
        async with bot_process(url, group, clock) as one, bot_process(url, group, clock) as two:
            for process in (one, two, one, two):
                await process.leases.beat()
            balancer.ports = [one.port, two.port]
            yield one, two


@pytest.fixture
def balancer() -> Balancer:
    return Balancer()


@pytest.fixture
def fake_group(server: FakeTelegram) -> FakeGroup:
    return FakeGroup(server)


@pytest.fixture
async def both(
    postgres_url: str, fake_group: FakeGroup, clock: FakeClock, balancer: Balancer
) -> AsyncIterator[tuple[BotProcess, BotProcess]]:
    async with two_processes(postgres_url, fake_group, clock, balancer) as processes:
        yield processes


async def settle(*processes: BotProcess) -> None:
    """Wait until nothing is left to do in any process, also where one made work for another."""
    for _ in range(2):
        for process in processes:
            await process.settle()


async def start_game(both: tuple[BotProcess, BotProcess], *names: str) -> list[TelegramPlayer]:
    players = await both[0].start_game(*names, board="usa")
    await settle(*both)
    return players


async def keep_all(both: tuple[BotProcess, BotProcess], players: list[TelegramPlayer]) -> None:
    for player in players:
        await player.keeps((await player.view()).offer)
    await settle(*both)


async def assert_turns_are_told_once(both: tuple[BotProcess, BotProcess], group: FakeGroup) -> None:
    """Each turn was mentioned in the group by one post."""
    game = (await both[0].match()).id
    started = [entry for entry in await both[0].store.log.read(game) if entry.kind == "TurnStarted"]
    told = [post for post in group.group.messages if post.pings and "’s turn" in post.text]
    assert len(told) == len(started)


async def actions(process: BotProcess, line: str) -> int:
    """How often an action was done in the game."""
    return [entry.action for entry in await process.store.log.read((await process.match()).id)].count(line)


async def test_a_game_is_played_through_two_processes_in_turn(
    both: tuple[BotProcess, BotProcess], balancer: Balancer, fake_group: FakeGroup
) -> None:
    players = await start_game(both, "Anna", "Boris")
    await keep_all(both, players)
    for _ in range(6):
        player = (await both[0].waited_for(*players))[0]
        await player.types("draw deck")
        await settle(*both)
    assert await actions(both[0], "draw deck") == 6
    await assert_turns_are_told_once(both, fake_group)
    one, two = (balancer.brought.count(process.port) for process in both)
    assert min(one, two) >= 5
    assert abs(one - two) <= 1


async def test_an_update_that_is_brought_to_both_is_done_once(
    both: tuple[BotProcess, BotProcess], balancer: Balancer, fake_group: FakeGroup
) -> None:
    balancer.to_all = True
    players = await start_game(both, "Anna", "Boris")
    await keep_all(both, players)
    for number in range(4):
        player = (await both[0].waited_for(*players))[0]
        await player.types("draw deck")
        await settle(*both)
        assert await actions(both[0], "draw deck") == number + 1
    await assert_turns_are_told_once(both, fake_group)
    told = [post.text for player in players for post in player.user.dms]
    assert not [text for text in told if "interrupted" in text]


async def test_answers_in_the_group_are_shown_by_any_process(
    both: tuple[BotProcess, BotProcess], balancer: Balancer
) -> None:
    await start_game(both, "Anna", "Boris")
    carl = (await both[0].add_players("Carl", started=False))[0]
    await carl.user.says("/rules tunnels")
    await settle(*both)
    post = both[0].last
    assert "Carl" in post.text
    shown = {await carl.user.presses("Show answer", on=post) for _ in both}
    assert len(shown) == 1, shown


async def test_a_process_that_stops_leaves_the_webhook_to_the_other(
    postgres_url: str, fake_group: FakeGroup, clock: FakeClock, balancer: Balancer
) -> None:
    server = fake_group.server
    async with balancer.running() as proxy:
        server.updates.proxies[HOOK] = proxy
        async with bot_process(postgres_url, fake_group, clock) as one:
            async with bot_process(postgres_url, fake_group, clock) as two:
                balancer.ports = [two.port, one.port]
                hooks = of_kind(server, "setWebhook")
                assert len({str(hook) for hook in hooks}) == 1
            assert of_kind(server, "setWebhook") == hooks
            assert of_kind(server, "deleteWebhook") == []
            await (await one.add_players("Anna"))[0].user.says("/newgame usa")
            await until(lambda: one.posts, "nobody is left")
            assert not one.attending.done()


async def test_one_of_two_processes_asks_for_updates_and_both_are_ready(
    postgres_url: str, fake_group: FakeGroup, clock: FakeClock
) -> None:
    async with (
        bot_process(postgres_url, fake_group, clock, webhook=False) as one,
        bot_process(postgres_url, fake_group, clock, webhook=False) as two,
    ):
        for process in (one, two):
            assert process.host._heartbeat
            await until(lambda: process.host._heartbeat.cut_off_now == (), "it is not ready")  # type: ignore[union-attr]  # noqa: B023
        assert fake_group.server.updates._poll > 0
        assert [process.leases.holds("telegram") for process in (one, two)] == [True, False]
        polling = [process.chat._conflicts for process in (one, two)]
        assert not any(polling)


async def test_another_process_asks_for_updates_after_the_lease_of_a_stuck_one(
    postgres_url: str, fake_group: FakeGroup, clock: FakeClock
) -> None:
    async with (
        bot_process(postgres_url, fake_group, clock, webhook=False) as one,
        bot_process(postgres_url, fake_group, clock, webhook=False) as two,
    ):
        anna = (await one.add_players("Anna"))[0]
        await anna.user.says("/newgame usa")
        await until(lambda: one.posts, "the first does not answer")
        one.leases._beat_or_say_why = asyncio.Event().wait  # type: ignore[method-assign, assignment]
        for _ in range(int(LASTS / EVERY) + 1):
            await clock.move_on(timedelta(seconds=EVERY))
            await two.leases.beat()
        assert two.leases.holds("telegram")
        assert not one.leases.holds("telegram")
        boris = (await one.add_players("Boris"))[0]
        await boris.user.presses("Join", on=one.last)
        await until(lambda: "Boris" in one.last.text, "nobody asks for updates")
        match = await two.match()
        assert len(match.roster.holders) == 2
