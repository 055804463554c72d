"""No fault of the database ends the bot: a service that meets one is started again, and goes on."""

import asyncio
import inspect
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.app import keep_running
from bot.computers.advice import Advice
from bot.model.identity import Chat
from bot.settings import OperatorError
from bot.store import Store, StoreError
from bot.store.chats import ChatStore, Webhook
from bot.store.heartbeat import HeartbeatStore
from bot.store.log import GameLog
from bot.store.outbox import OutboxStore
from bot.store.people import PersonStore
from bot.store.personal import PersonalStore
from bot.store.results import ResultStore
from bot.store.timers import TimerStore
from bot.tasks import fault
from bot.timers import webhooks
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.postgres import Server, drop_connections, limited_user
from tests.scenario import MEMORY_CHAT, FakeClock, Scenario, open_scenario, predictable_entropy
from tests.short_boards import write_short_boards
from tests.soaked import soaked
from tests.stores import URL_FILE

KINDS = (
    *(Store, GameLog, ChatStore, PersonStore, PersonalStore, OutboxStore, ResultStore),
    *(TimerStore, HeartbeatStore),
)
MINUTE, NIGHT = timedelta(minutes=1), timedelta(hours=36)
ANNEX = Chat("hall", "annex")
URL = "https://hook.example.org/x"

by_service: ContextVar[bool] = ContextVar("by_service", default=False)
"""Whether a service of the bot runs, and not a person who is answered."""

Method = tuple[type, str]


def methods() -> dict[str, Method]:
    """All reads and writes of the store, by name."""
    return {
        f"{kind.__name__}.{name}": (kind, name)
        for kind in KINDS
        for name, _ in inspect.getmembers(kind, inspect.iscoroutinefunction)
        if not name.startswith(("_", "open", "close"))
    }


class Faults:
    """Lets reads and writes of services fail: each once, at each place in the program that begins it."""

    def __init__(self) -> None:
        self.met = set[tuple[str, str, int]]()

    def install(self, wanted: dict[str, Method], monkeypatch: pytest.MonkeyPatch) -> None:
        for name, (kind, method) in wanted.items():
            monkeypatch.setattr(kind, method, self._failing(name, getattr(kind, method)))

    def _failing(self, name: str, method: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        async def fail() -> None:
            raise StoreError("The disk fails.")

        def failing(*given: Any, **named: Any) -> Coroutine[Any, Any, Any]:
            caller = sys._getframe(1)
            place = name, caller.f_code.co_filename, caller.f_lineno
            if not by_service.get() or place in self.met:
                return method(*given, **named)
            self.met.add(place)
            return fail()

        return failing


@contextmanager
def as_service() -> Iterator[None]:
    token = by_service.set(True)
    try:
        yield
    finally:
        by_service.reset(token)


async def minutes(scenario: Scenario, number: int) -> None:
    """Let the bot run for some minutes."""
    for _ in range(number):
        await scenario.clock.move_on(MINUTE)
        assert scenario.host._heartbeat
        await scenario.host._heartbeat.beat()
        await rest(scenario)


async def rest(scenario: Scenario) -> None:
    """Wait until the bot has nothing left to do, also after what failed was tried again."""
    for _ in range(600):
        if not scenario._is_busy and await scenario._has_come_to_rest() and not scenario.host.failing:
            return
        await asyncio.sleep(0.002)
        await scenario.clock.move_on(timedelta(seconds=1))
    raise AssertionError("the bot does not come to rest")


async def before_the_faults(folder: Path, platform: MemoryPlatform, clock: FakeClock, boards: Path) -> str:
    """A finished game, one that goes on, and something to do for every service. Returns the first game."""
    async with open_scenario(
        folder, boards=boards, platform=platform, clock=clock, turn_clock="1h"
    ) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris", game="isle")
        await scenario.play_to_the_end(anna, boris)
        over = await scenario.match()
        await scenario.store.reviews.ask(over.id, 0, anna.person, "en")
        await scenario.store.chats.set_webhook(MEMORY_CHAT, Webhook(URL, "key"))
        anna, boris = await scenario.in_play("Anna", "Boris", game="europe", computers=1)
        for one in (anna, boris):
            await one.says("/settings digest on")
        zoe = await scenario.add_player("Zoe")
        await zoe.says("/new isle", ANNEX)
        await scenario.store.personal.ask_erasure([zoe.person], clock.now())
        return over.id


@pytest.mark.parametrize("name", soaked(["everything", *methods()], "everything"))
async def test_a_read_or_write_of_a_service_that_fails_once_ends_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    posted = list[dict[str, object]]()

    async def post(_: str, __: str, content: dict[str, object]) -> str:
        posted.append(content)
        return ""

    async def nothing(*_: object) -> None:
        """No computer would do better."""

    monkeypatch.setattr(webhooks, "send", post)
    monkeypatch.setattr(Advice, "_better", nothing)
    platform, clock, boards = MemoryPlatform(), FakeClock(), write_short_boards(tmp_path, "isle")
    over = await before_the_faults(tmp_path, platform, clock, boards)
    await clock.move_on(NIGHT)
    faults = Faults()
    faults.install(methods() if name == "everything" else {name: methods()[name]}, monkeypatch)
    options: dict[str, Any] = {"counts_downtime": True, "archive_after": 1, "turn_clock": "1h"}
    async with await Store.open(f"sqlite:///{tmp_path}/scenario.db") as store:
        scenario = Scenario(store, platform, clock, predictable_entropy(1 << 20), boards, **options)
        with as_service():
            await scenario.run()
        try:
            await plays_on(scenario, over, posted)
        finally:
            await scenario.stop()
    assert "Traceback" not in caplog.text
    if name == "everything":
        assert len(faults.met) > 60, sorted(faults.met)


async def plays_on(scenario: Scenario, over: str, posted: list[dict[str, object]]) -> None:
    """Everything that the services do is done."""
    store, platform = scenario.store, scenario.platform
    await rest(scenario)
    people = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    for _ in range(2):
        (one,) = await scenario.waited_for(*people)
        for _ in range(2):
            assert "failed" not in await one.says("/draw deck")
        await rest(scenario)
    assert posted[-1]["next"] == [(await scenario.waited_for(*people))[0].person.id.title()]
    await minutes(scenario, 240)
    anna, boris = people
    private = [plain(message.text) for message in platform.dms[anna.person] + platform.dms[boris.person]]
    for wanted in ("strongest computer", "Your games today", "It is still your turn"):
        assert any(wanted in text for text in private), (wanted, private)
    public = [plain(post.text) for post in platform.by_chat[MEMORY_CHAT]]
    assert any("Time is up" in text for text in public), public
    assert not await store.personal.erasures()
    assert over not in await store.archives.archivable(scenario.clock.now(), 50)
    assert not scenario._running.done()
    assert not scenario.host.failing


async def test_a_service_that_fails_again_and_again_is_started_with_growing_waits() -> None:
    clock, begun, failed = FakeClock(), list[float](), list[str]()
    start = clock.steady()

    async def fail() -> None:
        begun.append(clock.steady() - start)
        raise ExceptionGroup("", [StoreError("The disk fails."), ValueError("secret")])

    def note(error: Exception | None) -> None:
        if error:
            failed.append(fault(error))

    running = asyncio.create_task(keep_running(fail, clock, note))  # type: ignore[arg-type]
    while len(begun) < 9:
        await asyncio.sleep(0)
        await clock.move_on(timedelta(seconds=1))
    running.cancel()
    assert begun[:9] == [0, 2, 6, 14, 30, 62, 122, 182, 242]
    assert set(failed) == {"The disk fails."}


async def test_a_service_that_finds_a_wrong_setting_ends_the_bot() -> None:
    async def refuse() -> None:
        raise OperatorError("The token is wrong.")

    with pytest.raises(OperatorError):
        await keep_running(refuse, FakeClock(), lambda _: None)  # type: ignore[arg-type]


async def test_a_server_that_is_away_or_refuses_connections_ends_nothing_that_runs(
    tmp_path: Path, postgres_url: str, postgres_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with limited_user(postgres_server, postgres_url, 20) as url:
        (tmp_path / URL_FILE).write_text(url)
        clock = FakeClock()
        async with open_scenario(tmp_path, clock=clock, counts_downtime=True, turn_clock="24h") as scenario:
            people = await scenario.in_play("Anna", "Boris")

            async def time_passes() -> None:
                for _ in range(50):
                    await clock.move_on(timedelta(seconds=5))
                    await asyncio.sleep(0.01)

            postgres_server.sql("ALTER ROLE limited CONNECTION LIMIT 1")
            await drop_connections(postgres_server, url)
            await time_passes()
            await asyncio.to_thread(postgres_server.stop)
            await time_passes()
            assert "could not" in await people[0].says("/draw deck")
            await asyncio.to_thread(postgres_server.start)
            postgres_server.sql("ALTER ROLE limited CONNECTION LIMIT 20")
            await time_passes()
            await people[0].draws()
            await rest(scenario)
            assert (await scenario.waited_for(*people)) == [people[1]]
            assert not scenario._running.done()
    assert "Traceback" not in caplog.text
