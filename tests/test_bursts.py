"""Many requests at once: each is acknowledged before work, none is lost, and what nobody needs is dropped."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands.dispatcher import Dispatcher
from bot.work_queue import WorkQueue
from tests.discord_bot import DiscordBot
from tests.fakes.discord.interactions import COMMAND
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock, open_scenario
from tests.telegram_bot import TelegramBot


@pytest.fixture(autouse=True)
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One request is worked on at a time, however long it takes."""
    monkeypatch.setattr("bot.work_queue._REQUESTS", 1)
    monkeypatch.setattr("bot.work_queue._PATIENCE", None)


def queue_of(bot: DiscordBot | TelegramBot) -> WorkQueue:
    return bot.host.dispatcher.queue


# ---- Discord


async def test_requests_that_wait_are_acknowledged_first_and_none_is_lost(club: DiscordBot) -> None:
    anna, *others = await club.add_players("Anna", "Boris", "Carl", "Dora")
    await anna.user.runs("/game new")
    async with queue_of(club).turn():
        joining = [asyncio.create_task(one.user.runs("/game join")) for one in others]
        await until(lambda: all(any(post.thinking for post in one.user.private) for one in others))
        assert len((await club.match()).roster.holders) == 1
    await asyncio.gather(*joining)
    assert len((await club.match()).roster.holders) == 4


async def test_request_that_lapsed_before_it_was_begun_is_dropped(club: DiscordBot, clock: FakeClock) -> None:
    """Discord has told its person that it failed: they try again."""
    anna, boris = await club.add_players("Anna", "Boris")
    await anna.user.runs("/game new")
    server = boris.user.server
    game = next(row for row in server.endpoints.commands if row["name"] == "game")
    join = {"id": game["id"], "name": "game", "type": 1, "options": [{"type": 1, "name": "join"}]}
    late = server.interactions.born(COMMAND, boris.account, boris.user.at, join)
    await clock.move_on(timedelta(seconds=4))
    async with queue_of(club).turn():
        tries = len(server.requests)
        await server.happen(late)
        await until(lambda: len(server.requests) > tries)
        await asyncio.sleep(0.05)
    await boris.user.runs("/hand")
    assert len((await club.match()).roster.holders) == 1


async def test_suggestions_for_what_is_no_longer_typed_are_not_made(
    club: DiscordBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    asked, at_once = list[str](), Dispatcher.suggest

    async def suggest(self: Dispatcher, person: object, chat: object, kind: object, typed: str, *more: str):  # type: ignore[no-untyped-def]
        asked.append(typed)
        return await at_once(self, person, chat, kind, typed, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Dispatcher, "suggest", suggest)
    async with queue_of(club).turn():
        older = asyncio.create_task(anna.user.completes("/claim", "route", "p"))
        await until(lambda: len(anna.user.server.interactions.all) and bool(_typing(club)))
        newer = asyncio.create_task(anna.user.completes("/claim", "route", "par"))
        before = _typing(club)
        await until(lambda: _typing(club) != before)
    assert await older == []
    assert await newer != []
    assert asked == ["par"]


def _typing(bot: DiscordBot) -> list[int]:
    """What people typed last, as the handlers know it."""
    client = bot.platform.client
    assert client is not None
    return list(client.handlers._typing.values())


# ---- Telegram


async def test_all_clicks_are_acknowledged_before_any_is_worked_on(bot: TelegramBot) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.settle()
    post, server = bot.last, anna.user.server
    draw = next(button["callback_data"] for button in post.buttons if "Draw" in button["text"])
    before = len(server.requests)
    async with queue_of(bot).turn():
        clickers = [anna.user.account, boris.user.account] * 30
        questions = [server.queries.press(account, post, draw) for account in clickers]
        await asyncio.gather(*(one.answered.wait() for one in questions))
        calls = [method for method, _ in server.requests[before:] if method != "getUpdates"]
        assert calls == ["answerCallbackQuery"] * len(questions)


async def test_a_command_that_waits_while_the_bot_stops_is_answered(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.settle()
    said = len(anna.user.dms)
    queue = queue_of(bot)
    async with queue.turn():
        asking = asyncio.create_task(anna.user.says("/hand"))
        await until(lambda: bool(queue._answers))
        bot.attending.cancel()
        await until(lambda: not bot.chat._is_connected.is_set())
    await asyncio.gather(bot.attending, return_exceptions=True)
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
                await one.draws()
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
            await one.draws()
        await scenario.settle()
        assert [bool(post.pictures) for post in platform.posts[told:]] == [True, True, True]
