"""The words that pictures print, in the reader's language."""

from dataclasses import fields
from functools import lru_cache

from bot.text.i18n import phrases
from render.draw.captions import ENGLISH, Captions

_FILLED_IN = ("number", "points", "player", "players", "a", "b", "city")
"""What a picture puts into its words itself."""


@lru_cache(maxsize=16)
def captions(language: str) -> Captions:
    """The words of every picture in a language.

    Those in English come with `render`; another language has a phrase for each, such as `picture-last-round`.
    """
    if language == "en":
        return ENGLISH
    say, braces = phrases(language).say, {name: f"{{{name}}}" for name in _FILLED_IN}
    keys = {field.name: field.name.replace("_", "-") for field in fields(Captions)}
    return Captions(**{name: say(f"picture-{key}", **braces) for name, key in keys.items()})
