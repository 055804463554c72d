"""Settings of persons and chats, each in a row of its own."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0021"
down_revision = "0020"

_OF_PERSONS = ("language", "zone")
_OF_CHATS = (
    *("language", "pictures", "clock", "openers", "starters"),
    *("default_game", "quiet_hours", "zone"),
)
_TEXTS_OF_PERSONS = {"ping": "channel", "quiet_hours": "22:00-08:00", "notify_on": "here"}
_SWITCHES_OF_PERSONS = {"confirm": "NOT confirm", "digest": "digest", "hints": "NOT hints"}
_SWITCHES_OF_CHATS = ("threads", "groups_computers")


def upgrade() -> None:
    """Write a row for each choice. The columns stay for processes of version 0020 that still run."""
    op.create_table(
        "settings",
        Column("kind", Text, primary_key=True),
        Column("platform", Text, primary_key=True),
        Column("id", Text, primary_key=True),
        Column("name", Text, primary_key=True),
        Column("value", Text, nullable=False),
    )
    for name in _OF_PERSONS:
        _move("person", name, name, f"{name} IS NOT NULL")
    for name, default in _TEXTS_OF_PERSONS.items():
        _move("person", name, name, f"{name} <> '{default}'")
    for name, chosen in _SWITCHES_OF_PERSONS.items():
        _move("person", name, _switch(name), chosen)
    for name in _OF_CHATS:
        _move("chat", name, name, f"{name} IS NOT NULL")
    for name in _SWITCHES_OF_CHATS:
        _move("chat", name, _switch(name), f"{name} IS NOT NULL")


def _switch(name: str) -> str:
    return f"CASE WHEN {name} THEN 'on' ELSE 'off' END"


def _move(kind: str, name: str, value: str, chosen: str) -> None:
    """Write a row for everybody who has chosen something in a column."""
    op.execute(
        "INSERT INTO settings (kind, platform, id, name, value)"
        f" SELECT '{kind}', platform, {kind}, '{name}', {value} FROM {kind}s WHERE {chosen}"
    )
