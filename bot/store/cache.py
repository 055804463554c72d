"""What the store was asked before, kept at hand: one program holds the file, and nobody else changes it."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from sqlalchemy import Table

ROOM = 20_000
"""Answers at hand."""

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Memory:
    """Answers, each with how often its tables had been written when it was asked for; and where logs end."""

    def __init__(self) -> None:
        self.ends: dict[str, int] = {}
        """The last event of each game that was written since the store was opened."""
        self._answers: OrderedDict[Hashable, tuple[tuple[int, ...], object]] = OrderedDict()
        self._writes: dict[Table, int] = {}

    def written(self, tables: Iterable[Table]) -> None:
        """Something was written to these tables: what they were asked before holds no more."""
        for table in tables:
            self._writes[table] = self._writes.get(table, 0) + 1

    async def answer(
        self, question: Hashable, tables: Iterable[Table], ask: Callable[[], Awaitable[Answer]]
    ) -> Answer:
        """The answer to a question about these tables; one that a write overtakes is given, and not kept."""
        writes = tuple(self._writes.get(table, 0) for table in tables)
        known = self._answers.get(question)
        if known is not None and known[0] == writes:
            return cast(Answer, known[1])
        found = await ask()
        self._answers[question] = writes, found
        self._answers.move_to_end(question)
        if len(self._answers) > ROOM:
            self._answers.popitem(last=False)
        return found


class Remembers(Protocol):
    """Whoever has a memory."""

    memory: Memory


Someone = TypeVar("Someone", bound=Remembers)
Method = Callable[Concatenate[Someone, Asked], Coroutine[Any, Any, Answer]]


def remembered(
    *tables: Table,
) -> Callable[[Method[Someone, Asked, Answer]], Method[Someone, Asked, Answer]]:
    """For a method that reads these tables, and no other: it is read once, until something is written there.

    What it is asked, and what it answers, are values that never change.
    """

    def kept(method: Method[Someone, Asked, Answer]) -> Method[Someone, Asked, Answer]:
        @wraps(method)
        async def answered(self: Someone, /, *args: Asked.args, **named: Asked.kwargs) -> Answer:
            question = method.__name__, args, tuple(named.items())
            return await self.memory.answer(question, tables, lambda: method(self, *args, **named))

        return answered

    return kept
