"""A canvas to draw on. It has more dots than the finished picture has pixels, which makes edges smooth."""

from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw, ImageFilter

from render.draw.frame import Frame, dots
from render.draw.text import font, letters
from render.draw.theme import CREAM, SHADOW, Paint

FINE = 2
"""The dots of a canvas for one pixel of the picture, across and down, by default."""

BAND, REACH = 270, 48
"""Pixels: the height of the bands that `draw_over` draws, and the most height that a shape may have there."""
TILE = 90
"""Pixels: the sides of the parts of a canvas that are skipped where nothing is drawn."""


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
    def band(cls, width: float, top: float) -> "Canvas":
        """A transparent canvas for the lines of a picture from `top` on, with `REACH` above and below."""
        canvas = cls(width, BAND + 2 * REACH, None)
        canvas._above = (top - REACH) * FINE
        return canvas

    def _begin(self, image: Image.Image, fine: int) -> None:
        self._image, self._fine = image, fine
        self._above = 0.0
        """Dots of the picture above the canvas."""
        self._draw = ImageDraw.Draw(image)

    @property
    def image(self) -> Image.Image:
        """The image in the canvas's own dots."""
        return self._image

    def finished(self) -> Image.Image:
        """The picture in pixels, with smooth edges."""
        return self._image.reduce(self._fine)

    def put(self, picture: Image.Image) -> None:
        """Put what is drawn on a picture of the same size, with smooth edges."""
        height = self._image.height // self._fine
        _put_tiles(picture, self._image, self._fine, range(0, height, TILE), (0, 0))

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
        if self._is_outside(corners):
            return
        if fill:
            self._draw.polygon(corners, fill)
        if rim:
            # Repeat the first side, so that the last joint is round too.
            self._draw.line([*corners, corners[0], corners[1]], rim, round(thick * self._fine), joint="curve")

    def line(self, points: Sequence[complex], fill: Paint, thick: float) -> None:
        """Draw a line through points."""
        corners = self._dots(points)
        if not self._is_outside(corners):
            self._draw.line(corners, fill, round(thick * self._fine), joint="curve")

    def disc(
        self, at: complex, radius: float, fill: Paint, rim: Paint | None = None, thick: float = 1
    ) -> None:
        """Draw a disc; the rim lies inside its radius."""
        corner = complex(radius, radius)
        ends = self._dots((at - corner, at + corner))
        if not self._is_outside(ends):
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
        ends = self._dots((complex(frame.left, frame.top), complex(frame.right, frame.bottom)))
        if not self._is_outside(ends):
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
        if self._fine == 1 and not halo:
            mask, left, top = letters(text, size, anchor, display=display)
            self._image.paste(fill, (round(at.real) + left, round(at.imag) + top), mask)
            return
        start = self._dots((at,))
        if self._is_outside(start):
            return
        face, stroke = font(size * self._fine, display=display), round(halo * self._fine)
        self._draw.text(start[0], text, fill, face, anchor, stroke_width=stroke, stroke_fill=halo_fill)

    def _dots(self, points: Sequence[complex]) -> list[tuple[float, float]]:
        if not self._above:
            return dots(points, self._fine)
        return [(x, y - self._above) for x, y in dots(points, self._fine)]

    def _is_outside(self, corners: Sequence[tuple[float, float]]) -> bool:
        """Whether all of a shape lies above or below a band, which is then spared the work."""
        if not self._above:
            return False
        heights = [y for _, y in corners]
        return max(heights) < 0 or min(heights) > self._image.height


def draw_over(picture: Image.Image, frame: Frame, draw: Callable[[Canvas], None]) -> None:
    """Draw on a transparent canvas over a frame at the picture's left edge, in bands.

    A canvas for the whole frame takes tens of megabytes. No shape may be higher than `REACH`.
    """
    for top in range(round(frame.top), round(frame.bottom), BAND):
        canvas = Canvas.band(frame.width, top)
        draw(canvas)
        _put_tiles(picture, canvas.image, FINE, range(REACH, REACH + BAND, TILE), (0, top - REACH))


def _put_tiles(
    picture: Image.Image, drawn: Image.Image, fine: int, lines: range, corner: tuple[int, int]
) -> None:
    """Put these lines of a canvas on a picture in tiles, the canvas's left upper corner at `corner`.

    Most tiles are empty, and making the others smaller is most of the work.
    """
    for top in lines:
        for left in range(0, drawn.width // fine, TILE):
            right, bottom = left + TILE, min(top + TILE, lines.stop)
            box = left * fine, top * fine, min(right * fine, drawn.width), min(bottom * fine, drawn.height)
            tile = drawn.crop(box)
            if not tile.getbbox():
                continue
            small, at = tile.reduce(fine), (corner[0] + left, corner[1] + top)
            if picture.mode == "RGBA":  # it keeps its own transparency
                picture.alpha_composite(small, at)
            else:
                picture.paste(small, at, small)


def fade(image: Image.Image, share: float) -> None:
    """Multiply the opacity of an RGBA image by a share, 0 to 1."""
    image.putalpha(scaled(image.getchannel("A"), share))


def scaled(mask: Image.Image, share: float) -> Image.Image:
    """A mask (0 to 255) with every value multiplied by a share, 0 to 1."""
    return mask.point([round(share * value) for value in range(256)])
