"""The points of a game, turn by turn, as a picture of its own."""

from collections.abc import Sequence

from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.frame import Frame
from render.draw.icons import token
from render.draw.palette import palette_of
from render.draw.plot import draw_plot
from render.draw.png import png
from render.draw.status_lines import shown_names
from render.draw.text import fitted_name
from render.draw.theme import GOLD, MIST, liveries

SIZE = 1100, 800
"""Small, so that letters are still legible on a phone."""
_PLOT = Frame(30, 160, 1070, 770)
_NAMES_AT, _NAME_SIZES, _TITLE_SIZE = 118.0, (30, 26, 22), 50
_PAINTS = 96


def chart_png(
    points_by_turn: Sequence[Sequence[int]],
    totals: Sequence[int],
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    marked: Sequence[int] = (),
    captions: Captions = ENGLISH,
) -> bytes:
    """The points of each seat after every turn and its total, as a PNG file of 1100 x 800 pixels.

    Names and colours are by seat, as for the board; the `marked` turns, counted from 0, have their numbers.
    """
    seats = liveries(len(totals), colors)
    page = backdrop(*SIZE)
    middle, title = complex(SIZE[0] / 2, 48), captions.points_over_the_game
    draw_heading(Canvas.upon(page), middle, title, _TITLE_SIZE, SIZE[0] - 60, GOLD, anchor="mm")
    canvas, wide = Canvas.upon(page), _PLOT.width / len(seats)
    for seat, name in enumerate(shown_names(names, seats, captions)):
        at = complex(_PLOT.left + seat * wide + 20, _NAMES_AT)
        token(canvas, at, 16, seats[seat])
        text, size = fitted_name(name, _NAME_SIZES, wide - 60)
        canvas.text(at + 28, text, size, MIST, anchor="lm")
    draw_plot(Canvas.upon(page), _PLOT, points_by_turn, totals, seats, marked)
    return png(page, palette_of([page], _PAINTS))
