"""The panel on the map with the face-up row, slot by slot, and the sizes of both decks."""

from collections.abc import Sequence

from PIL import Image

from engine.cards import EMPTY_SLOT, LOCOMOTIVE
from engine.game import Table
from render.draw.canvas import Canvas, fade
from render.draw.frame import Frame
from render.draw.icons import RAINBOW, card, card_back
from render.draw.image_cache import kept
from render.draw.theme import (
    CARD_PAINTS,
    CREAM,
    DOT,
    GOLD,
    INK,
    MIST,
    NIGHT,
    SLATE,
    WHITE,
    Paint,
    mixed,
    readable_on,
)

FINE = 4
GAP = 6.0
LINES = 2
TICKETS_SHARE = 0.42
"""The ticket deck's share of the last slot; the deck of train cards has the rest."""
CARDS_PAINT, TICKETS_PAINT = mixed(NIGHT, DOT, 0.75), mixed(GOLD, INK, 0.5)
DARKNESS = 0.86
"""The opacity of the panel."""


def slot_frames(panel: Frame, slots: int) -> Sequence[Frame]:
    """The frames of the slots, line by line, then the frame of the decks."""
    columns = -(-(slots + 1) // LINES)
    wide, high = int((panel.width - GAP) / columns - GAP), int((panel.height - GAP) / LINES - GAP)
    left = panel.left + (panel.width - columns * (wide + GAP) + GAP) / 2
    top = panel.top + (panel.height - LINES * (high + GAP) + GAP) / 2
    corners = [
        complex(round(left + column * (wide + GAP)), round(top + line * (high + GAP)))
        for line in range(LINES)
        for column in range(columns)
    ]
    frames = [Frame(at.real, at.imag, at.real + wide, at.imag + high) for at in corners]
    return [*frames[:slots], frames[-1]]


def draw_panel(picture: Image.Image, panel: Frame) -> None:
    """Draw the panel: dark glass with a golden rim."""
    glass, rim = _glass(panel.width, panel.height)
    picture.paste(glass, panel.corner, glass)
    Canvas.upon(picture).lay(rim, complex(*panel.corner))


@kept
def _glass(wide: float, high: float) -> tuple[Image.Image, Image.Image]:
    """The panel's dark glass, and its rim."""
    frame = Frame(0, 0, wide - 1, high - 1)
    canvas, rim = Canvas(wide, high, None, FINE), Canvas(wide, high, None, FINE)
    canvas.box(frame, NIGHT, round_by=12)
    rim.box(frame, rim=GOLD, thick=2, round_by=12)
    glass = canvas.finished()
    fade(glass, DARKNESS)
    return glass, rim.finished()


def draw_row(picture: Image.Image, table: Table, panel: Frame) -> None:
    """Draw the cards and the decks on their panel."""
    canvas = Canvas.upon(picture)
    *slots, last = slot_frames(panel, table.rules.row)
    for number, frame in enumerate(slots):
        letter = table.row[number] if number < len(table.row) else EMPTY_SLOT
        canvas.lay(_card(letter, round(frame.width), round(frame.height)), complex(frame.left, frame.top))
        at = complex(frame.left + 9, frame.top + 6)
        canvas.text(at, str(number + 1), 15, _number_ink(letter), anchor="lt")
    middle = round(last.bottom - last.height * TICKETS_SHARE)
    deck = Frame(last.left, last.top, last.right, middle - GAP / 2)
    _draw_deck(canvas, deck, "cards", table.deck)
    _draw_deck(
        canvas, Frame(last.left, deck.bottom + GAP, last.right, last.bottom), "tickets", table.ticket_deck
    )


def _draw_deck(canvas: Canvas, frame: Frame, kind: str, number: int) -> None:
    canvas.lay(_back(kind, round(frame.width), round(frame.height)), complex(frame.left, frame.top))
    size = round(frame.height * (0.54 if number < 100 else 0.42))
    canvas.text(frame.centre, str(number), size, WHITE, display=True)


def _number_ink(letter: str) -> Paint:
    """The paint of a slot's number, which is in the corner of the card."""
    if letter == EMPTY_SLOT:
        return MIST
    return readable_on(CARD_PAINTS[RAINBOW[0] if letter == LOCOMOTIVE else letter])


@kept
def _card(letter: str, wide: int, high: int) -> Image.Image:
    canvas = Canvas(wide, high, None, FINE)
    card(canvas, Frame(0, 0, wide - 0.25, high - 0.25), letter)
    return canvas.finished()


@kept
def _back(kind: str, wide: int, high: int) -> Image.Image:
    """A deck: the back of a train card, or of a ticket with its two punched holes."""
    frame = Frame(0, 0, wide - 0.25, high - 0.25)
    canvas = Canvas(wide, high, None, FINE)
    if kind == "cards":
        card_back(canvas, frame, CARDS_PAINT)
    else:
        card_back(canvas, frame, TICKETS_PAINT)
        for end in (complex(0, high / 2), complex(wide, high / 2)):
            canvas.disc(end, high * 0.17, CREAM)
            canvas.disc(end, high * 0.14, mixed(NIGHT, SLATE, 0.3))
    return canvas.finished()
