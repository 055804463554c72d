"""The examples in the engine's docstrings are true.

An example may use, besides the names of its module:

- `europe`, the board;
- `game`, a game of Europe for two, in which seat 0 holds KKKLRR and begins a turn;
- `view`, what seat 0 sees of it;
- `at(...)`, which makes any other game from the keys of a position.
"""

import doctest
import importlib
import pkgutil

import pytest

import engine
from engine.view import view_for
from tests.rules.table import at, board

FEWEST_EXAMPLES = 40


def examples() -> list[doctest.DocTest]:
    """Every docstring of the engine that has an example."""
    game = at(
        players=2,
        hands=["KKKLRR", "BBB"],
        row="RBLGK",
        deck="GY...",
        tickets=[[9, 3], [20]],
        routes=[["paris--zurich"], []],
    )
    names = {"europe": board(), "game": game, "view": view_for(game, 0), "at": at}
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(engine.__path__, "engine.")
        if not module.name.endswith("__main__")
    ]
    found = [test for module in modules for test in finder.find(module, extraglobs=names)]
    return [test for test in found if test.examples]


EXAMPLES = examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_gives_what_it_says(example: doctest.DocTest) -> None:
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=told.append)
    assert told == []


def test_the_public_names_have_examples() -> None:
    assert len(EXAMPLES) >= FEWEST_EXAMPLES
