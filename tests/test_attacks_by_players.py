"""Attacks by players on the time, the votes and the secrets of others: each of these once succeeded."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.commands import games
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.model.profile import Profile
from bot.requests.rate_limits import CHANGES, RateLimit
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario
from tests.situations import anna_and_boris

DAY = timedelta(days=1)
LOUNGE = Chat("hall", "lounge")


async def without_clock(scenario: Scenario, *names: str) -> list[Participant]:
    """A game without a clock in its first turn; the player whose turn it is comes first."""
    await (await scenario.add_player(names[0])).says("/options clock none")
    return await scenario.in_play(*names)


# ---- who is late


async def test_a_computer_that_is_stuck_makes_nobody_else_late(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stuck(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.computers.computer_players.computer_move", stuck)
    anna, boris, carl = [await scenario.add_player(name) for name in ("Anna", "Boris", "Carl")]
    await anna.says("/options clock none")
    await anna.says("/new europe")
    for one in (boris, carl):
        await one.says("/join")
    await anna.says("/computer")
    await anna.says("/start")
    for one in (anna, boris):
        await one.says("/keep all")
    await carl.says("/leave yes")
    await scenario.clock.move_on(DAY)
    assert (await (await scenario.add_player("Dora")).says("/join")).startswith("You now play")
    assert (await anna.says("/skip")).startswith("Only an admin can do that now")
    assert (await scenario.match()).roster.vote is None


async def test_a_vote_on_a_player_who_acts_in_the_same_moment_is_not_opened(scenario: Scenario) -> None:
    late, second, _ = await without_clock(scenario, "Anna", "Boris", "Carl")
    await scenario.clock.move_on(DAY)
    lock = scenario.host.repository._locks.setdefault((await scenario.match()).id, asyncio.Lock())
    async with lock:
        turn = asyncio.create_task(late.says("/draw tickets"))
        await until(lambda: bool(lock._waiters), "nobody plays")
        vote = asyncio.create_task(second.says(f"/replace {late.person.id}"))
        await until(lambda: len(lock._waiters or ()) > 1, "nobody asks for a vote")
    await turn
    assert (await vote).startswith("Only an admin can do that now")
    assert (await scenario.match()).roster.vote is None


# ---- what plans tell


async def test_the_order_of_games_does_not_tell_that_somebody_has_planned(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await scenario.clock.move_on(timedelta(minutes=1))
    for one, line in ((anna, "new usa"), (boris, "join"), (anna, "starter anna"), (anna, "start")):
        await one.says(f"/{line}", LOUNGE)
    for one in (anna, boris):
        await one.says("/keep all", LOUNGE)
    await scenario.settle()
    before = await boris.says("/games")
    await scenario.clock.move_on(timedelta(minutes=1))
    await anna.says("/plan draw deck twice")
    assert await boris.says("/games") == before


async def test_plans_do_not_make_room_for_more_questions(scenario: Scenario) -> None:
    rude, other, _ = await scenario.in_play("Anna", "Boris", "Carl")
    for number in range(3):
        await rude.says(f"/clock {('1h', '4h')[number % 2]}")
        await other.says("/vote no")
    for _ in range(60):
        await rude.says("/plan draw deck twice")
        await rude.says("/plan draw tickets")
    assert (await rude.says("/clock 4h")).startswith("You have asked the table 3 times")


async def test_plans_of_others_do_not_hide_what_happened_since_a_turn(scenario: Scenario) -> None:
    first, second, _ = await scenario.in_play("Anna", "Boris", "Carl")
    for one in (first, second):
        await one.draws()
    before = await first.says("/since")
    assert "2" in before
    for _ in range(60):
        await second.says("/plan draw deck twice")
        await second.says("/plan draw tickets")
    assert await first.says("/since") == before


async def test_plans_within_one_turn_do_not_let_the_log_grow_without_end(scenario: Scenario) -> None:
    _, second = await scenario.in_play("Anna", "Boris")
    before = (await scenario.match()).seq
    for _ in range(200):
        await second.says("/plan draw deck twice")
        await second.says("/plan draw tickets")
    assert (await scenario.match()).seq - before <= 100


async def test_a_script_that_asks_for_large_work_is_held_up_soon(scenario: Scenario) -> None:
    tried = []

    async def try_webhook(*_: object) -> str:
        return tried.append("") or "broken"

    dispatcher = scenario.host.dispatcher
    changes = RateLimit(scenario.clock, CHANGES)
    dispatcher._services = replace(dispatcher._services, changes=changes, try_webhook=try_webhook)
    anna, boris = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    scenario.platform.admins.add(boris.person)
    files = 0
    for _ in range(20):
        await anna.says("/mydata")
        files += bool(anna.answer.documents)
        answer = await boris.says("/webhook https://victim.example.org/")
    assert (files, len(tried)) == (CHANGES[0] // 6, CHANGES[0] // 6)
    assert answer.startswith("You have changed a lot within a few minutes.")
    assert await anna.says("/forgetme yes") == answer


async def test_a_script_that_changes_without_end_is_held_up_and_its_moves_are_not(scenario: Scenario) -> None:
    dispatcher = scenario.host.dispatcher
    changes = RateLimit(scenario.clock, CHANGES)
    dispatcher._services = replace(dispatcher._services, changes=changes)
    anna, boris = await anna_and_boris(scenario)
    before = (await scenario.match()).seq
    await boris.says("/pause")
    for number in range(100):
        answer = await boris.says(f"/vote {('no', 'yes')[number % 2]}")
    assert answer.startswith("You have changed a lot within a few minutes.")
    assert (await scenario.match()).seq - before <= CHANGES[0]
    assert (await boris.says("/new usa", LOUNGE)) == answer
    await anna.says("/vote no")
    for one in (anna, boris):
        await one.draws()
    assert "2" in await anna.says("/since")
    await scenario.clock.move_on(timedelta(minutes=1))
    assert (await boris.says("/pause")).startswith("You have asked the table")


# ---- posts without end


async def test_a_player_who_is_away_and_back_again_and_again_does_not_fill_the_chat(
    scenario: Scenario,
) -> None:
    _, rude = await scenario.in_play("Anna", "Boris")
    posts = len(scenario.platform.posts)
    for _ in range(30):
        await rude.says("/away 2 days")
        await rude.says("/back")
        await scenario.settle()
    assert len(scenario.platform.posts) - posts <= 5


async def test_restoring_a_game_again_and_again_mentions_nobody_again(scenario: Scenario) -> None:
    host, other = await scenario.start_game("Anna", "Boris")
    scenario.platform.admins.add(host.person)
    game = (await scenario.match()).id
    told, counts = len(scenario.platform.notified), []
    for _ in range(4):
        await host.says("/abort yes")
        await scenario.settle()
        await host.says(f"/restore {game}")
        await scenario.settle()
        counts.append([person for _, person in scenario.platform.notified[told:]].count(other.person))
    assert counts == [1, 1, 1, 1]
    await host.says("/abort yes")
    await scenario.clock.move_on(timedelta(hours=1))
    await host.says(f"/restore {game}")
    await scenario.settle()
    assert [person for _, person in scenario.platform.notified[told:]].count(other.person) == 2


async def test_votes_on_a_late_player_again_and_again_do_not_notify_without_end(scenario: Scenario) -> None:
    late, rude, friend, other = await without_clock(scenario, "Anna", "Boris", "Carl", "Dora")
    name = (await scenario.match()).roster.names[await late.seat()]
    await scenario.clock.move_on(DAY)
    told = len(scenario.platform.notified)
    for word in ("skip", "replace") * 4:
        answer = await rude.says(f"/{word} {name}")
        await scenario.settle()
        for one in (rude, friend):
            await one.says("/vote no")
        await scenario.settle()
    assert answer.startswith("You have asked the table 3 times within an hour.")
    assert [person for _, person in scenario.platform.notified[told:]].count(other.person) == 3
    assert (await other.says("/skip")).startswith("You have asked the table. Your vote counts as yes.")


async def test_a_host_cannot_fill_a_chat_by_aborting_and_restoring(scenario: Scenario) -> None:
    host, _ = await scenario.start_game("Anna", "Boris")
    game, posts = (await scenario.match()).id, len(scenario.platform.by_chat[MEMORY_CHAT])
    for _ in range(6):
        answer = await host.says("/abort yes")
        await scenario.settle()
        await host.says(f"/restore {game}")
        await scenario.settle()
    assert answer.startswith("This game was restored 2 times within an hour.")
    assert len(scenario.platform.by_chat[MEMORY_CHAT]) - posts <= 4
    assert (await scenario.match()).roster.status is Status.RUNNING
    await scenario.clock.move_on(timedelta(hours=1))
    assert not (await host.says("/abort yes")).startswith("This game was restored")


async def test_following_again_and_again_does_not_fill_the_chats_of_the_game(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    mallory = await scenario.add_player("Mallory")
    code = next(line for line in (await anna.says("/share")).splitlines() if "/follow" in line).strip()
    posts = len(scenario.platform.by_chat[MEMORY_CHAT])
    for number in range(6):
        answer = await mallory.says(code, Chat("hall", f"den{number}"))
        await mallory.says("/unfollow", Chat("hall", f"den{number}"))
        await scenario.settle()
    assert answer.startswith("You have let 3 chats show this game within an hour.")
    assert len(scenario.platform.by_chat[MEMORY_CHAT]) - posts <= 3
    await scenario.clock.move_on(timedelta(hours=1))
    assert (await mallory.says(code, LOUNGE)).startswith("This chat now shows the game")


async def test_only_a_limited_number_of_chats_show_one_game(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.commands.share.MOST_CHATS", 2)
    anna, _ = await anna_and_boris(scenario)
    code = next(line for line in (await anna.says("/share")).splitlines() if "/follow" in line).strip()
    mallory = await scenario.add_player("Mallory")
    await mallory.says(code, LOUNGE)
    assert await mallory.says(code, Chat("hall", "den")) == "This game is shown in 2 chats already."


# ---- names


async def test_nobody_takes_the_name_of_another_player(scenario: Scenario) -> None:
    anna, other, third = [await scenario.add_player(name) for name in ("Anna", "Boris", "Carl")]
    await anna.says("/new europe")
    await scenario.store.people.save(Profile(other.person, "anna"))
    await other.says("/join")
    await scenario.store.people.save(Profile(third.person, "ANNA"))
    await third.says("/join")
    assert (await scenario.match()).roster.names == ("Anna", "anna (2)", "ANNA (3)")
    await third.says("/leave")
    await anna.says("/start")
    await other.says("/leave yes")
    await third.says("/join")
    assert (await scenario.match()).roster.names == ("Anna", "ANNA (2)")


async def test_an_admin_blames_no_player_for_what_they_decide(scenario: Scenario) -> None:
    await scenario.in_play("Anna", "Boris")
    mallory = await scenario.add_admin("Mallory")
    await scenario.store.people.save(Profile(mallory.person, "Аnna"))
    assert (await mallory.says("/replace boris")).startswith("A computer plays for Boris")
    await scenario.settle()
    told = "\n".join(plain(one.text) for one in scenario.platform.standing(MEMORY_CHAT))
    assert "Аnna (2)" in told


# ---- chats and lobbies


async def test_a_chat_is_not_kept_from_its_games_by_a_game_of_strangers(scenario: Scenario) -> None:
    mallory, anna = await scenario.add_player("Mallory"), await scenario.add_player("Anna")
    await mallory.says("/new usa", LOUNGE)
    code = next(
        one for one in (await mallory.says("/share", LOUNGE)).splitlines() if "/follow" in one
    ).strip()
    await mallory.says(code)
    assert (await anna.says("/new europe")).startswith("This chat already follows a game")
    await scenario.clock.move_on(DAY)
    assert "is open" in await anna.says("/new europe")
    assert await scenario.store.chats.game_in(LOUNGE) != await scenario.store.chats.game_in(MEMORY_CHAT)
    assert (await scenario.match(LOUNGE)).roster.status is Status.LOBBY


async def test_a_followed_game_stays_in_the_chat_from_which_somebody_plays_it(scenario: Scenario) -> None:
    mallory, anna = await scenario.add_player("Mallory"), await scenario.add_player("Anna")
    await mallory.says("/new usa", LOUNGE)
    code = next(
        one for one in (await mallory.says("/share", LOUNGE)).splitlines() if "/follow" in one
    ).strip()
    await mallory.says(code)
    await anna.says("/join")
    await scenario.clock.move_on(2 * DAY)  # after three days the lobby is closed
    assert (await mallory.says("/new europe")).startswith("This chat already follows a game")


async def test_two_who_take_a_seat_from_each_other_do_not_fill_the_chat(scenario: Scenario) -> None:
    _, boris = await scenario.in_play("Anna", "Boris")
    thieves = [await scenario.add_player(name) for name in ("Mallory", "Nina")]
    await boris.says("/leave yes")
    await scenario.settle()
    posts, answers = len(scenario.platform.by_chat[MEMORY_CHAT]), list[str]()
    for _ in range(6):
        for one in thieves:
            answers.append(await one.says("/join"))
            await one.says("/leave yes")
            await scenario.settle()
    assert any(
        one.startswith("You have taken a seat in this game 3 times within an hour.") for one in answers
    )
    assert len(scenario.platform.by_chat[MEMORY_CHAT]) - posts <= 6
    await scenario.clock.move_on(timedelta(hours=1))
    assert (await thieves[0].says("/join")).startswith("You now play")


async def test_nobody_changes_the_setup_while_the_game_starts(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/new europe")
    await boris.says("/join")

    async def is_host_while_boris_is_quick(_: object) -> None:
        await boris.says("/options clock 2m")

    with monkeypatch.context() as patched:
        patched.setattr(games, "require_starter", is_host_while_boris_is_quick)
        assert (await anna.says("/start")).startswith("Someone changed the settings at this very moment.")
    assert (await scenario.match()).roster.status is Status.LOBBY
    await anna.says("/start")
    assert (await scenario.match()).roster.status is Status.RUNNING
