"""One game in several chats: what scripts of play (tests/games/followers.txt) cannot say."""

from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from bot.model.identity import Chat, Person
from bot.model.message import Message
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario

BAR, CELLAR, GARDEN = Chat("inn", "bar"), Chat("inn", "cellar"), Chat("hall", "garden")


@pytest.fixture
def inn(scenario: Scenario) -> MemoryPlatform:
    """Another platform, which the bot is on too."""
    inn = MemoryPlatform("inn")
    scenario.host.add_platform(inn)
    return inn


async def invitation(participant: Participant) -> str:
    """What a player is told to type elsewhere."""
    said = await participant.says("/share")
    return next(line.strip() for line in said.splitlines() if "/follow" in line and "game" not in line)


async def lobby_in_two(scenario: Scenario) -> tuple[Participant, Participant]:
    """Anna has opened a game in the hall, and Bea sits in it at the bar of the inn."""
    anna, bea = await scenario.add_player("Anna"), await scenario.add_player("Bea", "inn")
    await anna.says("/new europe")
    await bea.says(await invitation(anna), BAR)
    await bea.says("/join", BAR)
    await scenario.settle()
    return anna, bea


async def playing_in_two(scenario: Scenario) -> tuple[Participant, Participant]:
    """The same, in the first turn; Anna begins."""
    anna, bea = await lobby_in_two(scenario)
    await anna.says("/starter Anna")
    await anna.says("/start")
    await anna.says("/keep all")
    await bea.says("/keep all", BAR)
    await scenario.settle()
    return anna, bea


def last(platform: MemoryPlatform, chat: Chat) -> Message:
    return platform.by_chat[chat][-1]


async def test_an_anonymous_admin_has_no_name(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, nobody = await scenario.add_player("Anna"), Participant(scenario, Person("inn", "anonymous"))
    await anna.says("/new europe")
    await nobody.says(await invitation(anna), BAR)
    await scenario.settle()
    assert "\nAn admin shows the game in another chat too" in plain(last(inn, BAR).text)


async def test_a_chat_that_follows_while_a_computer_thinks_loses_no_mention(tmp_path: Path) -> None:
    async with open_scenario(tmp_path, delay=5) as scenario:
        scenario.host.add_platform(MemoryPlatform("inn"))
        anna, bea = await scenario.add_player("Anna"), await scenario.add_player("Bea", "inn")
        for line in ("/new europe", "/computer", "/start"):
            await anna.says(line)
        await bea.says(await invitation(anna), BAR)

        async def played() -> bool:
            await scenario.clock.move_on(timedelta(seconds=5))
            return await scenario._quiet()

        await until(played)
        assert (await scenario.match()).waiting_for == (0,)
        assert [post.mentioned for post in scenario.platform.posts].count((anna.person,)) == 1


async def test_each_turn_notifies_once_while_chats_come_and_go(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(scenario)
    follow, chance = await invitation(anna), Random(7)
    for _ in range(16):
        participant = (anna, bea)[(await scenario.match()).waiting_for[0]]
        for chat in (GARDEN, BAR):
            await bea.says(chance.choice((follow, "/unfollow")), chat)
        await scenario.settle()
        await participant.takes_turn()
    letters = [letter for one in (scenario.platform, inn) for told in one.dms.values() for letter in told]
    posts = (*scenario.platform.posts, *inn.posts)
    called = [person for said in (*posts, *letters) for person in said.mentioned]
    assert (called.count(anna.person), called.count(bea.person)) == (10, 9)
    assert any(letter.mentions for letter in letters), "while no chat of the inn showed the game"
    assert any(post.mentions for post in inn.posts[-8:])


async def test_a_chat_that_moves_keeps_its_mentions_and_stays_the_home(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(scenario)
    admin = await scenario.add_admin("Ada")
    await scenario.store.chats.move(BAR, CELLAR)
    await scenario.store.chats.move(MEMORY_CHAT, GARDEN)
    for participant, chat in ((anna, GARDEN), (anna, GARDEN), (bea, CELLAR), (bea, CELLAR)):
        await participant.says("/draw deck", chat)
        await scenario.settle()
    assert [post.mentioned for post in inn.by_chat[CELLAR]] == [(bea.person,), ()]
    assert [post.mentioned for post in scenario.platform.by_chat[GARDEN]] == [(), (anna.person,)]
    assert await admin.says("/skip Anna", GARDEN) == "A computer finishes Anna’s turn."
    await anna.says("/abort yes", GARDEN)
    assert await admin.says("/restore", GARDEN) == "The game continues where it stopped."
    assert (await scenario.match(GARDEN)).id == (await scenario.match(CELLAR)).id


async def test_the_home_itself_cannot_be_removed(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    match = await scenario.match()
    word = sha256(str(MEMORY_CHAT).encode()).hexdigest()[:8]
    assert (
        await anna.presses_code(f"{match.id}.0.share remove {word}") == "That chat does not follow the game."
    )
    assert await scenario.store.chats.game_in(MEMORY_CHAT) == match.id
