"""The process of a worker: it runs the functions that the bot sends it, one after the other.

`python -P -m bot.workers.process NICENESS` runs it. Each request and each reply is its length in four bytes,
and a pickle, exchanged with the bot alone. A board is sent once; after that a request names its edition. The
process imports what its functions need, when they come.
"""

import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from select import select
from typing import IO

from bot.workers.memory import CANVAS, CANVASES, give_back_memory, share_memory
from engine.board import Board

LENGTH = 4
"""Bytes of the length before each request and reply."""

_IDLE = 1.0
"""Seconds without a request, after which freed memory is given back."""


def pickled(function: Callable[[], object]) -> tuple[bytes, dict[str, Board]]:
    """A function with its arguments, and the boards that it names by their editions.

    The boards come without what is computed from them.
    """
    boards: dict[str, Board] = {}

    def edition(value: object) -> str | None:
        if not isinstance(value, Board):
            return None
        boards[value.edition] = replace(value)
        return value.edition

    text = BytesIO()
    pickler = pickle.Pickler(text)
    pickler.persistent_id = edition  # type: ignore[method-assign]
    pickler.dump(function)
    return text.getvalue(), boards


def framed(content: bytes) -> bytes:
    """A request or a reply as it is sent."""
    return len(content).to_bytes(LENGTH) + content


def _received(file: IO[bytes]) -> bytes | None:
    """The next request; None at the end."""
    length = file.read(LENGTH)
    if len(length) < LENGTH:
        return None
    content = file.read(size := int.from_bytes(length))
    return content if len(content) == size else None


def main() -> None:
    """Run functions until the input ends, or nobody reads the output any more."""
    os.nice(int(sys.argv[1]))
    share_memory(CANVAS, CANVASES)
    boards: dict[str, Board] = {}
    while True:
        if not select([sys.stdin], [], [], _IDLE)[0]:
            give_back_memory()
        if (request := _received(sys.stdin.buffer)) is None:
            return
        text, new = pickle.loads(request)
        boards |= new
        unpickler = pickle.Unpickler(BytesIO(text))
        unpickler.persistent_load = boards.__getitem__  # type: ignore[method-assign]
        result, failure = None, None
        try:
            result = unpickler.load()()
        except Exception as error:  # noqa: BLE001 - the bot decides what to do about it
            failure = error
        try:
            sys.stdout.buffer.write(framed(pickle.dumps((result, failure))))
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the bot was killed
            os._exit(0)
        del request, text, new, result


if __name__ == "__main__":
    main()
