"""The golden light around new pieces, and the part of the map around them."""

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter

from engine.game import Table
from render.draw.canvas import scaled
from render.draw.frame import Frame, dots
from render.draw.image_cache import kept
from render.draw.layout import MAP, Layout
from render.draw.sprites import STATION_SIZE, city_dot
from render.draw.theme import HALO, HIGHLIGHT, Paint
from render.draw.tracks import Car

Lights = tuple[tuple[Image.Image, tuple[int, int], Paint], ...]
"""The strength of each light, where its left upper corner is on the map, and its paint."""

REACH = 46
"""The reach of the light, in pixels."""
COARSE = 3
"""The light is drawn at a resolution this many times coarser: it has no edges."""
AURA, CORE = (13, 2.3), (3.5, 1.2)
"""The wide light and the bright one inside it: the blur and the strength of each."""
LEAST_ZOOM = 640
ZOOM_RATIO = 1.6
ZOOM_MARGIN = 130
"""Pixels around the zoomed places, on every side."""
NAME_MARGIN = 12
"""Pixels around the names of their cities."""


def highlighted(table: Table, new: Sequence[str] | None = None) -> tuple[str, ...]:
    """The ids of the routes and cities that are highlighted.

    They are those of the `new` pieces (without `new`, of the last move) and of a tunnel that is not settled.
    """
    tunnel = (table.tunnel.route,) if table.tunnel else ()
    if new is None:
        return tunnel or ((table.last[1],) if table.last else ())
    return tuple(dict.fromkeys((*new, *tunnel)))


def zoom(plan: Layout, *places: str) -> Frame:
    """The part of the map around routes and cities, with the names of the cities that they are at.

    It has 640 x 400 whole pixels or more, in the ratio 16:10 or, if it is nearly the whole map, 16:10.8.
    """
    near = _around(plan, *places).inset(-ZOOM_MARGIN)
    names = [plan.labels[city].frame.inset(-NAME_MARGIN) for city in _cities(plan, places)]
    frame = Frame.bounding(corner for each in (near, *names) for corner in each.ends)
    wide = max(frame.width, frame.height * ZOOM_RATIO, LEAST_ZOOM)
    wide = min(-(-wide // 16) * 16, MAP.width)
    high = wide / ZOOM_RATIO if min(frame.height, MAP.height) <= wide / ZOOM_RATIO else MAP.height
    room = Frame(wide / 2, high / 2, MAP.right - wide / 2, MAP.bottom - high / 2)
    middle = room.nearest(frame.centre)
    left, top = round(middle.real - wide / 2), round(middle.imag - high / 2)
    return Frame(left, top, left + wide, top + high)


def changed_by(plan: Layout, *places: str) -> Frame:
    """The part of the map that pieces on routes and in cities, and their highlight, may change."""
    return _around(plan, *places).inset(-REACH - STATION_SIZE)


def draw_highlight(picture: Image.Image, plan: Layout, *places: str) -> None:
    """Highlight routes and cities; the dots of cities near them stay as they are."""
    for place in places:
        around = _around(plan, place).inset(-REACH)
        near = tuple(car for row in plan.cars.values() for car in row if around.holds(car.at))
        for light, corner, paint in _lights(around, plan.cars.get(place, ()), plan.cities.get(place), near):
            picture.paste(paint, corner, light)
        for at in plan.cities.values():
            if around.holds(at):
                city_dot(at).put(picture)


@kept
def _lights(around: Frame, own: tuple[Car, ...], city: complex | None, near: tuple[Car, ...]) -> Lights:
    """The light in a frame of the `own` spaces of a route, or of a city, kept off the spaces `near` it.

    It is the same in each picture of a map, and takes longer than drawing the pieces on it.
    """
    left, top = int(around.left), int(around.top)
    corner = complex(left, top)
    size = int(around.width) // COARSE + 1, int(around.height) // COARSE + 1
    mask = Image.new("L", size, 0)
    source = ImageDraw.Draw(mask)
    for car in own:
        source.polygon(dots((point - corner) / COARSE for point in car.outline(6)), 255)
    if city is not None:
        at, radius = (city - corner) / COARSE, STATION_SIZE / COARSE * 0.72
        source.ellipse((at.real - radius, at.imag - radius, at.real + radius, at.imag + radius), 255)
    lights = []
    for (blurred, strength), paint in ((AURA, HIGHLIGHT), (CORE, HALO)):
        soft = scaled(mask.filter(ImageFilter.GaussianBlur(blurred / COARSE)), strength)
        light = soft.resize((size[0] * COARSE, size[1] * COARSE), Image.Resampling.BILINEAR)
        draw = ImageDraw.Draw(light)
        for car in near:
            draw.polygon(dots(point - corner for point in car.outline(4)), 0)
        box = light.getbbox() or (0, 0, 1, 1)
        lights.append((light.crop(box), (left + box[0], top + box[1]), paint))
    return tuple(lights)


def _around(plan: Layout, *places: str) -> Frame:
    """The frame of the spaces of routes, and of the stations in cities."""
    half = complex(STATION_SIZE, STATION_SIZE) / 2
    points = [corner for place in places for car in plan.cars.get(place, ()) for corner in car.corners]
    for at in (plan.cities[place] for place in places if place in plan.cities):
        points += [at - half, at + half]
    return Frame.bounding(points)


def _cities(plan: Layout, places: Sequence[str]) -> set[str]:
    """These cities, and those at both ends of these routes."""
    ends = [car.at for place in places for row in [plan.cars.get(place, ())] for car in (*row[:1], *row[-1:])]
    nearest = {min(plan.cities, key=lambda city: abs(plan.cities[city] - end)) for end in ends}
    return nearest | {place for place in places if place in plan.cities}
