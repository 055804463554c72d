"""Trouble on order: a door that fails, asks to wait, or does its work and then loses the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tests.fakes.discord.world import Json


class Lost(StrEnum):
    """Where the connection breaks."""

    REQUEST = "before anything is done"
    RESPONSE = "after it is done"


@dataclass
class Fault:
    """What goes wrong the next `times` that an operation is asked for. `door` is its name; "" is any.

    One of: an HTTP `status` with Discord's `code`, or `retry_after` seconds, or a `lost` connection.
    """

    door: str
    times: int = 1
    status: int = 0
    code: int = 0
    retry_after: float = 0.0
    everywhere: bool = False
    lost: Lost | None = None

    def meets(self, operation: str) -> bool:
        return self.times > 0 and self.door in ("", operation)

    @property
    def answer(self) -> tuple[int, Json, dict[str, str]]:
        """Status, body and headers of a refusal."""
        if self.retry_after:
            body: Json = {"message": "You are being rate limited.", "retry_after": self.retry_after}
            headers = {"Via": "1.1 google", "Retry-After": str(self.retry_after)}
            return 429, body | {"global": self.everywhere}, headers
        return self.status, {"message": "trouble on order", "code": self.code}, {}


class Faults:
    """What is on order, and what has gone wrong so far."""

    def __init__(self) -> None:
        self.ordered: list[Fault] = []
        self.done: list[str] = []

    def add(self, door: str, *, times: int = 1, **how: object) -> Fault:
        """Let a door fail: `add("create_message", status=503)`, `add("", retry_after=0.2)`."""
        fault = Fault(door, times, **how)  # type: ignore[arg-type]
        self.ordered.append(fault)
        return fault

    def strike(self, operation: str) -> Fault | None:
        """What goes wrong with this request, if anything."""
        for fault in self.ordered:
            if fault.meets(operation):
                fault.times -= 1
                self.done.append(operation)
                return fault
        return None

    @property
    def pending(self) -> Sequence[Fault]:
        """What was ordered and has not struck yet."""
        return [fault for fault in self.ordered if fault.times > 0]
