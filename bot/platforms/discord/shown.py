"""What private messages show by their owners' own doing."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

_KNOWN = 500

PATIENCE = 30.0
"""Seconds that an answer on its way is waited for."""


class Shown:
    """Remembers answers that took a panel's place: what stands there already need not be written over it.

    Such an answer says more than the panel, such as which card was drawn. Forgotten, it is only said again.
    It remembers too which click each message answers: pictures that come late are for the newest one only.
    """

    def __init__(self) -> None:
        self._contents: OrderedDict[int, str] = OrderedDict()
        self._clicks: OrderedDict[int, int] = OrderedDict()
        self._outdone: OrderedDict[int, None] = OrderedDict()
        self._under_way: dict[int, set[asyncio.Event]] = {}

    @contextmanager
    def answering(self, message: int) -> Iterator[None]:
        """While an answer is on its way into a message."""
        over = asyncio.Event()
        self._under_way.setdefault(message, set()).add(over)
        try:
            yield
        finally:
            over.set()
            self._under_way[message].discard(over)
            if not self._under_way[message]:
                del self._under_way[message]

    def note(self, message: int, content: str) -> None:
        """A message is about to show this."""
        self._contents[message] = content
        while len(self._contents) > _KNOWN:
            self._contents.popitem(last=False)

    async def has(self, message: int, content: str) -> bool:
        """Whether a message shows this, perhaps below something else, once answers on their way are there."""
        try:
            async with asyncio.timeout(PATIENCE):
                for over in tuple(self._under_way.get(message, ())):
                    await over.wait()
        except TimeoutError:
            return False
        return bool(content) and self._contents.get(message, "").endswith(content)

    def forget(self, message: int) -> None:
        """A message shows something else."""
        self._contents.pop(message, None)
        self._outdo(self._clicks.pop(message, None))

    def answered(self, click: int, message: int | None) -> None:
        """A message answers a click from now on; an older click it answers no more."""
        if message is None:
            return
        self._outdo(self._clicks.get(message))
        self._clicks[message] = click
        while len(self._clicks) > _KNOWN:
            self._clicks.popitem(last=False)

    def answers(self, click: int) -> bool:
        """Whether nothing newer stands where a click was answered."""
        return click not in self._outdone

    def _outdo(self, click: int | None) -> None:
        if click is not None:
            self._outdone[click] = None
            while len(self._outdone) > _KNOWN:
                self._outdone.popitem(last=False)
