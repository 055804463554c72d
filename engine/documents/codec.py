"""Dataclasses to JSON and back, by their type hints.

A dataclass is an object of its fields, and a tuple a list. Where several dataclasses may stand, `kind` says
which one does: its name, or its own `kind` where it has one. A class with a `shape`, the version of its
fields, has that written too. Reading is strict: an unknown key is refused, and so is a missing one, but for
fields with a default.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
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


def to_json(hint: Any, value: object) -> Any:
    """Write a value of a type as JSON."""
    return _form(hint).write(value)


def from_json(hint: Any, value: object) -> Any:
    """Read a value of a type. Raises BadInput."""
    return _form(hint).read(value)


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
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(f"the key {shown(twice)} appears twice")
    return found


def _no_fraction(text: str) -> Any:
    raise BadInput(f"{text} is not a whole number")


@dataclass(frozen=True, slots=True)
class _Codec:
    """How values of one type are written and read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@lru_cache(maxsize=256)
def _form(hint: Any) -> _Codec:
    origin, items = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _either(items)
    if origin is tuple:
        return _row(items[0]) if items[1:] == (...,) else _fixed(items)
    if is_dataclass(hint) and isinstance(hint, type):
        return _object(hint)
    if hint in _NAMES:
        return _plain(hint)
    raise TypeError(f"{hint} has no form in JSON")


def _plain(kind: type) -> _Codec:
    def read(value: object) -> object:
        if type(value) is not kind:
            raise BadInput(f"this must be {_NAMES[kind]}, not {shown(value)}")
        if isinstance(value, str) and not value.isascii():
            _check_text(value)
        return value

    return _Codec(lambda value: value, read)


def _check_text(value: str) -> None:
    """JSON can express half of a surrogate pair, which cannot be encoded as UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadInput("this text has half of a surrogate pair") from None


def _row(hint: Any) -> _Codec:
    item = _form(hint)

    def read(value: object) -> tuple[Any, ...]:
        return tuple([_read_at(item, place, each) for place, each in enumerate(_list(value))])

    return _Codec(lambda value: [item.write(each) for each in value], read)


def _fixed(hints: tuple[Any, ...]) -> _Codec:
    items = [_form(hint) for hint in hints]

    def read(value: object) -> tuple[Any, ...]:
        found = _list(value)
        if len(found) != len(items):
            raise BadInput(f"this must be a list of {len(items)}, not of {len(found)}")
        return tuple([_read_at(item, place, found[place]) for place, item in enumerate(items)])

    def write(value: tuple[Any, ...]) -> list[Any]:
        return [item.write(each) for item, each in zip(items, value, strict=True)]

    return _Codec(write, read)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise BadInput(f"this must be a list, not {shown(value)}")
    return value


def _read_at(form: _Codec, step: str | int, value: object) -> Any:
    try:
        return form.read(value)
    except BadInput as bad:
        separator = "" if bad.place.startswith("[") else "."
        raise bad.within(f"[{step}]" if isinstance(step, int) else step, separator) from None


def _object(kind: type) -> _Codec:
    hints = get_type_hints(kind)
    forms = {field.name: _form(hints[field.name]) for field in fields(kind)}
    needed = [field.name for field in fields(kind) if field.default is MISSING]

    def read(value: object) -> Any:
        found = _mapping(value)
        for key in found:
            if key not in forms:
                raise BadInput(f"there is no key {shown(key)}{closest(str(key), forms)}")
        for key in needed:
            if key not in found:
                raise BadInput(f"the key {shown(key)} is missing")
        return kind(**{key: _read_at(forms[key], key, item) for key, item in found.items()})

    def write(value: object) -> dict[str, Any]:
        return {name: form.write(getattr(value, name)) for name, form in forms.items()}

    return _Codec(write, read)


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(f"this must be an object, not {shown(value)}")
    return value


def _either(hints: tuple[Any, ...]) -> _Codec:
    """A union: plain types differ by their JSON type, dataclasses by their kind."""
    plain = {hint: _form(hint) for hint in hints if hint in _NAMES}
    others = tuple(hint for hint in hints if hint not in plain)
    rest = _kinds(others) if len(others) > 1 else _form(others[0] if others else hints[0])

    def read(value: object) -> Any:
        return plain.get(type(value), rest).read(value)

    def write(value: object) -> Any:
        return plain.get(type(value), rest).write(value)

    return _Codec(write, read)


def _kinds(classes: tuple[Any, ...]) -> _Codec:
    forms = {_kind(each): _form(each) for each in classes}
    labels = {_kind(each): _label(each) for each in classes}

    def read(value: object) -> Any:
        found = dict(_mapping(value))
        kind, shape = found.pop("kind", None), found.pop("shape", None)
        if not isinstance(kind, str) or kind not in forms:
            raise BadInput(f"{shown(kind)} is not a known kind{closest(str(kind), forms)}", "kind")
        _check_shape(shape, labels[kind])
        return forms[kind].read(found)

    def write(value: object) -> dict[str, Any]:
        kind = _kind(type(value))
        return {**labels[kind], **forms[kind].write(value)}

    return _Codec(write, read)


def _kind(each: type) -> str:
    return str(getattr(each, "kind", each.__name__))


def _label(each: Any) -> dict[str, Any]:
    """The keys that are written before a value's own fields."""
    shape = {"shape": each.shape} if hasattr(each, "shape") else {}
    return {"kind": _kind(each), **shape}


def _check_shape(shape: object, label: Mapping[str, Any]) -> None:
    known = label.get("shape")
    if type(shape) is type(known) and shape == known:
        return
    newer = isinstance(shape, int) and isinstance(known, int) and shape > known
    why = ": a newer program wrote it" if newer else ""
    raise BadInput(f"{label['kind']} is known in the shape {shown(known)}, not {shown(shape)}{why}", "shape")
