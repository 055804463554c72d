"""The tables of the local page: a part of bot.store.schema."""

from sqlalchemy import Column, Index, Integer, Table, Text, UniqueConstraint

from bot.store.moments import Moment
from bot.store.schema import metadata

channels = Table(
    "channels",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("opened_at", Moment, nullable=False),
)
"""The channels of the local chat."""

posts = Table(
    "posts",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("key", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("data", Text, nullable=False),
    UniqueConstraint("platform", "chat", "key"),
)
"""The messages of the local chat; that a chat has each key once makes a repeated post harmless."""

picture_sources = Table(
    "picture_sources",
    metadata,
    Column("key", Text, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("language", Text),
    Column("since", Integer),
    Index(None, "platform", "chat"),
)
"""The sources of the pictures in the local chat's messages; without a language, the program's own is used.

The pieces built after event `since` are highlighted; without it, the last one.
"""

visits = Table(
    "visits",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("at", Moment, nullable=False),
)
"""When each person of the local chat was there last."""

removals = Table(
    "removals",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("id", Text, primary_key=True),
)
"""The channels (kind `channel`) and persons (`person`) of the local chat that the operator wants removed, and
the games (`game`) that the operator wants ended for it.
"""
