"""The JSON of the page's WebSocket, as PROTOCOL.md describes it, in both directions."""

import json
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.model.identity import Person
from bot.model.message import Button, Message, Picture

Json = dict[str, object]

TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
LONGEST_TEXT = 1000
LAST_NUMBER = 2**53


class RequestRefused(Exception):
    """A request of a tab cannot be done: one sentence for the person."""


@dataclass(frozen=True, slots=True)
class TabRequest:
    """A request of a tab.

    `text` is the token, name, channel id, title, line or button code that comes with it; `number` is the post
    after which a channel is shown, or the id of a completion. The text may be a token: it is not in `repr`.
    """

    do: Literal["hello", "name", "enter", "open", "say", "press", "complete"]
    text: str = field(repr=False)
    number: int = 0


def read(line: str) -> TabRequest:
    """Read a request. Raises RequestRefused on anything that the page does not write."""
    match _parsed(line):
        case {"do": "hello", "token": str(token)} if TOKEN.fullmatch(token):
            return TabRequest("hello", token)
        case {"do": "name", "name": str(name)}:
            return TabRequest("name", name)
        case {"do": "enter", "channel": str(channel), "after": int(after)} if 0 <= after < LAST_NUMBER:
            return TabRequest("enter", channel, after)
        case {"do": "open", "title": str(title)}:
            return TabRequest("open", title)
        case {"do": "say", "text": str(text)} if len(text) <= LONGEST_TEXT:
            return TabRequest("say", text)
        case {"do": "press", "code": str(code)} if len(code) <= LONGEST_TEXT:
            return TabRequest("press", code)
        case {"do": "complete", "text": str(text), "id": int(id)} if len(text) <= LONGEST_TEXT:
            return TabRequest("complete", text, id)
    raise RequestRefused("This page is out of date. Reload it.")


def _parsed(line: str) -> object:
    """The JSON of a line; None where it is not JSON, or has half a surrogate pair in it."""
    try:
        parsed: object = json.loads(line)
        json.dumps(parsed, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return parsed


def line_of(kind: str, content: Mapping[str, object]) -> str:
    """A line for a tab: `kind` is one of those in PROTOCOL.md."""
    return json.dumps({"kind": kind, **content}, ensure_ascii=False, separators=(",", ":"))


def message_json(message: Message, sources: Sequence[str]) -> Json:
    """A message; `sources` are the addresses of its pictures."""
    return {
        "text": message.text,
        "pictures": _pictures(message.pictures, sources),
        "buttons": [[_button(button) for button in row] for row in message.rows],
        "files": [{"name": document.name, "text": document.text} for document in message.documents],
    }


def person_json(person: Person, name: str) -> Json:
    """A person, as others see them."""
    return {"id": str(person), "name": name}


def _pictures(pictures: Sequence[Picture], sources: Sequence[str]) -> list[Json]:
    """The pictures that are shown at once; the whole picture of a close-up opens from the close-up."""
    every = {
        picture.name: _picture(picture, source) for picture, source in zip(pictures, sources, strict=True)
    }
    wholes = {picture.whole for picture in pictures}
    return [
        every[picture.name] | ({"whole": every[picture.whole]} if picture.whole else {})
        for picture in pictures
        if picture.name not in wholes
    ]


def _picture(picture: Picture, source: str) -> Json:
    width, height = _size(picture.png)
    return {"src": source, "alt": picture.alt, "width": width, "height": height}


def _size(png: bytes) -> tuple[int, int]:
    """Width and height, from the first 24 bytes of a PNG: the page reserves that space."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def _button(button: Button) -> Json:
    return {"label": button.label, "code": button.code, "style": button.style}
