"""Several programs with one token on Telegram: exactly one of them stays."""

import asyncio
import heapq
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.settings import OperatorError
from bot.telegram.client import gives_way
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.patience import PATIENCE, until
from tests.fakes.wire.server import free_port, of_kind
from tests.scenario import FakeClock
from tests.telegram_bot import telegram_bot

pytestmark = pytest.mark.waits

CLUB, OTHER = "https://club.example", "https://other.example"
START = datetime(2026, 1, 1, tzinfo=UTC)
LONG_POLL = 10.0
"""Seconds that a request for updates waits for some."""


class Simulation:
    """Programs that ask one server for updates, with delays of all kinds, in simulated time."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now = 0.0
        self.programs: list[Program] = []
        self.pending: tuple[Program, int] | None = None
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

    def at(self, seconds: float, happens: Callable[[], None]) -> None:
        heapq.heappush(self._events, (seconds, next(self._number), happens))

    def run(self, seconds: float, until_left: int = 0) -> None:
        while self._events[0][0] < seconds and len(self.left) > until_left:
            self.now, _, happens = heapq.heappop(self._events)
            happens()
            assert self.left, "nobody is left"

    @property
    def left(self) -> list["Program"]:
        return [program for program in self.programs if not program.stopped]

    def arrives(self, program: "Program", request: int) -> None:
        """Begin a request for updates. It ends any earlier one with a conflict, of the same program too."""
        if self.pending is not None:
            self.answer(*self.pending, is_conflict=True)
        self.pending = program, request
        wait = self.random.choice((LONG_POLL, self.random.uniform(0, LONG_POLL)))
        self.at(self.now + wait, lambda: self.ends(program, request))

    def ends(self, program: "Program", request: int) -> None:
        if self.pending == (program, request):
            self.pending = None
            self.answer(program, request, is_conflict=False)

    def answer(self, program: "Program", request: int, *, is_conflict: bool) -> None:
        travel = self.random.choice((0.001, 0.05, self.random.uniform(0, 4)))
        self.at(self.now + travel, lambda: program.hears(request, is_conflict=is_conflict))


class Program:
    """Asks for updates as the library does: at once after updates, else after growing waits."""

    def __init__(self, simulation: Simulation, start: float) -> None:
        self.simulation = simulation
        self.start = START + timedelta(seconds=start)
        self.conflicts: deque[datetime] = deque(maxlen=12)
        self.stopped = False
        self.wait = 0.0
        self.request = 0
        simulation.programs.append(self)
        simulation.at(start, self.asks)

    def asks(self) -> None:
        self.request += 1
        request, random, simulation = self.request, self.simulation.random, self.simulation
        if random.random() < 0.02:  # its answer is lost: the library asks again
            simulation.at(simulation.now + random.uniform(5, 20), lambda: self.gives_up(request))
        travel = random.choice((0.001, 0.05, random.uniform(0, 4)))
        simulation.at(simulation.now + travel, lambda: simulation.arrives(self, request))

    def gives_up(self, request: int) -> None:
        if request == self.request and not self.stopped:
            self.asks()

    def hears(self, request: int, *, is_conflict: bool) -> None:
        if request != self.request:
            return
        self.request += 1
        if not is_conflict:
            self.wait = 0.0
            self.asks()
            return
        self.conflicts.append(START + timedelta(seconds=self.simulation.now))
        self.stopped = gives_way(self.start, self.conflicts)
        if not self.stopped:
            self.wait = min(30.0, 1.5 * self.wait) if self.wait else 1.0
            self.simulation.at(self.simulation.now + self.wait, self.asks)


@pytest.mark.parametrize("programs", [2, 3])
def test_in_every_interleaving_exactly_one_program_stays(programs: int) -> None:
    for seed in range(2000):
        random = Random(seed)
        simulation = Simulation(random)
        span = random.choice((0, 0.1, 5, 10, 60, 300))
        for _ in range(programs):
            Program(simulation, random.uniform(0, span))
        simulation.run(3600, until_left=1)
        simulation.run(simulation.now + 60)
        assert len(simulation.left) == 1, seed


def test_a_program_that_has_run_for_a_while_stays() -> None:
    for seed in range(1000):
        simulation = Simulation(Random(seed))
        older, newer = Program(simulation, 0), Program(simulation, 60)
        simulation.run(3600, until_left=1)
        assert (older.stopped, newer.stopped) == (False, True), seed


async def test_conflicts_without_end_are_an_error_that_makes_no_further_conflict(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        conflicts = server.faults.add("getUpdates", times=50, status=409, description="Conflict: terminated")
        with pytest.raises(OperatorError, match="Another program"):
            async with asyncio.timeout(60):
                await bot.attending
    assert conflicts.times == 47
    assert len(of_kind(server, "getUpdates")) <= 4  # the first one may have been answered
    server.faults.added.clear()


@pytest.mark.parametrize("newer", ["the same address", "another address", "no webhook"])
async def test_of_two_programs_with_a_webhook_the_older_one_stops(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock, newer: str
) -> None:
    fake_group, ports = FakeGroup(server), (free_port(), free_port())
    addresses = CLUB, OTHER if newer == "another address" else CLUB
    first, second = (
        {"webhook": address, "listen_at": ("127.0.0.1", port)}
        for address, port in zip(addresses, ports, strict=True)
    )
    (tmp_path / "other").mkdir()
    async with telegram_bot(tmp_path, fake_group, clock, **first) as bot:
        await pass_minutes(clock, lambda: len(of_kind(server, "getWebhookInfo")) > 2)
        assert not bot.attending.done()
        server.updates.proxies.update(dict.fromkeys((CLUB, OTHER), f"http://127.0.0.1:{ports[1]}"))
        options = {} if newer == "no webhook" else second
        async with telegram_bot(tmp_path / "other", fake_group, clock, **options) as other:
            await pass_minutes(clock, bot.attending.done)
            with pytest.raises(OperatorError, match="Another program"):
                await bot.attending
            await (await other.add_players("Anna"))[0].user.says("/newgame usa")
            await until(lambda: other.posts, "the other has stopped too")


async def pass_minutes(clock: FakeClock, is_enough: Callable[[], bool]) -> None:
    """Let time pass, a minute at a time, until something has happened."""
    async with asyncio.timeout(PATIENCE):
        while not is_enough():
            await clock.move_on(timedelta(minutes=1))
            await asyncio.sleep(0.01)
