"""The names of people and channels: what they may look like, and which of them look the same."""

import unicodedata

from bot.matches.outcomes import CommandRefused
from bot.model.names import INVISIBLE, alike, persons_name

LONGEST_NAME = 24
LONGEST_TITLE = 40

_STACKED = 3
"""Marks on one letter; more of them run into the lines above and below."""


def name_of(typed: str) -> str:
    """The name of a person, as it is kept. Raises CommandRefused if it is none."""
    name = persons_name(" ".join(unicodedata.normalize("NFC", typed).split()))
    fits = 1 <= len(name) <= LONGEST_NAME and any(map(str.isalnum, name)) and _is_legible(name)
    if not fits or not all(unicodedata.category(sign)[0] in "LNM" or sign in " .'-" for sign in name):
        raise CommandRefused("page-name-wrong", most=LONGEST_NAME)
    if alike(name) == alike("stationmaster"):
        raise CommandRefused("page-name-mine")
    return name


def title_of(typed: str) -> str:
    """The name of a channel, as it is kept. Raises CommandRefused if it is none."""
    title = " ".join(typed.split())
    seen = INVISIBLE.sub("", title)
    if not 1 <= len(title) <= LONGEST_TITLE or not title.isprintable() or not _is_legible(seen):
        raise CommandRefused("page-title-wrong", most=LONGEST_TITLE)
    return title


def _is_legible(text: str) -> bool:
    """Whether a text has something to see, and no letter has too many marks."""
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in text)
    return bool(text.strip()) and not INVISIBLE.search(text) and "m" * (_STACKED + 1) not in marks
