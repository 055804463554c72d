"""The tables of the store.

Texts of JSON and of moments are plain text, so that the file can be read with any tool. A change here needs a
new revision in `bot/store/migrations/versions`; a test holds the two against each other.
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
    Column("invitation", Text),
    Column("rollback", Text),
    Column("names_taken_at", Moment),
    Index(None, "home_platform", "home_chat"),
)
"""Every game, and the chat where it was opened; `closed_at` is empty while something is left to play.

`invitation` is a secret that was drawn when the code for other chats was last renewed. `rollback` is what an
admin was asked to confirm, as JSON (see bot.commands.rollbacks). At `names_taken_at`, a name was last taken
from the log (see bot.store.renames).
"""

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

STARTED = "GameStarted"
"""The kind of the first event of a game that has left its lobby."""

log_ends = Table(
    "log_ends",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("checksum", Text, nullable=False),
)
"""The last event of each game, written in the same transaction."""

archived_games = Table(
    "archived_games",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("people", Text, nullable=False),
    Column("ended_at", Moment),
    Column("data", LargeBinary, nullable=False),
)
"""The logs of games that ended long ago, each in one piece (see bot.store.archives) in place of its events.

`people` has the address of everybody whom the log names, as JSON; a game that was aborted has no `ended_at`.
"""

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
    Column("title", Text),
    Column("owner", Text),
    Column("opened_at", Moment),
    Index(None, "game"),
)
"""The game that a chat shows, if any, and how people call it, where its platform has told.

A channel of the local page has an `owner`, the address of the person who opened it at `opened_at`.
"""

moved_chats = Table(
    "moved_chats",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("before", Text, nullable=False),
)
"""The address that a chat had before its platform gave it this one."""

settings = Table(
    "settings",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("platform", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What a person or a chat (the `kind`) has chosen, by the name of the setting (see bot.model.settings)."""

audit = Table(
    "audit",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Moment, nullable=False, index=True),
    Column("actor", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("value", Text, nullable=False),
)
"""What was changed about each chat, by whom and to which value, counted from 1."""

waiting = Table(
    "waiting",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("since", Moment, nullable=False),
    Index(None, "platform", "person"),
)
"""The people who want to hear, once, of the next game that is opened in a chat of their platform."""

persons = Table(
    "persons",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token_digest", Text, unique=True),
    Column("guessed_zone", Text),
    Column("zone_asked", Boolean, nullable=False, server_default=false()),
    Column("counted_since", Moment),
    Column("counted_from", Moment),
    Column("seen_at", Moment),
)
"""What is known of a person.

The person's results are counted since `counted_since`, where that is set; of games that had ended
by `counted_from`, none are. `zone_asked` says that the person was asked for their time zone.

`token_digest` identifies a person of the local page, who was there last at `seen_at`. The token itself is not
stored.
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

results = Table(
    "results",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("closed_at", Moment, nullable=False),
    Column("ended_at", Moment, nullable=False),
    Column("board", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer),
    Column("score", Integer, nullable=False),
    Column("tickets", Integer, nullable=False),
    Column("completed", Integer, nullable=False),
    Column("path", Integer, nullable=False),
    Column("routes", Text, nullable=False),
    Column("due", Integer, nullable=False),
    Column("in_time", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("mu", Float),
    Column("sigma", Float),
    Index(None, "platform", "person"),
)
"""The results of people who have their results counted, by seat of a finished game (see Result).

They are derived from the log as it was when the game was closed; a game that is not closed at `closed_at` any
more is read again. `mu` and `sigma` are the rating after the game.
"""

reviews = Table(
    "reviews",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("language", Text),
    Column("data", Text),
    Index(None, "platform", "person"),
)
"""The reviews of their turns in a game that people have asked for, as JSON once they are made.

See bot.computers.advice. `language` is that in which the person waits for it, until it is sent.
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
    Index(None, "game"),
)
"""The last event of a game that a destination (kind `chat` or `person`) was told."""

outbox = Table(
    "outbox",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("platform", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("topic", Text, nullable=False),
    Column("event", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("message", Text, nullable=False),
    Column("text", Text, nullable=False, server_default=""),
    Index(None, "game"),
    Index(None, "state"),
)
"""The notices under way, and those delivered that will be edited or deleted later (see NoticeRow).

`game` is NO_GAME for a notice about no game; `message` is the platform's own id of it, or ""; `text` is what
it says, where no log says that, until it is delivered.
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
"""What processes of revision 0021 note of what they send, while others are newer."""

dm_channels = Table(
    "letterboxes",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
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
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("pages", Text, nullable=False),
    Index(None, "platform", "person"),
)
"""What the buttons of a group show to one person, as JSON, for the other processes that may be asked.

See bot.telegram.group_replies.
"""

timers = Table(
    "timers",
    metadata,
    Column("owner_kind", Text, primary_key=True),
    Column("owner", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("due", Moment, nullable=False),
    Index(None, "due"),
)
"""What is due when, for a game, a person, a chat or the program (see bot.store.timers)."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("boot", Text, primary_key=True),
    Column("booted_at", Moment, nullable=False),
    Column("at", Moment, nullable=False),
)
"""The last start of the machine on which the program runs, and when that was by the clock, in one row; `at`:
when that was noted.

So a program that is started again sees whether the clock was set meanwhile (see Clock.boot).
"""

outages = Table(
    "outages",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("since", Moment, nullable=False),
    Column("until", Moment),
    Column("jump", Float, nullable=False),
)
"""Time that counts for nobody, until the deadlines have moved (see bot.store.heartbeat); `jump` in seconds.
"""

replay_links = Table(
    "replay_links",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("game", Text, ForeignKey("games.id"), nullable=False),
    Column("platform", Text, nullable=False),
    Column("person", Text, nullable=False),
    Index(None, "game"),
)
"""The links that open the replay of a game, and who made them. A digest opens nothing."""

begun = Table(
    "begun",
    metadata,
    Column("name", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("process", Text, nullable=False),
)
"""What a process does once, such as to answer a message or to register commands (see bot.store.begun).

Of each name the newest ids are kept: those with the highest numbers.
"""

notes = Table(
    "notes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("text", Text, nullable=False),
)
"""Which program wrote the database, and how (see bot.store.notes)."""

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
"""The messages of the local page, which is its own server of messages: no other program keeps them.

That a chat has each key once makes a repeated post harmless, when the outbox has forgotten its row of it too.
"""

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
"""What the pictures in posts are drawn from, by the secret part of their address: they are asked for by that.

Without a language, the program's own is used. The pieces built after event `since` are highlighted; without
it, the last one.
"""

webhooks = Table(
    "webhooks",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("told", Text, nullable=False),
    Column("failures", Integer, nullable=False),
)
"""Where the turns of each chat are sent: a secret address, and the key of the signatures.

`told` names the turn, or the end, that was told last; `failures` counts the failed tries of the next one.
"""

erasures = Table(
    "erasures",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("asked_at", Moment, nullable=False),
)
"""The people who asked to be forgotten, until that is done."""
