"""A few hours of the chaos harness; `make soak` has a month. And that each broken promise would be found."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.matches.match import Step
from bot.store import Entry, Post, Store
from tests.chaos.clock import BEGIN
from tests.chaos.flaws import FLAWS, ON_SEVERAL, ON_TELEGRAM
from tests.chaos.harness import HUNG, HUNG_IN_DATABASE, lived
from tests.chaos.platforms import SentMessage, local_table
from tests.chaos.program import host_of
from tests.chaos.promises import (
    MOST_POSTS,
    RESTARTED,
    Findings,
    by_code,
    doubled,
    look,
    lost_or_doubled,
    misdirected,
    misposted,
    revealed,
    shown_again,
    untold,
)
from tests.chaos.run import ACCEPTED, IGNORED, PARTIAL, Press, Run, Table, journal
from tests.postgres import Server
from tests.scenario import FakeClock
from tests.stores import URL_FILE

pytestmark = [pytest.mark.waits, pytest.mark.timeout(1800)]  # programs are started dozens of times


LONG = 3.0
"""Seconds that leases last where a machine has much to do."""


def test_kills_faults_and_thieves_break_no_promise(tmp_path: Path) -> None:
    """On Discord, Telegram and the page: they play, plan, vote, leave, come back and are erased."""
    findings = lived(Run(tmp_path, games=5, hours=6, thieves=True))
    assert findings.wrong == []
    assert findings.figures["kills"] == 6
    assert findings.figures["records that verify"] == 5
    assert findings.figures["people erased"] >= 2
    assert findings.figures["turns that plans played"] > 0
    assert findings.figures["votes"] > 0
    assert findings.figures["typed moves"] > 0
    assert findings.figures["rivals with the same token"] == 1


def test_a_process_goes_on_for_one_that_is_killed(tmp_path: Path, postgres_url: str) -> None:
    """On Discord, and on Telegram behind one webhook."""
    (tmp_path / URL_FILE).write_text(postgres_url)
    findings = lived(Run(tmp_path, games=2, hours=1, kills=2, programs=2, leases=LONG, webhook=True))
    assert findings.wrong == []
    assert findings.figures["records that verify"] == 2


@pytest.mark.soak
def test_a_process_goes_on_for_one_that_hangs_or_whose_database_does(
    tmp_path: Path, postgres_url: str
) -> None:
    """It wakes up after another one has had its games for an hour.

    That is on Telegram. An hour of the clock is so short that a request to Discord may be under way for all
    of it, and Discord does not recognize a repeat then.
    """
    findings = lived(_with_hangs(tmp_path, postgres_url))
    assert findings.wrong == []
    assert findings.figures[HUNG] == findings.figures[HUNG_IN_DATABASE] == 2
    assert findings.figures["records that verify"] == 2


@pytest.mark.soak
def test_a_program_that_speaks_without_its_leases_is_found(tmp_path: Path, postgres_url: str) -> None:
    findings = lived(replace(_with_hangs(tmp_path, postgres_url), flaw=ON_SEVERAL))
    assert findings.wrong != []


def _with_hangs(folder: Path, url: str) -> Run:
    """Two programs on Telegram, of which each hangs twice."""
    (folder / URL_FILE).write_text(url)
    run = Run(folder, games=2, hours=1, kills=0, hangs=4, programs=2, leases=LONG, webhook=True)
    return replace(run, only="telegram")


@pytest.mark.soak
def test_a_server_that_is_killed_under_load_loses_nothing(
    tmp_path: Path, postgres_url: str, postgres_server: Server
) -> None:
    (tmp_path / URL_FILE).write_text(postgres_url)
    run = Run(tmp_path, games=3, hours=6, kills=0, programs=2, leases=LONG, webhook=True, outage_every=1)
    findings = lived(run, postgres_server)
    assert findings.wrong == []
    assert findings.figures[RESTARTED] == 6


@pytest.mark.soak
def test_two_processes_break_no_promise(tmp_path: Path, postgres_url: str) -> None:
    """On Discord and Telegram, also with an erasure."""
    (tmp_path / URL_FILE).write_text(postgres_url)
    findings = lived(Run(tmp_path, games=3, hours=2, programs=2, leases=LONG))
    assert findings.wrong == []
    assert findings.figures["accepted presses"] == findings.figures["buttons pressed"] > 0


def test_a_view_of_another_hand_is_noticed(tmp_path: Path) -> None:
    """As if everybody without a seat were shown the hand of the first one."""
    findings = lived(
        Run(tmp_path, games=1, hours=2, kills=0, only="local", thieves=True, flaw="shows the first hand")
    )
    assert any("THIEVES" in line and "is shown" in line for line in findings.wrong)


# ---- what is broken is found


@pytest.mark.soak
@pytest.mark.parametrize("flaw", sorted({*FLAWS} - {"", "shows the first hand", ON_SEVERAL, *ON_TELEGRAM}))
def test_a_flaw_is_found(tmp_path: Path, flaw: str) -> None:
    findings = lived(Run(tmp_path, games=3, hours=12, kills=0, flaw=flaw))
    assert findings.wrong != []


@pytest.mark.soak
@pytest.mark.parametrize("flaw", ON_TELEGRAM)
def test_a_flaw_on_telegram_is_found(tmp_path: Path, flaw: str) -> None:
    """It shows where a program dies that handles a typed move, or where another one has the same token."""
    findings = lived(Run(tmp_path, games=5, hours=12, kills=0, only="telegram", flaw=flaw))
    assert findings.wrong != []


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """Three games, and a kill in each of two hours."""
    findings = lived(Run(tmp_path_factory.mktemp("chaos"), games=3, hours=2))
    assert findings.wrong == []
    return findings


@pytest.mark.soak
def test_an_accepted_action_that_is_lost_is_found(findings: Findings) -> None:
    table, presses, log, _ = asyncio.run(_played(findings.run))
    accepted = {(one.person, one.entry) for one in presses if one.answer == ACCEPTED}
    gone = next(entry for entry in reversed(log) if (entry.actor, entry.action) in accepted)
    assert list(lost_or_doubled(presses, log, table)) == []
    [line] = lost_or_doubled(presses, [entry for entry in log if entry != gone], table)
    assert line.startswith("LOST")
    assert gone.action in line


@pytest.mark.soak
def test_an_action_that_is_applied_twice_is_found(findings: Findings) -> None:
    table, presses, log, _ = asyncio.run(_played(findings.run))
    accepted = {(one.person, one.entry) for one in presses if one.answer == ACCEPTED}
    at = next(place for place, entry in enumerate(log) if (entry.actor, entry.action) in accepted)
    [line] = lost_or_doubled(presses, [*log[: at + 1], *log[at:]], table)
    assert line.startswith("TWICE")


@pytest.mark.soak
def test_an_action_that_nobody_pressed_is_found(findings: Findings) -> None:
    table, presses, log, _ = asyncio.run(_played(findings.run))
    made = {(entry.actor, entry.action) for entry in log if entry.action}
    accepted = [one.code for one in presses if one.answer == ACCEPTED and (one.person, one.entry) in made]
    assert accepted
    for code in accepted:
        assert list(lost_or_doubled([press for press in presses if press.code != code], log, table))


def test_a_press_that_is_repeated_counts_once() -> None:
    press = Press("g", 2, "hall:anna", "draw deck", "g.2.draw deck")
    again = replace(press, answer=ACCEPTED)
    assert by_code([press, press, again]) == [again]


def test_a_press_without_effect_and_a_half_erasure_are_found() -> None:
    table = local_table(0, ["Anna"])
    press = Press("g", 2, str(table.people[0]), "draw deck", "g.2.draw deck")
    for answer in (IGNORED, PARTIAL):
        [line] = lost_or_doubled([press, replace(press, answer=answer)], [], table)
        assert press.person in line


@pytest.mark.soak
def test_a_turn_that_is_notified_twice_is_found(findings: Findings) -> None:
    _, _, _, steps = asyncio.run(_played(findings.run))
    sent = _sent_in(findings)
    turn = next(one for one in sent if one.notified and any(code.endswith(".draw") for code in one.codes))
    [line] = doubled(steps, [*sent, replace(turn, text="with other words")])
    assert line.startswith(f"TWICE: {turn.notified[0]} was notified 2 times in {turn.to} of the turn")


@pytest.mark.soak
def test_a_message_to_a_stranger_is_found(findings: Findings) -> None:
    table = findings.run.tables[0]
    message = SentMessage(str(table.chat), BEGIN, (str(table.people[0]),), "Your turn", ())
    assert list(misdirected([message], table)) == []
    [line] = misdirected([replace(message, notified=("discord:7",))], table)
    assert line.startswith("WRONG: discord:7 was notified")
    assert len(list(misdirected([replace(message, to=str(table.people[1]))], table))) == 1
    more = Findings(findings.run, sent=[*findings.sent, replace(message, to="discord:7")])
    asyncio.run(look(more))
    assert more.wrong == ["WRONG: a message to discord:7: Your turn"]


@pytest.mark.soak
def test_a_post_that_the_page_lacks_or_has_twice_is_found(
    findings: Findings, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = findings.run.tables[2]
    assert table.chat.platform == "local"

    async def look_with(change: Callable[[tuple[Post, ...]], Sequence[Post]]) -> list[str]:
        async with await Store.open(findings.run.url) as store:
            [game] = await store.chats.games_opened_in(table.chat)
            posts = await store.page.posts(table.chat, limit=MOST_POSTS)

            async def changed(*_: object, **__: object) -> Sequence[Post]:
                return change(posts)

            monkeypatch.setattr(store.page, "posts", changed)
            return await misposted(host_of(findings.run, store, FakeClock(), Random(0)), table.chat, game)

    assert asyncio.run(look_with(lambda posts: posts)) == []
    assert len(asyncio.run(look_with(lambda posts: posts[:-1]))) == 1
    assert len(asyncio.run(look_with(lambda posts: [*posts, posts[-1]]))) == 1


@pytest.mark.soak
def test_a_run_in_which_nothing_happens_is_found(findings: Findings) -> None:
    more = Findings(replace(findings.run, tables=()))
    asyncio.run(look(more))
    assert more.wrong == [
        "WRONG: no accepted presses",
        "WRONG: no people notified",
        "WRONG: no records that verify",
    ]


@pytest.mark.soak
def test_a_third_reminder_of_a_turn_is_found(findings: Findings) -> None:
    table, _, _, steps = asyncio.run(_played(findings.run))
    codes = (f"{steps[0].after.id}.0.snooze evening 30",)
    reminder = SentMessage("discord:7", steps[0].at, ("discord:7",), "It is your turn", codes)
    assert list(doubled(steps, [reminder] * 2)) == []
    assert len(list(doubled(steps, [reminder] * 3))) == 1
    assert len(list(shown_again(steps, [reminder] * 2, table))) == 1
    assert len(list(shown_again(steps, [replace(reminder, notified=())], table))) == 1


@pytest.mark.soak
def test_what_nobody_was_told_is_found(findings: Findings) -> None:
    table, _, _, steps = asyncio.run(_played(findings.run))
    assert [line[:20] for line in untold(steps, [], table)][:1] == ["LOST: the last post "]
    late = [replace(step, at=step.at + number * timedelta(hours=3)) for number, step in enumerate(steps)]
    assert sum("nobody was notified" in line for line in untold(late, _sent_in(findings), table)) > 1


@pytest.mark.soak
def test_a_ticket_that_is_revealed_is_found(findings: Findings) -> None:
    table, _, _, steps = asyncio.run(_played(findings.run))
    said = SentMessage(str(table.chat), steps[0].at, (), "Anna has Ayr — Cork, 5.", ())
    [line] = revealed(steps, [said], table)
    assert line.startswith("REVEALED")


@pytest.mark.soak
def test_a_game_that_is_not_there_is_found(findings: Findings) -> None:
    run = replace(findings.run, games=4, tables=(*findings.run.tables, local_table(3, ["Player 3-0"])))
    more = Findings(run, sent=findings.sent)
    asyncio.run(look(more))
    assert [line[:7] for line in more.wrong] == ["WRONG: "]


def _sent_in(findings: Findings) -> list[SentMessage]:
    """What was sent in the chat of the first game, which is on Discord."""
    return [one for one in findings.sent if one.to == str(findings.run.tables[0].chat)]


async def _played(run: Run) -> tuple[Table, Sequence[Press], Sequence[Entry], Sequence[Step]]:
    """The table, the presses, the log and the steps of the first game."""
    async with await Store.open(run.url) as store:
        table = run.tables[0]
        [game] = await store.chats.games_opened_in(table.chat)
        presses = [press for press in journal(run.folder / "0.journal") if press.game == game]
        steps = await host_of(run, store, FakeClock(), Random(0)).repository.steps(game, 0)
        return table, presses, await store.log.read(game), steps
