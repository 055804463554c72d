"""Names as people type them, reduced to what matters for comparing them."""

import unicodedata

_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ъ": None, "ь": None}
)
"""Letters that Unicode does not decompose into a base letter and an accent; the Russian signs are silent."""


def words(text: str) -> tuple[str, ...]:
    """The words of a text in small letters without accents: of "St. Louis – KØBENHAVN", st, louis, kobenhavn.

    Anything but a letter, a digit or an apostrophe separates two words.

    >>> words("St. Louis – KØBENHAVN")
    ('st', 'louis', 'kobenhavn')
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(sign for sign in apart if not unicodedata.combining(sign) and sign not in "'’")
    parted = "".join(sign if sign.isalnum() else " " for sign in plain.translate(_PLAIN))
    return tuple(parted.split())


def folded(text: str) -> str:
    """A name without case, accents, spaces and punctuation: "New York", "new-york" and "NEWYORK" are equal.

    >>> folded("New-York") == folded("new york")
    True
    """
    return "".join(words(text))
