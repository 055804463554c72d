"""Stored values to JSON and back.

A value is declared as a class of `engine.stored_values`. It is written as an object of its fields, a tuple as
a list, and a moment as its ISO text. msgspec reads it strictly; its errors become sentences with a place.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct, ValidationError, convert, inspect, structs

from engine.boards.rows import closest
from engine.refusals import BadInput
from engine.stored_values import Versioned

_WIDTH = 110
_LONGEST_QUOTE = 60
_NAMES = {
    "str": "text in quotes",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "datetime": "a moment",
}
"""What msgspec calls types, in the words of people who write JSON."""


def to_json(value: object) -> Any:
    """Write a value as JSON."""
    match value:
        case tuple():
            return [to_json(each) for each in value]
        case Struct():
            omitted = _omitted(type(value))
            fields = {name: getattr(value, name) for name in value.__struct_fields__}
            written = {
                name: to_json(field)
                for name, field in fields.items()
                if name not in omitted or field != omitted[name]
            }
            return {**_label(type(value)), **written}
        case datetime():
            return value.isoformat()
        case _:
            return value


@lru_cache(maxsize=128)
def _omitted(kind: type[Struct]) -> Mapping[str, object]:
    """The values with which fields are not written."""
    defaults = {field.name: field.default for field in structs.fields(kind) if not field.required}
    return defaults if kind.__struct_config__.omit_defaults else {}


@lru_cache(maxsize=128)
def _label(kind: type[Struct]) -> dict[str, Any]:
    """What comes before the fields: the kind, and of versioned values the shape."""
    tag = kind.__struct_config__.tag
    label = {} if tag is None else {"kind": tag}
    return {**label, "shape": kind.shape} if issubclass(kind, Versioned) else label


def from_json(hint: Any, value: object) -> Any:
    """Read a value of a type. Raises BadInput."""
    kinds = _versioned_kinds(hint)
    try:
        document = _with_versioned(value, kinds) if kinds else value
    except RecursionError:
        raise BadInput("its brackets are nested too deeply") from None
    if type(document) in get_args(hint):
        return document  # an event of a log: msgspec would prepare the whole union for each one
    return _read(hint, document)


def read_text(text: str) -> Any:
    """Parse JSON text. Raises BadInput, also for a key that appears twice, and for fractions."""
    try:
        document = json.loads(
            text, object_pairs_hook=_once, parse_float=_no_fraction, parse_constant=_no_fraction
        )
        json.dumps(document, ensure_ascii=False).encode()
    except BadInput:
        raise
    except RecursionError:
        raise BadInput("This is not JSON: its brackets are nested too deeply") from None
    except UnicodeEncodeError:
        raise BadInput("a text has half of a surrogate pair") from None
    except ValueError as error:
        raise BadInput(f"This is not JSON: {error}") from None
    return document


def write_text(document: Mapping[str, Any]) -> str:
    """JSON text that people can read: a line for each key, and for each item of a long list of lists."""
    rows = (f"  {_compact(key)}: {_spread(value)}" for key, value in document.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def shown(value: object) -> str:
    """A wrong value as an error message quotes it."""
    match value:
        case Mapping():
            return "an object"
        case Struct():
            return f"a {type(value).__name__}"
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


# ---- versioned values


@lru_cache(maxsize=64)
def _versioned_kinds(hint: Any) -> Mapping[str, type[Versioned]]:
    """The versioned classes that a type is made of, by their names."""
    if isinstance(hint, type) and issubclass(hint, Versioned):
        return {hint.__name__: hint}
    is_struct = isinstance(hint, type) and issubclass(hint, Struct)
    parts = get_type_hints(hint).values() if is_struct else get_args(hint)
    return {name: kind for part in parts for name, kind in _versioned_kinds(part).items()}


def _with_versioned(value: Any, kinds: Mapping[str, type[Versioned]], place: str = "") -> Any:
    """A document with its versioned objects read; those of an unknown kind are left for msgspec to refuse."""
    match value:
        case {"kind": str(kind)} if kind in kinds:
            return _versioned(kinds[kind], value, place)
        case dict():
            return {key: _with_versioned(item, kinds, f"{place}.{key}") for key, item in value.items()}
        case list():
            return [_with_versioned(item, kinds, f"{place}[{step}]") for step, item in enumerate(value)]
        case _:
            return value


def _versioned(kind: type[Versioned], value: Mapping[str, Any], place: str) -> Versioned:
    """A value of the newest shape, or of an earlier one, which may lack the fields that have a default."""
    shape, newest = value.get("shape"), kind.shape
    if type(shape) is not int or not 1 <= shape <= newest:
        known = "the shape 1" if newest == 1 else f"the shapes 1 to {newest}"
        why = ": a newer program wrote it" if isinstance(shape, int) and shape > newest else ""
        raise _bad(f"{kind.__name__} is known in {known}, not {shown(shape)}{why}", f"{place}.shape")
    fields = {key: item for key, item in value.items() if key != "shape"}
    if shape == newest and (missing := [name for name in kind.__struct_fields__ if name not in fields]):
        raise _bad(f"the key {shown(missing[0])} is missing", place)
    versioned: Versioned = _read(kind, fields, place)
    return versioned


# ---- what msgspec refuses, in sentences


def _read(hint: Any, value: object, place: str = "") -> Any:
    try:
        return convert(value, hint)
    except ValidationError as error:
        raise _refusal(str(error), hint, value, place) from None


def _bad(reason: str, place: str) -> BadInput:
    return BadInput(reason, place.removeprefix("."))


def _refusal(error: str, hint: Any, value: Any, outer: str) -> BadInput:
    """The error for what msgspec says, such as "Expected `int`, got `str` - at `$.hands[0]`"."""
    located = re.search(r" - at `\$([\w.\[\]]*)`$", error)
    reason, path = (error[: located.start()], located[1]) if located else (error, "")
    place, steps = outer + path, re.findall(r"\w+", path)
    try:
        for step in steps:
            value = value[int(step)] if isinstance(value, list) else value[step]
    except (LookupError, TypeError):  # somebody made a key that looks like a part of what msgspec says
        return _bad("there is a key that no document has", outer)
    if missing := re.fullmatch("Object missing required field `(.*)`", reason):
        return _bad(f"the key {shown(missing[1])} is missing", place)
    if unknown := re.fullmatch("Object contains unknown field `(.*)`", reason, re.DOTALL):
        keys = [field.name for kind in _objects(hint, steps, value) for field in kind.fields]
        return _bad(f"there is no key {shown(unknown[1])}{closest(unknown[1], keys)}", place)
    if reason.startswith("Invalid value"):
        kinds = [str(kind.tag) for kind in _objects(hint, steps[:-1])]
        return _bad(f"{shown(value)} is not a known kind{closest(str(value), kinds)}", place)
    if length := re.search(r"of length (\d+), got (\d+)", reason):
        return _bad("this must be a list of {}, not of {}".format(*length.groups()), place)
    if types := re.match("Expected `(.*?)`", reason):
        names = [name for name in types[1].split(" | ") if name != "null"]
        expected = " or ".join(_NAMES.get(name, name) for name in names)
        return _bad(f"this must be {expected}, not {shown(value)}", place)
    return _bad(f"{shown(value)} is not a known value", place)


def _objects(hint: Any, steps: Sequence[str], value: Any = None) -> Iterator[inspect.StructType]:
    """The classes that an object at the end of a path may be of, as far as its kind allows."""
    pending = [(inspect.type_info(hint), steps)]
    while pending:
        match pending.pop():
            case inspect.Metadata(type=described), steps:
                pending.append((described, steps))
            case inspect.UnionType(types), steps:
                pending += [(each, steps) for each in types]
            case inspect.StructType() as kind, []:
                if not isinstance(value, Mapping) or kind.tag in (None, value.get("kind")):
                    yield kind
            case inspect.StructType(fields=fields), [name, *rest]:
                pending += [(field.type, rest) for field in fields if field.name == name]
            case inspect.VarTupleType(item), [_, *rest]:
                pending.append((item, rest))
            case inspect.TupleType(items), [place, *rest]:
                pending.append((items[int(place)], rest))
            case _:
                pass
