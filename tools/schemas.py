"""Writes the JSON schemas of positions and records: `python -P -m tools.schemas`.

What a value may be follows from the classes, and what a key means from the tables of the pages.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

import engine
from engine.documents.position_format import WrittenPosition
from engine.documents.record import ALONE, SHARED_KEYS, Record, RecordedMove, Tenure
from engine.events import Event

FOLDER = Path(*engine.__path__) / "documents"

_WIDTH = 110


def main() -> None:
    """Write both schemas beside the pages."""
    for name, schema in (("position", position_schema()), ("record", record_schema())):
        (FOLDER / f"{name}.schema.json").write_text(schema, encoding="utf-8")


def position_schema() -> str:
    """The schema of positions."""
    keys: dict[str, str] = {}
    for table in _tables("POSITIONS.md"):
        keys |= table
    return _text("A position of a game of Ticket to Ride", _schema(WrittenPosition, {WrittenPosition: keys}))


def record_schema() -> str:
    """The schema of records: events also have a shape, and format 1 lacks some keys."""
    schema = _schema(Record, dict(zip((Record, Tenure, RecordedMove), _tables("RECORDS.md"), strict=True)))
    for kind in get_args(Event):
        event = schema["$defs"][kind.__name__]
        event["properties"]["shape"] = {"type": "integer", "minimum": 1, "maximum": kind.shape}
        event["required"].append("shape")
    later = [one for one in schema["properties"]["format"]["enum"] if one != ALONE]
    schema["if"] = {"properties": {"format": {"enum": later}}, "required": ["format"]}
    schema["then"] = {"required": [*SHARED_KEYS]}
    schema["else"] = {"not": {"anyOf": [{"required": [key]} for key in SHARED_KEYS]}}
    return _text("The record of a game of Ticket to Ride", schema)


def _tables(page: str) -> Iterator[Mapping[str, str]]:
    """What each table of a page says of its keys, and of their values if they are left out."""
    text = (FOLDER / page).read_text(encoding="utf-8")
    for head, rows in re.findall(r"^\| key \|(.*)\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
        titles = [title.strip() for title in head.strip("|").split("|")]
        yield dict(_meanings(titles, rows.splitlines()))


def _meanings(titles: Sequence[str], rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    for row in rows:
        names, what, *rest = [cell.strip() for cell in row.strip("|").split("|")]
        left_out = f". {titles[1].capitalize()}: {rest[0]}" if rest else ""
        for name in re.findall(r"`(\w+)`", names):
            yield name, f"{what[:1].upper()}{what[1:]}{left_out}."


def _schema(kind: type, meanings: Mapping[type, Mapping[str, str]]) -> dict[str, Any]:
    """The schema of a class, with the meanings of the keys of some classes.

    Raises ValueError where the page has more or fewer keys than the class.
    """
    classes = msgspec.json.schema(kind)["$defs"]
    for described, keys in meanings.items():
        properties = classes[described.__name__]["properties"]
        if unlike := sorted(properties.keys() ^ keys.keys()):
            raise ValueError(f"the page and {described.__name__} differ in {', '.join(unlike)}")
        for name, value in properties.items():
            value["description"] = keys[name]
    return {**classes.pop(kind.__name__), "$defs": classes}


def _text(title: str, schema: Mapping[str, Any]) -> str:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return _spread({**head, **schema, "title": title}) + "\n"


def _spread(value: Any, margin: str = "") -> str:
    """JSON with a line for each key or item of what is too long for one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(margin + line) <= _WIDTH or not isinstance(value, dict | list):
        return line
    inner = margin + "  "
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {_spread(item, inner)}" for key, item in value.items()]
    else:
        rows = [_spread(item, inner) for item in value]
    return f"{line[0]}\n{inner}" + f",\n{inner}".join(rows) + f"\n{margin}{line[-1]}"


if __name__ == "__main__":
    main()
