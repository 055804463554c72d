"""The names of the seas, spaced and slanted, where free water is wide enough."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import pairwise, product
from math import radians

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from render.draw.layout import HEIGHT, WIDTH
from tools.bake.arrays import Points
from tools.bake.earth import Sea
from tools.bake.free_space import FreeSpace, sampled
from tools.bake.warped_earth import Field

FINE = 4
SHARE = 0.66
"""The opacity of a name."""
SIZES, SPACINGS = (1.0, 0.85, 0.7), (0.55, 0.32, 0.14)
"""The scales to try for a name, and the spaces between its letters, in heights of a letter."""
TURN = 7.5
"""Degrees between two slants to try."""
GRID = 8
"""Pixels between two places to try."""


@dataclass(frozen=True, slots=True)
class SeaName:
    """A sea's name in a size and letter spacing, at a place and a slant (degrees)."""

    text: str
    size: int
    spacing: float
    middle: complex = 0j
    turn: float = 0.0

    @property
    def steps(self) -> list[float]:
        """Where each letter begins, and where the last one ends, in pixels."""
        face, at = _face(self.size * FINE), [0.0]
        for letter, following in pairwise(self.text + " "):
            kern = face.getlength(letter + following) - face.getlength(following)
            at.append(at[-1] + kern / FINE + self.spacing * self.size)
        at[-1] -= self.spacing * self.size
        return at

    @property
    def beads(self) -> Points:
        """Centres of discs that cover the unslanted name, relative to its middle."""
        reach = max(self.steps[-1] / 2 - self.size / 3, 1)
        return np.linspace(-reach, reach, max(int(4 * reach / self.size), 2)).astype(complex)


def placed_names(room: FreeSpace, seas: Sequence[tuple[Sea, Points]], language: str) -> list[SeaName]:
    """The seas' names near their points, as spaced as there is room, which they then take."""
    found = []
    for sea, points in seas:
        clearance = room.clearance(water=True)
        lines = _lines(sea, language)
        placed = next(filter(None, (_placed(line, sea, points, clearance) for line in lines)), None)
        if placed:
            take(room, placed)
            found.append(placed)
    return found


def take(room: FreeSpace, name: SeaName) -> None:
    """Mark the place of a name as taken."""
    slant = np.exp(1j * radians(name.turn))
    room.take((name.middle + name.beads * slant).tolist(), 0.8 * name.size)


def drawn(names: Sequence[SeaName]) -> Image.Image:
    """The names as a mask of the whole map."""
    picture = Image.new("L", (WIDTH, HEIGHT), 0)
    for name in names:
        _write(picture, name)
    return picture


def _lines(sea: Sea, language: str) -> Iterator[SeaName]:
    for share, spacing in product(SIZES, SPACINGS):
        yield SeaName(sea.name_in(language).upper(), round(sea.size * share), spacing)


def _placed(line: SeaName, sea: Sea, points: Points, clearance: Field) -> SeaName | None:
    """The name at its best free place near a point; None if it fits nowhere."""
    around = np.arange(-sea.within, sea.within + 1, GRID)
    offsets = (around[:, None] + 1j * around).ravel()
    offsets = offsets[abs(offsets) <= sea.within]
    best: tuple[float, SeaName] | None = None
    turns = np.arange(-sea.turned, sea.turned + 1, TURN)
    for point, turn in product(points.tolist(), turns.tolist()):
        beads = line.beads * np.exp(1j * radians(turn))
        room = sampled(clearance, point + offsets[:, None] + beads).min(axis=1)
        fits = room >= 0.62 * line.size
        costs = np.where(fits, abs(offsets) / 6 + 0.5 * abs(turn) - 0.8 * np.minimum(room, 40), np.inf)
        cheapest = int(costs.argmin())
        if np.isfinite(costs[cheapest]) and (best is None or costs[cheapest] < best[0]):
            place = complex(point + offsets[cheapest])
            best = float(costs[cheapest]), SeaName(line.text, line.size, line.spacing, place, turn)
    return best[1] if best else None


def _write(picture: Image.Image, line: SeaName) -> None:
    """Draw a name at its place on a mask."""
    steps, high = line.steps, round(1.7 * line.size)
    mask = Image.new("L", (round((steps[-1] + line.size) * FINE), high * FINE), 0)
    draw, face = ImageDraw.Draw(mask), _face(line.size * FINE)
    for letter, at in zip(line.text, steps, strict=False):
        place = ((at + line.size / 2) * FINE, 1.2 * line.size * FINE)
        draw.text(place, letter, round(255 * SHARE), face, "ls")
    turned = mask.rotate(-line.turn, Image.Resampling.BICUBIC, expand=True)
    small = turned.resize((turned.width // FINE, turned.height // FINE), Image.Resampling.BOX)
    corner = line.middle - complex(small.width, small.height) / 2
    picture.paste(255, (round(corner.real), round(corner.imag)), small)


@lru_cache(maxsize=16)
def _face(size: int) -> ImageFont.FreeTypeFont:
    """Playfair Display in medium italics."""
    data = (files(__package__) / "fonts" / "PlayfairDisplay-MediumItalic.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)
