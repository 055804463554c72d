"""The Earth: land and lakes from Natural Earth, mountains, rivers and seas from a table of our own."""

import gzip
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np

from tools.bake.arrays import Points

Place = tuple[float, float]
"""Latitude and longitude in degrees."""

Rings = Sequence[Points]
"""A polygon: its outer ring, then its holes. A point is longitude + 1j * latitude, in degrees."""


@dataclass(frozen=True, slots=True)
class Sea:
    """A sea, its English name and the ones in other languages, and where its name goes.

    It lies within `within` pixels of one of the points, and is turned by at most `turned` degrees.
    """

    name: str
    translations: Mapping[str, str]
    within: int
    size: int
    turned: float
    points: Sequence[Place]

    def name_in(self, language: str) -> str:
        """Its name in a language, or in English."""
        return self.translations.get(language, self.name)


def land() -> Iterator[Rings]:
    """The polygons of the Earth's land."""
    return map(_polygon, _earth()["land"])


def lakes() -> Iterator[Rings]:
    """The polygons of its larger lakes."""
    return map(_polygon, _earth()["lakes"])


def mountains() -> list[tuple[Sequence[Place], float, float]]:
    """Each range's line of peaks, its height (1: the Alps) and its breadth (degrees of latitude)."""
    return [(row["line"], row["height"], row["breadth"]) for row in _terrain()["ranges"]]


def rivers() -> list[Sequence[Place]]:
    """The course of each river, from its spring to its mouth."""
    return [row["line"] for row in _terrain()["rivers"]]


def seas() -> list[Sea]:
    """The seas that have a name."""
    return [_sea(**row) for row in _terrain()["seas"]]


def _sea(
    name: str, within: int, size: int, turned: float, points: Sequence[Place], **translations: str
) -> Sea:
    return Sea(name, translations, within, size, turned, points)


def _polygon(rings: Sequence[Sequence[int]]) -> Rings:
    """A polygon from the steps along its rings, in hundredths of a degree."""
    return [np.cumsum(np.array(ring[::2]) + 1j * np.array(ring[1::2])) / 100 for ring in rings]


@lru_cache(maxsize=1)
def _earth() -> dict[str, Any]:
    packed = (files(__package__) / "earth.json.gz").read_bytes()
    return dict(json.loads(gzip.decompress(packed)))


@lru_cache(maxsize=1)
def _terrain() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "terrain.toml").read_text("utf-8"))
