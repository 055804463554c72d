"""The rules in short, by topic: what /rules answers."""

from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.message import Button, Menu, Message
from bot.text.i18n import LONGEST_NAME, Phrases
from bot.text.request import Request
from bot.text.truncate import shortened
from engine.names import folded

TOPICS = (
    "game",
    "turn",
    "cards",
    "claiming",
    "doubles",
    "ferries",
    "tunnels",
    "tickets",
    "stations",
    "end",
    "scoring",
    "letters",
)
"""The topics, in reading order."""


def rules_message(request: Request, typed: str) -> Message:
    """The rules on a topic, or in general, with a list of all topics. Raises CommandRefused."""
    topic, phrases = _topic(typed, request.phrases), request.phrases
    choices = tuple(
        Button(phrases.say(f"topic-{name}"), CallbackData(NO_GAME, 0, f"rules {name}").code)
        for name in TOPICS
    )
    code = CallbackData(NO_GAME, 0, f"rules {topic}").code
    text = f"**{phrases.say(f'topic-{topic}')}**\n{phrases.say(f'rules-{topic}')}"
    return Message(text, menus=(Menu(phrases.say("rules-topics"), choices, code, stays=True),))


def _topic(typed: str, phrases: Phrases) -> str:
    """A topic by its word, or by the beginning of its name."""
    wanted = folded(typed)
    if not wanted:
        return TOPICS[0]
    for topic in TOPICS:
        if topic == wanted or folded(phrases.say(f"topic-{topic}")).startswith(wanted):
            return topic
    names = ", ".join(phrases.say(f"topic-{topic}") for topic in TOPICS)
    raise CommandRefused("no-such-topic", word=shortened(typed, LONGEST_NAME), topics=names)
