"""Small drawings that pictures share: players' tokens, stations, train cards, and icons for figures."""

from engine.cards import EMPTY_SLOT, LOCOMOTIVE
from render.draw.canvas import Canvas
from render.draw.frame import Frame
from render.draw.symbols import locomotive, shape, symbol
from render.draw.theme import (
    CARD_PAINTS,
    CREAM,
    GOLD,
    INK,
    NIGHT,
    SLATE,
    WHITE,
    Livery,
    Paint,
    mixed,
    readable_on,
)

RAINBOW = "ROYGBP"
"""The colours of a locomotive's bands."""


def token(canvas: Canvas, at: complex, radius: float, livery: Livery) -> None:
    """A player's shape on a white disc."""
    canvas.disc(at, radius, INK)
    canvas.disc(at, radius * 0.9, CREAM)
    shape(canvas, at, radius * 0.56, livery.shape, livery.sign_paint)


def house(at: complex, size: float) -> list[complex]:
    """The outline of a station, `size` pixels wide and high."""
    corners = (-0.39 + 0.42j, -0.39 - 0.05j, -0.52 - 0.05j, -0.5j, 0.52 - 0.05j, 0.39 - 0.05j, 0.39 + 0.42j)
    return [at + corner * size for corner in corners]


def station(canvas: Canvas, at: complex, size: float, livery: Livery) -> None:
    """A player's station: a house with a darker roof and a white rim."""
    outline = house(at, size)
    canvas.polygon(outline, CREAM, CREAM, 7)
    canvas.polygon(outline, INK, INK, 3.4)
    canvas.polygon(outline, livery.paint)
    roof = mixed(livery.paint, INK if livery.shape != "diamond" else WHITE, 0.3)
    canvas.polygon([at + corner * size for corner in (-0.52 - 0.05j, -0.5j, 0.52 - 0.05j)], roof)
    token(canvas, at + 0.12j * size, size * 0.27, livery)


def card(canvas: Canvas, frame: Frame, letter: str) -> None:
    """A train card, face up: its colour, symbol and letter. An empty slot is a hollow frame."""
    wide, high = frame.width, frame.height
    if letter == EMPTY_SLOT:
        canvas.box(frame.inset(wide * 0.03), NIGHT, SLATE, wide * 0.03, wide * 0.11)
        return
    fill = CARD_PAINTS[letter]
    canvas.box(frame, INK, round_by=wide * 0.13)
    canvas.box(frame.inset(wide * 0.025), CREAM, round_by=wide * 0.12)
    _draw_face(canvas, frame.inset(wide * 0.08), letter, fill)
    at = complex(frame.centre.real, frame.top + 0.36 * high)
    radius = min(wide * 0.34, high * 0.24)
    canvas.disc(at, radius, mixed(fill, INK, 0.6))
    canvas.disc(at, radius * 0.92, CREAM)
    symbol(canvas, at, radius * 0.6, letter, card_ink(letter))
    foot = complex(frame.centre.real, frame.top + 0.785 * high)
    if letter == LOCOMOTIVE:
        canvas.disc(foot, high * 0.145, CREAM)
    canvas.text(foot, letter, round(high * 0.33), INK if letter == LOCOMOTIVE else readable_on(fill))


def foot_paint(letter: str) -> Paint:
    """The paint of a card behind its letter: its own, moved away from the letter's paint."""
    fill = CARD_PAINTS[letter]
    return mixed(fill, WHITE, 0.25) if readable_on(fill) == INK else mixed(fill, INK, 0.2)


def card_ink(letter: str) -> Paint:
    """The paint of a card's symbol on cream: its own, darkened enough to be read."""
    fill = CARD_PAINTS[letter]
    darker = {"Y": 0.5, "W": 0.55, "O": 0.35, "L": 0.9}.get(letter, 0.18)
    return mixed(fill, INK, darker)


def _draw_face(canvas: Canvas, frame: Frame, letter: str, fill: Paint) -> None:
    """Draw the colours of a card: bands of all colours on a locomotive, else one colour above its foot."""
    if letter != LOCOMOTIVE:
        canvas.box(frame, foot_paint(letter), round_by=frame.width * 0.09)
        top = Frame(frame.left, frame.top, frame.right, frame.top + frame.height * 0.6)
        canvas.box(top, fill, round_by=frame.width * 0.09)
        return
    band = frame.height / len(RAINBOW)
    for number, color in enumerate(RAINBOW):
        edge = frame.top + band * number
        canvas.box(Frame(frame.left, edge, frame.right, edge + band), CARD_PAINTS[color])


def card_back(canvas: Canvas, frame: Frame, fill: Paint) -> None:
    """A card, face down."""
    edge = min(frame.width, frame.height)
    canvas.box(frame, INK, round_by=edge * 0.13)
    canvas.box(frame.inset(edge * 0.025), CREAM, round_by=edge * 0.12)
    canvas.box(frame.inset(edge * 0.08), fill, round_by=edge * 0.09)
    canvas.box(frame.inset(edge * 0.13), fill, mixed(fill, GOLD, 0.6), edge * 0.025, edge * 0.07)


def icon(canvas: Canvas, at: complex, kind: str, ink: Paint, ground: Paint) -> None:
    """Draw an icon, 34 wide, for a figure of this kind: "trains", "cards", "tickets" or "stations"."""
    match kind:
        case "trains":
            locomotive(canvas, at, 14, ink)
            canvas.box(Frame.around(at - 9 - 5j, 4, 5), ground)
        case "cards":
            canvas.box(Frame.around(at + 4 - 3j, 18, 25), ink, round_by=3)
            canvas.box(Frame.around(at - 4 + 2j, 21, 28), ground, round_by=4)
            canvas.box(Frame.around(at - 4 + 2j, 17, 24), ink, round_by=3)
        case "tickets":
            canvas.box(Frame.around(at, 33, 19), ink, round_by=2)
            for end in (at - 16.5, at + 16.5):
                canvas.disc(end, 4.2, ground)
            canvas.line([at - 7, at + 7], ground, 2)
            for end in (at - 8, at + 8):
                canvas.disc(end, 3, ground)
        case _:
            canvas.polygon(house(at, 32), ink)
            canvas.box(Frame.around(at + 8j, 8, 12), ground)
