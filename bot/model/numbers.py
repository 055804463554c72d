"""Numbers in texts that anybody may have typed."""

import re

_MOST_DIGITS = 6
_MOST_NUMBERS = 20
_NUMBER = re.compile(r"\d+")


def whole_number(text: str) -> int | None:
    """A text of one to six digits as a number, or None."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def numbers_in(text: str) -> tuple[int, ...]:
    """The first numbers in a text, each once, in order. Longer ones are cut to six digits."""
    found = _NUMBER.findall(text)[:_MOST_NUMBERS]
    return tuple(sorted({int(digits.lstrip("0")[:_MOST_DIGITS] or "0") for digits in found}))
