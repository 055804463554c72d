"""Pictures of the local chat are drawn again instead of stored; when people were there; what to remove."""

import json
import re
from collections.abc import Iterator

from alembic import op
from sqlalchemy import Column, Integer, MetaData, Table, Text, insert, text

revision = "0008"
down_revision = "0007"

_POSTS = """
SELECT posts.platform, posts.chat, posts.number, posts.key, posts.data, chats.language
FROM posts LEFT JOIN chats ON chats.platform = posts.platform AND chats.chat = posts.chat
WHERE posts.data LIKE '%/picture/%'
"""


def upgrade() -> None:
    """Replace the pictures by their sources, which follow from the keys of their posts."""
    op.create_table("picture_sources", *_columns())
    op.create_index("ix_picture_sources_platform_chat", "picture_sources", ["platform", "chat"])
    op.drop_index("ix_pictures_platform_chat_number", "pictures")
    op.drop_table("pictures")
    _fill()
    op.create_table(
        "visits",
        Column("platform", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("at", Text, nullable=False),
    )
    op.create_table(
        "removals",
        Column("platform", Text, primary_key=True),
        Column("kind", Text, primary_key=True),
        Column("id", Text, primary_key=True),
    )


def _columns() -> list[Column[object]]:
    return [
        Column("key", Text, primary_key=True),
        Column("platform", Text, nullable=False),
        Column("chat", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("kind", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("seq", Integer, nullable=False),
        Column("language", Text),
    ]


def _fill() -> None:
    sources, known = Table("picture_sources", MetaData(), *_columns()), set[str]()
    for platform, chat, number, key, data, language in op.get_bind().execute(text(_POSTS)).all():
        about = re.fullmatch(r"([^-]+)-(\d+)", key)
        for kind, name in _pictures(data) if about else ():
            if about and name not in known:
                known.add(name)
                source = {"kind": kind, "game": about[1], "seq": int(about[2]), "language": language}
                row = {"key": name, "platform": platform, "chat": chat, "number": number, **source}
                op.get_bind().execute(insert(sources).values(row))


def _pictures(data: str) -> Iterator[tuple[str, str]]:
    """The kinds and keys of a post's pictures: the board, if need be after its close-up, then the score."""
    pictures = json.loads(data).get("pictures", ())
    for place, picture in enumerate(pictures):
        whole = picture.get("whole")
        yield "closeup" if whole else "score" if place else "board", _key(picture["src"])
        if whole:
            yield "board", _key(whole["src"])


def _key(address: str) -> str:
    return address.removeprefix("/picture/").removesuffix(".png")
