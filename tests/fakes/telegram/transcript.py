"""What happened, as plain text that reads as play."""

from collections.abc import Iterator

from tests.fakes.telegram.world import FakeChat, Post


def told(post: Post) -> str:
    """A message: where it is, its text, its picture, its buttons."""
    return "\n".join(_lines(post))


def where(place: FakeChat, thread: int | None = None) -> str:
    """A chat as people call it."""
    if place.partner is not None:
        return f"private chat of {place.title}"
    topic = place.topics.get(thread or 0)
    return f"{place.title} > {topic.name}" if topic else place.title


def _lines(post: Post) -> Iterator[str]:
    again = " (edited)" if post.edits else ""
    quiet = " (silent)" if post.silent else ""
    first, *others = post.text.split("\n")
    yield f"  {where(post.place, post.thread)}{again}{quiet}: {first}"
    yield from (f"    {line}" for line in others if line)
    if post.media is not None:
        yield f"    <{post.media.kind} {post.media.name}>"
    for row in post.keyboard:
        yield "    " + " ".join(f"[{button['text']}]" for button in row)
