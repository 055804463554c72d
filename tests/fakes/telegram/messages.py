"""Messages made and changed in the bot's name."""

from typing import Any

from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.request import ApiRequest
from tests.fakes.telegram.texts import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    called,
    limited,
    shape,
    with_people,
    written,
)
from tests.fakes.telegram.world import FakeChat, Media, Post, World, bad, wrong
from tests.fakes.wire.server import File

RIGHT = {"photo": "can_send_photos", "document": "can_send_documents", "animation": "can_send_other_messages"}
WHAT = {"photo": "photos", "document": "documents", "animation": "animations"}

SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)


def check_place(world: World, place: FakeChat, asked: Json, kind: str = "") -> None:
    """Whether the bot may say this here. Raises Declined."""
    may = place.bot_may
    if place.is_group and "can_send_messages" not in may:
        raise bad("not enough rights to send text messages to the chat")
    if place.is_group and kind and RIGHT[kind] not in may:
        raise bad(f"not enough rights to send {WHAT[kind]} to the chat")
    _check_topic(place, asked.get("message_thread_id"))
    reply = asked.get("reply_parameters") or {}
    if reply and not reply.get("allow_sending_without_reply"):
        world.message(place, reply["message_id"], "be replied")


def _check_topic(place: FakeChat, thread: int | None) -> None:
    if thread is None:
        if place.general_is_closed and place.bot_is != "administrator":
            raise bad("TOPIC_CLOSED")
        return
    topic = place.topics.get(thread)
    if topic is None or topic.gone:
        raise bad("message thread not found")
    if topic.closed and place.bot_is != "administrator":
        raise bad("TOPIC_CLOSED")


def words(world: World, asked: Json, name: str) -> tuple[str, list[Json]]:
    """The `text` or `caption` of a request, with its entities. Raises Declined."""
    parts = asked.get("entities" if name == "text" else "caption_entities")
    text, entities = written(asked.get(name) or "", asked.get("parse_mode"), parts)
    if name == "text" and not text:
        raise wrong("message text is empty")
    limited(text, LONGEST_TEXT if name == "text" else LONGEST_CAPTION, f"message {name}")
    return text, with_people(world, entities)


def media_of(world: World, request: ApiRequest, kind: str, value: Any) -> Media:
    """What is uploaded, or a file that Telegram has already. Raises Declined."""
    file = request.file(value)
    if isinstance(file, File):
        return world.keep(kind, file.name, file.data)
    if file not in world.files:
        raise bad("wrong file identifier/HTTP URL specified")
    if world.files[file].kind != kind:
        raise bad(f"can't use file of type {world.files[file].kind} as {kind}")
    return world.files[file]


def said(world: World, place: FakeChat, asked: Json, name: str, **about: Any) -> Post:
    """A new message."""
    text, entities = words(world, asked, name)
    reply = asked.get("reply_parameters") or {}
    return world.add(
        place,
        world.bot,
        text=text,
        entities=entities,
        keyboard=shape(asked.get("reply_markup")),
        thread=asked.get("message_thread_id"),
        silent=bool(asked.get("disable_notification")),
        protected=bool(asked.get("protect_content")),
        pings=called(world, text, entities),
        reply_to=reply.get("message_id"),
        **about,
    )


def changed(world: World, post: Post, **about: Any) -> Post:
    """A message with something else in it. Raises Declined where nothing is."""
    if all(getattr(post, name) == value for name, value in about.items()):
        raise bad(SAME)
    for name, value in about.items():
        setattr(post, name, value)
    post.edited_at = world.now()
    post.edits += 1
    return post
