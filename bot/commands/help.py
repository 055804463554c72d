"""Help by topic, and the README's table of commands, both made from the commands."""

from collections.abc import Iterable
from typing import get_args

from bot.commands.arguments import HelpTopicArg
from bot.commands.registry import command
from bot.model.callbacks import NO_GAME
from bot.model.command import BOTH, LOOK, OWN, CommandRow, Section
from bot.model.message import Message
from bot.service.request import Request
from bot.text.i18n import Phrases, phrases
from bot.text.topics import HELP_TOPICS, known_topic, topic_menu, topic_name


@command("help", LOOK, discord=OWN, menus=BOTH, any_game=True, link=True, public=True)
async def help(request: Request, topic: HelpTopicArg = "") -> Message:
    """Show what a newcomer needs, or one topic of help, with a list of all topics."""
    shown = known_topic("help", HELP_TOPICS, topic, request.phrases)
    title = topic_name("help", shown, request.phrases)
    text = help_text(request.services.commands, shown, request.chat.platform, request.phrases)
    menu = topic_menu("help", HELP_TOPICS, shown, NO_GAME, request.phrases)
    return Message(f"**{title}**\n{text}", menus=(menu,))


def help_text(commands: Iterable[CommandRow], topic: str, platform: str, phrases: Phrases) -> str:
    """What a topic says: sentences, or the commands of a section with what they do."""
    if topic not in get_args(Section):
        return phrases.say(f"help-{topic}", platform=platform)
    return "\n".join(
        f"{one.written_on(platform)}: {phrases.say(f'slash-{one.word}-about')}"
        for one in commands
        if one.section == topic and one.is_offered(platform)
    )


def markdown_table(commands: Iterable[CommandRow]) -> str:
    """The commands as a table for the README."""
    english = phrases("en")
    rows = [
        f"| {_written(one)} | {english.say(f'slash-{one.word}-about')} |" for one in commands if one.typed
    ]
    return "\n".join(("| command | what it does |", "|---|---|", *rows))


def _written(one: CommandRow) -> str:
    """The command as it is typed, with its other names."""
    words = {one.written_on(platform): None for platform in ("local", "discord", "telegram")}
    return ", ".join(f"`{word}`" for word in words)
