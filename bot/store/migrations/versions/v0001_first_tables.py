"""The first tables: the log of games, who follows it, the persons, and the local chat.

Written out rather than taken from `bot.store.schema`: a revision stays what it was when the tables change.
"""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Text, UniqueConstraint

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    _games()
    _events()
    _table()
    _followers()
    _people()
    _local_chat()
    _pictures()


def _games() -> None:
    op.create_table(
        "boards",
        Column("edition", Text, primary_key=True),
        Column("text", Text, nullable=False),
    )
    op.create_table(
        "games",
        Column("id", Text, primary_key=True),
        Column("edition", Text, ForeignKey("boards.edition"), nullable=False),
        Column("opened_at", Text, nullable=False),
        Column("closed_at", Text),
    )


def _events() -> None:
    op.create_table(
        "events",
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("seq", Integer, nullable=False),
        Column("at", Text, nullable=False),
        Column("actor", Text, nullable=False),
        Column("action", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("shape", Integer, nullable=False),
        Column("data", Text, nullable=False),
        UniqueConstraint("game", "seq"),
    )


def _table() -> None:
    op.create_table(
        "chats",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("game", Text, ForeignKey("games.id")),
        Column("language", Text),
    )
    op.create_index("ix_chats_game", "chats", ["game"])
    op.create_table(
        "seats",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("platform", Text, nullable=False),
        Column("person", Text, nullable=False),
    )
    op.create_index("ix_seats_platform_person", "seats", ["platform", "person"])


def _followers() -> None:
    op.create_table(
        "bookmarks",
        Column("kind", Text, primary_key=True),
        Column("platform", Text, primary_key=True),
        Column("id", Text, primary_key=True),
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("seq", Integer, nullable=False),
    )
    op.create_index("ix_bookmarks_game", "bookmarks", ["game"])
    op.create_table(
        "deadlines",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("kind", Text, primary_key=True),
        Column("due", Text, nullable=False),
    )
    op.create_index("ix_deadlines_due", "deadlines", ["due"])


def _people() -> None:
    op.create_table(
        "persons",
        Column("platform", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("language", Text),
        Column("token_digest", Text, unique=True),
    )


def _local_chat() -> None:
    op.create_table(
        "channels",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("title", Text, nullable=False),
        Column("owner", Text, nullable=False),
        Column("opened_at", Text, nullable=False),
    )
    op.create_table(
        "posts",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("key", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("data", Text, nullable=False),
        UniqueConstraint("platform", "chat", "key"),
    )


def _pictures() -> None:
    op.create_table(
        "pictures",
        Column("key", Text, primary_key=True),
        Column("platform", Text, nullable=False),
        Column("chat", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("png", LargeBinary, nullable=False),
    )
    op.create_index("ix_pictures_platform_chat_number", "pictures", ["platform", "chat", "number"])
