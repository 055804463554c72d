"""The golden light around new pieces, and the part of the map around them."""

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter

from engine.game import Table
from render.draw.frame import Frame, dots
from render.draw.layout import MAP, Layout
from render.draw.sprites import STATION_SIZE, city_dot, city_name
from render.draw.theme import HALO, HIGHLIGHT

REACH = 46
"""The reach of the light, in pixels."""
COARSE = 3
"""The light is drawn at a resolution this many times coarser: it has no edges."""
AURA, CORE = (13, 2.3), (3.5, 1.2)
"""The wide light and the bright one inside it: the blur and the strength of each."""
LEAST_ZOOM = 640
ZOOM_MARGIN = 130
"""Pixels around the zoomed place, on every side."""


def highlighted(table: Table, new: Sequence[str] | None = None) -> tuple[str, ...]:
    """The ids of the routes and cities that are highlighted.

    They are those of the `new` pieces (without `new`, of the last move) and of a tunnel that is not settled.
    """
    tunnel = (table.tunnel.route,) if table.tunnel else ()
    if new is None:
        return tunnel or ((table.last[1],) if table.last else ())
    return (*new, *tunnel)


def zoom(plan: Layout, *places: str) -> Frame:
    """The part of the map around routes and cities: 640 x 400 whole pixels or more, in the ratio 16:10.

    Places that lie too far apart for that are around its middle.
    """
    frame = _around(plan, *places).inset(-ZOOM_MARGIN)
    wide = max(frame.width, frame.height * 1.6, LEAST_ZOOM)
    wide = min(-(-wide // 16) * 16, MAP.width)
    high = wide / 1.6
    room = Frame(wide / 2, high / 2, MAP.right - wide / 2, MAP.bottom - high / 2)
    middle = room.nearest(frame.centre)
    left, top = round(middle.real - wide / 2), round(middle.imag - high / 2)
    return Frame(left, top, left + wide, top + high)


def draw_highlight(picture: Image.Image, plan: Layout, place: str) -> None:
    """Highlight a route or a city; cities and names near it stay as they are."""
    around = _around(plan, place).inset(-REACH)
    left, top = int(around.left), int(around.top)
    size = int(around.width) // COARSE + 1, int(around.height) // COARSE + 1
    mask = Image.new("L", size, 0)
    _draw_lit(ImageDraw.Draw(mask), plan, place, complex(left, top))
    for (blurred, strength), paint in ((AURA, HIGHLIGHT), (CORE, HALO)):
        soft = mask.filter(ImageFilter.GaussianBlur(blurred / COARSE))
        soft = soft.point([min(round(share * strength), 255) for share in range(256)])
        light = soft.resize((size[0] * COARSE, size[1] * COARSE), Image.Resampling.BILINEAR)
        _spare_spaces(ImageDraw.Draw(light), plan, around, complex(left, top))
        picture.paste(paint, (left, top), light)
    for city, at in plan.cities.items():
        if around.holds(at):
            city_dot(at).put(picture)
            city_name(plan.labels[city]).put(picture)


def _draw_lit(draw: ImageDraw.ImageDraw, plan: Layout, place: str, corner: complex) -> None:
    """Draw the source of the light: the spaces of a route with a rim, or a disc at a city."""
    for car in plan.cars.get(place, ()):
        draw.polygon(dots((point - corner) / COARSE for point in car.outline(6)), 255)
    if place in plan.cities:
        at = (plan.cities[place] - corner) / COARSE
        radius = STATION_SIZE / COARSE * 0.72
        draw.ellipse((at.real - radius, at.imag - radius, at.real + radius, at.imag + radius), 255)


def _spare_spaces(draw: ImageDraw.ImageDraw, plan: Layout, around: Frame, corner: complex) -> None:
    """Keep the light off all spaces."""
    for cars in plan.cars.values():
        for car in cars:
            if around.holds(car.at):
                draw.polygon(dots(point - corner for point in car.outline(4)), 0)


def _around(plan: Layout, *places: str) -> Frame:
    """The frame of the spaces of routes, and of the stations in cities."""
    half = complex(STATION_SIZE, STATION_SIZE) / 2
    points = [corner for place in places for car in plan.cars.get(place, ()) for corner in car.corners]
    for place in plan.cities.keys() & set(places):
        points += [plan.cities[place] - half, plan.cities[place] + half]
    return Frame.bounding(points)
