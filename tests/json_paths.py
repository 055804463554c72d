"""The places in a JSON document."""

from collections.abc import Iterator
from typing import Any

Place = tuple[str | int, ...]


def paths(document: Any, here: Place = ()) -> Iterator[Place]:
    """The path to each value in a document: to the whole, and to a value before those that are in it."""
    yield here
    if isinstance(document, dict | list):
        for step in document if isinstance(document, dict) else range(len(document)):
            yield from paths(document[step], (*here, step))
