"""How a deadline is shown."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.discord import layout as discord
from bot.model.message import moment
from bot.telegram import formatted_text as telegram
from bot.text.i18n import person
from tests.scenario import Scenario
from tests.situations import anna_and_boris

pytestmark = pytest.mark.scenario(turn_clock="24h")

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


async def test_the_deadline_is_in_every_post_panel_and_text(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    post, until = scenario.platform.posts[-1], int((scenario.clock.now() + 3 * DAY).timestamp())
    assert post.details == f"Deadline: <t:{until}>."
    assert "Deadline" not in post.pictures[0].alt, "an alt text cannot be edited everywhere"
    assert f"Deadline: <t:{until}>." in await anna.looks()
    assert "Deadline: 2026-03-04 18:00 UTC." in await anna.says("/text")


def test_each_platform_shows_a_moment_in_the_readers_time() -> None:
    text, words = moment(datetime(2026, 3, 4, 18, 0, tzinfo=UTC)), "2026-03-04 18:00 UTC"
    assert discord.formatted(f"until {text}.") == "until <t:1772647200:f> (<t:1772647200:R>)."
    sent = telegram.formatted(f"**Anna** until {text}.", details=f"Time {text}.")
    assert sent.text == f"Anna until {words}.\nTime {words}."
    times = [one.to_dict() for one in sent.entities if one.type == "date_time"]
    assert [(one["offset"], one["length"], one["unix_time"], one["date_time_format"]) for one in times] == [
        (11, 20, 1772647200, "wDt"),
        (38, 20, 1772647200, "wDt"),
    ]
    assert telegram.plain(f"until {text}") == f"until {words}"


def test_a_player_cannot_write_a_moment() -> None:
    assert "<t:" not in person("<t:1772647200>")
