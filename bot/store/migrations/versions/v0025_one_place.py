"""What the page keeps in common tables, a typed place for each note, and the heartbeat as a timer."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

from alembic import op
from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Integer,
    Table,
    TableClause,
    Text,
    and_,
    column,
    delete,
    false,
    insert,
    select,
    table,
    update,
)

revision = "0025"
down_revision = "0024"

_NOTES = table("notes", column("name"), column("text"))
_GAMES = table("games", column("id"), column("rollback"), column("names_taken_at"))
_PERSONS = table("persons", column("platform"), column("person"), column("zone_asked", Boolean))
_SEATS = table("seats", column("game"), column("seat"), column("platform"), column("person"))
_DM_CHANNELS = table("letterboxes", *map(column, ("platform", "person", "answer", "asked_in")))
_BEGUN = table("begun", column("name"), column("id"), column("number"), column("process"))

_TIMERS = table("timers", *map(column, ("owner_kind", "owner", "kind", "due")))

_OWN = "written-by", "event-shapes", "database-id", "unfinished-copy"
"""The notes that stay."""

_FOLLOW_PAGE = """
CREATE FUNCTION follow_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'channels' THEN
    INSERT INTO chats (platform, chat, title, owner, opened_at)
    VALUES (NEW.platform, NEW.chat, NEW.title, NEW.owner, NEW.opened_at)
    ON CONFLICT (platform, chat) DO UPDATE
    SET title = excluded.title, owner = excluded.owner, opened_at = excluded.opened_at
    WHERE chats.owner IS NULL;
  ELSIF TG_TABLE_NAME = 'removals' THEN
    INSERT INTO timers (owner_kind, owner, kind, due)
    VALUES (NEW.kind, NEW.platform || ':' || NEW.id, 'removal', '{now}') ON CONFLICT DO NOTHING;
  ELSIF TG_TABLE_NAME = 'persons' THEN
    UPDATE chats SET owner = 'forgotten:0' WHERE owner = OLD.platform || ':' || OLD.person;
  END IF;
  RETURN NULL;
END $$
"""


def upgrade() -> None:
    """Move rows. Tables that are no longer used stay for processes of revision 0024 that still run."""
    _move_page()
    _move_notes()
    _move_heartbeat()


def _move_page() -> None:
    """Move what is in the tables of the page. They stay, empty, for processes of revision 0024 that still
    run: what these write is put in its new place, but for visits, which the next upkeep notes again.
    """
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    for of, name in (("chats", "owner"), ("chats", "opened_at"), ("persons", "seen_at")):
        op.add_column(of, Column(name, Text))
    op.execute(
        "INSERT INTO chats (platform, chat, title, owner, opened_at)"
        " SELECT platform, chat, title, owner, opened_at FROM channels WHERE true"
        " ON CONFLICT (platform, chat) DO UPDATE"
        " SET title = excluded.title, owner = excluded.owner, opened_at = excluded.opened_at"
    )
    op.execute(
        "UPDATE persons SET seen_at = (SELECT at FROM visits"
        " WHERE visits.platform = persons.platform AND visits.person = persons.person)"
    )
    op.execute(
        "INSERT INTO timers (owner_kind, owner, kind, due)"
        " SELECT CASE kind WHEN 'channel' THEN 'chat' ELSE 'person' END, platform || ':' || id,"
        " CASE WHEN EXISTS (SELECT 1 FROM removals WHERE kind = 'game')"
        f" THEN 'removal:games' ELSE 'removal' END, '{now}' FROM removals WHERE kind <> 'game'"
    )
    for old in ("channels", "visits", "removals"):
        op.execute(f"DELETE FROM {old}")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_FOLLOW_PAGE.format(now=now))
        for old in ("channels", "visits", "removals"):
            op.execute(
                f"CREATE TRIGGER follow_page BEFORE INSERT ON {old}"
                " FOR EACH ROW EXECUTE FUNCTION follow_page()"
            )
        op.execute(
            "CREATE TRIGGER follow_page AFTER DELETE ON persons FOR EACH ROW EXECUTE FUNCTION follow_page()"
        )


def _move_notes() -> None:
    """Move the notes. One that a process of an earlier version writes from now on is not seen any more."""
    op.add_column("games", Column("rollback", Text))
    op.add_column("games", Column("names_taken_at", Text))
    op.add_column("persons", Column("zone_asked", Boolean, nullable=False, server_default=false()))
    op.add_column("letterboxes", Column("answer", Text))
    op.add_column("letterboxes", Column("asked_in", Text))
    reviews = op.create_table(
        "reviews",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("platform", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("language", Text),
        Column("data", Text),
    )
    op.create_index("ix_reviews_platform_person", "reviews", ["platform", "person"])
    group_answers = op.create_table(
        "group_answers",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("pages", Text, nullable=False),
    )
    op.create_index("ix_group_answers_platform_person", "group_answers", ["platform", "person"])
    connection = op.get_bind()
    notes: Mapping[str, str] = dict(tuple(row) for row in connection.execute(select(_NOTES)))
    _move_reviews(notes, reviews)
    for (person, chat), pages in _named(notes, r"(.+)-answer-(.+)"):
        platform, _, id = person.partition(":")
        cells = {"platform": platform, "person": id, "chat": chat, "pages": pages}
        op.execute(insert(group_answers).values(cells))
    for (person,), _ in _named(notes, r"(.+)-zone-asked"):
        op.execute(update(_PERSONS).where(_is(_PERSONS, person)).values(zone_asked=True))
    for (platform, id), text in _named(notes, r"(telegram)-asked-in-(.+)"):
        answer, _, chat = text.partition(" ")
        here = _is(_DM_CHANNELS, f"{platform}:{id}")
        op.execute(update(_DM_CHANNELS).where(here).values(answer=answer, asked_in=chat))
    for (game,), text in _named(notes, r"rollback-(.+)"):
        op.execute(update(_GAMES).where(_GAMES.c.id == game).values(rollback=text))
    for (game,), text in _named(notes, r"names-taken-from-(.+)"):
        op.execute(update(_GAMES).where(_GAMES.c.id == game).values(names_taken_at=text))
    for (name,), text in _named(notes, r"((?:discord|telegram)-commands-.+|telegram-board-.+)"):
        op.execute(insert(_BEGUN).values(name=name, id=text, number=1, process=""))
    op.execute(delete(_NOTES).where(_NOTES.c.name.not_in(_OWN)))


def _move_heartbeat() -> None:
    """When the program ran last is known by when it has to note the time again. A process of an earlier
    version still notes it where it did.
    """
    heartbeat = table("heartbeat", column("at", Text))
    for at in op.get_bind().scalars(select(heartbeat.c.at)):
        due = datetime.fromisoformat(at) + timedelta(seconds=90)
        cells = {"owner_kind": "program", "owner": "", "kind": "heartbeat"}
        op.execute(insert(_TIMERS).values(cells | {"due": due.isoformat(timespec="microseconds")}))


def _named(notes: Mapping[str, str], pattern: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """What the names of some notes hold, and the texts of these; without those that are empty."""
    for name, text in notes.items():
        if text and (found := re.fullmatch(pattern, name)):
            yield found.groups(), text


def _move_reviews(notes: Mapping[str, str], reviews: Table) -> None:
    """A review belongs to the person in the seat, or to who waits for it; else nobody can ask for it."""
    rows: dict[tuple[str, int], dict[str, object]] = {}
    for (game, number), data in _named(notes, r"review-(.+)-(\d+)"):
        seat = int(number)
        query = select(_SEATS.c.platform, _SEATS.c.person)
        for platform, person in op.get_bind().execute(
            query.where(_SEATS.c.game == game, _SEATS.c.seat == seat)
        ):
            key = {"game": game, "seat": seat, "platform": platform, "person": person}
            rows[game, seat] = {**key, "language": None, "data": data}
    for _, text in _named(notes, r"(.+:.+)-review-.+"):
        game, seat, asker, language = json.loads(text)
        platform, _, person = asker.partition(":")
        key = {"game": game, "seat": seat, "platform": platform, "person": person}
        rows[game, seat] = {"data": None, **rows.get((game, seat), {}), **key, "language": language}
    if rows:
        op.execute(insert(reviews).values([*rows.values()]))


def _is(of: TableClause, person: str) -> ColumnElement[bool]:
    platform, _, id = person.partition(":")
    return and_(of.c.platform == platform, of.c.person == id)
