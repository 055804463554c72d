"""The names of people and channels: what they may look like, and which of them look the same."""

import re
import unicodedata

from bot.matches.outcomes import CommandRefused

LONGEST_NAME = 24
LONGEST_TITLE = 40

_INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that take no room."""

_STACKED = 3
"""Marks on one letter; more of them run into the lines above and below."""

_LOOKALIKES = str.maketrans(
    "авеіјкмнорстухѕһԁԛԝαβεζηικμνορτυχ",
    "abeijkmhopctyxshdqwabezhikmnoptyx",
)
"""Cyrillic and Greek letters that look like Latin ones, small or large."""


def name_of(typed: str) -> str:
    """The name of a person, as it is kept. Raises CommandRefused if it is none."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    fits = 1 <= len(name) <= LONGEST_NAME and any(map(str.isalnum, name)) and _is_legible(name)
    if not fits or not all(unicodedata.category(sign)[0] in "LNM" or sign in " .'-" for sign in name):
        raise CommandRefused("page-name-wrong", most=LONGEST_NAME)
    if folded(name) == "stationmaster":
        raise CommandRefused("page-name-mine")
    return name


def title_of(typed: str) -> str:
    """The name of a channel, as it is kept. Raises CommandRefused if it is none."""
    title = " ".join(typed.split())
    seen = _INVISIBLE.sub("", title)
    if not 1 <= len(title) <= LONGEST_TITLE or not title.isprintable() or not _is_legible(seen):
        raise CommandRefused("page-title-wrong", most=LONGEST_TITLE)
    return title


def folded(name: str) -> str:
    """The form in which two names that look alike are equal."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES)


def _is_legible(text: str) -> bool:
    """Whether there is something to see, and no letter carries a tower of marks."""
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in text)
    return bool(text.strip()) and not _INVISIBLE.search(text) and "m" * (_STACKED + 1) not in marks
