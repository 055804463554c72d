"""Maps that were baked beforehand. `python -P -m tools.bake` adds the map of a board.

A board has a folder in `baked/` with its layout, its empty map, the names of seas on it by language, and the
paints of its pictures: those of the map of a player's tickets are in a file of their own. The folder is
found by what the map shows: a board that only adds tickets to a shipped one uses that board's map,
and a board whose cities or routes have changed since has none.
"""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from PIL import Image

from engine.board import PRINTED_LANGUAGE, Board

BAKED = Path(__file__).parents[1] / "baked"
LAYOUT, MAP_PICTURE, PALETTE, TICKETS_PALETTE = "layout.json", "map.webp", "palette", "palette-tickets"
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
    """The content of a board's layout file, if it was baked."""
    return _folders().get(drawn_from(board), (None, None))[1]


def baked_map(board: Board) -> Image.Image | None:
    """The map of a baked board before the first claim, without any names: RGB, 1600 x 1080."""
    path = _file(board, MAP_PICTURE)
    if path is None:
        return None
    with Image.open(path) as picture:
        return picture.convert("RGB")


def sea_names_file(language: str) -> str:
    """The file of a board's folder with the names of seas in a language, as a mask of its map."""
    return f"seas-{language}.png"


def baked_sea_names(board: Board, language: str) -> Image.Image | None:
    """The names of seas as a mask of the map of a baked board, in a language or else in the printed one."""
    path = _file(board, sea_names_file(language)) or _file(board, sea_names_file(PRINTED_LANGUAGE))
    if path is None:
        return None
    with Image.open(path) as mask:
        return mask.convert("L")


def baked_palette(board: Board, name: str = PALETTE) -> bytes | None:
    """The 256 paints of a baked board's pictures, or of `TICKETS_PALETTE`: red, green and blue of each."""
    path = _file(board, name)
    return path.read_bytes() if path else None


def _file(board: Board, name: str) -> Path | None:
    """A file of the board's folder, if it is there."""
    folder, _ = _folders().get(drawn_from(board), (None, None))
    return folder / name if folder and (folder / name).is_file() else None


@lru_cache(maxsize=1)
def _folders() -> dict[str, tuple[Path, dict[str, Any]]]:
    """Every baked folder with its layout file, by the hash of the map that it shows."""
    layouts = {path.parent: json.loads(path.read_text("utf-8")) for path in sorted(BAKED.glob(f"*/{LAYOUT}"))}
    return {document["drawn_from"]: (folder, document) for folder, document in layouts.items()}
