"""The names of commands in the languages that the bot speaks, from the same files as its sentences."""

from typing import Any

import discord
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.text.i18n import LANGUAGES, phrases

DEFAULT = "en"


def said(key: str, **values: str) -> locale_str:
    """A phrase that Discord shows in everybody's own language; in English, where it is not spoken."""
    return locale_str(phrases(DEFAULT).say(key, **values), key=key, values=values)


class FluentTranslator(Translator):
    """Tells Discord what a phrase is in a language."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        language = locale.value.split("-")[0]
        extras: dict[str, Any] = string.extras
        if language == DEFAULT or language not in LANGUAGES or "key" not in extras:
            return None
        return phrases(language).say(extras["key"], **extras["values"])
