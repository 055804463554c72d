"""The rules, in words and pictures."""

from bot.commands.arguments import RuleTopicArg, TypedTextArg, TypedWordArg
from bot.commands.registry import command
from bot.model.command import ANY_GAME, BOTH, BUTTONS, LOOK, PRIVATE, PUBLIC
from bot.model.message import Message
from bot.requests.request import Request
from bot.shown.lessons import illustrated_rules, shown_rule


@command("rules", LOOK, menus=BOTH, posts=("lobby",), game=ANY_GAME, answer=PUBLIC, link=True)
async def rules(request: Request, topic: RuleTopicArg = "") -> Message:
    """Show the rules, or one topic of them (see bot.text.topics)."""
    return illustrated_rules(request, topic)


@command("showme", LOOK, offered=BUTTONS, answer=PRIVATE)
async def showme(request: Request, kind: TypedWordArg = "", place: TypedTextArg = "") -> Message:
    """Show a topic of the rules in a picture, at a route or city of the game where one is given."""
    return shown_rule(request, kind, place)
