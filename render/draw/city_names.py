"""The names of cities on a map. They are drawn last, so that nothing else lies over them."""

from collections.abc import Collection, Sequence

from PIL import Image

from render.draw.frame import Frame
from render.draw.layout import MAP, Layout
from render.draw.sprites import city_name

HALO = 8.0
"""How far a name's halo reaches, at most."""


def draw_names(
    picture: Image.Image,
    plan: Layout,
    frame: Frame = MAP,
    *,
    lit: Collection[str] | None = None,
    near: Sequence[Frame] = (MAP,),
) -> None:
    """Draw the names on a picture of this part of the map; a name that does not fit in whole is left out.

    With `lit`, the names of all other cities are dimmed. Those that meet no frame in `near` may be left out.
    """
    corner = -complex(frame.left, frame.top)
    for city, label in plan.labels.items():
        if holds(frame, label.frame) and any(map(label.frame.inset(-HALO).meets, near)):
            faded = lit is not None and city not in lit
            city_name(label, faded=faded).moved(corner).put(picture)


def holds(outer: Frame, inner: Frame) -> bool:
    """Whether a frame lies within another."""
    return all(map(outer.holds, inner.ends))
