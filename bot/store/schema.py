"""The tables of the store.

JSON and times are stored as plain text, so that any tool can read the file. Each change here needs a new
revision in `bot.store.migrations`, which adds to a database what is missing there. Nothing is taken away.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from bot.store.moments import Moment

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _key(*names: str) -> list[Column[str]]:
    """Texts in the primary key."""
    return [Column(name, Text, primary_key=True) for name in names]


def _texts(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def _numbers(*names: str) -> list[Column[int]]:
    return [Column(name, Integer, nullable=False) for name in names]


boards = Table(
    "boards",
    metadata,
    *_key("edition"),
    *_texts("text"),
)
"""The text of every board that a game is played on. If its file is edited later, the game still goes on."""

games = Table(
    "games",
    metadata,
    *_key("id"),
    Column("edition", Text, ForeignKey("boards.edition"), nullable=False),
    Column("opened_at", Moment, nullable=False),
    Column("closed_at", Moment),
    Column("home_platform", Text),
    Column("home_chat", Text),
    Column("invitation", Text),
    Column("rollback", Text),
    Column("names_taken_at", Moment),
    Index(None, "home_platform", "home_chat"),
)
"""Every game, and the chat where it was opened. `closed_at` is empty until the game is over or aborted.

`invitation` is the secret part of the code for other chats. Each new code has a new one.
`rollback` is the rollback that an admin was asked to confirm, as JSON (see bot.commands.rollbacks).
`names_taken_at` is when a name was last replaced in the log (see bot.store.renames).
"""

events = Table(
    "events",
    metadata,
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    *_texts("actor", "action", "kind"),
    Column("shape", Integer, nullable=False),
    *_texts("data"),
    Column("checksum", Text, nullable=False, server_default=""),
    UniqueConstraint("game", "seq"),
)
"""The log. If two processes write at once, the first one wins, because (game, seq) is unique.

`checksum` is over the event and the one before it (see bot.store.checksums).
"""

STARTED = "GameStarted"
"""The kind of the first event of a game that has left its lobby."""

log_ends = Table(
    "log_ends",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    *_texts("checksum"),
)
"""The last event of each game, written in the same transaction."""

archived_games = Table(
    "archived_games",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    *_texts("people"),
    Column("ended_at", Moment),
    Column("data", LargeBinary, nullable=False),
)
"""Games that ended long ago: one compressed row in place of all events of a game (see bot.store.archives).

`people` has the address of everybody whom the log names, as JSON. An aborted game has no `ended_at`.
"""

removed_events = Table(
    "removed_events",
    metadata,
    Column("removed_at", Moment, nullable=False),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    *_texts("at", "actor", "action", "kind"),
    Column("shape", Integer, nullable=False),
    *_texts("data", "checksum"),
    Index(None, "game"),
)
"""Events that the operator has removed from the end of a damaged log, unchanged."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    *_texts("version", "digest", "data"),
)
"""States of games after some of their events, secrets included (see Derived).

A game is read from its latest snapshot, and only the events after it are applied. Snapshots and summaries are
derived from the log: without them, the bot is slower and otherwise the same.
"""

summaries = Table(
    "summaries",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    *_texts("version"),
    Column("computer_moves", Boolean, nullable=False),
    *_texts("data"),
)
"""The summary of each unfinished game for lists, as of event `seq`, and whether a computer is to move."""

chats = Table(
    "chats",
    metadata,
    *_key("platform", "chat"),
    Column("game", Text, ForeignKey("games.id")),
    Column("title", Text),
    Column("owner", Text),
    Column("opened_at", Moment),
    Index(None, "game"),
)
"""The game that a chat shows, if any, and the title of the chat, if its platform has told it.

A channel of the local page has an `owner`, the address of the person who opened it at `opened_at`.
"""

moved_chats = Table(
    "moved_chats",
    metadata,
    *_key("platform", "chat"),
    *_texts("before"),
)
"""The address that a chat had before its platform gave it this one."""

settings = Table(
    "settings",
    metadata,
    *_key("kind", "platform", "id", "name"),
    *_texts("value"),
)
"""What a person or a chat (the `kind`) has chosen, by the name of the setting (see bot.model.settings)."""

audit = Table(
    "audit",
    metadata,
    *_key("platform", "chat"),
    Column("number", Integer, primary_key=True),
    Column("at", Moment, nullable=False, index=True),
    *_texts("actor", "what", "value"),
)
"""What was changed about each chat, by whom and to which value, counted from 1."""

waiting = Table(
    "waiting",
    metadata,
    *_key("platform", "chat", "person"),
    Column("since", Moment, nullable=False),
    Index(None, "platform", "person"),
)
"""People who asked to be notified once, when the next game is opened in a chat of their platform."""

persons = Table(
    "persons",
    metadata,
    *_key("platform", "person"),
    *_texts("name"),
    Column("token_digest", Text, unique=True),
    Column("guessed_zone", Text),
    Column("zone_asked", Boolean, nullable=False, server_default=false()),
    Column("counted_since", Moment),
    Column("counted_from", Moment),
    Column("seen_at", Moment),
)
"""What is known of a person.

If `counted_since` is set, the person has had statistics since then, from the games that ended after
`counted_from`. `zone_asked` says that the person was asked for their time zone.

`token_digest` identifies a person of the local page, who was there last at `seen_at`. The token itself is not
stored.
"""

seats = Table(
    "seats",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    *_texts("platform", "person"),
    Column("chat", Text),
    Index(None, "platform", "person"),
)
"""Who has which seat: a copy of what the log says, written in the same transaction, to find somebody's games.

`chat` is where the person took the seat, on their platform. They are mentioned there.
"""

results = Table(
    "results",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    *_texts("platform", "person"),
    Column("closed_at", Moment, nullable=False),
    Column("ended_at", Moment, nullable=False),
    *_texts("board"),
    Column("players", Integer, nullable=False),
    Column("place", Integer),
    *_numbers("score", "tickets", "completed", "path"),
    *_texts("routes"),
    *_numbers("due", "in_time"),
    Column("rated", Boolean, nullable=False),
    Column("mu", Float),
    Column("sigma", Float),
    Index(None, "platform", "person"),
)
"""The results of people who have statistics, one row for each seat of a finished game (see Result).

They are derived from the log when the game is closed. If the game has another `closed_at` now, it was opened
again, and its results are derived again. `mu` and `sigma` are the rating after the game.
"""

reviews = Table(
    "reviews",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    *_texts("platform", "person"),
    Column("language", Text),
    Column("data", Text),
    Index(None, "platform", "person"),
)
"""Reviews of a player's turns in a game, from the question on; the JSON is there once the review is made.

See bot.computers.advice. `language` is the language of the review's message, until that is sent.
"""

hands = Table(
    "hands",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    *_key("holder", "platform", "person"),
    Index(None, "platform", "person"),
)
"""Which accounts can have seen the hand of `holder` (an account as `platform:id`) in a game.

They are the holder, and all that were linked to the holder at any time since the holder took a seat. A row
stays when accounts are unlinked, and when the seat is lost; it goes when a seat is left in the lobby.
"""

identities = Table(
    "identities",
    metadata,
    *_key("platform", "person"),
    Column("human", Text, index=True),
    Column("code_digest", Text, unique=True),
    Column("code_until", Moment),
)
"""Accounts that were linked by a code: they are the same `human`. Only a digest of the code is stored.
"""

bookmarks = Table(
    "bookmarks",
    metadata,
    *_key("kind", "platform", "id"),
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Index(None, "game"),
)
"""The last event of a game of which a destination (kind `chat` or `person`) was told."""

outbox = Table(
    "outbox",
    metadata,
    *_key("kind", "platform", "id", "game", "key"),
    *_texts("topic"),
    Column("event", Integer, nullable=False),
    *_texts("state"),
    Column("at", Moment, nullable=False),
    *_texts("message"),
    Column("text", Text, nullable=False, server_default=""),
    Index(None, "game"),
    Index(None, "state"),
)
"""The notices under way, and those delivered that will be edited or deleted later (see NoticeRow).

`game` is NO_GAME for a notice about no game. `message` is the id that the platform gave the message, or "".
`text` is what the notice says, until it is delivered; it is empty where the log says the same.
"""

messages = Table(
    "messages",
    metadata,
    *_key("kind", "platform", "id", "message"),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    *_texts("topic", "key"),
    Column("at", Moment, nullable=False),
    Index(None, "game"),
)
"""The outbox of processes of revision 0021, while processes of that revision and newer ones run together."""

dm_channels = Table(
    "letterboxes",
    metadata,
    *_key("platform", "person"),
    Column("channel", Text),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Column("answer", Text),
    Column("asked_in", Text),
)
"""Where a person's private messages go, by the platform's own id, and whether they are refused there.

`answer` is the last message there with an answer to what the person asked in another chat, `asked_in`.
"""

group_answers = Table(
    "group_answers",
    metadata,
    *_key("platform", "chat", "person"),
    *_texts("pages"),
    Index(None, "platform", "person"),
)
"""Answers that a button in a group shows to one person only, as JSON. Any process can get the press.

See bot.telegram.group_replies.
"""

timers = Table(
    "timers",
    metadata,
    *_key("owner_kind", "owner", "kind"),
    Column("due", Moment, nullable=False),
    Index(None, "due"),
)
"""What is due when, for a game, a person, a chat or the program (see bot.store.timers)."""

heartbeat = Table(
    "heartbeat",
    metadata,
    *_key("boot"),
    Column("booted_at", Moment, nullable=False),
    Column("at", Moment, nullable=False),
)
"""The last start of the program's machine: its id, its time, and when that was noted. There is one row.

If the machine's clock is set while the program is stopped, the time of the same start changes. The next
program sees that here (see Clock.boot).
"""

outages = Table(
    "outages",
    metadata,
    *_key("kind", "name"),
    Column("since", Moment, nullable=False),
    Column("until", Moment),
    Column("jump", Float, nullable=False),
)
"""Outages, until all deadlines have moved by their length (see bot.store.heartbeat). `jump` is in seconds.
"""

replay_links = Table(
    "replay_links",
    metadata,
    *_key("digest"),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    *_texts("platform", "person"),
    Index(None, "game"),
)
"""Links to replays, and who made them. Only digests are stored: nobody can open a replay with them."""

begun = Table(
    "begun",
    metadata,
    *_key("name", "id"),
    Column("number", BigInteger, nullable=False),
    *_texts("process"),
)
"""Work that only one process may do, once: to answer a message, to register commands (see bot.store.begun).

Of each kind of work, only the newest ids are kept.
"""

notes = Table(
    "notes",
    metadata,
    *_key("name"),
    *_texts("text"),
)
"""Which program wrote the database, and how (see bot.store.notes)."""

leases = Table(
    "leases",
    metadata,
    *_key("name"),
    *_texts("holder"),
    Column("until", Float, nullable=False),
)
"""Which process does what only one may do, and until when: seconds since 1970 by the database's clock.

The table is empty while one process has the database.
"""

posts = Table(
    "posts",
    metadata,
    *_key("platform", "chat"),
    Column("number", Integer, primary_key=True),
    *_texts("key"),
    Column("at", Moment, nullable=False),
    *_texts("data"),
    UniqueConstraint("platform", "chat", "key"),
)
"""The posts of the local page. Discord and Telegram keep posts themselves; the page has nobody else to do so.

A chat has each key once, so a repeated post changes nothing, even if the outbox no longer has its row.
"""

picture_sources = Table(
    "picture_sources",
    metadata,
    *_key("key"),
    *_texts("platform", "chat"),
    Column("number", Integer, nullable=False),
    *_texts("kind", "game"),
    Column("seq", Integer, nullable=False),
    Column("language", Text),
    Column("since", Integer),
    Index(None, "platform", "chat"),
)
"""What each picture of a post shows, found by the secret part of the picture's address.

Without a language, the program's own is used. The picture highlights what was built after event `since`, or
only the last piece if `since` is empty.
"""

webhooks = Table(
    "webhooks",
    metadata,
    *_key("platform", "chat"),
    *_texts("url", "secret", "told"),
    Column("failures", Integer, nullable=False),
)
"""The webhook of each chat: a secret address, and the key that signs what is sent there.

`told` is the last turn (or the end) that was sent. `failures` counts the failed tries to send the next one.
"""

erasures = Table(
    "erasures",
    metadata,
    *_key("platform", "person"),
    Column("asked_at", Moment, nullable=False),
)
"""People who asked for all their data to be deleted, until that is done."""
