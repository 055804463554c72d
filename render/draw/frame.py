"""Rectangles of a picture. A point is a complex number: `x + 1j * y`, in pixels, y growing downwards."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor


@dataclass(frozen=True, slots=True)
class Frame:
    """An upright rectangle of the picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, centre: complex, width: float, height: float) -> "Frame":
        """The rectangle of this size around a point."""
        x, y = centre.real, centre.imag
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @classmethod
    def between(cls, low: complex, high: complex) -> "Frame":
        """The rectangle from its left upper corner to its right lower one."""
        return cls(low.real, low.imag, high.real, high.imag)

    @classmethod
    def bounding(cls, points: Iterable[complex]) -> "Frame":
        """The smallest rectangle that holds these points."""
        xs, ys = zip(*((point.real, point.imag) for point in points), strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, as Pillow takes them."""
        return self.left, self.top, self.right, self.bottom

    @property
    def ends(self) -> tuple[complex, complex]:
        """The left upper corner and the right lower one."""
        return complex(self.left, self.top), complex(self.right, self.bottom)

    @property
    def corner(self) -> tuple[int, int]:
        """The left upper corner in whole pixels."""
        return round(self.left), round(self.top)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in whole pixels."""
        return round(self.width), round(self.height)

    @property
    def width(self) -> float:
        """From the left edge to the right one."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the top edge to the bottom one."""
        return self.bottom - self.top

    @property
    def centre(self) -> complex:
        """The point in the middle."""
        return complex(self.left + self.right, self.top + self.bottom) / 2

    def inset(self, margin: float) -> "Frame":
        """The frame, smaller by `margin` on every side."""
        return Frame(self.left + margin, self.top + margin, self.right - margin, self.bottom - margin)

    def holds(self, point: complex) -> bool:
        """Whether a point lies inside."""
        return self.left <= point.real <= self.right and self.top <= point.imag <= self.bottom

    def within(self, room: "Frame") -> "Frame":
        """The whole pixels of the frame that lie in a room of whole pixels."""
        return Frame(
            max(floor(self.left), room.left),
            max(floor(self.top), room.top),
            min(ceil(self.right), room.right),
            min(ceil(self.bottom), room.bottom),
        )

    def meets(self, other: "Frame") -> bool:
        """Whether two frames overlap."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > 0 and min(self.bottom, other.bottom) - max(self.top, other.top) > 0

    def nearest(self, point: complex) -> complex:
        """The point of the frame that is nearest to this one."""
        x, y = point.real, point.imag
        return complex(
            self.left if x < self.left else min(x, self.right),
            self.top if y < self.top else min(y, self.bottom),
        )


def dots(points: Iterable[complex], fine: float = 1) -> list[tuple[float, float]]:
    """Points as Pillow takes them, on a picture with `fine` dots for each pixel."""
    return [(point.real * fine, point.imag * fine) for point in points]
