"""The tables of the store.

Texts of JSON and of moments are plain text, so that the file can be read with any tool. A change here needs a
new revision in `bot/store/migrations/versions`; a test holds the two against each other.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


def moment_text(value: datetime) -> str:
    """An instant as the file has it: ISO text in UTC with microseconds."""
    if value.tzinfo is None:
        raise ValueError(f"a moment needs a time zone: {value}")
    return value.astimezone(UTC).isoformat(timespec="microseconds")


class Moment(TypeDecorator[datetime]):
    """An instant, kept as ISO text in UTC with microseconds: exact, and in the order of time when sorted."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else moment_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

boards = Table(
    "boards",
    metadata,
    Column("edition", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
"""The text of every board that a game is played on, kept so that an edit of the file strands no game."""

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("edition", Text, ForeignKey("boards.edition"), nullable=False),
    Column("opened_at", Moment, nullable=False),
    Column("closed_at", Moment),
    Column("home_platform", Text),
    Column("home_chat", Text),
    Index(None, "home_platform", "home_chat"),
)
"""Every game, and the chat where it was opened; `closed_at` is empty while something is left to play."""

events = Table(
    "events",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("shape", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("checksum", Text, nullable=False, server_default=""),
    UniqueConstraint("game", "seq"),
)
"""The log. That (game, seq) is unique decides who was first when two write at once.

`checksum` is over the event and the one before it (see bot.store.checksums).
"""

log_ends = Table(
    "log_ends",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("checksum", Text, nullable=False),
)
"""The last event of each game, written in the same transaction."""

removed_events = Table(
    "removed_events",
    metadata,
    Column("removed_at", Moment, nullable=False),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("shape", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("checksum", Text, nullable=False),
    Index(None, "game"),
)
"""Events that the operator has cut from a log, as they were."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("version", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("data", Text, nullable=False),
)
"""States of games after some of their events, secrets included: reading goes on from there (see Derived).

Like `summaries`, they are derived from the log: deleting them all changes nothing but speed.
"""

summaries = Table(
    "summaries",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("version", Text, nullable=False),
    Column("computer_moves", Boolean, nullable=False),
    Column("data", Text, nullable=False),
)
"""The summary of each unfinished game for lists, as of event `seq`, and whether a computer is to move."""

chats = Table(
    "chats",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id")),
    Column("language", Text),
    Column("pictures", Text),
    Column("title", Text),
    Column("clock", Text),
    Index(None, "game"),
)
"""The game that a chat shows, if any, what was chosen for its posts (their language and pictures), and how
people call it, where its platform has told. `clock` is the word of the turn clock of its new games.
"""

persons = Table(
    "persons",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text),
    Column("token_digest", Text, unique=True),
    Column("ping", Text, nullable=False, server_default="channel"),
    Column("confirm", Boolean, nullable=False, server_default=true()),
    Column("zone", Text),
    Column("guessed_zone", Text),
    Column("quiet_hours", Text, nullable=False, server_default="22:00-08:00"),
    Column("digest", Boolean, nullable=False, server_default=false()),
    Column("digest_due", Moment, index=True),
)
"""What is known of a person, and what they have set (see Profile); when their next digest is due.

`token_digest` identifies a person of the local chat. The token itself is not stored.
"""

seats = Table(
    "seats",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("chat", Text),
    Index(None, "platform", "person"),
)
"""Who plays where: what the log says, written again in the same transaction, to find a person's games.

`chat` is where the person took the seat, on their platform. They are mentioned there.
"""

hands = Table(
    "hands",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("holder", Text, primary_key=True),
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Index(None, "platform", "person"),
)
"""Which accounts can have seen the hand of `holder` (an account as `platform:id`) in a game.

They are the holder, and all that were linked to the holder at any time since the holder took a seat. A row
stays when accounts are unlinked, and when the seat is lost; it goes when a seat is left in the lobby.
"""

identities = Table(
    "identities",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("human", Text, index=True),
    Column("code_digest", Text, unique=True),
    Column("code_until", Moment),
)
"""Persons who have shown with a code that they are the same `human`. Only the digest of the code is stored.
"""

bookmarks = Table(
    "bookmarks",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("platform", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("telling", Integer),
    Column("tried_at", Moment),
    Index(None, "game"),
)
"""The last event of a game that a destination (kind `chat` or `person`) was told.

While a message is being sent, `telling` is the last event in it, and `tried_at` when that began. If they are
set after a crash, the message may have been sent.
"""

messages = Table(
    "messages",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("platform", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("message", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("topic", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "game"),
)
"""The messages of a game at a destination that will be edited or deleted later, by the platform's own ids."""

dm_channels = Table(
    "letterboxes",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("channel", Text),
    Column("closed", Boolean, nullable=False, server_default=false()),
)
"""Where a person's private messages go, by the platform's own id, and whether they are refused there."""

deadlines = Table(
    "deadlines",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("due", Moment, nullable=False),
    Index(None, "due"),
)
"""What is due when."""

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

replay_links = Table(
    "replay_links",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("platform", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Index(None, "game"),
)
"""The links that open the replay of a game, and who made them. A digest opens nothing."""

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

notes = Table(
    "notes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
"""What the program notes for itself, by name: such as which commands a platform has been given.

The store's own notes are in bot.store.notes.
"""
