"""The examples in docstrings are true.

An example of the engine may use, besides the names of its module:

- `europe`, the board;
- `game`, a game of Europe for two, in which seat 0 holds KKKLRR and begins a turn;
- `view`, what seat 0 sees of it;
- `log`, the rows of a new game for two, and `record`, the record of it;
- `at(...)`, which makes any other game from the keys of a position.
"""

import doctest
import importlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.documents.record import record_of
from engine.setup import Setup, new_game
from engine.view import view_for
from tests.rules.table import at, board

ROOT = Path(__file__).parent.parent
FEWEST_EXAMPLES = 59


def with_examples() -> Iterator[str]:
    """The modules whose source has an example."""
    for room in ("engine", "render", "bot"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if ">>> " in path.read_text(encoding="utf-8"):
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield module.removesuffix(".__init__")


def examples() -> list[doctest.DocTest]:
    """Every docstring that has an example."""
    game = at(
        players=2,
        hands=["KKKLRR", "BBB"],
        row="RBLGK",
        deck="GY...",
        tickets=[[9, 3], [20]],
        routes=[["paris--zurich"], []],
    )
    _, events = new_game(board(), Setup("europe", players=2), "a-game", "5ea1" * 16)
    log = [(datetime(2026, 3, 1, 18, tzinfo=UTC), "", event) for event in events]
    names = {
        "europe": board(),
        "game": game,
        "view": view_for(game, 0),
        "log": log,
        "record": record_of(log, unfinished=True),
        "at": at,
    }
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = map(importlib.import_module, with_examples())
    found = [test for module in modules for test in finder.find(module, extraglobs=names)]
    return [test for test in found if test.examples]


EXAMPLES = examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_gives_what_it_says(example: doctest.DocTest) -> None:
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=told.append)
    assert told == []


def test_the_main_public_names_of_the_engine_have_examples() -> None:
    assert len([one for one in EXAMPLES if one.name.startswith("engine.")]) >= FEWEST_EXAMPLES
