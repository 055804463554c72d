"""The rows of a board file: every value is checked against the schema when it is read."""

import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn, TypeVar

from engine.refusals import BadInput

Word = TypeVar("Word", bound=str)

LONGEST_TEXT = 60
"""Characters in a name; more would not fit a button or a picture."""
LONGEST_LINE = 46
"""Bytes of an action's line: with a game and a revision in front it still fits a chat's button."""
TABLES = {
    "variants": "variant",
    "cities": "city",
    "countries": "country",
    "routes": "route",
    "tickets": "ticket",
}
"""The tables whose rows have names, and what an error message calls one row."""
_ID = re.compile(r"[a-z0-9]+(?:-+[a-z0-9]+)*")


def closest(word: str, known: Collection[str]) -> str:
    """` (did you mean "wien"?)` if a known word is similar, else an empty text.

    >>> closest("wein", ["wien", "paris"])
    ' (did you mean "wien"?)'
    """
    found = get_close_matches(word, known, n=1)
    return f' (did you mean "{found[0]}"?)' if found else ""


def shown(value: object) -> str:
    """A wrong value as an error message quotes it."""
    match value:
        case dict():
            return "a table"
        case list():
            return "a list"
        case int() if abs(value) > sys.maxsize:
            return "a very large number"
        case _:
            text = repr(value)
            return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "..."


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table of the file, and its name in error messages: `route athina--brindisi`.

    Every method raises BadInput if the value is not of the kind it reads.
    """

    name: str
    values: Mapping[str, object]

    def refuse(self, reason: str) -> NoReturn:
        """Refuse the file for this row."""
        raise BadInput(reason, self.name)

    def check_keys(self, needed: Collection[str], optional: Collection[str] = ()) -> None:
        """Every needed key is there, and no unknown one."""
        known = [*needed, *optional]
        for key in self.values:
            if key not in known:
                self.refuse(f"there is no key {shown(key)}{closest(key, known)}")
        for key in needed:
            if key not in self.values:
                self.refuse(f"the key '{key}' is missing")

    def number(self, key: str, least: int, most: int, default: int = 0) -> int:
        """A whole number from `least` to `most`."""
        value = self.values.get(key, default)
        if type(value) is not int or (key in self.values and not least <= value <= most):
            self.refuse(f"{key} must be a whole number from {least} to {most}, not {shown(value)}")
        return value

    def numbers(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers; empty where the key is missing."""
        items = self._list(key)
        return tuple(BoardRow(self.name, {key: item}).number(key, least, most) for item in items)

    def degrees(self, key: str, most: int) -> float:
        """A number from -`most` to `most`."""
        value = self.values[key]
        if not isinstance(value, int | float) or isinstance(value, bool) or not -most <= value <= most:
            self.refuse(f"{key} must be degrees from -{most} to {most}, not {shown(value)}")
        return float(value)

    def flag(self, key: str) -> bool:
        """True or false; false where the key is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.refuse(f"{key} must be true or false, not {shown(value)}")
        return value

    def text(self, key: str) -> str:
        """A name for people: one line, neither empty nor long."""
        value = self.values[key]
        if not isinstance(value, str):
            self.refuse(f"{key} must be text in quotes, not {shown(value)}")
        if not value.strip() or not value.isprintable() or len(value) > LONGEST_TEXT:
            self.refuse(f"{key} must be one line of 1 to {LONGEST_TEXT} characters, not {shown(value)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of names; empty where the key is missing."""
        return tuple(BoardRow(self.name, {key: item}).text(key) for item in self._list(key))

    def id(self, key: str) -> str:
        """An id: small letters a to z, digits, and hyphens between them; empty where the key is missing."""
        return self._id(key, self.values[key]) if key in self.values else ""

    def ids(self, key: str) -> tuple[str, ...]:
        """A list of ids, each once; empty where the key is missing."""
        found = tuple(self._id(key, item) for item in self._list(key))
        if twice := next((item for item in found if found.count(item) > 1), None):
            self.refuse(f'{key} names "{twice}" twice')
        return found

    def one_of(self, key: str, known: Collection[Word]) -> Word:
        """One of these words."""
        value = self.text(key)
        if value not in known:
            words = ", ".join(known)
            self.refuse(f"{key} must be one of {words}, not {shown(value)}{closest(value, known)}")
        return next(word for word in known if word == value)

    def rows(self, key: str) -> tuple["BoardRow", ...]:
        """A list of tables, such as `deals`; empty where the key is missing."""
        return tuple(
            self._table(f"{self.name}, {key} {place}", item) for place, item in enumerate(self._list(key), 1)
        )

    def table(self, key: str) -> "BoardRow":
        """A table within this one, such as `names`; empty where the key is missing."""
        return self._table(f"{self.name}, {key}" if self.name else key, self.values.get(key, {}))

    def named_rows(self, key: str) -> tuple[tuple[str, "BoardRow"], ...]:
        """The rows of one of the TABLES, each with its id; the row is called `route athina--brindisi`."""
        table = self.table(key)
        return tuple(
            (table._id(f"the name of a {TABLES[key]}", name), self._table(f"{TABLES[key]} {name}", values))
            for name, values in table.values.items()
        )

    def _list(self, key: str) -> list[object]:
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.refuse(f"{key} must be a list in square brackets, not {shown(value)}")
        return value

    def _table(self, name: str, value: object) -> "BoardRow":
        if not isinstance(value, dict):
            raise BadInput(f"this must be a table of keys, not {shown(value)}", name)
        return BoardRow(name, value)

    def _id(self, key: str, value: object) -> str:
        if not isinstance(value, str) or not _ID.fullmatch(value) or len(value) > LONGEST_LINE:
            self.refuse(f"{key} must be an id of small letters, digits and hyphens, not {shown(value)}")
        return value
