"""Events as they are stored: the name of their class, the version of its fields, and its fields as JSON.

Stored events never change meaning. If the fields of a kind of event change, its `shape` rises, and the code
that reads the earlier shape goes here.
"""

from collections.abc import Mapping
from typing import Any

from engine.documents.codec import fields_to_json, from_json, to_json
from engine.events import Event


def encode(event: Event) -> dict[str, Any]:
    """An event's fields as JSON, secrets included, without its kind (its class's name) and its shape."""
    return fields_to_json(event)


def decode(kind: str, shape: int, fields: Mapping[str, Any]) -> Event:
    """Read an event from its kind, its shape and its fields.

    Raises BadInput where a newer program stored it, or the fields are not those of its kind.
    """
    return event_from_json({**fields, "kind": kind, "shape": shape})


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as one JSON object: `kind`, `shape` and its fields, secrets included."""
    document: dict[str, Any] = to_json(event)
    return document


def event_from_json(document: Mapping[str, Any]) -> Event:
    """Read an event from one JSON object. Raises BadInput."""
    event: Event = from_json(Event, document)
    return event
