"""Private answers come in time and once: slow pictures, lost replies, failing calls."""

import asyncio
import logging
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.answers import ShownAnswers, answer
from bot.model.message import HAND, Message, Pack
from bot.shown.picture_service import Sketch
from bot.work_queue import WorkQueue
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.interactions import COMMAND
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock, FakePictures

ANSWER, LATER = "create_interaction_response", "update_original_webhook_message"


@pytest.fixture
async def anna(club: DiscordBot) -> DiscordPlayer:
    """Anna, who is choosing starting tickets."""
    anna, _ = await club.start_game("Anna", "Boris")
    return anna


@pytest.fixture
def drawing_allowed(anna: DiscordPlayer, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Commands are answered only once it is set, after the bot has said that it is thinking."""
    monkeypatch.setattr("bot.discord.answers.READY", 0.05)
    ready, dispatcher = asyncio.Event(), anna.bot.host.dispatcher
    at_once = dispatcher.answer

    async def slowly(*asked: Any, **about: Any) -> Message:
        await ready.wait()
        return await at_once(*asked, **about)

    monkeypatch.setattr(dispatcher, "answer", slowly)
    return ready


# ---- slow answers


async def test_slow_picture_shows_that_the_bot_is_thinking(
    anna: DiscordPlayer, drawing_allowed: asyncio.Event
) -> None:
    asking = asyncio.create_task(anna.user.runs("/hand"))
    await until(lambda: any(post.thinking for post in anna.user.private))
    drawing_allowed.set()
    assert (await asking).startswith("**Your starting tickets.**")
    assert anna.user.answer is not None
    names = [one.filename for one in anna.user.answer.attachments]
    assert names == ["my-tickets.png", "tickets.png", "hand.png"]


async def test_form_that_is_late_becomes_a_list(anna: DiscordPlayer, drawing_allowed: asyncio.Event) -> None:
    asking = asyncio.create_task(anna.user.runs("/do keep"))
    await until(lambda: any(post.thinking for post in anna.user.private))
    drawing_allowed.set()
    await asking
    assert anna.user.form is None
    assert anna.user.labels == ["Choose tickets"]


async def test_late_answer_is_one_line_in_the_log(
    anna: DiscordPlayer, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    server = anna.user.server
    (hand,) = (row for row in server.endpoints.commands if row["name"] == "hand")
    data = {"id": hand["id"], "name": "hand", "type": 1}
    caplog.set_level(logging.INFO, "bot")
    interaction = server.interactions.born(COMMAND, anna.user.account, anna.user.at, data)
    await clock.move_on(timedelta(seconds=4))
    await server.happen(interaction)
    await until(lambda: "no longer be answered" in caplog.text)
    assert caplog.messages == ["Discord: an interaction could no longer be answered (10062)"]


async def test_an_answer_in_place_waits_for_its_pictures(
    anna: DiscordPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Message, "needs_drawing", True)
    await anna.user.runs("/hand")
    await until(lambda: anna.user.answer and anna.user.answer.attachments)
    requests = len(anna.user.server.requests)
    await anna.user.picks("1.", "2.")
    await anna.bot.calm()
    assert [name for name, _ in anna.user.server.requests[requests:]] == [ANSWER]
    assert anna.user.answer is not None
    assert anna.user.answer.attachments


async def test_late_pictures_do_not_replace_a_newer_answer(
    anna: DiscordPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await anna.user.runs("/hand")
    late, at_once = asyncio.Event(), FakePictures.file

    async def slowly(self: FakePictures, sketch: Sketch, pack: Pack | None = None) -> bytes:
        if sketch.name == HAND:
            await late.wait()
        return await at_once(self, sketch)

    monkeypatch.setattr(FakePictures, "file", slowly)
    monkeypatch.setattr("bot.discord.answers.DRAWING", 0)
    post = anna.user.answer
    assert post is not None
    select = next(part for part in post.parts if part["type"] == 3)
    labels = [row["label"] for row in select["options"]]
    await anna.user.picks(*labels[:2], on=post)
    await anna.user.picks(*labels[1:4], on=post)
    edits = post.edits
    late.set()
    await until(lambda: post.edits > edits)
    await asyncio.sleep(0.05)
    assert (post.edits, post.labels) == (edits + 1, ["Choose tickets", "Keep 3 tickets"])


async def test_command_is_finished_although_it_cannot_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord.answers.READY", 0)
    done = []

    async def command() -> Message:
        await asyncio.sleep(0.01)
        done.append("command")
        return Message("Done.")

    async def refuse(**_: object) -> None:
        response: Any = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(response, {"code": 10062, "message": "Unknown interaction"})

    client = SimpleNamespace(shown=ShownAnswers(), queue=WorkQueue(1))
    response = SimpleNamespace(defer=refuse, is_done=lambda: False)
    click: Any = SimpleNamespace(id=1, client=client, message=None, guild_id=1, response=response)
    await answer(click, command())
    assert done == ["command"]


@pytest.mark.parametrize("status", [{"status": 400, "code": 20009}, {"status": 413, "code": 40005}])
async def test_answer_whose_pictures_are_refused_comes_without_them(
    anna: DiscordPlayer, fake_guild: FakeGuild, status: dict[str, int]
) -> None:
    fake_guild.server.faults.add(ANSWER, **status)
    assert "starting tickets" in await anna.user.runs("/hand")


# ---- lost replies


@pytest.mark.parametrize("lost", [Lost.REQUEST, Lost.RESPONSE])
@pytest.mark.parametrize("door", [ANSWER, LATER])
async def test_lost_answer_is_given_once(
    anna: DiscordPlayer, door: str, lost: Lost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord.answers.LIGHT", 0)
    before = len(anna.user.private)
    anna.user.server.faults.add(door, lost=lost)
    assert (await anna.user.runs("/hand")).startswith("**Your starting tickets.**")
    await until(lambda: anna.user.answer and anna.user.answer.attachments)
    await until(lambda: anna.user.server.faults.done == [door])
    assert len(anna.user.private) == before + 1


async def test_action_is_played_once_even_if_its_answer_fails(
    anna: DiscordPlayer, caplog: pytest.LogCaptureFixture
) -> None:
    server = anna.user.server
    server.faults.add(ANSWER, status=403, code=50001)
    seq = (await anna.bot.match()).seq
    asking = asyncio.create_task(anna.user.runs("/do keep all"))
    await until(lambda: "was not taken (403, code 50001)" in caplog.text)
    asking.cancel()
    await anna.bot.settle()
    assert (await anna.bot.match()).seq > seq
    assert "4 tickets" in await anna.user.runs("/hand")


# ---- errors


async def test_internal_error_is_one_sentence_and_a_cause_in_the_log(
    anna: DiscordPlayer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the floor gave way")

    monkeypatch.setattr(anna.bot.host.dispatcher, "answer", broken)
    monkeypatch.setattr(anna.bot.host.dispatcher, "suggest", broken)
    answer = await anna.user.runs("/hand")
    assert answer.startswith("Something went wrong, and the operator")
    assert await anna.user.completes("/claim", "route", "") == []
    assert "the floor gave way" in caplog.text


async def test_text_is_sent_if_a_picture_cannot_be_drawn(
    anna: DiscordPlayer,
    drawing_allowed: asyncio.Event,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(*_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(FakePictures, "file", broken)
    asking = asyncio.create_task(anna.user.runs("/hand"))
    await until(lambda: any(post.thinking for post in anna.user.private))
    drawing_allowed.set()
    assert (await asking).startswith("**Your starting tickets.**")
    assert "could not be drawn" in caplog.text


async def test_command_of_an_older_version_is_answered(anna: DiscordPlayer) -> None:
    server = anna.user.server
    for id, name in ("77", "dance"), ("78", "since"):
        server.endpoints.commands.append({"id": id, "name": name, "type": 1, "options": []})
    assert (await anna.user.runs("/dance")).startswith("Something went wrong")
    assert await anna.user.runs("/since") == (
        "Discord no longer lists this command: write /do since, or press its button."
    )


# ---- commands are registered


async def test_changed_commands_are_registered_again(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        await one.store.begun.begin(
            f"discord-commands-{fake_guild.server.world.bot.id}", "those of another day", "", 1
        )
    async with discord_bot(tmp_path, fake_guild, clock):
        pass
    assert len(of_kind(fake_guild.server, "bulk_set_application_commands")) == 2


async def test_bot_starts_although_its_commands_are_refused(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    fake_guild.server.faults.add("bulk_set_application_commands", status=403, code=50001)
    async with discord_bot(tmp_path, fake_guild, clock):
        assert "the commands were not taken (403, code 50001)" in caplog.text
    async with discord_bot(tmp_path, fake_guild, clock):
        assert len(fake_guild.server.endpoints.commands) > 15


async def test_first_registration_is_repeated_after_a_server_error(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    fake_guild.server.faults.add("bulk_set_application_commands", status=503)
    starting = asyncio.create_task(until(lambda: "will be tried again" in caplog.text))
    starting.add_done_callback(lambda _: asyncio.ensure_future(clock.move_on(timedelta(minutes=1))))
    async with discord_bot(tmp_path, fake_guild, clock):
        assert len(fake_guild.server.endpoints.commands) > 15
