"""The page of the board in Telegram and Discord has every part that its scripts need."""

import re
import zlib
from graphlib import TopologicalSorter

import pytest

from bot.web.page_files import BUNDLES, HERE, app_page, bundle

ASKED = re.compile(r"""\$\("([\w-]+)"\)|getElementById\("([\w-]+)"\)""")
IMPORTED = re.compile(r"""(?:from|import)\(?\s*"\./(\w+\.js)\"""")

DRAWN = {"board"}
"""Parts that the scripts make themselves."""

MOST_BYTES = 90_000


def scripts(first: str) -> dict[str, str]:
    """A script and all that it imports, by their names."""
    found: dict[str, str] = {}
    wanted = [first]
    while wanted:
        name = wanted.pop()
        if name not in found:
            found[name] = (HERE / name).read_text(encoding="utf-8")
            wanted += IMPORTED.findall(found[name])
    return found


@pytest.mark.parametrize("first", sorted(BUNDLES))
def test_a_page_is_served_all_that_its_script_imports_at_once(first: str) -> None:
    served = bundle(first)
    assert set(re.findall(r'^  "([\w.]+)": \(\(\) => {$', served, re.MULTILINE)) == set(scripts(first))
    assert set(re.findall(r'load\("([\w.]+)"\)', served)) == set(scripts(first))
    assert not re.findall(r"^(?:import|export)\b.*|\bimport\(.*", served, re.MULTILINE)


def test_no_script_imports_what_imports_it() -> None:
    """Modules run one after the other: none may need one that has not run to its end."""
    graph = {
        path.name: set(re.findall(r'from "\./([\w.]+)"', path.read_text("utf-8")))
        for path in HERE.glob("*.js")
    }
    assert [*TopologicalSorter(graph).static_order()]


def test_the_page_has_every_part_that_its_scripts_ask_for() -> None:
    parts = DRAWN | set(re.findall(r'id="([\w-]+)"', app_page("v").decode()))
    asked = {
        name: {one or other for one, other in ASKED.findall(text)} for name, text in scripts("app.js").items()
    }
    assert {"table.js", "telegram.js", "discord.js"} <= set(asked)
    assert {name: ids - parts for name, ids in asked.items() if ids - parts} == {}


def test_the_scripts_of_the_board_are_small_and_without_the_chat() -> None:
    assert len(zlib.compress(bundle("app.js").encode())) < MOST_BYTES
    assert not {"page.js", "line.js"} & set(scripts("app.js"))
    assert "line.js" not in app_page("v").decode()
