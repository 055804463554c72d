"""Memory of a program: canvases share it, and what was loaded at the start is not collected again."""

import subprocess
import sys

import pytest

_CANVASES = """
from resource import RUSAGE_SELF, getrusage
from bot.workers.memory import CANVAS, CANVASES, give_back_memory, share_memory
share_memory(CANVAS, CANVASES)
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

_PICTURES = """
from bot.workers.memory import share_memory
def held():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])
share_memory()
before, pictures, between = held(), [], []
for number in range(100):
    pictures.append(b"p" * 400_000)
    between.append([number] * 10_000)
pictures.clear()
print(held() - before)
"""

_GAMES = """
import gc
from bot.workers.memory import keep_loaded
loaded = [[number] for number in range(1000)]
keep_loaded()
full = []
gc.callbacks.append(lambda phase, collection: full.append(phase) if collection["generation"] == 2 else None)
games = [[number] for number in range(1_000_000)]
print(gc.get_freeze_count() > 1000, len(full))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="page faults are counted as Linux and glibc do")
def test_a_canvas_takes_the_memory_of_the_one_before() -> None:
    command = [sys.executable, "-P", "-c", _CANVASES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    pages, held = map(int, done.stdout.split())
    assert pages < 2048
    assert held < 64 << 10


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux and glibc do")
def test_pictures_that_were_sent_leave_no_memory_behind() -> None:
    """What is made between them stays, so that the heap of 48 MB would keep their gaps."""
    command = [sys.executable, "-P", "-c", _PICTURES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20 << 10


def test_games_that_are_read_after_the_start_bring_no_full_collection() -> None:
    """A full collection stops all threads: with 10,000 games, for a third of a second."""
    command = [sys.executable, "-P", "-c", _GAMES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "0"]
