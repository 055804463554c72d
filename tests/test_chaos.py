"""A few hours of the chaos harness; `make soak` has a month. And that each broken promise would be found."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.chaos.flaws import FLAWS, ON_SEVERAL, ON_TELEGRAM
from tests.chaos.harness import HUNG, HUNG_IN_DATABASE, lived
from tests.chaos.promises import RESTARTED, Findings
from tests.chaos.run import Run
from tests.postgres import Server
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
