"""The paints of pictures: a PNG file has up to 256 colours.

The pictures of a board have one choice of paints, made beforehand from boards full of trains. A picture of
another kind, such as a score sheet, has a choice of its own. In each choice, the colours of players, cards
and text are exact; the others are those that fit the rest of the picture best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import sqrt

from PIL import Image

from engine.board import GRAY, Board
from engine.cards import COLORS
from engine.game import Table
from engine.view import View
from render.draw import theme
from render.draw.baked_maps import baked_palette
from render.draw.dim import dimmed_paint
from render.draw.sprites import space_fill, space_rim, space_symbol
from render.draw.theme import CARD_PAINTS, LIVERIES, Paint, mixed

MOST = 256
STATES = 5
"""The number of sample pictures of a board."""
STEPS = (0.25, 0.5, 0.75)
"""The shares of the second paint where a palette has mixtures of two paints."""

SAMPLE = 7_000
"""The number of pixels, about, that are read to choose the paints of a single picture."""
ALIKE = 4
"""In a single picture, red, green and blue are rounded to steps of this size before paints are chosen."""
UNSETTLED = 1 / 50
"""Paints are improved in rounds. For a single picture, the last round is the one in which at most this share
of the pixels gets another paint."""
KEPT_APART, KEPT_UNSETTLED = 2, 3
"""For paints that many pictures share, every second pixel of every second line is read, and the last round is
the one in which at most three pixels get another paint."""


def exact_paints() -> Sequence[Paint]:
    """The paints that every palette has exactly: of players, cards, spaces, light, text and its grounds."""
    words = (
        theme.INK, theme.WHITE, theme.CREAM, theme.HALO, theme.NIGHT, theme.SLATE, theme.MIST, theme.GOLD,
        theme.ALARM, theme.RAIL, theme.DOT, theme.GRAY_PAINT,
    )  # fmt: skip
    players = (paint for livery in LIVERIES.values() for paint in (livery.paint, livery.sign_paint))
    light = (mixed(theme.HIGHLIGHT, theme.PAPER, share) for share in (0, *STEPS))
    return list(dict.fromkeys([*players, *CARD_PAINTS.values(), *space_paints(), *light, *words]))


def space_paints() -> Sequence[Paint]:
    """The paints of the empty spaces of a map."""
    return [part(color) for color in [*COLORS, GRAY] for part in (space_fill, space_rim, space_symbol)]


@lru_cache(maxsize=1)
def dimmed_paints() -> Sequence[Paint]:
    """The paints of spaces and players on a dimmed map, of which a sample may have too few pixels."""
    return [
        dimmed_paint(paint) for paint in (*(livery.paint for livery in LIVERIES.values()), *space_paints())
    ]


def paints(board: Board) -> bytes:
    """The 256 paints of all pictures of a board: red, green and blue of each, 768 bytes."""
    return baked_palette(board) or default_palette()


@lru_cache(maxsize=1)
def default_palette() -> bytes:
    """The 256 paints of a picture without its own: the exact paints, and steps to paper, ink and white."""
    kept = [*exact_paints(), theme.PAPER, theme.NET]
    steps = [
        mixed(paint, other, share)
        for paint in kept
        for other in (theme.PAPER, theme.INK, theme.WHITE)
        for share in STEPS
    ]
    paints = list(dict.fromkeys([*kept, *steps]))[:MOST]
    return b"".join(bytes(paint) for paint in paints).ljust(3 * MOST, b"\0")


def palette_of(
    pictures: Sequence[Image.Image], most: int = MOST, also: Sequence[Paint] = (), *, kept: bool = False
) -> bytes:
    """Choose the 256 paints (or `most`) that fit pictures best: red, green and blue of each, 768 bytes.

    The exact paints are among them, and those in `also`. Paints that are `kept` for many pictures are chosen
    from more pixels and in more rounds, which takes ten times as long.
    """
    apart = KEPT_APART if kept else max(sqrt(pictures[0].width * pictures[0].height / SAMPLE), 1)
    width, height = int(pictures[0].width / apart), int(pictures[0].height / apart)
    sheet = Image.new("RGB", (width, height * len(pictures)))
    for number, picture in enumerate(pictures):
        sheet.paste(picture.resize((width, height), Image.Resampling.NEAREST), (0, height * number))
    unsettled = KEPT_UNSETTLED
    if not kept:
        sheet = sheet.point([value // ALIKE * ALIKE + ALIKE // 2 for value in range(256)] * 3)
        unsettled = round(UNSETTLED * width * height)
    exact = b"".join(bytes(paint) for paint in (*exact_paints(), *also))
    chosen = sheet.quantize(most - len(exact) // 3, kmeans=unsettled).getpalette("RGB") or []
    return (exact + bytes(chosen)).ljust(3 * MOST, b"\0")[: 3 * MOST]


def full_views(board: Board) -> Iterator[View]:
    """Sample views of a board: all players have claimed most routes. Together they show every card."""
    for number in range(STATES):
        yield View(_full_table(board, number), None, (), (), ())


def _claimed(board: Board, players: int, number: int) -> tuple[int, ...]:
    """Most routes of a board, dealt out to the players, differently for each `number`."""
    claimed = [0] * players
    for place in range(len(board.routes)):
        if (place + number) % STATES:
            claimed[(place + number) % players] |= 1 << place
    return tuple(claimed)


def _full_table(board: Board, number: int) -> Table:
    rules = next(iter(board.variants.values()))
    players = rules.players_most
    cities = [board.city_ids[seat * 7 % len(board.cities)] for seat in range(players)]
    cards = "".join(CARD_PAINTS)
    table = Table(board, rules, game_id="", bonus=(), players=players, seal="")
    return replace(
        table,
        seat=number % players,
        turn=40 * players,
        row=(cards + cards)[2 * number : 2 * number + rules.row],
        deck=37,
        ticket_deck=23,
        hands=(9,) * players,
        tickets=(5,) * players,
        trains=tuple(min(trains, rules.trains) for trains in (4, *[18] * (players - 1))),
        points=(48,) * players,
        routes=_claimed(board, players, number),
        stations=tuple((city,) if rules.stations else () for city in cities),
        decisions=(None,) * players,
        turns_left=number % 2 or None,
        last=(0, board.routes[number * 13 % len(board.routes)].id),
    )
