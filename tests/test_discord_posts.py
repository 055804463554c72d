"""What is said in a Discord channel, over the wire: one message a turn, one ping, and nothing twice."""

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.store import DmChannel
from tests.discord_session import DiscordSession, SessionPlayer, discord_session, settled
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import FORUM
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock, Participant


@pytest.fixture
async def table(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> AsyncIterator[DiscordSession]:
    async with discord_session(tmp_path, fake_guild, clock) as session:
        yield session


async def turn(participant: Participant) -> None:
    """A turn of two blind cards, told to the table."""
    await participant.says("/draw deck")
    await participant.says("/draw deck")
    await participant.scenario.settle()


async def test_a_lobby_is_one_message_that_is_edited_in_place(table: DiscordSession) -> None:
    anna, boris, carl = [await table.add_player(name) for name in ("Anna", "Boris", "Carl")]
    await anna.says("/new europe")
    for participant in (boris, carl):
        await participant.says("/join")
    await carl.says("/leave")
    await anna.says("/computer")
    await table.settle()
    (lobby,) = table.posts
    assert "Anna" in lobby.content
    assert "Boris" in lobby.content
    assert "Carl" not in lobby.content.splitlines()[-1]
    assert "Join" in lobby.labels


async def without_letters(*participants: Participant) -> None:
    """Close everybody's letterbox: what is asked of Discord from now on is about the channel."""
    for participant in participants:
        await participant.scenario.store.save_dm_channel(participant.person, DmChannel(closed=True))


async def test_each_turn_is_one_message_and_only_the_newest_has_buttons(table: DiscordSession) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    before = len(table.posts)
    for participant in (anna, boris, anna):
        await turn(participant)
    assert len(table.posts) == before + 3
    assert [bool(post.labels) for post in table.posts] == [False] * (before + 2) + [True]
    assert {"Draw", "Claim a route", "My hand"} <= set(table.posts[-1].labels)


async def test_a_turn_calls_one_person_and_nothing_calls_another(
    table: DiscordSession, fake_guild: FakeGuild
) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    await turn(anna)
    await turn(boris)
    assert [post.pings for post in table.posts[-3:]] == [
        (table.user(participant).account,) for participant in (anna, boris, anna)
    ]
    edits = of_kind(fake_guild.server, "update_message")
    assert edits
    assert all(body["allowed_mentions"] == {"parse": []} for body in edits)


async def test_a_name_is_no_markup_no_mention_and_no_link(table: DiscordSession) -> None:
    names = ["@everyone", "[x](http://a.b)", "_**~~"]
    participants = [await table.add_player(name) for name in names]
    await participants[0].says("/new europe")
    for participant in participants[1:]:
        await participant.says("/join")
    await table.settle()
    said = table.posts[-1].content
    assert "@everyone" not in said
    assert "http://a" not in said
    assert "[x](" not in said.replace("\\[x", "")
    assert "**~~" not in said


async def test_a_post_shows_one_picture_with_its_words(table: DiscordSession) -> None:
    anna, _ = await table.in_play("Anna", "Boris")
    await turn(anna)
    (picture,) = table.posts[-1].attachments
    assert 0 < len(picture.description) <= 1024


async def test_a_post_whose_answer_was_lost_is_said_once(
    table: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna, _ = await table.in_play("Anna", "Boris")
    before = len(table.posts)
    fake_guild.server.faults.add("create_message", lost=Lost.RESPONSE)
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await settled(table, clock)
    assert len(table.posts) == before + 1


async def test_a_post_that_came_through_before_a_crash_is_found_again(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_session(tmp_path, fake_guild, clock) as table:
        anna, boris = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        fake_guild.server.faults.add("create_message", lost=Lost.RESPONSE)
        await anna.says("/draw deck")
        await anna.says("/draw deck")
        await until(lambda: len(table.posts) == before + 1)
    await clock.move_on(timedelta(minutes=10))
    async with discord_session(tmp_path, fake_guild, clock) as table:
        await settled(table, clock)
        assert len(table.posts) == before + 1
        await turn(SessionPlayer(table, boris.person))
        assert [bool(post.labels) for post in table.posts[-2:]] == [False, True]


async def test_where_the_bot_may_not_look_back_it_rather_says_it_again(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    await fake_guild.denies("read_message_history")
    async with discord_session(tmp_path, fake_guild, clock) as table:
        anna, _ = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        fake_guild.server.faults.add("create_message", lost=Lost.RESPONSE)
        await anna.says("/draw deck")
        await anna.says("/draw deck")
        await until(lambda: len(table.posts) == before + 1)
    await clock.move_on(timedelta(minutes=10))
    async with discord_session(tmp_path, fake_guild, clock) as table:
        await settled(table, clock)
        assert len(table.posts) == before + 2


async def test_trouble_at_discord_is_waited_out(
    table: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    before = len(table.posts)
    fake_guild.server.faults.add("create_message", status=503)
    fake_guild.server.faults.add("create_message", retry_after=0.1)
    for participant in (anna, boris):
        await participant.says("/draw deck")
        await participant.says("/draw deck")
        await settled(table, clock)
    assert len(table.posts) == before + 2


@pytest.mark.parametrize("fault", [{"status": 400, "code": 30046}, {"status": 403, "code": 50013}])
async def test_buttons_that_cannot_be_taken_away_stay_and_are_stale(
    table: DiscordSession, fake_guild: FakeGuild, fault: dict[str, int]
) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    await without_letters(anna, boris)
    old = table.posts[-1]
    fake_guild.server.faults.add("update_message", **fault)
    await turn(anna)
    await turn(boris)
    assert "Draw" in old.labels
    assert len(table.posts[-1].labels) >= 4
    draw = next(str(button["custom_id"]) for button in old.buttons if button["label"] == "Draw")
    heard = await anna.presses_code(draw.partition("@")[0])
    assert heard.startswith("The board has moved on since that button; nothing was changed.")


async def test_pictures_that_are_too_big_are_left_out(table: DiscordSession, fake_guild: FakeGuild) -> None:
    anna, _ = await table.in_play("Anna", "Boris")
    await without_letters(anna)
    fake_guild.server.faults.add("create_message", status=413, code=40005)
    await turn(anna)
    assert table.posts[-1].attachments == []
    assert "is next" in table.posts[-1].content


async def test_a_lobby_that_somebody_deleted_is_posted_anew(table: DiscordSession) -> None:
    anna, boris = [await table.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await table.settle()
    table.posts[0].gone = True
    await boris.says("/join")
    await table.settle()
    (lobby,) = table.posts
    assert "Boris" in lobby.content


async def test_a_lobby_too_old_to_be_edited_is_posted_anew(
    table: DiscordSession, fake_guild: FakeGuild
) -> None:
    anna, boris = [await table.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await table.settle()
    fake_guild.server.faults.add("update_message", status=400, code=30046)
    await boris.says("/join")
    await table.settle()
    old, new = table.posts
    assert "Boris" in new.content
    assert "Join" in new.labels
    assert old.labels == []


# ---- rights, and places that are not there


async def test_a_right_that_is_lacking_is_told_to_the_creator_and_the_game_goes_on(
    table: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    first, second = await table.in_play("Anna", "Boris")
    creator = next(
        participant for participant in (first, second) if table.user(participant).account.name == "Anna"
    )
    before = len(table.posts)
    await fake_guild.denies("send_messages")
    for participant in (first, second):
        await participant.says("/draw deck")
        await participant.says("/draw deck")
        await until(lambda: table.shut)
    assert [post.content.partition(".")[0] for post in table.dms(creator) if "#table" in post.content] == [
        "I lack rights in #table: “Send Messages”"
    ]
    assert len(table.posts) == before
    await clock.move_on(timedelta(minutes=5))
    await fake_guild.allows_all()
    await settled(table, clock)
    assert len(table.posts) == before + 1
    assert [line.split()[0] for line in table.posts[-1].content.splitlines()[:2]] == [
        f"\u2068{table.user(participant).account.name}\u2069" for participant in (first, second)
    ]


async def test_where_no_files_may_be_attached_the_table_is_told_once(
    table: DiscordSession, fake_guild: FakeGuild
) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    before = len(table.posts)
    await fake_guild.denies("attach_files")
    await turn(anna)
    await turn(boris)
    assert ["“Attach Files”" in post.content for post in table.posts[before:]] == [True, False, False]
    await fake_guild.allows_all()
    await turn(anna)
    assert len(table.posts[-1].attachments) == 1


async def test_a_check_names_what_is_lacking(table: DiscordSession, fake_guild: FakeGuild) -> None:
    anna = await table.add_player("Anna")
    letters = "Nothing keeps my private messages from you, as far as I know."
    assert await anna.says("/check") == f"I may do all that I need here.\n{letters}"
    await fake_guild.denies("send_messages", "attach_files")
    lacking = "I lack rights in #table: “Send Messages” and “Attach Files”."
    await asyncio.sleep(0.1)
    assert (await anna.says("/check")).startswith(lacking)
    await table.store.save_dm_channel(anna.person, DmChannel(closed=True))
    await fake_guild.server.delete(table.channel)
    await asyncio.sleep(0.1)
    gone, closed = (await anna.says("/check")).splitlines()
    assert gone.startswith("There is no such channel for me")
    assert closed.startswith("My private messages do not reach you")


async def test_a_check_looks_again_where_the_bot_was_shut_out(
    table: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna, _ = await table.in_play("Anna", "Boris")
    before = len(table.posts)
    trouble = fake_guild.server.faults.add("create_message", status=403, code=50013, times=1000)
    await without_letters(anna)
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await until(lambda: table.shut)
    assert len(table.posts) == before
    trouble.times = 0
    assert (await anna.says("/check")).startswith("I may do all that I need here.")
    await settled(table, clock)
    assert len(table.posts) == before + 1


async def test_a_game_in_a_channel_that_is_deleted_goes_on_unheard(
    table: DiscordSession, fake_guild: FakeGuild
) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    await fake_guild.server.delete(table.channel)
    for participant in (anna, boris):
        assert (await participant.says("/draw deck")).startswith("You drew")
        assert (await participant.says("/draw deck")).startswith("You drew")
    assert len(table.dms(boris)) == 1


async def test_a_bot_that_was_sent_out_tells_the_rest_when_it_is_back(
    table: DiscordSession, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna, boris = await table.in_play("Anna", "Boris")
    before = len(table.posts)
    await fake_guild.server.remove_bot(fake_guild.guild)
    for participant in (anna, boris, anna):
        await participant.says("/draw deck")
        await participant.says("/draw deck")
    await until(lambda: table.shut)
    await clock.move_on(timedelta(minutes=5))
    await fake_guild.server.invite(fake_guild.guild)
    await settled(table, clock)
    assert len(table.posts) == before + 1


async def test_a_thread_is_a_table_like_any_other_and_wakes_from_its_archive(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    thread = await fake_guild.opens_thread("Night train")
    async with discord_session(tmp_path, fake_guild, clock, thread) as table:
        anna, boris = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        thread.archived = True
        await fake_guild.server.tell_of(thread)
        await turn(anna)
        assert len(table.posts) == before + 1
        thread.archived = thread.locked = True
        await fake_guild.server.tell_of(thread)
        await boris.says("/draw deck")
        await boris.says("/draw deck")
        await until(
            lambda: any(
                "an unlocked thread" in post.content for post in (*table.dms(anna), *table.dms(boris))
            )
        )
        assert len(table.posts) == before + 1


async def test_a_thread_that_is_locked_unheard_of_is_shut_until_it_is_open_again(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    thread = await fake_guild.opens_thread("Night train")
    async with discord_session(tmp_path, fake_guild, clock, thread) as table:
        anna, _ = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        thread.archived = thread.locked = True
        await anna.says("/draw deck")
        await anna.says("/draw deck")
        await until(lambda: table.shut)
        thread.archived = thread.locked = False
        await fake_guild.server.tell_of(thread)
        await until(lambda: len(table.posts) == before + 1)


async def test_a_post_in_a_forum_is_a_table_like_any_other(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    forum = fake_guild.server.world.channel(fake_guild.guild, "Timetables", FORUM)
    thread = await fake_guild.opens_thread("Night train", forum)
    async with discord_session(tmp_path, fake_guild, clock, thread) as table:
        anna, _ = await table.in_play("Anna", "Boris")
        before = len(table.posts)
        await turn(anna)
        assert len(table.posts) == before + 1


async def test_a_conversation_with_the_bot_can_be_the_table(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    place = fake_guild.server.world.conversation(fake_guild.add_user("Anna").account)
    async with discord_session(tmp_path, fake_guild, clock, place) as table:
        (anna,) = await table.in_play("Anna", computers=1)
        before = [post for post in table.posts if "is next" in post.content]
        await turn(anna)
        assert len([post for post in table.posts if "is next" in post.content]) == len(before) + 1


# ---- a whole game


FEW = r"\u2069 has [0-6] trains? left\.|\u2069 has no trains left\."


async def test_a_whole_game_has_hardly_more_posts_than_turns(table: DiscordSession) -> None:
    participants = await table.in_play("Anna", "Boris", "Carl")
    turns, first = 0, await participants[0].seat()
    for number in range(5000):
        match = await table.match()
        if match.table is None or match.table.over:
            break
        turns = match.table.turn
        participant = participants[(match.waiting_for[0] - first) % len(participants)]
        await participant.says("/" + await participant.thinks("easy", number))
    await table.settle()
    assert len(table.posts) / turns <= 1.05
    calls = [post.pings for post in table.posts]
    assert max(map(len, calls)) == 1
    assert len([pings for pings in calls if pings]) <= turns
    assert [picture.filename for picture in table.posts[-1].attachments] == ["scores.png"]
    contents = [post.content for post in table.posts]
    (begun,) = [place for place, text in enumerate(contents) if "the last round begins" in text]
    assert ["**Last round.**" in text for text in contents[begun:]] == [True] * 3 + [False]
    warned = [line for text in contents[:begun] for line in text.splitlines() if re.search(FEW, line)]
    assert 1 <= len(warned) <= 3, "once for each at the most, and at least for whoever ends the game"
