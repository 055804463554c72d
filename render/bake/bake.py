"""A whole bake: the layout, the land under it, ornaments, and the files."""

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from engine.board import Board
from render.bake import earth
from render.bake.connections import Points
from render.bake.dry_land import dry_warp
from render.bake.earth import Sea
from render.bake.free_space import FreeSpace
from render.bake.land_picture import land_picture
from render.bake.ornaments import draw_compass, draw_frame, draw_steamer
from render.bake.output import document, write
from render.bake.sea_names import draw_sea_names
from render.bake.solver import solve
from render.bake.warped_earth import WarpedEarth
from render.board import paints_of
from render.draw.baked_maps import baked_layout
from render.draw.empty_map import ground
from render.draw.layout import MAP, Layout, read

log = logging.getLogger(__name__)


def bake(board: Board, into: Path, *, keep_layout: bool = False) -> None:
    """Bake a board into its folder in `into`."""
    known = baked_layout(board) if keep_layout else None
    if known is None:
        known = document(board, solve(board))
    plan = read(known)
    empty = ground(landscape(board, plan), plan, board)
    write(into / board.id, known, empty, paints_of(board, empty, plan))


def landscape(board: Board, plan: Layout) -> Image.Image:
    """The picture of the land under a board's layout: RGB, 1600 x 1080."""
    warped = WarpedEarth(board, dry_warp(board, plan))
    picture = land_picture(warped)
    free_space = FreeSpace(plan, warped.land)
    log.info("seas: %s", ", ".join(draw_sea_names(picture, free_space, _seas_on(warped))))
    draw_compass(picture, free_space)
    draw_steamer(picture, free_space)
    draw_frame(picture)
    return picture


def _seas_on(warped: WarpedEarth) -> Sequence[tuple[Sea, Points]]:
    """The seas on the map, with their points that lie on it."""
    found = []
    for sea in earth.seas():
        places = np.array([longitude + 1j * latitude for latitude, longitude in sea.points])
        points = warped.points(places)
        near = points[[MAP.inset(-150).holds(point) for point in points.tolist()]]
        found += [(sea, near)] if len(near) else []
    return found
