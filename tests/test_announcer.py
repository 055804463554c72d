"""The announcer on platforms that fail: nothing is lost or sent twice, and no chat delays another."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.matches.match import Match
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions
from bot.model.port import Key
from bot.model.profile import Profile
from bot.outbox.person_announcer import PersonAnnouncer
from bot.tasks import KeyedTasks
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario

ANNEX = Chat("hall", "annex")


@pytest.fixture
def platform() -> MemoryPlatform:
    return MemoryPlatform()


@pytest.fixture
async def scenario(tmp_path: Path, platform: MemoryPlatform) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path, platform=platform) as one:
        yield one


async def a_while() -> None:
    """Time in which something wrong would be posted."""
    await asyncio.sleep(0.15)


async def told_of(participant: Participant) -> None:
    """A turn, until its player's panel is refreshed."""
    told = len(participant.dms)
    await participant.draws()
    await until(lambda: len(participant.dms) > told)


async def test_a_failed_post_is_sent_again_a_second_later(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    heard = len(platform.posts)
    platform.faults.offline.add(MEMORY_CHAT)
    tries = platform.tries_of(MEMORY_CHAT)
    await anna.draws()
    await until(lambda: platform.tries_of(MEMORY_CHAT) > tries)
    platform.faults.offline.clear()
    await a_while()
    assert len(platform.posts) == heard
    await scenario.pass_time(timedelta(seconds=1))
    assert len(platform.posts) == heard + 1


async def test_an_offline_chat_delays_no_other_and_gets_every_turn_later(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    carl = await scenario.add_player("Carl")
    heard = len(platform.posts)
    platform.faults.offline.add(MEMORY_CHAT)
    for participant in (anna, boris, anna):
        await told_of(participant)
    await carl.says("/new usa", ANNEX)
    await until(lambda: platform.keys_of(ANNEX))
    assert len(platform.keys_of(MEMORY_CHAT)) == heard
    platform.faults.offline.clear()
    await scenario.pass_time(timedelta(minutes=1))
    assert len(platform.keys_of(MEMORY_CHAT)) == heard + 2
    late, rest = platform.texts[-2:]
    told = [line.split()[0] for line in (*late.splitlines(), *rest.splitlines()) if "draws" in line]
    assert told == [participant.person.id.title() for participant in (anna, boris, anna)]
    assert [post.mentioned for post in platform.posts[-2:]] == [(), (boris.person,)]


async def test_a_chat_that_was_unreachable_gets_all_it_missed_in_one_post(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    heard = len(platform.posts)
    platform.faults.missing = MissingPermissions(("permission-discord-send-messages",), place="#games")
    for participant in (anna, boris, anna):
        await told_of(participant)
    await until(lambda: scenario.is_unreachable)
    await scenario.clock.move_on(timedelta(hours=1))
    platform.faults.missing = MissingPermissions()
    platform.watcher.reachable([MEMORY_CHAT])
    await scenario.settle()
    assert len(platform.posts) == heard + 1
    assert [line.split()[0] for line in platform.last.splitlines()[:3]] == [
        participant.person.id.title() for participant in (anna, boris, anna)
    ]
    assert platform.posts[-1].mentioned == (boris.person,)


async def refused(scenario: Scenario) -> None:
    """The announcer has been refused in the chat, and waits for its next try."""

    def waits() -> bool:
        tasks = scenario.host._announcer._telling
        return tasks is not None and any(place == MEMORY_CHAT for place, _ in tasks._waiting)

    await until(waits, "it does not wait")
    await a_while()  # an answer that was under way may have it tried once more
    await until(waits, "it does not wait")


async def test_a_refused_post_is_tried_again_after_a_minute_ten_minutes_and_each_hour(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    platform.faults.unreachable.add(MEMORY_CHAT)
    await anna.draws()
    await refused(scenario)
    for minutes in (1, 10, 60, 60):
        tries = platform.tries_of(MEMORY_CHAT)
        await scenario.clock.move_on(timedelta(minutes=minutes) - timedelta(seconds=1))
        await a_while()
        assert platform.tries_of(MEMORY_CHAT) == tries
        await scenario.clock.move_on(timedelta(seconds=1))
        await until(lambda tries=tries: platform.tries_of(MEMORY_CHAT) > tries)  # type: ignore[misc]
        await refused(scenario)


async def test_after_a_refusal_of_seconds_the_next_player_is_mentioned_within_a_minute_and_nobody_is_told(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    for player in (anna, boris):
        await scenario.store.people.note_dms_blocked(player.person)
    platform.faults.unreachable.add(MEMORY_CHAT)
    await anna.draws()
    await refused(scenario)
    await scenario.clock.move_on(timedelta(seconds=15))
    platform.faults.unreachable.clear()
    posts = len(platform.posts)
    await scenario.clock.move_on(timedelta(seconds=45))
    await until(lambda: len(platform.posts) > posts)
    assert platform.posts[-1].mentioned == (boris.person,)
    await scenario.settle()
    assert not scenario.is_unreachable


@pytest.mark.parametrize("said", ["/board", "/scores"])
async def test_a_refused_post_comes_as_soon_as_somebody_gets_an_answer_in_the_chat(
    scenario: Scenario, platform: MemoryPlatform, said: str
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    platform.faults.unreachable.add(MEMORY_CHAT)
    await anna.draws()
    await refused(scenario)
    platform.faults.unreachable.clear()
    posts = len(platform.posts)
    await anna.says(said)
    await until(lambda: len(platform.posts) > posts)
    assert platform.posts[-1].mentioned == (boris.person,)


async def test_players_are_told_after_some_minutes_that_a_chat_takes_no_posts_at_the_moment(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")

    def told() -> list[list[str]]:
        notes = [[dm.text for dm in one.dms if "post there" in dm.text] for one in (anna, boris)]
        return [note for note in notes if note]

    platform.faults.unreachable.add(MEMORY_CHAT)
    await anna.draws()
    await refused(scenario)
    await scenario.clock.move_on(timedelta(minutes=4))
    await a_while()
    assert told() == []
    await scenario.clock.move_on(timedelta(minutes=1))
    await until(lambda: len(told()) == 2)
    for (note,) in told():
        assert "does not let me post there at the moment" in note
        assert "deleted" not in note
    await scenario.clock.move_on(timedelta(hours=2))
    await boris.draws()
    await refused(scenario)
    await a_while()
    assert [len(notes) for notes in told()] == [1, 1]


async def test_check_says_that_the_last_post_was_refused(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, _ = await scenario.in_play("Anna", "Boris")
    platform.faults.unreachable.add(MEMORY_CHAT)
    await anna.draws()
    await refused(scenario)
    assert "My last post here was refused" in await anna.says("/check")
    platform.faults.unreachable.clear()
    await anna.says("/check")
    await scenario.settle()
    assert "refused" not in await anna.says("/check")


async def test_a_chat_that_is_unreachable_for_a_month_is_given_up(
    tmp_path: Path, platform: MemoryPlatform
) -> None:
    clock = FakeClock()
    async with open_scenario(tmp_path, platform=platform, clock=clock) as scenario:
        anna, _ = await scenario.in_play("Anna", "Boris")
        platform.faults.unreachable.add(MEMORY_CHAT)
        await anna.draws()
        await until(lambda: scenario.is_unreachable)
        match = await scenario.match()
        assert (await scenario.store.outbox.bookmarks(match.id))[MEMORY_CHAT] < match.seq
    await clock.move_on(timedelta(days=30))
    async with open_scenario(tmp_path, platform=platform, clock=clock) as scenario:
        await until(lambda: scenario.is_unreachable)
        await scenario.settle()
        assert (await scenario.store.outbox.bookmarks(match.id))[MEMORY_CHAT] == match.seq


async def test_the_creator_is_told_once_of_a_missing_permission(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    creator, other = (anna, boris) if anna.person.id == "anna" else (boris, anna)
    platform.faults.missing = MissingPermissions(("permission-discord-send-messages",), place="#games")
    for participant in (anna, boris, anna):
        await told_of(participant)
    await until(lambda: scenario.is_unreachable)
    notes = {key for key in platform.keys_of(creator.person) if key.endswith("-note")}
    assert len(notes) == 1
    assert [key for key in platform.keys_of(other.person) if key.endswith("-note")] == []
    said = [told.text for told in creator.dms if "#games" in told.text]
    assert said[0].startswith("I need permissions in #games: “Send Messages”.")
    assert len(set(said)) == 1


async def test_nothing_is_begun_while_the_tasks_end() -> None:
    """Also a platform that calls back late leaves no coroutine behind that nobody awaits."""
    done: list[str] = []

    async def work(key: str) -> None:
        done.append(key)

    async with asyncio.TaskGroup() as tasks:
        keyed = KeyedTasks(str, work, tasks, FakeClock())
    keyed.wake("hall")
    assert (done, keyed.running) == ([], frozenset())


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


async def test_a_chat_that_never_answers_delays_no_other(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    platform.faults.hanging.add(MEMORY_CHAT)
    told = len(boris.dms)
    await anna.draws()
    await until(lambda: len(boris.dms) > told)
    assert (await boris.says("/draw deck")).startswith("You drew")


async def test_people_who_could_not_be_told_the_end_of_a_game_are_forgotten(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    game, unreachable = (await scenario.match()).id, scenario.host._announcer.unreachable
    platform.faults.unreachable.add(boris.person)
    await anna.draws()
    await until(lambda: (boris.person, game) in unreachable)
    for player in (anna, boris):
        await player.says("/abort yes")
    await scenario.settle()
    assert not unreachable


async def test_a_lobby_that_is_edited_once_more_as_an_answer_was_lost_is_no_news(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await scenario.settle()
    platform.faults.unanswered.add(MEMORY_CHAT)
    await boris.says("/join")
    await until(lambda: not platform.faults.unanswered)
    tries = platform.tries_of(MEMORY_CHAT)
    await scenario.clock.move_on(timedelta(seconds=1))
    await scenario.settle()
    assert platform.tries_of(MEMORY_CHAT) > tries
    assert len(platform.standing(MEMORY_CHAT)) == 1
    assert len(platform.keys_of(MEMORY_CHAT)) == len(set(platform.keys_of(MEMORY_CHAT)))


async def test_after_a_crash_between_post_and_bookmark_the_post_appears_once(
    tmp_path: Path, platform: MemoryPlatform
) -> None:
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna, _ = await scenario.in_play("Anna", "Boris")
        game, heard = (await scenario.match()).id, len(platform.posts)
        told = (await scenario.store.outbox.bookmarks(game))[MEMORY_CHAT]
        platform.faults.unanswered.add(MEMORY_CHAT)
        await anna.draws()
        await until(lambda: len(platform.posts) == heard + 1)
        assert (await scenario.store.outbox.bookmarks(game))[MEMORY_CHAT] == told
    platform.faults.unanswered.clear()
    tries = platform.tries_of(MEMORY_CHAT)
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.settle()
        assert platform.tries_of(MEMORY_CHAT) == tries + 1
        assert len({*platform.keys_of(MEMORY_CHAT)}) == len(platform.posts)
        assert len(platform.posts) == heard + 1
        assert (await scenario.store.outbox.bookmarks(game))[MEMORY_CHAT] == (await scenario.match()).seq


async def test_unsent_posts_are_sent_after_a_restart(tmp_path: Path, platform: MemoryPlatform) -> None:
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris")
        heard = len(platform.posts)
        platform.faults.offline |= {MEMORY_CHAT, boris.person}
        await anna.draws()
    platform.faults.offline.clear()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.settle()
        assert len(platform.posts) == heard + 1
        assert platform.dms[boris.person][-1].as_of[1] == (await scenario.match()).seq


async def test_posts_wait_for_a_platform_that_is_not_hosted(tmp_path: Path, platform: MemoryPlatform) -> None:
    async with open_scenario(tmp_path, platform=MemoryPlatform(name="elsewhere")) as scenario:
        anna, boris = (
            Participant(scenario, Person("hall", "anna")),
            Participant(scenario, Person("hall", "boris")),
        )
        await anna.says("/new europe")
        await boris.says("/join")
        await a_while()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        await scenario.settle()
        assert len(platform.posts) == 2


# ---- private panels


async def test_a_panel_is_sent_only_when_its_content_has_changed(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    told = len(boris.dms)
    await anna.says("/draw deck")
    await scenario.settle()
    assert len(boris.dms) == told
    await anna.says("/draw deck")
    await scenario.settle()
    assert len(boris.dms) == told + 1
    assert "**Your turn.**" in boris.dms[-1].text


async def test_a_player_is_mentioned_in_another_chat_while_their_own_is_unreachable(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    invited = await anna.says("/share")
    await boris.says(next(line for line in invited.splitlines() if "/follow" in line).strip(), ANNEX)
    await scenario.settle()
    platform.faults.unreachable.add(MEMORY_CHAT)
    for participant in (anna, boris, anna):
        posts = len(platform.by_chat[ANNEX])
        await participant.draws()
        await until(lambda: scenario.is_unreachable and len(platform.by_chat[ANNEX]) > posts)  # noqa: B023
    assert [post.mentioned for post in platform.by_chat[ANNEX][-2:]] == [(anna.person,), (boris.person,)]
    assert boris.dms[-1].mentioned == ()
    platform.faults.unreachable.clear()
    for participant in (boris, anna):
        await participant.takes_turn()
    assert platform.by_chat[MEMORY_CHAT][-1].mentioned == (boris.person,)
    assert platform.by_chat[ANNEX][-1].mentioned == ()


async def test_a_player_whose_only_chat_is_unreachable_is_mentioned_in_private(
    scenario: Scenario, platform: MemoryPlatform
) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    platform.faults.unreachable.add(MEMORY_CHAT)
    await anna.draws()
    await until(lambda: scenario.is_unreachable)
    await boris.draws()
    await until(lambda: anna.dms[-1].mentions)
    assert anna.dms[-1].mentioned == (anna.person,)


@pytest.mark.parametrize("lost_again", [True, False])
async def test_a_chat_that_is_found_while_its_loss_is_told_can_be_lost_again(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, *, lost_again: bool
) -> None:
    await scenario.in_play("Anna", "Boris")
    await scenario.settle()
    match, told, announcer = await scenario.match(), list[int](), scenario.host._announcer

    async def lost_chat(chat: Chat, match: Match, seat: int, **_: object) -> Message:
        told.append(seat)
        if told == [0]:
            await announcer._find_again(chat, match.id)
            if lost_again:
                announcer.unreachable[chat, match.id] = scenario.clock.now()
        return Message("")

    monkeypatch.setattr(PersonAnnouncer, "lost_chat", staticmethod(lost_chat))
    for _ in range(3):
        announcer.unreachable[MEMORY_CHAT, match.id] = scenario.clock.now()
        await announcer._persons.tell_of_loss(MEMORY_CHAT, match, is_gone=False)
    assert told == [0, 1, 0, 1], "the second loss is told, and the third call knows that"


async def test_a_panel_whose_decision_is_made_while_it_is_drawn_notifies_nobody(
    scenario: Scenario, platform: MemoryPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    for one in (anna, boris):
        await scenario.store.people.save(Profile(one.person, one.person.id.title(), chosen={"ping": "dm"}))
    drawing, held = asyncio.Event(), platform.prepared

    async def slowly(to: Destination, message: Message, key: Key) -> Message:
        await drawing.wait()
        return await held(to, message, key)

    monkeypatch.setattr(platform, "prepared", slowly)
    await anna.says("/new europe")
    await boris.says("/join")
    await anna.says("/start")
    await a_while()
    assert not anna.dms
    await anna.says("/keep all")
    drawing.set()
    await scenario.settle()
    assert [one for one in anna.dms if "Your starting tickets" in one.text] == []
    assert (anna.person, anna.person) not in platform.notified
    assert (boris.person, boris.person) in platform.notified
    assert len(anna.dms) == 1
