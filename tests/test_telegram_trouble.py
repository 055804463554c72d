"""What goes wrong between the bot and Telegram, and that the game goes on."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.matches.roster import Status
from bot.platforms.port import CannotHost
from engine.notation import line
from engine.options import options
from tests.fakes.telegram.faults import Lost
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import Village
from tests.fakes.telegram.villager import Villager, until
from tests.fakes.telegram.world import Kind
from tests.scenario import FakeClock
from tests.situations import in_a_tunnel, tunnel_claim
from tests.telegram_bot import Halt, Traveller, halt


async def turn(player: Traveller) -> None:
    """Two cards from the deck."""
    await player.types("draw deck")
    await player.types("draw deck")


async def turn_in_private(player: Traveller) -> None:
    for _ in range(2):
        before = (await player.halt.match()).seq
        await player.villager.tells("/draw deck")
        await player.until_done(before)


async def opens_a_lobby(villager: Villager) -> None:
    """Open a game elsewhere, and wait until it is told."""
    await villager.says("/newgame usa")
    await until(lambda: any("Join" in str(post.labels) for post in villager.sees()), "no lobby")


# ---- calls that fail

CALLS = ["sendPhoto", "editMessageReplyMarkup"]


@pytest.mark.parametrize("how", [{"status": 502}, {"retry_after": 3}], ids=["502", "429"])
async def test_a_call_that_fails_is_made_again(bot: Halt, how: dict[str, Any]) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    before = len(bot.posts)
    for method in CALLS:
        bot.village.faults.order(method, chat=bot.group.id, **how)
    await turn(anna)
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1
    assert "’s turn" in bot.last.text
    assert bot.village.faults.left == []


@pytest.mark.parametrize(
    "how",
    [{"lost": Lost.ANSWER}, {"status": 504, "done": True}, {"lost": Lost.PATIENCE}],
    ids=["broken", "504", "timeout"],
)
async def test_a_post_that_was_sent_all_the_same_calls_nobody_twice(bot: Halt, how: dict[str, Any]) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    called = len(boris.villager.pinged())
    bot.village.faults.order("sendPhoto", chat=bot.group.id, **how)
    await turn(anna)
    await until(lambda: not bot.village.faults.left and not bot.village.busy)
    await bot.settle_after_trouble()
    assert len(boris.villager.pinged()) == called + 1
    assert len([post for post in bot.posts if post.buttons]) <= 2
    assert bot.village.faults.left == []


async def test_one_group_that_has_to_wait_delays_no_other(bot: Halt, place: Village) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.village.faults.order("sendPhoto", chat=bot.group.id, retry_after=600)
    before = len(bot.posts)
    await turn(anna)
    await opens_a_lobby(Green(place, "Another club").comes("Carla", started=True))
    assert len(bot.posts) == before
    for _ in range(12):
        await bot.clock.move_on(timedelta(minutes=1))
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1


# ---- updates


async def test_what_is_told_twice_is_heard_once(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.types("draw deck")
    await bot.settle()
    seq = (await bot.match()).seq
    bot.village.mailbox.repeat()
    await bot.settle()
    assert (await bot.match()).seq == seq


async def test_after_a_days_outage_old_words_and_presses_are_taken_as_they_stand(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    green = Green(place)
    async with halt(tmp_path, green, clock) as bot:
        anna, boris = await bot.in_play("Anna", "Boris")
        post, seq = bot.last, (await bot.match()).seq
    place.questions.press(anna.villager.account, post, post.buttons[0]["callback_data"])
    await anna.villager.says("/draw deck")
    await clock.move_on(timedelta(hours=20))
    async with halt(tmp_path, green, clock) as bot:
        anna, boris = await bot.comes(str(anna), str(boris))
        await bot.settle()
        assert (await bot.match()).seq > seq
        assert await bot.waited_for(anna) == [anna]
        assert any("query is too old" in one for one in place.declined)
        await anna.types("draw deck")
        await bot.settle()
        assert await bot.waited_for(boris) == [boris]


async def test_a_second_program_is_noticed(tmp_path: Path, place: Village, clock: FakeClock) -> None:
    async with halt(tmp_path, Green(place), clock) as bot:
        place.faults.order("getUpdates", times=50, status=409, description="Conflict: terminated by other")
        with pytest.raises(CannotHost, match="Another program"):
            async with asyncio.timeout(60):
                await bot.attending
        place.faults.ordered.clear()


async def test_of_two_programs_the_newcomer_gives_way(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    green = Green(place)
    async with halt(tmp_path, green, clock) as bot:
        await clock.move_on(timedelta(minutes=10))
        (tmp_path / "other").mkdir()
        async with halt(tmp_path / "other", green, clock) as other:
            await until(other.attending.done, "it stays")
            with pytest.raises(CannotHost, match="Another program"):
                await other.attending
        await (await bot.comes("Anna"))[0].villager.says("/newgame usa")
        await until(lambda: bot.posts, "the first has stopped too")


async def test_a_message_that_can_no_longer_be_read_still_has_its_buttons(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    bot.last.accessible = False
    assert await anna.villager.presses("Scores", on=bot.last)


# ---- people


async def test_who_blocks_the_bot_plays_on_from_the_group(bot: Halt) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await anna.villager.blocks()
    await bot.settle()
    asked = len(bot.village.declined)
    for player in (anna, boris):
        await turn(player)
        await bot.settle()
    assert [one for one in bot.village.declined[asked:] if "blocked" in one] == []
    letters = len(anna.villager.letters)
    await anna.villager.unblocks()
    await bot.settle()
    await turn(anna)
    await bot.settle()
    assert len(anna.villager.letters) > letters


async def test_a_link_into_the_private_chat_gives_no_seat(bot: Halt) -> None:
    anna, _, carla = await bot.comes("Anna", "Boris", "Carla", started=False)
    await anna.villager.says("/newgame usa")
    await bot.settle()
    await carla.villager.presses("Join", on=bot.last)
    assert carla.villager.question is not None
    link = carla.villager.question.url
    dmitri = (await bot.comes("Dmitri", started=False))[0]
    await dmitri.villager.follows(link)
    await bot.settle()
    assert "Dmitri" not in (await bot.match()).roster.names
    assert "Carla" in (await bot.match()).roster.names


# ---- groups


@pytest.mark.parametrize("told", [True, False], ids=["told", "found out"])
async def test_a_group_moves_in_mid_tunnel_and_its_game_moves_along(
    tmp_path: Path, place: Village, clock: FakeClock, *, told: bool
) -> None:
    green = Green(place, kind=Kind.GROUP)
    async with halt(tmp_path, green, clock) as bot:
        players = await bot.in_play("Anna", "Boris")
        for one in players:
            await one.villager.says("/settings confirm off")
        player = await bot.play_until(
            *players,
            come=lambda view: in_a_tunnel(view) and len(options(view)) > 1,
            choose=tunnel_claim,
        )
        before = await bot.match()
        pay = next(line(way) for way in options(await player.view()) if line(way).startswith("pay"))
        await green.becomes_a_supergroup(told=told)
        await player.villager.tells(f"/{pay}")
        await player.until_done(before.seq)
        await bot.settle_after_trouble()
        after = await bot.match()
        assert (after.id, after.roster.status) == (before.id, Status.RUNNING)
        assert after.seq > before.seq
        assert "’s turn" in bot.last.text
        for one in await bot.comes("Anna", "Boris"):
            if await bot.waited_for(one):
                await one.clicks("draw deck")
                await one.clicks("draw deck")
        await bot.settle()
        assert (await bot.match()).seq > after.seq
        assert bot.posts[-1].buttons
        assert not bot.posts[0].buttons


@pytest.mark.parametrize("silenced", [True, False], ids=["silenced", "in trouble"])
async def test_what_a_group_was_not_told_before_it_moved_it_is_told_there(
    tmp_path: Path, place: Village, clock: FakeClock, *, silenced: bool
) -> None:
    green = Green(place, kind=Kind.GROUP)
    async with halt(tmp_path, green, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        if silenced:
            await bot.green.denies("can_send_messages")
        else:
            place.faults.order("sendPhoto", chat=bot.group.id, status=502)
        await turn_in_private(anna)
        await until(lambda: silenced or not place.faults.left, "nothing is tried")
        await asyncio.sleep(0.2)
        await green.becomes_a_supergroup()
        await bot.settle_after_trouble()
        assert "’s turn" in bot.last.text


async def test_without_leave_to_send_photos_the_post_is_in_words(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.green.denies("can_send_photos")
    await bot.settle()
    await turn(anna)
    await bot.settle_after_trouble()
    assert "’s turn" in bot.last.text
    assert bot.last.media is None
    assert bot.last.buttons


async def test_a_silenced_bot_speaks_again_when_it_may(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    before = len(bot.posts)
    await bot.green.denies("can_send_messages")
    await turn_in_private(anna)
    await bot.green.allows_all()
    await bot.settle_after_trouble()
    assert len(bot.posts) == before + 1
    assert "’s turn" in bot.last.text


async def test_a_bot_that_was_removed_and_comes_back_goes_on(bot: Halt) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.green.removes_the_bot()
    await turn_in_private(anna)
    await bot.green.invites_the_bot()
    await bot.settle_after_trouble()
    assert "’s turn" in bot.last.text


async def in_topics(tmp_path: Path, place: Village, clock: FakeClock) -> AsyncIterator[Halt]:
    """A table in the second topic of a forum."""
    green = Green(place, "Forum", forum=True)
    await green.opens_topic("Chatter")
    topic = await green.opens_topic("Trains")
    async with halt(tmp_path, green, clock) as bot:
        bot.thread = topic.id
        yield bot


async def test_a_game_in_a_topic_stays_there(tmp_path: Path, place: Village, clock: FakeClock) -> None:
    async for bot in in_topics(tmp_path, place, clock):
        anna, boris = await bot.in_play("Anna", "Boris")
        for player in (anna, boris):
            await player.clicks("draw deck")
            await player.clicks("draw deck")
            await bot.settle()
        said = [post for post in bot.group.messages if post.author.bot]
        assert {post.thread for post in said} == {bot.thread}


async def test_a_closed_topic_is_told_when_it_is_open_again(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    async for bot in in_topics(tmp_path, place, clock):
        anna, _ = await bot.in_play("Anna", "Boris")
        topic, before = bot.group.topics[bot.thread or 0], len(bot.posts)
        await bot.green.closes_topic(topic)
        await turn_in_private(anna)
        await asyncio.sleep(0.1)
        assert len(bot.posts) == before
        await bot.green.reopens_topic(topic)
        await bot.settle_after_trouble()
        assert len(bot.posts) == before + 1


async def test_a_deleted_topic_takes_nothing_else_down(
    tmp_path: Path, place: Village, clock: FakeClock
) -> None:
    async for bot in in_topics(tmp_path, place, clock):
        anna, _ = await bot.in_play("Anna", "Boris")
        await bot.green.deletes_topic(bot.group.topics[bot.thread or 0])
        await turn_in_private(anna)
        await opens_a_lobby(Green(place, "Another club").comes("Carla", started=True))
        assert (await bot.match()).roster.status is Status.RUNNING


# ---- admins


@pytest.mark.parametrize("anonymous", [False, True], ids=["by name", "anonymous"])
async def test_admins_of_the_group_rule_its_games(bot: Halt, *, anonymous: bool) -> None:
    await bot.in_play("Anna", "Boris")
    carla, dmitri = await bot.comes("Carla", "Dmitri")
    bot.green.appoints(carla.villager, anonymous=anonymous)
    await dmitri.villager.says("/gameadmin abort yes")
    await bot.settle()
    assert (await bot.match()).roster.status is Status.RUNNING
    await carla.villager.says("/gameadmin abort yes")
    await bot.settle()
    assert await bot.store.game_in(bot.home) is None
