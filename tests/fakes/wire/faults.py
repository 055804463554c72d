"""Faults on demand: an endpoint that fails, asks to wait, or does its work and then loses the response."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Lost(StrEnum):
    """Where the connection breaks."""

    REQUEST = "before anything is done"
    RESPONSE = "after it is done"
    TIMEOUT = "not at all: it is done, and no response comes"
    SLOWLY = "not at all: it takes `seconds`"


SLOW = 6.0
"""Seconds: longer than the libraries wait for an answer, unless they are told."""


@dataclass
class Fault:
    """What goes wrong the next `times` that an endpoint is called; "" is any endpoint but `getUpdates`.

    One of: an HTTP `status` with a `code` or `description` (with `done`, after the work is done),
    `retry_after` seconds, or a `lost` connection. `chat` is the only chat that it concerns, if given.
    """

    endpoint: str
    times: int = 1
    status: int = 0
    code: int = 0
    description: str = ""
    done: bool = False
    retry_after: float = 0
    everywhere: bool = False
    lost: Lost | None = None
    seconds: float = SLOW
    chat: object = None

    def concerns(self, endpoint: str, chat: object) -> bool:
        named = self.endpoint == endpoint or (not self.endpoint and endpoint != "getUpdates")
        return self.times > 0 and named and self.chat in (None, chat)

    @property
    def takes_effect(self) -> bool:
        """Whether the work is done all the same."""
        return self.done or self.lost in (Lost.RESPONSE, Lost.TIMEOUT)


class Faults:
    """The faults that a test asked for, and those that have happened."""

    def __init__(self) -> None:
        self.added: list[Fault] = []
        self.done: list[str] = []

    def add(self, endpoint: str, *, times: int = 1, **how: object) -> Fault:
        """Let an endpoint fail: `add("sendPhoto", status=502, done=True)`, `add("", retry_after=0.2)`."""
        fault = Fault(endpoint, times, **how)  # type: ignore[arg-type]
        self.added.append(fault)
        return fault

    def next_for(self, endpoint: str, chat: object = None) -> Fault | None:
        """The fault of this request, if any."""
        for fault in self.added:
            if fault.concerns(endpoint, chat):
                fault.times -= 1
                self.done.append(endpoint)
                return fault
        return None

    @property
    def pending(self) -> Sequence[Fault]:
        """What a test asked for and has not happened yet."""
        return [fault for fault in self.added if fault.times > 0]
