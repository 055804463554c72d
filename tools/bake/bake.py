"""A whole bake: the layout, the land under it, ornaments, and the files."""

import json
import logging
from cmath import phase
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import chain
from math import degrees
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from engine.board import PRINTED_LANGUAGE, Board
from render.board import paints_of
from render.draw.baked_maps import (
    LAYOUT,
    MAP_PICTURE,
    PALETTE,
    TICKETS_PALETTE,
    baked_layout,
    drawn_from,
    sea_names_file,
)
from render.draw.empty_map import ground, with_sea_names
from render.draw.frame import Frame
from render.draw.labels import Label
from render.draw.layout import MAP, labels_key, read
from render.draw.tracks import Car
from render.my_tickets import ticket_paints_of
from tools.bake import earth
from tools.bake.arrays import Points
from tools.bake.city_names import LANGUAGES
from tools.bake.dry_land import dry_warp
from tools.bake.earth import Sea
from tools.bake.free_space import FreeSpace
from tools.bake.land_picture import land_picture
from tools.bake.ornaments import draw_compass, draw_frame, draw_steamer
from tools.bake.sea_names import SeaName, drawn, placed_names, take
from tools.bake.solver import Layouts, solve
from tools.bake.warped_earth import WarpedEarth

log = logging.getLogger(__name__)

SeaNames = Mapping[str, Sequence[SeaName]]
"""By language: the names of the seas."""

EFFORT = 80
"""The effort of the map's compression, 0 to 100."""


def bake(board: Board, into: Path, *, afresh: bool = False) -> None:
    """Bake a board into its folder in `into`, with the layout that it has, or a new one if there is none."""
    known = None if afresh else baked_layout(board)
    if known is None:
        known = _document(board, solve(board))
    plans = {language: read(known, language) for language in LANGUAGES}
    plan = plans[PRINTED_LANGUAGE]
    land, names = landscape(board, plans)
    empty, seas = ground(land, plan, board), {language: drawn(names[language]) for language in names}
    named = with_sea_names(empty, seas[PRINTED_LANGUAGE])
    palettes = {
        PALETTE: paints_of(board, named, plan),
        TICKETS_PALETTE: ticket_paints_of(board, named, plan),
    }
    _write(into / board.id, known, empty, seas, palettes)


def landscape(board: Board, plans: Layouts) -> tuple[Image.Image, SeaNames]:
    """The picture of the land under a board's layouts, RGB, 1600 x 1080, and the names on its water."""
    warped = WarpedEarth(board, dry_warp(board, plans[PRINTED_LANGUAGE]))
    picture, seas = land_picture(warped), _seas_on(warped)
    names = {
        language: placed_names(FreeSpace(warped.land, plan), seas, language)
        for language, plan in plans.items()
    }
    free_space = FreeSpace(warped.land, *plans.values())
    for name in chain.from_iterable(names.values()):
        log.info("sea: %s", name.text)
        take(free_space, name)
    draw_compass(picture, free_space)
    draw_steamer(picture, free_space)
    draw_frame(picture)
    return picture, names


def _seas_on(warped: WarpedEarth) -> Sequence[tuple[Sea, Points]]:
    """The seas on the map, with their points that lie on it."""
    found = []
    for sea in earth.seas():
        places = np.array([longitude + 1j * latitude for latitude, longitude in sea.points])
        points = warped.points(places)
        near = points[[MAP.inset(-150).holds(point) for point in points.tolist()]]
        found += [(sea, near)] if len(near) else []
    return found


def _write(
    folder: Path,
    layout: Mapping[str, Any],
    empty: Image.Image,
    seas: Mapping[str, Image.Image],
    palettes: Mapping[str, bytes],
) -> None:
    """Write the layout, the finished empty map (lossless), the names of seas and the paints into a board's
    folder."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = BytesIO()
    empty.save(picture, "WEBP", lossless=True, quality=EFFORT)
    files = {LAYOUT: _text(layout).encode(), MAP_PICTURE: picture.getvalue(), **palettes}
    for language, mask in seas.items():
        names = BytesIO()
        mask.save(names, "PNG", optimize=True)
        files[sea_names_file(language)] = names.getvalue()
    for name, content in files.items():
        # Replace files at once: a program that draws during a bake must not read half of one.
        fresh = folder / f"{name}.new"
        fresh.write_bytes(content)
        fresh.replace(folder / name)


def _text(layout: Mapping[str, Any]) -> str:
    """A layout as JSON text with one city or route on each line."""
    parts = ",\n".join(f"{json.dumps(key)}: {_block(value)}" for key, value in layout.items())
    return f"{{\n{parts}\n}}\n"


def _document(board: Board, plans: Layouts) -> dict[str, Any]:
    """A board's layout in the form that `render.draw.layout.read` takes, with the hash of its map."""
    plan = plans[PRINTED_LANGUAGE]
    return {
        "drawn_from": drawn_from(board),
        "panel": _frame(plan.panel),
        "cities": {city: [round(at.real, 1), round(at.imag, 1)] for city, at in plan.cities.items()},
        "cars": {route: list(map(_car, row)) for route, row in plan.cars.items()},
        **{labels_key(language): _labels(other.labels) for language, other in plans.items()},
    }


def _labels(labels: Mapping[str, Label]) -> dict[str, list[Any]]:
    return {city: [label.text, *_frame(label.frame)] for city, label in labels.items()}


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
