"""Dates that people write, in each language."""

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from bot.model.local_time import zone
from bot.text.dates import moment_meant

SUNDAY = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
"""In Berlin, it is Sunday, 1 March 2026, 19:00."""

BERLIN, NIGHT = zone("Europe/Berlin"), "22:00-08:00"


def meant(words: str, language: str = "en", now: datetime = SUNDAY) -> str:
    """The moment that words mean in Berlin, as a local time."""
    found = moment_meant(words, now, BERLIN, NIGHT, language)
    return f"{found.astimezone(BERLIN):%Y-%m-%d %H:%M}" if found else ""


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("until friday", "2026-03-06 08:00"),
        ("Friday", "2026-03-06 08:00"),
        ("till next Friday!", "2026-03-06 08:00"),
        ("3 days", "2026-03-04 19:00"),
        ("for 3 days", "2026-03-04 19:00"),
        ("3", "2026-03-04 19:00"),
        ("a week", "2026-03-08 19:00"),
        ("for the week", "2026-03-08 19:00"),
        ("two weeks", "2026-03-15 19:00"),
        ("tomorrow", "2026-03-02 08:00"),
        ("the day after tomorrow", "2026-03-03 08:00"),
        ("the weekend", "2026-03-07 08:00"),
        ("monday 9:30", "2026-03-02 09:30"),
        ("5 hours", "2026-03-02 00:00"),
        ("until 20 March", "2026-03-20 08:00"),
        ("2026-03-05", "2026-03-05 08:00"),
        ("20.3.", "2026-03-20 08:00"),
        ("1/2", "2027-02-01 08:00"),
        ("yesterday", "2026-02-28 19:00"),
        ("2026-02-20", "2026-02-20 08:00"),
    ],
)
def test_dates_in_english(words: str, moment: str) -> None:
    assert meant(words) == moment


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("до пятницы", "2026-03-06 08:00"),
        ("Пятница", "2026-03-06 08:00"),
        ("до следующей среды", "2026-03-04 08:00"),
        ("на 3 дня", "2026-03-04 19:00"),
        ("через 3 дня", "2026-03-04 19:00"),
        ("на неделю", "2026-03-08 19:00"),
        ("на две недели", "2026-03-15 19:00"),
        ("до завтра", "2026-03-02 08:00"),
        ("послезавтра", "2026-03-03 08:00"),
        ("до 20 марта", "2026-03-20 08:00"),
        ("до 20.03", "2026-03-20 08:00"),
        ("20.03.2026", "2026-03-20 08:00"),
        ("до выходных", "2026-03-07 08:00"),
        ("на месяц", "2026-04-01 19:00"),
        ("until friday", "2026-03-06 08:00"),
    ],
)
def test_dates_in_russian(words: str, moment: str) -> None:
    assert meant(words, "ru") == moment


@pytest.mark.parametrize(
    "words",
    ["", "  ", "until", "banana", "0", "99999999999999999999", "x" * 5000, "до", "31.2", "<t:1>", "\x00"],
)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_names_no_moment_is_no_date(words: str, language: str) -> None:
    assert meant(words, language) == ""


def test_an_hour_that_a_change_of_clocks_skips_comes_later() -> None:
    saturday = datetime(2026, 3, 28, 18, 0, tzinfo=UTC)
    found = moment_meant("29 march 2:30", saturday, BERLIN, NIGHT, "en")
    assert found == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_a_day_of_a_change_of_clocks_begins_at_the_same_local_time() -> None:
    saturday = datetime(2026, 3, 28, 18, 0, tzinfo=UTC)
    assert meant("tomorrow", now=saturday) == "2026-03-29 08:00"


def test_the_parser_is_imported_when_a_date_is_read_first() -> None:
    program = "import sys, bot.text.dates, bot.app; print('dateparser' in sys.modules)"
    asked = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert asked.stdout.split() == ["False"]
