"""Memory: what is freed and kept for later, and what is never freed."""

import ctypes
import gc
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of glibc's mallopt (malloc.h)."""

_LARGE = 12 << 20
"""Bytes of a canvas that goes back to the system at once; a picture of the board is smaller."""

_KEPT = 64 << 20
"""Bytes of freed memory that are kept for the next picture, until `give_back_memory`."""

_BETWEEN_FULL = 1000
"""Collections of the middle generation, from one full garbage collection to the next. Python's default is 10.

Little memory waits for a full one: what nothing refers to goes at once, unless it refers to itself.
"""


def share_memory() -> None:
    """Let all threads that start later share one heap, where the C library is glibc; elsewhere do nothing.

    Otherwise each drawing thread keeps the memory of its largest picture for itself. Without `_KEPT`, memory
    would go back after each canvas and be fetched again page by page: a third of the time of a picture.
    """
    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, 1)
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_TRIM_THRESHOLD, _KEPT)


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
