"""Help by topic, and the README's table of commands, both from the command table."""

from collections.abc import Iterator
from typing import get_args

from bot.model.callbacks import NO_GAME
from bot.model.command_spec import CommandSpec, Section, Trait
from bot.model.commands import COMMANDS, Command
from bot.model.message import Message
from bot.text.i18n import Phrases, phrases
from bot.text.topics import known_topic, topic_menu, topic_name

SECTIONS: tuple[Section, ...] = get_args(Section)
TOPICS = ("start", "turn", "writing", *(section for section in SECTIONS if section != "turn"))
"""First what a newcomer needs; then each section of the commands, and how to write places and cards."""


def help_message(platform: str, typed: str, phrases: Phrases) -> Message:
    """Help on a topic, or for newcomers, with a list of all topics. Raises CommandRefused."""
    topic = known_topic("help", TOPICS, typed, phrases)
    text = f"**{topic_name('help', topic, phrases)}**\n{help_text(topic, platform, phrases)}"
    return Message(text, menus=(topic_menu("help", TOPICS, topic, NO_GAME, phrases),))


def help_text(topic: str, platform: str, phrases: Phrases) -> str:
    """What a topic says: sentences, or the commands of a section with what they do."""
    if topic not in SECTIONS:
        return phrases.say(f"help-{topic}", platform=platform)
    return "\n".join(_section(topic, platform, phrases))


def _section(section: str, platform: str, phrases: Phrases) -> Iterator[str]:
    for spec in COMMANDS:
        if spec.section == section and is_offered(spec, platform):
            yield f"{spec.written_on(platform)}: {phrases.say(f'slash-{spec.word}-about')}"


def is_offered(spec: CommandSpec[Command], platform: str) -> bool:
    """Whether people of a platform can give a command by its own name."""
    if platform == "discord":
        return spec.has(Trait.SLASH) or spec.has(Trait.GAME_SLASH)
    return spec.has(Trait.TYPED)


def markdown_table() -> str:
    """The commands as a table for the README."""
    english = phrases("en")
    rows = [
        f"| {_written(spec)} | {english.say(f'slash-{spec.word}-about')} |"
        for spec in COMMANDS
        if spec.has(Trait.TYPED)
    ]
    return "\n".join(("| command | what it does |", "|---|---|", *rows))


def _written(spec: CommandSpec[Command]) -> str:
    """The command as it is typed, with its other names."""
    words = {spec.written_on(platform): None for platform in ("local", "discord", "telegram")}
    return ", ".join(f"`{word}`" for word in words)
