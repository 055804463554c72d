"""The languages that the bot speaks."""

from pathlib import Path

LOCALES = Path(__file__).parent.parent / "text" / "locales"
"""The folder with a file of sentences for each language, named by its code."""

LANGUAGES = tuple(sorted(path.stem for path in LOCALES.glob("*.ftl")))
"""The languages that the bot speaks, by their codes."""
