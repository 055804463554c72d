"""The Makefile finds a Python that works."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parent.parent / "Makefile"
NEEDED = ("make", "sh", "sed", "touch")
INACTIVE = "#!/bin/sh\necho 'pyenv: python3.11: command not found' >&2\nexit 127\n"
OLD = "#!/bin/sh\nexit 1\n"


def program(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of shims, where no Python works, and one of programs, where there is none."""
    shims, programs = tmp_path / "shims", tmp_path / "programs"
    for name in ("python3.11", "python3.12"):
        program(shims / name, INACTIVE)
    program(shims / "python3", OLD)
    programs.mkdir()
    for name in NEEDED:
        (programs / name).symlink_to(str(shutil.which(name)))
    return shims, programs


def make(target: str, *folders: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Make a target in an empty folder, with nothing but these folders on the PATH."""
    path = os.pathsep.join(map(str, folders))
    shutil.copy(MAKEFILE, cwd)
    for name in ("requirements.lock", "pyproject.toml"):
        (cwd / name).touch()
    return subprocess.run(
        ["make", "--eval", 'found: ; @echo "$(PYTHON)"', target],
        cwd=cwd,
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["python3.11", "python3.13", "python3"])
def test_a_python_behind_shims_of_inactive_versions_is_found(
    name: str, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    shims, programs = folders
    (programs / name).symlink_to(sys.executable)
    done = make("found", shims, programs, cwd=tmp_path)
    assert (done.stdout.strip(), done.stderr) == (str(programs / name), "")


def test_where_no_python_is_new_enough_one_sentence_says_what_to_do(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    done = make("play", *folders, cwd=tmp_path)
    assert done.returncode != 0
    assert done.stdout == (
        "Stationmaster needs Python 3.11 or newer; name one: make PYTHON=/path/to/python3.11\n"
    )


def test_what_is_started_is_compiled_once_whatever_the_environment_says(tmp_path: Path) -> None:
    shutil.copy(MAKEFILE, tmp_path)
    done = subprocess.run(
        ["make", "--eval", "found: ; @env", "found"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OTHER": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\nOTHER=1\n" in done.stdout
    assert "PYTHONDONTWRITEBYTECODE" not in done.stdout
