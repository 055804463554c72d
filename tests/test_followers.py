"""One game in several chats: people who are invited let another chat follow it, watch, and play."""

from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.profile import Profile
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario

BAR, CELLAR, GARDEN = Chat("inn", "bar"), Chat("inn", "cellar"), Chat("hall", "garden")

HOME_ONLY = "This game belongs to another chat. Only the host or an admin there can do that."
HOST_ONLY = "Only the host of the game or an admin here can do that."


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


async def test_the_chat_where_a_player_joined_mentions_them(scenario: Scenario) -> None:
    anna, cleo = await scenario.add_player("Anna"), await scenario.add_player("Cleo")
    await anna.says("/new europe")
    await cleo.says(await invitation(anna), GARDEN)
    await cleo.says("/join", GARDEN)
    await anna.says("/starter Cleo")
    await anna.says("/start")
    await anna.says("/keep all")
    await cleo.says("/keep all", GARDEN)
    await scenario.settle()
    assert last(scenario.platform, GARDEN).mentioned == (cleo.person,)
    assert last(scenario.platform, MEMORY_CHAT).mentioned == ()
    await cleo.says("/unfollow", GARDEN)
    for participant in (cleo, cleo, anna, anna):
        await participant.says("/draw deck")
    await scenario.settle()
    assert last(scenario.platform, MEMORY_CHAT).mentioned == (cleo.person,)


async def test_a_player_in_no_chat_of_the_game_is_pinged_in_private(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(scenario)
    await bea.says("/unfollow", BAR)
    heard = len(inn.posts)
    await anna.takes_turn()
    assert inn.dms[bea.person][-1].mentioned == (bea.person,)
    assert len(inn.posts) == heard, "the bar is told nothing any more"
    await scenario.store.people.save(Profile(bea.person, "Bea", chosen={"ping": "none"}))
    for participant in (bea, bea, anna, anna):
        await participant.says("/draw deck")
    await scenario.settle()
    assert inn.dms[bea.person][-1].mentioned == ()


async def test_an_anonymous_admin_has_no_name(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, nobody = await scenario.add_player("Anna"), Participant(scenario, Person("inn", "anonymous"))
    await anna.says("/new europe")
    await nobody.says(await invitation(anna), BAR)
    await scenario.settle()
    assert "\nAn admin shows the game in another chat too" in plain(last(inn, BAR).text)


async def test_only_an_invitation_lets_a_chat_follow(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, bea = await scenario.add_player("Anna"), await scenario.add_player("Bea", "inn")
    await anna.says("/new europe")
    game = (await scenario.match()).id
    for code in (game, f"{game}-", f"{game}-aaaaaaaa", "nothing", ""):
        answer = await bea.says(f"/follow {code}", BAR)
        assert answer == "I do not know that game. Its players can get the right code with /share.", code
    assert await scenario.store.chats.game_in(BAR) is None
    assert await bea.says("/share", BAR) == "There is no game here. Create one with /new."
    stranger = await scenario.add_player("Carl")
    assert await stranger.says("/share") == HOST_ONLY


async def test_the_restore_button_of_any_chat_restores_its_game(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    bea = await scenario.add_player("Bea", "inn")
    await bea.says("/new usa", BAR)
    await bea.says("/abort yes", BAR)
    await scenario.clock.move_on(timedelta(minutes=1))
    anna, bea = await playing_in_two(scenario)
    game = (await scenario.match()).id
    await anna.says("/abort yes")
    await scenario.settle()
    ((back, again),) = last(inn, BAR).buttons
    assert again.code == f"{game}.0.rematch"
    assert await bea.presses_code(back.code, BAR) == HOME_ONLY
    assert await anna.presses_code(back.code, BAR) == "The game continues where it stopped."
    assert (await scenario.match()).id == (await scenario.match(BAR)).id == game
    assert await bea.presses_code(back.code, BAR) == "There is no aborted game to restore here."
    assert await bea.says("/restore nothing", BAR) == "There is no aborted game to restore here."


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


async def test_a_player_who_asks_in_a_chat_that_no_longer_follows_is_told_which_game_they_play(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    _, bea = await playing_in_two(scenario)
    await scenario.store.chats.set_title(MEMORY_CHAT, "Railway club")
    await bea.says("/unfollow", BAR)
    said = await bea.says("/hand", BAR)
    assert said.startswith("There is no game here.")
    assert "You play elsewhere: Railway club · Ticket to Ride: Europe." in said
    stranger = await scenario.add_player("Dora", "inn")
    assert await stranger.says("/hand", BAR) == "There is no game here. Create one with /new."


# ---- the home removes a chat, and renews its invitation


async def test_a_host_removes_a_chat_whose_old_code_is_worthless_then(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(scenario)
    await scenario.store.chats.set_title(BAR, "The Bar")
    old = await invitation(anna)
    assert "These chats follow it: The Bar." in plain(anna.heard)
    said = plain(await anna.presses("Remove"))
    assert said.startswith("The Bar no longer shows the game. The old code no longer works.")
    await until(lambda: "was removed by the chat" in last(inn, BAR).text, "the bar hears nothing")
    assert await scenario.store.chats.game_in(BAR) is None
    assert (await bea.says(old, BAR)).startswith("I do not know that game.")
    assert (await bea.says("/board", BAR)).startswith("There is no game")
    assert (await scenario.match()).roster.seat_of(str(bea.person)) == 1, "seats stay"
    assert await invitation(anna) != old
    what = [change[2] for change in await scenario.store.chats.changes(MEMORY_CHAT, scenario.clock.now())]
    assert what == ["chat-removed"]


async def test_only_a_host_or_an_admin_of_the_home_removes_chats(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(scenario)
    await anna.says("/share")
    remove, renew = anna.button("Remove").code, anna.button("New invitation").code
    assert "These chats follow" not in await bea.says("/share", BAR)
    assert bea.labels == []
    inn.admins.add(bea.person)
    for code in (remove, renew):
        assert await bea.presses_code(code, BAR) == HOME_ONLY
    cora = await scenario.add_player("Cora")
    assert await cora.presses_code(remove) == HOST_ONLY
    scenario.platform.admins.add(cora.person)
    assert "no longer shows the game" in await cora.presses_code(remove)
    assert await cora.presses_code(remove) == "That chat does not follow the game."


async def test_the_home_itself_cannot_be_removed(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    match = await scenario.match()
    word = sha256(str(MEMORY_CHAT).encode()).hexdigest()[:8]
    assert (
        await anna.presses_code(f"{match.id}.0.share remove {word}") == "That chat does not follow the game."
    )
    assert await scenario.store.chats.game_in(MEMORY_CHAT) == match.id
