"""Requests held against the Bot API's own description: which parameters there are, and of which type."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]

HERE = Path(__file__).parent
ARRAY = "Array of "
SIMPLE: Mapping[str, tuple[type, ...]] = {
    "String": (str,),
    "Integer": (int,),
    "Float": (int, float),
    "Boolean": (bool,),
    "True": (bool,),
    "InputFile": (bytes,),
}


@dataclass(frozen=True)
class Field:
    """A parameter, or a part of an object: its types, of which one has to fit; `only` is its one value."""

    types: tuple[str, ...]
    required: bool
    only: str = ""


Fields = Mapping[str, Field]


class Contract:
    """All that may be asked, and how."""

    def __init__(self, document: Json) -> None:
        self.methods = {name: _fields(row) for name, row in document["methods"].items()}
        self._types = {name: _fields(row) for name, row in document["types"].items()}
        rows = document["types"].items()
        self._kinds: dict[str, Sequence[str]] = {
            name: row["subtypes"] for name, row in rows if "subtypes" in row
        }

    def complaints(self, method: str, asked: Mapping[str, Any]) -> Iterator[str]:
        """What Telegram would not take, each with its place."""
        yield from self._of_fields(self.methods[method], asked, "")

    def slips(self, type: str, sent: Any) -> Iterator[str]:
        """Where something that the fake sends is not what Telegram sends."""
        yield from self._of_type(type, sent, type)

    def _of_fields(self, fields: Fields, asked: Mapping[str, Any], place: str) -> Iterator[str]:
        for name in asked:
            if name not in fields:
                yield f"{place}{name}: there is no such parameter"
        for name, field in fields.items():
            if name in asked:
                yield from self._of_field(field, asked[name], f"{place}{name}")
            elif field.required:
                yield f"{place}{name}: is required"

    def _of_field(self, field: Field, value: Any, place: str) -> Iterator[str]:
        if field.only and value != field.only:
            yield f"{place}: must be {field.only!r}"
        yield from self._fewest(field.types, value, place)

    def _fewest(self, types: Sequence[str], value: Any, place: str) -> Iterator[str]:
        """The complaints of the type that the value comes nearest to."""
        yield from min((list(self._of_type(one, value, place)) for one in types), key=len)

    def _of_type(self, type: str, value: Any, place: str) -> Iterator[str]:
        if type in SIMPLE:
            if not isinstance(value, SIMPLE[type]) or (isinstance(value, bool) and bool not in SIMPLE[type]):
                yield f"{place}: {str(value)[:60]!r} is no {type}"
        elif type.startswith(ARRAY):
            yield from self._of_array(type.removeprefix(ARRAY), value, place)
        elif type in self._kinds:
            yield from self._fewest(self._kinds[type], value, place)
        elif type in self._types:
            yield from self._of_object(type, value, place)

    def _of_array(self, type: str, value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{place}: {str(value)[:60]!r} is no array"
            return
        for number, one in enumerate(value):
            yield from self._of_type(type, one, f"{place}[{number}]")

    def _of_object(self, type: str, value: Any, place: str) -> Iterator[str]:
        if isinstance(value, dict):
            yield from self._of_fields(self._types[type], value, f"{place}.")
        else:
            yield f"{place}: {str(value)[:60]!r} is no {type}"


def read(types: Sequence[str], text: str) -> Any:
    """A parameter that came in a form: text, numbers and truth as they are written, all else as JSON."""
    if "String" in types and "Integer" not in types:
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if "String" not in types or isinstance(value, int) else text


@cache
def contract() -> Contract:
    """The Bot API's description, as it is kept next to this file."""
    return Contract(json.loads((HERE / "bot-api.json").read_text(encoding="utf-8")))


def _fields(row: Json) -> Fields:
    fields = row.get("fields", {}).items()
    return {name: Field(tuple(types), required, *only) for name, (types, required, *only) in fields}
