"""Selects and forms as a member fills them in: never more, nor fewer, than Discord's client allows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.fakes.discord.world import Json

ROW, SELECT, TEXT, LABEL, SHOWN, RADIO, BOXES, BOX = 1, 3, 4, 18, 10, 21, 22, 23


def select_with(selects: Sequence[Json], labels: Sequence[str]) -> Json:
    """The select that has all these entries."""
    for select in selects:
        if all(any(row["label"].startswith(label) for row in select["options"]) for label in labels):
            return select
    raise AssertionError(f"no select has {labels}")


def chosen(field: Json, labels: Sequence[str]) -> list[str]:
    """The values of entries that begin so, as many as may be chosen."""
    values = []
    for label in labels:
        found = [row["value"] for row in field["options"] if row["label"].startswith(label)]
        assert found, f"no {label!r} among {[row['label'] for row in field['options']]}"
        values.append(found[0])
    least, most = _bounds(field)
    assert least <= len(values) <= most, f"{least} to {most} must be chosen, not {len(values)}"
    return values


def _bounds(field: Json) -> tuple[int, int]:
    match field["type"]:
        case 21:
            return int(field.get("required") is not False), 1
        case 22:
            least = field.get("min_values")
            usual = int(field.get("required") is not False)
            return usual if least is None else least, field.get("max_values") or len(field["options"])
        case _:
            least = field.get("min_values")
            optional = field.get("required") is False
            return (0 if optional and not least else 1 if least is None else least), field.get(
                "max_values"
            ) or 1


def filled_in(form: Json, fields: Mapping[str, Sequence[str] | str]) -> list[Json]:
    """What is sent for a form."""
    left = dict(fields)
    sent = list(_parts(form["components"], left))
    assert not left, f"the form {form['title']!r} does not ask for {list(left)}"
    return sent


def _parts(components: Sequence[Json], left: dict[str, Any]) -> Iterator[Json]:
    for number, part in enumerate(components, 1):
        if part["type"] == LABEL:
            inner = _value(part["component"], part["label"], left)
            yield {"type": LABEL, "id": number, "component": inner | {"id": 100 + number}}
        elif part["type"] == ROW:
            inner = _value(part["components"][0], part["components"][0]["label"], left)
            yield {"type": ROW, "id": number, "components": [inner | {"id": 100 + number}]}
        else:
            yield {"type": part["type"], "id": number}


def _value(field: Json, label: str, left: dict[str, Any]) -> Json:
    key = next((name for name in left if label.startswith(name)), None)
    given = left.pop(key) if key is not None else _before(field)
    about = {"type": field["type"], "custom_id": field["custom_id"]}
    if field["type"] == TEXT:
        text = str(given or "")
        least = field.get("min_length") or int(field.get("required") is not False)
        assert least <= len(text) <= (field.get("max_length") or 4000), f"{label}: {text!r}"
        return about | {"value": text}
    if field["type"] == BOX:
        return about | {"value": bool(given)}
    values = chosen(field, [given] if isinstance(given, str) else list(given or ()))
    return about | (
        {"value": values[0] if values else None} if field["type"] == RADIO else {"values": values}
    )


def _before(field: Json) -> Any:
    """The initial value of a field."""
    if "options" in field:
        return [row["label"] for row in field["options"] if row.get("default")]
    return field.get("value") or field.get("default")
