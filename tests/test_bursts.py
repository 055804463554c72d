"""Many requests at once: each is acknowledged before work, none is lost, and what nobody needs is dropped."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands.dispatcher import Dispatcher
from bot.telegram.rate_limiter import RateLimiter
from bot.work_queue import WorkQueue, in_background
from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.interactions import COMMAND
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock, open_scenario
from tests.telegram_bot import TelegramBot, telegram_bot
from tests.test_telegram_layout import Calls, a_moment


@pytest.fixture(autouse=True)
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One request is worked on at a time, however long it takes."""
    monkeypatch.setattr("bot.work_queue._REQUESTS", 1)
    monkeypatch.setattr("bot.work_queue._PATIENCE", None)


@pytest.fixture
async def on_discord(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> AsyncIterator[DiscordBot]:
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        yield one


@pytest.fixture
async def on_telegram(tmp_path: Path, server: FakeTelegram, clock: FakeClock) -> AsyncIterator[TelegramBot]:
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as one:
        yield one


def queue_of(bot: DiscordBot | TelegramBot) -> WorkQueue:
    return bot.host.dispatcher.queue


# ---- Discord


async def test_requests_that_wait_are_acknowledged_first_and_none_is_lost(on_discord: DiscordBot) -> None:
    anna, *others = await on_discord.add_players("Anna", "Boris", "Carl", "Dora")
    await anna.user.runs("/game new")
    async with queue_of(on_discord).turn():
        joining = [asyncio.create_task(one.user.runs("/game join")) for one in others]
        await until(lambda: all(any(post.thinking for post in one.user.private) for one in others))
        assert len((await on_discord.match()).roster.holders) == 1
    await asyncio.gather(*joining)
    assert len((await on_discord.match()).roster.holders) == 4


async def test_request_that_lapsed_before_it_was_begun_is_dropped(
    on_discord: DiscordBot, clock: FakeClock
) -> None:
    """Discord has told its person that it failed: they try again."""
    anna, boris = await on_discord.add_players("Anna", "Boris")
    await anna.user.runs("/game new")
    server = boris.user.server
    game = next(row for row in server.endpoints.commands if row["name"] == "game")
    join = {"id": game["id"], "name": "game", "type": 1, "options": [{"type": 1, "name": "join"}]}
    late = server.interactions.born(COMMAND, boris.account, boris.user.at, join)
    await clock.move_on(timedelta(seconds=4))
    async with queue_of(on_discord).turn():
        tries = len(server.requests)
        await server.happen(late)
        await until(lambda: len(server.requests) > tries)
        await asyncio.sleep(0.05)
    await boris.user.runs("/hand")
    assert len((await on_discord.match()).roster.holders) == 1


async def test_suggestions_for_what_is_no_longer_typed_are_not_made(
    on_discord: DiscordBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await on_discord.in_play("Anna", "Boris")
    asked, at_once = list[str](), Dispatcher.suggest

    async def suggest(self: Dispatcher, person: object, chat: object, kind: object, typed: str, *more: str):  # type: ignore[no-untyped-def]
        asked.append(typed)
        return await at_once(self, person, chat, kind, typed, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Dispatcher, "suggest", suggest)
    async with queue_of(on_discord).turn():
        older = asyncio.create_task(anna.user.completes("/claim", "route", "p"))
        await until(lambda: len(anna.user.server.interactions.all) and bool(_typing(on_discord)))
        newer = asyncio.create_task(anna.user.completes("/claim", "route", "par"))
        before = _typing(on_discord)
        await until(lambda: _typing(on_discord) != before)
    assert await older == []
    assert await newer != []
    assert asked == ["par"]


def _typing(bot: DiscordBot) -> list[int]:
    """What people typed last, as the handlers know it."""
    client = bot.platform.client
    assert client is not None
    return list(client.handlers._typing.values())


# ---- Telegram


async def test_clicks_that_wait_are_acknowledged_first_and_answered_in_private(
    on_telegram: TelegramBot,
) -> None:
    anna, _ = await on_telegram.in_play("Anna", "Boris")
    await on_telegram.settle()
    post = on_telegram.last
    draw = next(button["callback_data"] for button in post.buttons if "Draw" in button["text"])
    said = len(anna.user.dms)
    async with queue_of(on_telegram).turn():
        question = anna.user.server.queries.press(anna.user.account, post, draw)
        await question.answered.wait()
        assert len(anna.user.dms) == said
    await until(lambda: len(anna.user.dms) > said)


async def test_all_clicks_are_acknowledged_before_any_is_worked_on(on_telegram: TelegramBot) -> None:
    anna, boris = await on_telegram.in_play("Anna", "Boris")
    await on_telegram.settle()
    post, server = on_telegram.last, anna.user.server
    draw = next(button["callback_data"] for button in post.buttons if "Draw" in button["text"])
    before = len(server.requests)
    async with queue_of(on_telegram).turn():
        clickers = [anna.user.account, boris.user.account] * 30
        questions = [server.queries.press(account, post, draw) for account in clickers]
        await asyncio.gather(*(one.answered.wait() for one in questions))
        calls = [method for method, _ in server.requests[before:] if method != "getUpdates"]
        assert calls == ["answerCallbackQuery"] * len(questions)


async def test_the_calls_of_a_quick_turn_pass_at_once(clock: FakeClock) -> None:
    """A new message, the buttons taken from the older one, and two answers, all in one private chat."""
    calls = Calls(RateLimiter(clock), 1)
    made = [calls.make(f"{verb}Message") for verb in ("send", "edit", "edit", "edit")]
    await a_moment()
    assert calls.done == 4
    await asyncio.gather(*made)


async def test_a_command_that_waits_while_the_bot_stops_is_answered(on_telegram: TelegramBot) -> None:
    anna, _ = await on_telegram.in_play("Anna", "Boris")
    await on_telegram.settle()
    said = len(anna.user.dms)
    queue = queue_of(on_telegram)
    async with queue.turn():
        asking = asyncio.create_task(anna.user.says("/hand"))
        await until(lambda: bool(queue._answers))
        on_telegram.attending.cancel()
        await until(lambda: not on_telegram.chat._is_connected.is_set())
    await asyncio.gather(on_telegram.attending, return_exceptions=True)
    await asking
    assert len(anna.user.dms) > said


# ---- posts


async def test_a_post_that_is_overtaken_has_no_picture_and_the_newest_has(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris")
        await scenario.settle()
        told = len(platform.posts)
        async with scenario.host.dispatcher.queue.turn():
            for one in (anna, boris, anna):
                await one.says("/draw deck")
                await one.says("/draw deck")
            await scenario.clock.move_on(timedelta(seconds=5))
        await scenario.settle()
        posts = platform.posts[told:]
        next_ones = [boris.person, anna.person, boris.person]
        assert [post.mentioned for post in posts] == [(one,) for one in next_ones]
        assert [bool(post.pictures) for post in posts] == [False, False, True]


async def test_a_post_that_arrives_in_time_has_its_picture_although_the_game_goes_on(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris")
        await scenario.settle()
        told = len(platform.posts)
        for one in (anna, boris, anna):
            await one.says("/draw deck")
            await one.says("/draw deck")
        await scenario.settle()
        assert [bool(post.pictures) for post in platform.posts[told:]] == [True, True, True]


async def test_answers_are_drawn_before_posts() -> None:
    drawing, drawn = WorkQueue(1), list[str]()

    async def draw(name: str, *, behind: bool) -> None:
        in_background.set(behind)
        async with drawing.turn():
            drawn.append(name)

    async with drawing.turn():
        tasks = [asyncio.create_task(draw(name, behind=name == "post")) for name in ("post", "answer")]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert drawn == ["answer", "post"]


async def test_work_that_takes_long_makes_the_queue_long_without_a_place() -> None:
    queue, may_end = WorkQueue(1, patience=0.001), asyncio.Event()

    async def work() -> None:
        async with queue.turn():
            await may_end.wait()

    task = asyncio.create_task(work())
    await until(lambda: queue._free == 1 and queue._under_way == 1)
    assert queue.is_long
    may_end.set()
    await task
    assert not queue.is_long
