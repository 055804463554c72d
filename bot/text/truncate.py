"""Cutting texts that are too long for a platform, between sentences."""

import re

_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?:;])(?=\s)")


def shortened(text: str, most: int) -> str:
    """The first letters of a text, at most `most`; “…” stands for the rest."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def newest(text: str, room: int, pointer: str) -> str:
    """The last sentences of a text, in at most `room` letters, below a `pointer` to the rest."""
    if len(text) <= room:
        return text
    kept = ""
    for piece in reversed(_BETWEEN_SENTENCES.split(text)):
        if len(pointer) + 1 + len(piece) + len(kept) > room:
            break
        kept = piece + kept
    return f"{pointer}\n{kept.lstrip()}".rstrip()
