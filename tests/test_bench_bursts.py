"""The bench of bursts: a bot that cannot carry the load misses bars, and the bench goes on to its end."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bench import bursts
from bench.bars import Bars
from bench.figures import Figures


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bursts, "CALM", 0)
    monkeypatch.setattr(bursts, "OVERLOADED", 0.01)


def load_test(*kinds: str) -> Any:
    """A load test with one table, whose turns note these kinds of figures."""
    figures = Figures()

    async def press(_: object) -> None:
        figures.note("ack", 0, 0.001)

    async def take_turn() -> None:
        for kind in kinds:
            figures.note(kind, 0, 0.001)

    def turns(number: int) -> list[Callable[[], Awaitable[None]]]:
        return [take_turn] * number

    async def until_told() -> None:
        figures.note("told", 0, 0.001)

    return SimpleNamespace(figures=figures, tables=[None], press=press, turns=turns, until_told=until_told)


async def test_bot_that_completes_no_turn_misses_a_bar_by_its_name() -> None:
    bars = Bars()
    await bursts.overloads(load_test("ack"), bars)
    assert bars.missed == ["turns carried a second"]


async def test_bot_that_acknowledges_no_click_misses_a_bar_by_its_name() -> None:
    bars = Bars()
    await bursts.overloads(load_test("turn"), bars)
    assert bars.missed == ["acknowledgements under twice the load, p99"]


async def test_turn_that_is_given_up_under_load_misses_a_bar_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bars = Bars()
    monkeypatch.setattr(bursts, "HURRIED", 1)
    test = load_test("ack", "turn")
    note = test.figures.note

    def lost(kind: str, begun: float, ended: float) -> None:
        if (test.figures.phase, kind) != ("overload ", "turn"):
            note(kind, begun, ended)

    test.figures.note = lost
    await bursts.overloads(test, bars)
    assert bars.missed == ["turns given up under twice the load"]


async def test_turns_are_measured_once_the_answers_of_the_burst_are_sent() -> None:
    test = load_test("ack", "turn")
    await bursts.overloads(test, Bars())
    assert list(test.figures.taken)[:3] == ["burst ack", "burst told", "hurried ack"]
