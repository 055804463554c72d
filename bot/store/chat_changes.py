"""The audit log of a chat: what was changed about it, by whom and when.

What admins do about a game is in the log of that game.
"""

from datetime import datetime, timedelta

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from bot.model.identity import Chat
from bot.store.schema import audit
from bot.store.statements import key_of, matches

MOST_CHANGES = 200
"""Changes of one chat that are kept."""

KEPT = timedelta(days=90)
"""How long a change is kept."""

ChatChange = tuple[datetime, str, str, str]
"""When a chat was changed, who did it (`local:ab12`), what was changed, and to which value.

What was changed is the last part of the key of a sentence, `audit-WHAT`, which gets the value.
"""


def changes_of(chat: Chat, since: datetime) -> Select[datetime, str, str, str]:
    """The changes of a chat, the latest last."""
    columns = audit.c.at, audit.c.actor, audit.c.what, audit.c.value
    changes = select(*columns).where(matches(audit, key_of(chat)), audit.c.at >= since)
    return changes.order_by(audit.c.at, audit.c.number)


def write_change(connection: Connection, chat: Chat, change: ChatChange) -> None:
    """Write a change of a chat, and delete what is too old."""
    at, actor, what, value = change
    here = matches(audit, key_of(chat))
    number = 1 + (connection.scalar(select(func.max(audit.c.number)).where(here)) or 0)
    cells = {"number": number, "at": at, "actor": actor, "what": what, "value": value}
    connection.execute(insert(audit).values(**key_of(chat), **cells))
    connection.execute(delete(audit).where(here, audit.c.number <= number - MOST_CHANGES))
    connection.execute(delete(audit).where(audit.c.at < at - KEPT))


def move_changes(connection: Connection, old: Chat, new: Chat) -> None:
    """Give the changes of a chat to its new address."""
    last = connection.scalar(select(func.max(audit.c.number)).where(matches(audit, key_of(new)))) or 0
    here = update(audit).where(matches(audit, key_of(old)))
    connection.execute(here.values(**key_of(new), number=audit.c.number + last))
