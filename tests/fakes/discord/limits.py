"""What Discord refuses though its description of its API does not say so."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tests.fakes.discord.world import COMPONENTS_V2, Json

LONGEST_TEXT = 2000
MOST_PARTS = 40
LONGEST_COMMAND = 8000
SELECTS = (3, 5, 6, 7, 8)


def message_complaints(body: Json, files: Sequence[str]) -> Iterator[str]:
    """Of a message that is made or changed; `files` are the names of what comes with it."""
    if len(body.get("content") or "") > LONGEST_TEXT:
        yield f"$.content: over {LONGEST_TEXT} characters"
    modern = bool((body.get("flags") or 0) & COMPONENTS_V2)
    if modern and (body.get("content") or body.get("embeds")):
        yield "$.content: neither text nor embeds with components of the second kind"
    yield from _component_complaints(body.get("components") or [], modern)
    yield from _mention_complaints(body.get("allowed_mentions") or {})
    yield from _file_complaints(body.get("attachments"), files)


def _component_complaints(rows: Sequence[Json], modern: bool) -> Iterator[str]:
    if not modern and (len(rows) > 5 or any(row["type"] != 1 for row in rows)):
        yield "$.components: at most five rows, and nothing else without the flag"
    parts = list(nested(rows, "$.components"))
    if len(parts) > MOST_PARTS:
        yield f"$.components: {len(parts)} of them; {MOST_PARTS} at most"
    for id, times in Counter(part.get("custom_id") for _, part in parts).items():
        if id is not None and times > 1:
            yield f"$.components: {times} have the custom_id {id!r}"
    for place, part in parts:
        yield from _part_complaints(place, part)


def _part_complaints(place: str, part: Json) -> Iterator[str]:
    match part:
        case {"type": 1, "components": [*inner]} if len(inner) > 1 and any(
            one["type"] in SELECTS for one in inner
        ):
            yield f"{place}: a select has its row for itself"
        case {"type": 2, "style": 5}:
            yield from () if part.get("url") else (f"{place}: a link without its address",)
        case {"type": 2}:
            if not part.get("custom_id"):
                yield f"{place}: a button without a custom_id"
            if not (part.get("label") or part.get("emoji")):
                yield f"{place}: a button that says nothing"
        case {"type": 3 | 21 | 22, "options": options}:
            yield from _option_complaints(place, part, options)
        case _:
            pass


def _option_complaints(place: str, part: Json, options: Sequence[Json]) -> Iterator[str]:
    if not 1 <= len(options) <= (25 if part["type"] == 3 else 10):
        yield f"{place}.options: {len(options)} of them"
    if len({option["value"] for option in options}) < len(options):
        yield f"{place}.options: two have the same value"
    chosen = sum(bool(option.get("default")) for option in options)
    most = part.get("max_values") or (1 if part["type"] == 3 else len(options))
    if chosen > most or most > len(options):
        yield f"{place}: {most} may be chosen, {chosen} are, of {len(options)}"
    least = part.get("min_values")
    if least is not None and least > most:
        yield f"{place}.min_values: over max_values"


def _mention_complaints(allowed: Json) -> Iterator[str]:
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            yield f"$.allowed_mentions: {kind} named, and all of them allowed"


def _file_complaints(attachments: Sequence[Json] | None, files: Sequence[str]) -> Iterator[str]:
    named = {int(one["id"]) for one in attachments or ()}
    for number, name in enumerate(files):
        if attachments is not None and number not in named:
            yield f"$.attachments: {name} comes without being listed"
    if len(files) > 10:
        yield "files: more than ten"


def nested(parts: Sequence[Json], place: str) -> Iterator[tuple[str, Json]]:
    """Every component with its place, however deep."""
    for number, part in enumerate(parts):
        here = f"{place}[{number}]"
        yield here, part
        yield from nested(part.get("components", []), f"{here}.components")
        inner = [part[key] for key in ("component", "accessory") if part.get(key)]
        yield from nested(inner, f"{here}.component")


def modal_complaints(data: Json) -> Iterator[str]:
    """Of a form: five fields at most."""
    if len(data["components"]) > 5:
        yield "$.data.components: more than five"
    for place, part in nested(data["components"], "$.data.components"):
        yield from _part_complaints(place, part)


def command_complaints(commands: Sequence[Json]) -> Iterator[str]:
    """Of all the commands together."""
    slashes = [command for command in commands if command.get("type", 1) == 1]
    if len(slashes) > 100:
        yield f"$: {len(slashes)} commands; 100 at most"
    if len({(one["name"], one.get("type", 1)) for one in commands}) < len(commands):
        yield "$: two commands have the same name"
    for number, command in enumerate(commands):
        place = f"$[{number}]"
        if command.get("type", 1) == 1:
            yield from _name_complaints(place, command)
            yield from _order_complaints(place, command)
            if (size := _written_in(command)) > LONGEST_COMMAND:
                yield f"{place}: {size} characters in all; {LONGEST_COMMAND} at most"


def _name_complaints(place: str, command: Json) -> Iterator[str]:
    names = [command["name"], *(command.get("name_localizations") or {}).values()]
    for name in names:
        if name != name.lower() or not all(sign.isalnum() or sign in "-_'" for sign in name):
            yield f"{place}.name: {name!r} is no name of a command"
    if command.get("type", 1) == 1 and not command.get("description"):
        yield f"{place}.description: there is none"
    options = command.get("options") or []
    if len({option["name"] for option in options}) < len(options):
        yield f"{place}.options: two have the same name"
    for number, option in enumerate(options):
        yield from _name_complaints(f"{place}.options[{number}]", option | {"type": 1})


def _order_complaints(place: str, command: Json) -> Iterator[str]:
    options = command.get("options") or []
    asked = [bool(option.get("required")) for option in options]
    if asked != sorted(asked, reverse=True):
        yield f"{place}.options: one that is required comes after one that is not"
    for number, option in enumerate(options):
        if option.get("autocomplete") and option.get("choices"):
            yield f"{place}.options[{number}]: choices, and completed too"
        yield from _order_complaints(f"{place}.options[{number}]", option)


def _written_in(part: Any) -> int:
    """The characters of names, descriptions and values; of several languages the longest."""
    size = 0
    for key in ("name", "description"):
        said = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        size += max(map(len, said))
    size += sum(len(str(choice["value"])) + _written_in(choice) for choice in part.get("choices") or ())
    return size + sum(map(_written_in, part.get("options") or ()))
