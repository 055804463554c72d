"""The shards of Discord, shared out among processes."""

import asyncio
from datetime import timedelta

from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.discord.platform import DiscordPlatform
from bot.matches.leases import Leases
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.port import Key
from bot.store import Store
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock, Scenario

_SECOND = timedelta(seconds=1)


async def test_a_process_without_a_shard_sends_and_connects_when_it_gets_one(
    postgres_url: str, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with await Store.open(postgres_url) as store:
        leases = Leases(store, clock, lambda: clock.now().timestamp())  # type: ignore[arg-type]
        platform = DiscordPlatform(
            SecretStr(TOKEN),
            clock,
            leases=leases,
            shards=2,
            guild_ready_timeout=0.1,  # type: ignore[arg-type]
        )
        host = Scenario(store, platform, clock).host  # type: ignore[arg-type]
        serving = asyncio.create_task(serve_until_cancelled(platform, host.dispatcher, clock))  # type: ignore[arg-type]
        channel = Chat("discord", str(fake_guild.table.id))
        key = Key("aaaaaa", Topic.NOTE, "1")
        id = await asyncio.wait_for(platform.send(channel, Message("Hello"), key, silent=False), 20)
        assert id
        assert platform.client
        assert not platform.client.shards
        await leases.beat()
        for _ in range(40):
            await clock.move_on(_SECOND)
            await leases.beat()
            await asyncio.sleep(0.05)
        await until(lambda: bool(platform.client and len(platform.client.shards) == 2))
        serving.cancel()
        await asyncio.wait((serving,))


async def test_of_two_processes_one_is_connected_and_the_other_follows_within_seconds(
    postgres_url: str, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    """A process that is killed gives no lease back. Nobody is answered twice, and soon somebody is again."""

    def connected() -> list[int]:
        return [index for index, one in enumerate(platforms) if one.client and one.client.shards]

    async def pass_seconds(seconds: int, *running: Leases) -> None:
        for _ in range(seconds):
            await clock.move_on(_SECOND)
            for leases in running:
                await leases.beat()
            await asyncio.sleep(0.02)

    async with await Store.open(postgres_url) as store:
        platforms, serving, leases = list[DiscordPlatform](), list[asyncio.Task[None]](), list[Leases]()
        for _ in range(2):
            own = Leases(store, clock, lambda: clock.now().timestamp())
            platform = DiscordPlatform(SecretStr(TOKEN), clock, leases=own, guild_ready_timeout=0.1)
            dispatcher = Scenario(store, platform, clock).host.dispatcher  # type: ignore[arg-type]
            serving.append(asyncio.create_task(serve_until_cancelled(platform, dispatcher, clock)))
            platforms.append(platform)
            leases.append(own)
        await pass_seconds(5, *leases)
        await until(lambda: len(connected()) == 1, "not exactly one is connected")
        (first,) = connected()
        anna = fake_guild.add_user("Anna")
        assert "First steps" in await anna.runs("/help")
        serving[first].cancel()
        await asyncio.wait((serving[first],))
        await pass_seconds(20, leases[1 - first])
        await until(lambda: connected() == [1 - first], "nobody takes over")
        await asyncio.sleep(0.3)  # the client is ready
        answers = len(anna.private)
        assert "First steps" in await anna.runs("/help")
        assert len(anna.private) == answers + 1
        serving[1 - first].cancel()
        await asyncio.wait((serving[1 - first],))
