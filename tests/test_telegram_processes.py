"""Several processes behind one webhook of Telegram, or one that polls: nothing is done or said twice."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random

import pytest
from aiohttp import ClientSession

from bot.matches.leases import EVERY, LASTS
from bot.model.message import Message
from tests.fakes.telegram.balancer import HOOK, Balancer
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.updates import HEADER, Update
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramPlayer
from tests.telegram_processes import BotProcess, bot_process

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
    """Each turn was told in the group by one post, which mentions its player."""
    told = turns_told(group)
    assert len(told) == await turns_begun(both[0])
    assert all(post.pings for post in told)


def turns_told(group: FakeGroup) -> list[Post]:
    """The posts in the group that say whose turn it is."""
    return [post for post in group.group.messages if "’s turn" in post.text]


async def turns_begun(process: BotProcess) -> int:
    log = await process.store.log.read((await process.match()).id)
    return sum(entry.kind == "TurnStarted" for entry in log)


async def actions(process: BotProcess, line: str) -> int:
    """How often an action was done in the game."""
    return [entry.action for entry in await process.store.log.read((await process.match()).id)].count(line)


async def draw_cards(
    both: tuple[BotProcess, BotProcess], players: Sequence[TelegramPlayer], cards: int
) -> None:
    """Draw the first cards of a game from the deck, each by the player whose turn it is, and once."""
    for drawn in range(cards):
        player = (await both[0].waited_for(*players))[0]
        await player.types("draw deck")
        await settle(*both)
        assert await actions(both[0], "draw deck") == drawn + 1


async def test_a_game_is_played_through_two_processes_in_turn(
    both: tuple[BotProcess, BotProcess], balancer: Balancer, fake_group: FakeGroup
) -> None:
    players = await start_game(both, "Anna", "Boris")
    await keep_all(both, players)
    await draw_cards(both, players, 6)
    await assert_turns_are_told_once(both, fake_group)
    one, two = (balancer.brought.count(process.port) for process in both)
    assert min(one, two) >= 5
    assert abs(one - two) <= 1


async def test_an_update_that_is_brought_to_both_is_done_once(
    both: tuple[BotProcess, BotProcess], balancer: Balancer, fake_group: FakeGroup, clock: FakeClock
) -> None:
    balancer.to_all = True
    async with passing_time(clock, *both):  # the one that was second waits until it knows that the other runs
        players = await start_game(both, "Anna", "Boris")
        await keep_all(both, players)
        await draw_cards(both, players, 4)
    await assert_turns_are_told_once(both, fake_group)
    assert not interrupted(players)


async def test_what_a_killed_process_had_begun_is_not_forgotten(
    both: tuple[BotProcess, BotProcess], balancer: Balancer, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until its leases run out, nobody can know whether it goes on."""
    one, two = both
    players = await in_play(both)
    waiting, balancer.ports = asyncio.Event(), [one.port]

    async def wait(*_: object, **__: object) -> Message:
        waiting.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(one.host.dispatcher, "answer", wait)
    await players[0].user.says("/draw deck")
    await waiting.wait()
    monkeypatch.setattr(one.leases, "beat", asyncio.Event().wait)
    balancer.ports = [two.port]
    one.server.updates.hang_up()
    async with passing_time(clock, two):
        await until(lambda: interrupted(players), "nobody is told")
        await until(lambda: not one.server.updates.waiting, "it is brought again and again")
    assert await actions(two, "draw deck") == 0
    assert len(interrupted(players)) == 1


async def test_updates_in_any_order_and_repeated_are_done_once(
    both: tuple[BotProcess, BotProcess], balancer: Balancer, clock: FakeClock
) -> None:
    one = both[0]
    anna, boris = players = await in_play(both)
    balancer.ports, press = [], one.server.queries.press
    for player in (anna, boris, anna, boris, anna, boris):
        await player.user.says("/draw deck")
    async with passing_time(clock, *both):
        assert await brought(both, one.server.updates.waiting) == {200}
    assert not interrupted(players)
    drawn, log = await actions(one, "draw deck"), await one.store.log.read((await one.match()).id)
    for player in players:
        mine = [entry for entry in log if (entry.actor, entry.action) == (str(player.person), "draw deck")]
        assert len(mine) <= 3
    assert 2 <= drawn <= 6

    one.server.updates.waiting.clear()
    player = (await one.waited_for(*players))[0]
    code = f"{(await one.match()).id}.{(await player.view()).decision.revision}.draw deck"  # type: ignore[union-attr]
    asked = [press(who.user.account, one.last, code) for who in (player, anna, boris)]
    clicks = list(one.server.updates.waiting)
    assert await brought(both, clicks) == {200}
    assert await actions(one, "draw deck") == drawn + 1
    assert all(question.answered.is_set() for question in asked)
    assert all(question.said or question.url for question in asked), "a click is not answered in words"
    await clock.move_on(timedelta(minutes=1))
    assert await brought(both, clicks) == {200}
    assert await actions(one, "draw deck") == drawn + 1
    one.server.updates.waiting.clear()


async def in_play(both: tuple[BotProcess, BotProcess]) -> list[TelegramPlayer]:
    """A game in its first turn. The player whose turn it is comes first."""
    players = await start_game(both, "Anna", "Boris")
    await keep_all(both, players)
    first = (await both[0].waited_for(*players))[0]
    return sorted(players, key=lambda player: player is not first)


def interrupted(players: list[TelegramPlayer]) -> list[str]:
    """What people were told about commands that were begun and not ended."""
    told = [post.text for player in players for post in player.user.dms]
    return [text for text in told if "interrupted" in text]


async def brought(both: tuple[BotProcess, BotProcess], updates: list[Update]) -> set[int]:
    """Bring each update twice to one of the processes and once to the other, in any order. The answers."""
    stream = [(update, process.port) for update in updates for process in (*both, both[0])]
    Random(7).shuffle(stream)
    secret = {HEADER: both[0].server.updates.hook["secret_token"]}
    async with ClientSession(headers=secret) as session:

        async def bring(update: Update, port: int) -> int:
            async with session.post(f"http://127.0.0.1:{port}/telegram", json=update.payload) as answer:
                return answer.status

        return set(await asyncio.gather(*(bring(*one) for one in stream)))


@asynccontextmanager
async def passing_time(clock: FakeClock, *running: BotProcess) -> AsyncIterator[None]:
    """Let time pass meanwhile. These processes renew their leases."""

    async def pass_on() -> None:
        while True:
            await clock.move_on(timedelta(seconds=1))
            for process in running:
                await process.leases.beat()
            await asyncio.sleep(0.02)

    passing = asyncio.create_task(pass_on())
    try:
        yield
    finally:
        passing.cancel()
        await asyncio.wait((passing,))


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


async def test_a_post_that_waits_in_a_stuck_process_is_sent_by_the_other_one_only(
    both: tuple[BotProcess, BotProcess], balancer: Balancer, fake_group: FakeGroup, clock: FakeClock
) -> None:
    """Telegram has asked it to wait for longer than its leases last."""
    players, game = await in_play(both), (await both[0].match()).id
    stuck, other = both if both[0].leases.holds_game(game) else both[::-1]
    chat, add = fake_group.group.id, fake_group.server.faults.add
    limits = [add(name, retry_after=int(2 * LASTS), chat=chat) for name in ("sendPhoto", "sendMessage")]
    balancer.ports = [other.port]
    for _ in range(2):
        await players[0].types("draw deck")
    await until(lambda: not all(limit.times for limit in limits), "nothing is posted")
    for limit in limits:
        limit.times = 0
    stuck.leases.beat = asyncio.Event().wait  # type: ignore[method-assign, assignment]
    async with passing_time(clock, other):
        await until(lambda: other.leases.holds_game(game))
        await until(lambda: len(turns_told(fake_group)) > 1, "the other one does not go on")
        waits_until = clock.now() + timedelta(seconds=2 * LASTS)
        await until(lambda: clock.now() > waits_until)
    await settle(*both)
    assert len(turns_told(fake_group)) == await turns_begun(other)


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
        one.leases.beat = asyncio.Event().wait  # type: ignore[method-assign, assignment]
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
