"""The games that a person plays."""

from bot.commands.arguments import NumberArg
from bot.commands.registry import command
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import ANY_GAME, BOTH, PERSON
from bot.model.message import Button, Menu, Message
from bot.requests.request import Request
from bot.shown.menus import page_buttons

_MOST_GAMES = 20
"""Games that one message lists."""


@command("games", PERSON, menus=BOTH, game=ANY_GAME, link=True)
async def games(request: Request, page: NumberArg = None) -> Message:
    """Show a page of the unfinished games of the person, the most urgent first."""
    phrases, say, page = request.phrases, request.phrases.say, page or 1
    after = (page - 1) * _MOST_GAMES
    games, more = await request.directory.games_of(request.person, phrases, _MOST_GAMES, after)
    unreadable = await request.directory.unreadable_games(request.person)
    lines = [say("games-page", page=page)] if page > 1 else []
    lines += [game.line for game in games]
    if more:
        lines.append(say("games-more", count=more))
    if unreadable:
        lines.append(say("games-unreadable", games=", ".join(unreadable), count=len(unreadable)))
    hands = tuple(Button(game.label, CallbackData(game.id, 0, "hand").code) for game in games)
    menus = (Menu(say("show-hand-of"), hands),) if hands else ()
    near = {"games-before": page - 1, "games-after": page + 1}
    buttons = page_buttons(NO_GAME, "games", near, page + 1 if more else page, phrases)
    return Message("\n".join(lines) or say("no-games"), menus=menus, buttons=buttons)
