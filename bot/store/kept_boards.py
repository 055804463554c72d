"""The boards that games are played on, kept as they were."""

from sqlalchemy import Connection, select

from bot.store.schema import boards
from bot.store.statements import add


def keep_board(connection: Connection, edition: str, text: str) -> None:
    """Keep the text of a board. Raises ValueError if another one is kept under its edition."""
    if add(connection, boards, {"edition": edition}, {"text": text}):
        return
    if connection.scalar(select(boards.c.text).where(boards.c.edition == edition)) != text:
        raise ValueError(f"the board {edition} is kept with another text")
