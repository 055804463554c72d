"""What an installation holds and needs: the wheel, the local page without platforms, and other systems."""

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from email import message_from_bytes
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bot import installation
from tests.test_house import LOCKS, PRODUCT, ROOT, locked, project, tracked

WITHOUT = """\
import json, os, sys

class Without:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, *more):
        missing = name.partition(".")[0] in json.loads(os.environ["WITHOUT"])
        return None if missing else self.finder.find_spec(name, *more)

sys.meta_path = [Without(finder) for finder in sys.meta_path]
"""
"""A sitecustomize: Python finds no module of the libraries that the environment names."""


def modules_outside(lock: str) -> list[str]:
    """The modules of all libraries that are installed here and not in a lock."""
    kept = {*locked(lock), "stationmaster"}
    return [
        module
        for module, names in packages_distributions().items()
        if kept.isdisjoint(re.sub(r"[-_.]+", "-", name).lower() for name in names)
    ]


@pytest.fixture
def page_only(tmp_path: Path) -> dict[str, str]:
    """The environment of a program that finds no library but those of the local page."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(WITHOUT)
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith("PYTHON")},
        "PYTHONPATH": os.pathsep.join((str(tmp_path / "site"), str(ROOT))),
        "WITHOUT": json.dumps(modules_outside(LOCKS[0])),
        "LOCAL_PORT": "0",
    }


def ran(arguments: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    """The exit code, the output and the errors of the program."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "bot", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


# ---- the local page, without what only other platforms need


def test_the_page_needs_no_library_of_another_platform(tmp_path: Path, page_only: dict[str, str]) -> None:
    command = [sys.executable, "-P", "-m", "bot", "play", "--no-open"]
    with subprocess.Popen(command, cwd=tmp_path, env=page_only, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            [address] = re.findall(r"http://\S+", program.stdout.readline())
            with urllib.request.urlopen(address, timeout=60) as page:
                assert page.status == 200
        finally:
            program.terminate()
    assert program.returncode == 0


@pytest.mark.parametrize(
    ("setting", "value", "library", "extra"),
    [
        ("DISCORD_TOKEN", "token", "discord", "discord"),
        ("TELEGRAM_TOKEN", "1:token", "telegram", "telegram"),
        ("DATABASE_URL", "postgresql://host/games", "asyncpg", "postgresql"),
    ],
)
def test_a_setting_whose_library_is_missing_is_named_with_what_to_install(
    setting: str, value: str, library: str, extra: str, tmp_path: Path, page_only: dict[str, str]
) -> None:
    sentence = (
        f"{setting} needs the library {library}, which is not installed: start with `make run`, or install"
        f" with `pipx install '.[{extra}]'`."
    )
    environment = {**page_only, setting: value}
    assert ran(["run"], tmp_path, environment) == (2, "", f"{sentence}\n")
    code, printed, errors = ran(["check"], tmp_path, environment)
    assert (code, errors) == (1, "")
    assert re.search(rf"^\w+ +WRONG  {re.escape(sentence)}$", printed, re.MULTILINE)


def test_a_program_of_developers_says_that_it_is_one(tmp_path: Path, page_only: dict[str, str]) -> None:
    code, _, errors = ran(["simulate"], tmp_path, page_only)
    assert (code, errors) == (2, "simulate is for developers: `make .venv/.dev` in a clone installs it.\n")


@pytest.mark.parametrize("command", ["play", "check"])
def test_a_library_that_cannot_be_loaded_is_named(
    command: str, tmp_path: Path, page_only: dict[str, str]
) -> None:
    code, printed, errors = ran([command], tmp_path, {**page_only, "WITHOUT": json.dumps(["aiohttp"])})
    assert (code, printed) == (2, "")
    assert errors == (
        "The library aiohttp cannot be loaded (No module named 'aiohttp'): install the program again, with"
        " `make play` or pipx.\n"
    )


# ---- systems


@pytest.mark.parametrize("system", ["linux x86_64", "linux aarch64", "darwin arm64", "darwin x86_64"])
def test_the_systems_that_the_libraries_are_made_for_are_welcome(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal_on(*system.split(), 64, monkeypatch) == ""


@pytest.mark.parametrize(
    "system",
    ["win32 AMD64 64", "cygwin x86_64 64", "freebsd14 amd64 64", "linux armv7l 32", "linux riscv64 64",
     "linux x86_64 32"],
)  # fmt: skip
def test_another_system_is_refused_in_a_sentence_that_names_those_that_work(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, machine, bits = system.split()
    assert refusal_on(name, machine, int(bits), monkeypatch) == (
        "Stationmaster runs on Linux and macOS, on 64-bit x86 and ARM, and on Windows in WSL or a container;"
        f" this is {name} on {machine}, in {bits} bits."
    )


def refusal_on(system: str, machine: str, bits: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said on a system."""
    name = os.uname_result(("", "", "", "", machine))
    with monkeypatch.context() as faked:
        faked.setattr(sys, "platform", system)
        faked.setattr(sys, "maxsize", 2 ** (bits - 1) - 1)
        faked.setattr(os, "uname", lambda: name)
        return installation.refusal()


WINDOWS = """\
import os, sys
sys.platform = "win32"
del os.uname
sys.modules |= dict.fromkeys(("resource", "fcntl", "termios", "aiohttp", "sqlalchemy"))
from bot.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("command", ["play", "check", "run"])
def test_on_windows_the_program_ends_with_that_sentence(command: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", WINDOWS, command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"Stationmaster runs on Linux and macOS, .* this is win32 on .*\.\n", done.stderr)


# ---- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel that is built of the files that git knows, without a network."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for path in tracked():
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    build = f"from pdm.backend import build_wheel; build_wheel({str(built)!r})"
    subprocess.run([sys.executable, "-P", "-c", build], cwd=source, check=True)
    [file] = built.iterdir()
    return zipfile.ZipFile(file)


def test_the_wheel_has_all_that_the_program_reads_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    ours = {str(path.relative_to(ROOT)) for path in tracked() if path.relative_to(ROOT).parts[0] in PRODUCT}
    shipped = {name for name in ours if not name.startswith("render/examples/")}
    about = {name for name in wheel.namelist() if ".dist-info/" in name}
    assert set(wheel.namelist()) - about == shipped
    assert {name.partition("/")[0] for name in about} == {f"stationmaster-{project()['version']}.dist-info"}


def test_the_wheel_asks_for_exact_versions_and_starts_by_its_name(wheel: zipfile.ZipFile) -> None:
    folder = f"stationmaster-{project()['version']}.dist-info"
    metadata = message_from_bytes(wheel.read(f"{folder}/METADATA"))
    wanted = metadata.get_all("Requires-Dist") or []
    assert len(wanted) >= len(project()["dependencies"])
    assert [line for line in wanted if "==" not in line.partition(";")[0]] == []
    assert metadata["Requires-Python"] == project()["requires-python"]
    assert b"stationmaster = bot.__main__:main" in wheel.read(f"{folder}/entry_points.txt")
