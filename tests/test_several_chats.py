"""One game in several chats: whoever is invited lets another chat follow it, looks on, and plays."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.model.identity import Chat, Person, Ping
from bot.model.message import Message
from bot.store import Profile
from tests.scenario import HALL, Evening, Guest, MemoryPlatform, evening
from tests.spoken import plain

BAR, CELLAR, GARDEN = Chat("inn", "bar"), Chat("inn", "cellar"), Chat("hall", "garden")

FOLLOWS = "This chat already follows a game that is not over. Use /unfollow to stop following it first."
HOME_ONLY = "This game belongs to another chat. Only the host or an admin there can do that."
HOST_ONLY = "Only the host of the game or an admin here can do that."


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


@pytest.fixture
def inn(hall: Evening) -> MemoryPlatform:
    """Another platform, which the bot is on too."""
    inn = MemoryPlatform("inn")
    hall.table.seat_platform(inn)
    return inn


async def invitation(guest: Guest) -> str:
    """What a player is told to type elsewhere."""
    said = await guest.says("/share")
    return next(line.strip() for line in said.splitlines() if "/follow" in line and "game" not in line)


async def lobby_in_two(hall: Evening) -> tuple[Guest, Guest]:
    """Anna has opened a game in the hall, and Bea sits in it at the bar of the inn."""
    anna, bea = await hall.arrive("Anna"), await hall.arrive("Bea", "inn")
    await anna.says("/new europe")
    await bea.says(await invitation(anna), BAR)
    await bea.says("/join", BAR)
    await hall.settle()
    return anna, bea


async def playing_in_two(hall: Evening) -> tuple[Guest, Guest]:
    """The same, in the first turn; Anna begins."""
    anna, bea = await lobby_in_two(hall)
    await anna.says("/starter Anna")
    await anna.says("/start")
    await anna.says("/keep all")
    await bea.says("/keep all", BAR)
    await hall.settle()
    return anna, bea


def last(hall: MemoryPlatform, chat: Chat) -> Message:
    return hall.by_chat[chat][-1]


async def test_a_lobby_stands_in_both_chats_and_has_seats_for_both(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(hall)
    for platform, chat in ((hall.hall, HALL), (inn, BAR)):
        assert "Anna (red), Bea (blue)" in plain(last(platform, chat).text)
    assert "Bea shows the game in another chat too, on the local page." in hall.hall.text
    assert "Now 2 chats show it." in await anna.says("/share")
    assert (await hall.match(BAR)).id == (await hall.match()).id
    assert bea.heard == "You have joined with the blue trains."


async def test_every_turn_is_told_in_both_and_whoever_is_next_is_called_where_they_sat_down(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(hall)
    assert last(hall.hall, HALL).mention == anna.person
    assert last(inn, BAR).mention is None
    for _ in range(2):
        await anna.says("/draw deck")
    await hall.settle()
    assert last(hall.hall, HALL).mention is None
    assert last(inn, BAR).mention == bea.person
    assert last(inn, BAR).text == last(hall.hall, HALL).text
    assert plain(last(inn, BAR).text).endswith("It’s **Bea**’s turn.")
    for _ in range(2):
        await bea.says("/draw deck", BAR)
    await hall.settle()
    assert last(hall.hall, HALL).mention == anna.person


async def test_of_two_chats_of_a_platform_the_one_where_somebody_sat_down_calls_them(hall: Evening) -> None:
    anna, cleo = await hall.arrive("Anna"), await hall.arrive("Cleo")
    await anna.says("/new europe")
    await cleo.says(await invitation(anna), GARDEN)
    await cleo.says("/join", GARDEN)
    await anna.says("/starter Cleo")
    await anna.says("/start")
    await anna.says("/keep all")
    await cleo.says("/keep all", GARDEN)
    await hall.settle()
    assert last(hall.hall, GARDEN).mention == cleo.person
    assert last(hall.hall, HALL).mention is None
    await cleo.says("/unfollow", GARDEN)
    for guest in (cleo, cleo, anna, anna):
        await guest.says("/draw deck")
    await hall.settle()
    assert last(hall.hall, HALL).mention == cleo.person


async def test_whoever_is_in_no_chat_that_shows_the_game_is_called_in_private(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(hall)
    await bea.says("/unfollow", BAR)
    heard = len(inn.posts)
    for _ in range(2):
        await anna.says("/draw deck")
    await hall.settle()
    assert inn.told[bea.person][-1].mention == bea.person
    assert len(inn.posts) == heard, "the bar is told nothing any more"
    await hall.store.save_person(Profile(bea.person, "Bea", ping=Ping.NONE))
    for guest in (bea, bea, anna, anna):
        await guest.says("/draw deck")
    await hall.settle()
    assert inn.told[bea.person][-1].mention is None


async def test_a_chat_that_comes_late_is_shown_the_table_at_once(hall: Evening, inn: MemoryPlatform) -> None:
    first, second = await hall.playing("Anna", "Boris")
    await first.says("/draw deck")
    bea = await hall.arrive("Bea", "inn")
    answer = await bea.says(await invitation(first), BAR)
    assert answer.startswith("This chat now shows the game")
    await hall.settle()
    post = last(inn, BAR)
    assert plain(post.text).startswith("Bea shows the game in another chat too")
    assert post.pictures
    assert [button.label for row in post.buttons for button in row]
    assert post.mention is None
    await first.says("/draw deck")
    await hall.settle()
    assert "draws 1 card from the deck." in plain(last(inn, BAR).text), (
        "the other was told with the first post"
    )
    assert last(hall.hall, HALL).mention == second.person


async def test_whoever_speaks_for_a_group_is_an_admin_and_has_no_name(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, nobody = await hall.arrive("Anna"), Guest(hall, Person("inn", "anonymous"))
    await anna.says("/new europe")
    await nobody.says(await invitation(anna), BAR)
    await hall.settle()
    assert plain(last(inn, BAR).text).startswith("an admin shows the game in another chat too")


async def test_only_an_invitation_lets_a_chat_follow(hall: Evening, inn: MemoryPlatform) -> None:
    anna, bea = await hall.arrive("Anna"), await hall.arrive("Bea", "inn")
    await anna.says("/new europe")
    game = (await hall.match()).id
    for code in (game, f"{game}-", f"{game}-aaaaaaaa", "nothing", ""):
        answer = await bea.says(f"/follow {code}", BAR)
        assert answer == "I do not know that game. Its players can get the right code with /share.", code
    assert await hall.store.game_in(BAR) is None
    assert await bea.says("/share", BAR) == "There is no game here. Create one with /new."
    stranger = await hall.arrive("Carl")
    assert await stranger.says("/share") == HOST_ONLY


async def test_a_chat_shows_one_game(hall: Evening, inn: MemoryPlatform) -> None:
    anna, bea = await lobby_in_two(hall)
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


async def test_only_the_admins_of_the_home_rule(hall: Evening, inn: MemoryPlatform) -> None:
    anna, bea = await playing_in_two(hall)
    bouncer, admin = await hall.arrive("Bo", "inn"), await hall.arrive("Ada")
    inn.admins.add(bouncer.person)
    hall.hall.admins.add(admin.person)
    for line in ("/abort", "/skip Anna", "/replace Anna"):
        assert await bouncer.says(line, BAR) == HOME_ONLY
        assert await bea.says(line, BAR) == HOME_ONLY
        assert await bea.says(line) == HOST_ONLY
    assert await bouncer.says("/language ru here", BAR) == "Теперь в этом чате я говорю по-русски."
    assert await admin.says("/skip Anna") == "A computer finishes Anna’s turn."
    assert (await anna.says("/abort", BAR)).startswith("Прервать эту игру для всех?")


async def test_a_chat_follows_no_longer_when_those_who_may_say_so(hall: Evening, inn: MemoryPlatform) -> None:
    anna, _ = await lobby_in_two(hall)
    assert (
        await anna.says("/unfollow")
        == "This game was created here, so this chat cannot unfollow it. Use /abort to end it."
    )
    guest, bouncer = await hall.arrive("Gus", "inn"), await hall.arrive("Bo", "inn")
    inn.admins.add(bouncer.person)
    assert await guest.says("/unfollow", BAR) == HOST_ONLY
    gone = "This chat no longer follows the game. Its players play on."
    assert await bouncer.says("/unfollow", BAR) == gone
    assert await hall.store.game_in(BAR) is None
    assert await guest.says(await invitation(anna), BAR) != ""
    assert await guest.says("/unfollow", BAR) == gone, "whoever brought it may take it away"
    heard = len(inn.posts)
    await anna.says("/join green")
    await hall.settle()
    assert len(inn.posts) == heard


async def test_an_aborted_game_comes_back_to_all_chats_that_are_free(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(hall)
    follow = await invitation(anna)
    await bea.says(follow, CELLAR)
    await anna.says("/abort yes")
    await hall.settle()
    assert [await hall.store.game_in(chat) for chat in (HALL, BAR, CELLAR)] == [None, None, None]
    assert "ends the game without a result" in last(inn, BAR).text
    assert await bea.says(follow, BAR) == "That game is over, so you can no longer follow it."
    assert await bea.says("/restore", BAR) == "There is no aborted game to restore here."
    await bea.says("/new usa", CELLAR)
    await hall.settle()
    heard = len(inn.by_chat[CELLAR])
    await anna.says("/restore")
    await hall.settle()
    assert (await hall.match()).id == (await hall.match(BAR)).id
    assert (await hall.match(CELLAR)).id != (await hall.match()).id
    assert "restores the game" in last(inn, BAR).text
    assert len(inn.by_chat[CELLAR]) == heard


async def test_the_button_that_brings_a_game_back_means_that_game_wherever_it_stands(
    hall: Evening, inn: MemoryPlatform
) -> None:
    bea = await hall.arrive("Bea", "inn")
    await bea.says("/new usa", BAR)
    await bea.says("/abort yes", BAR)
    await hall.clock.move_on(timedelta(minutes=1))
    anna, bea = await playing_in_two(hall)
    game = (await hall.match()).id
    await anna.says("/abort yes")
    await hall.settle()
    ((back,),) = last(inn, BAR).buttons
    assert await bea.presses_code(back.code, BAR) == HOME_ONLY
    assert await anna.presses_code(back.code, BAR) == "The game continues where it stopped."
    assert (await hall.match()).id == (await hall.match(BAR)).id == game
    assert await bea.presses_code(back.code, BAR) == "There is no aborted game to restore here."
    assert await bea.says("/restore nothing", BAR) == "There is no aborted game to restore here."


async def test_everybody_hears_of_a_game_in_the_language_of_the_chat_where_they_sat_down(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(hall)
    inn.admins.add(bea.person)
    assert await bea.says("/language ru here", BAR) == "Теперь в этом чате я говорю по-русски."
    await anna.says("/start")
    await hall.settle()
    assert plain(hall.hall.told[anna.person][-1].text).startswith("**Your starting tickets.**")
    assert plain(inn.told[bea.person][-1].text).startswith("**Ваши начальные билеты.**")
    assert "are choosing starting tickets" in plain(last(hall.hall, HALL).text)
    await anna.says("/abort yes")
    await hall.settle()
    assert plain(inn.told[bea.person][-1].text).startswith("Эта игра окончена.")


async def test_a_chat_that_comes_while_a_computer_thinks_costs_nobody_their_call(tmp_path: Path) -> None:
    async with evening(tmp_path, delay=5) as hall:
        hall.table.seat_platform(MemoryPlatform("inn"))
        anna, bea = await hall.arrive("Anna"), await hall.arrive("Bea", "inn")
        for line in ("/new europe", "/computer", "/start"):
            await anna.says(line)
        await bea.says(await invitation(anna), BAR)
        for _ in range(5):
            await asyncio.sleep(0.05)
            await hall.clock.move_on(timedelta(seconds=5))
        await hall.settle()
        assert (await hall.match()).waiting_for == (0,)
        assert [post.mention for post in hall.hall.posts].count(anna.person) == 1


async def test_whatever_chats_come_and_go_each_turn_calls_once(hall: Evening, inn: MemoryPlatform) -> None:
    anna, bea = await playing_in_two(hall)
    follow, chance = await invitation(anna), Random(7)
    for _ in range(16):
        guest = (anna, bea)[(await hall.match()).waiting_for[0]]
        for chat in (GARDEN, BAR):
            await bea.says(chance.choice((follow, "/unfollow")), chat)
        await hall.settle()
        for _ in range(2):
            await guest.says("/draw deck")
        await hall.settle()
    letters = [letter for one in (hall.hall, inn) for told in one.told.values() for letter in told]
    called = [said.mention for said in (*hall.hall.posts, *inn.posts, *letters) if said.mention]
    assert (called.count(anna.person), called.count(bea.person)) == (9, 8)
    assert any(letter.mention for letter in letters), "while no chat of the inn showed the game"
    assert any(post.mention for post in inn.posts[-8:])


async def test_a_chat_that_moves_calls_as_before_and_a_home_stays_one(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, bea = await playing_in_two(hall)
    admin = await hall.arrive("Ada")
    hall.hall.admins.add(admin.person)
    await hall.store.move_chat(BAR, CELLAR)
    await hall.store.move_chat(HALL, GARDEN)
    for guest, chat in ((anna, GARDEN), (anna, GARDEN), (bea, CELLAR), (bea, CELLAR)):
        await guest.says("/draw deck", chat)
        await hall.settle()
    assert [post.mention for post in inn.by_chat[CELLAR]] == [bea.person, None]
    assert [post.mention for post in hall.hall.by_chat[GARDEN]] == [None, anna.person]
    assert await admin.says("/skip Anna", GARDEN) == "A computer finishes Anna’s turn."
    await anna.says("/abort yes", GARDEN)
    assert await admin.says("/restore", GARDEN) == "The game continues where it stopped."
    assert (await hall.match(GARDEN)).id == (await hall.match(CELLAR)).id


async def test_what_cannot_be_followed_costs_a_chat_nothing(hall: Evening, inn: MemoryPlatform) -> None:
    anna, bea = await hall.arrive("Anna"), await hall.arrive("Bea", "inn")
    await anna.says("/new europe")
    await bea.says("/new usa", BAR)
    lobby, follow = (await hall.match(BAR)).id, await invitation(anna)
    await anna.says("/abort yes")
    await hall.clock.move_on(timedelta(days=2))
    assert await bea.says(follow, BAR) == "That game is over, so you can no longer follow it."
    assert (await hall.match(BAR)).id == lobby, "though nobody has touched its lobby for a day"


async def test_a_chat_whose_game_is_over_may_follow_another(hall: Evening, inn: MemoryPlatform) -> None:
    anna, bea = await hall.arrive("Anna"), await hall.arrive("Bea", "inn")
    await bea.says("/new usa", BAR)
    await bea.says("/abort yes", BAR)
    await anna.says("/new europe")
    await bea.says(await invitation(anna), BAR)
    assert (await hall.match(BAR)).id == (await hall.match()).id
    assert await bea.says("/restore", BAR) == FOLLOWS


async def test_a_lobby_that_nobody_has_touched_for_a_day_is_closed_at_home_alone(
    hall: Evening, inn: MemoryPlatform
) -> None:
    anna, bea = await lobby_in_two(hall)
    await hall.clock.move_on(timedelta(days=2))
    assert (await bea.says("/new usa", BAR)).startswith("This chat already follows a game that is not over")
    assert (await anna.says("/new usa")).startswith("The lobby for Ticket to Ride, Classic is open.")
    await hall.settle()
    assert await hall.store.game_in(BAR) is None
    assert "closes the lobby" in last(inn, BAR).text
