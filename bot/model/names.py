"""Names as people type them: how they are kept, which look alike, and which pose as a computer player's."""

import re
import unicodedata
from collections.abc import Collection
from difflib import SequenceMatcher

LONGEST_NAME = 40
"""Signs of a person's name; what is longer is cut."""

INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that take no room."""

_LOOKALIKES = str.maketrans(
    "авеіјкмнорстухѕһԁԛԝαβεζηικμνορτυχılӏ10",
    "abeijkmhopctyxshdqwabezhikmnoptyxiiiio",
)
"""Cyrillic and Greek letters, and digits, that look like Latin letters, small or large."""

_SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")

_STACKED = 3
"""Marks on one letter; more of them run into the lines above and below."""

_BRACKET = "|"
_BRACKETED = re.compile(r" *\|[| ]*([^|]+?) *(?:\|+|$)")
"""Words after a sign that is no letter, up to the next one or the end."""

_ALIKE = 0.8
"""From this share of equal letters on, one word is taken for another."""


def alike(name: str) -> str:
    """The form in which two names that look alike are equal."""
    seen = "".join(sign for sign in INVISIBLE.sub("", name) if unicodedata.category(sign) != "Cf")
    return " ".join(_folded(seen).split())


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().translate(_LOOKALIKES)


_COMPUTER = tuple(map(_folded, ("computer", "computer player", "компьютер")))


def persons_name(name: str) -> str:
    """The name of a person without words such as “(computer)”, by which players know a computer.

    A name that has no other words keeps them, without the brackets.
    """
    places = [(place, plain) for place, sign in enumerate(name) for plain in _plain(sign)]
    for words in _BRACKETED.finditer("".join(plain for _, plain in places)):
        likenesses = (SequenceMatcher(None, words[1], computer).ratio() for computer in _COMPUTER)
        if max(likenesses) >= _ALIKE:
            after = name[places[words.end()][0] :] if words.end() < len(places) else ""
            rest = " ".join(f"{name[: places[words.start()][0]]} {after}".split())
            first, last = places[words.start(1)][0], places[words.end(1) - 1][0]
            return persons_name(rest) if rest else name[first : last + 1]
    return name


def _plain(sign: str) -> str:
    """What a sign looks like among others: a letter or digit, a space, a bracket for all else, or nothing."""
    if INVISIBLE.match(sign) or unicodedata.category(sign)[0] == "M" or unicodedata.category(sign) == "Cf":
        return ""
    small_capital = _SMALL_CAPITAL.fullmatch(unicodedata.name(sign, ""))
    letters = small_capital[1] if small_capital else unicodedata.normalize("NFKD", sign)
    folded = "".join(letter for letter in _folded(letters) if letter.isalnum())
    return folded or (" " if sign.isspace() else _BRACKET)


def distinct_name(name: str, others: Collection[str]) -> str:
    """A name that looks like that of no other player, nor like a computer's: `Anna (2)` next to an Anna."""
    taken, name = {alike(other[:LONGEST_NAME]) for other in others}, persons_name(name)
    numbered = (_numbered(name, number) for number in range(1, len(taken) + 2))
    return next(free for free in numbered if alike(free[:LONGEST_NAME]) not in taken)


def _numbered(name: str, number: int) -> str:
    """A name with a number, which is seen although long names are cut."""
    mark = f" ({number})" if number > 1 else ""
    return f"{name[: LONGEST_NAME - len(mark)].rstrip()}{mark}" if mark else name


def legible_name(typed: str, longest: int) -> str:
    """The name of a person as it is kept; "" where it is too long, has no letter, or has other signs than
    names have.
    """
    name = persons_name(" ".join(unicodedata.normalize("NFC", typed).split()))
    fits = len(name) <= longest and any(map(str.isalnum, name)) and _is_legible(name)
    is_name = all(unicodedata.category(sign)[0] in "LNM" or sign in " .'-" for sign in name)
    return name if fits and is_name else ""


def legible_title(typed: str, longest: int) -> str:
    """The title of a place as it is kept; "" where it is too long or cannot be read."""
    title = " ".join(typed.split())
    fits = len(title) <= longest and title.isprintable() and _is_legible(INVISIBLE.sub("", title))
    return title if fits else ""


def _is_legible(text: str) -> bool:
    """Whether a text has something to see, and no letter has too many marks."""
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in text)
    return bool(text.strip()) and not INVISIBLE.search(text) and "m" * (_STACKED + 1) not in marks
