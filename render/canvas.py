"""A sheet to draw on, in pixels of the finished picture; it is finer than that, which makes edges smooth."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.projection import Frame
from render.text import font
from render.theme import CREAM, Paint

FINE = 2
"""How many dots of the sheet, across and down, make one pixel of the picture."""


class Canvas:
    """A sheet. Points are complex numbers: `x + 1j * y`."""

    def __init__(self, width: int, height: int, ground: Paint) -> None:
        self._image = Image.new("RGB", (width * FINE, height * FINE), ground)
        self._draw = ImageDraw.Draw(self._image)

    def finished(self) -> Image.Image:
        """The picture, smooth."""
        return self._image.reduce(FINE)

    def put(self, other: "Canvas", at: complex = 0j) -> None:
        """Lay another sheet on this one, its left upper corner at a point."""
        self._image.paste(other._image, (round(at.real * FINE), round(at.imag * FINE)))

    def polygon(
        self, points: Sequence[complex], fill: Paint | None, rim: Paint | None = None, thick: float = 1
    ) -> None:
        """A filled polygon, with a rim that is drawn half within and half without."""
        dots = _dots(points)
        if fill:
            self._draw.polygon(dots, fill)
        if rim:
            # Round joints, and a line that closes: once round and one side more.
            self._draw.line([*dots, dots[0], dots[1]], rim, round(thick * FINE), joint="curve")

    def line(self, points: Sequence[complex], fill: Paint, thick: float) -> None:
        """A line through points."""
        self._draw.line(_dots(points), fill, round(thick * FINE), joint="curve")

    def disc(
        self, at: complex, radius: float, fill: Paint, rim: Paint | None = None, thick: float = 1
    ) -> None:
        """A disc, its rim within its radius."""
        corner = complex(radius, radius)
        self._draw.ellipse(_dots((at - corner, at + corner)), fill, rim, round(thick * FINE))

    def box(
        self,
        frame: Frame,
        fill: Paint | None = None,
        rim: Paint | None = None,
        thick: float = 1,
        round_by: float = 0,
    ) -> None:
        """An upright rectangle, its rim within it, with rounded corners."""
        ends = _dots((complex(frame.left, frame.top), complex(frame.right, frame.bottom)))
        self._draw.rounded_rectangle(ends, round_by * FINE, fill, rim, round(thick * FINE))

    def text(
        self,
        at: complex,
        text: str,
        size: int,
        fill: Paint,
        *,
        anchor: str = "mm",
        bold: bool = True,
        halo: float = 0,
        halo_fill: Paint = CREAM,
    ) -> None:
        """One line of text; `anchor` is Pillow's: "lm" puts the left end's middle at the point."""
        self._draw.text(
            (at.real * FINE, at.imag * FINE),
            text,
            fill,
            font(size * FINE, bold=bold),
            anchor,
            stroke_width=round(halo * FINE),
            stroke_fill=halo_fill,
        )


def _dots(points: Sequence[complex]) -> list[tuple[float, float]]:
    return [(point.real * FINE, point.imag * FINE) for point in points]
