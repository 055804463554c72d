"""What the program needs of this machine and of its installation, and a sentence for what is missing.

This imports the standard library only: the sentence is said where nothing else can be imported.
"""

import os
import sys
from importlib.util import find_spec

_SYSTEMS = ("linux", "darwin")
_MACHINES = ("x86_64", "aarch64", "arm64")

_REFUSAL = (
    "Stationmaster runs on Linux and macOS, on 64-bit x86 and ARM, and on Windows in WSL or a container;"
    " this is {system}."
)

_EXTRAS = {
    "DISCORD_TOKEN": ("discord", "discord"),
    "TELEGRAM_TOKEN": ("telegram", "telegram"),
    "DATABASE_URL": ("asyncpg", "postgresql"),
}
"""The library that a setting needs, and the extra of pyproject.toml that brings it."""


def refusal() -> str:
    """Why the program does not run on this system; "" where it does."""
    machine = os.uname().machine if hasattr(os, "uname") else "another machine"
    bits = sys.maxsize.bit_length() + 1
    if sys.platform in _SYSTEMS and machine in _MACHINES and bits == 64:
        return ""
    return _REFUSAL.format(system=f"{sys.platform} on {machine}, in {bits} bits")


def missing_library(setting: str) -> str:
    """What to do where the library that a setting needs is not installed; "" where it is."""
    library, extra = _EXTRAS[setting]
    if find_spec(library):
        return ""
    return (
        f"{setting} needs the library {library}, which is not installed: start with `make run`, or install"
        f" with `pipx install '.[{extra}]'`."
    )


def broken_library(error: ImportError) -> str:
    """What to do where a library cannot be imported; "" where it is a part of this program."""
    name = (error.name or "").partition(".")[0]
    if name in ("", "bot", "engine", "render"):
        return ""
    return (
        f"The library {name} cannot be loaded ({error}): install the program again, with `make play` or pipx."
    )
