"""Where a text mentions people: the last place that has the name of each."""

from collections.abc import Callable, Iterator, Sequence

from bot.model.message import Mention


def with_mentions(text: str, mentions: Sequence[Mention], written: Callable[[Mention], str]) -> str:
    """The text with a last line of the names that it lacks, as `written` writes them."""
    named = _places(text, mentions, written).values()
    missing = [mention for mention in mentions if mention not in named]
    return "\n".join(filter(None, (text, ", ".join(map(written, missing)))))


def split_at_mentions(
    text: str, mentions: Sequence[Mention], written: Callable[[Mention], str]
) -> Iterator[str | Mention]:
    """The text in order: what stands between the mentions, and each mention in place of its name."""
    end = 0
    for start, mention in sorted(_places(text, mentions, written).items()):
        yield text[end:start]
        yield mention
        end = start + len(written(mention))
    yield text[end:]


def _places(text: str, mentions: Sequence[Mention], written: Callable[[Mention], str]) -> dict[int, Mention]:
    """Where each name begins that becomes a mention. Of two people with one name, the later has the last."""
    places: dict[int, Mention] = {}
    for mention in reversed(mentions):
        place = text.rfind(written(mention))
        while place in places:
            place = text.rfind(written(mention), 0, place)
        if place >= 0:
            places[place] = mention
    return places
