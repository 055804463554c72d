"""Arrays of points and a frame: how to move them into it or out of it."""

import numpy as np

from render.bake.connections import Points, Reals
from render.draw.frame import Frame
from render.draw.layout import MAP


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
