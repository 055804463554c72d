"""A canvas to draw on. It has more dots than the finished picture has pixels, which makes edges smooth."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFilter

from render.draw.frame import Frame, dots
from render.draw.text import font, letters
from render.draw.theme import CREAM, SHADOW, Paint

FINE = 2
"""The dots of a canvas for one pixel of the picture, across and down, by default."""


class Canvas:
    """A canvas. Points are complex numbers: `x + 1j * y`, in pixels. Without a ground it is transparent."""

    def __init__(self, width: float, height: float, ground: Paint | None, fine: int = FINE) -> None:
        size = round(width * fine), round(height * fine)
        # A transparent canvas has the paint of a shadow, which shows at soft edges.
        image = Image.new("RGB", size, ground) if ground else Image.new("RGBA", size, (*SHADOW, 0))
        self._begin(image, fine)

    @classmethod
    def upon(cls, image: Image.Image, fine: int = 1) -> "Canvas":
        """A canvas that draws directly on an image."""
        canvas = cls.__new__(cls)
        canvas._begin(image, fine)
        return canvas

    @classmethod
    @contextmanager
    def part(cls, picture: Image.Image, frame: Frame) -> Iterator["Canvas"]:
        """A canvas for a part of a picture (RGB), with the points of the picture.

        At the end of the block, the picture shows what was drawn, with smooth edges. Letters are drawn last,
        on the picture itself: that is faster, and they are as sharp.
        """
        left, top, right, bottom = floor(frame.left), floor(frame.top), ceil(frame.right), ceil(frame.bottom)
        box = left - 1, top - 1, right + 1, bottom + 1
        size = (right - left + 2) * FINE, (bottom - top + 2) * FINE
        canvas = cls.upon(picture.crop(box).resize(size, Image.Resampling.NEAREST), FINE)
        canvas._corner, canvas._letters = complex(left - 1, top - 1), []
        yield canvas
        picture.paste(canvas.finished(), (left - 1, top - 1))
        page = cls.upon(picture)
        for write in canvas._letters:
            write(page)

    def _begin(self, image: Image.Image, fine: int) -> None:
        self._image, self._fine = image, fine
        self._corner = 0j
        """The point of the picture at the canvas's left upper corner."""
        self._letters: list[Callable[[Canvas], None]] | None = None
        """What draws the letters on the picture, if they wait for it."""
        self._draw = ImageDraw.Draw(image)

    @property
    def image(self) -> Image.Image:
        """The image in the canvas's own dots."""
        return self._image

    def finished(self) -> Image.Image:
        """The picture in pixels, with smooth edges."""
        return self._image.reduce(self._fine)

    def lay(self, image: Image.Image, at: complex) -> None:
        """Paste an image of the same resolution, its left upper corner at a point."""
        corner = round(at.real * self._fine), round(at.imag * self._fine)
        self._image.paste(image, corner, image if image.mode == "RGBA" else None)

    def blur(self, radius: float) -> None:
        """Blur everything on the canvas."""
        self._image = self._image.filter(ImageFilter.GaussianBlur(radius * self._fine))
        self._draw = ImageDraw.Draw(self._image)

    def polygon(
        self, points: Sequence[complex], fill: Paint | None, rim: Paint | None = None, thick: float = 1
    ) -> None:
        """Draw a filled polygon; half of the rim's width lies inside."""
        corners = self._dots(points)
        if fill:
            self._draw.polygon(corners, fill)
        if rim:
            # Repeat the first side, so that the last joint is round too.
            self._draw.line([*corners, corners[0], corners[1]], rim, round(thick * self._fine), joint="curve")

    def line(self, points: Sequence[complex], fill: Paint, thick: float) -> None:
        """Draw a line through points."""
        self._draw.line(self._dots(points), fill, round(thick * self._fine), joint="curve")

    def disc(
        self, at: complex, radius: float, fill: Paint, rim: Paint | None = None, thick: float = 1
    ) -> None:
        """Draw a disc; the rim lies inside its radius."""
        corner = complex(radius, radius)
        ends = self._dots((at - corner, at + corner))
        self._draw.ellipse(ends, fill, rim, round(thick * self._fine))

    def box(
        self,
        frame: Frame,
        fill: Paint | None = None,
        rim: Paint | None = None,
        thick: float = 1,
        round_by: float = 0,
    ) -> None:
        """Draw a rectangle with rounded corners; the rim lies inside."""
        ends = self._dots(frame.ends)
        self._draw.rounded_rectangle(ends, round_by * self._fine, fill, rim, round(thick * self._fine))

    def text(
        self,
        at: complex,
        text: str,
        size: int,
        fill: Paint,
        *,
        anchor: str = "mm",
        display: bool = False,
        halo: float = 0,
        halo_fill: Paint = CREAM,
    ) -> None:
        """Draw one line of text; `anchor` is Pillow's: "lm" puts the left end's middle at the point."""
        if self._letters is not None and not halo:
            self._letters.append(
                partial(Canvas.text, at=at, text=text, size=size, fill=fill, anchor=anchor, display=display)
            )
            return
        if self._fine == 1 and not halo:
            mask, left, top = letters(text, size, anchor, display=display)
            self._image.paste(fill, (round(at.real) + left, round(at.imag) + top), mask)
            return
        face, stroke = font(size * self._fine, display=display), round(halo * self._fine)
        start = self._dots((at,))[0]
        self._draw.text(start, text, fill, face, anchor, stroke_width=stroke, stroke_fill=halo_fill)

    def _dots(self, points: Sequence[complex]) -> list[tuple[float, float]]:
        return dots((point - self._corner for point in points) if self._corner else points, self._fine)


def fade(image: Image.Image, share: float) -> None:
    """Multiply the opacity of an RGBA image by a share, 0 to 1."""
    image.putalpha(scaled(image.getchannel("A"), share))


def scaled(mask: Image.Image, share: float, most: int = 255) -> Image.Image:
    """A mask (0 to 255) with every value multiplied by a share, up to `most`."""
    return mask.point(_values(share, most))


@lru_cache(maxsize=64)
def _values(share: float, most: int) -> Sequence[int]:
    return [min(round(share * value), most) for value in range(256)]
