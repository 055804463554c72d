"""Memory for pictures: freed memory is kept for the next canvas, until it is given back."""

import subprocess
import sys

import pytest

_CANVASES = """
from resource import RUSAGE_SELF, getrusage
from bot.service.memory import give_back_memory, share_memory
share_memory()
for number in range(20):
    if number == 1:
        before = getrusage(RUSAGE_SELF).ru_minflt
    canvas = bytearray(8 << 20)
    canvas[::4096] = bytes(2048)
    del canvas
kept = getrusage(RUSAGE_SELF).ru_minflt - before
give_back_memory()
print(kept, next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="page faults are counted as Linux and glibc do")
def test_a_canvas_takes_the_memory_of_the_one_before() -> None:
    command = [sys.executable, "-P", "-c", _CANVASES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    pages, held = map(int, done.stdout.split())
    assert pages < 2048
    assert held < 64 << 10
