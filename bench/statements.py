"""What a program asks its database: the statements on every connection, and the transactions."""

from collections import Counter
from typing import Any

from sqlalchemy import Connection, Engine, event

READ, COMMIT = "READ", "COMMIT"
"""A statement outside of a transaction, and a transaction that writes, among the statements."""


def counted_statements() -> Counter[str]:
    """A count of the statements by their text, from now on, on every connection of this process.

    A read is also counted as `READ`, a transaction that writes when it ends, as `COMMIT`. Statements for many
    rows count once.
    """
    found: Counter[str] = Counter()

    def executing(connection: Connection, __: Any, statement: str, *___: object) -> None:
        found[" ".join(statement.split())] += 1
        found[READ] += 1
        connection.info[READ] = connection.info.get(READ, 0) + 1

    def committing(connection: Connection) -> None:
        found[READ] -= connection.info.pop(READ, 0)
        found[COMMIT] += 1

    event.listen(Engine, "before_cursor_execute", executing)
    event.listen(Engine, "commit", committing)
    return found
