"""Answers in time, and once, whatever becomes of the line: slow pictures, lost answers, doors that fail."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model.message import Message, Picture
from tests.discord_bot import Player, Station, station
from tests.fakes.discord.faults import Lost
from tests.fakes.discord.interactions import COMMAND
from tests.fakes.discord.server import of_kind
from tests.fakes.discord.town import Town
from tests.scenario import FakeClock, Sketcher

ANSWER, LATER = "create_interaction_response", "update_original_webhook_message"


@pytest.fixture
async def table(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Station]:
    async with station(tmp_path, town, clock) as one:
        yield one


@pytest.fixture
async def anna(table: Station) -> Player:
    """Anna, with starting tickets before her."""
    anna, boris = await table.comes("Anna", "Boris")
    await anna.member.runs("/game new")
    await boris.member.runs("/game join")
    await anna.member.runs("/game start")
    await table.settle()
    return anna


@pytest.fixture
def easel(anna: Player, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Nobody is answered before it is set: a picture takes its time."""
    ready, desk = asyncio.Event(), anna.station.table.desk
    at_once = desk.say

    async def slowly(*asked: Any, **about: Any) -> Message:
        await ready.wait()
        return await at_once(*asked, **about)

    monkeypatch.setattr(desk, "say", slowly)
    return ready


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not happened():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


# ---- slow


async def test_where_a_picture_takes_long_the_bot_is_seen_thinking(
    anna: Player, easel: asyncio.Event
) -> None:
    asking = asyncio.create_task(anna.member.runs("/hand"))
    await until(lambda: any(post.thinking for post in anna.member.private))
    easel.set()
    assert (await asking).startswith("**Your starting tickets.**")
    assert anna.member.answer is not None
    assert [one.filename for one in anna.member.answer.attachments] == ["hand.png", "tickets.png"]


async def test_a_form_that_is_not_ready_in_time_is_a_list(anna: Player, easel: asyncio.Event) -> None:
    asking = asyncio.create_task(anna.member.runs("/keep"))
    await until(lambda: any(post.thinking for post in anna.member.private))
    easel.set()
    await asking
    assert anna.member.form is None
    assert anna.member.labels == ["Choose tickets"]


async def test_what_cannot_be_answered_any_more_is_one_line_of_the_log(
    anna: Player, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    hall = anna.member.hall
    (hand,) = (row for row in hall.doors.commands if row["name"] == "hand")
    data = {"id": hand["id"], "name": "hand", "type": 1}
    caplog.set_level(logging.INFO, "bot")
    interaction = hall.interactions.born(COMMAND, anna.member.account, anna.member.at, data)
    await clock.move_on(timedelta(seconds=4))
    await hall.happen(interaction)
    await until(lambda: "could not be answered" in caplog.text)
    assert caplog.messages == ["Discord: somebody could not be answered any more (10062)"]


async def test_words_do_not_wait_for_pictures_that_are_heavy(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.discord.answers.LIGHT", 10)
    assert (await anna.member.runs("/hand")).startswith("**Your starting tickets.**")
    await until(lambda: anna.member.answer and anna.member.answer.attachments)
    assert [name for name, _ in anna.member.hall.requests[-2:]] == [ANSWER, LATER]


async def test_pictures_that_come_late_do_not_cover_a_newer_answer(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await anna.member.runs("/hand")
    late, at_once = asyncio.Event(), Sketcher.hand

    async def slowly(self: Sketcher, *about: Any) -> tuple[Picture, ...]:
        await late.wait()
        return await at_once(self, *about)

    monkeypatch.setattr(Sketcher, "hand", slowly)
    post = anna.member.answer
    assert post is not None
    select = next(part for part in post.parts if part["type"] == 3)
    labels = [row["label"] for row in select["options"]]
    await anna.member.picks(*labels[:2], on=post)
    await anna.member.picks(*labels[1:4], on=post)
    edits = post.edits
    late.set()
    await until(lambda: post.edits > edits)
    await asyncio.sleep(0.05)
    assert (post.edits, post.labels) == (edits + 1, ["Choose tickets", "Keep 3 tickets"])


# ---- lost


@pytest.mark.parametrize("lost", Lost)
@pytest.mark.parametrize("door", [ANSWER, LATER])
async def test_an_answer_that_is_lost_on_the_way_is_given_once(
    anna: Player, door: str, lost: Lost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.discord.answers.LIGHT", 0)
    before = len(anna.member.private)
    anna.member.hall.faults.order(door, lost=lost)
    assert (await anna.member.runs("/hand")).startswith("**Your starting tickets.**")
    await until(lambda: anna.member.answer and anna.member.answer.attachments)
    await until(lambda: anna.member.hall.faults.done == [door])
    assert len(anna.member.private) == before + 1


@pytest.mark.parametrize("door", [ANSWER, LATER])
async def test_a_door_that_fails_is_tried_again(
    anna: Player, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.discord.answers.LIGHT", 0)
    anna.member.hall.faults.order(door, status=502)
    assert (await anna.member.runs("/hand")).startswith("**Your starting tickets.**")
    await until(lambda: anna.member.answer and anna.member.answer.attachments)


async def test_a_short_answer_whose_confirmation_is_lost_is_not_given_twice(anna: Player) -> None:
    before = len(anna.member.private)
    anna.member.hall.faults.order(ANSWER, lost=Lost.ANSWER)
    assert (await anna.member.runs("/help")).startswith("**Before the game**")
    assert len(anna.member.private) == before + 1


async def test_an_action_whose_answer_fails_for_good_is_played_once_and_shown_when_asked(
    anna: Player, caplog: pytest.LogCaptureFixture
) -> None:
    hall = anna.member.hall
    hall.faults.order(ANSWER, status=403, code=50001)
    seq = (await anna.station.match()).seq
    asking = asyncio.create_task(anna.member.runs("/keep", tickets="all"))
    await until(lambda: "was not taken (403, code 50001)" in caplog.text)
    asking.cancel()
    await anna.station.settle()
    assert (await anna.station.match()).seq > seq
    assert "4 tickets" in await anna.member.runs("/hand")


# ---- wrong


async def test_what_goes_wrong_inside_is_one_sentence_and_a_cause_in_the_log(
    anna: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the floor gave way")

    monkeypatch.setattr(anna.station.table.desk, "say", broken)
    monkeypatch.setattr(anna.station.table.desk, "suggest", broken)
    answer = await anna.member.runs("/hand")
    assert answer.startswith("Something went wrong, and the operator")
    assert await anna.member.completes("/claim", "route", "") == []
    assert "the floor gave way" in caplog.text


async def test_where_a_picture_cannot_be_drawn_the_words_are_said(
    anna: Player, easel: asyncio.Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> tuple[Picture, ...]:
        raise MemoryError

    monkeypatch.setattr(Sketcher, "hand", broken)
    asking = asyncio.create_task(anna.member.runs("/hand"))
    await until(lambda: any(post.thinking for post in anna.member.private))
    easel.set()
    assert (await asking).startswith("**Your starting tickets.**")
    assert "could not be drawn" in caplog.text


async def test_a_command_of_an_older_program_is_answered_too(anna: Player) -> None:
    hall = anna.member.hall
    hall.doors.commands.append({"id": "77", "name": "dance", "type": 1, "options": []})
    assert (await anna.member.runs("/dance")).startswith("Something went wrong")


# ---- commands are registered


async def test_commands_are_registered_once_for_all_starts(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    for _ in range(2):
        async with station(tmp_path, town, clock):
            await until(lambda: town.hall.doors.commands)
    assert len(of_kind(town.hall, "bulk_set_application_commands")) == 1


async def test_commands_that_have_changed_are_registered_anew(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    async with station(tmp_path, town, clock) as one:
        await one.store.write_note(f"discord-commands-{town.hall.world.bot.id}", "those of another day")
    async with station(tmp_path, town, clock):
        pass
    assert len(of_kind(town.hall, "bulk_set_application_commands")) == 2


async def test_commands_that_are_not_taken_keep_nobody_from_playing(
    tmp_path: Path, town: Town, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    town.hall.faults.order("bulk_set_application_commands", status=403, code=50001)
    async with station(tmp_path, town, clock):
        assert "the commands were not taken (403, code 50001)" in caplog.text
    async with station(tmp_path, town, clock):
        assert len(town.hall.doors.commands) > 15


async def test_trouble_at_the_very_first_registering_is_waited_out(
    tmp_path: Path, town: Town, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    town.hall.faults.order("bulk_set_application_commands", status=503)
    starting = asyncio.create_task(until(lambda: "is tried again" in caplog.text))
    starting.add_done_callback(lambda _: asyncio.ensure_future(clock.move_on(timedelta(minutes=1))))
    async with station(tmp_path, town, clock):
        assert len(town.hall.doors.commands) > 15
