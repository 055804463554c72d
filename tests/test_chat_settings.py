"""The settings of a chat: shown to everybody, changed by its admins, told in the chat and noted."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.model.message import Message
from bot.model.settings import ChatSettings
from bot.outbox.sections import split_into_posts
from tests.fakes.wire.patience import until
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario

ADMINS_ONLY = "Only an admin of this chat can do that."


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    platform = MemoryPlatform(limits=replace(LIMITS, has_threads=True))
    async with open_scenario(tmp_path, platform=platform) as one:
        yield one


async def admin_and_player(scenario: Scenario) -> tuple[Participant, Participant]:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    scenario.platform.admins.add(anna.person)
    return anna, boris


async def until_posted(scenario: Scenario, text: str) -> None:
    await until(lambda: text in scenario.platform.text, f"{text!r} is not posted")


async def settings(scenario: Scenario, chat: Chat = MEMORY_CHAT) -> ChatSettings:
    return await scenario.store.chats.settings(chat)


async def test_everybody_sees_the_settings_and_only_admins_change_them(scenario: Scenario) -> None:
    anna, boris = await admin_and_player(scenario)
    shown = await boris.says("/chatsettings")
    for line in ("Everybody can open games here.", "This chat has no quiet hours.", "I speak English"):
        assert line in shown
    assert "Only admins of this chat can change them." in shown
    assert boris.answer.menus == ()
    assert await boris.says("/chatsettings openers admins") == ADMINS_ONLY
    assert await settings(scenario) == ChatSettings()
    await anna.says("/chatsettings openers admins language ru quiet 22-8 timezone Tokyo")
    assert await settings(scenario) == ChatSettings(
        chosen={"language": "ru", "openers": "admins", "quiet_hours": "22:00-08:00", "zone": "Asia/Tokyo"}
    )


async def test_each_change_is_told_once_and_kept_in_the_audit_log(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/chatsettings")
    await anna.presses("Only admins open games")
    await until_posted(scenario, "Anna has changed a setting of this chat. Only admins can open games here.")
    await anna.says("/chatsettings openers admins")
    await scenario.settle()
    assert scenario.platform.text.count("has changed a setting") == 1, "no change is told twice"
    ((_, actor, what, value),) = await scenario.store.chats.changes(MEMORY_CHAT, scenario.clock.now())
    assert (actor, what, value) == (str(anna.person), "openers", "admins")


async def test_the_ways_of_before_change_the_same_settings(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    for typed in ("/language ru here", "/options pictures both", "/options clock 48h"):
        await anna.says(typed)
    assert await settings(scenario) == ChatSettings(
        chosen={"language": "ru", "clock": "48h", "pictures": "both"}
    )
    assert "с таким временем на ход: 48 часов, запас до 6 дней." in await anna.says("/chatsettings")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("openers nobody", "There is no setting “openers nobody”."),
        ("colour red", "There is no setting “colour red”."),
        ("threads perhaps", "There is no setting “threads perhaps”."),
        ("quiet noon", "“noon” is not a span of hours."),
        ("title atlantis/mega", "There is no board “atlantis”."),
        ("clock 3y", "There is no clock “3y”."),
    ],
)
async def test_what_is_no_setting_is_refused_in_one_sentence(
    scenario: Scenario, typed: str, answer: str
) -> None:
    anna, _ = await admin_and_player(scenario)
    assert (await anna.says(f"/chatsettings {typed}")).startswith(answer)
    assert await settings(scenario) == ChatSettings()


async def test_where_only_admins_open_games_a_rematch_is_theirs_too(scenario: Scenario) -> None:
    anna, boris = await admin_and_player(scenario)
    await anna.says("/chatsettings openers admins")
    refused = "In this chat only admins can open games. Ask one of them to open one."
    assert await boris.says("/new europe") == refused
    await anna.says("/new europe")
    await boris.says("/join")
    await anna.says("/abort yes")
    await scenario.settle()
    assert await boris.says("/rematch") == refused
    assert "The lobby" in await anna.says("/rematch")


async def test_where_only_admins_open_games_others_show_none_of_another_chat_either(
    scenario: Scenario,
) -> None:
    anna, boris = await admin_and_player(scenario)
    elsewhere = Chat("hall", "elsewhere")
    await boris.says("/new europe", elsewhere)
    code = (await boris.says("/share", elsewhere)).split("/follow ")[1].split()[0]
    await anna.says("/chatsettings openers admins")
    assert (await boris.says(f"/follow {code}")).startswith("In this chat only admins can open games.")
    assert (await anna.says(f"/follow {code}")).startswith("This chat now shows the game")


async def test_who_may_start_a_game_is_a_setting(scenario: Scenario) -> None:
    anna, boris = await admin_and_player(scenario)
    cora = await scenario.add_player("Cora")
    await boris.says("/new europe")
    await cora.says("/join")
    assert await cora.says("/start") == "Only the host of the game or an admin here can do that."
    await anna.says("/chatsettings starters admins")
    assert (await boris.says("/start")).startswith("In this chat only admins can start games.")
    await boris.says("/computer easy")
    await scenario.settle()
    assert "Boris\u2069 is the host. An admin starts the game." in scenario.platform.posts[-1].text
    await anna.says("/chatsettings starters players")
    assert "The game begins" in await cora.says("/start") or (await scenario.match()).game


async def test_a_new_game_is_played_on_the_board_of_the_chat(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/chatsettings title usa/mega")
    await anna.says("/new")
    roster = (await scenario.match()).roster
    assert (roster.board, roster.variant) == ("usa", "mega")


async def test_each_game_gets_a_thread_with_the_settings_of_its_chat(scenario: Scenario) -> None:
    anna, boris = await admin_and_player(scenario)
    await anna.says("/chatsettings threads on openers everybody clock 48h")
    answers = [await one.says("/new europe") for one in (anna, boris)]
    assert [answer.splitlines()[-1] for answer in answers] == ["in table/1", "in table/2"]
    assert list(scenario.platform.threads.values()) == [
        "Ticket to Ride: Europe · Anna · 2026-03-01 18:00",
        "Ticket to Ride: Europe · Boris · 2026-03-01 18:00",
    ]
    assert await scenario.store.chats.game_in(MEMORY_CHAT) is None
    for thread in scenario.platform.threads:
        assert await settings(scenario, thread) == ChatSettings(
            chosen={"clock": "48h", "openers": "everybody"}
        )
        clock = (await scenario.match(thread)).roster.clock
        assert clock
        assert clock.turn == 48 * 3600


async def test_there_are_no_threads_where_the_platform_has_none(tmp_path: Path) -> None:
    async with open_scenario(tmp_path) as scenario:
        anna, _ = await admin_and_player(scenario)
        assert await anna.says("/chatsettings threads on") == "There are no threads here."
        assert "thread" not in await anna.says("/chatsettings")


async def test_turns_of_computers_have_posts_of_their_own_if_the_chat_wants_that(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/chatsettings grouped off")
    (player,) = await scenario.in_play("Cora", computers=2)
    before = len(scenario.platform.posts)
    await player.says("/draw deck")
    await player.says("/draw deck")
    await scenario.settle()
    match = await scenario.match()
    if match.waiting_for == (await player.seat(),):
        assert len(scenario.platform.posts) - before == 3
    steps = await scenario.host.repository.steps(match.id, 0)
    assert len(split_into_posts(steps, grouped=False)) > len(split_into_posts(steps))


async def test_posts_in_the_quiet_hours_of_the_chat_notify_nobody(scenario: Scenario) -> None:
    anna, boris = await admin_and_player(scenario)
    await anna.says("/chatsettings quiet 17-19 timezone UTC")
    anna, boris = await scenario.in_play("Anna", "Boris")
    assert scenario.platform.posts[-1].quiet
    assert scenario.platform.notified == []
    await scenario.clock.move_on(timedelta(hours=2))
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await scenario.settle()
    assert (MEMORY_CHAT, boris.person) in scenario.platform.notified


def test_quiet_hours_are_those_of_the_time_zone_of_the_chat() -> None:
    tokyo = ChatSettings(chosen={"quiet_hours": "22:00-08:00", "zone": "Asia/Tokyo"})
    assert tokyo.quiet_until(datetime(2026, 5, 9, 14, tzinfo=UTC)) == datetime(2026, 5, 9, 23, tzinfo=UTC)
    assert tokyo.quiet_until(datetime(2026, 5, 9, 12, tzinfo=UTC)) is None
    assert ChatSettings().quiet_until(datetime(2026, 5, 9, 14, tzinfo=UTC)) is None


async def test_quiet_hours_without_a_time_zone_are_in_that_of_the_admin_who_sets_them(
    scenario: Scenario,
) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/settings timezone Tokyo")
    await anna.says("/chatsettings quiet 22-8")
    assert (await settings(scenario)).zone == "Asia/Tokyo"


async def test_a_chat_that_moves_keeps_its_settings(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/chatsettings openers admins threads on grouped off")
    before, new = await settings(scenario), Chat("hall", "new")
    await scenario.store.chats.move(MEMORY_CHAT, new)
    assert await settings(scenario, new) == before


async def test_an_open_lobby_follows_the_language_of_its_chat(scenario: Scenario) -> None:
    anna, _ = await admin_and_player(scenario)
    await anna.says("/new europe")
    await scenario.settle()
    await anna.says("/chatsettings language ru")

    def lobby() -> Message:
        return next(one for one in scenario.platform.standing(MEMORY_CHAT) if one.menus)

    await until(lambda: "Игроки" in lobby().text, "the lobby stays English")
    assert "Ticket to Ride" in lobby().pictures[0].alt
    assert "Карта" in lobby().pictures[0].alt or "карта" in lobby().pictures[0].alt


async def test_a_note_about_a_setting_is_posted_once_although_the_program_ends_before(tmp_path: Path) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna = await scenario.add_player("Anna")
        platform.admins.add(anna.person)
        platform.faults.offline.add(MEMORY_CHAT)
        await anna.says("/chatsettings language ru")
        await until(lambda: platform.tries_of(MEMORY_CHAT))
    platform.faults.offline.clear()
    for _ in range(2):
        async with open_scenario(tmp_path, platform=platform) as scenario:
            await until(lambda: platform.texts)
            await scenario.settle()
    assert len(platform.texts) == 1
    assert "Anna" in platform.last
