"""A game as an animated picture: the board turn by turn, at half the width of the picture of the board."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from PIL import Image

from engine.board import Board
from engine.cards import NO_CARDS
from engine.view import View
from render.board import board_image, stamped
from render.draw.captions import ENGLISH, Captions
from render.draw.gif import gif
from render.draw.palette import paints
from render.draw.png import indexed

HALF = 2
"""The reduction from the board's 1600 x 1280 pixels to 800 x 640."""
OPENING, DRAWING, BUILDING, ENDING = 150, 30, 80, 500
"""How long a moment is shown, in hundredths of a second: the first one, one without and one with a change of
the map, and the last one."""


def film_gif(
    views: Sequence[View],
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    *,
    stamp: str = "",
) -> bytes:
    """The moments of one game as a GIF file of 800 x 640 pixels that loops, with a pause at the end.

    It shows only what everybody may see, for any views; names, colours, captions and the stamp are as for the
    board. Raises IndexError if there is no moment.
    """
    kept = _but_one(views[0].table.board)
    pictures = (board_image(_calm(view), names, colors, captions) for view in views)
    small = (indexed(stamped(picture, stamp).reduce(HALF), kept) for picture in pictures)
    # Each pixel is the number of the nearest paint.
    shown = (Image.frombytes("L", picture.size, picture.tobytes()) for picture in small)
    return gif(zip(shown, _hundredths(views), strict=True), kept)


def _calm(view: View) -> View:
    """The same moment with nobody to act: highlighting panels in turn would be most of the file."""
    table = view.table
    return View(replace(table, seat=None, decisions=(None,) * table.players), None, NO_CARDS, (), ())


def _hundredths(views: Sequence[View]) -> Iterator[int]:
    """How long each moment is shown: longer where the map has changed."""
    steps = [DRAWING if one.table.last == other.table.last else BUILDING for one, other in pairwise(views)]
    yield from [OPENING, *steps][: len(views) - 1]
    yield ENDING


def _but_one(board: Board) -> bytes:
    """All but one of the paints of the board's pictures: a GIF needs one number for unchanged pixels.

    The paint left out is one of the two that are most alike.
    """
    every = paints(board)
    kept = [every[start : start + 3] for start in range(0, len(every), 3)]

    def unlikeness(pair: tuple[bytes, bytes]) -> int:
        return sum((a - b) ** 2 for a, b in zip(*pair, strict=True))

    spare, _ = min(combinations(kept, 2), key=unlikeness)
    kept.remove(spare)
    return b"".join(kept)
