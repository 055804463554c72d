"""Dataclasses to JSON and back.

A dataclass is an object of its fields, a tuple a list, and a moment its ISO text. A class with a `shape`, the
version of its fields, is written with that and with its `kind`, the name of the class, so that several such
classes may stand in one place. Its earlier shapes are read too: they may lack the fields that have a default.
A class with `keys_by_kind` has a field `kind` that says which of its fields an object has. Reading goes by
type hints and is strict: an unknown key is refused, and so is a missing one, but for fields with a default.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.boards.rows import closest
from engine.refusals import BadInput

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
"""JSON values; the project uses no fractions."""

_WIDTH = 110
_LONGEST_QUOTE = 60
_NAMES = {str: "text in quotes", int: "a whole number", bool: "true or false", NoneType: "null"}


def to_json(value: object) -> Any:
    """Write a value as JSON."""
    if isinstance(value, tuple):
        return [to_json(each) for each in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value):
        kind: Any = type(value)
        label = {"kind": kind.__name__, "shape": kind.shape} if hasattr(kind, "shape") else {}
        return {**label, **fields_to_json(value)}
    return value


def fields_to_json(value: Any) -> dict[str, Any]:
    """The fields of a dataclass as JSON, without its kind and its shape."""
    kind: Any = type(value)
    names = kind.keys_by_kind[value.kind] if hasattr(kind, "keys_by_kind") else _names(kind)
    return {name: to_json(getattr(value, name)) for name in names}


def from_json(hint: Any, value: object) -> Any:
    """Read a value of a type. Raises BadInput."""
    return _reader(hint)(value)


def read_text(text: str) -> Any:
    """Parse JSON text. Raises BadInput, for a key that appears twice and for fractions too."""
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_float=_no_fraction, parse_constant=_no_fraction
        )
    except BadInput:
        raise
    except RecursionError:
        raise BadInput("This is not JSON: its brackets are nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"This is not JSON: {error}") from None


def write_text(document: Mapping[str, Any]) -> str:
    """JSON text that people can read: a line for each key, and for each item of a long list of lists."""
    rows = (f"  {_compact(key)}: {_spread(value)}" for key, value in document.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def shown(value: object) -> str:
    """A wrong value as an error message quotes it."""
    match value:
        case Mapping():
            return "an object"
        case list():
            return "a list"
        case int() if abs(value) > 1 << 64:
            return "a very large number"
        case _:
            text = _compact(value)
            return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "..."


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _spread(value: object) -> str:
    line = _compact(value)
    rows = value if isinstance(value, list) else ()
    if len(line) <= _WIDTH or not any(isinstance(row, list | dict) for row in rows):
        return line
    return "[\n" + ",\n".join(f"    {_compact(row)}" for row in rows) + "\n  ]"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, number in Counter(key for key, _ in pairs).items() if number > 1)
        raise BadInput(f"the key {shown(twice)} appears twice")
    return found


def _no_fraction(text: str) -> Any:
    raise BadInput(f"{text} is not a whole number")


@lru_cache(maxsize=256)
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(field.name for field in fields(kind))


ReadJson = Callable[[Any], Any]
"""Reads a JSON value as a value of one type. Raises BadInput."""


@lru_cache(maxsize=256)
def _reader(hint: Any) -> ReadJson:
    origin, items = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either(items)
    if origin is tuple:
        return _row(items[0]) if items[1:] == (...,) else _fixed(items)
    if is_dataclass(hint) and isinstance(hint, type):
        return _object_of_kind(hint) if hasattr(hint, "keys_by_kind") else _object(hint)
    if hint in _NAMES:
        return _plain(hint)
    if hint is datetime:
        return _made_of_text(datetime.fromisoformat)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _made_of_text(hint)
    raise TypeError(f"{hint} has no form in JSON")


def _plain(kind: type) -> ReadJson:
    def read(value: object) -> object:
        if type(value) is not kind:
            raise BadInput(f"this must be {_NAMES[kind]}, not {shown(value)}")
        if isinstance(value, str) and not value.isascii():
            _check_text(value)
        return value

    return read


def _check_text(value: str) -> None:
    """JSON can express half of a surrogate pair, which cannot be encoded as UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadInput("this text has half of a surrogate pair") from None


def _made_of_text(make: Callable[[str], object]) -> ReadJson:
    """A value that a text stands for; `make` raises ValueError for any other text."""
    text = _plain(str)

    def read(value: object) -> object:
        found = text(value)
        try:
            return make(found)
        except ValueError:
            raise BadInput(f"{shown(value)} is not a known value") from None

    return read


def _row(hint: Any) -> ReadJson:
    item = _reader(hint)
    return lambda value: tuple([_read_at(item, place, each) for place, each in enumerate(_list(value))])


def _fixed(hints: tuple[Any, ...]) -> ReadJson:
    items = [_reader(hint) for hint in hints]

    def read(value: object) -> tuple[Any, ...]:
        found = _list(value)
        if len(found) != len(items):
            raise BadInput(f"this must be a list of {len(items)}, not of {len(found)}")
        return tuple([_read_at(item, place, found[place]) for place, item in enumerate(items)])

    return read


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise BadInput(f"this must be a list, not {shown(value)}")
    return value


def _read_at(reader: ReadJson, step: str | int, value: object) -> Any:
    try:
        return reader(value)
    except BadInput as bad:
        separator = "" if bad.place.startswith("[") else "."
        raise bad.within(f"[{step}]" if isinstance(step, int) else step, separator) from None


def _object(kind: type) -> ReadJson:
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    return _with_keys(kind, _names(kind), needed)


def _object_of_kind(each: Any) -> ReadJson:
    """A class for objects of several kinds, each with keys of its own."""
    readers = {kind: _with_keys(each, keys) for kind, keys in each.keys_by_kind.items()}

    def read(value: object) -> Any:
        found = _mapping(value)
        kind = _known_kind(found.get("kind"), readers)
        return readers[kind](found)

    return read


def _with_keys(kind: type, keys: Sequence[str], needed: Sequence[str] = ()) -> ReadJson:
    hints = get_type_hints(kind)
    readers = {key: _reader(hints[key]) for key in keys}

    def read(value: object) -> Any:
        found = _mapping(value)
        for key in found:
            if key not in readers:
                raise BadInput(f"there is no key {shown(key)}{closest(str(key), readers)}")
        for key in needed:
            if key not in found:
                raise BadInput(f"the key {shown(key)} is missing")
        return kind(**{key: _read_at(readers[key], key, item) for key, item in found.items()})

    return read


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(f"this must be an object, not {shown(value)}")
    return value


def _either(hints: tuple[Any, ...]) -> ReadJson:
    """A union: plain types differ by their JSON type, dataclasses by their kind."""
    plain = {hint: _reader(hint) for hint in hints if hint in _NAMES}
    others = tuple(hint for hint in hints if hint not in plain)
    by_kind = len(others) > 1 or (others and hasattr(others[0], "shape"))
    rest = _kinds(others) if by_kind else _reader(others[0] if others else hints[0])
    return lambda value: plain.get(type(value), rest)(value)


def _kinds(classes: tuple[Any, ...]) -> ReadJson:
    kinds = {each.__name__: each for each in classes}
    newest = {name: _with_keys(each, _names(each), _names(each)) for name, each in kinds.items()}
    earlier = {name: _reader(each) for name, each in kinds.items()}

    def read(value: object) -> Any:
        found = dict(_mapping(value))
        kind, shape = _known_kind(found.pop("kind", None), kinds), found.pop("shape", None)
        _check_shape(kind, shape, kinds[kind].shape)
        readers = newest if shape == kinds[kind].shape else earlier
        return readers[kind](found)

    return read


def _known_kind(kind: object, known: Mapping[str, object]) -> str:
    if not isinstance(kind, str) or kind not in known:
        raise BadInput(f"{shown(kind)} is not a known kind{closest(str(kind), known)}", "kind")
    return kind


def _check_shape(kind: str, shape: object, last: int) -> None:
    """An older shape is the same without the fields that have a default."""
    if type(shape) is int and 1 <= shape <= last:
        return
    newer = isinstance(shape, int) and shape > last
    known = f"the shape {last}" if last == 1 else f"the shapes 1 to {last}"
    why = ": a newer program wrote it" if newer else ""
    raise BadInput(f"{kind} is known in {known}, not {shown(shape)}{why}", "shape")
