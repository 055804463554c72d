"""What the page keeps of chats, persons and due removals, in the tables that have these for all platforms."""

from datetime import UTC, datetime

from alembic import op
from sqlalchemy import Column, Text

revision = "0025"
down_revision = "0024"

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
    """Move what is in the tables of the page. They stay, empty, for processes of revision 0024 that still
    run: what these write is put in its new place, but for visits, which the next upkeep notes again.
    """
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    for table, name in (("chats", "owner"), ("chats", "opened_at"), ("persons", "seen_at")):
        op.add_column(table, Column(name, Text))
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
    for table in ("channels", "visits", "removals"):
        op.execute(f"DELETE FROM {table}")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_FOLLOW_PAGE.format(now=now))
        for table in ("channels", "visits", "removals"):
            op.execute(
                f"CREATE TRIGGER follow_page BEFORE INSERT ON {table}"
                " FOR EACH ROW EXECUTE FUNCTION follow_page()"
            )
        op.execute(
            "CREATE TRIGGER follow_page AFTER DELETE ON persons FOR EACH ROW EXECUTE FUNCTION follow_page()"
        )
