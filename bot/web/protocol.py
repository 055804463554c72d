"""The JSON of the page's WebSocket, as PROTOCOL.md describes it, in both directions."""

import json
import re
import struct
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from bot.model.identity import Person
from bot.model.message import Message, Picture
from bot.store import Post
from bot.text.i18n import LANGUAGES

JsonObject = dict[str, object]

_LONGEST_ZONE = 64
_NONCE = re.compile("[0-9a-f]{32}")


class PageRequest(Struct, frozen=True, tag_field="do"):
    """What a tab asks for: its `do` is the tag of a class. Keys that the class does not have are ignored."""


Text = Annotated[str, Meta(max_length=1000)]
"""What a person typed, or the code of a button."""

PostNumber = Annotated[int, Meta(ge=0, lt=2**53)]


class Hello(PageRequest, frozen=True, tag="hello"):
    """A tab is opened, or connects again. The page has a token; a board has a proof of its platform, or what
    its last `welcome` gave it.
    """

    token: Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{32,64})?\Z")] = ""
    platform: str = ""
    proof: Annotated[str, Meta(max_length=6000)] = ""
    session: str = ""
    zone: object = ""
    """What the browser says of itself, as `language`: anything that is unknown is ignored."""
    language: object = ""


class TakeName(PageRequest, frozen=True, tag="name"):
    """A stranger says what they are called."""

    name: str


class Enter(PageRequest, frozen=True, tag="enter"):
    """Show a channel: its posts after a number. On the board show a game; without one, that of the instance,
    or a choice of games.
    """

    channel: str = ""
    after: PostNumber | None = None
    table: bool = False
    game: str = ""
    instance: str = ""


class ShowOlder(PageRequest, frozen=True, tag="older"):
    """Show the posts of a channel before a number."""

    channel: str
    before: PostNumber


class OpenChannel(PageRequest, frozen=True, tag="open"):
    """Open a channel."""

    title: str


class Say(PageRequest, frozen=True, tag="say"):
    """Talk, or a command as it is typed."""

    text: Text


class Press(PageRequest, frozen=True, tag="press"):
    """A button."""

    code: Text


class CompleteText(PageRequest, frozen=True, tag="complete"):
    """Complete what is being typed."""

    text: Text
    id: int


class ShowReplay(PageRequest, frozen=True, tag="replay"):
    """Show the replay of a game, or of the link with a token."""

    game: str | None = None
    token: str | None = None
    language: str = ""


PlaceRequest = Enter | ShowOlder | OpenChannel | Say | CompleteText
"""What depends on the site: which places it has, and who may see them."""

TabRequest = Hello | TakeName | PlaceRequest | Press | ShowReplay
"""What a tab asks for."""


def read(line: str) -> object:
    """The JSON of a line; None where it is not JSON, or has half a surrogate pair in it."""
    try:
        parsed: object = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    return parsed


def nonce_of(request: object) -> str:
    """The random number that the browser made for a request; empty where it is missing or malformed."""
    nonce = request.get("nonce") if isinstance(request, dict) else None
    return nonce if isinstance(nonce, str) and _NONCE.fullmatch(nonce) else ""


def zone_in(zone: object) -> str:
    """What the browser says of its time zone; empty where that cannot be the name of one."""
    return zone if isinstance(zone, str) and len(zone) <= _LONGEST_ZONE else ""


def language_in(language: object) -> str:
    """The language that the browser asks for; empty where the bot does not speak it."""
    return language if isinstance(language, str) and language in LANGUAGES else ""


def line_of(kind: str, content: Mapping[str, object]) -> bytes:
    """A line for a tab: `kind` is one of those in PROTOCOL.md. In UTF-8: a text with one wide letter in it
    takes four times as much memory.
    """
    return msgspec.json.encode({"kind": kind, **content})


def message_json(message: Message, sources: Sequence[str]) -> JsonObject:
    """A message; `sources` are the addresses of its pictures, "" where only the alt text is shown."""
    link = {"link": message.link} if message.link else {}
    return {
        "text": message.text,
        "details": message.details,
        "pictures": _pictures(message.pictures, sources),
        "buttons": [
            [{"label": button.label, "code": button.code, "style": button.style} for button in row]
            for row in message.rows
        ],
        "files": [{"name": name, "text": text} for name, text in message.documents],
        **link,
    }


def post_json(post: Post) -> JsonObject:
    """A post as the page shows it: its number and time, and what is stored of it."""
    return {"number": post.number, "at": post.at.isoformat(timespec="seconds"), **content_of(post)}


def brief_post_json(post: Post) -> JsonObject:
    """A post for a page that draws the table: without buttons, and without pictures but at the end."""
    content = post_json(post)
    return content if content["over"] or "by" in content else content | {"pictures": [], "buttons": []}


def content_of(post: Post) -> JsonObject:
    """What is stored of a post. Earlier versions wrote one `mention`."""
    content: JsonObject = json.loads(post.data)
    earlier = [content.pop("mention")] if "mention" in content else []
    return {"mentions": earlier, "over": False} | content


def person_json(person: Person, name: str) -> JsonObject:
    """A person, as others see them."""
    return {"id": str(person), "name": name}


def _pictures(pictures: Sequence[Picture], sources: Sequence[str]) -> list[JsonObject]:
    """The pictures that are shown at once; the whole picture of a close-up opens from the close-up."""
    every: dict[str, JsonObject] = {}
    for picture, source in zip(pictures, sources, strict=True):
        every[picture.name] = {"src": source, "alt": picture.alt}
        if picture.png:  # the page reserves the space of a picture that it shows at once
            width, height = struct.unpack(">II", picture.png[16:24])
            every[picture.name] |= {"width": width, "height": height}
    wholes = {picture.whole for picture in pictures}
    return [
        every[picture.name] | ({"whole": every[picture.whole]} if picture.whole else {})
        for picture in pictures
        if picture.name not in wholes
    ]
