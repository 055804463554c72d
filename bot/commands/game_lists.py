"""The games that a person plays."""

from bot.commands.arguments import NumberArg
from bot.commands.registry import command
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import BOTH, OWN, PERSON
from bot.model.message import Button, Menu, Message, Rows
from bot.service.request import Request
from bot.text.i18n import Phrases

_MOST_GAMES = 20
"""Games that one message lists."""


@command("games", PERSON, discord=OWN, menus=BOTH, menu_after="log", any_game=True, link=True)
async def games(request: Request, page: NumberArg = None) -> Message:
    """Show a page of the unfinished games of the person, the most urgent first."""
    say, page = request.phrases.say, page or 1
    after = (page - 1) * _MOST_GAMES
    games, more = await request.directory.lists_of(request.person, request.phrases, _MOST_GAMES, after)
    unreadable = await request.directory.unreadable_games(request.person)
    lines = [line for line, _ in games.values()]
    if more:
        lines.append(say("games-more", count=more))
    if unreadable:
        lines.append(say("games-unreadable", games=", ".join(unreadable), count=len(unreadable)))
    buttons = tuple(Button(label, CallbackData(game, 0, "hand").code) for game, (_, label) in games.items())
    menus = (Menu(say("show-hand-of"), buttons),) if buttons else ()
    if page > 1:
        lines.insert(0, say("games-page", page=page))
    text = "\n".join(lines) or say("no-games")
    return Message(text, menus=menus, buttons=_pages(page, more, request.phrases))


def _pages(page: int, more: int, phrases: Phrases) -> Rows:
    """The buttons for the pages of games before and after one."""
    to = {"before": page - 1 if page > 1 else 0, "after": page + 1 if more else 0}
    row = tuple(
        Button(phrases.say(f"button-games-{way}"), CallbackData(NO_GAME, 0, f"games {number}").code)
        for way, number in to.items()
        if number
    )
    return (row,) if row else ()
