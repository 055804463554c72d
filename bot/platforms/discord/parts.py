"""How commands are declared: name, description and parts from the phrases, suggestions from the desk."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from discord import app_commands
from discord.app_commands import Choice

from bot.matches.roster import COLORS
from bot.model.command_spec import ArgumentKind
from bot.model.identity import Ping
from bot.platforms.discord.buttons import Click
from bot.platforms.discord.translating import said
from bot.text.i18n import LANGUAGES, phrases
from bot.text.rule_topics import TOPICS
from engine.computers import COMPUTERS

Function = TypeVar("Function", bound=Callable[..., Any])
Suggest = Callable[[Click, str], Coroutine[Any, Any, list[Choice[str]]]]


def command(word: str) -> Callable[[Any], app_commands.Command[Any, ..., None]]:
    """A command that is called by a word, in every language by that language's."""
    return app_commands.command(name=said(f"slash-{word}"), description=said(f"slash-{word}-about"))


def parts(**fields: ArgumentKind | list[Choice[str]] | None) -> Callable[[Function], Function]:
    """What the parts of a command are called, and what they may be: suggested, listed, or anything."""

    def declared(function: Function) -> Function:
        for name, field in fields.items():
            app_commands.rename(**{name: said(f"part-{name}")})(function)
            app_commands.describe(**{name: said(f"part-{name}-about")})(function)
            if isinstance(field, ArgumentKind):
                app_commands.autocomplete(**{name: _suggesting(field)})(function)
            elif field:
                app_commands.choices(**{name: field})(function)
        return function

    return declared


def _suggesting(field: ArgumentKind) -> Suggest:
    async def suggest(click: Click, typed: str) -> list[Choice[str]]:
        named = (click.namespace[part] for part in _PLACES if part in click.namespace)
        place = next((name for name in named if isinstance(name, str)), "")
        found: list[Choice[str]] = await click.client.counter.suggested(click, field, typed, place)
        return found

    return suggest


_PLACES = ("route", "city")
"""The parts that name what is paid for."""


def topics() -> list[Choice[str]]:
    """What the rules tell about."""
    return [Choice(name=said(f"topic-{topic}"), value=topic) for topic in TOPICS]


def views() -> list[Choice[str]]:
    """The ways to see the board, by the words that one would type."""
    words = {"full": "board full", "zoom": "board zoom", "text": "text", "open": "text open"}
    return [Choice(name=said(f"view-{view}"), value=typed) for view, typed in words.items()]


def languages() -> list[Choice[str]]:
    """Languages, each by its own name for itself."""
    return [Choice(name=phrases(code).say("language-name"), value=code) for code in LANGUAGES]


def pings() -> list[Choice[str]]:
    """Where a person may be called."""
    return [Choice(name=said(f"ping-{ping.value}"), value=ping.value) for ping in Ping]


def colors() -> list[Choice[str]]:
    """The colours of trains."""
    return [Choice(name=said(f"trains-{color}"), value=color) for color in COLORS]


def levels() -> list[Choice[str]]:
    """How well computers play."""
    return [Choice(name=said("level-name", level=level), value=level) for level in COMPUTERS]
