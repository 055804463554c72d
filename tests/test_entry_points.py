"""The ways to start the program: no code of the working directory runs, and signals end it quietly."""

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.soaked import soaked

ROOT = Path(__file__).parent.parent

SHADOWS = (
    "base64.py",
    "pickle.py",
    "socket.py",
    "multiprocessing.py",
    "bot/__init__.py",
    "engine.py",
    "render.py",
)
"""Files in the working directory that a careless start would run instead of the real modules."""

SCRIPT = """\
import sys
from {module} import {function}
if __name__ == "__main__":
    sys.exit({function}())
"""
"""What pip writes for a console script."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A working directory whose files leave a trace when they run."""
    folder = tmp_path / "hostile"
    for name in SHADOWS:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"open({str(folder / 'ran')!r}, 'a').write({name + ' '!r})")
    return folder


@pytest.fixture
def script(tmp_path: Path) -> list[str]:
    """The console script, as an installation has it."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "stationmaster").write_text(entry_text(SCRIPT))
    return [sys.executable, str(tmp_path / "bin" / "stationmaster")]


def entry_text(template: str) -> str:
    """The script of the entry point that pyproject.toml names."""
    entry = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["stationmaster"]
    module, _, function = entry.partition(":")
    return template.format(module=module, function=function)


def environment(**more: str) -> dict[str, str]:
    """The environment of a program whose packages are installed."""
    ours = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    return {**ours, "PYTHONPATH": str(ROOT), "COMPUTER_DELAY": "0", **more}


# ---- code of the working directory

SAFE = [sys.executable, "-P", "-m"]
COMMANDS = {
    "simulate": ["simulate", "--players", "2", "--games", "4", "--jobs", "2"],
    "league": ["league", "--players", "2", "--games", "2", "--jobs", "2", "easy", "random"],
    "check": ["check"],
}


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a folder."""
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(LOCAL_PORT="0"),
        input="{}",
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def code_that_ran(folder: Path) -> str:
    trace = folder / "ran"
    return trace.read_text() if trace.exists() else ""


@pytest.mark.parametrize("command", soaked(COMMANDS, "simulate", "check"))
def test_the_console_script_runs_no_code_of_the_working_directory(
    command: str, script: list[str], hostile: Path
) -> None:
    done = run([*script, *COMMANDS[command]], hostile)
    assert (code_that_ran(hostile), done.returncode, done.stderr) == ("", 0, "")


@pytest.mark.parametrize(
    "command", [["bot", *COMMANDS["simulate"]], ["engine", "-"], ["tools.bake", "--help"]]
)
def test_the_documented_modules_run_no_code_of_the_working_directory(
    command: list[str], hostile: Path
) -> None:
    run([*SAFE, *command], hostile)
    assert code_that_ran(hostile) == ""


def test_nothing_that_people_read_starts_a_module_from_the_working_directory() -> None:
    """Tests and benches are modules of the project's folder only: they need it."""
    unsafe = re.compile(r"(?<!-P )-m (?!tests\b|bench\b)[a-z][\w.]*")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [
        name
        for name in listed.stdout.split("\0")
        if name.endswith((".md", ".py", "Makefile", ".toml", "run"))
    ]
    found = [
        f"{name}: {start.group()}"
        for name in names
        if not name.startswith("tests/")
        for start in unsafe.finditer((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert found == []


# ---- signals

IMPORTING = """\
import sys
from {module} import {function}

class Announced:
    def find_spec(self, name, *_):
        if name == "bot.cli":
            print("importing", flush=True)

if __name__ == "__main__":  # a process that is spawned imports this too
    sys.meta_path.insert(0, Announced())
    sys.exit({function}())
"""
"""The console script, which also says when it begins to import the program."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty working directory."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder


@contextmanager
def started(command: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A program that has the usual handling of signals, whatever starts the tests."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=usual_signals,
        start_new_session=True,
    ) as program:
        yield program
        program.kill()


def usual_signals() -> None:
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def end_of(program: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code, and what stands on standard error."""
    _, errors = program.communicate(timeout=60)
    return program.returncode, errors


PLAY = ["play", "--no-open", "--port", "0"]


MOMENTS = [
    (seconds, command)
    for command in (PLAY, ["simulate", "--games", "100000", "--jobs", "2"], ["check"])
    for seconds in (0, 0.1, 0.5, 1.5)
]


@pytest.mark.parametrize(("seconds", "command"), soaked(MOMENTS, *MOMENTS[1:4], MOMENTS[8]))
def test_ctrl_c_ends_the_program_with_130_and_no_traceback_at_any_moment(
    seconds: float, command: list[str], script: list[str], folder: Path
) -> None:
    entry = Path(script[1])
    entry.write_text(entry_text(IMPORTING))
    with started([*script, *command], folder) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "importing\n"
        time.sleep(seconds)
        ended_before = program.poll() is not None
        if not ended_before:
            os.killpg(program.pid, signal.SIGINT)  # as a terminal does
        code, errors = end_of(program)
    assert "Traceback" not in errors
    # Python itself answers in the last instant of a program, as a shell knows: -2 is 130 there.
    assert code in ((0,) if ended_before else (130, -signal.SIGINT))


@pytest.mark.parametrize(
    ("number", "code"),
    soaked([(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGHUP, 0)], (signal.SIGTERM, 0)),
)
def test_a_signal_stops_the_bot_with_one_last_line(
    number: signal.Signals, code: int, script: list[str], folder: Path
) -> None:
    with started([*script, *PLAY], folder) as program:
        assert program.stdout is not None
        assert "http://" in program.stdout.readline()
        program.send_signal(number)
        ended, errors = end_of(program)
    assert ended == code
    assert errors.splitlines()[-1].endswith(f" INFO stopped by {number.name}; every game is saved")
    assert errors.count("stopped by") == 1


def test_a_bot_started_with_nohup_outlives_its_terminal(script: list[str], folder: Path) -> None:
    with started(["nohup", *script, *PLAY], folder) as program:
        assert program.stdout is not None
        assert "http://" in program.stdout.readline()
        program.send_signal(signal.SIGHUP)
        program.send_signal(signal.SIGTERM)
        code, errors = end_of(program)
    assert (code, "stopped by SIGTERM" in errors) == (0, True)
