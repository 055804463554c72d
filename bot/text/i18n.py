"""The sentences of the bot in each language: one Fluent file each in `locales`.

The files are named by their language (`ru.ftl`). Another language is one more file with every key of English,
and a key `picture-...` for each word of `render.draw.captions`. Boards are baked again with names in it
(`tools.bake.city_names`).
"""

import re
import unicodedata
from functools import lru_cache

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number

from bot.model.identity import COMPUTER_MARK
from bot.model.languages import LANGUAGES as LANGUAGES
from bot.model.languages import LOCALES
from bot.model.names import LONGEST_NAME
from bot.text.truncate import shortened

_SENTENCES = 5000
"""Sentences that stay in memory: names of cards and cities, mostly."""

PERSONS = frozenset({"name", "other", "word", "words"})
"""The variables that hold, in every sentence, a person's name or text that a person typed."""

_OF_COMPUTER = f"{COMPUTER_MARK}\u2069"
"""The mark at the end of a computer's name, as the English sentences have it."""

_FORGOTTEN = re.compile("(?<![^\u2068])Player ([1-9])(?![^\u2069])")
"""The name that a log has for somebody who asked to be forgotten, as a whole name."""

_ENTRY = re.compile(r"^([a-z][a-zA-Z0-9-]*) =", re.MULTILINE)
"""The beginning of a phrase in a Fluent file."""

_REFERENCE = re.compile(r"\{\s*([a-z][a-zA-Z0-9-]*)\s*\}")
"""A phrase within another."""

_BRACES = {key: f"{{{key}}}" for key in ("who", "count", "place", "cards", "most", "least", "time", "host")}
"""The values in the words of the local page, whose keys begin with `ui-`: the page puts them in itself."""

_ISOLATE, _POP = "\u2068", "\u2069"
_JOINERS = "\u200c\u200d"
_LOOKALIKES = str.maketrans({"*": "\u2217", "@": "\uff20", "<": "\u2039", ">": "\u203a", "`": "\u02cb"})
"""Characters of markup and mentions, and harmless ones that look the same."""


class Phrases:
    """One language's sentences, by key."""

    def __init__(self, language: str, source: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        self._unread = _entries(source)
        self._keys = [*self._unread]
        self._formatted = lru_cache(_SENTENCES, typed=True)(self._format)
        self._mark = COMPUTER_MARK
        self._mark = f" ({self.say_or('computer-mark', 'computer')})"

    def say(self, key: str, /, **values: str | int) -> str:
        """The phrase with its values. `name` and `other` are persons' names, however they were given.

        A value is never read as a phrase; one of text has at most 2,500 signs. Raises LookupError where there
        is no such phrase, or a value is missing.
        """
        text = self._formatted(key, **values).replace(_OF_COMPUTER, f"{self._mark}{_POP}")
        if f"{_ISOLATE}Player " not in text:
            return text
        return _FORGOTTEN.sub(lambda seat: self._somebody(seat[0]), text)

    def say_or(self, key: str, text: str) -> str:
        """The phrase, or the text where there is no such phrase."""
        return self.say(key) if self._has(key) else text

    def player(self, name: str) -> str:
        """The name of a player in this language: that of a computer says so, and *Player 2* is translated."""
        if _FORGOTTEN.fullmatch(name):
            return self._somebody(name)
        if not name.endswith(COMPUTER_MARK):
            return name
        return name.removesuffix(COMPUTER_MARK) + self._mark

    def _somebody(self, name: str) -> str:
        """The words for *Player 2*, with the marks around them, if any."""
        seat = _FORGOTTEN.sub(r"\1", name)
        return name.replace(f"Player {seat}", self._format("lesson-player", number=int(seat)))

    def page_words(self) -> dict[str, str]:
        """The words of the local page, by the rest of their keys; values stand in braces: `{count}`."""
        keys = [key.removeprefix("ui-") for key in self._keys if key.startswith("ui-")]
        cards = {key: self.say(key) for key in self._keys if key.startswith("card-")}
        return cards | {key: self.say(f"ui-{key}", **_BRACES) for key in keys}

    def _has(self, key: str) -> bool:
        """Whether there is such a phrase. It is read when it is first asked for: to read all takes a second.

        Several threads may read the same phrase at once.
        """
        entry = self._unread.get(key)
        if entry is not None:
            for other in _REFERENCE.findall(entry):
                self._has(other)
            self._bundle.add_resource(FluentResource(entry))
            self._unread.pop(key, None)
        return self._bundle.has_message(key)

    def _format(self, key: str, /, **values: str | int) -> str:
        if not self._has(key):
            raise LookupError(f"{self.language} has no phrase {key!r}")
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise LookupError(f"{self.language}: {key!r} has no text")
        text, errors = self._bundle.format_pattern(
            pattern, {name: _written(name, value) for name, value in values.items()}
        )
        if errors:
            raise LookupError(f"{self.language}: {key!r}: {errors[0]}")
        return str(text)


def _entries(source: str) -> dict[str, str]:
    """The text of each phrase in a Fluent file, by its key."""
    entries = [*_ENTRY.finditer(source)]
    ends = [*(entry.start() for entry in entries[1:]), len(source)]
    return {entry[1]: source[entry.start() : end] for entry, end in zip(entries, ends, strict=True)}


@lru_cache(maxsize=64)
def phrases(language: str) -> Phrases:
    """What the bot says in a language. Raises LookupError for a language that is not among LANGUAGES."""
    if language not in LANGUAGES:
        raise LookupError(f"no language {language!r}")
    return Phrases(language, (LOCALES / f"{language}.ftl").read_text(encoding="utf-8"))


def person(name: str) -> str:
    """A person's name as it can stand in any sentence; doing that twice changes nothing.

    It stays on one line, keeps its direction of writing, and makes nothing bold and no mention.
    """
    return harmless(name, LONGEST_NAME)


def harmless(text: str, most: int) -> str:
    """What a person wrote, cut to `most` letters and made safe for any sentence, like a name."""
    kept = "".join(map(_legible, unicodedata.normalize("NFC", text)))
    one_line = re.sub(r"\s+", " ", kept.translate(_LOOKALIKES)).strip()
    one_line = shortened(one_line, most)
    seen = any(sign.isprintable() and not sign.isspace() for sign in one_line)
    return f"{_ISOLATE}{one_line if seen else '…'}{_POP}"


def visible(text: str) -> str:
    """A text without the marks around names."""
    return text.replace(_ISOLATE, "").replace(_POP, "")


def _legible(sign: str) -> str:
    """Control signs become a space; marks that are not seen are left out, but for those that join letters."""
    match unicodedata.category(sign):
        case "Cc" | "Zl" | "Zp":
            return " "
        case "Cf" | "Cs" if sign not in _JOINERS:
            return ""
    return sign


def _written(name: str, value: str | int) -> object:
    """Numbers choose plurals and are never grouped: "1500"."""
    if isinstance(value, str):
        return person(value) if name in PERSONS else value
    return fluent_number(value, useGrouping=False)
