"""What happened, as plain text that reads as play."""

from collections.abc import Iterator

from tests.fakes.discord.world import DM, Post


def told(post: Post) -> str:
    """A message: who may see it, its text, its pictures in words, its buttons."""
    return "\n".join(_lines(post))


def _lines(post: Post) -> Iterator[str]:
    place = f"#{post.channel.name}" if post.channel.type != DM else f"DM to {post.channel.name}"
    audience = f"(only {post.only_for.name}) " if post.only_for else ""
    again = " (edited)" if post.edits else ""
    first, *others = post.text.split("\n") or [""]
    yield f"  {audience}{place}{again}: {first}"
    yield from (f"    {line}" for line in others if line)
    yield from (f"    <{one.filename}: {one.description}>" for one in post.attachments)
    buttons = [f"[{label}]" for label in post.labels]
    if buttons:
        yield f"    {' '.join(buttons)}"
