"""The words that pictures print, in the reader's language."""

from dataclasses import fields
from functools import lru_cache

from bot.text.i18n import phrases
from render.draw.captions import ENGLISH, Captions

_FILLED_IN = ("number", "points", "player", "players", "a", "b", "city")
"""Values that the picture fills in itself."""


@lru_cache(maxsize=16)
def captions(language: str) -> Captions:
    """The words of every picture in a language.

    Those in English come with `render`; another language has a phrase for each, such as `picture-last-round`.
    """
    if language == "en":
        return ENGLISH
    say, braces = phrases(language).say, {name: f"{{{name}}}" for name in _FILLED_IN}
    names = [field.name for field in fields(Captions) if field.name != "language"]
    words = {name: say(f"picture-{name.replace('_', '-')}", **braces) for name in names}
    return Captions(language=language, **words)
