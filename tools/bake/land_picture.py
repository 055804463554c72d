"""The land in the style of a poster: sea with waterlines, parchment, mountains, rivers, a grid."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from render.draw.layout import HEIGHT, WIDTH
from render.draw.theme import Paint, paint
from tools.bake.warped_earth import FINE, Field, WarpedEarth, shrunk

Colors = NDArray[np.floating[Any]]
"""Red, green and blue of every pixel, 0 to 255."""

SHALLOWS, DEEP = paint("#84b5b6"), paint("#4b8593")
FOAM = paint("#e1ece2")
SAND, STRAW = paint("#f7e9c6"), paint("#ecd5a0")
MEADOW, CLAY, ROCK, SNOW = paint("#d4d6a0"), paint("#f0be8c"), paint("#cdb284"), paint("#fffae8")
SHORE, COAST = paint("#b08048"), paint("#4a3a2a")
RIVER, NET = paint("#74a3a4"), paint("#faf4e0")
WATERLINES = 9
LIGHT = (-0.62, -0.62, 0.48)
"""The direction of the light: west, north, above."""
STEEPNESS = 46.0


def land_picture(warped: WarpedEarth) -> Image.Image:
    """The picture of the land: RGB, 1600 x 1080."""
    picture = _mixed(_sea(warped), _land(warped), warped.land)
    picture = _shaded(picture, 0.28 * _shadow(warped.land))
    picture = _mixed(picture, _even(NET), 0.3 * warped.net * (1 - warped.land))
    picture = _shaded(picture, 0.08 * warped.net * warped.land)
    picture = _mixed(picture, _even(COAST), _coast(warped.to_land))
    picture = _shaded(picture, 0.16 * _corners())
    return Image.fromarray(np.clip(np.round(picture), 0, 255).astype(np.uint8))


def _sea(warped: WarpedEarth) -> Colors:
    """The sea: deeper away from the coast, with waterlines."""
    depth = 1 - np.exp(-warped.to_land[::FINE, ::FINE] / 70) + 0.14 * noise(3, 3, 3)
    sea = _mixed(_even(SHALLOWS), _even(DEEP), np.clip(depth, 0, 1))
    return _mixed(sea, _even(FOAM), 0.72 * _waterlines(warped.to_land))


def _waterlines(to_land: Field) -> Field:
    """Lines along the coast, each paler and farther from the last."""
    lines = np.zeros_like(to_land)
    at, step, strength = 4.0, 4.2, 0.55
    for _ in range(WATERLINES):
        np.maximum(lines, strength * np.clip(1 - abs(to_land - at) / 0.62, 0, 1), out=lines)
        at, step, strength = at + step, step * 1.17, strength * 0.82
    return shrunk(lines)


def _land(warped: WarpedEarth) -> Colors:
    """Parchment with washes of colour, darker at its edge, with mountains and rivers."""
    land = _mixed(_even(SAND), _even(STRAW), np.clip(0.45 + 0.55 * noise(3, 3, 4), 0, 1))
    land = _mixed(land, _even(MEADOW), np.clip(0.22 + 0.75 * noise(10, 4, 3), 0, 0.7))
    land = _mixed(land, _even(CLAY), np.clip(0.4 * noise(12, 4, 3), 0, 0.32))
    land = _mixed(land, _even(ROCK), 0.75 * np.clip(0.55 * warped.mountains, 0, 0.5))
    shine = light(weathered(warped.mountains))
    land = _mixed(_shaded(land, 0.42 * np.clip(-shine, 0, 1)), _even(SNOW), 0.55 * np.clip(shine, 0, 1))
    land = _mixed(land, _even(SHORE), 0.34 * np.exp(-warped.inland / 7))
    return _mixed(land, _even(RIVER), 0.66 * warped.rivers)


def _shadow(land: Field) -> Field:
    """The shadow of the land on the sea, to the south-east."""
    thrown = ndimage.gaussian_filter(ndimage.shift(land, (3, 3), order=1, mode="nearest"), 2.4)
    return np.asarray(thrown * (1 - land), np.float32)


def _coast(to_land: Field) -> Field:
    """The coastline, on the side of the water."""
    line = np.exp(-(((to_land - 0.4) / 0.75) ** 2)) * (to_land > 0)
    return np.asarray(np.clip(1.25 * shrunk(line), 0, 0.9))


def _corners() -> Field:
    """0 in the middle of the map, 1 in its corners."""
    down, across = np.linspace(-1, 1, HEIGHT)[:, None], np.linspace(-1, 1, WIDTH)[None]
    return np.asarray((across**4 + down**4) / 2, np.float32)


def _even(color: Paint) -> Colors:
    """One colour everywhere."""
    return np.array(color, np.float32)


def _mixed(one: Colors, other: Colors, share: Field) -> Colors:
    """One colour with a share of another in it, pixel by pixel."""
    return np.asarray(one + (other - one) * share[..., None], np.float32)


def _shaded(colors: Colors, share: Field) -> Colors:
    """Colours darkened by a share."""
    return np.asarray(colors * (1 - share[..., None]), np.float32)


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
