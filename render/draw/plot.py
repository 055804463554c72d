"""Points over a game as a plot: a line for each player that ends at the final score."""

from collections.abc import Sequence

from render.draw.canvas import Canvas
from render.draw.frame import Frame
from render.draw.icons import token
from render.draw.map_window import bends, dashes
from render.draw.theme import CREAM, INK, PAPER, Livery, mixed

STEPS = (10, 20, 25, 50, 100, 200)
MOST_LINES = 6
LABEL, TOTAL = 26, 31
TOTALS_WIDTH = 112
APART = 40.0
"""The least distance between the middles of two totals."""
FINAL = 50
"""The width of the step from the last turn to the final score."""


def draw_plot(
    canvas: Canvas,
    frame: Frame,
    points_by_turn: Sequence[Sequence[int]],
    totals: Sequence[int],
    seats: Sequence[Livery],
    marked: Sequence[int] = (),
) -> None:
    """Draw each seat's points after each turn, then its total. Liveries are by seat.

    Each `marked` turn, counted from 0, has a line with its number.
    """
    canvas.box(frame, CREAM, round_by=14)
    inner = Frame(frame.left + 76, frame.top + 26, frame.right - TOTALS_WIDTH, frame.bottom - 24)
    everything = [0, *totals, *(points for row in points_by_turn for points in row)]
    step = _step(max(everything) - min(everything))
    low, high = min(everything) // step * step, -(-max(max(everything), 1) // step) * step
    for points in range(low, high + 1, _step(high - low)):
        y = _height(inner, points, low, high)
        faint = mixed(PAPER, INK, 0.55 if points == 0 else 0.2)
        canvas.line([complex(inner.left, y), complex(inner.right, y)], faint, 2)
        canvas.text(complex(inner.left - 14, y), str(points), LABEL, mixed(PAPER, INK, 0.75), anchor="rm")
    _draw_marks(canvas, inner, marked, len(points_by_turn))
    ends = [complex(inner.right, _height(inner, total, low, high)) for total in totals]
    across = (inner.width - FINAL) / max(len(points_by_turn), 1)
    for seat, livery in enumerate(seats):
        heights = [
            _height(inner, points, low, high) for points in (0, *(row[seat] for row in points_by_turn))
        ]
        line = bends([complex(inner.left + across * turn, height) for turn, height in enumerate(heights)])
        for thick, fill in ((9.0, INK), (6.0, livery.paint)):
            canvas.line(line, fill, thick)
        # Dashes lead from the last turn to the total.
        for thick, fill in ((10.0, mixed(CREAM, INK, 0.75)), (5.0, livery.paint)):
            for dash in dashes((line[-1], ends[seat])):
                canvas.line(dash, fill, thick)
                for end in dash:
                    canvas.disc(end, thick / 2, fill)
    for end, livery in zip(ends, seats, strict=True):
        token(canvas, end, 13, livery)
    _draw_totals(canvas, inner, ends, totals)


def _step(points: int) -> int:
    return next((step for step in STEPS if points <= step * MOST_LINES), STEPS[-1])


def _height(inner: Frame, points: int, low: int, high: int) -> float:
    return inner.bottom - inner.height * (points - low) / (high - low)


def _draw_marks(canvas: Canvas, inner: Frame, marked: Sequence[int], turns: int) -> None:
    """Draw a line up from each of these turns, with its number on top."""
    places = [inner.left + (inner.width - FINAL) * (turn + 1) / max(turns, 1) for turn in marked]
    for place, (turn, x) in enumerate(zip(marked, places, strict=True)):
        crowded = sum(x - other < APART for other in places[:place])
        top = inner.top + crowded * LABEL
        canvas.line([complex(x, top + 18), complex(x, inner.bottom)], mixed(PAPER, INK, 0.45), 3)
        canvas.text(complex(x, top), str(turn + 1), LABEL, INK, anchor="mm")


def _draw_totals(canvas: Canvas, inner: Frame, ends: Sequence[complex], totals: Sequence[int]) -> None:
    """Draw the total at the end of each line, apart from one another."""
    order = sorted(range(len(ends)), key=lambda seat: (ends[seat].imag, seat))
    heights = _spread([ends[seat].imag for seat in order], inner.top, inner.bottom)
    for seat, y in zip(order, heights, strict=True):
        at = complex(inner.right + 36, y)
        canvas.line([ends[seat] + 13, at - 8], mixed(PAPER, INK, 0.5), 2)
        canvas.text(at, str(totals[seat]), TOTAL, INK, anchor="lm")


def _spread(heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights in rising order, moved as little as needed to keep `APART`."""
    spread: list[float] = []
    for height in heights:
        spread.append(max(height, spread[-1] + APART if spread else top))
    over = max(spread[-1] - bottom, 0.0)
    for place in range(len(spread) - 1, -1, -1):
        limit = bottom if place == len(spread) - 1 else spread[place + 1] - APART
        spread[place] = min(spread[place], limit) if over else spread[place]
    return spread


def draw_history(canvas: Canvas, frame: Frame, history: Sequence[int], livery: Livery) -> None:
    """Draw numbers one after the other as a line that ends at the last one, with a grid of their range."""
    inner = Frame(frame.left + 92, frame.top + 34, frame.right - TOTALS_WIDTH, frame.bottom - 34)
    step = _step(max(history) - min(history))
    low, high = min(history) // step * step, (max(history) // step + 1) * step
    for number in range(low, high + 1, step):
        y = _height(inner, number, low, high)
        canvas.line([complex(inner.left, y), complex(inner.right, y)], mixed(PAPER, INK, 0.2), 2)
        canvas.text(complex(inner.left - 14, y), str(number), LABEL, mixed(PAPER, INK, 0.75), anchor="rm")
    across = inner.width / max(len(history) - 1, 1)
    line = [
        complex(inner.left + across * game, _height(inner, number, low, high))
        for game, number in enumerate(history)
    ]
    if len(line) > 1:
        for thick, fill in ((9.0, INK), (6.0, livery.paint)):
            canvas.line(line, fill, thick)
    token(canvas, line[-1], 13, livery)
    canvas.text(line[-1] + 24, str(history[-1]), TOTAL, INK, anchor="lm")
