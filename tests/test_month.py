"""A few hours of the simulated month; `make soak` has all of it. And that a broken promise would be found."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store import Entry, Store
from tests.crash_weeks import _doubled
from tests.month import Found, by_code, look, lost_or_doubled, passed
from tests.month_platforms import sent_in
from tests.month_program import ACCEPTED, Month, Press, journal
from tests.stores import URL_FILE

pytestmark = pytest.mark.soak  # half a minute of programs that are killed


@pytest.fixture(scope="module")
def month(tmp_path_factory: pytest.TempPathFactory) -> Month:
    """Three games, and a kill in each of two hours."""
    one = Month(tmp_path_factory.mktemp("month"), games=3, hours=2)
    found = passed(one)
    assert found.wrong == []
    assert found.figures["kills"] == 2
    assert found.figures["records that verify"] == 3
    return one


def test_a_month_with_two_processes_breaks_no_promise(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / URL_FILE).write_text(postgres_url)
    found = passed(Month(tmp_path, games=3, hours=2, programs=2))
    assert found.wrong == []
    assert found.figures["accepted actions"] == found.figures["presses"] > 0


def test_an_accepted_action_that_is_lost_is_found(month: Month) -> None:
    presses, log = asyncio.run(_played(month))
    gone = next(entry for entry in reversed(log) if entry.actor and entry.action)
    assert list(lost_or_doubled(presses, log)) == []
    [line] = lost_or_doubled(presses, [entry for entry in log if entry != gone])
    assert line.startswith("LOST")
    assert gone.action in line


def test_an_action_that_is_applied_twice_is_found(month: Month) -> None:
    presses, log = asyncio.run(_played(month))
    at = next(place for place, entry in enumerate(log) if entry.actor and entry.action)
    [line] = lost_or_doubled(presses, [*log[: at + 1], *log[at:]])
    assert line.startswith("TWICE")


def test_an_action_that_nobody_pressed_is_found(month: Month) -> None:
    presses, log = asyncio.run(_played(month))
    first = presses[0].code
    [line] = lost_or_doubled([press for press in presses if press.code != first], log)
    assert line.startswith("WRONG: nobody did")


def test_a_press_that_is_repeated_counts_once() -> None:
    press = Press("g", 2, "hall:anna", "draw deck", "g.2.draw deck")
    again = replace(press, answer=ACCEPTED)
    assert by_code([press, again]) == {press.code: again}


def test_a_turn_that_is_notified_twice_is_found(month: Month) -> None:
    sent = list(sent_in(month.folder))
    turn = next(one for one in sent if one["topic"] == "turn" and one["notified"])
    assert list(_doubled(sent, shown_once=False)) == []
    found = list(_doubled([*sent, turn], shown_once=False))
    assert len(found) == len(turn["notified"])
    assert all(line.startswith("TWICE") for line in found)


def test_a_game_that_is_not_there_is_found(month: Month) -> None:
    found = Found()
    asyncio.run(look(replace(month, games=4), found))
    assert [line[:7] for line in found.wrong] == ["WRONG: "]


async def _played(month: Month) -> tuple[Sequence[Press], Sequence[Entry]]:
    """The presses and the log of the first game."""
    async with await Store.open(month.url) as store:
        [game] = await store.chats.games_opened_in(month.chat(0))
        presses = [press for press in journal(month.folder / "0.journal") if press.game == game]
        return presses, await store.log.read(game)
