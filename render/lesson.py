"""The picture of a rule: a position as the game could have it, the cards that matter, and a sentence."""

from PIL import Image

from render.board import board_image
from render.content import Lesson
from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.card_faces import lay_cards, ray_paints
from render.draw.frame import Frame
from render.draw.near_map import near_map
from render.draw.palette import paints, palette_of
from render.draw.png import png
from render.draw.text import wrapped
from render.draw.theme import CREAM, GOLD, liveries
from render.tunnel import draw_tunnel

WIDTH, HEAD, MARGIN = 1000, 76, 28
NEAR, WHOLE = (WIDTH, 625), (WIDTH, 800)
"""The size of the part of the map around places, and of the whole board."""
CARDS, TUNNEL = 190, 336
"""The height of a row of cards, and of those of a tunnel with their headings."""
TEXT, LINE = 34, 46


def lesson_png(lesson: Lesson, captions: Captions = ENGLISH) -> bytes:
    """The picture as a PNG file 1000 pixels wide. It shows only what everybody may see.

    Its map is the part around the places. Without places it is the whole board, or none where there are
    cards. The cards of a tunnel that is not settled take the place of those of the lesson.
    """
    view, cards = lesson.view, lesson.cards
    parts: list[Image.Image] = []
    if lesson.places:
        seats = liveries(view.table.players, lesson.colors)
        parts.append(near_map(view.table, lesson.places, seats, captions.language, NEAR))
    elif not cards:
        whole = board_image(view, lesson.names, lesson.colors, captions)
        parts.append(whole.resize(WHOLE, Image.Resampling.HAMMING))
    if view.table.tunnel:
        parts.append(backdrop(WIDTH, TUNNEL))
        draw_tunnel(parts[-1], view.table.tunnel, captions, 70)
    elif cards:
        parts.append(backdrop(WIDTH, CARDS))
        lay_cards(parts[-1], cards, Frame(MARGIN, 12, WIDTH - MARGIN, CARDS - 4))
    lines = wrapped(lesson.words, TEXT, WIDTH - 2 * MARGIN)
    picture = backdrop(WIDTH, HEAD + sum(part.height for part in parts) + LINE * len(lines) + MARGIN)
    sheet, top = Canvas.upon(picture), HEAD
    draw_heading(sheet, complex(MARGIN, HEAD / 2), lesson.title, 46, WIDTH - 2 * MARGIN, GOLD)
    for part in parts:
        picture.paste(part, (0, top))
        top += part.height
    for number, line in enumerate(lines):
        at = complex(MARGIN, top + MARGIN / 2 + LINE * (number + 0.5))
        sheet.text(at, line, TEXT, CREAM, anchor="lm")
    tunnel = view.table.tunnel
    if not (lesson.places or cards or tunnel):
        return png(picture, paints(view.table.board))
    shown = tunnel.laid + tunnel.revealed if tunnel else cards
    return png(picture, palette_of([picture], also=ray_paints(shown)))
