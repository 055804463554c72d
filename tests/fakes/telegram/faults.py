"""Trouble on order: a method that fails, asks to wait, or does its work and then loses the answer."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

GATEWAY = "<html><head><title>502 Bad Gateway</title></head></html>"


class Lost(StrEnum):
    """Where the connection breaks."""

    REQUEST = "before anything is done"
    RESPONSE = "after it is done"
    TIMEOUT = "not at all: it is done, and nothing comes back"


@dataclass
class Fault:
    """What goes wrong the next `times` that a method is asked for; "" is any but that for updates.

    One of: an HTTP `status` (with `done`, after the work is done), `retry_after` seconds, a `lost` line.
    `chat` is the only chat that it strikes, where it is said.
    """

    method: str
    times: int = 1
    status: int = 0
    description: str = ""
    done: bool = False
    retry_after: int = 0
    lost: Lost | None = None
    chat: int | None = None

    def meets(self, method: str, chat: Any) -> bool:
        """Whether it strikes this one."""
        named = self.method == method or (not self.method and method != "getUpdates")
        return self.times > 0 and named and self.chat in (None, chat)

    @property
    def takes_effect(self) -> bool:
        """Whether the work is done all the same."""
        return self.done or self.lost in (Lost.RESPONSE, Lost.TIMEOUT)

    @property
    def answer(self) -> tuple[int, str]:
        """Status and body of a refusal."""
        if self.retry_after:
            return 429, refusal(
                429, f"Too Many Requests: retry after {self.retry_after}", retry_after=self.retry_after
            )
        if self.status >= 500 and not self.description:
            return self.status, GATEWAY
        return self.status, refusal(self.status, self.description)


def refusal(status: int, description: str, **parameters: Any) -> str:
    """The body of an answer that says no."""
    about = {"parameters": parameters} if parameters else {}
    return json.dumps({"ok": False, "error_code": status, "description": description, **about})


class Faults:
    """What is on order, and what has gone wrong so far."""

    def __init__(self) -> None:
        self.ordered: list[Fault] = []
        self.done: list[str] = []

    def add(self, method: str, *, times: int = 1, **how: Any) -> Fault:
        """Let a method fail: `add("sendPhoto", status=502, done=True)`, `add("", retry_after=3)`."""
        fault = Fault(method, times, **how)
        self.ordered.append(fault)
        return fault

    def strike(self, method: str, chat: Any) -> Fault | None:
        """What goes wrong with this request, if anything."""
        for fault in self.ordered:
            if fault.meets(method, chat):
                fault.times -= 1
                self.done.append(method)
                return fault
        return None

    @property
    def pending(self) -> Sequence[Fault]:
        """What was ordered and has not struck yet."""
        return [fault for fault in self.ordered if fault.times > 0]
