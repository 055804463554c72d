"""The picture of a rule: a position as the game could have it, the cards that matter, and a sentence."""

from collections.abc import Sequence

from PIL import Image

from engine.view import View
from render.board import board_image
from render.draw.backdrop import backdrop, draw_heading
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.card_faces import lay_cards
from render.draw.frame import Frame
from render.draw.near_map import near_map
from render.draw.palette import palette_of
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


def lesson_png(
    view: View,
    names: Sequence[str],
    places: Sequence[str],
    cards: str,
    title: str,
    words: str,
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
) -> bytes:
    """A rule in a picture, as a PNG file 1000 pixels wide. It shows only what everybody may see.

    Its map is the part around the `places`. Without places it is the whole board, or none where there are
    `cards`. The cards of a tunnel that is not settled take the place of `cards`. Names and colours are by
    seat, as for the board.
    """
    drawn = _map(view, names, places, cards, colors, captions), _cards(view, cards, captions)
    parts = [part for part in drawn if part]
    picture = _page(title, parts, wrapped(words, TEXT, WIDTH - 2 * MARGIN))
    return png(picture, palette_of([picture.reduce(2)]))


def _page(title: str, parts: Sequence[Image.Image], lines: Sequence[str]) -> Image.Image:
    """The title, the pictures and the lines of the sentence, below each other."""
    high = HEAD + sum(part.height for part in parts) + LINE * len(lines) + MARGIN
    picture = backdrop(WIDTH, high)
    sheet, top = Canvas.upon(picture), HEAD
    draw_heading(sheet, complex(MARGIN, HEAD / 2), title, 46, WIDTH - 2 * MARGIN, GOLD)
    for part in parts:
        picture.paste(part, (0, top))
        top += part.height
    _draw_words(sheet, top + MARGIN / 2, lines)
    return picture


def _draw_words(sheet: Canvas, top: float, lines: Sequence[str]) -> None:
    for number, line in enumerate(lines):
        sheet.text(complex(MARGIN, top + LINE * (number + 0.5)), line, TEXT, CREAM, anchor="lm")


def _map(
    view: View,
    names: Sequence[str],
    places: Sequence[str],
    cards: str,
    colors: Sequence[str] | None,
    captions: Captions,
) -> Image.Image | None:
    """The map that the rule is shown on."""
    if places:
        return near_map(view.table, places, liveries(view.table.players, colors), captions.language, NEAR)
    if cards:
        return None
    whole = board_image(view, names, colors, captions)
    return whole.resize(WHOLE, Image.Resampling.LANCZOS, reducing_gap=2)


def _cards(view: View, cards: str, captions: Captions) -> Image.Image | None:
    """The cards of a tunnel, or a row of cards."""
    if view.table.tunnel:
        picture = backdrop(WIDTH, TUNNEL)
        draw_tunnel(picture, view.table.tunnel, captions, 70)
        return picture
    if not cards:
        return None
    picture = backdrop(WIDTH, CARDS)
    lay_cards(picture, cards, Frame(MARGIN, 12, WIDTH - MARGIN, CARDS - 4))
    return picture
