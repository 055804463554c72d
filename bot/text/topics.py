"""Texts that are read topic by topic: the menu of topics, and which one is meant."""

from collections.abc import Sequence

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import CallbackData
from bot.model.message import Button, Menu
from bot.model.names import LONGEST_NAME
from bot.text.i18n import Phrases
from bot.text.truncate import shortened
from engine.names import folded

HELP_TOPICS = "start", "turn", "writing", "table", "look", "chats", "person"
"""First what a newcomer needs and how to write places and cards; then each section of the commands."""


def topic_name(kind: str, topic: str, phrases: Phrases) -> str:
    """What a topic is called; `kind` is "rules" or "help"."""
    return phrases.say(f"{kind}-topic-{topic}")


def topic_menu(kind: str, topics: Sequence[str], chosen: str, game: str, phrases: Phrases) -> Menu:
    """A menu of topics. `kind` is also the word of the command that shows one."""
    codes = {topic: CallbackData(game, 0, f"{kind} {topic}").code for topic in topics}
    choices = tuple(Button(topic_name(kind, topic, phrases), code) for topic, code in codes.items())
    return Menu(phrases.say("choose-topic"), choices, codes[chosen], stays=True)


def known_topic(kind: str, topics: Sequence[str], typed: str, phrases: Phrases) -> str:
    """A topic by its word, or by the beginning of its name; the first where none is typed.

    Raises CommandRefused.
    """
    wanted = folded(typed)
    if not wanted:
        return topics[0]
    names = {topic: topic_name(kind, topic, phrases) for topic in topics}
    for topic, name in names.items():
        if topic == wanted or folded(name).startswith(wanted):
            return topic
    word, known = shortened(typed, LONGEST_NAME), ", ".join(names.values())
    raise CommandRefused("no-such-topic", kind=kind, word=word, topics=known)
