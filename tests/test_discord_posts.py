"""What is said in a Discord channel, over the wire: one message a turn, one ping, and nothing twice."""

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.store import DmChannel
from tests.fakes.discord.faults import Lost
from tests.fakes.discord.server import of_kind
from tests.fakes.discord.town import Town
from tests.fakes.discord.world import FORUM
from tests.scenario import FakeClock, Guest
from tests.session import Club, Clubber, club, settled, until


@pytest.fixture
async def table(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Club]:
    async with club(tmp_path, town, clock) as evening:
        yield evening


async def turn(guest: Guest) -> None:
    """A turn of two blind cards, told to the table."""
    await guest.says("/draw deck")
    await guest.says("/draw deck")
    await guest.evening.settle()


async def test_a_lobby_is_one_message_that_is_edited_in_place(table: Club) -> None:
    anna, boris, carl = [await table.arrive(name) for name in ("Anna", "Boris", "Carl")]
    await anna.says("/new europe")
    for guest in (boris, carl):
        await guest.says("/join")
    await carl.says("/leave")
    await anna.says("/computer")
    await table.settle()
    (lobby,) = table.posts
    assert "Anna" in lobby.content
    assert "Boris" in lobby.content
    assert "Carl" not in lobby.content.splitlines()[-1]
    assert "Join" in lobby.labels


async def without_letters(*guests: Guest) -> None:
    """Close everybody's letterbox: what is asked of Discord from now on is about the channel."""
    for guest in guests:
        await guest.evening.store.save_dm_channel(guest.person, DmChannel(closed=True))


async def test_each_turn_is_one_message_and_only_the_newest_has_buttons(table: Club) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    before = len(table.posts)
    for guest in (anna, boris, anna):
        await turn(guest)
    assert len(table.posts) == before + 3
    assert [bool(post.labels) for post in table.posts] == [False] * (before + 2) + [True]
    assert {"Draw cards", "Claim a route", "My hand"} <= set(table.posts[-1].labels)


async def test_a_turn_calls_one_person_and_nothing_calls_another(table: Club, town: Town) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    await turn(anna)
    await turn(boris)
    assert [post.pings for post in table.posts[-3:]] == [
        (table.member(guest).account,) for guest in (anna, boris, anna)
    ]
    edits = of_kind(town.hall, "update_message")
    assert edits
    assert all(body["allowed_mentions"] == {"parse": []} for body in edits)


async def test_a_name_is_no_markup_no_mention_and_no_link(table: Club) -> None:
    names = ["@everyone", "[x](http://a.b)", "_**~~"]
    guests = [await table.arrive(name) for name in names]
    await guests[0].says("/new europe")
    for guest in guests[1:]:
        await guest.says("/join")
    await table.settle()
    said = table.posts[-1].content
    assert "@everyone" not in said
    assert "http://a" not in said
    assert "[x](" not in said.replace("\\[x", "")
    assert "**~~" not in said


async def test_a_post_shows_one_picture_with_its_words(table: Club) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    await turn(anna)
    (picture,) = table.posts[-1].attachments
    assert 0 < len(picture.description) <= 1024


async def test_a_post_whose_answer_was_lost_is_said_once(table: Club, town: Town, clock: FakeClock) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    before = len(table.posts)
    town.hall.faults.order("create_message", lost=Lost.ANSWER)
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await settled(table, clock)
    assert len(table.posts) == before + 1


async def test_a_post_that_came_through_before_a_crash_is_found_again(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    async with club(tmp_path, town, clock) as table:
        anna, boris = await table.playing("Anna", "Boris")
        before = len(table.posts)
        town.hall.faults.order("create_message", lost=Lost.ANSWER)
        await anna.says("/draw deck")
        await anna.says("/draw deck")
        await until(lambda: len(table.posts) == before + 1)
    await clock.move_on(timedelta(minutes=10))
    async with club(tmp_path, town, clock) as table:
        await settled(table, clock)
        assert len(table.posts) == before + 1
        await turn(Clubber(table, boris.person))
        assert [bool(post.labels) for post in table.posts[-2:]] == [False, True]


async def test_where_the_bot_may_not_look_back_it_rather_says_it_again(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    await town.denies("read_message_history")
    async with club(tmp_path, town, clock) as table:
        anna, _ = await table.playing("Anna", "Boris")
        before = len(table.posts)
        town.hall.faults.order("create_message", lost=Lost.ANSWER)
        await anna.says("/draw deck")
        await anna.says("/draw deck")
        await until(lambda: len(table.posts) == before + 1)
    await clock.move_on(timedelta(minutes=10))
    async with club(tmp_path, town, clock) as table:
        await settled(table, clock)
        assert len(table.posts) == before + 2


async def test_trouble_at_discord_is_waited_out(table: Club, town: Town, clock: FakeClock) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    before = len(table.posts)
    town.hall.faults.order("create_message", status=503)
    town.hall.faults.order("create_message", retry_after=0.1)
    for guest in (anna, boris):
        await guest.says("/draw deck")
        await guest.says("/draw deck")
        await settled(table, clock)
    assert len(table.posts) == before + 2


@pytest.mark.parametrize("fault", [{"status": 400, "code": 30046}, {"status": 403, "code": 50013}])
async def test_buttons_that_cannot_be_taken_away_stay_and_are_stale(
    table: Club, town: Town, fault: dict[str, int]
) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    await without_letters(anna, boris)
    old = table.posts[-1]
    town.hall.faults.order("update_message", **fault)
    await turn(anna)
    await turn(boris)
    assert "Draw cards" in old.labels
    assert len(table.posts[-1].labels) >= 4
    draw = next(str(button["custom_id"]) for button in old.buttons if button["label"] == "Draw cards")
    heard = await anna.presses_code(draw.partition("@")[0])
    assert heard.startswith("That button is out of date. Nothing was changed.")


async def test_pictures_that_are_too_big_are_left_out(table: Club, town: Town) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    await without_letters(anna)
    town.hall.faults.order("create_message", status=413, code=40005)
    await turn(anna)
    assert table.posts[-1].attachments == []
    assert "’s turn" in table.posts[-1].content


async def test_a_lobby_that_somebody_deleted_is_posted_anew(table: Club) -> None:
    anna, boris = [await table.arrive(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await table.settle()
    table.posts[0].gone = True
    await boris.says("/join")
    await table.settle()
    (lobby,) = table.posts
    assert "Boris" in lobby.content


async def test_a_lobby_too_old_to_be_edited_is_posted_anew(table: Club, town: Town) -> None:
    anna, boris = [await table.arrive(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await table.settle()
    town.hall.faults.order("update_message", status=400, code=30046)
    await boris.says("/join")
    await table.settle()
    old, new = table.posts
    assert "Boris" in new.content
    assert "Join" in new.labels
    assert old.labels == []


# ---- rights, and places that are not there


async def test_a_right_that_is_lacking_is_told_to_the_creator_and_the_game_goes_on(
    table: Club, town: Town, clock: FakeClock
) -> None:
    first, second = await table.playing("Anna", "Boris")
    creator = next(guest for guest in (first, second) if table.member(guest).account.name == "Anna")
    before = len(table.posts)
    await town.denies("send_messages")
    for guest in (first, second):
        await guest.says("/draw deck")
        await guest.says("/draw deck")
        await until(lambda: table.shut)
    assert [
        post.content.partition(".")[0] for post in table.letters(creator) if "#table" in post.content
    ] == ["I need permissions in #table: “Send Messages”"]
    assert len(table.posts) == before
    await clock.move_on(timedelta(minutes=5))
    await town.allows_all()
    await settled(table, clock)
    assert len(table.posts) == before + 1
    assert [line.split()[0] for line in table.posts[-1].content.splitlines()[:2]] == [
        f"\u2068{table.member(guest).account.name}\u2069" for guest in (first, second)
    ]


async def test_where_no_files_may_be_attached_the_table_is_told_once(table: Club, town: Town) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    before = len(table.posts)
    await town.denies("attach_files")
    await turn(anna)
    await turn(boris)
    assert ["“Attach Files”" in post.content for post in table.posts[before:]] == [True, False, False]
    await town.allows_all()
    await turn(anna)
    assert len(table.posts[-1].attachments) == 1


async def test_a_check_names_what_is_lacking(table: Club, town: Town) -> None:
    anna = await table.arrive("Anna")
    letters = "As far as I know, you can receive my private messages."
    assert await anna.says("/check") == f"I have all the permissions I need here.\n{letters}"
    await town.denies("send_messages", "attach_files")
    lacking = "I need permissions in #table: “Send Messages” and “Attach Files”."
    await asyncio.sleep(0.1)
    assert (await anna.says("/check")).startswith(lacking)
    await table.store.save_dm_channel(anna.person, DmChannel(closed=True))
    await town.hall.delete(table.channel)
    await asyncio.sleep(0.1)
    gone, closed = (await anna.says("/check")).splitlines()
    assert gone.startswith("I cannot access this chat")
    assert closed.startswith("I cannot send you private messages")


async def test_a_check_looks_again_where_the_bot_was_shut_out(
    table: Club, town: Town, clock: FakeClock
) -> None:
    anna, _ = await table.playing("Anna", "Boris")
    before = len(table.posts)
    trouble = town.hall.faults.order("create_message", status=403, code=50013, times=1000)
    await without_letters(anna)
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await until(lambda: table.shut)
    assert len(table.posts) == before
    trouble.times = 0
    assert (await anna.says("/check")).startswith("I have all the permissions I need here.")
    await settled(table, clock)
    assert len(table.posts) == before + 1


async def test_a_game_in_a_channel_that_is_deleted_goes_on_unheard(table: Club, town: Town) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    await town.hall.delete(table.channel)
    for guest in (anna, boris):
        assert (await guest.says("/draw deck")).startswith("You drew")
        assert (await guest.says("/draw deck")).startswith("You drew")
    assert len(table.letters(boris)) == 1


async def test_a_bot_that_was_sent_out_tells_the_rest_when_it_is_back(
    table: Club, town: Town, clock: FakeClock
) -> None:
    anna, boris = await table.playing("Anna", "Boris")
    before = len(table.posts)
    await town.hall.remove_bot(town.guild)
    for guest in (anna, boris, anna):
        await guest.says("/draw deck")
        await guest.says("/draw deck")
    await until(lambda: table.shut)
    await clock.move_on(timedelta(minutes=5))
    await town.hall.invite(town.guild)
    await settled(table, clock)
    assert len(table.posts) == before + 1


async def test_a_thread_is_a_table_like_any_other_and_wakes_from_its_archive(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    thread = await town.opens_thread("Night train")
    async with club(tmp_path, town, clock, thread) as table:
        anna, boris = await table.playing("Anna", "Boris")
        before = len(table.posts)
        thread.archived = True
        await town.hall.tell_of(thread)
        await turn(anna)
        assert len(table.posts) == before + 1
        thread.archived = thread.locked = True
        await town.hall.tell_of(thread)
        await boris.says("/draw deck")
        await boris.says("/draw deck")
        await until(
            lambda: any(
                "an unlocked thread" in post.content for post in (*table.letters(anna), *table.letters(boris))
            )
        )
        assert len(table.posts) == before + 1


async def test_a_thread_that_is_locked_unheard_of_is_shut_until_it_is_open_again(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    thread = await town.opens_thread("Night train")
    async with club(tmp_path, town, clock, thread) as table:
        anna, _ = await table.playing("Anna", "Boris")
        before = len(table.posts)
        thread.archived = thread.locked = True
        await anna.says("/draw deck")
        await anna.says("/draw deck")
        await until(lambda: table.shut)
        thread.archived = thread.locked = False
        await town.hall.tell_of(thread)
        await until(lambda: len(table.posts) == before + 1)


async def test_a_post_in_a_forum_is_a_table_like_any_other(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    forum = town.hall.world.channel(town.guild, "Timetables", FORUM)
    thread = await town.opens_thread("Night train", forum)
    async with club(tmp_path, town, clock, thread) as table:
        anna, _ = await table.playing("Anna", "Boris")
        before = len(table.posts)
        await turn(anna)
        assert len(table.posts) == before + 1


async def test_a_conversation_with_the_bot_can_be_the_table(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    place = town.hall.world.conversation(town.comes("Anna").account)
    async with club(tmp_path, town, clock, place) as table:
        (anna,) = await table.playing("Anna", computers=1)
        before = [post for post in table.posts if "’s turn" in post.content]
        await turn(anna)
        assert len([post for post in table.posts if "’s turn" in post.content]) == len(before) + 1


# ---- a whole game


FEW = r"\u2069 has [0-6] trains? left\.|\u2069 has no trains left\."


async def test_a_whole_game_has_hardly_more_posts_than_turns(table: Club) -> None:
    guests = await table.playing("Anna", "Boris", "Carl")
    turns, first = 0, await guests[0].seat()
    for number in range(5000):
        match = await table.match()
        if match.table is None or match.table.over:
            break
        turns = match.table.turn
        guest = guests[(match.waiting_for[0] - first) % len(guests)]
        await guest.says("/" + await guest.thinks("easy", number))
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
