"""The monitor: whether the program is well, whether its platforms answer, and what it counts."""

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.computers.advice import Advice
from bot.operate.monitor import monitor_site, serve_monitor
from bot.settings import OperatorError
from bot.store import StoreError
from tests.fakes.wire.patience import until
from tests.scenario import MEMORY_CHAT, FakeClock, Scenario, open_scenario
from tests.situations import anna_and_boris
from tests.stores import full_disk

ROOT = Path(__file__).parent.parent
DASHBOARD = ROOT / "deploy" / "grafana.json"


@asynccontextmanager
async def monitored(folder: Path) -> AsyncIterator[tuple[Scenario, "Monitor"]]:
    async with open_scenario(folder, clock=FakeClock(), counts_downtime=True) as scenario:
        await scenario.settle()
        assert scenario.host._heartbeat
        await scenario.host._heartbeat.beat()
        async with TestClient(TestServer(monitor_site(scenario.host.watched))) as client:
            yield scenario, Monitor(client)


class Monitor:
    """What a service manager and Prometheus see."""

    def __init__(self, client: TestClient) -> None:  # type: ignore[type-arg]
        self._client = client

    async def asks(self, path: str) -> tuple[int, list[str]]:
        async with self._client.get(path) as response:
            return response.status, (await response.json())["faults"]

    async def text(self) -> str:
        async with self._client.get("/metrics") as response:
            assert response.status == 200
            return await response.text()

    async def value(self, name: str, **labels: str) -> float:
        for family in text_string_to_metric_families(await self.text()):
            for sample in family.samples:
                if sample.name == name and labels.items() <= sample.labels.items():
                    return sample.value
        raise LookupError(name)


async def test_a_program_that_works_is_healthy_and_ready(tmp_path: Path) -> None:
    async with monitored(tmp_path) as (_, monitor):
        assert await monitor.asks("/health") == (200, [])
        assert await monitor.asks("/ready") == (200, [])


async def test_a_platform_that_cannot_be_reached_is_not_ready_but_healthy(tmp_path: Path) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        scenario.platform.watcher.cut()
        assert await monitor.asks("/ready") == (503, ["hall cannot be reached"])
        assert await monitor.asks("/health") == (200, [])
        assert await monitor.value("stationmaster_connected", platform="hall") == 0
        await scenario.platform.watcher.back()
        assert await monitor.asks("/ready") == (200, [])
        assert await monitor.value("stationmaster_connected", platform="hall") == 1


async def test_a_program_that_looks_at_no_deadlines_is_not_healthy(tmp_path: Path) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        heartbeat = scenario.host._heartbeat
        assert heartbeat
        assert heartbeat.last
        heartbeat.last -= timedelta(minutes=6)
        assert await monitor.asks("/health") == (503, ["deadlines are not looked at"])


async def test_a_database_that_does_not_answer_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        monkeypatch.setattr("bot.operate.monitor._PATIENCE", 0.05)
        monkeypatch.setattr(scenario.host.repository.store.timers, "games", asyncio.Event().wait)
        assert await monitor.asks("/health") == (503, ["the database does not answer"])


async def test_a_program_is_not_ready_while_its_disk_is_full(tmp_path: Path) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        with full_disk():
            assert await monitor.asks("/health") == (200, [])
            status, (why,) = await monitor.asks("/ready")
            assert (status, "nothing can be saved: The disk fails" in why) == (503, True)
        assert await monitor.asks("/ready") == (200, [])
        with full_disk():
            await scenario.clock.move_on(timedelta(seconds=11))
            assert (await monitor.asks("/ready"))[0] == 503


async def test_a_service_that_has_failed_is_named_until_it_runs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = [StoreError("The connection was lost.")]

    async def fails_once(*_: object) -> None:
        if failures:
            raise failures.pop()
        await asyncio.Event().wait()

    monkeypatch.setattr(Advice, "run", fails_once)
    async with monitored(tmp_path) as (scenario, monitor):
        named = ["reviews failed and will be started again"]
        assert await monitor.asks("/ready") == (503, named)
        assert await monitor.asks("/health") == (200, [])
        await scenario.clock.move_on(timedelta(seconds=3))
        await until(lambda: not scenario.host.failing)
        assert await monitor.asks("/ready") == (200, [])
    assert [line for line in caplog.messages if "reviews" in line] == [
        f"{named[0]}: The connection was lost."
    ]


async def test_metrics_are_there_without_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        assert await monitor.value("stationmaster_database_answers") == 1

        async def broken() -> NoReturn:
            raise StoreError("The connection was lost.")

        monkeypatch.setattr(scenario.host.repository.store.log, "count_by_state", broken)
        assert await monitor.value("stationmaster_database_answers") == 0
        assert await monitor.value("stationmaster_connected", platform="hall") == 1


async def test_games_requests_and_posts_are_counted(tmp_path: Path) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        requests = metrics.REQUESTS.labels("hall", "admitted")._value.get()
        posts = (await monitor.text()).count("stationmaster_post_seconds_count")
        actions = await monitor.value("stationmaster_actions_total")
        await anna_and_boris(scenario)
        await scenario.settle()
        assert await monitor.value("stationmaster_games", state="running") == 1
        assert await monitor.value("stationmaster_games", state="lobby") == 0
        assert (
            await monitor.value("stationmaster_requests_total", platform="hall", outcome="admitted")
            > requests
        )
        assert await monitor.value("stationmaster_post_seconds_count", platform="hall") > posts
        assert await monitor.value("stationmaster_actions_total") > actions
        assert await monitor.value("stationmaster_turns_not_notified") == 0


async def test_a_player_whom_nothing_reaches_is_counted(tmp_path: Path) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        players = await anna_and_boris(scenario)
        await scenario.settle()
        scenario.platform.faults.unreachable |= {MEMORY_CHAT, *(one.person for one in players)}
        awaited = players[(await scenario.match()).waiting_for[0]]
        await awaited.draws()
        await until(lambda: len(scenario.host._announcer.unreachable) == len(players) + 1)
        assert await monitor.value("stationmaster_turns_not_notified") == 1


async def test_nothing_that_is_counted_names_a_chat_a_game_or_a_person(tmp_path: Path) -> None:
    async with monitored(tmp_path) as (scenario, monitor):
        await anna_and_boris(scenario)
        text, match = await monitor.text(), await scenario.match()
        labels = set(re.findall(r'(\w+)="', text))
        assert labels <= {
            *("platform", "outcome", "state", "le"),
            *("implementation", "major", "minor", "patchlevel", "version"),
        }
        for secret in (match.id, "Anna", "Boris", *(holder.person for holder in match.roster.holders)):
            assert secret not in text


async def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with open_scenario(tmp_path, clock=FakeClock(), counts_downtime=True) as scenario:
            with pytest.raises(OperatorError, match=f"The monitor cannot listen on 127.0.0.1:{port}"):
                await serve_monitor("127.0.0.1", port, scenario.host.watched)


def test_the_dashboard_asks_only_for_what_is_counted() -> None:
    known = {
        name
        for family in metrics.REGISTRY.collect()
        for name in (family.name, f"{family.name}_total", f"{family.name}_bucket", f"{family.name}_count")
    }
    queries = re.findall(r'"expr": "(.*?)",?\n', DASHBOARD.read_text(encoding="utf-8"))
    asked = {name for query in queries for name in re.findall(r"\b(?:stationmaster|process)_\w+", query)}
    assert asked <= known
    assert {name for name in asked if name.startswith("stationmaster")}
    json.loads(DASHBOARD.read_text(encoding="utf-8"))


def test_every_number_that_is_counted_is_explained_to_operators() -> None:
    guide = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    ours = [one.name for one in metrics.REGISTRY.collect() if one.name.startswith("stationmaster")]
    assert [name for name in ours if name.removeprefix("stationmaster_") not in guide] == []
