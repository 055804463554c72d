"""Mountains in relief: weathered heights, and the light on them."""

import numpy as np
from scipy import ndimage

from render.bake.scene import Field
from render.draw.layout import HEIGHT, WIDTH

LIGHT = (-0.62, -0.62, 0.48)
"""The direction of the light: west, north, above."""
STEEPNESS = 46.0


def noise(seed: int, cells: int, octaves: int, fading: float = 0.55) -> Field:
    """Fractal noise around 0, mostly within 1; the first octave has `cells` across, later ones are finer."""
    generator = np.random.default_rng(seed)
    total = np.zeros((HEIGHT, WIDTH), np.float32)
    for octave in range(octaves):
        across = cells * 2**octave
        down = max(across * HEIGHT // WIDTH, 2)
        grid = generator.standard_normal((down + 3, across + 3)).astype(np.float32)
        total += fading**octave * _enlarged(grid, down, across)
    return np.asarray(0.42 * total / total.std())


def _enlarged(grid: Field, down: int, across: int) -> Field:
    """A coarse grid interpolated to every pixel."""
    rows, columns = np.mgrid[0 : down : HEIGHT * 1j, 0 : across : WIDTH * 1j].astype(np.float32)
    return np.asarray(ndimage.map_coordinates(grid, [rows + 1, columns + 1], order=3, prefilter=False))


def weathered(mountains: Field) -> Field:
    """Mountains with ridges and valleys, and slightly uneven plains."""
    ridges = 1 - 2.2 * abs(noise(20, 26, 6, 0.58))
    valleys = noise(21, 60, 4, 0.6)
    heights = mountains * (0.35 + 0.65 * ridges + 0.25 * valleys) + 0.03 * noise(22, 14, 4)
    return np.asarray(ndimage.gaussian_filter(heights, 0.9), np.float32)


def light(heights: Field) -> Field:
    """The light on each pixel compared with a plain: from -0.8 (darker) to 0.6 (lighter)."""
    south, east = np.gradient(heights * STEEPNESS)
    west, north, above = LIGHT
    shine = (-east * west - south * north + above) / np.sqrt(east**2 + south**2 + 1)
    return np.asarray(np.clip(shine - above, -0.8, 0.6), np.float32)
