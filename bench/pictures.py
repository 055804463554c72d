"""How fast and how large the pictures are: `python -m bench.pictures`, or `make bench`.

The board is drawn turn by turn, as in a game. Machines differ, so its time is given as a multiple of a floor:
the least that any program must do for such a picture (copy a picture, paste four wagons, map to 256 paints,
deflate at isal's fastest level), measured in the same run. It is also compared with Pillow's PNG encoder.
A figure that has a limit is printed with it, and `--check` exits with 1 if one is missed.

Times are processor times of this process, so that other work on the machine counts less.
"""

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from time import process_time

from PIL import Image

from bench.bars import Bars, bench_parser
from bench.gallery import (
    NAMES,
    acting,
    board,
    claims,
    crowded,
    midway,
    played,
    points_by_turn,
    tunnels,
    turns,
)
from bench.yardstick import milliseconds, picture_floor
from engine.game import Game
from engine.view import View, view_for
from render.board import BoardPictures, board_image, board_png, board_pngs
from render.content import Lesson, StatisticsCard
from render.draw.layout import layout
from render.draw.palette import paints
from render.draw.png import indexed
from render.draw.sprites import wagon
from render.draw.theme import LIVERIES
from render.film import film_gif
from render.hand import hand_png
from render.leaderboard import leaderboard_png
from render.legend import legend_png
from render.lesson import lesson_png
from render.my_tickets import my_tickets_png
from render.preview import preview_png
from render.score import score_png
from render.statistics_card import statistics_png
from render.ticket import tickets_png
from render.tunnel import tunnel_png

BOARDS = ("europe", "usa")
TURNS = 40
FULLEST_HAND = (12,) * 8 + (14,)

Files = bytes | BoardPictures
"""What one call draws: a file, or the board together with its close-up."""

BARS = {"ours, with isal": 2.5, "ours, Pillow's PNG-8": 5.0}


def main() -> None:
    parser = bench_parser(__doc__)
    parser.add_argument("--states", type=int, default=150, help="random states of each board (150)")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from (1)")
    arguments, bars = parser.parse_args(), Bars()
    print(
        f"{'a turn of the board':38}{'median ms':>10}{'of floor':>10}{'bar':>8}{'':8}{'of RGB':>8}{'KB':>6}"
    )
    for title in BOARDS:
        _turn(title, bars)
    print(f"\n{'largest of a kind':38}{'pictures':>10}{'median ms':>11}{'KB':>10}{'bar':>8}")
    for title in BOARDS:
        _sizes(title, range(arguments.seed, arguments.seed + arguments.states), bars)
    _replays(bars)
    _memory(bars)
    bars.finish(check=arguments.check)


# ---- a turn


def _turn(title: str, bars: Bars) -> None:
    """Each way of encoding has its own game, so that every picture has text that is new to it."""
    ways = _ways(title, view_for(played(title, 5)[-1], None))
    stories = {name: _story(title, number) for number, name in enumerate(ways, 1)}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(TURNS):
        for name, way in ways.items():
            times[name].append(milliseconds(partial(way, stories[name][turn])))
    medians = {name: statistics.median(found) for name, found in times.items()}
    for name, median in medians.items():
        ratio, bar = median / medians["floor"], BARS.get(name)
        judged = f"{bar:>8.1f}{bars.verdict(f'{title}: {name}', ratio <= bar):8}" if bar else f"{'':16}"
        size = statistics.fmean(len(ways[name](view)) for view in stories[name][-3:]) / 1000
        print(
            f"{title + ': ' + name:38}{median:>10.1f}{ratio:>10.2f}{judged}"
            f"{median / medians['Pillow RGB']:>8.2f}{size:>6.0f}",
            flush=True,
        )


def _story(title: str, number: int) -> list[View]:
    """The last turns of a game. Earlier turns are drawn first, as they are when a game is played."""
    views = [view_for(game, None) for game in turns(played(title, 5, number))]
    for view in views[:-TURNS:8]:
        board_image(view, NAMES)
    return views[-TURNS:]


def _ways(title: str, view: View) -> dict[str, Callable[[View], bytes]]:
    before = board_image(view, NAMES)
    cars = [cars[0] for cars in layout(board(title)).cars.values()][:4]
    sprites = [wagon(car, next(iter(LIVERIES.values()))) for car in cars]
    colors = paints(board(title))

    return {
        "floor": lambda _: picture_floor(before, sprites, colors),
        "ours, with isal": lambda view: board_png(view, NAMES),
        "ours, with the close-up": lambda view: board_pngs(view, NAMES)[0],
        "ours, Pillow's PNG-8": lambda view: _by_pillow(indexed(board_image(view, NAMES), colors)),
        "Pillow RGB": lambda view: _by_pillow(board_image(view, NAMES)),
    }


def _by_pillow(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


# ---- sizes


def _sizes(title: str, seeds: range, bars: Bars) -> None:
    """Every kind of picture: how large it is, and its time as a multiple of that of a board drawn anew."""
    there, moments = board(title), played(title, 5)
    middle = acting(midway(moments, 0.6))
    hands = [
        View(middle.table, middle.seat, FULLEST_HAND, middle.tickets, ()),
        *map(acting, turns(moments)[::8]),
    ]
    full_boards = [crowded(title, seed) for seed in seeds]
    tickets = sorted(there.ticket)
    threes = [tickets[start : start + 3] for start in range(0, len(tickets) - 2, 6)]
    claimed = list(claims(moments))[::10]
    games = [played(title, players, players) for players in (2, 3, 4)] + [moments]
    ends = [(view_for(game[-1], None), points_by_turn(game)) for game in games]
    favourites = tuple((route, 9) for route in there.route_ids[::20])
    card = StatisticsCard(NAMES[0], ("34",) * 8, (12, 9, 8, 3, 2), (1043, 1100, 1240), there, favourites)
    lines = [(place, name, ("1240", "34", "12", "104")) for place, name in enumerate((*NAMES, *NAMES), 1)]
    lessons = [
        Lesson("Claims", "A rule. " * 12, middle, NAMES, None, [route]) for route in there.route_ids[::15]
    ]

    random_states = (partial(board_png, view, NAMES) for view in full_boards)
    _size(f"{title}: board, random states", random_states, bars, 750)
    drawn_anew = [partial(board_pngs, view, NAMES) for view in _apart(moments)]
    _size(f"{title}: board and close-up", drawn_anew, bars)
    board_time = statistics.median(milliseconds(way) for way in drawn_anew)
    next_turns = [partial(board_pngs, view_for(game, None), NAMES) for game in turns(moments)[20:50]]
    turn_time = statistics.median(_size(f"{title}: the same, turn by turn", next_turns, bars))

    def size(
        kind: str, ways: Iterable[Callable[[], bytes]], most: float, kilobytes: float | None = None
    ) -> None:
        """Judge the time of a kind of picture as a multiple of that of a board drawn from nothing."""
        times = _size(f"{title}: {kind}", ways, bars, kilobytes)
        if times:
            ratio = statistics.median(times) / board_time
            verdict = bars.verdict(f"{title}: {kind}, time", ratio <= most)
            of_turn = statistics.median(times) / turn_time
            print(f"{'':38}{ratio:>12.2f} of the board{most:>6.0f}{verdict}, {of_turn:.2f} of a turn's")

    size("hand", (partial(hand_png, view) for view in hands), 2, 100)
    size("ticket", (partial(tickets_png, middle, [number]) for number in tickets), 2, 320)
    size("three tickets", (partial(tickets_png, middle, three) for three in threes), 4)
    size("my tickets", (partial(my_tickets_png, acting(game)) for game in turns(moments)[::8]), 2)
    size("preview", (partial(preview_png, *claim) for claim in claimed), 2)
    size("tunnel", (partial(tunnel_png, view, NAMES) for view in tunnels(moments)), 2)
    size("score", (partial(score_png, view, NAMES, None, points) for view, points in ends * 3), 4)
    size("statistics", [partial(statistics_png, card)] * 3, 2)
    size("leaderboard", [partial(leaderboard_png, "Rail Club", lines)] * 3, 2)
    size("lesson", (partial(lesson_png, lesson) for lesson in lessons), 2)
    size("legend", [partial(legend_png, there, middle.table.rules)] * 3, 2)


def _apart(moments: Sequence[Game]) -> Iterator[View]:
    """Turns of a game, each as one of a game of its own: none is drawn on the picture of another."""
    for number, game in enumerate(turns(moments)[20:50]):
        yield view_for(replace(game, table=replace(game.table, game_id=f"apart {number}")), None)


def _size(
    title: str, ways: Iterable[Callable[[], Files]], bars: Bars, bar: float | None = None
) -> Sequence[float]:
    """The largest picture of a kind, and how long one takes: its milliseconds, one by one."""
    sizes, times = [], []
    for way in ways:
        begun = process_time()
        drawn = way()
        times.append((process_time() - begun) * 1000)
        sizes.append(len(drawn if isinstance(drawn, bytes) else drawn[0]) / 1000)
    if sizes:
        judged = f"{bar:>8.0f}{bars.verdict(title, max(sizes) <= bar)}" if bar else ""
        print(
            f"{title:38}{len(sizes):>10}{statistics.median(times):>11.1f}{max(sizes):>10.0f}{judged}",
            flush=True,
        )
    return times


def _replays(bars: Bars) -> None:
    """150 turns of the longest games that five computers play."""
    for title in BOARDS:
        views = [view_for(game, None) for game in turns(played(title, 5))][:150]
        begun = process_time()
        size = len(film_gif(views, NAMES)) / 1000
        spent = process_time() - begun
        moments = f"{len(views)} turns, {spent:.1f} s"
        verdict = bars.verdict(f"{title}: replay", size <= 1000)
        print(f"{title + ': replay, ' + moments:59}{size:>10.0f}{1000:>8}{verdict}")


# ---- memory

_BOTH_BOARDS = """
from bench.gallery import NAMES, acting, midway, played
from render.content import Lesson, StatisticsCard
from render.board import board_pngs
from render.hand import hand_png
from render.my_tickets import my_tickets_png
for title in ("europe", "usa"):
    for share in (0.3, 0.6, 0.9):
        view = acting(midway(played(title, 5), share))
        board_pngs(view, NAMES), hand_png(view), my_tickets_png(view)
print(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""


def _memory(bars: Bars) -> None:
    """Memory of a process that has drawn a few pictures of both boards: now and at its peak."""
    told = subprocess.run([sys.executable, "-c", _BOTH_BOARDS], capture_output=True, text=True, check=True)
    held, most = (int(line) / 1000 for line in told.stdout.split())
    print(f"\n{'MB with both boards drawn':38}{held:>10.0f}{'':10}{150:>8}{bars.verdict('MB', held <= 150)}")
    print(f"{'MB at the most, meanwhile':38}{most:>10.0f}")


if __name__ == "__main__":
    main()
