"""A few hours of the simulated month; `make soak` has all of it. And that a broken promise would be found."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.matches.match import Step
from bot.store import Entry, Post, Store
from tests.crash_runs import misposted
from tests.chaos.harness import passed
from tests.chaos.run import ACCEPTED, BEGIN, Month, Press, journal
from tests.chaos.platforms import SentMessage, local_table
from tests.chaos.program import host_of
from tests.chaos.promises import (
    MOST_POSTS,
    Found,
    by_code,
    doubled,
    look,
    lost_or_doubled,
    misdirected,
    untold,
)
from tests.scenario import FakeClock
from tests.stores import URL_FILE

pytestmark = pytest.mark.soak  # half a minute of programs that are killed


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Three games, and a kill in each of two hours."""
    found = passed(Month(tmp_path_factory.mktemp("month"), games=3, hours=2))
    assert found.wrong == []
    assert found.figures["kills"] == 2
    assert found.figures["records that verify"] == 3
    return found


def test_a_month_with_two_processes_breaks_no_promise(tmp_path: Path, postgres_url: str) -> None:
    (tmp_path / URL_FILE).write_text(postgres_url)
    found = passed(Month(tmp_path, games=3, hours=2, programs=2))
    assert found.wrong == []
    assert found.figures["accepted actions"] == found.figures["buttons pressed"] > 0


def test_an_accepted_action_that_is_lost_is_found(found: Found) -> None:
    presses, log, _ = asyncio.run(_played(found.month))
    gone = next(entry for entry in reversed(log) if entry.actor and entry.action)
    assert list(lost_or_doubled(presses, log)) == []
    [line] = lost_or_doubled(presses, [entry for entry in log if entry != gone])
    assert line.startswith("LOST")
    assert gone.action in line


def test_an_action_that_is_applied_twice_is_found(found: Found) -> None:
    presses, log, _ = asyncio.run(_played(found.month))
    at = next(place for place, entry in enumerate(log) if entry.actor and entry.action)
    [line] = lost_or_doubled(presses, [*log[: at + 1], *log[at:]])
    assert line.startswith("TWICE")


def test_an_action_that_nobody_pressed_is_found(found: Found) -> None:
    presses, log, _ = asyncio.run(_played(found.month))
    first = presses[0].code
    [line] = lost_or_doubled([press for press in presses if press.code != first], log)
    assert line.startswith("WRONG: nobody did")


def test_a_press_that_is_repeated_counts_once() -> None:
    press = Press("g", 2, "hall:anna", "draw deck", "g.2.draw deck")
    again = replace(press, answer=ACCEPTED)
    assert by_code([press, again]) == {press.code: again}


def test_a_turn_that_is_notified_twice_is_found(found: Found) -> None:
    _, _, steps = asyncio.run(_played(found.month))
    sent = _sent_in(found)
    turn = next(one for one in sent if one.notified and any(code.endswith(".draw") for code in one.codes))
    [line] = doubled(steps, [*sent, replace(turn, text="with other words")])
    assert line.startswith(f"TWICE: {turn.notified[0]} was notified 2 times in {turn.to} of the turn")


def test_a_message_to_a_stranger_is_found(found: Found) -> None:
    table = found.month.tables[0]
    message = SentMessage(str(table.chat), BEGIN, (str(table.people[0]),), "Your turn", ())
    assert list(misdirected([message], table)) == []
    [line] = misdirected([replace(message, notified=("discord:7",))], table)
    assert line.startswith("WRONG: discord:7 was notified")
    assert len(list(misdirected([replace(message, to=str(table.people[1]))], table))) == 1
    more = Found(found.month)
    asyncio.run(look(found.month, [*found.sent, replace(message, to="discord:7")], more))
    assert more.wrong == ["WRONG: a message to discord:7: Your turn"]


def test_a_post_that_the_page_lacks_or_has_twice_is_found(
    found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = found.month.tables[2]
    assert table.chat.platform == "local"

    async def look_with(change: Callable[[tuple[Post, ...]], Sequence[Post]]) -> list[str]:
        async with await Store.open(found.month.url) as store:
            [game] = await store.chats.games_opened_in(table.chat)
            posts = await store.page.posts(table.chat, limit=MOST_POSTS)

            async def changed(*_: object, **__: object) -> Sequence[Post]:
                return change(posts)

            monkeypatch.setattr(store.page, "posts", changed)
            return await misposted(host_of(found.month, store, FakeClock(), Random(0)), table.chat, game)

    assert asyncio.run(look_with(lambda posts: posts)) == []
    assert len(asyncio.run(look_with(lambda posts: posts[:-1]))) == 1
    assert len(asyncio.run(look_with(lambda posts: [*posts, posts[-1]]))) == 1


def test_a_month_in_which_nothing_happens_is_found(found: Found) -> None:
    more = Found(replace(found.month, tables=()))
    asyncio.run(look(more.month, [], more))
    assert more.wrong == [
        "WRONG: no accepted actions",
        "WRONG: no people notified",
        "WRONG: no records that verify",
    ]


def test_a_third_reminder_of_a_turn_is_found(found: Found) -> None:
    _, _, steps = asyncio.run(_played(found.month))
    codes = (f"{steps[0].after.id}.0.snooze evening 30",)
    reminder = SentMessage("discord:7", steps[0].at, ("discord:7",), "It is your turn", codes)
    assert list(doubled(steps, [reminder] * 2)) == []
    assert len(list(doubled(steps, [reminder] * 3))) == 1


def test_what_nobody_was_told_is_found(found: Found) -> None:
    _, _, steps = asyncio.run(_played(found.month))
    assert [line[:20] for line in untold(steps, [])][:1] == ["LOST: the last post "]
    late = [replace(step, at=step.at + number * timedelta(hours=3)) for number, step in enumerate(steps)]
    assert sum("nobody was notified" in line for line in untold(late, _sent_in(found))) > 1


def test_a_game_that_is_not_there_is_found(found: Found) -> None:
    month = replace(found.month, tables=(*found.month.tables, local_table(3, ["Player 3-0"])))
    more = Found(month)
    asyncio.run(look(month, found.sent, more))
    assert [line[:7] for line in more.wrong] == ["WRONG: "]


def _sent_in(found: Found) -> list[SentMessage]:
    """What was sent in the chat of the first game, which is on Discord."""
    return [one for one in found.sent if one.to == str(found.month.tables[0].chat)]


async def _played(month: Month) -> tuple[Sequence[Press], Sequence[Entry], Sequence[Step]]:
    """The presses, the log and the steps of the first game."""
    async with await Store.open(month.url) as store:
        [game] = await store.chats.games_opened_in(month.tables[0].chat)
        presses = [press for press in journal(month.folder / "0.journal") if press.game == game]
        steps = await host_of(month, store, FakeClock(), Random(0)).repository.steps(game, 0)
        return presses, await store.log.read(game), steps
