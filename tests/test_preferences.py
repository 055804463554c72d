"""Guesses of time zones, and suggestions. What people choose is in tests/games/settings.txt."""

from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.model.call import Asker
from bot.model.profile import Profile
from tests.discord_bot import DiscordBot
from tests.hosted_page import hosted_page
from tests.local_session import Tab
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario
from tests.telegram_bot import TelegramBot


async def profile(who: Participant) -> Profile:
    found = await who.scenario.store.people.profile(who.person)
    assert found is not None
    return found


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


async def test_zones_and_quiet_hours_are_suggested(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    suggest, asker = scenario.host.dispatcher.suggest, Asker(anna.person, MEMORY_CHAT)
    zone, hours = map(COMMANDS["settings"].parameter, ("timezone", "quiet"))
    found = await suggest(asker, zone, "mosc")
    assert [one.value for one in found] == ["Europe/Moscow"]
    assert len(await suggest(asker, zone, "")) == 25
    quiet = await suggest(asker, hours, "")
    assert [one.value for one in quiet][::5] == ["22:00-08:00", "off"]


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
