"""Local time of people: their time zones, and the hours in which they want no reminder."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DEFAULT_QUIET_HOURS = "22:00-08:00"
NO_QUIET_HOURS = "off"

_ENOUGH = 3
"""Different hours in which somebody has done something, from which their time zone can be told."""

_HOURS = re.compile(r"(\d{1,2})(?::(\d\d))?\s*[-–—]\s*(\d{1,2})(?::(\d\d))?")
_OFFSET = re.compile(r"(?:utc|gmt)\s*([+-])\s*(\d{1,2})", re.IGNORECASE)

COMMON_ZONES = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Athens", "Europe/Kyiv",
    "Europe/Istanbul", "Europe/Moscow", "Asia/Yekaterinburg", "Asia/Almaty", "Asia/Kolkata",
    "Asia/Novosibirsk", "Asia/Shanghai", "Asia/Tokyo", "Asia/Vladivostok", "Australia/Sydney",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Mexico_City",
    "America/Sao_Paulo", "Africa/Johannesburg", "Pacific/Auckland",
)  # fmt: skip
"""Those that are suggested before anything is typed."""

_ZONES_OF_LOCALES: Mapping[str, str] = {
    "bg": "Europe/Sofia", "cs": "Europe/Prague", "da": "Europe/Copenhagen", "de": "Europe/Berlin",
    "el": "Europe/Athens", "en-gb": "Europe/London", "en-us": "America/New_York", "es-es": "Europe/Madrid",
    "es-419": "America/Mexico_City", "fi": "Europe/Helsinki", "fr": "Europe/Paris", "hi": "Asia/Kolkata",
    "hr": "Europe/Zagreb", "hu": "Europe/Budapest", "id": "Asia/Jakarta", "it": "Europe/Rome",
    "ja": "Asia/Tokyo", "ko": "Asia/Seoul", "lt": "Europe/Vilnius", "nl": "Europe/Amsterdam",
    "no": "Europe/Oslo", "nb": "Europe/Oslo", "pl": "Europe/Warsaw", "pt-br": "America/Sao_Paulo",
    "pt-pt": "Europe/Lisbon", "ro": "Europe/Bucharest", "ru": "Europe/Moscow", "sv-se": "Europe/Stockholm",
    "sv": "Europe/Stockholm", "th": "Asia/Bangkok", "tr": "Europe/Istanbul", "uk": "Europe/Kyiv",
    "vi": "Asia/Ho_Chi_Minh", "zh-cn": "Asia/Shanghai", "zh-tw": "Asia/Taipei",
}  # fmt: skip
"""The most likely time zone of each locale. English alone does not suggest one."""


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """The names of all time zones, such as `Europe/Moscow`."""
    return tuple((files("tzdata") / "zones").read_text(encoding="utf-8").split())


def known_zone(words: str) -> str:
    """The time zone that is meant: its name, its city, or an offset (`UTC+3`); "" where there is none."""
    wanted = words.strip().replace(" ", "_").casefold()
    if offset := _OFFSET.fullmatch(words.strip()):
        sign, hours = "-" if offset[1] == "+" else "+", int(offset[2])
        wanted = f"etc/gmt{sign}{hours}" if hours else "utc"
    for name in zone_names():
        if name.casefold() == wanted:
            return name
    cities = [name for name in zone_names() if name.rpartition("/")[2].casefold() == wanted]
    return next(iter(sorted(cities, key=lambda name: name not in COMMON_ZONES)), "")


def zone_of_locale(locale: str) -> str:
    """A guess at the time zone of somebody whose client has this locale (`pt-BR`); "" where there is none."""
    code = locale.replace("_", "-").lower()
    return _ZONES_OF_LOCALES.get(code) or _ZONES_OF_LOCALES.get(code.partition("-")[0], "")


def is_zone_of_locale(name: str) -> bool:
    """Whether a zone is one that is guessed from the language of a client, so that it may be wrong."""
    return name in _ZONES_OF_LOCALES.values()


def zone_of_acts(acts: Iterable[datetime], guess: tzinfo, quiet_hours: str) -> tzinfo | None:
    """The zone in which somebody lives who did something at these moments; None where they are too few.

    It is the guess, unless that puts acts into their quiet hours: then it is moved by as few hours as put
    the fewest there.
    """
    hours = sorted({at.replace(minute=0, second=0, microsecond=0) for at in acts})
    if len(hours) < _ENOUGH:
        return None

    def nightly(shift: int) -> int:
        return sum(quiet_span(at + timedelta(hours=shift), guess, quiet_hours) is not None for at in hours)

    shift = min(range(-12, 13), key=lambda shift: (nightly(shift), abs(shift)))
    offset = guess.utcoffset(hours[-1].astimezone(guess)) or timedelta()
    return timezone(offset + timedelta(hours=shift)) if shift else guess


@lru_cache(maxsize=1000)
def zone(name: str) -> tzinfo:
    """A time zone by its name; UTC where this machine knows none of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def known_quiet_hours(words: str) -> str:
    """Quiet hours as they are kept (`22:00-08:00`, `off`) from what was typed (`22-8`); "" if unreadable."""
    if words.strip().lower() in (NO_QUIET_HOURS, "none", "no"):
        return NO_QUIET_HOURS
    span = _HOURS.fullmatch(words.strip())
    if span is None:
        return ""
    hours = int(span[1]), int(span[2] or 0), int(span[3]) % 24, int(span[4] or 0)
    if hours[0] > 23 or max(hours[1], hours[3]) > 59 or int(span[3]) > 24 or hours[:2] == hours[2:]:
        return ""
    return "{:02}:{:02}-{:02}:{:02}".format(*hours)


def quiet_span(at: datetime, zone: tzinfo, quiet_hours: str) -> tuple[datetime, datetime] | None:
    """The quiet hours in which an instant falls, in UTC: their first instant, and the one after the last.

    None where it falls in none. `quiet_hours` are written as `known_quiet_hours` returns them.
    """
    if quiet_hours == NO_QUIET_HOURS:
        return None
    begin, _, end = quiet_hours.partition("-")
    today, night = at.astimezone(zone).date(), timedelta(days=0 if begin < end else 1)
    for day in (today - timedelta(days=1), today):
        span = _instant(day, begin, zone), _instant(day + night, end, zone)
        if span[0] <= at < span[1]:
            return span
    return None


def after_quiet_hours(at: datetime, zone: tzinfo, quiet_hours: str) -> datetime:
    """An instant, or the end of the quiet hours in which it falls."""
    span = quiet_span(at, zone, quiet_hours)
    return span[1] if span else at


def morning(day: date, zone: tzinfo, quiet_hours: str) -> datetime:
    """When a day begins for a person: with the end of their quiet hours, at eight without any."""
    wakes = "08:00" if quiet_hours == NO_QUIET_HOURS else quiet_hours.partition("-")[2]
    return _instant(day, wakes, zone)


def next_waking(now: datetime, zone: tzinfo, quiet_hours: str) -> datetime:
    """When a person wakes up next: at the end of quiet hours that have begun, else in the next morning."""
    night = quiet_span(now, zone, quiet_hours)
    return night[1] if night else morning(now.astimezone(zone).date() + timedelta(days=1), zone, quiet_hours)


def _instant(day: date, clock: str, zone: tzinfo) -> datetime:
    """A local time of a day as an instant in UTC. One that a change of clocks skips comes an hour later."""
    return datetime.combine(day, time.fromisoformat(clock), zone).astimezone(UTC)
