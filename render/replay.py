"""A game as a moving picture: the board turn by turn, half as wide as the picture of the board."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from PIL import Image

from engine.board import Board
from engine.cards import NO_CARDS
from engine.view import View
from render.board import painted, paints
from render.captions import ENGLISH, Captions
from render.gif import gif
from render.png import inked

HALF = 2
"""From the 1600 x 1280 pixels of the board to 800 x 640."""
OPENING, DRAWING, BUILDING, ENDING = 150, 30, 80, 500
"""How long a moment is shown, in hundredths of a second: the first, one that leaves the map as it was, one
that does not, and the last."""


def replay_gif(
    views: Sequence[View],
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
) -> bytes:
    """The moments of one game as a GIF file of 800 x 640 pixels that loops, with a rest at the end.

    It shows what everybody may see, whoever's views they are; names, colours and captions are those of the
    picture of the board. Raises IndexError where there is no moment.
    """
    kept = _but_one(views[0].table.board)
    pictures = (painted(_calm(view), names, colors, captions) for view in views)
    shown = (_reduced(picture, kept) for picture in pictures)
    return gif(zip(shown, _hundredths(views), strict=True), kept)


def _calm(view: View) -> View:
    """The same moment with nobody about to act: panels that light up in turn would be most of the file."""
    table = view.table
    return View(replace(table, seat=None, decisions=(None,) * table.players), None, NO_CARDS, (), ())


def _hundredths(views: Sequence[View]) -> Iterator[int]:
    """How long each moment is shown: there is more to see where somebody has built."""
    steps = [DRAWING if one.table.last == other.table.last else BUILDING for one, other in pairwise(views)]
    yield from [OPENING, *steps][: len(views) - 1]
    yield ENDING


def _reduced(picture: Image.Image, kept: bytes) -> Image.Image:
    """The picture at half its width, each pixel the number of the nearest paint."""
    small = inked(picture.reduce(HALF), kept)
    return Image.frombytes("L", small.size, small.tobytes())


def _but_one(board: Board) -> bytes:
    """The paints of the board's pictures but one, whose number a GIF needs for what stays as it was.

    It goes without the one that has another most like itself.
    """
    every = paints(board)
    kept = [every[start : start + 3] for start in range(0, len(every), 3)]
    spare, _ = min(combinations(kept, 2), key=_unlikeness)
    kept.remove(spare)
    return b"".join(kept)


def _unlikeness(pair: tuple[bytes, bytes]) -> int:
    one, other = pair
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
