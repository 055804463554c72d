"""Requests held against Discord's own description of its API (OpenAPI 3.1)."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators  # type: ignore[import-untyped]

Json = dict[str, Any]

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Operation:
    """One thing that Discord can be asked to do."""

    name: str
    method: str
    path: "re.Pattern[str]"
    query: Mapping[str, Any]
    body: Any
    answer: Any


class Contract:
    """All that may be asked, and how."""

    def __init__(self, document: Json) -> None:
        _lenient(document["components"]["schemas"])
        schemas = _linked(document["components"]["schemas"])
        self._operations = [
            _operation(name, row, schemas)
            for name, row in sorted(document["operations"].items(), key=_plainest)
        ]

    def operation(self, method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
        """What a request asks for, and the ids in its path."""
        for one in self._operations:
            if one.method == method and (found := one.path.fullmatch(path)):
                return one, found.groupdict()
        return None


def complaints(operation: Operation, query: Mapping[str, str], body: Any) -> Iterator[str]:
    """What Discord would not take, each with its place."""
    for name, value in query.items():
        if name not in operation.query:
            yield f"?{name}: there is no such parameter"
        elif not any(map(operation.query[name].is_valid, _readings(value))):
            yield from _told(f"?{name}", operation.query[name], _readings(value)[0])
    if operation.body is not None:
        yield from _told("$", operation.body, body)


def slips(operation: Operation, answer: Any) -> Iterator[str]:
    """Where a response of the fake is not one that Discord gives."""
    if operation.answer is not None and answer is not None:
        yield from _told("answer", operation.answer, answer)


@cache
def contract() -> Contract:
    """Discord's description, as it is kept next to this file."""
    return Contract(json.loads((HERE / "discord-api.json").read_text(encoding="utf-8")))


def _plainest(named: tuple[str, Any]) -> tuple[int, str]:
    """Paths with fewer blanks first: `@original` is not a message's id."""
    return named[1]["path"].count("{"), named[0]


def _operation(name: str, row: Json, schemas: Json) -> Operation:
    pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", row["path"])
    query = {one["name"]: _validator(one["schema"], schemas) for one in row["query"]}
    body, answer = (_validator(row[part], schemas) if row[part] else None for part in ("body", "answer"))
    return Operation(name, row["method"], re.compile(pattern), query, body, answer)


def _validator(schema: Json, schemas: Json) -> Any:
    return Validator(_with_links(schema, schemas))


def _one_of(
    validator: Any, alternatives: Sequence[Json], value: Any, schema: Json
) -> Iterator[ValidationError]:
    """Exactly one alternative fits. Those that the value's type or a constant rules out are not tried."""
    possible = [one for one in alternatives if not _ruled_out(validator, one, value)]
    yield from Draft202012Validator.VALIDATORS["oneOf"](validator, possible or alternatives, value, schema)


def _ruled_out(validator: Any, schema: Json, value: Any) -> bool:
    types = schema.get("type", ())
    if types and not any(
        validator.is_type(value, one) for one in ([types] if isinstance(types, str) else types)
    ):
        return True
    if isinstance(value, dict):
        parts = schema.get("properties", {}).items()
        return any(name in value and _differs(part, value[name]) for name, part in parts)
    return _differs(schema, value)


def _differs(schema: Json, value: Any) -> bool:
    """Whether a text or a whole number is none of those that are allowed."""
    allowed = [schema["const"]] if "const" in schema else schema.get("enum")
    return allowed is not None and type(value) in (str, int) and value not in allowed


Validator = validators.extend(Draft202012Validator, {"oneOf": _one_of})
"""jsonschema's own, but quicker at `oneOf`: Discord's enumerations have up to 37 alternatives."""


def _lenient(schemas: Json) -> None:
    """What Discord takes though its document does not say so: an id as a number, a number as digits."""
    schemas["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
    for name in ("ApplicationCommandUpdateRequest", "ApplicationCommandCreateRequest"):
        rights = schemas[name]["properties"]["default_member_permissions"]
        schemas[name]["properties"]["default_member_permissions"] = {
            "anyOf": [rights, {"type": "string", "pattern": "^[0-9]+$"}]
        }


def _linked(schemas: Json) -> Json:
    """The schemas with each reference replaced by what it names: checking is then much quicker."""
    linked: Json = {name: {} for name in schemas}
    for name, schema in schemas.items():
        linked[name].update(_with_links(schema, linked))
    return linked


def _with_links(part: Any, schemas: Json) -> Any:
    if isinstance(part, list):
        return [_with_links(one, schemas) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return schemas[part["$ref"].rpartition("/")[2]]
    return {name: _with_links(one, schemas) for name, one in part.items()}


def _readings(value: str) -> list[Any]:
    """A query is written as text; the library writes `1` for yes."""
    number = [int(value)] if value.isdecimal() else []
    return [*number, *([value in ("true", "1")] if value in ("true", "1", "false", "0") else []), value]


def _told(place: str, validator: Any, value: Any) -> Iterator[str]:
    seen = id(validator), hashlib.sha256(json.dumps(value).encode()).digest()
    if seen in _FITTING:
        return
    errors = list(validator.iter_errors(value))
    if not errors:
        _FITTING.add(seen)
    for error in errors:
        for cause in _causes(error):
            yield f"{place}{cause.json_path[1:]}: {_brief(cause.message)}"


_FITTING: set[tuple[int, bytes]] = set()
"""What was found to fit: each bot registers the same commands, whose check takes 40 ms."""


def _brief(text: str, room: int = 90) -> str:
    return text if len(text) <= 2 * room else f"{text[:room]} ... {text[-room:]}"


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """What is wrong within the alternative that was meant: the one whose `type` is the value's."""
    if not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    meant = [found for found in branches.values() if not any(map(_of_another_kind, found))]
    for inner in min(meant or branches.values(), key=len):
        yield from _causes(inner)


def _of_another_kind(error: ValidationError) -> bool:
    own = list(error.path)
    return own == ["type"] or (not own and error.validator == "type" and error.instance is not None)
