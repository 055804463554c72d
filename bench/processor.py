"""What a process has used of the machine, as the system counts it (Linux)."""

import os
from pathlib import Path


def processor_seconds(process: int) -> float:
    """Seconds of processor time that a process has used, in all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
