"""A part of a board's map in a frame: paled, with networks, marked cities and journeys drawn on it."""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import ceil, copysign, floor

from PIL import Image, ImageOps

from engine.board import Board, Route
from render.draw.canvas import Canvas, fade
from render.draw.city_names import holds
from render.draw.dim import dim
from render.draw.empty_map import clear_cut_sea_names, painted_map
from render.draw.frame import Frame
from render.draw.image_cache import kept
from render.draw.labels import Label
from render.draw.layout import HEIGHT, MAP, WIDTH, Layout
from render.draw.sprites import Sprite, city_name, dash
from render.draw.text import fitted, width
from render.draw.theme import CREAM, INK, PAPER, Paint

CLEAR = complex(360, 250)
"""How much more of the map than its points a window shows, across and down."""
LEAST = 760.0
"""The least width of a window, in pixels of the map."""
COLOR, TINT = 0.75, 0.3
"""The share of its colour that the map keeps, and the strength of the paper's tint over it."""
BEND = 0.17
"""How far a journey bends from the straight line, as a share of its length."""
DASH, GAP, THICK = 17.0, 11.0, 6.0
SEEN = 0.3
"""A point of a line that is less than this beside the way from one to the next, in pixels, is no bend."""
LABEL_SIZE = 36
HALO = 6.0
"""How far the halo of a name reaches on the map, in pixels."""
ROOM = 3
"""The margin around a name: more than a pixel of the smallest picture of the map."""
RING = 19.0
"""The radius of the ring around a city that a ticket names."""


@dataclass(frozen=True, slots=True)
class MapWindow:
    """A window of the map, shown in a frame of a picture."""

    window: Frame
    frame: Frame

    @property
    def scale(self) -> float:
        """Pixels of the picture for one pixel of the map, across."""
        return self.frame.width / self.window.width

    @property
    def _down(self) -> float:
        """Pixels of the picture for one pixel of the map, down: nearly the same."""
        return self.frame.height / self.window.height

    def at(self, point: complex) -> complex:
        """Where a point of the map is on the picture."""
        x, y = point.real - self.window.left, point.imag - self.window.top
        return complex(self.frame.left + x * self.scale, self.frame.top + y * self._down)

    def land(self, board: Board, language: str) -> Image.Image:
        """The board's empty map in the window, without names of cities, paled, as large as the frame."""
        low, high = self.window.ends
        near = Frame(floor(low.real), floor(low.imag), ceil(high.real), ceil(high.imag))
        part = painted_map(board, language, near)
        clear_cut_sea_names(part, board, language, self.window, near.corner)
        left, top = low.real - near.left, low.imag - near.top
        box = left, top, left + self.window.width, top + self.window.height
        return dim(part.resize(self.frame.size, Image.Resampling.HAMMING, box), COLOR, PAPER, TINT)

    def draw_names(
        self, picture: Image.Image, plan: Layout, plates: Mapping[str, Frame], covered: Sequence[Frame] = ()
    ) -> None:
        """Draw the names of cities without a plate that are in the window on its picture.

        A name that a plate, the ring around its city or what is `covered` would touch is left out.
        """
        rings = [target_frame(self.at(plan.cities[city])) for city in plates]
        taken = [*plates.values(), *rings, *covered]
        for city, label in plan.labels.items():
            if city not in plates and holds(self.window, label.frame):
                here = Frame.between(*map(self.at, label.frame.inset(-HALO).ends))
                if not any(map(here.meets, taken)):
                    self._smaller(_pale_name(label)).put(picture)

    def _smaller(self, sprite: Sprite) -> Sprite:
        """A sprite with a margin of `ROOM` as it is in the frame."""
        low, size = complex(sprite.left, sprite.top), complex(*sprite.image.size)
        start, end = self.at(low + ROOM * (1 + 1j)), self.at(low + size - ROOM * (1 + 1j))
        left, top, right, bottom = floor(start.real), floor(start.imag), ceil(end.real), ceil(end.imag)
        x, y = ROOM - (start.real - left) / self.scale, ROOM - (start.imag - top) / self._down
        box = x, y, x + (right - left) / self.scale, y + (bottom - top) / self._down
        image = sprite.image.resize((right - left, bottom - top), Image.Resampling.HAMMING, box)
        return Sprite(image.convert("RGBA"), left, top)


@kept
def _pale_name(label: Label) -> Sprite:
    """A city's name paled as the map is, in a margin of `ROOM`; premultiplied, to be made smaller."""
    name = city_name(label)
    image = ImageOps.expand(name.image, ROOM)
    fade(image, 1 - TINT)
    return Sprite(image.convert("RGBa"), name.left - ROOM, name.top - ROOM)


def window_around(points: Sequence[complex], frame: Frame) -> MapWindow:
    """A window in a frame that shows these points of the map and their surroundings.

    A window as wide as the map is a little less high than the map.
    """
    ratio = frame.width / frame.height
    shown = Frame.bounding(points)
    wide = max(shown.width + CLEAR.real, (shown.height + CLEAR.imag) * ratio, LEAST)
    half = complex(min(wide, WIDTH), min(wide / ratio, HEIGHT)) / 2
    room = Frame(half.real, half.imag, MAP.right - half.real, MAP.bottom - half.imag)
    middle = room.nearest(shown.centre)
    return MapWindow(Frame.between(middle - half, middle + half), frame)


def draw_network(
    picture: Image.Image, window: MapWindow, plan: Layout, routes: Iterable[Route], paint: Paint
) -> None:
    """Draw a player's routes, at least one, as a bold line along their spaces on the window's picture."""
    ways = [bends([window.at(point) for point in plan.way(route)]) for route in routes]
    around = Frame.bounding(point for way in ways for point in way).inset(-7)
    if not around.meets(window.frame):
        return
    with Canvas.part(picture, around.within(window.frame)) as canvas:
        for thick, fill in ((13, CREAM), (8.5, paint)):
            for way in ways:
                canvas.line(way, fill, thick)
                for end in (way[0], way[-1]):
                    canvas.disc(end, thick / 2, fill)


def bends(line: Sequence[complex]) -> list[complex]:
    """A line without the points at which nobody sees a bend: joints take most of the time of a line."""
    kept = [line[0]]
    for at, after in pairwise(line[1:]):
        along = after - kept[-1]
        aside = ((at - kept[-1]) * along.conjugate()).imag
        if abs(aside) > SEEN * abs(along):
            kept.append(at)
    return [*kept, *line[1:][-1:]]


@lru_cache(maxsize=64)
def journey_curve(start: complex, end: complex, room: Frame) -> tuple[complex, ...]:
    """Points of a curve from one point to another, bent upwards where there is room for it."""
    along = end - start
    aside = 1j * along * BEND
    if aside.imag > 0:
        aside = -aside
    if not room.holds((start + end) / 2 + aside):
        aside = -aside
    top = (start + end) / 2 + aside
    steps = max(round(abs(along) / 3), 2)
    shares = [step / steps for step in range(steps + 1)]
    return tuple((1 - t) ** 2 * start + 2 * t * (1 - t) * top + t * t * end for t in shares)


def draw_dashes(
    picture: Image.Image, points: Sequence[complex], paint: Paint, thick: float = THICK, casing: Paint = CREAM
) -> None:
    """Draw a dashed line with a casing on a picture, along a curve of points."""
    for start, end in dashes(tuple(points)):
        dash(start, end, thick, paint, casing).put(picture)


@lru_cache(maxsize=64)
def dashes(points: tuple[complex, ...]) -> Sequence[tuple[complex, complex]]:
    """The ends of the dashes along a curve of points."""
    travelled = list(accumulate((abs(b - a) for a, b in pairwise(points)), initial=0.0))

    def at(way: float) -> complex:
        """The point at this distance along the curve."""
        last = min(max(bisect(travelled, way), 1), len(points) - 1)
        a, b = points[last - 1 : last + 1]
        long = travelled[last] - travelled[last - 1]
        return a + (b - a) * min((way - travelled[last - 1]) / (long or 1.0), 1)

    count = ceil((travelled[-1] - THICK) / (DASH + GAP))
    return [(at(number * (DASH + GAP)), at(number * (DASH + GAP) + DASH)) for number in range(count)]


def target_frame(at: complex) -> Frame:
    """What the ring around a city covers."""
    return Frame.around(at, 2 * RING, 2 * RING)


def draw_target(picture: Image.Image, at: complex, paint: Paint) -> None:
    """Mark a city that a ticket names with a ring."""
    with Canvas.part(picture, target_frame(at)) as canvas:
        for share, fill in ((1.0, INK), (0.93, CREAM), (0.76, paint), (0.4, CREAM)):
            canvas.disc(at, RING * share, fill)


def draw_plate(picture: Image.Image, plate: Frame, text: str) -> None:
    """Draw a city's name, large, on its plate."""
    with Canvas.part(picture, plate) as canvas:
        canvas.box(plate, CREAM, INK, 2, 9)
        canvas.text(plate.centre, fitted(text, LABEL_SIZE, plate.width - 20), LABEL_SIZE, INK)


def name_plate(window: MapWindow, at: complex, label: Label) -> Frame:
    """Where a city's name goes, large on a plate next to it, within the window's frame.

    If the frame pushes the plate onto the city, the plate goes to the city's other side.
    """
    text = fitted(label.text, LABEL_SIZE, window.frame.width - 40)
    half = complex(width(text, LABEL_SIZE) / 2 + 11, LABEL_SIZE * 0.58)
    aside = window.at(label.frame.centre) - at
    plates = [_plate(at, side, label, window.scale, half, window.frame.inset(6)) for side in (aside, -aside)]
    clear = [plate for plate in plates if abs(plate.inset(10).nearest(at) - at) > RING / 2]
    return (clear or plates)[0]


def _plate(at: complex, aside: complex, label: Label, scale: float, half: complex, room: Frame) -> Frame:
    """A plate of at least this half width and height that covers a name at this offset from its city.

    The plate grows away from the city and leaves room for the ring.
    """
    covered = complex(label.frame.width, label.frame.height) / 2 * scale + 4 + 4j
    half = complex(max(half.real, covered.real), max(half.imag, covered.imag))
    middle = at + aside
    if abs(aside.real) > covered.real:
        near = abs(aside.real) - covered.real
        half += max(RING - near, 0) / 2
        middle = complex(at.real + copysign(near + half.real, aside.real), middle.imag)
    else:
        near = abs(aside.imag) - covered.imag
        half += max(RING - near, 0) / 2 * 1j
        middle = complex(middle.real, at.imag + copysign(near + half.imag, aside.imag))
    low, high = complex(room.left, room.top) + half, complex(room.right, room.bottom) - half
    middle = Frame.between(low, high).nearest(middle)
    return Frame.between(middle - half, middle + half)
