"""What a process and those that it started use of the machine, as the system counts it (Linux)."""

import os
from contextlib import suppress
from pathlib import Path


def processor_seconds(process: int) -> float:
    """Seconds of processor time that a process and its children have used, in all their threads."""
    return sum(sum(map(int, _fields(one)[11:13])) for one in family(process)) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int, field: str = "VmRSS") -> int:
    """The megabytes that a process and its children hold now, or at most ("VmHWM")."""
    lines = [line for one in family(process) for line in _read(one, "status").splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{field}:")) >> 10


def family(process: int) -> list[int]:
    """A process and its children."""
    others = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [process, *(one for one in others if _fields(one)[1:2] == [str(process)])]


def _fields(process: int) -> list[str]:
    """The fields of a process after its name; none where it has ended."""
    return _read(process, "stat").rpartition(")")[2].split()


def _read(process: int, name: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/{name}").read_text("ascii", "replace")
    return ""
