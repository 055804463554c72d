"""Every sentence of every language, in all its forms with sample values, is checked for mistakes."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import pytest
from fluent.syntax import ast

from bot.commands import COMMANDS
from bot.commands.help import help_text
from bot.text.i18n import LANGUAGES, phrases
from bot.text.topics import HELP_TOPICS
from tests.test_phrases import messages, nodes, variables

NUMBERS = (0, 1, 2, 5, 21, 112)
MOST_FORMS = 300

WITH_CHANNELS = re.compile(r"slash-|part-|permission-discord-|admin-only$|no-threads-|thread-name$|page-|ui-")
"""Keys that only people on Discord or the local page read: there, a chat is a channel."""

UNCLEAR = {
    "en": (
        r"whoever|whatever|whom|no more|anew|perhaps|beside|so many|for so long|at hand|lest|thus|stands?|"
        r"figures|by lot|blind|within your means|looking on|wherever|nothing keeps|tell it|panels?|seals? of|"
        r"desk|lays|letterbox|the table’s|begins with|shut|told of|is to be|aboard with"
    ),
    "ru": r"втёмную|вслепую|панел\w+|жребию которого|кто угодно|покуда|дабы|ибо",
}
"""Words that a reader has to read twice."""

LETTER = r"[^\W\d_]"
SLIPS = {
    "braces": r"[{}]",
    "two spaces": r"  ",
    "space before a sign": r" [.,:;!?)]",
    "two signs": r"[.,:;!?][.,:;!?]",
    "no space after a sign": rf"[.,:;!?]{LETTER}",
    "a number and a letter run together": rf"\d{LETTER}|{LETTER}\d",
    "small letter after a full stop": r"[.!?] [a-zа-яё]",
    "an empty value": r"“”|«»|\(\)|\*\*\*\*",
}
PROGRAM = "stationmaster verify FILE", "stationmaster verify"


def selectors(message: ast.Message) -> dict[str, tuple[str | int, ...]]:
    """The values among which the forms of a sentence choose, by variable."""
    found: dict[str, tuple[str | int, ...]] = {}
    for node in nodes(message):
        if not isinstance(node, ast.SelectExpression) or not isinstance(node.selector, ast.VariableReference):
            continue
        keys = [variant.key for variant in node.variants]
        names = [key.name for key in keys if isinstance(key, ast.Identifier)]
        counted = set(names) <= {"one", "few", "many", "other"}
        found[node.selector.id.name] = NUMBERS if counted else tuple(names)
    return found


def with_parts(key: str, language: str) -> Iterator[ast.Message]:
    """A sentence and all that it refers to."""
    message = messages(language)[key]
    yield message
    for node in nodes(message):
        if isinstance(node, ast.MessageReference):
            yield from with_parts(node.id.name, language)


def sample(variable: str) -> str:
    """A sample value that looks like a word."""
    return {"name": "Anna", "other": "Boris", "cards": "KK", "letters": "KK"}.get(variable, "Word")


def forms(key: str, language: str) -> Iterator[str]:
    """A sentence in all its forms. Both languages get the same values."""
    chosen: dict[str, tuple[str | int, ...]] = {}
    for one in LANGUAGES:
        for part in with_parts(key, one) if key in messages(one) else ():
            for variable, values in selectors(part).items():
                chosen[variable] = values if chosen.get(variable) != NUMBERS else NUMBERS
    named = {name for part in with_parts(key, language) for name in variables(part)}
    rest = {name: sample(name) for name in named - set(chosen)}
    for values in islice(product(*chosen.values()), MOST_FORMS):
        yield phrases(language).say(key, **rest, **dict(zip(chosen, values, strict=True)))


def plain(text: str) -> str:
    """A sentence without marks, addresses and the things that programs read."""
    text = text.replace("\u2068", "").replace("\u2069", "")
    for known in PROGRAM:
        text = text.replace(known, "Program")
    return re.sub(r"SHA-256|/\w+(?: [a-z]+)*", "Program", text)


@cache  # each slip is looked for in the same sentences
def all_forms(language: str, key: str) -> tuple[str, ...]:
    return tuple(plain(text) for text in forms(key, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slip", SLIPS)
def test_no_sentence_has_a_slip(slip: str, language: str) -> None:
    found = {
        key: text
        for key in messages(language)
        for text in all_forms(language, key)
        if re.search(SLIPS[slip], text.replace("**", "") if slip != "an empty value" else text)
    }
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_to_be_read_twice(language: str) -> None:
    unclear = re.compile(rf"\b(?:{UNCLEAR[language]})\b", re.IGNORECASE)
    assert {
        key: text for key in messages(language) for text in all_forms(language, key) if unclear.search(text)
    } == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_discord_and_the_page_have_channels_and_servers(language: str) -> None:
    words = re.compile({"en": r"\b(channel|server)s?\b", "ru": r"\b(канал|сервер)\w*"}[language])
    found = [
        key
        for key in messages(language)
        if not WITH_CHANNELS.match(key) and any(words.search(text) for text in all_forms(language, key))
    ]
    assert found == ["dms-blocked"], "the one sentence that differs by platform"
    assert not words.search(phrases(language).say("dms-blocked", platform="telegram"))


def test_help_on_telegram_has_no_channels() -> None:
    words = re.compile(r"\b(?:channel|server|канал|сервер)", re.IGNORECASE)
    told = (help_text(COMMANDS, topic, "telegram", phrases(to)) for topic in HELP_TOPICS for to in LANGUAGES)
    assert [text for text in told if words.search(text)] == []


def test_every_language_ends_and_names_commands_alike() -> None:
    for key in messages("en"):
        english, russian = ({text_of(form) for form in forms(key, to)} for to in LANGUAGES)
        assert english == russian, key


def text_of(form: str) -> tuple[bool, tuple[str, ...]]:
    """Whether a form is a whole sentence, and the commands in it."""
    return form.rstrip("*")[-1:] in ".!?:…", tuple(sorted(set(re.findall(r"/\w+", form))))
