"""The picture of a card for use within a line of text: its colour, its letter and its symbol."""

from io import BytesIO

from PIL import Image

from engine.cards import LOCOMOTIVE
from render.draw.canvas import Canvas
from render.draw.frame import Frame
from render.draw.icons import RAINBOW
from render.draw.symbols import symbol
from render.draw.theme import CARD_PAINTS, INK, mixed, readable_on

SIDE = 128
"""Pixels across and down."""


def emoji_png(card: str) -> bytes:
    """A card as a PNG file, transparent around its round corners."""
    canvas, paint = Canvas(SIDE, SIDE, None, 4), CARD_PAINTS[card]
    whole = Frame(4, 4, SIDE - 4, SIDE - 4)
    canvas.box(whole, mixed(paint, INK, 0.55), round_by=26)
    canvas.box(whole.inset(6), paint, round_by=21)
    if card == LOCOMOTIVE:
        for number, color in enumerate(RAINBOW):
            left = 14 + number * 100 / len(RAINBOW)
            canvas.box(Frame(left, 14, left + 100 / len(RAINBOW), 34), CARD_PAINTS[color])
    ink = readable_on(paint)
    canvas.text(42 + 66j, card, 70, ink)
    symbol(canvas, 91 + 68j, 22 if card == LOCOMOTIVE else 25, card, ink)
    file = BytesIO()
    canvas.image.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()
