"""The announcer on platforms that fail: nothing is lost or sent twice, and no chat delays another."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.model.identity import Chat, DmChannel, Person, Ping
from bot.model.permissions import MissingPermissions
from bot.store import Profile
from bot.tasks import KeyedTasks
from tests.memory_platform import MemoryPlatform
from tests.scenario import HALL, Evening, FakeClock, Guest, evening

ANNEX = Chat("hall", "annex")


@pytest.fixture
def platform() -> MemoryPlatform:
    return MemoryPlatform()


@pytest.fixture
async def hall(tmp_path: Path, platform: MemoryPlatform) -> AsyncIterator[Evening]:
    async with evening(tmp_path, hall=platform) as one:
        yield one


async def until(come: Callable[[], object]) -> None:
    for _ in range(400):
        if come():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("that does not come")


async def a_while() -> None:
    """Time enough for whatever might be said to be said."""
    await asyncio.sleep(0.15)


async def turn(guest: Guest) -> None:
    """A turn of two blind cards."""
    await guest.says("/draw deck")
    await guest.says("/draw deck")


async def told_of(guest: Guest) -> None:
    """A turn, until its player's panel has been told of it."""
    told = len(guest.told)
    await turn(guest)
    await until(lambda: len(guest.told) > told)


async def test_a_failed_post_is_sent_again_a_second_later(hall: Evening, platform: MemoryPlatform) -> None:
    anna, _ = await hall.playing("Anna", "Boris")
    heard = len(platform.posts)
    platform.faults.offline.add(HALL)
    tries = platform.tries_of(HALL)
    await turn(anna)
    await until(lambda: platform.tries_of(HALL) > tries)
    platform.faults.offline.clear()
    await a_while()
    assert len(platform.posts) == heard
    await hall.clock.move_on(timedelta(seconds=1))
    await hall.settle()
    assert len(platform.posts) == heard + 1


async def test_an_offline_chat_delays_no_other_and_gets_every_turn_later(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    carl = await hall.arrive("Carl")
    heard = len(platform.posts)
    platform.faults.offline.add(HALL)
    for guest in (anna, boris, anna):
        await told_of(guest)
    await carl.says("/new usa", ANNEX)
    await until(lambda: platform.keys_of(ANNEX))
    assert len(platform.keys_of(HALL)) == heard
    platform.faults.offline.clear()
    await hall.clock.move_on(timedelta(minutes=1))
    await hall.settle()
    assert len(platform.keys_of(HALL)) == heard + 2
    late, rest = platform.texts[-2:]
    told = [line.split()[0] for line in (*late.splitlines(), *rest.splitlines()) if "draws" in line]
    assert told == [guest.person.id.title() for guest in (anna, boris, anna)]
    assert [post.mention for post in platform.posts[-2:]] == [None, boris.person]


async def test_a_chat_that_was_unreachable_gets_all_it_missed_in_one_post(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    heard = len(platform.posts)
    platform.faults.missing = MissingPermissions(("right-discord-send-messages",), place="#games")
    for guest in (anna, boris, anna):
        await told_of(guest)
    await until(lambda: hall.shut)
    await hall.clock.move_on(timedelta(hours=1))
    platform.faults.missing = MissingPermissions()
    platform.on_reachable([HALL])
    await hall.settle()
    assert len(platform.posts) == heard + 1
    assert [line.split()[0] for line in platform.last.splitlines()[:3]] == [
        guest.person.id.title() for guest in (anna, boris, anna)
    ]
    assert platform.posts[-1].mention == boris.person


async def test_a_chat_that_is_unreachable_for_a_month_is_given_up(
    tmp_path: Path, platform: MemoryPlatform
) -> None:
    clock = FakeClock()
    async with evening(tmp_path, hall=platform, clock=clock) as hall:
        anna, _ = await hall.playing("Anna", "Boris")
        platform.faults.unreachable.add(HALL)
        await turn(anna)
        await until(lambda: hall.shut)
        match = await hall.match()
        assert (await hall.store.deliveries.bookmarks(match.id))[HALL] < match.seq
    await clock.move_on(timedelta(days=30))
    async with evening(tmp_path, hall=platform, clock=clock) as hall:
        await until(lambda: hall.shut)
        await hall.settle()
        assert (await hall.store.deliveries.bookmarks(match.id))[HALL] == match.seq


async def test_the_creator_is_told_once_of_a_missing_permission(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    creator, other = (anna, boris) if anna.person.id == "anna" else (boris, anna)
    platform.faults.missing = MissingPermissions(("right-discord-send-messages",), place="#games")
    for guest in (anna, boris, anna):
        await told_of(guest)
    notes = {key for key in platform.keys_of(creator.person) if key.endswith("-note")}
    assert len(notes) == 1
    assert [key for key in platform.keys_of(other.person) if key.endswith("-note")] == []
    said = [told.text for told in creator.told if "#games" in told.text]
    assert said[0].startswith("I lack rights in #games: “Send Messages”.")
    assert len(set(said)) == 1


async def test_a_chat_where_pictures_are_forbidden_is_told_so_once(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    heard = len(platform.posts)
    platform.faults.missing = MissingPermissions(pictures=("right-discord-attach-files",), place="#games")
    for guest in (anna, boris):
        await turn(guest)
        await hall.settle()
    assert ["“Attach Files”" in post.text for post in platform.posts[heard:]] == [True, False, False]
    assert [post.pictures for post in platform.posts[heard:]] == [()] * 3


async def test_the_waits_between_tries_grow_to_a_minute() -> None:
    clock, tries = FakeClock(), list[float]()

    async def fail(_: str) -> None:
        tries.append(clock.now().timestamp())
        raise ConnectionError

    async def run() -> None:
        async with asyncio.TaskGroup() as tasks:
            KeyedTasks(str, fail, tasks, clock).wake("hall")

    running = asyncio.create_task(run())
    for _ in range(240):
        for _ in range(5):
            await asyncio.sleep(0)
        await clock.move_on(timedelta(seconds=1))
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert [after - before for before, after in pairwise(tries)] == [1, 2, 4, 8, 16, 32, 60, 60]


async def test_a_chat_that_never_answers_delays_no_other(hall: Evening, platform: MemoryPlatform) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    platform.faults.hanging.add(HALL)
    told = len(boris.told)
    await turn(anna)
    await until(lambda: len(boris.told) > told)
    assert (await boris.says("/draw deck")).startswith("You drew")


async def test_a_person_who_cannot_be_reached_is_skipped(hall: Evening, platform: MemoryPlatform) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    platform.faults.unreachable.add(boris.person)
    told = len(boris.told)
    await turn(anna)
    await hall.settle()
    assert len(boris.told) == told
    match = await hall.match()
    assert (await hall.store.deliveries.bookmarks(match.id))[boris.person] == match.seq
    platform.faults.unreachable.clear()
    await hall.store.people.save_dm_channel(boris.person, DmChannel())
    await turn(boris)
    await hall.settle()
    assert len(boris.told) > told


async def test_a_post_whose_answer_was_lost_appears_once(hall: Evening, platform: MemoryPlatform) -> None:
    anna, _ = await hall.playing("Anna", "Boris")
    heard = len(platform.posts)
    platform.faults.unanswered.add(HALL)
    await turn(anna)
    await until(lambda: len(platform.posts) == heard + 1)
    tries = platform.tries_of(HALL)
    platform.faults.unanswered.clear()
    await hall.clock.move_on(timedelta(seconds=1))
    await hall.settle()
    assert platform.tries_of(HALL) == tries + 1
    assert len(platform.posts) == heard + 1


async def test_after_a_crash_between_post_and_bookmark_the_post_appears_once(
    tmp_path: Path, platform: MemoryPlatform
) -> None:
    async with evening(tmp_path, hall=platform) as hall:
        anna, _ = await hall.playing("Anna", "Boris")
        game, heard = (await hall.match()).id, len(platform.posts)
        told = (await hall.store.deliveries.bookmarks(game))[HALL]
        platform.faults.unanswered.add(HALL)
        await turn(anna)
        await until(lambda: len(platform.posts) == heard + 1)
        assert (await hall.store.deliveries.bookmarks(game))[HALL] == told
    platform.faults.unanswered.clear()
    tries = platform.tries_of(HALL)
    async with evening(tmp_path, hall=platform) as hall:
        await hall.settle()
        assert platform.tries_of(HALL) == tries + 1
        assert len({*platform.keys_of(HALL)}) == len(platform.posts)
        assert len(platform.posts) == heard + 1
        assert (await hall.store.deliveries.bookmarks(game))[HALL] == (await hall.match()).seq


async def test_unsent_posts_are_sent_after_a_restart(tmp_path: Path, platform: MemoryPlatform) -> None:
    async with evening(tmp_path, hall=platform) as hall:
        anna, boris = await hall.playing("Anna", "Boris")
        heard = len(platform.posts)
        platform.faults.offline |= {HALL, boris.person}
        await turn(anna)
    platform.faults.offline.clear()
    async with evening(tmp_path, hall=platform) as hall:
        await hall.settle()
        assert len(platform.posts) == heard + 1
        assert platform.keys_of(boris.person)[-1].endswith(f"-{(await hall.match()).seq}")


async def test_posts_wait_for_a_platform_that_is_not_hosted(tmp_path: Path, platform: MemoryPlatform) -> None:
    async with evening(tmp_path, hall=MemoryPlatform(name="elsewhere")) as hall:
        anna, boris = Guest(hall, Person("hall", "anna")), Guest(hall, Person("hall", "boris"))
        await anna.says("/new europe")
        await boris.says("/join")
        await a_while()
    async with evening(tmp_path, hall=platform) as hall:
        await hall.settle()
        assert len(platform.posts) == 2


# ---- private panels


async def test_a_panel_is_sent_only_when_its_content_has_changed(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    told = len(boris.told)
    await anna.says("/draw deck")
    await hall.settle()
    assert len(boris.told) == told
    await anna.says("/draw deck")
    await hall.settle()
    assert len(boris.told) == told + 1
    assert "**Your turn.**" in boris.told[-1].text


@pytest.mark.parametrize("ping", Ping)
async def test_people_are_mentioned_where_they_want_to_be(
    hall: Evening, platform: MemoryPlatform, ping: Ping
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    await hall.store.people.save(Profile(boris.person, "Boris", ping=ping))
    await turn(anna)
    await hall.settle()
    public, private = platform.posts[-1].mention, boris.told[-1].mention
    assert public == (boris.person if ping in (Ping.CHANNEL, Ping.BOTH) else None)
    assert private == (boris.person if ping in (Ping.DM, Ping.BOTH) else None)
    await boris.says("/draw deck")
    await hall.settle()
    assert boris.told[-1].mention is None


async def test_a_player_is_mentioned_in_another_chat_while_their_own_is_unreachable(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    invited = await anna.says("/share")
    await boris.says(next(line for line in invited.splitlines() if "/follow" in line).strip(), ANNEX)
    await hall.settle()
    platform.faults.unreachable.add(HALL)
    for guest in (anna, boris, anna):
        posts = len(platform.by_chat[ANNEX])
        await turn(guest)
        await until(lambda: hall.shut and len(platform.by_chat[ANNEX]) > posts)  # noqa: B023
    assert [post.mention for post in platform.by_chat[ANNEX][-2:]] == [anna.person, boris.person]
    assert boris.told[-1].mention is None
    platform.faults.unreachable.clear()
    for guest in (boris, anna):
        await turn(guest)
        await hall.settle()
    assert platform.by_chat[HALL][-1].mention == boris.person
    assert platform.by_chat[ANNEX][-1].mention is None


async def test_a_player_whose_only_chat_is_unreachable_is_mentioned_in_private(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    platform.faults.unreachable.add(HALL)
    await turn(anna)
    await until(lambda: hall.shut)
    await turn(boris)
    await until(lambda: anna.told[-1].mention)
    assert anna.told[-1].mention == anna.person


async def test_a_player_who_blocks_dms_is_mentioned_in_the_chat(
    hall: Evening, platform: MemoryPlatform
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    await hall.store.people.save(Profile(boris.person, "Boris", ping=Ping.DM))
    await hall.store.people.save_dm_channel(boris.person, DmChannel(closed=True))
    await turn(anna)
    await hall.settle()
    assert platform.posts[-1].mention == boris.person


async def test_nobody_else_sees_the_tickets_of_a_panel(hall: Evening, platform: MemoryPlatform) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    await turn(anna)
    await hall.settle()
    tickets = [line for line in (await anna.looks()).splitlines() if line.startswith("#")]
    assert len(tickets) == 4
    heard = [*boris.told, *platform.posts]
    assert not [line for line in tickets for message in heard if line in message.text]
