"""Channels and persons of the page that nobody uses: they go by themselves, or when the operator wants it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.cli import main
from bot.matches.retention import end_game
from bot.matches.roster import Status
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.store import Entry, RowUpdates, Store
from bot.store.local import REMOVAL_WITH_GAMES
from bot.store.timers import CHAT, PROGRAM
from bot.web import page as web_page
from bot.web import upkeep
from bot.web.platform import LocalPlatform
from bot.web.upkeep import (
    CHANNEL_KEPT,
    EMPTY_CHANNEL_KEPT,
    EVERY,
    LOBBY_KEPT,
    PERSON_KEPT,
    EndGame,
    remove_unused,
)
from tests.fakes.wire.patience import until
from tests.local_session import TABLE, LocalSession, Tab, closed, local_session
from tests.scenario import FakeClock, Participant, Scenario, open_scenario
from tests.stores import removals

USA = Chat("local", "usa")
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
async def home(tmp_path: Path, clock: FakeClock) -> AsyncIterator[LocalSession]:
    async with local_session(tmp_path, clock=clock) as home:
        yield home


async def open_channel(tab: Tab, title: str = "USA", said: str = "Hello") -> None:
    await tab.ask("open", title=title)
    id = (await tab.receive("opened"))["channel"]
    if said:
        await tab.enter(id)
        await tab.say(said)
        await tab.posts()
        await tab.enter("table")


async def channels(home: LocalSession) -> list[str]:
    return [chat.id for chat in await home.store.page.channels("local")]


async def names(home: LocalSession) -> list[str]:
    return sorted(use.name for use in await home.store.page.person_uses("local"))


async def open_game(home: LocalSession, tab: Tab, chat: Chat, game: str = "g1") -> None:
    """A game in a channel, with somebody in its first seat."""
    entry = Entry(1, home.clock.now(), "", "", "GameOpened", 1, "{}")
    updates = RowUpdates(seats={0: tab.person}, mentioned_in=chat)
    await home.store.log.open_game(game, "europe@1", "", [entry], chat, updates)


async def close_game(home: LocalSession, game: str = "g1") -> None:
    entry = Entry(2, home.clock.now(), "", "", "GameEnded", 1, "{}")
    await home.store.log.append(game, 1, [entry], RowUpdates(closed=True, release=True))


async def goes_on(game: str, *, running: bool) -> bool:
    """Ends no game."""
    return False


async def remove_wanted(page: LocalPlatform, store: Store, now: datetime, end_game: EndGame) -> None:
    """Remove what is wanted, as the timers do."""
    for timer in await store.timers.due(now):
        if timer.kind.startswith("removal"):
            of = (Chat if timer.owner_kind == CHAT else Person).parse(timer.owner)
            ends_games = timer.kind == REMOVAL_WITH_GAMES
            await upkeep.remove_wanted(page._channels, of, end_game, ends_games=ends_games)
            await store.timers.move(timer, None)


# Channels that nobody uses


async def test_a_channel_without_posts_for_long_goes_and_the_table_stays(
    home: LocalSession, clock: FakeClock
) -> None:
    ada = await home.join("Ada")
    await open_channel(ada)
    await clock.move_on(CHANNEL_KEPT - DAY)
    await remove_unused(home.chat._channels, goes_on)
    assert await channels(home) == ["table", "usa"]
    await clock.move_on(DAY)
    await remove_unused(home.chat._channels, goes_on)
    assert await channels(home) == ["table"]
    assert await home.store.page.posts(USA) == ()
    told = await ada.receive("channels")
    while len(told["channels"]) > 1:
        told = await ada.receive("channels")
    await ada.ask("enter", channel="usa", after=0)
    assert (await ada.receive("answer"))["text"].startswith("There is no such channel.")


async def test_an_empty_channel_goes_after_a_day_unless_somebody_looks_at_it(
    home: LocalSession, clock: FakeClock
) -> None:
    ada = await home.join("Ada")
    await open_channel(ada, "USA", said="")
    await open_channel(ada, "Annex", said="")
    await ada.enter("annex")
    await clock.move_on(EMPTY_CHANNEL_KEPT)
    await remove_unused(home.chat._channels, goes_on)
    assert sorted(await channels(home)) == ["annex", "table"]


@asynccontextmanager
async def played_in_usa(folder: Path) -> AsyncIterator[tuple[Scenario, LocalPlatform, Participant]]:
    """The real bot with a page. Ada has opened a game in a channel of her own, and Bob has joined."""
    async with open_scenario(folder) as scenario:
        page = LocalPlatform(scenario.store, scenario.clock, port=0)
        scenario.host.add_platform(page)
        ada, bob = await scenario.add_player("Ada", "local"), await scenario.add_player("Bob", "local")
        await scenario.store.page.open_channel(USA, "USA", ada.person, scenario.clock.now())
        await ada.says("/new europe", USA)
        await bob.says("/join", USA)
        await scenario.settle()
        yield scenario, page, ada


def ends(scenario: Scenario) -> EndGame:
    return partial(end_game, scenario.host.repository)


async def status_of(scenario: Scenario, person: Participant) -> Status:
    (_, game, _, _), *_ = await scenario.store.people.games_of(person.person)
    return (await scenario.host.repository.read(game)).roster.status


async def test_a_lobby_that_nobody_changes_keeps_no_channel(tmp_path: Path) -> None:
    async with played_in_usa(tmp_path) as (scenario, page, ada):
        await scenario.clock.move_on(LOBBY_KEPT - DAY)
        await remove_unused(page._channels, ends(scenario))
        assert await status_of(scenario, ada) is Status.LOBBY
        await scenario.pass_time(DAY)
        assert await status_of(scenario, ada) is Status.ABORTED, "every chat closes it then"
        await scenario.clock.move_on(LOBBY_KEPT)
        await remove_unused(page._channels, ends(scenario))
        assert await scenario.store.page.channels("local") == {}
        await scenario.settle()


async def test_a_lobby_takes_no_channel_along_that_had_a_game_before(tmp_path: Path) -> None:
    async with played_in_usa(tmp_path) as (scenario, page, ada):
        await ada.says("/start", USA)
        await ada.says("/abort yes", USA)
        await ada.says("/new usa", USA)
        await scenario.settle()
        await scenario.clock.move_on(LOBBY_KEPT)
        await remove_unused(page._channels, ends(scenario))
        assert list(await scenario.store.page.channels("local")) == [USA]


async def test_a_lobby_that_somebody_has_just_joined_keeps_its_channel(tmp_path: Path) -> None:
    async with played_in_usa(tmp_path) as (scenario, page, _):
        await scenario.clock.move_on(LOBBY_KEPT - HOUR)
        await (await scenario.add_player("Cleo", "local")).says("/join", USA)
        await scenario.clock.move_on(HOUR)
        await remove_unused(page._channels, ends(scenario))
        assert list(await scenario.store.page.channels("local")) == [USA]


@pytest.mark.parametrize("action", ["remove-channel usa", "remove-person Ada"])
async def test_a_running_game_goes_on_until_the_operator_ends_it(
    tmp_path: Path, action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with played_in_usa(tmp_path) as (scenario, page, ada):
        await ada.says("/start", USA)
        await scenario.settle()
        await scenario.clock.move_on(10 * CHANNEL_KEPT)
        await remove_unused(page._channels, ends(scenario))
        assert await status_of(scenario, ada) is Status.RUNNING
        command = ["page", "--database", str(tmp_path / "scenario.db"), *action.split()]
        assert await asyncio.to_thread(main, command) == 2
        assert "end it first (/abort), or use --abort." in capsys.readouterr().err
        assert await asyncio.to_thread(main, [*command, "--abort"]) == 0
        await remove_wanted(page, scenario.store, datetime.now(UTC), ends(scenario))
        assert await status_of(scenario, ada) is Status.ABORTED
        assert (await scenario.store.page.channels("local") == {}) is ("channel" in action)
        assert await removals(scenario.store, datetime.now(UTC)) == {}
        await scenario.settle()


async def test_the_operator_ends_a_game_and_removes_its_channel_while_no_program_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with played_in_usa(tmp_path) as (scenario, _, ada):
        await ada.says("/start", USA)
        await scenario.settle()
    command = ["page", "--database", str(tmp_path / "scenario.db"), "remove-channel", "usa", "--abort"]
    assert await asyncio.to_thread(main, command) == 0
    assert capsys.readouterr().out == "USA (usa) is removed.\n"
    async with await Store.open(f"sqlite:///{tmp_path / 'scenario.db'}") as store:
        assert await store.page.channels("local") == {}
        ((_, _, _, closed),) = await store.people.games_of(ada.person)
        assert closed


async def test_a_new_channel_of_the_same_name_is_not_the_home_of_old_games(
    home: LocalSession, clock: FakeClock
) -> None:
    ada, eve = await home.join("Ada"), await home.join("Eve")
    await open_channel(ada)
    await open_game(home, ada, USA)
    await close_game(home)
    assert await home.store.chats.home_of("g1") == USA
    assert await home.chat._channels.remove(USA)
    await open_channel(eve)
    assert await home.chat.is_admin(eve.person, USA)
    assert await home.store.chats.home_of("g1") is None
    assert await home.store.chats.games_opened_in(USA) == ()
    assert await home.store.people.mentioned_in("g1", ada.person) is None
    assert await home.store.people.seats("g1") == {0: ada.person}
    assert await home.store.outbox.bookmarks("g1") == {ada.person: 0}


async def test_the_table_opens_again_for_the_next_person_if_it_is_removed(home: LocalSession) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    assert await home.chat.is_admin(ada.person, TABLE)
    assert await home.chat._channels.remove(TABLE)
    assert await bob.enter() == []
    assert await home.chat.is_admin(bob.person, TABLE)


# Persons who are away


async def test_a_person_who_is_away_for_long_loses_the_name_and_nobody_gets_the_seats(
    home: LocalSession, clock: FakeClock
) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    await open_game(home, ada, TABLE)
    await close_game(home)
    await ada.socket.close()
    await home.until(lambda: len(home.chat._channels.tabs) == 1)
    await clock.move_on(PERSON_KEPT)
    await remove_unused(home.chat._channels, goes_on)
    assert await names(home) == ["Bob"], "whose tab is open"
    eve = await home.join("Ada")
    assert eve.person != ada.person
    assert await home.store.people.games_of(eve.person) == ()
    assert await home.store.people.seats("g1") == {0: ada.person}
    back = await home.connect(ada.token)
    assert (await back.receive("stranger"))["suggestion"]
    await back.take_name("Ada Lovelace")
    assert back.person == ada.person
    assert [game for _, game, _, _ in await home.store.people.games_of(back.person)] == ["g1"]
    assert bob.me


async def test_nobody_can_become_a_person_who_was_removed(home: LocalSession) -> None:
    ada = await home.join("Ada")
    await open_game(home, ada, TABLE)
    await close_game(home)
    assert await home.store.page.remove_person(ada.person)
    profile = await home.store.people.profile(ada.person)
    assert profile == Profile(ada.person, "", token_digest=web_page._digest(ada.token))


async def test_a_person_without_any_trace_is_forgotten(home: LocalSession, tmp_path: Path) -> None:
    await home.join("Ada")
    bob = await home.join("Bob")
    assert await home.store.page.remove_person(bob.person)
    assert await home.store.people.profile(bob.person) is None
    assert await names(home) == ["Ada"]


async def test_somebody_of_an_earlier_program_counts_as_there_once(
    home: LocalSession, clock: FakeClock
) -> None:
    await home.store.people.save(Profile(Person("local", "old"), "Olga", token_digest="digest"))
    for kept in (True, False):
        await remove_unused(home.chat._channels, goes_on)
        assert await names(home) == (["Olga"] if kept else [])
        await clock.move_on(PERSON_KEPT)


async def test_a_newcomer_gets_the_place_of_the_person_who_was_away_longest(
    home: LocalSession, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_page, "MOST_PEOPLE", 3)
    tabs = {}
    for name in ("Ada", "Bob", "Cleo"):
        tabs[name] = await home.join(name)
        await clock.move_on(timedelta(minutes=1))
    dora = await home.connect()
    await dora.ask("name", name="Dora")
    assert (await dora.receive("unnamed"))["problem"] == "Too many people are here. Try again later."
    await open_game(home, tabs["Ada"], TABLE)
    for name in ("Ada", "Bob"):
        await tabs[name].socket.close()
    await home.until(lambda: len(home.chat._channels.tabs) == 2)
    await dora.take_name("Dora")
    assert await names(home) == ["Ada", "Cleo", "Dora"]
    back = await home.connect(tabs["Bob"].token)
    assert (await back.receive("stranger"))["suggestion"]


# The clock


async def test_what_is_unused_or_unwanted_goes_by_itself(scenario: Scenario) -> None:
    page, pages = LocalPlatform(scenario.store, scenario.clock, port=0), scenario.store.page
    scenario.host.timers.add(*page.timers)
    assert page.timers[0].at_start
    ada = await scenario.add_player("Ada", "local")

    async def is_gone() -> bool:
        return USA not in await pages.channels("local")

    await pages.open_channel(USA, "USA", ada.person, scenario.clock.now())
    await scenario.store.timers.set(PROGRAM, "", {"unused": scenario.clock.now()})
    await scenario.settle()
    assert not await is_gone()
    await scenario.clock.move_on(EMPTY_CHANNEL_KEPT + EVERY)
    await until(is_gone)
    await pages.open_channel(USA, "USA", ada.person, scenario.clock.now())
    await pages.want_removal(USA, scenario.clock.now())
    await scenario.clock.move_on(2 * MINUTE)

    async def is_done() -> bool:
        return await is_gone() and await removals(scenario.store, scenario.clock.now()) == {}

    await until(is_done)


# The operator


def ran(
    capsys: pytest.CaptureFixture[str], home: LocalSession, folder: Path, *arguments: str
) -> tuple[int, str, str]:
    """Run `stationmaster page` on the database of a session."""
    code = main(["page", "--database", str(folder / "house.db"), *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


async def operate(
    capsys: pytest.CaptureFixture[str], home: LocalSession, folder: Path, *arguments: str
) -> tuple[int, str, str]:
    return await asyncio.to_thread(ran, capsys, home, folder, *arguments)


async def test_the_operator_lists_channels_and_persons_while_the_page_runs(
    home: LocalSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    await open_channel(ada)
    await open_game(home, ada, USA)
    code, printed, _ = await operate(capsys, home, tmp_path)
    assert code == 0
    assert printed.splitlines() == [
        "Channels: 2",
        "  Table (table)  last 2026-03-01  0 posts",
        "  USA (usa)  last 2026-03-01  1 posts  game g1",
        "",
        "Persons: 2",
        f"  Ada ({ada.person.id})  last 2026-03-01  game g1",
        f"  Bob ({bob.person.id})  last 2026-03-01",
    ]


async def test_the_operator_removes_a_channel_and_a_person_while_the_page_runs(
    home: LocalSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, eve = await home.join("Ada"), await home.join("Eve")
    await open_channel(eve)
    await ada.enter("usa")
    code, printed, _ = await operate(capsys, home, tmp_path, "remove-channel", "usa")
    assert (code, printed.split(" will be")[0]) == (0, "USA (usa)")
    code, printed, _ = await operate(capsys, home, tmp_path, "remove-person", "eve")
    assert (code, printed.split(" will be")[0]) == (0, f"Eve ({eve.person.id})")
    assert await channels(home) == ["table", "usa"], "it is the page that removes them"
    await remove_wanted(home.chat, home.store, datetime.now(UTC), goes_on)
    assert await channels(home) == ["table"]
    assert await removals(home.store, datetime.now(UTC)) == {}
    assert await ada.answer("/hand") == "Choose a channel first."
    while not await closed(eve.socket):
        pass
    back = await home.connect(eve.token)
    assert (await back.receive("stranger"))["suggestion"]


async def test_names_that_fit_nothing_or_several_are_refused(
    home: LocalSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = await home.join("Ada")
    for title in ("Early", "Late one", "Late One"):
        await open_channel(ada, title)
    code, _, complaint = await operate(capsys, home, tmp_path, "remove-channel", "late one")
    assert (code, complaint) == (2, "Several have this name; give the id of one: late-one, late-one-2.\n")
    code, _, complaint = await operate(capsys, home, tmp_path, "remove-person", "Bob")
    assert (code, complaint) == (2, "There is no person Bob; `stationmaster page` lists them.\n")


def test_a_database_that_does_not_exist_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["page", "--database", str(tmp_path / "no.db")]) == 2
    assert capsys.readouterr().err == f"There is no database {tmp_path / 'no.db'}.\n"
    assert list(tmp_path.iterdir()) == []
