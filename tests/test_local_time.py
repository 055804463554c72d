"""Time zones, quiet hours, and what is guessed of them."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.model.local_time import (
    after_quiet_hours,
    known_quiet_hours,
    known_zone,
    morning,
    quiet_span,
    zone,
    zone_of_acts,
    zone_of_locale,
)

BERLIN, NIGHT = zone("Europe/Berlin"), "22:00-08:00"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Europe/Moscow", "Europe/Moscow"),
        ("europe/moscow", "Europe/Moscow"),
        (" new york ", "America/New_York"),
        ("tokyo", "Asia/Tokyo"),
        ("utc", "UTC"),
        ("UTC+3", "Etc/GMT-3"),
        ("gmt-05", "Etc/GMT+5"),
        ("utc+0", "UTC"),
        ("utc+40", ""),
        ("Atlantis", ""),
        ("", ""),
        ("../../etc/passwd", ""),
    ],
)
def test_a_time_zone_is_found_by_its_name_its_city_or_its_offset(words: str, name: str) -> None:
    assert known_zone(words) == name


@pytest.mark.parametrize(
    ("locale", "name"),
    [
        ("ru", "Europe/Moscow"),
        ("pt-BR", "America/Sao_Paulo"),
        ("de_AT", "Europe/Berlin"),
        ("en", ""),
        ("", ""),
    ],
)
def test_a_locale_is_a_guess_at_a_zone(locale: str, name: str) -> None:
    assert zone_of_locale(locale) == name


@pytest.mark.parametrize(
    ("words", "hours"),
    [
        ("22:00-8:00", NIGHT),
        ("22-8", NIGHT),
        ("23:30 – 07:15", "23:30-07:15"),
        ("13-24", "13:00-00:00"),
        ("off", "off"),
        ("OFF", "off"),
        ("8-8", ""),
        ("25-8", ""),
        ("22:00", ""),
        ("22:61-8", ""),
        ("always", ""),
    ],
)
def test_quiet_hours_are_read_as_people_write_them(words: str, hours: str) -> None:
    assert known_quiet_hours(words) == hours


def test_a_night_spans_midnight_and_ends_exactly() -> None:
    night = utc("2026-01-10T21:00"), utc("2026-01-11T07:00")
    for inside in ("2026-01-10T21:00", "2026-01-11T00:30", "2026-01-11T06:59"):
        assert quiet_span(utc(inside), BERLIN, NIGHT) == night
        assert after_quiet_hours(utc(inside), BERLIN, NIGHT) == night[1]
    for outside in ("2026-01-10T20:59", "2026-01-11T07:00"):
        assert quiet_span(utc(outside), BERLIN, NIGHT) is None
        assert after_quiet_hours(utc(outside), BERLIN, NIGHT) == utc(outside)


def test_quiet_hours_of_the_day_and_none_at_all() -> None:
    assert quiet_span(utc("2026-01-10T12:00"), UTC, "09:00-17:00") is not None
    assert quiet_span(utc("2026-01-10T18:00"), UTC, "09:00-17:00") is None
    assert quiet_span(utc("2026-01-10T03:00"), UTC, "off") is None


def test_a_night_in_which_the_clocks_change_is_an_hour_shorter_or_longer() -> None:
    spring = quiet_span(utc("2026-03-29T00:00"), BERLIN, NIGHT)
    autumn = quiet_span(utc("2026-10-25T00:00"), BERLIN, NIGHT)
    assert spring == (utc("2026-03-28T21:00"), utc("2026-03-29T06:00"))
    assert autumn == (utc("2026-10-24T20:00"), utc("2026-10-25T07:00"))


def test_quiet_hours_that_end_in_the_skipped_hour_end_after_it() -> None:
    assert quiet_span(utc("2026-03-29T00:30"), BERLIN, "22:00-02:30") == (
        utc("2026-03-28T21:00"),
        utc("2026-03-29T01:30"),
    )


def test_a_day_begins_when_quiet_hours_end() -> None:
    assert morning(date(2026, 7, 1), BERLIN, "23:00-09:30") == utc("2026-07-01T07:30")
    assert morning(date(2026, 7, 1), BERLIN, "off") == utc("2026-07-01T06:00")


def test_an_unknown_zone_is_utc() -> None:
    assert zone("Atlantis/Capital") is UTC


NEW_YORK = zone("America/New_York")


def test_a_guess_stays_as_long_as_nobody_acts_in_its_quiet_hours() -> None:
    evenings = [utc(f"2026-01-{day}T18:00") for day in (10, 11, 12)]
    assert zone_of_acts(evenings, NEW_YORK, NIGHT) is NEW_YORK
    assert zone_of_acts(evenings[:2], NEW_YORK, NIGHT) is None, "too few to tell"
    assert zone_of_acts(evenings[:1] * 9, NEW_YORK, NIGHT) is None, "all in one hour"


def test_acts_in_the_quiet_hours_of_a_guess_move_it_as_little_as_possible() -> None:
    """Somebody in Berlin acts from 9 to 21 o'clock there: New York is asleep in the morning of it."""
    acts = [utc(f"2026-01-10T{hour:02}:00") for hour in (8, 12, 16, 20)]
    moved = zone_of_acts(acts, NEW_YORK, NIGHT)
    assert moved is not None
    assert moved.utcoffset(None) == timedelta(hours=0)
    assert not any(quiet_span(at, moved, NIGHT) for at in acts)
