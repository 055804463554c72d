"""What the programs of a run have in common. The fork server loads it once, so that each starts at once."""

import sqlalchemy.dialects.postgresql.asyncpg
import sqlalchemy.dialects.sqlite.aiosqlite  # noqa: F401 - both are imported late, by the first engine

import tests.chaos.program  # noqa: F401
from bot.text.i18n import phrases
from bot.web.page_files import version_of_page, words_of
from engine.boards.files import boards_in

english = phrases("en")
for key in english._keys:
    english._has(key)  # reads the phrase
version_of_page()
words_of("en")
boards_in(None)
