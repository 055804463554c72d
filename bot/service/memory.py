"""Memory that was freed: the C library keeps it for later, unless it is told to give it back."""

import ctypes
from contextlib import suppress


def give_back_memory() -> None:
    """Return freed memory to the system where the C library can do that (glibc); elsewhere do nothing.

    Drawing allocates and frees tens of megabytes at a time, between small objects that stay. glibc keeps the
    gaps, which over an evening take several times what is in use.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
