"""The page of the board in Telegram and Discord has every part that its scripts need."""

import re
import zlib

from bot.web.page_files import HERE, app_page

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


def test_the_page_has_every_part_that_its_scripts_ask_for() -> None:
    parts = DRAWN | set(re.findall(r'id="([\w-]+)"', app_page("v").decode()))
    asked = {
        name: {one or other for one, other in ASKED.findall(text)} for name, text in scripts("app.js").items()
    }
    assert {"table.js", "telegram.js", "discord.js"} <= set(asked)
    assert {name: ids - parts for name, ids in asked.items() if ids - parts} == {}


def test_the_scripts_of_the_board_are_small_and_without_the_chat() -> None:
    own = scripts("app.js")
    assert sum(len(zlib.compress(text.encode())) for text in own.values()) < MOST_BYTES
    assert not {"page.js", "line.js"} & set(own)
    assert "line.js" not in app_page("v").decode()
