"""Messages sent and edited, by channel endpoints and by interactions alike."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from tests.fakes.discord.world import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    Account,
    ApiError,
    Attachment,
    Channel,
    Json,
    Post,
    World,
)
from tests.fakes.wire.server import File

LONGEST_SHOWN = 4000
NONCES_KNOWN = timedelta(minutes=5)


def write(
    world: World, channel: Channel, body: Json, files: Mapping[int, File], only_for: Account | None = None
) -> Post:
    """Say something in the bot's name. The same enforced nonce again is the same message. Raises Declined."""
    nonce = str(body.get("nonce") or "")
    if body.get("enforce_nonce") and (known := said_before(world, channel, nonce)):
        return known
    post = Post(world.id(), channel, world.bot, world.now(), nonce=nonce, only_for=only_for)
    post.flags = (body.get("flags") or 0) & ~EPHEMERAL | (EPHEMERAL if only_for else 0)
    fill(world, post, body, files)
    ids = called(post.written, body.get("allowed_mentions"))
    post.pings = tuple(world.accounts[id] for id in ids if id in world.accounts)
    channel.messages.append(post)
    return post


def said_before(world: World, channel: Channel, nonce: str) -> Post | None:
    since = world.now() - NONCES_KNOWN
    known = (post for post in channel.messages if nonce and post.nonce == nonce and post.at > since)
    return next(known, None)


def rewrite(world: World, post: Post, body: Json, files: Mapping[int, File]) -> Post:
    """Change a message. Raises Declined."""
    if (post.flags & COMPONENTS_V2) and "flags" in body and not (body["flags"] or 0) & COMPONENTS_V2:
        raise ApiError(400, 50035, "a message of components stays one")
    if "flags" in body:
        changed = (body["flags"] or 0) & (SUPPRESS_EMBEDS | COMPONENTS_V2)  # no other flag can be
        post.flags = post.flags & ~SUPPRESS_EMBEDS | changed
    fill(world, post, body, files)
    post.thinking = False
    post.edited_at = world.now()
    post.edits += 1
    return post


def fill(world: World, post: Post, body: Json, files: Mapping[int, File]) -> None:
    """Put what a request says into a message; what it leaves out stays."""
    kept = dict(vars(post))
    if "content" in body:
        post.content = body["content"] or ""
    if "embeds" in body:
        post.embeds = list(body["embeds"] or [])
    if "attachments" in body or files:
        post.attachments = _attachments(world, post, body.get("attachments"), files)
    if "components" in body:
        post.components = _numbered(body["components"] or [])
    refusal = _refusal(post, [file.name for file in files.values()])
    if refusal is not None:
        vars(post).update(kept)
        raise refusal


def _refusal(post: Post, new: Sequence[str]) -> ApiError | None:
    """What a message may not be as a whole; `new` are the names of the files that come with it."""
    modern = bool(post.flags & COMPONENTS_V2)
    if not post.components and (modern or not (post.content or post.embeds or post.attachments)):
        return ApiError(400, 50006, "Cannot send an empty message")
    if modern and (post.content or post.embeds):
        return ApiError(400, 50035, "text or embeds in a message of components")
    names = {one.filename for one in post.attachments}
    shown = [url for url in map(_shown, (*_within_all(post), *post.embeds)) if url]
    for url in shown:
        if not url.startswith("attachment://"):
            return ApiError(400, 50035, f"{url} is not a file of the message, whose address lasts")
        if url.removeprefix("attachment://") not in names:
            return ApiError(400, 50035, f"{url} is not among {sorted(names)}")
    if modern and (unseen := [name for name in new if f"attachment://{name}" not in shown]):
        return ApiError(400, 50035, f"nobody sees {unseen}: no part shows them")
    if sum(len(part["content"]) for part in post.parts if part["type"] == 10) > LONGEST_SHOWN:
        return ApiError(400, 50035, f"over {LONGEST_SHOWN} characters in all")
    return None


def _within_all(post: Post) -> Iterator[Json]:
    for part in post.parts:
        yield part
        yield from part.get("items", ())


def _shown(part: Json) -> str | None:
    """The address of a picture or file that a part shows."""
    media = part.get("media") or part.get("file") or part.get("image")
    return str(media["url"]) if media else None


def _attachments(
    world: World, post: Post, listed: Sequence[Json] | None, files: Mapping[int, File]
) -> list[Attachment]:
    """Those that stay, and the new ones. Where nothing is listed, all old ones stay."""
    if listed is None:
        return post.attachments + [_made(world, file, "") for file in files.values()]
    old = {one.id: one for one in post.attachments}
    found = []
    for row in listed:
        if (id := int(row["id"])) in files:
            found.append(_made(world, files[id], row.get("description") or ""))
        elif id in old:
            found.append(old[id])
        else:
            raise ApiError(400, 50035, f"there is no attachment {id}")
    return found


def _made(world: World, file: File, description: str) -> Attachment:
    return Attachment(world.id(), file.name, description, file.data)


def _numbered(components: Sequence[Json]) -> list[Json]:
    """Components as Discord gives them back: each with a number of its own."""
    number = 0

    def copy(part: Any) -> Any:
        nonlocal number
        if isinstance(part, list):
            return [copy(one) for one in part]
        if not isinstance(part, dict):
            return part
        if isinstance(part.get("type"), int):
            number += 1
        mine = {"id": number} if isinstance(part.get("type"), int) else {}
        return mine | {name: copy(one) for name, one in part.items() if name != "id" or not mine}

    return [copy(part) for part in components]


def called(content: str, allowed: Json | None) -> tuple[int, ...]:
    """The ids a new message pings: those it names and may name."""
    named = [int(id) for id in re.findall(r"<@!?(\d+)>", content)]
    if allowed is None:
        return tuple(dict.fromkeys(named))
    if "users" in (allowed.get("parse") or ()):
        return tuple(dict.fromkeys(named))
    welcome = {int(id) for id in allowed.get("users") or ()}
    return tuple(dict.fromkeys(id for id in named if id in welcome))
