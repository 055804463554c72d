"""Personal settings of time: zone, quiet hours and digest, as every platform changes them."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.model.call import Asker
from bot.model.identity import Person
from bot.model.profile import Profile
from bot.store import Store
from tests.discord_bot import DiscordBot
from tests.hosted_page import hosted_page
from tests.local_session import Tab
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario
from tests.telegram_bot import TelegramBot


async def profile(who: Participant) -> Profile:
    found = await who.scenario.store.people.profile(who.person)
    assert found is not None
    return found


async def test_a_person_of_whom_nothing_is_known_lives_by_utc_and_is_told(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    told = await anna.says("/settings")
    assert "Your time zone: UTC, where it is 18:00. You have not chosen one." in told
    assert "Your quiet hours are from 22:00 to 08:00" in told
    assert "You get no daily digest." in told


async def test_a_digest_is_not_offered_where_there_are_no_private_messages(tmp_path: Path) -> None:
    platform = MemoryPlatform(limits=replace(LIMITS, has_dms=False))
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna = await scenario.add_player("Anna")
        assert "digest" not in await anna.says("/settings")
        assert not any("message a day" in label for label in anna.labels)
        refused = await anna.says("/settings digest on")
        assert refused == "There are no private messages here, so there is no daily digest."


async def test_a_guess_is_called_one_and_gives_way_to_a_choice(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    directory = scenario.host.dispatcher.directory
    await directory.introduce(anna.person, "Anna Ivanovna", None, "ru")
    assert "Europe/Moscow, where it is 21:00. This is a guess." in await anna.says("/settings")
    await anna.says("/settings timezone new_york")
    await directory.guess_zone(anna.person, "Asia/Tokyo")
    told = await anna.says("/settings")
    assert "Your time zone: America/New York, where it is 13:00.\n" in told
    assert (await profile(anna)).guessed_zone == "Asia/Tokyo"


async def test_a_later_name_keeps_the_first_guess_from_a_locale(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    directory = scenario.host.dispatcher.directory
    await directory.guess_zone(anna.person, "Asia/Tokyo")
    await directory.introduce(anna.person, "Anna Maria", None, "de")
    assert (await profile(anna)).zone_name == "Asia/Tokyo"


async def test_a_zone_that_no_browser_has_is_not_kept(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await scenario.host.dispatcher.directory.guess_zone(anna.person, "<b>Atlantis")
    assert (await profile(anna)).guessed_zone is None


async def test_everything_about_time_is_changed_at_once(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    told = await anna.says("/settings timezone utc+3 quiet 23-7 digest on")
    assert "Etc/GMT-3, where it is 21:00." in told
    assert "from 23:00 to 07:00" in told
    assert "Once a day, I send you one private message" in told
    assert await profile(anna) == Profile(
        anna.person, "Anna", chosen={"zone": "Etc/GMT-3", "quiet_hours": "23:00-07:00", "digest": True}
    )
    await anna.presses("No quiet hours")
    assert "You have no quiet hours" in await anna.presses("Notify me of each turn")
    assert await profile(anna) == Profile(
        anna.person, "Anna", chosen={"zone": "Etc/GMT-3", "quiet_hours": "off", "digest": False}
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "timezone Atlantis",
            "I do not know the time zone “atlantis”. Write one like Tokyo, New York or UTC+3.",
        ),
        ("quiet 8-8", "“8-8” is not a span of hours. Write quiet hours like 22:00-8:00, or off."),
        ("digest maybe", "There is no setting “digest maybe”."),
    ],
)
async def test_what_means_nothing_changes_nothing(scenario: Scenario, words: str, sentence: str) -> None:
    anna = await scenario.add_player("Anna")
    assert (await anna.says(f"/settings quiet off {words}")).startswith(sentence)
    assert await profile(anna) == Profile(anna.person, "Anna")


async def test_zones_and_quiet_hours_are_suggested(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    suggest, asker = scenario.host.dispatcher.suggest, Asker(anna.person, MEMORY_CHAT)
    zone, hours = map(COMMANDS["settings"].parameter, ("timezone", "quiet"))
    found = await suggest(asker, zone, "mosc")
    assert [one.value for one in found] == ["Europe/Moscow"]
    assert len(await suggest(asker, zone, "")) == 25
    quiet = await suggest(asker, hours, "")
    assert [one.value for one in quiet][::5] == ["22:00-08:00", "off"]


async def test_settings_of_time_survive_a_restart(tmp_path: Path) -> None:
    url, anna = f"sqlite:///{tmp_path / 'one.db'}", Person("hall", "anna")
    kept = Profile(anna, "Anna", chosen={"zone": "Asia/Tokyo", "quiet_hours": "off", "digest": True})
    async with await Store.open(url) as store:
        await store.people.save(kept)
    async with await Store.open(url) as store:
        assert await store.people.profile(anna) == kept


# ---- the first guess, over the wire of each platform


STRANGE_ZONES = 7, None, "x" * 4000, "Atlantis"


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Asia/Tokyo", "Asia/Tokyo, where it is 03:00. This is a guess."),
        *((zone, "Your time zone: UTC") for zone in STRANGE_ZONES),
    ],
)
async def test_the_page_sends_the_zone_of_the_browser_and_is_served_with_a_strange_one(
    tmp_path: Path, clock: FakeClock, zone: object, told: str
) -> None:
    async with hosted_page(tmp_path, clock) as home:
        tab = Tab(await home.session.ws_connect(f"{home.url}/chat", origin=home.url), "ada".ljust(32, "0"))
        await tab.ask("hello", token=tab.token, zone=zone)
        await tab.take_name("Ada")
        await tab.enter()
        assert told in await tab.answer("/settings")


async def test_the_locale_of_a_discord_client_is_a_guess(club: DiscordBot) -> None:
    (jo,) = await club.add_players("Jo", locale="pt-BR")
    assert "America/Sao Paulo, where it is 15:00. This is a guess." in await jo.user.runs("/settings")


async def test_the_language_of_a_telegram_app_is_a_guess(bot: TelegramBot) -> None:
    (anna,) = await bot.add_players("Anna", language="uk")
    await anna.user.says("/settings")
    await bot.settle()
    known = await bot.store.people.profile(anna.person)
    assert known is not None
    assert known.zone_name == "Europe/Kyiv"
