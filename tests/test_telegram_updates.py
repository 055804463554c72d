"""Updates: forged clicks, old clicks, updates that a crash interrupts, and webhooks."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.model.call import Asker, Call
from bot.model.message import Message
from bot.work_queue import WorkQueue
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.updates import HEADER
from tests.fakes.wire.patience import PATIENCE, until
from tests.fakes.wire.server import free_port, of_kind
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot


async def code_for(player: TelegramPlayer, said: str) -> str:
    """The code of a button that would play a line for the player now."""
    match = await player.bot.match()
    decision = (await player.view()).decision
    assert decision is not None
    return f"{match.id}.{decision.revision}.{said}"


NEVER_ON_A_BUTTON = (
    *("", "x", "....", "~9~", "+", "!", "#", "#12.", "?", "?1", "-.0."),
    *("~999999~-.0.hand", "\u2068.1.hand"),
)


async def test_a_code_that_was_never_on_a_button_does_nothing(bot: TelegramBot) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    seq, posts = (await bot.match()).seq, len(bot.posts)
    where = [bot.last, *anna.user.dms[-1:]]
    for code in NEVER_ON_A_BUTTON:
        for post in where:
            await anna.user.forges(code, post)
        await bot.settle()
        assert ((await bot.match()).seq, len(bot.posts)) == (seq, posts), code


async def test_a_half_turn_continues_by_its_old_buttons_after_a_restart(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris")
        await anna.clicks("draw deck")
        await bot.settle()
        seq = (await bot.match()).seq
    await clock.move_on(timedelta(days=1))
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna, boris = await bot.add_players(str(anna), str(boris))
        await bot.settle()
        assert (await bot.match()).seq == seq
        await anna.user.presses("From the deck", at=anna.user.private)
        await bot.settle()
        assert await bot.waited_for(boris) == [boris]


# ---- crashes


@contextmanager
def stuck(
    bot: TelegramBot, monkeypatch: pytest.MonkeyPatch, method: str, *, done: bool
) -> Iterator[asyncio.Event]:
    """Make the dispatcher hang after it has `done` a request, or before. Sets the event when it is asked."""
    asked, over = asyncio.Event(), asyncio.Event()
    answer = getattr(bot.host.dispatcher, method)

    async def wait(*about: object, **more: object) -> object:
        if done:
            await answer(*about, **more)
        asked.set()
        await over.wait()
        raise asyncio.CancelledError

    monkeypatch.setattr(bot.host.dispatcher, method, wait)
    yield asked
    over.set()


async def lobby_of(bot: TelegramBot) -> TelegramPlayer:
    """Somebody who has just opened a game."""
    (anna,) = await bot.add_players("Anna")
    await anna.user.says("/newgame europe")
    await bot.settle()
    return anna


async def test_a_question_that_a_crash_cuts_short_is_answered_after_the_restart(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna = await lobby_of(bot)
        with stuck(bot, monkeypatch, "answer", done=False) as asked:
            await anna.user.says("/games")
            await asked.wait()
    assert len(server.updates.waiting) == 1, "it is not confirmed"
    async with telegram_bot(tmp_path, fake_group, clock):
        await until(lambda: "in the lobby" in anna.user.last_dm.text, "no answer")


@pytest.mark.parametrize("done", [False, True], ids=["before it is done", "after it is done"])
async def test_a_command_that_a_crash_cuts_short_does_not_run_twice_and_its_person_is_told(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, *, done: bool
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna = await lobby_of(bot)
        with stuck(bot, monkeypatch, "answer", done=done) as asked:
            await anna.user.says("/computer easy")
            await asked.wait()
    assert len(server.updates.waiting) == 1, "it is not confirmed"
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        await until(lambda: "interrupted" in anna.user.last_dm.text, "no answer")
        await bot.settle()
        assert len((await bot.match()).roster.holders) == 1 + done


@pytest.mark.parametrize("done", [False, True], ids=["before it is done", "after it is done"])
async def test_a_click_that_a_crash_cuts_short_does_not_count_twice_and_its_person_is_told(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, *, done: bool
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna = await lobby_of(bot)
        computer = next(one for one in bot.last.buttons if one["text"] == "Add a computer")
        with stuck(bot, monkeypatch, "answer", done=done) as asked:
            question = server.queries.press(anna.user.account, bot.last, computer["callback_data"])
            await asked.wait()
    assert len(server.updates.waiting) == 1, "it is not confirmed"
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        await asyncio.wait_for(question.answered.wait(), PATIENCE)
        await bot.settle()
        assert len((await bot.match()).roster.holders) == 1 + done
    assert "interrupted" in question.said


# ---- asked for


async def test_a_command_that_hangs_holds_up_no_other_chat_and_is_not_confirmed(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_group = FakeGroup(server)
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        anna = await lobby_of(bot)
        (boris,) = await bot.add_players("Boris")
        with hanging(bot, monkeypatch, "/games") as asked:
            await anna.user.says("/games")
            await asked.wait()
            for _ in range(3):
                said = len(boris.user.dms)
                await boris.user.tells("/rules tunnels")
                await until(lambda: len(boris.user.dms) > said, "it waits")  # noqa: B023
            assert [one.about["text"] for one in server.updates.waiting] == ["/games"] + 3 * [
                "/rules tunnels"
            ]
        await until(lambda: not server.updates.waiting, "nothing is confirmed")
        assert "in the lobby" in anna.user.last_dm.text
        assert len(boris.user.dms) == said + 1, "what is brought again is not handled twice"


async def test_updates_that_hang_leave_place_for_others_after_a_while(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.updates.AT_ONCE", 2)
    monkeypatch.setattr("bot.telegram.updates._STUCK", 0.2)
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        people = await bot.add_players("Anna", "Boris", "Carla")
        with hanging(bot, monkeypatch, "/games") as asked:
            for one in people[:2]:
                await one.user.tells("/games")
            await asked.wait()
            await people[2].user.tells("/rules tunnels")
            await until(lambda: people[2].user.dms, "it waits for ever")


async def test_in_a_long_queue_clicks_that_change_nothing_leave_place_for_others(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.updates.AT_ONCE", 2)
    monkeypatch.setattr("bot.telegram.updates._STUCK", float("inf"))
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris", board="usa")
        code = await code_for(anna, "draw deck")
        draw = next(one["callback_data"] for one in bot.last.buttons if one["text"].startswith("Draw cards"))
        monkeypatch.setattr(WorkQueue, "is_long", True)
        with stuck(bot, monkeypatch, "answer", done=False):
            clicks = [server.queries.press(boris.user.account, bot.last, draw) for _ in range(5)]
            for click in clicks:
                await asyncio.wait_for(click.answered.wait(), PATIENCE)
            move = server.queries.press(anna.user.account, bot.last, code)
            await until(lambda: [one.about["id"] for one in server.updates.waiting] == [move.id])


async def test_a_program_that_stops_confirms_what_it_has_handled(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    """Otherwise the next one tells the person that their command was interrupted."""
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        anna = await lobby_of(bot)
        bot.attending.cancel()
        await anna.user.says("/computer easy")
        await asyncio.gather(bot.attending, return_exceptions=True)
    fate = [one.about["text"] for one in server.updates.waiting]
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        await bot.settle()
        assert not any("interrupted" in dm.text for dm in anna.user.dms), fate


@contextmanager
def hanging(bot: TelegramBot, monkeypatch: pytest.MonkeyPatch, line: str) -> Iterator[asyncio.Event]:
    """Make the dispatcher hang in one command until the block ends. Sets the event when it is asked."""
    asked, over = asyncio.Event(), asyncio.Event()
    answer = bot.host.dispatcher.answer

    async def wait(asker: Asker, call: Call, **more: Any) -> Message:
        if call.line == line.removeprefix("/"):
            asked.set()
            await over.wait()
        return await answer(asker, call, **more)

    monkeypatch.setattr(bot.host.dispatcher, "answer", wait)
    yield asked
    over.set()


# ---- webhooks


async def test_a_webhook_takes_updates_only_with_its_secret(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    port = free_port()
    server.updates.proxies["https://club.example"] = local = f"http://127.0.0.1:{port}"
    webhook = {"webhook": "https://club.example", "listen_at": ("127.0.0.1", port)}
    async with telegram_bot(tmp_path, FakeGroup(server), clock, **webhook) as bot:
        anna, _ = await bot.in_play("Anna", "Boris", board="usa")
        await anna.clicks("draw deck")
        secret = server.updates.hook["secret_token"]
        seq = (await bot.match()).seq
        forged = {
            "update_id": 1,
            "message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}},
        }
        async with ClientSession() as session:
            for headers in ({}, {HEADER: "guessed"}):
                async with session.post(f"{local}/telegram", json=forged, headers=headers) as answer:
                    assert answer.status == 403
            for body, status in ((b"{", 400), (b"[]", 200), (b"{}", 200), (BytesIO(bytes(2 << 20)), 413)):
                headers = {HEADER: secret}
                async with session.post(f"{local}/telegram", data=body, headers=headers) as answer:
                    assert answer.status == status
        await anna.clicks("draw deck")
        assert (await bot.match()).seq > seq
        assert len(secret) >= 32
        assert of_kind(server, "getUpdates") == []


async def test_in_a_long_queue_a_webhook_acknowledges_only_clicks_that_change_nothing(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    server.updates.proxies["https://club.example"] = f"http://127.0.0.1:{port}"
    webhook = {"webhook": "https://club.example", "listen_at": ("127.0.0.1", port)}
    async with telegram_bot(tmp_path, FakeGroup(server), clock, **webhook) as bot:
        anna, boris = await bot.in_play("Anna", "Boris", board="usa")
        code = await code_for(anna, "draw deck")
        draw = next(one["callback_data"] for one in bot.last.buttons if one["text"].startswith("Draw cards"))
        monkeypatch.setattr(WorkQueue, "is_long", True)
        with stuck(bot, monkeypatch, "answer", done=False) as asked:
            server.queries.press(boris.user.account, bot.last, draw)
            await asked.wait()
            await until(lambda: not server.updates.waiting, "the click is not acknowledged")
            server.queries.press(anna.user.account, bot.last, code)
            await asyncio.sleep(0.1)
            assert len(server.updates.waiting) == 1
