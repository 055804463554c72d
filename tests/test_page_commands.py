"""Everything that people can ask for has a button on the page, by the command table."""

import re
from typing import Any

from bot.commands import COMMANDS
from bot.commands.buttons import page_menu
from bot.model.command import EVERYWHERE, OWN_PLACE
from bot.text.i18n import LANGUAGES, phrases
from bot.web.page_files import HERE

ELSEWHERE = {
    "new": ("setup.js", "/new "),
    "computer": ("setup.js", "/computer "),
    "start": ("setup.js", "/start"),
    "variant": ("setup.js", "/variant "),
    "rematch": ("ends.js", ".rematch"),
    "draw": ("hand.js", "draw deck"),
    "ticket": ("hand.js", "draw tickets"),
    "keep": ("hand.js", "keep ${"),
    "decline": ("hand.js", "decline"),
    "pay": ("hand.js", 'say("pay")'),
    "claim": ("places.js", "claim ${"),
    "station": ("places.js", "station ${"),
    "hand": ("page.html", 'id="hand"'),
    "board": ("page.html", 'id="map"'),
    "text": ("page.html", 'id="route-list"'),
}
"""The commands that have a place of their own: where, and what it has in it."""

BY_OTHERS = {"options": "lobby", "bonus": "lobby", "starter": "lobby", "language": "settings"}
"""The commands that are buttons in the lobby, whose menus the program sends, or in the answer of another."""

NOT_HERE = {"write"}
"""The private column is never closed to the bot."""


def menu(language: str = "en") -> dict[str, dict[str, Any]]:
    """The commands of the menu, by their words."""
    return {str(button["word"]): button for button in page_menu(phrases(language))}


def test_every_command_has_a_button_or_a_place_of_its_own() -> None:
    placed = {one.word for one in COMMANDS if one.page == OWN_PLACE}
    assert placed == ELSEWHERE.keys() | BY_OTHERS.keys() | NOT_HERE
    for word, (file, text) in ELSEWHERE.items():
        assert text in (HERE / file).read_text("utf-8"), word


def test_every_button_of_the_menu_is_shown_to_somebody_and_has_words() -> None:
    [listed] = re.findall("const GROUPS = (.*);", (HERE / "menu.js").read_text("utf-8"))
    groups = re.findall('"(.+?)"', listed)
    for language in LANGUAGES:
        for button in menu(language).values():
            assert button["label"], button
            assert button["group"] in groups, button
            assert set(button["roles"]) <= {*EVERYWHERE, "seated"}, button
            assert button.get("where", "chat") in ("chat", "line"), button


def test_a_command_without_further_details_is_in_the_menu_by_its_section() -> None:
    assert menu()["since"] == {
        "word": "since",
        "label": "Since my last turn",
        "group": "main",
        "roles": ["player"],
    }
    assert menu()["away"]["roles"] == [*EVERYWHERE]
    assert menu()["away"]["where"] == "chat"


def test_onlookers_are_offered_nothing_that_players_and_hosts_do() -> None:
    for word, button in menu().items():
        assert "onlooker" not in button["roles"] or COMMANDS[word].who == "anyone", word
