"""Draws slow pictures in a process of its own, so that the event loop never waits for one.

It is `python -P -m bot.service.drawing_process`. What it draws comes pickled from the bot alone, as the
input. Each request and each reply is its length in four bytes, and a pickle. A board is sent once; after that
a request names its edition.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import IO, TypeVar, cast

from bot.service.memory import give_back_memory, share_memory
from engine.board import Board

Drawn = TypeVar("Drawn")
Drawer = tuple["subprocess.Popen[bytes]", set[str]]
"""A process that draws, and the editions of the boards that it knows."""

_LENGTH = 4

_MOST_DRAWN = 8
"""Pictures after which freed memory is given back."""


def living(drawer: Drawer | None) -> Drawer:
    """This process, or another one where it has ended."""
    if drawer and drawer[0].poll() is None:
        return drawer
    if drawer:
        end(drawer)
    return started(__name__), set()


def drawn_by(drawer: Drawer, draw: Callable[[], Drawn]) -> Drawn:
    """What a function returns in the process, or raises there; waits for it.

    Raises ChildProcessError where the process has ended.
    """
    process, editions = drawer
    boards: dict[str, Board] = {}

    def edition(value: object) -> str | None:
        """A board is named by its edition, and sent without what is computed from it."""
        if not isinstance(value, Board):
            return None
        boards[value.edition] = replace(value)
        return value.edition

    request = BytesIO()
    pickler = pickle.Pickler(request)
    pickler.persistent_id = edition  # type: ignore[method-assign]
    pickler.dump(draw)
    new = {key: board for key, board in boards.items() if key not in editions}
    assert process.stdin is not None
    assert process.stdout is not None
    reply = None
    with suppress(OSError):
        _write(process.stdin, pickle.dumps((new, request.getvalue())))
        reply = _read(process.stdout)
    if reply is None:
        end(drawer)
        raise ChildProcessError("the process that draws has ended")
    editions.update(new)
    drawn, error = pickle.loads(reply)
    if error is not None:
        raise error
    return cast(Drawn, drawn)


def end(drawer: Drawer) -> None:
    """End a process, even in the middle of a picture."""
    process, _ = drawer
    process.kill()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            pipe and pipe.close()
    process.wait()


def started(module: str) -> "subprocess.Popen[bytes]":
    """A process that runs a module, with pipes. Ctrl+C goes to the bot alone: the process ends by itself."""
    command, environment = command_of(module)
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True, env=environment)


def command_of(module: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """What runs a module of this program, and in which environment.

    `-P` keeps it from running what lies in the working directory.
    """
    ours = str(Path(__file__).parents[2])
    folders = os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))
    return (sys.executable, "-P", "-m", module), {**os.environ, "PYTHONPATH": folders}


def _write(file: IO[bytes], content: bytes) -> None:
    file.write(len(content).to_bytes(_LENGTH))
    file.write(content)
    file.flush()


def _read(file: IO[bytes]) -> bytes | None:
    """The next request or reply; None at the end."""
    length = file.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    content = file.read(size := int.from_bytes(length))
    return content if len(content) == size else None


def main() -> None:
    """Draw until the input ends, or nobody reads the output any more."""
    share_memory()
    boards: dict[str, Board] = {}
    for number in count(1):
        if (text := _read(sys.stdin.buffer)) is None:
            return
        new, request = pickle.loads(text)
        boards |= new
        unpickler = pickle.Unpickler(BytesIO(request))
        unpickler.persistent_load = boards.__getitem__  # type: ignore[method-assign]
        drawn, failure = None, None
        try:
            drawn = unpickler.load()()
        except Exception as error:  # noqa: BLE001 - the bot decides what to do about it
            failure = error
        try:
            _write(sys.stdout.buffer, pickle.dumps((drawn, failure)))
        except BrokenPipeError:  # the bot was killed
            os._exit(0)
        if number % _MOST_DRAWN == 0:
            give_back_memory()


if __name__ == "__main__":
    main()
