"""The query for the games that go on."""

from sqlalchemy import Select, select, union

from bot.store.schema import bookmarks, games, log_ends

_UNANNOUNCED = select(bookmarks.c.game).where(
    bookmarks.c.seq < select(log_ends.c.seq).where(log_ends.c.game == bookmarks.c.game).scalar_subquery()
)
_UNFINISHED = union(select(games.c.id).where(games.c.closed_at.is_(None)), _UNANNOUNCED)
RUNNING: Select[str] = select(_UNFINISHED.subquery().c.id).order_by("id")
"""The games that are not closed, or whose end was not yet sent everywhere.

It is composed once: that takes several times longer than running it.
"""
