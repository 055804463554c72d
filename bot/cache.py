"""The one cache of the program: a mapping that drops what was used least recently."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from typing import TypeVar
from weakref import WeakValueDictionary

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(MutableMapping[Key, Value]):
    """A mapping whose values have at most `limit` in size together; each counts 1 unless `size` measures it.

    Reading or writing a key makes it the most recent; `in` and iteration (the oldest first) do not. The
    newest value is always kept, even one larger than `limit`. A value is measured once, when it is written.
    For use in one thread.
    """

    def __init__(self, limit: int, size: Callable[[Value], int] | None = None) -> None:
        self.size = 0
        """The size of all values together."""
        self._limit = limit
        self._measure = size
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._making: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    async def once(self, key: Key, make: Callable[[], Awaitable[Value]]) -> Value:
        """The value of a key, made if it is missing; all who ask for it meanwhile wait for the same one."""
        async with self._making.setdefault(key, asyncio.Lock()):
            if key not in self:
                self[key] = await make()
            return self[key]

    def __getitem__(self, key: Key) -> Value:
        value, _ = self._values[key]
        self._values.move_to_end(key)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self.pop(key, None)
        size = 1 if self._measure is None else self._measure(value)
        self._values[key] = value, size
        self.size += size
        while self.size > self._limit and len(self._values) > 1:
            self.size -= self._values.popitem(last=False)[1][1]

    def __delitem__(self, key: Key) -> None:
        self.size -= self._values.pop(key)[1]

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[Key]:
        return iter(tuple(self._values))

    def __len__(self) -> int:
        return len(self._values)
