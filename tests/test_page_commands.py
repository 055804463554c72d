"""Everything that people can ask for has a button on the page: its scripts against the command table."""

import re

from bot.model.command_spec import Trait
from bot.model.commands import COMMANDS, SPECS
from bot.text.i18n import LANGUAGES, phrases
from bot.web.page_files import HERE

ENTRY = re.compile(r'\["(\w+)", (?:"([a-z ]+)"|(\w+))(?:, "(?:chat|line)")?\]')

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


def offered() -> dict[str, set[str]]:
    """The commands of the menu, by the roles that they are offered to."""
    text = (HERE / "menu.js").read_text("utf-8")
    named = dict(re.findall(r'\b([A-Z]+) = "([a-z ]+)"', text))
    return {word: set((roles or named[name]).split()) for word, roles, name in ENTRY.findall(text)}


def test_every_command_has_a_button_or_a_place_of_its_own() -> None:
    typed = {spec.word for spec in COMMANDS if spec.has(Trait.TYPED)}
    assert offered().keys() | ELSEWHERE.keys() | BY_OTHERS.keys() | NOT_HERE == typed
    for word, (file, text) in ELSEWHERE.items():
        assert text in (HERE / file).read_text("utf-8"), word


def test_every_button_of_the_menu_has_words() -> None:
    for language in LANGUAGES:
        assert {f"menu-{word}" for word in offered()} <= phrases(language).page_words().keys()


def test_onlookers_are_offered_nothing_that_players_and_hosts_do() -> None:
    for word, roles in offered().items():
        assert "onlooker" not in roles or SPECS[word].who == "anyone", word
