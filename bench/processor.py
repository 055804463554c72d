"""What a process and those that it started use of the machine, as the system counts it (Linux)."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
PERIOD = 20_000
"""Microseconds in which a process gets its share of a core."""


def milliseconds_by_process(process: int) -> dict[int, float]:
    """Milliseconds of processor time that a process and each of its children used, in all their threads."""
    tick = 1000 / os.sysconf("SC_CLK_TCK")
    return {one: tick * sum(map(int, _fields(one)[11:13])) for one in family(process)}


def megabytes_by_process(process: int, field: str = "VmRSS") -> dict[int, int]:
    """The megabytes that a process and each of its children hold now, or at most ("VmHWM")."""
    lines = [(one, line) for one in family(process) for line in _read(one, "status").splitlines()]
    return {one: int(line.split()[1]) >> 10 for one, line in lines if line.startswith(f"{field}:")}


def family(process: int) -> list[int]:
    """A process and its children."""
    others = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [process, *(one for one in others if _fields(one)[1:2] == [str(process)])]


@contextmanager
def limited(process: int, share: float) -> Iterator[None]:
    """Limit a process, and those that it starts later, to this share of a core. It must end within the block.

    Exits if the system does not allow that: it takes root, and control groups (Linux).
    """
    quota, is_old = round(share * PERIOD), (GROUPS / "cpu").is_dir()
    group = (GROUPS / "cpu" if is_old else GROUPS) / f"bench-{process}"
    limits = {"cpu.cfs_period_us": f"{PERIOD}", "cpu.cfs_quota_us": f"{quota}"}
    try:
        group.mkdir()
        for name, limit in (limits if is_old else {"cpu.max": f"{quota} {PERIOD}"}).items():
            (group / name).write_text(limit)
        (group / "cgroup.procs").write_text(f"{process}")
    except OSError as error:
        raise SystemExit(f"A share of a core cannot be given to a process here: {error}") from error
    try:
        yield
    finally:
        with suppress(OSError):  # a process of the group may still be about to end
            group.rmdir()


def _fields(process: int) -> list[str]:
    """The fields of a process after its name; none where it has ended."""
    return _read(process, "stat").rpartition(")")[2].split()


def _read(process: int, name: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/{name}").read_text("ascii", "replace")
    return ""
