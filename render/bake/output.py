"""The files of a bake: the layout, the finished map, and the paints of the board's pictures."""

import json
from cmath import phase
from collections.abc import Mapping, Sequence
from io import BytesIO
from math import degrees
from pathlib import Path
from typing import Any

from PIL import Image

from engine.board import Board
from render.draw.baked_maps import LAYOUT, MAP_PICTURE, PALETTE, drawn_from
from render.draw.frame import Frame
from render.draw.layout import Layout
from render.draw.tracks import Car

EFFORT = 80
"""The effort of the map's compression, 0 to 100."""


def write(folder: Path, layout: Mapping[str, Any], empty: Image.Image, palette: bytes) -> None:
    """Write the layout, the finished empty map (lossless) and the paints into a board's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = BytesIO()
    empty.save(picture, "WEBP", lossless=True, quality=EFFORT)
    files = {LAYOUT: _text(layout).encode(), MAP_PICTURE: picture.getvalue(), PALETTE: palette}
    for name, content in files.items():
        # Replace files at once: a program that draws during a bake must not read half of one.
        fresh = folder / f"{name}.new"
        fresh.write_bytes(content)
        fresh.replace(folder / name)


def _text(layout: Mapping[str, Any]) -> str:
    """A layout as JSON text with one city or route on each line."""
    parts = ",\n".join(f"{json.dumps(key)}: {_block(value)}" for key, value in layout.items())
    return f"{{\n{parts}\n}}\n"


def document(board: Board, plan: Layout) -> dict[str, Any]:
    """A board's layout in the form that `render.draw.layout.read` takes, with the hash of its map."""
    return {
        "drawn_from": drawn_from(board),
        "panel": _frame(plan.panel),
        "cities": {city: [round(at.real, 1), round(at.imag, 1)] for city, at in plan.cities.items()},
        "cars": {route: list(map(_car, row)) for route, row in plan.cars.items()},
        "labels": {city: [label.text, *_frame(label.frame)] for city, label in plan.labels.items()},
    }


def _car(car: Car) -> Sequence[float]:
    return (
        round(car.at.real, 1), round(car.at.imag, 1), round(degrees(phase(car.heading)), 1), car.length
    )  # fmt: skip


def _frame(frame: Frame) -> list[float]:
    return [round(edge, 1) for edge in frame.box]


def _block(value: Any) -> str:
    """A value as JSON; each entry of a table is on its own line."""
    if not isinstance(value, Mapping):
        return json.dumps(value)
    lines = (f"  {json.dumps(key)}: {json.dumps(entry, ensure_ascii=False)}" for key, entry in value.items())
    return "{\n" + ",\n".join(lines) + "\n}"
