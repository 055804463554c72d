"""What the bot says where it lacks a right that it needs."""

from collections.abc import Sequence

from bot.message import Message
from bot.talk.phrases import Phrases
from bot.talk.words import listed


def complaint(rights: Sequence[str], place: str, phrases: Phrases) -> Message:
    """One sentence that names what is lacking in a chat, for those who can give it."""
    names = listed([phrases.say(right) for right in rights], phrases)
    return Message(phrases.say("rights-lacking", rights=names, place=place))
