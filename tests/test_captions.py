"""The words that pictures print: every language has all of them, and the fonts have every letter."""

import re
from dataclasses import fields

import pytest

from bot.shown.picture_service import captions
from bot.text.i18n import LANGUAGES
from render.draw.captions import ENGLISH, Captions
from render.draw.text import printable

NAMES = [field.name for field in fields(Captions) if field.name != "language"]


def filled_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_captions_are_english_by_default() -> None:
    assert captions("en") == ENGLISH


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_caption_is_filled_in_as_in_english_and_can_be_written(language: str, name: str) -> None:
    said, english = getattr(captions(language), name), getattr(ENGLISH, name)
    assert filled_in(said) == filled_in(english)
    assert printable(said) == said
    assert len(said) <= 1.6 * len(english) + 8
