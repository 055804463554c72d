"""The board is drawn in every kind of state: every decision, the last round, the end."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from engine.game import Table
from engine.view import View, view_for
from render.board import BoardPictures, board_pngs
from tests.pictures import LONG, NAMES
from tests.random_games import opened, steps

GAMES = [("europe", "europe", 2), ("europe", "mega", 5), ("usa", "usa", 3), ("usa", "big-cities", 4)]


def kind(table: Table) -> str:
    """The kind of state."""
    if table.over:
        return "over"
    waiting = {type(decision).__name__ for decision in table.decisions if decision}
    return "+".join([*sorted(waiting), "closed" if table.closed else "", "last" if table.last_round else ""])


def moments(title: str, variant: str, players: int) -> Iterator[tuple[str, View]]:
    """The first state of each kind in a game, as everybody sees it."""
    start, _ = opened(title, variant, players, 7)
    told: set[str] = set()
    for game in (start, *(step.after for step in steps(start, 7, "draws, then claims"))):
        if (sort := kind(game.table)) not in told:
            told.add(sort)
            yield sort, view_for(game, None)


def kinds(title: str, variant: str, players: int) -> dict[str, View]:
    return dict(moments(title, variant, players))


@pytest.mark.parametrize(("title", "variant", "players"), GAMES)
def test_every_kind_of_state_is_drawn(title: str, variant: str, players: int) -> None:
    there = kinds(title, variant, players)
    assert {"over"} < set(there)
    assert players > 3 or any("closed" in sort for sort in there)
    for view in there.values():
        pictures = board_pngs(view, (LONG if players == 5 else NAMES)[:players])
        assert sizes(pictures)[0] == (1600, 1280)
        assert (pictures[1] is None) == (view.table.last is None and view.table.tunnel is None)
        assert max(map(len, filter(None, pictures))) <= 750_000


def sizes(pictures: BoardPictures) -> list[tuple[int, int]]:
    return [Image.open(BytesIO(png)).size for png in pictures if png]
