"""A tunnel before it is settled: the cards played, those revealed, which of them match, and the surcharge."""

from collections.abc import Sequence

from PIL import Image

from engine.game import Tunnel
from engine.payments import adds_surcharge, surcharge
from engine.view import View
from render.draw.backdrop import BAR_HEIGHT, backdrop, draw_bar, draw_heading
from render.draw.canvas import Canvas, fade
from render.draw.captions import ENGLISH, Captions
from render.draw.card_faces import CORNER, FACE, lay_cards, paints
from render.draw.frame import Frame
from render.draw.icons import token
from render.draw.png import png
from render.draw.status_lines import shown_names
from render.draw.text import fitted, fitted_name
from render.draw.theme import ALARM, CREAM, GOLD, INK, MIST, NIGHT, WHITE, Livery, liveries

WIDTH, HEIGHT = 1000, 490
TOP, BOTTOM = 150, 364
LAID = Frame(28, TOP, 476, BOTTOM)
REVEALED = Frame(524, TOP, WIDTH - 28, BOTTOM)
FADED = 0.52
"""How dark a revealed card is if it does not match."""


def tunnel_png(
    view: View,
    names: Sequence[str],
    colors: Sequence[str] | None = None,
    captions: Captions = ENGLISH,
    tunnel: Tunnel | None = None,
) -> bytes:
    """A tunnel's cards as a PNG file of 1000 x 490 pixels. It shows only what everybody may see.

    Without `tunnel` it is the one that the game is waiting for. Names and colours are by seat, as for the
    board. Raises ValueError if there is no tunnel.
    """
    tunnel = tunnel or view.table.tunnel
    if tunnel is None:
        raise ValueError("no tunnel is waiting to be settled")
    picture = backdrop(WIDTH, HEIGHT)
    sheet = Canvas.upon(picture)
    board, route = view.table.board, view.table.board.route[tunnel.route]
    a, b = (board.city[city].name_in(captions.language) for city in (route.a, route.b))
    title = captions.tunnel.format(a=a, b=b)
    draw_heading(sheet, complex(WIDTH / 2, 46), title, 48, WIDTH - 56, CREAM, anchor="mm")
    draw_tunnel(picture, tunnel, captions, TOP)
    owed = surcharge(tunnel.laid, tunnel.revealed)
    words = captions.owed.format(number=owed) if owed else captions.nothing_owed
    draw_bar(sheet, Frame(0, HEIGHT - BAR_HEIGHT, WIDTH, HEIGHT), "", words)
    seats = liveries(view.table.players, colors)
    _draw_player(picture, shown_names(names, seats, captions)[tunnel.seat], seats[tunnel.seat])
    return png(picture, paints())


def draw_tunnel(picture: Image.Image, tunnel: Tunnel, captions: Captions, top: float) -> None:
    """Draw the cards laid and revealed below this height, with their headings above it.

    The revealed cards that cost another card are marked.
    """
    laid, revealed = (Frame(one.left, top, one.right, top + one.height) for one in (LAID, REVEALED))
    sheet = Canvas.upon(picture)
    for frame, words in ((laid, captions.laid), (revealed, captions.revealed)):
        at = complex(frame.centre.real, top - 36)
        sheet.text(at, fitted(words, 34, frame.width), 34, MIST)
    lay_cards(picture, tunnel.laid, laid)
    for card, frame in zip(tunnel.revealed, lay_cards(picture, tunnel.revealed, revealed), strict=True):
        _draw_verdict(picture, frame, matches=adds_surcharge(tunnel.laid, card))


def _draw_verdict(picture: Image.Image, frame: Frame, *, matches: bool) -> None:
    """Mark a revealed card: a match gets a ring and "+1", any other card is darkened."""
    round_by = CORNER * frame.width / FACE.width
    over = Canvas(frame.width, frame.height, None, 4)
    inner = Frame(0, 0, frame.width, frame.height)
    if matches:
        over.box(inner, None, GOLD, 7, round_by)
        over.box(inner.inset(6), None, INK, 1.5, round_by - 5)
        image = over.finished()
    else:
        over.box(inner, NIGHT, round_by=round_by)
        image = over.finished()
        fade(image, FADED)
    picture.paste(image, frame.corner, image)
    if matches:
        seal = Canvas(84, 84, None, 4)
        for radius, fill in ((40, INK), (38, CREAM), (34, ALARM)):
            seal.disc(42 + 42j, radius, fill)
        seal.text(42 + 41j, "+1", 40, WHITE, display=True)
        image = seal.finished()
        at = complex(frame.centre.real, frame.bottom) - 42 - 42j
        picture.paste(image, (round(at.real), round(at.imag)), image)


def _draw_player(picture: Image.Image, name: str, livery: Livery) -> None:
    """Draw in the bar whose tunnel it is."""
    top = HEIGHT - BAR_HEIGHT + 3
    shown, size = fitted_name(name, (32,), WIDTH / 2 - 90)
    with Canvas.part(picture, Frame(0, top, WIDTH / 2, HEIGHT)) as sheet:
        token(sheet, complex(46, top + 27), 20, livery)
        sheet.text(complex(80, top + 28), shown, size, CREAM, anchor="lm")
