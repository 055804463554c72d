"""Help by topic, and the rules in words and pictures."""

from collections.abc import Iterable
from typing import get_args

from bot.commands.arguments import HelpTopicArg, RuleTopicArg, TypedTextArg, TypedWordArg
from bot.commands.registry import command
from bot.model.callbacks import NO_GAME
from bot.model.command import ANY_GAME, BOTH, LOOK, OWN, PRIVATE, PUBLIC, CommandRow, Section
from bot.model.message import Message
from bot.requests.request import Request
from bot.shown.lessons import illustrated_rules, shown_rule
from bot.text.i18n import Phrases
from bot.text.topics import HELP_TOPICS, known_topic, topic_menu, topic_name


@command("help", LOOK, discord=OWN, menus=BOTH, game=ANY_GAME, answer=PUBLIC, link=True)
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
        f"{row.written_on(platform)}: {phrases.say(f'slash-{row.word}-about')}"
        for row in commands
        if row.section == topic and row.is_offered(platform)
    )


@command("rules", LOOK, discord=OWN, menus=BOTH, posts=("lobby",), game=ANY_GAME, answer=PUBLIC, link=True)
async def rules(request: Request, topic: RuleTopicArg = "") -> Message:
    """Show the rules, or one topic of them (see bot.text.topics)."""
    return illustrated_rules(request, topic)


@command("showme", LOOK, is_typed=False, answer=PRIVATE)
async def showme(request: Request, kind: TypedWordArg = "", place: TypedTextArg = "") -> Message:
    """Show a topic of the rules in a picture, at a route or city of the game where one is given."""
    return shown_rule(request, kind, place)
