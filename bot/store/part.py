"""What every part of the store shares: the database, and a decorator that caches what a method reads."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Table

from bot.store.database import Database

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class StorePart:
    """Reads and writes some tables of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database


Part = TypeVar("Part", bound=StorePart)
Method = Callable[Concatenate[Part, Asked], Coroutine[Any, Any, Answer]]


def cached(
    *tables: Table,
) -> Callable[[Method[Part, Asked, Answer]], Method[Part, Asked, Answer]]:
    """Cache what a method returns until one of `tables`, the only ones that it reads, is written.

    Its arguments and what it returns must be immutable.
    """

    def decorate(method: Method[Part, Asked, Answer]) -> Method[Part, Asked, Answer]:
        @wraps(method)
        async def read(self: Part, /, *args: Asked.args, **named: Asked.kwargs) -> Answer:
            asked = method.__qualname__, args, tuple(named.items())
            return await self._database.recall(asked, tables, lambda: method(self, *args, **named))

        return read

    return decorate
