"""Mutations: what the program promises is broken by one changed line, and a test fails.

`python -m tests.mutations [NAME ...]` breaks each row of `mutations.toml`, or those named, in a copy of the
project, and runs the tests of the row there. It prints what was killed, and ends with exit code 1 if a row
survived or its tests could not run. Before that, the tests have to pass in the copy as it is.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pytest

ROWS = Path(__file__).with_suffix(".toml")
ROOT = ROWS.parent.parent

LONGEST = 120
"""Seconds after which a test has failed: a broken program may wait for ever."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A promise, the line that keeps it, what breaks the promise in its place, and the tests that notice."""

    name: str
    promise: str
    file: str
    line: str
    broken: str
    tests: tuple[str, ...]
    """Files of tests, or single tests: `tests/test_x.py::test_y`."""

    def applied_to(self, text: str) -> str:
        """The text of the file with the line broken. Raises ValueError unless the line is there once."""
        lines = text.splitlines(keepends=True)
        places = [place for place, line in enumerate(lines) if line.strip() == self.line]
        if len(places) != 1:
            raise ValueError(f"{self.name}: {self.file} has {len(places)} such lines")
        lines[places[0]] = lines[places[0]].replace(self.line, self.broken)
        return "".join(lines)


def mutations() -> list[Mutation]:
    """All rows, in their order."""
    rows = tomllib.loads(ROWS.read_text(encoding="utf-8"))
    return [Mutation(name=name, **{**row, "tests": tuple(row["tests"])}) for name, row in rows.items()]


def main() -> int:
    parser = argparse.ArgumentParser(description="Break each promise by one line, and see a test fail.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="rows of mutations.toml; all without any")
    names = parser.parse_args().names
    chosen = [mutation for mutation in mutations() if not names or mutation.name in names]
    if unknown := {*names} - {mutation.name for mutation in chosen}:
        parser.error(f"no such rows: {', '.join(sorted(unknown))}")
    with TemporaryDirectory(prefix="mutations-") as folder:
        copy = Path(folder)
        copy_project(copy)
        whole = sorted({test for mutation in chosen for test in mutation.tests})
        if failure := failure_of(copy, whole, keep_bytecode=True):
            print(f"The project as it is does not pass: {failure}")
            return 1
        killed = [is_killed(mutation, copy) for mutation in chosen]
    print(f"{sum(killed)} of {len(killed)} killed")
    return 0 if all(killed) else 1


def copy_project(to: Path) -> None:
    """Copy the files that git knows, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def is_killed(mutation: Mutation, copy: Path) -> bool:
    """Break a line of the copy, run the tests, put the line back, and print the result."""
    file, begun = copy / mutation.file, perf_counter()
    file.write_text(mutation.applied_to(file.read_text(encoding="utf-8")), encoding="utf-8")
    failure = failure_of(copy, mutation.tests)
    shutil.copy2(ROOT / mutation.file, file)
    result = "killed" if failure else "SURVIVED"
    print(f"{result:9} {mutation.name:24}{perf_counter() - begun:4.0f} s  {failure}", flush=True)
    return bool(failure)


def failure_of(copy: Path, tests: Sequence[str], *, keep_bytecode: bool = False) -> str:
    """Run tests in the copy up to the first that fails. Returns its name; "" if all pass.

    Raises RuntimeError if they cannot run, such as without PostgreSQL.
    """
    options = "-q", "-x", "--tb=no", "-p", "no:cacheprovider", f"--timeout={LONGEST}"
    command = [sys.executable, "-m", "pytest", *options, *tests]
    own = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "" if keep_bytecode else "1"}
    ran = subprocess.run(
        command, cwd=copy, env={**os.environ, **own}, stdout=subprocess.PIPE, text=True, check=False
    )
    if ran.returncode == pytest.ExitCode.OK:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", ran.stdout, flags=re.MULTILINE)
    if ran.returncode != pytest.ExitCode.TESTS_FAILED or failed is None:
        raise RuntimeError(f"the tests did not run:\n{ran.stdout}")
    return failed[1]


if __name__ == "__main__":
    sys.exit(main())
