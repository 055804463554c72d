"""One game in several chats: people who are invited let another chat follow it, watch, and play."""

from collections.abc import AsyncIterator
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

FOLLOWS = "This chat already follows a game that is not over. Use /unfollow to stop following it first."
HOME_ONLY = "This game belongs to another chat. Only the host or an admin there can do that."
HOST_ONLY = "Only the host of the game or an admin here can do that."


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


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


async def test_a_lobby_is_posted_in_both_chats_and_both_can_join(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(scenario)
    for platform, chat in ((scenario.platform, MEMORY_CHAT), (inn, BAR)):
        assert "Anna (red), Bea (blue)" in plain(last(platform, chat).text)
    assert "Bea shows the game in another chat too, on the local page." in scenario.platform.text
    assert "So far, 2 chats show it." in await anna.says("/share")
    assert (await scenario.match(BAR)).id == (await scenario.match()).id
    assert bea.heard == "You have joined with the blue trains."


async def test_both_chats_get_every_turn_and_the_next_player_is_mentioned_where_they_joined(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(scenario)
    assert last(scenario.platform, MEMORY_CHAT).mentioned == (anna.person,)
    assert last(inn, BAR).mentioned == ()
    for _ in range(2):
        await anna.says("/draw deck")
    await scenario.settle()
    assert last(scenario.platform, MEMORY_CHAT).mentioned == ()
    assert last(inn, BAR).mentioned == (bea.person,)
    assert last(inn, BAR).text == last(scenario.platform, MEMORY_CHAT).text
    assert plain(last(inn, BAR).text).endswith("It’s **Bea**’s turn.")
    for _ in range(2):
        await bea.says("/draw deck", BAR)
    await scenario.settle()
    assert last(scenario.platform, MEMORY_CHAT).mentioned == (anna.person,)


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
    for _ in range(2):
        await anna.says("/draw deck")
    await scenario.settle()
    assert inn.dms[bea.person][-1].mentioned == (bea.person,)
    assert len(inn.posts) == heard, "the bar is told nothing any more"
    await scenario.store.people.save(Profile(bea.person, "Bea", chosen={"ping": "none"}))
    for participant in (bea, bea, anna, anna):
        await participant.says("/draw deck")
    await scenario.settle()
    assert inn.dms[bea.person][-1].mentioned == ()


async def test_a_chat_that_comes_late_is_shown_the_table_at_once(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    await first.says("/draw deck")
    bea = await scenario.add_player("Bea", "inn")
    answer = await bea.says(await invitation(first), BAR)
    assert answer.startswith("This chat now shows the game")
    await scenario.settle()
    post = last(inn, BAR)
    assert plain(post.text).startswith("Bea shows the game in another chat too")
    assert post.pictures
    assert [button.label for row in post.buttons for button in row]
    assert post.mentioned == ()
    await first.says("/draw deck")
    await scenario.settle()
    assert "draws 1 card from the deck." in plain(last(inn, BAR).text), (
        "the other was told with the first post"
    )
    assert last(scenario.platform, MEMORY_CHAT).mentioned == (second.person,)


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


async def test_a_chat_shows_one_game(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, bea = await lobby_in_two(scenario)
    follow = await invitation(anna)
    assert await bea.says(follow, BAR) == "This chat already shows that game."
    assert await anna.says(follow) == "This chat already shows that game."
    assert (await bea.says("/new usa", BAR)).startswith("This chat already follows a game that is not over")
    await bea.says("/new usa", CELLAR)
    assert await anna.says(await invitation(bea)) != "", "a share in the hall is of the hall's game"
    other = await bea.says("/share", CELLAR)
    code = next(line for line in other.splitlines() if "/follow" in line and "game" not in line)
    assert (
        await anna.says(code.strip()) == "There is already a game here. A chat can have only one at a time."
    )


async def test_only_the_admins_of_the_home_rule(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, bea = await playing_in_two(scenario)
    bouncer, admin = await scenario.add_player("Bo", "inn"), await scenario.add_player("Ada")
    inn.admins.add(bouncer.person)
    scenario.platform.admins.add(admin.person)
    assert await bouncer.says("/abort", BAR) == HOME_ONLY
    assert await bea.says("/abort", BAR) == HOME_ONLY
    assert await bea.says("/abort") == HOST_ONLY
    for line in ("/skip Anna", "/replace Anna"):
        for person, chat in ((bouncer, BAR), (bea, BAR), (bea, MEMORY_CHAT), (admin, BAR)):
            assert (await person.says(line, chat)).startswith("Only an admin can do that now"), "not at home"
    assert await bouncer.says("/language ru here", BAR) == "Теперь в этом чате я говорю по-русски."
    assert await admin.says("/skip Anna") == "A computer finishes Anna’s turn."
    assert (await anna.says("/abort", BAR)).startswith("Прервать эту игру для всех?")


async def test_players_and_admins_can_stop_a_chat_following(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, _ = await lobby_in_two(scenario)
    assert (
        await anna.says("/unfollow")
        == "This game was created here, so this chat cannot unfollow it. Use /abort to end it."
    )
    participant, bouncer = await scenario.add_player("Gus", "inn"), await scenario.add_player("Bo", "inn")
    inn.admins.add(bouncer.person)
    assert await participant.says("/unfollow", BAR) == HOST_ONLY
    gone = "This chat no longer follows the game. Its players play on."
    assert await bouncer.says("/unfollow", BAR) == gone
    assert await scenario.store.chats.game_in(BAR) is None
    assert await participant.says(await invitation(anna), BAR) != ""
    await scenario.settle()
    assert await participant.says("/unfollow", BAR) == gone, "the person who made the chat follow may stop it"
    heard = len(inn.posts)
    await anna.says("/join green")
    await scenario.settle()
    assert len(inn.posts) == heard


async def test_an_aborted_game_comes_back_to_all_chats_that_are_free(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(scenario)
    follow = await invitation(anna)
    await bea.says(follow, CELLAR)
    await anna.says("/abort yes")
    await scenario.settle()
    assert [await scenario.store.chats.game_in(chat) for chat in (MEMORY_CHAT, BAR, CELLAR)] == [
        None,
        None,
        None,
    ]
    assert "ended the game without a result" in last(inn, BAR).text
    assert await bea.says(follow, BAR) == "That game is over, so you can no longer follow it."
    assert await bea.says("/restore", BAR) == "There is no aborted game to restore here."
    await bea.says("/new usa", CELLAR)
    await scenario.settle()
    heard = len(inn.by_chat[CELLAR])
    await anna.says("/restore")
    await scenario.settle()
    assert (await scenario.match()).id == (await scenario.match(BAR)).id
    assert (await scenario.match(CELLAR)).id != (await scenario.match()).id
    assert "restored the game" in last(inn, BAR).text
    assert len(inn.by_chat[CELLAR]) == heard


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


async def test_players_get_messages_in_the_language_of_the_chat_where_they_joined(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(scenario)
    inn.admins.add(bea.person)
    assert await bea.says("/language ru here", BAR) == "Теперь в этом чате я говорю по-русски."
    await anna.says("/start")
    await scenario.settle()
    assert plain(scenario.platform.dms[anna.person][-1].text).startswith("**Your starting tickets.**")
    assert plain(inn.dms[bea.person][-1].text).startswith("**Ваши начальные билеты.**")
    assert "are choosing starting tickets" in plain(last(scenario.platform, MEMORY_CHAT).text)
    await anna.says("/abort yes")
    await scenario.settle()
    assert plain(inn.dms[bea.person][-1].text).startswith("Эта игра прервана без результата.")


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
        for _ in range(2):
            await participant.says("/draw deck")
        await scenario.settle()
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
    admin = await scenario.add_player("Ada")
    scenario.platform.admins.add(admin.person)
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


async def test_what_cannot_be_followed_costs_a_chat_nothing(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, bea = await scenario.add_player("Anna"), await scenario.add_player("Bea", "inn")
    await anna.says("/new europe")
    await bea.says("/new usa", BAR)
    lobby, follow = (await scenario.match(BAR)).id, await invitation(anna)
    await anna.says("/abort yes")
    await scenario.clock.move_on(timedelta(days=2))
    assert await bea.says(follow, BAR) == "That game is over, so you can no longer follow it."
    assert (await scenario.match(BAR)).id == lobby, "though nobody has touched its lobby for a day"


async def test_a_chat_whose_game_is_over_may_follow_another(scenario: Scenario, inn: MemoryPlatform) -> None:
    anna, bea = await scenario.add_player("Anna"), await scenario.add_player("Bea", "inn")
    await bea.says("/new usa", BAR)
    await bea.says("/abort yes", BAR)
    await anna.says("/new europe")
    await bea.says(await invitation(anna), BAR)
    assert (await scenario.match(BAR)).id == (await scenario.match()).id
    assert await bea.says("/restore", BAR) == FOLLOWS


async def test_an_abandoned_lobby_is_closed_only_in_its_home_chat(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(scenario)
    await scenario.clock.move_on(timedelta(days=2))
    assert (await bea.says("/new usa", BAR)).startswith("This chat already follows a game that is not over")
    assert (await anna.says("/new usa")).startswith("The lobby for Ticket to Ride: USA, Classic is open.")
    await scenario.settle()
    assert await scenario.store.chats.game_in(BAR) is None
    assert "closed the lobby" in last(inn, BAR).text


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


async def test_a_renewed_invitation_makes_the_old_code_worthless_at_once(
    scenario: Scenario, inn: MemoryPlatform
) -> None:
    anna, bea = await scenario.add_player("Anna"), await scenario.add_player("Bea", "inn")
    await anna.says("/new europe")
    old = await invitation(anna)
    assert "The old code no longer works." in await anna.presses("New invitation")
    assert (await bea.says(old, BAR)).startswith("I do not know that game.")
    assert "now shows the game" in await bea.says(await invitation(anna), BAR)


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
