"""Logs in which the name of a person is replaced, with new checksums.

A log is changed in one transaction. Where it was damaged before, it stays damaged at the same event: the
checksums are renewed up to there only. The column `names_taken_at` of the game says when it was done last.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, exists, select, update

from bot.model.identity import Person
from bot.store.archives import archived_rows, keep_archived
from bot.store.checksums import COLUMNS, Row, chained
from bot.store.database import written_logs
from bot.store.log_rows import EVENTS, log_of
from bot.store.schema import games, hands, log_ends, posts, removed_events
from bot.store.snapshots import forget_derived
from bot.store.statements import matches, plain

EventChange = Callable[[Row], Row]
"""The same event without the name of a person."""

Rename = Callable[[str], str]
"""The JSON of a post without the name of a person."""

_ACTOR, _DATA, _CHECKSUM = (COLUMNS.index(name) for name in ("actor", "data", "checksum"))
_REMOVED = plain(removed_events)


def rewrite(
    connection: Connection, game: str, person: Person, alias: str, change: EventChange, at: datetime
) -> None:
    """Replace a person in the log of a game, in what was cut from it, and as the holder of a hand."""
    archived = archived_rows(connection, game)
    before = archived or log_of(connection, game)
    after = _with_checksums(game, before, [change(row) for row in before])
    if archived:
        keep_archived(connection, game, after)
    else:
        for row in after:
            cells = {"actor": row[_ACTOR], "data": row[_DATA], "checksum": row[_CHECKSUM]}
            here = EVENTS.c.game == game, EVENTS.c.seq == row[0]
            connection.execute(update(EVENTS).where(*here).values(cells))
    for last, now in zip(before[-1:], after[-1:], strict=True):
        end = matches(log_ends, {"game": game, "seq": last[0], "checksum": last[_CHECKSUM]})
        connection.execute(update(log_ends).where(end).values(checksum=now[_CHECKSUM]))
    of_game = select(*(_REMOVED.c[name] for name in COLUMNS)).where(_REMOVED.c.game == game)
    for row in connection.execute(of_game).all():
        changed = change(row)
        same = [_REMOVED.c[name] == row[COLUMNS.index(name)] for name in ("seq", "checksum", "actor", "data")]
        values = {"actor": changed[_ACTOR], "data": changed[_DATA]}
        connection.execute(update(_REMOVED).where(_REMOVED.c.game == game, *same).values(values))
    # Who had the seat before may have been forgotten too: then rows of the same hand become one.
    seen, held = hands.alias(), hands.c.game == game
    same_viewer = seen.c.platform == hands.c.platform, seen.c.person == hands.c.person
    double = exists().where(seen.c.game == game, seen.c.holder == str(person), *same_viewer)
    connection.execute(delete(hands).where(held, hands.c.holder == alias, double))
    connection.execute(update(hands).where(held, hands.c.holder == str(person)).values(holder=alias))
    forget_derived(connection, game)
    written_logs(connection)[game] = 0
    connection.execute(update(games).where(games.c.id == game).values(names_taken_at=at))


def _with_checksums(game: str, before: Sequence[Row], after: Sequence[Row]) -> Sequence[Row]:
    """Changed events with their checksums, as far as those of the events before the change were right."""
    right = list(chained("", game, before))
    new = chained("", game, after)
    whole, rows = True, []
    for number, (old, row, was, now) in enumerate(zip(before, after, right, new, strict=True), 1):
        whole = whole and old[0] == number and old[_CHECKSUM] == was
        rows.append((*row[:_CHECKSUM], now if whole else old[_CHECKSUM]))
    return rows


def rename_in_posts(connection: Connection, game: str, change: Rename) -> None:
    """Change the JSON of the posts of the local page about a game."""
    of_game = posts.c.key.startswith(f"{game}-", autoescape=True)
    columns = posts.c.platform, posts.c.chat, posts.c.number
    for *place, data in connection.execute(select(*columns, posts.c.data).where(of_game)).all():
        if (changed := change(data)) != data:
            same = (column == value for column, value in zip(columns, place, strict=True))
            connection.execute(update(posts).where(*same).values(data=changed))
