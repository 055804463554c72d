"""The operator's lists of allowed and denied places and persons. Games in denied places stand still."""

import asyncio
from pathlib import Path

import pytest

from bot.matches import seats
from bot.matches.roster import Status
from bot.model.call import Asker
from bot.model.identity import Chat
from bot.store import StoreError
from tests.discord_bot import DiscordBot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.world import Kind
from tests.fakes.wire.patience import until
from tests.hosted_page import hosted_page
from tests.memory_platform import MemoryPlatform
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario
from tests.situations import set_list
from tests.telegram_bot import telegram_bot

HERE = "The operator of this bot has not allowed it in this chat. Running games are kept, but paused."
YOU = "The operator of this bot has not allowed you to use it."
STANDS_STILL = (
    "The operator of this bot has not allowed it in the chat of this game. The game is kept, but paused."
)
ANNEX, DM = Chat("hall", "annex"), Chat("hall", "dm-of-anna")


# ---- places


async def test_nothing_is_opened_or_shown_in_a_denied_place(scenario: Scenario) -> None:
    set_list(scenario.host, denied_places="hall:table")
    anna = await scenario.add_player("Anna")
    dispatcher = scenario.host.dispatcher
    for line in ("/new europe", "/join", "/help", "/games", "/restore", "/follow abc-abcdefgh", "/nonsense"):
        assert await anna.says(line) == HERE
        assert await anna.says(line, Chat("hall", "table/5")) == HERE, "a topic or thread of it"
    assert await anna.presses_code("-.0.new europe") == HERE
    assert await anna.looks() == HERE
    assert await dispatcher.complete(Asker(anna.person, MEMORY_CHAT), "/ne") == ()
    assert await scenario.store.chats.game_in(MEMORY_CHAT) is None
    assert "is open" in await anna.says("/new europe", ANNEX)
    assert "is open" in await anna.says("/new europe", DM)


async def test_a_list_that_cannot_be_compared_because_the_disk_fails_is_a_sentence(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("The disk is broken.")

    anna = await scenario.add_player("Anna")
    set_list(scenario.host, denied_places="hall:annex", denied_persons="hall:zoe")
    monkeypatch.setattr(scenario.store.people, "linked_accounts", fail)
    for answer in (await anna.looks(), await anna.says("/hand")):
        assert answer.startswith("I could not look that up. Nothing was changed.")


async def test_a_game_stands_still_while_its_home_is_denied_and_then_goes_on(
    tmp_path: Path, clock: FakeClock
) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform, clock=clock) as scenario:
        (anna,) = await scenario.in_play("Anna", computers=2)
        await scenario.settle()
        game, revision = (await scenario.match()).id, await revision_of(anna)
        set_list(scenario.host, denied_places="hall:table")
        seq, posts = (await scenario.match()).seq, len(platform.posts)
        for chat, refused in ((MEMORY_CHAT, HERE), (DM, STANDS_STILL), (ANNEX, STANDS_STILL)):
            assert await anna.presses_code(f"{game}.{revision}.draw deck", chat) == refused
            assert await anna.presses_code(f"{game}.0.hand", chat) == refused
        assert (await scenario.match()).seq == seq
    async with open_scenario(tmp_path, platform=platform, clock=clock) as scenario:
        anna = Participant(scenario, anna.person)
        assert "Your second card" in await anna.presses_code(f"{game}.{revision}.draw deck", DM)
        await anna.says("/draw deck")
        await scenario.settle()
        assert (await scenario.match()).seq > seq + 3, "the computers have moved too"
        assert len(platform.posts) > posts


async def revision_of(participant: Participant) -> int:
    """The revision of the decision that a participant has to make."""
    game = (await participant.scenario.match()).game
    assert game is not None
    decision = game.table.decisions[await participant.seat()]
    assert decision is not None
    return decision.revision


@pytest.mark.usefixtures("short_boards")
async def test_computers_do_not_move_in_a_denied_place_until_it_is_allowed(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with open_scenario(tmp_path, clock=clock) as scenario:
        (anna,) = await scenario.in_play("Anna", computers=1, game="shorteurope")
        await scenario.settle()
        set_list(scenario.host, denied_places="hall:table")
        left, _ = await scenario.host.repository.update(
            (await scenario.match()).id, lambda match: seats.leave(match, anna.person, "Anna")
        )
        await asyncio.sleep(0.3)
        assert (await scenario.match()).seq == left.seq
    async with open_scenario(tmp_path, clock=clock) as scenario:
        await scenario.settle()
        assert (await scenario.match()).roster.status is Status.OVER


async def test_a_denied_follower_is_told_nothing_while_the_game_goes_on_at_home(scenario: Scenario) -> None:
    anna, bob = await scenario.in_play("Anna", "Bob")
    eve = await scenario.add_player("Eve")
    code = (await anna.says("/share")).split("/follow ")[1].split()[0]
    await eve.says(f"/follow {code}", ANNEX)
    await scenario.settle()
    set_list(scenario.host, denied_places="hall:annex")
    heard = len(scenario.platform.by_chat[ANNEX]), len(scenario.platform.by_chat[MEMORY_CHAT])
    for participant in (anna, anna, bob, bob):
        await participant.says("/draw deck")
    assert await eve.says("/scores", ANNEX) == HERE
    await until(lambda: len(scenario.platform.by_chat[MEMORY_CHAT]) > heard[1])
    await asyncio.sleep(0.1)
    assert len(scenario.platform.by_chat[ANNEX]) == heard[0]
    set_list(scenario.host)
    scenario.host._announcer.retry([ANNEX])
    await scenario.settle()
    assert len(scenario.platform.by_chat[ANNEX]) > heard[0]


async def test_a_group_that_moves_keeps_what_was_said_about_its_old_address(scenario: Scenario) -> None:
    anna, _ = await scenario.start_game("Anna", "Bob")
    new = Chat("hall", "new")
    await scenario.host.dispatcher.directory.move_chat(MEMORY_CHAT, Chat("hall", "between"))
    await scenario.host.dispatcher.directory.move_chat(Chat("hall", "between"), new)
    set_list(scenario.host, denied_places="hall:table")
    assert await anna.says("/scores", new) == HERE
    set_list(scenario.host, allowed_places="hall:table")
    assert await anna.says("/help", new) != HERE
    assert await anna.says("/help", ANNEX) == HERE


# ---- on every platform


async def test_on_telegram_a_group_is_denied_with_all_its_topics(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    group = FakeGroup(server, forum=True)
    async with telegram_bot(tmp_path, group, clock) as bot:
        anna, _ = await bot.add_players("Anna", "Bob")
        topic = await group.opens_topic("Trains")
        set_list(bot.host, denied_places=f"telegram:{group.group.id}")
        anna.user.thread = topic.id
        for line in ("/newgame", "/newgame europe", "/help"):
            await anna.user.says(line)
            await bot.settle()
            assert anna.user.last_dm.text == HERE
        assert [post for post in group.group.messages if post.author.bot and not post.gone] == []
        other = FakeGroup(server, "Another club").add_user("Carla", started=True)
        await other.says("/newgame europe")
        await bot.settle()
        assert "is open" in other.last_dm.text


async def test_on_telegram_a_game_stands_still_in_private_and_after_its_group_has_moved(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    group = FakeGroup(server, kind=Kind.GROUP)
    async with telegram_bot(tmp_path, group, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Bob")
        old = group.group.id
        set_list(bot.host, denied_places=f"telegram:{old}")
        seq = (await bot.match()).seq
        await anna.user.tells("/draw deck")
        await bot.settle()
        assert anna.user.last_dm.text == HERE
        assert await anna.user.presses("Scores", on=bot.last) == HERE
        await group.becomes_a_supergroup()
        await bot.settle_after_trouble()
        await anna.user.tells("/draw deck")
        await bot.settle()
        assert anna.user.last_dm.text == HERE
        assert (await bot.match()).seq == seq


async def test_on_discord_a_server_is_denied_with_its_channels_and_threads(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    (anna,) = await club.add_players("Anna")
    thread = await fake_guild.opens_thread("Trains")
    elsewhere = FakeGuild(fake_guild.server, "Another club")
    await fake_guild.server.invite(elsewhere.guild)
    set_list(club.host, denied_places=f"discord:{fake_guild.guild.id}")
    for channel in (fake_guild.table, thread):
        anna.user.at = channel
        assert await anna.user.runs("/game new") == HERE
    anna.user.at = fake_guild.table
    assert await anna.user.runs("/game new", thread=True) == HERE
    assert [one for one in fake_guild.guild.channels if one.parent] == [thread]
    assert await anna.user.completes("/game new", "board", "eur") == []
    carla = elsewhere.add_user("Carla")
    assert (await carla.runs("/game new")).startswith("The lobby for Ticket to Ride")


async def test_on_the_page_a_channel_is_denied_by_the_settings(tmp_path: Path, clock: FakeClock) -> None:
    async with hosted_page(tmp_path, clock, denied_places="local:table") as page:
        anna = await page.tab("Anna")
        assert (await anna.receive("panel"))["text"] == HERE
        await anna.answer("/new europe")
        assert await page.host.dispatcher.directory.shown_in(Chat("local", "table")) is None
        await anna.enter(await page.opens(anna, "Cellar"))
        assert "is open" in await anna.answer("/new europe")


async def test_on_the_page_a_person_is_denied_by_the_settings(tmp_path: Path, clock: FakeClock) -> None:
    async with hosted_page(tmp_path, clock) as page:
        anna = str((await page.tab("Anna")).person)
    async with hosted_page(tmp_path, clock, denied_persons=anna) as page:
        tab = await page.tab("Anna")
        assert (await tab.receive("panel"))["text"] == YOU
        await tab.answer("/new europe")
        assert await tab.answer("Buy my tickets!") == YOU
        bob = await page.tab("Bob")
        assert "is open" in await bob.answer("/new europe")
