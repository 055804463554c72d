"""The program as an operator runs it: a command in this process, or a page in another one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main

ROOT = Path(__file__).parent.parent


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command of `stationmaster`: the exit code, the output and the errors."""
    capsys.readouterr()
    code = main(arguments)
    return code, *capsys.readouterr()


@contextmanager
def page_program(folder: Path, *arguments: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """`stationmaster play` in a folder. It is killed in the end, if it still runs."""
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "bot", "play", "--no-open", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    ) as program:
        yield program
        program.kill()
