"""Mountains in relief: heights with wind and weather in them, and the light that falls on them."""

import numpy as np
from scipy import ndimage

from render.bake.scene import Field
from render.draw.layout import HEIGHT, WIDTH

LIGHT = (-0.62, -0.62, 0.48)
"""Where it comes from: west, north, above."""
STEEPNESS = 46.0


def noise(seed: int, cells: int, octaves: int, fading: float = 0.55) -> Field:
    """Clouds around 0, seldom beyond 1: `cells` of them across, and finer ones in them, fainter each time."""
    generator = np.random.default_rng(seed)
    total = np.zeros((HEIGHT, WIDTH), np.float32)
    for octave in range(octaves):
        across = cells * 2**octave
        down = max(across * HEIGHT // WIDTH, 2)
        grid = generator.standard_normal((down + 3, across + 3)).astype(np.float32)
        total += fading**octave * _enlarged(grid, down, across)
    return np.asarray(0.42 * total / total.std())


def _enlarged(grid: Field, down: int, across: int) -> Field:
    """A coarse grid as smooth as the map is fine."""
    rows, columns = np.mgrid[0 : down : HEIGHT * 1j, 0 : across : WIDTH * 1j].astype(np.float32)
    return np.asarray(ndimage.map_coordinates(grid, [rows + 1, columns + 1], order=3, prefilter=False))


def weathered(mountains: Field) -> Field:
    """Mountains with ridges and valleys, and the plains with a faint swell."""
    ridges = 1 - 2.2 * abs(noise(20, 26, 6, 0.58))
    valleys = noise(21, 60, 4, 0.6)
    heights = mountains * (0.35 + 0.65 * ridges + 0.25 * valleys) + 0.03 * noise(22, 14, 4)
    return np.asarray(ndimage.gaussian_filter(heights, 0.9), np.float32)


def light(heights: Field) -> Field:
    """How much lighter (to 0.6) or darker (to -0.8) than a plain each pixel lies in the light."""
    south, east = np.gradient(heights * STEEPNESS)
    west, north, above = LIGHT
    shine = (-east * west - south * north + above) / np.sqrt(east**2 + south**2 + 1)
    return np.asarray(np.clip(shine - above, -0.8, 0.6), np.float32)
