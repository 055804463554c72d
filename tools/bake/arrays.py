"""Arrays of points: sums, crossings, and how to move points into a frame or out of it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from render.draw.frame import Frame
from render.draw.layout import MAP

Points = NDArray[np.complexfloating[Any, Any]]
"""Points of the map, `x + 1j * y` in pixels."""
Reals = NDArray[np.floating[Any]]
Indices = NDArray[np.int64]


def clipped(points: Points, frame: Frame, margin: float | Reals = 0.0) -> Points:
    """The points; those outside a frame, or within a margin of its edge, moved in the least distance."""
    x = np.clip(points.real, frame.left + margin, frame.right - margin)
    return np.asarray(x + 1j * np.clip(points.imag, frame.top + margin, frame.bottom - margin))


def way_out(points: Points, panel: Frame, margin: float | Reals) -> Points:
    """The shortest move of each point out of a panel with a margin around it; 0 for points outside.

    No point leaves between the panel and the edge of the map next to it.
    """
    far = 1e6
    left = points.real - panel.left + margin + far * (panel.left < 60)
    right = panel.right - points.real + margin + far * (panel.right > MAP.right - 60)
    up = points.imag - panel.top + margin + far * (panel.top < 60)
    down = panel.bottom - points.imag + margin + far * (panel.bottom > MAP.bottom - 60)
    depths = np.stack([left, right, up, down])
    nearest = depths.argmin(axis=0)
    depth = np.maximum(depths.min(axis=0), 0)
    return np.asarray(np.array([-1, 1, -1j, 1j])[nearest] * depth)


def crossed(a: Points, b: Points, c: Points, d: Points) -> NDArray[np.bool_]:
    """Where the straight lines from `a` to `b` and from `c` to `d` cross."""
    return (_side(a, b, c) * _side(a, b, d) < 0) & (_side(c, d, a) * _side(c, d, b) < 0)


def _side(a: Points, b: Points, c: Points) -> Reals:
    """Positive where `c` is on one side of the line from `a` to `b`, negative on the other."""
    return np.imag(np.conj(b - a) * (c - a))


def scattered(size: int, at: Indices, values: Points) -> Points:
    """An array of sums: each value added at its index."""
    return np.bincount(at, np.real(values), size) + 1j * np.bincount(at, np.imag(values), size)
