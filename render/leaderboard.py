"""The leaderboard as a table: who has which rating, games, wins and average."""

from collections.abc import Sequence

from render.content import LeaderboardLine
from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.frame import Frame
from render.draw.palette import palette_of
from render.draw.png import png
from render.draw.text import fitted, fitted_name, shown_name
from render.draw.theme import ALARM, CREAM, GOLD, INK, MIST, PAPER, WHITE, Paint, mixed

WIDTH, MARGIN = 1100, 30.0
HEAD, ROW, GAP = 178.0, 78.0, 8.0
LABEL, FIGURE, NAMES = 27, 38, (36, 31, 27)
NAME_AT, NAME_ROOM = 120.0, 398.0
COLUMNS = (612.0, 748.0, 876.0, 1012.0)
"""The middles of rating, games, wins and average."""
PAINTS = 96


def leaderboard_png(about: str, lines: Sequence[LeaderboardLine], captions: Captions = ENGLISH) -> bytes:
    """The leaderboard as a PNG file 1100 pixels wide; `about` says of which games it is."""
    page = backdrop(WIDTH, round(HEAD + len(lines) * (ROW + GAP) - GAP + MARGIN))
    canvas = Canvas.upon(page)
    draw_heading(
        canvas, complex(WIDTH / 2, 50), captions.leaderboard, 58, WIDTH - 2 * MARGIN, GOLD, anchor="mm"
    )
    canvas.text(complex(WIDTH / 2, 104), fitted(about, 30, WIDTH - 2 * MARGIN), 30, MIST)
    y = HEAD - 24
    canvas.text(complex(NAME_AT, y), captions.leaderboard_player, LABEL, MIST, anchor="lm")
    words = captions.rating, captions.games, captions.wins, captions.leaderboard_average
    for middle, word in zip(COLUMNS, words, strict=True):
        canvas.text(complex(middle, y), fitted(word, LABEL, 132), LABEL, MIST)
    for row, line in enumerate(lines):
        top = HEAD + row * (ROW + GAP)
        frame = Frame(MARGIN, top, WIDTH - MARGIN, top + ROW)
        with Canvas.part(page, frame) as part:
            _draw_line(part, frame, line, captions)
    return png(page, palette_of([page], PAINTS))


def _draw_line(canvas: Canvas, frame: Frame, line: LeaderboardLine, captions: Captions) -> None:
    place, name, figures = line
    canvas.box(frame, CREAM, round_by=14)
    middle = frame.centre.imag
    medal = complex(frame.left + 46, middle)
    fill: Paint = {1: GOLD, 2: MIST, 3: mixed(GOLD, ALARM, 0.45)}.get(place, mixed(PAPER, INK, 0.15))
    for radius, paint in ((28, INK), (26, fill), (21, mixed(fill, WHITE, 0.35))):
        canvas.disc(medal, radius, paint)
    canvas.text(medal - 2j, str(place), 30, INK, display=True)
    text, size = fitted_name(shown_name(name, captions.somebody.format(number=place)), NAMES, NAME_ROOM)
    canvas.text(complex(NAME_AT, middle), text, size, INK, anchor="lm")
    for column, figure in zip(COLUMNS, figures, strict=True):
        canvas.text(complex(column, middle - 2), figure, FIGURE, INK, display=True)
