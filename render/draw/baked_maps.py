"""The atlas: what was baked from boards beforehand. `python -m render.bake` adds a board to it.

A board has a folder in `baked/` with its layout, its finished empty map and the paints of its pictures. It
is found by what the map shows, so a board that only adds tickets to a shipped one has that one's map, and a
board whose cities or routes were changed since has none.
"""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from PIL import Image

from engine.board import Board

BAKED = Path(__file__).parents[1] / "baked"
LAYOUT, MAP_PICTURE, PALETTE = "layout.json", "map.webp", "palette"
"""The files of a board's folder."""


@lru_cache(maxsize=16)
def drawn_from(board: Board) -> str:
    """The SHA-256 of all that a board's map shows: its cities and routes."""
    cities = [[city.id, city.name, city.latitude, city.longitude] for city in board.cities]
    routes = [
        [route.id, route.a, route.b, route.length, route.color, route.tunnel, route.ferry, route.double]
        for route in board.routes
    ]
    return sha256(json.dumps([sorted(cities), sorted(routes)]).encode()).hexdigest()


def baked_layout(board: Board) -> dict[str, Any] | None:
    """What the layout file of a board says, if it was baked."""
    return _shelves().get(drawn_from(board), (None, None))[1]


def baked_map(board: Board) -> Image.Image | None:
    """The finished map of a baked board before the first claim: RGB, 1600 x 1080."""
    path = _file(board, MAP_PICTURE)
    if path is None:
        return None
    with Image.open(path) as picture:
        return picture.convert("RGB")


def baked_palette(board: Board) -> bytes | None:
    """The 256 paints of a baked board's pictures: red, green and blue of each, 768 bytes."""
    path = _file(board, PALETTE)
    return path.read_bytes() if path else None


def _file(board: Board, name: str) -> Path | None:
    """A file of the board's folder, if it is there."""
    folder, _ = _shelves().get(drawn_from(board), (None, None))
    return folder / name if folder and (folder / name).is_file() else None


@lru_cache(maxsize=1)
def _shelves() -> dict[str, tuple[Path, dict[str, Any]]]:
    """Every baked folder with its layout file, by what it was drawn from."""
    layouts = {path.parent: json.loads(path.read_text("utf-8")) for path in sorted(BAKED.glob(f"*/{LAYOUT}"))}
    return {document["drawn_from"]: (folder, document) for folder, document in layouts.items()}
