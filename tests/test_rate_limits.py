"""Rate limits: a person plays as fast as they can by hand, and a program is told to slow down, once."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.app import Host
from bot.commands import arguments
from bot.model.call import Asker
from bot.model.identity import ANONYMOUS_ADMIN, Chat, Person
from bot.requests.rate_limits import CROWD, RATES, REST, RateLimit
from bot.web.session import A_SECOND, BURST
from tests.discord_bot import DiscordBot
from tests.fakes.discord.interactions import LATER, PRESS, SAY, Interaction
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import Post
from tests.fakes.wire.patience import until
from tests.hosted_page import hosted_page
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario
from tests.stores import statements
from tests.telegram_bot import TelegramBot, TelegramPlayer, is_handling

SLOW_DOWN = "That was too much at once. Please wait a few seconds before you go on."
SECOND = timedelta(seconds=1)
ANNA, CHAT = Person("hall", "anna"), Chat("hall", "table")


def limited(host: Host, clock: FakeClock) -> None:
    """Limit the requests of a bot under test, as those of `stationmaster run` are."""
    dispatcher = host.dispatcher
    dispatcher._requests, dispatcher._typing = (
        RateLimit(clock, rate) for rate in (RATES.requests, RATES.typing)
    )


# ---- the buckets


async def pass_time(clock: FakeClock, seconds: float) -> None:
    await clock.move_on(timedelta(seconds=seconds))


async def test_a_burst_is_admitted_and_then_one_request_a_second(clock: FakeClock) -> None:
    limit = RateLimit(clock, RATES.requests)
    assert [limit.admits(ANNA, CHAT) for _ in range(31)] == [True] * 30 + [False]
    await pass_time(clock, 4.9)
    assert limit.is_resting(ANNA, CHAT)
    assert not limit.admits(ANNA, CHAT)
    await pass_time(clock, 0.1)
    assert not limit.is_resting(ANNA, CHAT)
    assert [limit.admits(ANNA, CHAT) for _ in range(6)] == [True] * 5 + [False]
    for _ in range(600):
        await pass_time(clock, 1)
        limit.admits(ANNA, CHAT)
    await pass_time(clock, 5)
    assert limit.admits(ANNA, CHAT)


async def test_a_fast_player_never_meets_a_limit(clock: FakeClock) -> None:
    """A turn each eight seconds for an hour: four clicks, and ten keys with five suggestions each."""
    requests, typing = RateLimit(clock, RATES.requests), RateLimit(clock, RATES.typing)
    for _ in range(450):
        for _ in range(10):
            assert all(typing.admits(ANNA, CHAT) for _ in range(5))
            await pass_time(clock, 0.4)
        for _ in range(4):
            assert requests.admits(ANNA, CHAT)
            await pass_time(clock, 1)


async def test_a_chat_has_room_for_sixty_busy_people_and_no_more(clock: FakeClock) -> None:
    limit = RateLimit(clock, RATES.requests)
    people = [Person("hall", str(number)) for number in range(CROWD)]
    for _ in range(120):
        assert all(limit.admits(one, CHAT) for one in people)
        await pass_time(clock, 1)
    crowd = [Person("hall", f"raider-{number}") for number in range(3000)]
    admitted = sum(limit.admits(one, CHAT) for one in crowd)
    assert admitted == RATES.requests[0] * CROWD
    assert limit.admits(crowd[0], Chat("hall", "elsewhere")), "they are told to wait because of the chat"


async def test_the_anonymous_admins_of_one_group_do_not_use_up_those_of_another(clock: FakeClock) -> None:
    limit, other = RateLimit(clock, RATES.requests), Chat("telegram", "-1002")
    while limit.admits(ANONYMOUS_ADMIN, Chat("telegram", "-1001")):
        pass
    assert not limit.is_resting(ANONYMOUS_ADMIN, other)
    assert limit.admits(ANONYMOUS_ADMIN, other)


# ---- the dispatcher


async def until_refused(participant: Participant, **about: Any) -> int:
    """Press a button until it is refused. Returns how often it was answered before."""
    for count in range(1000):
        if await participant.presses_code("-.0.scores", **about) == SLOW_DOWN:
            return count
    raise AssertionError("no limit is met")


async def test_too_many_requests_are_refused_with_one_sentence_and_then_ignored(
    scenario: Scenario, clock: FakeClock
) -> None:
    anna, bob = await scenario.in_play("Anna", "Bob")
    limited(scenario.host, clock)
    assert await until_refused(anna) == 30
    dispatcher = scenario.host.dispatcher
    assert dispatcher.ignores(Asker(anna.person, MEMORY_CHAT))
    assert not dispatcher.ignores(Asker(bob.person, MEMORY_CHAT))
    before = (await scenario.match()).seq
    with statements(scenario.store) as read:
        assert await anna.says("/draw deck") == SLOW_DOWN
        assert await anna.presses_code("-.0.hand") == SLOW_DOWN
    assert read == []
    assert (await scenario.match()).seq == before
    assert "Your hand" in await bob.says("/hand")
    await clock.move_on(REST)
    assert not dispatcher.ignores(Asker(anna.person, MEMORY_CHAT))
    assert "Your second card" in await anna.says("/draw deck")


async def test_too_many_suggestions_are_refused_without_a_word_and_cost_no_request(
    scenario: Scenario, clock: FakeClock
) -> None:
    anna, _ = await scenario.in_play("Anna", "Bob")
    limited(scenario.host, clock)
    dispatcher = scenario.host.dispatcher
    for _ in range(30):
        assert await dispatcher.complete(Asker(anna.person, MEMORY_CHAT), "/dr")
        assert await dispatcher.suggest(Asker(anna.person, MEMORY_CHAT), arguments.CITY, "Par")
    with statements(scenario.store) as read:
        assert await dispatcher.complete(Asker(anna.person, MEMORY_CHAT), "/dr") == ()
        assert await dispatcher.suggest(Asker(anna.person, MEMORY_CHAT), arguments.CITY, "Par") == ()
    assert read == []
    assert dispatcher.ignores(Asker(anna.person, MEMORY_CHAT), typing=True)
    assert await until_refused(anna) == 30


async def test_computers_the_announcer_and_the_private_column_have_no_limit(
    short_boards: None, scenario: Scenario, clock: FakeClock
) -> None:
    (anna,) = await scenario.start_game("Anna", game="shorteurope", computers=2)
    limited(scenario.host, clock)
    await until_refused(anna)
    for _ in range(100):
        assert await anna.looks() != SLOW_DOWN
    await clock.move_on(REST)
    await anna.says("/keep all")
    await anna.says("/leave yes")
    await scenario.settle()
    assert (await scenario.match()).table.sheet is not None


# ---- Telegram


async def test_on_telegram_every_click_of_a_flood_is_acknowledged_and_one_is_answered(
    bot: TelegramBot, clock: FakeClock
) -> None:
    anna, _ = await bot.in_play("Anna", "Bob")
    await bot.settle()
    limited(bot.host, clock)
    anna.user.pause = no_pause
    said = [await anna.user.presses("Scores", on=bot.last) for _ in range(35)]
    assert said.count(SLOW_DOWN) == 1
    assert said[31:] == [""] * 4
    asked, posts = len(bot.server.requests), len(anna.user.dms)
    with statements(bot.store) as read:
        await anna.user.forges(f"{(await bot.match()).id}.0.join", anna.user.last_dm)
        await anna.user.says("/hand")
        await anna.user.tells("/help")
        await until(lambda: not bot.server.updates.waiting, "the updates are not handled")
        await anna.user.forges("-.0.hand", bot.last)
    own = [method for method, _ in bot.server.requests[asked:] if method != "getUpdates"]
    assert own == ["answerCallbackQuery", "answerCallbackQuery"]
    assert read == []
    assert len(anna.user.dms) == posts
    await clock.move_on(REST)
    assert await anna.user.presses("Scores", on=bot.last) not in ("", SLOW_DOWN)


async def no_pause() -> None:
    """Make people press without any pause."""


async def all_sent(bot: TelegramBot, player: TelegramPlayer) -> None:
    """Wait until a player has met the limit, and all posts have waited for the rate limit of the group."""
    dispatcher = bot.host.dispatcher
    await until(lambda: dispatcher.ignores(Asker(player.person, bot.home)), "no limit is met")

    async def at_rest() -> bool:
        await bot.clock.move_on(SECOND)
        await asyncio.sleep(0.01)
        return not is_handling()

    await until(at_rest, "it does not come to rest")


@pytest.mark.usefixtures("inline_mode")
async def test_on_telegram_inline_typing_has_its_own_limit(bot: TelegramBot, clock: FakeClock) -> None:
    anna, _ = await bot.in_play("Anna", "Bob")
    limited(bot.host, clock)
    anna.user.pause = no_pause
    found = [await anna.user.asks("Par") for _ in range(61)]
    assert found[0]
    assert found[-1] == []
    with statements(bot.store) as read:
        assert await anna.user.asks("Paris") == []
    assert read == []
    assert await anna.user.presses("Scores", on=bot.last) not in ("", SLOW_DOWN)


@pytest.mark.parametrize(
    ("line", "first"),
    [("/newgame", "Which game"), ("/gameadmin", "Only the admins"), ("/keep 1,2", "Everyone here")],
)
async def test_on_telegram_the_answers_of_the_adapter_count_as_requests(
    bot: TelegramBot, line: str, first: str
) -> None:
    (anna,) = await bot.add_players("Anna")
    limited(bot.host, FakeClock())  # the group's clock goes on: nobody may ask more for that
    anna.user.pause = no_pause
    for _ in range(40):
        await anna.user.says(line)
    await all_sent(bot, anna)
    texts = [about["text"] for method, about in bot.server.requests if method == "sendMessage"]
    assert sorted(text.startswith(first) for text in texts) == [False] + [True] * 30
    assert texts.count(SLOW_DOWN) == 1


# ---- Discord


async def test_on_discord_every_interaction_of_a_flood_is_acknowledged_and_one_is_answered(
    club: DiscordBot, clock: FakeClock
) -> None:
    anna, _ = await club.in_play("Anna", "Bob")
    await club.calm()
    limited(club.host, clock)
    user, post = anna.user, club.last
    code = next(button["custom_id"] for button in post.buttons if button["label"] == "Scores")
    clicks = [await clicked(user, code, post) for _ in range(34)]
    assert [one.answered for one in clicks] == [SAY] * 31 + [LATER] * 3
    assert [one.posts[0].text == SLOW_DOWN for one in clicks if one.posts] == [False] * 30 + [True]
    with statements(club.store) as read:
        await clicked(user, code, post)
        assert await user.runs("/hand") == SLOW_DOWN
    assert read == []
    await clock.move_on(REST)
    assert "Your hand" in await user.runs("/hand")


async def clicked(user: DiscordUser, code: str, post: Post) -> Interaction:
    """Press a button, and wait until that is answered or acknowledged."""
    data = {"component_type": 2, "custom_id": code}
    one = user.server.interactions.born(PRESS, user.account, post.channel, data, post)
    assert await user.server.happen(one)
    await until(lambda: bool(one.answered), "the click is not acknowledged")
    return one


async def test_on_discord_suggestions_have_their_own_limit(club: DiscordBot, clock: FakeClock) -> None:
    anna, _ = await club.in_play("Anna", "Bob")
    limited(club.host, clock)
    found = [await anna.user.completes("/board", "place", "Par") for _ in range(61)]
    assert found[0]
    assert found[-1] == []
    with statements(club.store) as read:
        assert await anna.user.completes("/board", "place", "Par") == []
    assert read == []
    assert "Your hand" in await anna.user.runs("/hand")


async def test_on_discord_a_flood_opens_few_threads(club: DiscordBot, clock: FakeClock) -> None:
    (anna,) = await club.add_players("Anna")
    dispatcher = club.host.dispatcher
    changes = RateLimit(clock, RATES.changes)
    dispatcher._services = replace(dispatcher._services, changes=changes)
    for _ in range(40):
        await anna.user.runs("/game new", thread=True)
    threads = [channel for channel in club.fake_guild.guild.channels if channel.parent]
    assert len(threads) == RATES.changes[0] // 4, "four changes each: three for the thread, one for the game"


# ---- the page


async def test_on_the_page_every_press_of_a_flood_is_answered_and_draws_nothing(
    tmp_path: Path, clock: FakeClock
) -> None:
    async with hosted_page(tmp_path, clock, RATES) as page:
        tab = await page.tab("Anna")
        texts = []
        for _ in range(BURST - 4):
            await tab.ask("press", code="-.0.help")
            texts.append((await tab.receive("answer"))["text"])
        assert texts.count(SLOW_DOWN) == BURST - 4 - 30
        await clock.move_on(timedelta(seconds=4))
        await asyncio.sleep(0.2)  # what is looked after in the background
        await until(lambda: not page.host.repository.store.database._begun)
        with statements(page.host.repository.store) as read:
            await tab.ask("press", code="-.0.hand")
            assert (await tab.receive("answer"))["text"] == SLOW_DOWN
            await tab.ask("say", text="/hand")
            assert (await tab.receive("answer"))["text"] == SLOW_DOWN
            await asyncio.sleep(0.1)
        assert read == []
        await clock.move_on(timedelta(seconds=1))
        assert await tab.answer("/scores") != SLOW_DOWN
    assert RATES.requests[1] < A_SECOND, "the page's own limit only delays"
