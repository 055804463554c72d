"""Moments that people write: "until friday", "3 days", "до пятницы"."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from threading import Lock

from bot.model.local_time import morning
from bot.text.i18n import LANGUAGES

LONGEST = 60
"""Letters of a date in words; a longer one is not read."""

MOST_DAYS = 999
"""Days that a number alone can mean."""

_LEADING = re.compile(r"^(?:(?:until|till|til|to|for|through|by|the|next|до|на|по|к|следующ\w+)\s+)+")
_DAY_AND_MONTH = re.compile(r"(\d{1,2})[./](\d{1,2})\.?")
_PLAIN: Mapping[str, str] = {
    "понедельника": "понедельник", "вторника": "вторник", "среды": "среда", "среду": "среда",
    "четверга": "четверг", "пятницы": "пятница", "пятницу": "пятница", "субботы": "суббота",
    "субботу": "суббота", "воскресенья": "воскресенье", "выходных": "суббота", "выходные": "суббота",
    "день": "1 день", "неделю": "1 неделя", "неделя": "1 неделя", "недели": "1 неделя",
    "месяц": "1 месяц", "месяца": "1 месяц", "weekend": "saturday", "day": "1 day", "week": "1 week",
    "month": "1 month",
}  # fmt: skip
"""Words as the parser knows them: it reads the nominative, and lengths with a number."""

_WITHOUT_HOUR = re.compile(r"(?:day after |после)?(?:tomorrow|завтра)")
_WITH_HOUR = re.compile(r"\d:\d|hour|minute|час|минут|midnight|полноч")

_parser = Lock()
"""The parser keeps what it has learned of a language, and is used by one thread at a time."""


def moment_meant(words: str, now: datetime, zone: tzinfo, quiet_hours: str, language: str) -> datetime | None:
    """The moment that words name, in UTC, for a person in a time zone; None where they name none.

    It may be in the past. A day alone begins when the person's quiet hours end, and days alone are counted
    from now. The first call takes long, so call it in a thread.
    """
    text = _LEADING.sub("", " ".join(words.casefold().split())).rstrip(" .!")
    if not text or len(words) > LONGEST:
        return None
    local = now.astimezone(zone)
    if text.isdecimal():
        return now + timedelta(days=int(text)) if 0 < int(text) <= MOST_DAYS else None
    if day := _numbered_day(text, local.date()):
        return morning(day, zone, quiet_hours)
    meant = _parsed(_PLAIN.get(text, text), local.replace(tzinfo=None), language)
    if meant is None:
        return None
    if _WITHOUT_HOUR.fullmatch(text) or (meant.time() == time() and not _WITH_HOUR.search(text)):
        return morning(meant.date(), zone, quiet_hours)
    try:
        return meant.replace(tzinfo=zone).astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def _numbered_day(text: str, today: date) -> date | None:
    """A day in numbers: `2026-03-20`, or the next `20.3`."""
    try:
        if found := _DAY_AND_MONTH.fullmatch(text):
            day = date(today.year, int(found[2]), int(found[1]))
            return day if day >= today else day.replace(year=today.year + 1)
        return date.fromisoformat(text)
    except ValueError:
        return None


def _parsed(text: str, now: datetime, language: str) -> datetime | None:
    """What the parser makes of a text, in local time: in this language, or else in another one."""
    import dateparser

    settings = {"RELATIVE_BASE": now, "PREFER_DATES_FROM": "future", "DATE_ORDER": "DMY"}
    with _parser:
        for code in sorted(LANGUAGES, key=lambda code: code != language):
            if meant := dateparser.parse(text, languages=[code], settings=settings):
                return meant.replace(tzinfo=None)
    return None
