"""Draw the thumbnails of moves in lists: `python -P -m tools.thumbnails`, after a change of icons."""

from pathlib import Path

from engine.cards import CARDS
from render.draw.canvas import Canvas
from render.draw.frame import Frame
from render.draw.icons import card, card_back, icon
from render.draw.theme import CREAM, SLATE

_FOLDER = Path(__file__).parent.parent / "bot" / "web" / "files"
_SIZE = 160
_CARD = Frame(16, 4, 64, 76)


def main() -> None:
    """Write `card-R.png` and so on: the cards, a card of the deck, tickets and a station."""
    for name in (*CARDS, "deck", "tickets", "stations"):
        canvas = Canvas(80, 80, None)
        if name in CARDS:
            card(canvas, _CARD, name)
        else:
            card_back(canvas, _CARD, SLATE)
        if name in ("tickets", "stations"):
            icon(canvas, 40 + 40j, name, CREAM, SLATE)
        canvas.image.resize((_SIZE, _SIZE)).quantize(64).save(_FOLDER / f"card-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
