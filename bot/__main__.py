"""The entry point of `stationmaster`, and of `python -P -m bot`.

It sets up Ctrl+C before it imports the rest of the program, which takes a second. Without `-P`, `python -m`
would run what lies in the working directory.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

from bot.installation import broken_library, refusal

_UNUSABLE, _INTERRUPTED = 2, 130


def main() -> int:
    """Run the command line. Returns its exit code: 130 after Ctrl+C at any moment, without a traceback, and
    2 with a sentence on a system or an installation that lacks something.
    """
    _on_interrupt(_leave)
    if sentence := refusal():
        print(sentence, file=sys.stderr)
        return _UNUSABLE
    gc.disable()  # what is loaded stays: to look through it again and again takes a quarter of the start
    try:
        from bot import cli
    except ImportError as error:
        if not (sentence := broken_library(error)):
            raise
        print(sentence, file=sys.stderr)
        return _UNUSABLE
    gc.freeze()
    gc.enable()
    try:
        _on_interrupt(signal.default_int_handler)
        try:
            return cli.main()
        finally:
            _on_interrupt(_leave)
    except KeyboardInterrupt:
        _on_interrupt(_leave)
        return _INTERRUPTED


def _on_interrupt(handler: Callable[[int, FrameType | None], None]) -> None:
    """Install a handler of Ctrl+C, unless the shell ignores it, as it does for programs in the background."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handler)


def _leave(_: int, __: FrameType | None) -> None:
    """End at once. Nothing is open before the start and after the end of the program."""
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
