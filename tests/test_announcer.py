"""The announcer on platforms that fail: nothing is lost or said twice, and nobody waits for another."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.model.identity import Chat, Destination, Person, Ping
from bot.model.message import Message
from bot.platforms.port import Key, MissingPermissions, Unreachable
from bot.store import DmChannel, Profile
from bot.tasks import KeyedTasks
from tests.scenario import HALL, Evening, FakeClock, Guest, MemoryPlatform, evening

ANNEX = Chat("hall", "annex")


@dataclass
class Weather(MemoryPlatform):
    """A hall where lines break: to those in `down` nothing gets through, from those in `mute` no answer."""

    down: set[Destination] = field(default_factory=set)
    mute: set[Destination] = field(default_factory=set)
    gone: set[Destination] = field(default_factory=set)
    stuck: set[Destination] = field(default_factory=set)
    tried: list[tuple[Destination, str]] = field(default_factory=list)
    heard: list[tuple[Destination, str]] = field(default_factory=list)
    barred: MissingPermissions = field(default_factory=MissingPermissions)

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        return self.barred

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        await self._before(chat, key)
        if (chat, str(key)) not in self.keys:
            self.heard.append((chat, str(key)))
        await super().post(chat, message, key)
        if chat in self.mute:
            raise TimeoutError("no answer")

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        await self._before(person, key)
        self.heard.append((person, str(key)))
        await super().tell(person, message, key)

    async def _before(self, destination: Destination, key: Key) -> None:
        self.tried.append((destination, str(key)))
        if destination in self.stuck:
            await asyncio.Event().wait()
        if destination in self.gone:
            raise Unreachable
        if destination in self.down:
            raise ConnectionError("no line")

    def keys_of(self, destination: Destination) -> list[str]:
        """What a destination heard, by key."""
        return [key for one, key in self.heard if one == destination]

    def tries_of(self, destination: Destination) -> int:
        return len([one for one, _ in self.tried if one == destination])


@pytest.fixture
def weather() -> Weather:
    return Weather()


@pytest.fixture
async def hall(tmp_path: Path, weather: Weather) -> AsyncIterator[Evening]:
    async with evening(tmp_path, hall=weather) as one:
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


async def test_what_fails_once_is_said_a_second_later(hall: Evening, weather: Weather) -> None:
    anna, _ = await hall.playing("Anna", "Boris")
    heard = len(weather.posts)
    weather.down.add(HALL)
    tries = weather.tries_of(HALL)
    await turn(anna)
    await until(lambda: weather.tries_of(HALL) > tries)
    weather.down.clear()
    await a_while()
    assert len(weather.posts) == heard
    await hall.clock.move_on(timedelta(seconds=1))
    await hall.settle()
    assert len(weather.posts) == heard + 1


async def test_a_chat_that_is_down_for_long_delays_nobody_and_misses_nothing(
    hall: Evening, weather: Weather
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    carl = await hall.arrive("Carl")
    heard = len(weather.posts)
    weather.down.add(HALL)
    for guest in (anna, boris, anna):
        await told_of(guest)
    await carl.says("/new usa", ANNEX)
    await until(lambda: weather.keys_of(ANNEX))
    assert len(weather.keys_of(HALL)) == heard
    weather.down.clear()
    await hall.clock.move_on(timedelta(minutes=1))
    await hall.settle()
    assert len(weather.keys_of(HALL)) == heard + 2
    late, rest = weather.texts[-2:]
    told = [line.split()[0] for line in (*late.splitlines(), *rest.splitlines()) if "draws" in line]
    assert told == [guest.person.id.title() for guest in (anna, boris, anna)]
    assert [post.mention for post in weather.posts[-2:]] == [None, boris.person]


async def test_a_chat_that_was_shut_is_told_all_it_missed_in_one_post(
    hall: Evening, weather: Weather
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    heard = len(weather.posts)
    weather.barred = MissingPermissions(("right-discord-send-messages",), place="#games")
    for guest in (anna, boris, anna):
        await told_of(guest)
    await until(lambda: hall.shut)
    await hall.clock.move_on(timedelta(hours=1))
    weather.barred = MissingPermissions()
    weather.retry([HALL])
    await hall.settle()
    assert len(weather.posts) == heard + 1
    assert [line.split()[0] for line in weather.last.splitlines()[:3]] == [
        guest.person.id.title() for guest in (anna, boris, anna)
    ]
    assert weather.posts[-1].mention == boris.person


async def test_a_chat_that_is_gone_for_a_month_is_given_up(tmp_path: Path, weather: Weather) -> None:
    clock = FakeClock()
    async with evening(tmp_path, hall=weather, clock=clock) as hall:
        anna, _ = await hall.playing("Anna", "Boris")
        weather.gone.add(HALL)
        await turn(anna)
        await until(lambda: hall.shut)
        match = await hall.match()
        assert (await hall.store.bookmarks(match.id))[HALL] < match.seq
    await clock.move_on(timedelta(days=30))
    async with evening(tmp_path, hall=weather, clock=clock) as hall:
        await until(lambda: hall.shut)
        await hall.settle()
        assert (await hall.store.bookmarks(match.id))[HALL] == match.seq


async def test_a_missing_right_is_told_to_the_creator_once(hall: Evening, weather: Weather) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    creator, other = (anna, boris) if anna.person.id == "anna" else (boris, anna)
    weather.barred = MissingPermissions(("right-discord-send-messages",), place="#games")
    for guest in (anna, boris, anna):
        await told_of(guest)
    notes = {key for key in weather.keys_of(creator.person) if key.endswith("-note")}
    assert len(notes) == 1
    assert [key for key in weather.keys_of(other.person) if key.endswith("-note")] == []
    said = [told.text for told in creator.told if "#games" in told.text]
    assert said[0].startswith("I need permissions in #games: “Send Messages”.")
    assert len(set(said)) == 1


async def test_a_table_without_pictures_is_told_why_once(hall: Evening, weather: Weather) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    heard = len(weather.posts)
    weather.barred = MissingPermissions(pictures=("right-discord-attach-files",), place="#games")
    for guest in (anna, boris):
        await turn(guest)
        await hall.settle()
    assert ["“Attach Files”" in post.text for post in weather.posts[heard:]] == [True, False, False]
    assert [post.pictures for post in weather.posts[heard:]] == [()] * 3


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


async def test_a_destination_that_never_answers_holds_up_no_other(hall: Evening, weather: Weather) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    weather.stuck.add(HALL)
    told = len(boris.told)
    await turn(anna)
    await until(lambda: len(boris.told) > told)
    assert (await boris.says("/draw deck")).startswith("You drew")


async def test_whoever_cannot_be_reached_is_passed_over(hall: Evening, weather: Weather) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    weather.gone.add(boris.person)
    told = len(boris.told)
    await turn(anna)
    await hall.settle()
    assert len(boris.told) == told
    match = await hall.match()
    assert (await hall.store.bookmarks(match.id))[boris.person] == match.seq
    weather.gone.clear()
    await turn(boris)
    await hall.settle()
    assert len(boris.told) > told


async def test_a_post_whose_answer_was_lost_is_said_once(hall: Evening, weather: Weather) -> None:
    anna, _ = await hall.playing("Anna", "Boris")
    heard = len(weather.posts)
    weather.mute.add(HALL)
    await turn(anna)
    await until(lambda: len(weather.posts) == heard + 1)
    tries = weather.tries_of(HALL)
    weather.mute.clear()
    await hall.clock.move_on(timedelta(seconds=1))
    await hall.settle()
    assert weather.tries_of(HALL) == tries + 1
    assert len(weather.posts) == heard + 1


async def test_a_crash_between_post_and_bookmark_repeats_the_key_and_no_words(
    tmp_path: Path, weather: Weather
) -> None:
    async with evening(tmp_path, hall=weather) as hall:
        anna, _ = await hall.playing("Anna", "Boris")
        game, heard = (await hall.match()).id, len(weather.posts)
        told = (await hall.store.bookmarks(game))[HALL]
        weather.mute.add(HALL)
        await turn(anna)
        await until(lambda: len(weather.posts) == heard + 1)
        assert (await hall.store.bookmarks(game))[HALL] == told
    weather.mute.clear()
    tries = weather.tries_of(HALL)
    async with evening(tmp_path, hall=weather) as hall:
        await hall.settle()
        assert weather.tries_of(HALL) == tries + 1
        assert len({key for one, key in weather.tried if one == HALL}) == len(weather.posts)
        assert len(weather.posts) == heard + 1
        assert (await hall.store.bookmarks(game))[HALL] == (await hall.match()).seq


async def test_what_was_not_told_before_a_restart_is_told_after_it(tmp_path: Path, weather: Weather) -> None:
    async with evening(tmp_path, hall=weather) as hall:
        anna, boris = await hall.playing("Anna", "Boris")
        heard = len(weather.posts)
        weather.down |= {HALL, boris.person}
        await turn(anna)
    weather.down.clear()
    async with evening(tmp_path, hall=weather) as hall:
        await hall.settle()
        assert len(weather.posts) == heard + 1
        assert weather.keys_of(boris.person)[-1].endswith(f"-{(await hall.match()).seq}")


async def test_a_platform_that_is_not_there_is_waited_for(tmp_path: Path, weather: Weather) -> None:
    async with evening(tmp_path, hall=MemoryPlatform(name="elsewhere")) as hall:
        anna, boris = Guest(hall, Person("hall", "anna")), Guest(hall, Person("hall", "boris"))
        await anna.says("/new europe")
        await boris.says("/join")
        await a_while()
    async with evening(tmp_path, hall=weather) as hall:
        await hall.settle()
        assert len(weather.posts) == 2


# ---- who is told in private


async def test_a_panel_comes_when_something_in_it_has_changed_and_not_otherwise(
    hall: Evening, weather: Weather
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
async def test_people_are_called_where_they_want_to_be(hall: Evening, weather: Weather, ping: Ping) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    await hall.store.save_person(Profile(boris.person, "Boris", ping=ping))
    await turn(anna)
    await hall.settle()
    public, private = weather.posts[-1].mention, boris.told[-1].mention
    assert public == (boris.person if ping in (Ping.CHANNEL, Ping.BOTH) else None)
    assert private == (boris.person if ping in (Ping.DM, Ping.BOTH) else None)
    await boris.says("/draw deck")
    await hall.settle()
    assert boris.told[-1].mention is None


async def test_whose_chat_is_gone_is_called_in_another_and_at_home_again_when_it_is_back(
    hall: Evening, weather: Weather
) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    invited = await anna.says("/share")
    await boris.says(next(line for line in invited.splitlines() if "/follow" in line).strip(), ANNEX)
    await hall.settle()
    weather.gone.add(HALL)
    for guest in (anna, boris, anna):
        await turn(guest)
        await until(lambda: hall.shut)
        await a_while()
    assert [post.mention for post in weather.by_chat[ANNEX][-2:]] == [anna.person, boris.person]
    assert boris.told[-1].mention is None
    weather.gone.clear()
    for guest in (boris, anna):
        await turn(guest)
        await hall.settle()
    assert weather.by_chat[HALL][-1].mention == boris.person
    assert weather.by_chat[ANNEX][-1].mention is None


async def test_whose_only_chat_is_gone_is_called_in_private(hall: Evening, weather: Weather) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    weather.gone.add(HALL)
    await turn(anna)
    await until(lambda: hall.shut)
    await turn(boris)
    await until(lambda: anna.told[-1].mention)
    assert anna.told[-1].mention == anna.person


async def test_who_has_closed_the_letterbox_is_called_in_the_chat(hall: Evening, weather: Weather) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    await hall.store.save_person(Profile(boris.person, "Boris", ping=Ping.DM))
    await hall.store.save_dm_channel(boris.person, DmChannel(closed=True))
    await turn(anna)
    await hall.settle()
    assert weather.posts[-1].mention == boris.person


async def test_panels_are_for_their_own_person_alone(hall: Evening, weather: Weather) -> None:
    anna, boris = await hall.playing("Anna", "Boris")
    await turn(anna)
    await hall.settle()
    tickets = [line for line in (await anna.looks()).splitlines() if line.startswith("#")]
    assert len(tickets) == 4
    heard = [*boris.told, *weather.posts]
    assert not [line for line in tickets for message in heard if line in message.text]
