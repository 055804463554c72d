"""Memory: what is freed and kept for later, and what is never freed."""

import ctypes
import gc
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of glibc's mallopt (malloc.h)."""

_MAPPED, _KEPT = 128 << 10, 1 << 20
"""Bytes of a value that has pages of its own, such as a picture, which go back to the system with it; and
bytes of freed memory that are kept for other values.
"""

CANVAS, CANVASES = 12 << 20, 48 << 20
"""The same for a process that draws: all that a picture was drawn on is kept for the next one."""

_BETWEEN_FULL = 1000
"""Collections of the middle generation, from one full garbage collection to the next. Python's default is 10.

Little memory waits for a full one: what nothing refers to goes at once, unless it refers to itself.
"""


def share_memory(mapped: int = _MAPPED, kept: int = _KEPT) -> None:
    """Let all threads that start later share one heap, where the C library is glibc; elsewhere do nothing.

    Otherwise each thread keeps the memory of its largest values for itself. A process that draws keeps its
    canvases: fetched again page by page, they take a third of the time of a picture.
    """
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.mallopt(_MMAP_THRESHOLD, mapped)
        library.mallopt(_TRIM_THRESHOLD, kept)


def give_back_memory() -> None:
    """Return freed memory to the system where the C library can do that (glibc); elsewhere do nothing.

    Drawing allocates and frees tens of megabytes at a time, between small objects that stay. glibc keeps the
    gaps, which over an evening take several times what is in use.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def keep_loaded() -> None:
    """Let the garbage collector pass over all that is loaded now, which stays until the program ends.

    A full collection stops every thread while it looks at each object: of libraries and boards these are
    some 250,000, and an answer that comes then waits for a quarter of a second on a slow machine. The games
    that are read later are as many objects again, so full collections are rare from now on.
    """
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _BETWEEN_FULL)
