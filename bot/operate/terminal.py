"""Text for a terminal."""

import sys
import unicodedata

_JOINERS = "\u200c\u200d"
_LONGEST = 500


def printable(text: str, most: int = _LONGEST) -> str:
    """A text of unknown origin, on one line. What controls a terminal or the direction of text is escaped."""
    shown = "".join(map(_escaped, text[:most]))
    return f"{shown}…" if len(text) > most else shown


def counted(count: int, thing: str) -> str:
    """A number of things in English: "1 game", "2 games"."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def say(line: str) -> None:
    """Print a line. What the terminal cannot show is escaped."""
    encoding = sys.stdout.encoding or "utf-8"
    print(line.encode(encoding, "backslashreplace").decode(encoding))


def _escaped(letter: str) -> str:
    """Control and format characters, line ends, half surrogate pairs and unknown letters as their numbers."""
    kind = unicodedata.category(letter)
    if (kind[0] != "C" and kind not in ("Zl", "Zp")) or letter in _JOINERS:
        return letter
    return f"\\u{ord(letter):04x}"
