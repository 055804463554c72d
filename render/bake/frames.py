"""Many points and one frame: what lies outside it, and what lies in its way."""

import numpy as np

from render.bake.connections import Points, Reals
from render.draw.frame import Frame
from render.draw.layout import MAP


def clipped(points: Points, frame: Frame, margin: float | Reals = 0.0) -> Points:
    """The points, those outside a frame, or within a margin of its edge, moved in by the shortest way."""
    x = np.clip(points.real, frame.left + margin, frame.right - margin)
    return np.asarray(x + 1j * np.clip(points.imag, frame.top + margin, frame.bottom - margin))


def way_out(points: Points, panel: Frame, margin: float | Reals) -> Points:
    """How each point leaves a panel, with a margin around it, by the nearest side; 0 outside it.

    No way leads out between the panel and the edge of the map that it lies at.
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
