"""What the outbox guarantees: nothing is lost and nobody is notified twice, whatever a platform can do.

There is a fault or a kill at each of the calls that the outbox makes.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from bot.model.identity import Chat, Destination, Person
from bot.model.message import Button, Mention, Message, Topic
from bot.model.port import Key, Limits, NotSent
from bot.outbox.notices import Notice, Renewal
from bot.outbox.outbox import Outbox
from bot.store import Entry, NoticeState, RowUpdates, Store, StoreError
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock

CHAT, ANNA = Chat("hall", "table"), Person("hall", "anna")
CALLED = (Mention(ANNA, "Anna"),)

ABILITIES = {
    "recognizes repeats": Limits(900, repeats_safely_for=timedelta.max),
    "like Discord": Limits(
        900, repeats_safely_for=timedelta(minutes=2), finds_sent=True, edits_for=timedelta(minutes=55)
    ),
    "like Telegram": Limits(900, moves_panels=True, retires_at_once=1),
}


class Killed(BaseException):
    """The program is killed here."""


@dataclass
class Fault:
    """What happens at one call: nothing is done, or it is done and nobody hears of it."""

    is_done: bool
    error: Callable[[], BaseException]


LOST = partial(ConnectionError, "lost")
FAULTS = {
    "request lost": Fault(False, LOST),
    "answer lost": Fault(True, LOST),
    "refused": Fault(False, NotSent),
    "killed before": Fault(False, Killed),
    "killed after": Fault(True, Killed),
}


@dataclass
class Forgetful(MemoryPlatform):
    """Recognizes a repeat only as long as its limits say."""

    clock: FakeClock = field(default_factory=FakeClock)
    first_tried: dict[tuple[Destination, str], datetime] = field(default_factory=dict)
    loud: list[str] = field(default_factory=list)
    """The text of each message, as often as it has notified somebody."""

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        begun = self.first_tried.setdefault((to, str(key)), self.clock.now())
        if self.clock.now() - begun >= self.limits.repeats_safely_for:
            self._ids.pop((to, str(key)), None)
        before = len(self.notified)
        id = await super().send(to, message, key, silent=silent)
        self.loud += [message.text] * (len(self.notified) - before)
        return id


class Faulty:
    """Calls another object; at one of all calls there is a fault."""

    def __init__(self, inner: Any, calls: "count[int]", at: int, fault: Fault) -> None:
        self.inner, self.calls, self.at, self.fault = inner, calls, at, fault

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.inner, name)
        if not asyncio.iscoroutinefunction(value):
            return value

        async def called(*args: Any, **named: Any) -> Any:
            if next(self.calls) != self.at:
                return await value(*args, **named)
            if self.fault.is_done:
                await value(*args, **named)
            error = self.fault.error()
            in_ledger = not isinstance(self.inner, MemoryPlatform) and isinstance(error, Exception)
            raise StoreError("the disk fails") if in_ledger else error

        return called


@dataclass
class Stores:
    """The parts of a store that the outbox uses."""

    outbox: Any
    chats: Any
    people: Any


@dataclass
class Evening:
    """What is told in a short game, and how often it had to be tried."""

    store: Store
    platform: Forgetful
    game: str
    later: timedelta
    at: int
    fault: Fault
    calls: "count[int]" = field(default_factory=count)
    silent: set[str] = field(default_factory=set)

    def open(self) -> Outbox:
        wrap = partial(Faulty, calls=self.calls, at=self.at, fault=self.fault)
        store = Stores(wrap(self.store.outbox), self.store.chats, self.store.people)
        return Outbox(cast(Store, store), {"hall": cast(Any, wrap(self.platform))}, self.platform.clock)

    async def go(self) -> None:
        outbox = self.open()
        for message, notice in told_in(self.game):
            for _ in range(5):
                try:
                    row = await outbox.deliver(message, notice)
                except Killed:
                    await outbox.close()
                    outbox = self.open()
                except Exception:  # noqa: BLE001 - it is told again, as by the announcer
                    pass
                else:
                    if row.state is NoticeState.SILENT:
                        self.silent.add(message.text)
                    break
                await self.platform.clock.move_on(self.later)
                if notice.key.topic is Topic.PANEL:  # meanwhile there is later news in it
                    notice = replace(notice, event=notice.event + 1)
            else:
                raise AssertionError(f"never delivered: {message.text}")
        await outbox.close()


def told_in(game: str) -> list[tuple[Message, Notice]]:
    """A lobby, two turns of Anna with her panels, a reminder, and the end."""
    buttons = ((Button("Draw", f"{game}.3.draw"),),)

    def post(topic: Topic, seq: int, text: str, mentions: tuple[Mention, ...] = ()) -> tuple[Message, Notice]:
        key = Key(game, topic, str(seq))
        return Message(text, buttons=buttons, mentions=mentions), Notice(CHAT, key, seq)

    def panel(seq: int, text: str, opened: int = 0) -> tuple[Message, Notice]:
        renewal = Renewal.MOVED if opened else Renewal.EDITED
        notice = Notice(ANNA, Key(game, Topic.PANEL, ""), seq, opened=opened, renewal=renewal)
        return Message(text, mentions=CALLED if opened else ()), notice

    reminder = Notice(ANNA, Key(game, Topic.REMINDER, "8-r0half"))
    return [
        post(Topic.LOBBY, 1, "Anna joins."),
        post(Topic.LOBBY, 2, "Boris joins."),
        post(Topic.TURN, 3, "Anna is next.", CALLED),
        panel(3, "Your first turn.", opened=3),
        panel(5, "Boris is next."),
        post(Topic.TURN, 8, "Anna is next again.", CALLED),
        panel(8, "Your second turn.", opened=8),
        (Message("It is still your turn.", mentions=CALLED), reminder),
        post(Topic.END, 9, "Anna has won.", CALLED),
    ]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(f"sqlite:///{tmp_path / 'case.db'}") as store:
        yield store


@pytest.mark.parametrize("later", [timedelta(0), timedelta(minutes=10)], ids=["at once", "later"])
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("limits", ABILITIES.values(), ids=ABILITIES)
async def test_nothing_is_lost_and_nobody_is_notified_twice(
    store: Store, limits: Limits, fault: Fault, later: timedelta
) -> None:
    async def evening(at: int) -> Evening:
        game = f"g{at + 1}"
        opened = Entry(1, FakeClock().now(), "", "", "GameOpened", 1, "{}")
        seats = RowUpdates(seats={0: ANNA})
        await store.log.open_game(game, "europe@1", "", [opened], Chat("hall", f"home {at}"), seats)
        one = Evening(store, Forgetful(limits=limits), game, later, at, fault)
        await one.go()
        return one

    calls = next((await evening(-1)).calls)
    assert calls > 40
    for at in range(calls):
        check(await evening(at), f"{at} of {calls}")


def check(evening: Evening, at: str) -> None:
    platform, limits = evening.platform, evening.platform.limits
    posts = Counter(message.text for message in platform.standing(CHAT))
    wanted = [message for message, notice in told_in(evening.game) if notice.to == CHAT]
    assert {message.text for message in wanted[1:]} <= set(posts), at
    assert platform.standing(ANNA)[-1].text in ("Your second turn.", "It is still your turn."), at
    assert "Your second turn." in [message.text for message in platform.standing(ANNA)], at
    most = 2 if evening.later >= limits.repeats_safely_for and not limits.finds_sent else 1
    assert max(posts.values()) <= most, at
    loud = Counter(platform.loud)
    assert not [text for text, times in loud.items() if times > 1], at
    knows = evening.later < limits.repeats_safely_for
    for message, notice in told_in(evening.game):
        if not message.mentions or loud[message.text]:
            continue
        if notice.to == CHAT:
            assert message.text in evening.silent, (at, message.text)
        else:  # in doubt where the platform cannot tell: the next reminder mends it
            assert not knows, (at, message.text)
            assert evening.fault is not FAULTS["refused"], (at, message.text)
