"""Contact sheets of every picture, full size and as on a phone: `make contact-sheet`.

Games are played from fixed seeds, so that the sheets of two versions can be compared.
"""

import argparse
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from bench.gallery import (
    NAMES,
    acting,
    board,
    claims,
    crowded,
    midway,
    offers,
    played,
    points_by_turn,
    tunnels,
    turns,
)
from bot.shown.picture_service import captions
from bot.text.i18n import LANGUAGES
from engine.game import Game
from engine.view import View, view_for
from render.board import board_pngs
from render.content import StatisticsCard
from render.draw.captions import ENGLISH, Captions
from render.film import film_gif
from render.hand import hand_png
from render.leaderboard import leaderboard_png
from render.my_tickets import my_tickets_png
from render.preview import preview_png
from render.score import score_png
from render.statistics_card import statistics_png
from render.ticket import tickets_png
from render.tunnel import tunnel_png

PHONE = 480
"""The width of a picture in a chat on a phone, in pixels."""
GAP = 24
TABLE_TOP = (94, 88, 80)
ON_A_SHEET = 3
MANY_CARDS = (3, 7, 1, 12, 4, 2, 9, 5, 14)
SOME_CARDS = (1, 3, 0, 2, 0, 4, 1, 0, 2)

Shown = tuple[str, Sequence[bytes]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Lay every picture on contact sheets.")
    parser.add_argument("-o", "--output", default="build/sheets", help="the folder (build/sheets)")
    parser.add_argument("--examples", action="store_true", help="only the pictures of the README")
    arguments = parser.parse_args()
    folder = Path(arguments.output)
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.examples:
        for name, picture in examples():
            (folder / name).write_bytes(picture)
            print(folder / name, f"{len(picture) // 1000} KB")
        return
    for name, pictures in shown():
        for start in range(0, len(pictures), ON_A_SHEET):
            path = folder / f"{name}-{start // ON_A_SHEET + 1}.png"
            sheet(pictures[start : start + ON_A_SHEET]).save(path)
            print(path, *(f"{len(picture) // 1000} KB" for picture in pictures[start : start + ON_A_SHEET]))


def shown() -> Iterator[Shown]:
    for title in ("europe", "usa"):
        moments = played(title, 5)
        yield f"board-{title}", list(_boards(title))
        yield f"private-{title}", list(_private(title))
        few = played(title, 3, 2)
        ends = ((moments, NAMES), (few, NAMES[:3]))
        yield f"score-{title}", [_score(moments, names) for moments, names in ends]
        views = [view_for(midway(moments, share), None) for share in (0.1, 0.5, 1)]
        yield f"replay-{title}", _frames(film_gif(views, NAMES))
    for language in LANGUAGES:
        yield f"statistics-{language}", list(_statistics(captions(language)))
    yield from _languages()


def _boards(title: str) -> Iterator[bytes]:
    """A beginning, the middle, the end, a duel and random full boards; each with its detail."""
    moments = played(title, 5)
    views = [view_for(midway(moments, share), None) for share in (0, 0.4, 0.8, 0.97, 1)]
    views += [view_for(midway(played(title, 2, 3), 0.7), None), crowded(title, 3), crowded(title, 8)]
    for view in views:
        yield from filter(None, board_pngs(view, NAMES[: view.table.players]))


def _private(title: str, words: Captions = ENGLISH) -> Iterator[bytes]:
    moments = played(title, 5)
    middle = acting(midway(moments, 0.6))
    late = view_for(moments[-1], 1)
    rich = View(middle.table, middle.seat, MANY_CARDS, middle.tickets, ())
    for view in (middle, rich, View(middle.table, middle.seat, (0,) * 9, (), ())):
        yield hand_png(view, words)
    for view in (offers(moments)[0], offers(moments)[-1]):
        yield tickets_png(view, view.offer, None, words)
    yield tickets_png(middle, middle.tickets[:1], None, words)
    yield tickets_png(late, late.tickets, None, words)
    yield my_tickets_png(middle, None, words)
    yield my_tickets_png(late, None, words)
    every = list(claims(moments))
    for view, claim in (every[len(every) // 4], every[len(every) // 2]):
        yield preview_png(view, claim, None, words)
    for view in tunnels(moments)[:2]:
        yield tunnel_png(view, NAMES, None, words)


def _score(moments: Sequence[Game], names: Sequence[str], words: Captions = ENGLISH) -> bytes:
    return score_png(view_for(moments[-1], None), names, None, points_by_turn(moments), captions=words)


def _statistics(words: Captions) -> Iterator[bytes]:
    """Somebody with many games, somebody with one, and the leaderboard."""
    many = "34", "12", "1240", "98%", "104", "168", "71/90", "45"
    europe, usa = (
        tuple((route, 12 - n) for n, route in enumerate(board(title).route_ids[3::19][:5]))
        for title in ("europe", "usa")
    )
    history = 1043, 1100, 1080, 1130, 1210, 1190, 1240
    card = StatisticsCard(NAMES[0], many, (12, 9, 8, 3, 2), history, board("europe"), europe)
    yield statistics_png(card, words)
    one = "1", "0", "993", "–", "74", "74", "2/5", "22"
    card = StatisticsCard(NAMES[1], one, (0, 0, 1), (993,), board("usa"), usa[:3], provisional=True)
    yield statistics_png(card, words)
    lines = [(place, name, ("1240", "34", "12", "104")) for place, name in enumerate((*NAMES, "東京"), 1)]
    yield leaderboard_png("Rail Club", lines, words)


def _languages() -> Iterator[Shown]:
    """Pictures with captions that are longer than in English."""
    moments = played("europe", 5)
    for language in LANGUAGES:
        if language != "en":
            words = captions(language)
            board, _ = board_pngs(view_for(midway(moments, 0.97), None), NAMES, None, words)
            yield f"language-{language}", [board, _score(moments, NAMES, words), *_private("europe", words)]


def examples() -> Iterator[tuple[str, bytes]]:
    """The pictures of the README; larger ones are reduced, because every clone has them."""
    for title in ("europe", "usa"):
        view = view_for(midway(played(title, 5), 0.8), None)
        yield f"board-{title}.png", smaller(board_pngs(view, NAMES)[0], 1200)
    europe, short = played("europe", 5), played("europe", 2, 3)
    view = acting(midway(europe, 0.6))
    yield "hand.png", hand_png(View(view.table, view.seat, SOME_CARDS, view.tickets, ()))
    offer = offers(europe)[0]
    yield "ticket.png", tickets_png(offer, offer.offer[:1])
    every = list(claims(europe))
    yield "preview.png", preview_png(*every[len(every) // 4])
    yield "score.png", smaller(_score(europe, NAMES), 900)
    yield "replay.gif", film_gif([view_for(game, None) for game in turns(short)], NAMES[:2])


def smaller(picture: bytes, width: int) -> bytes:
    """A picture in 256 paints at this width."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    file = BytesIO()
    image.quantize(256, kmeans=3, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _frames(file: bytes) -> list[bytes]:
    """Each frame of an animated picture as a file."""
    image, frames = Image.open(BytesIO(file)), []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        frame = BytesIO()
        image.convert("RGB").save(frame, "PNG")
        frames.append(frame.getvalue())
    return frames


def sheet(pictures: Sequence[bytes]) -> Image.Image:
    """Pictures below one another, each with a small one at its side."""
    opened = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    wide = max(image.width for image in opened)
    high = sum(image.height + GAP for image in opened) + GAP
    laid_out = Image.new("RGB", (wide + PHONE + 3 * GAP, high), TABLE_TOP)
    top = GAP
    for image in opened:
        small = image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.LANCZOS)
        laid_out.paste(image, (GAP, top))
        laid_out.paste(small, (wide + 2 * GAP, top))
        top += image.height + GAP
    return laid_out


if __name__ == "__main__":
    main()
