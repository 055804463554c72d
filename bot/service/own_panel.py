"""The private panel of the person who asks."""

from bot.matches.match import Match
from bot.model.message import Message
from bot.service.context import Context
from bot.service.first_games import wants_hints
from bot.service.news import news_of
from bot.service.panels import private_panel, with_hint


async def own_panel(
    context: Context,
    match: Match,
    seat: int,
    lead: str = "",
    *,
    marked: tuple[int, ...] = (),
    with_map: bool = True,
    with_news: bool = False,
) -> Message:
    """The panel of a seat of this person; `with_news`, it tells what happened since their last turn."""
    news = await news_of(context.repository, match, seat, context.phrases) if with_news else ""
    panel = await private_panel(
        context.pictures,
        match,
        seat,
        context.phrases,
        lead,
        marked,
        with_map=with_map,
        heading=context.heading,
        news=news,
    )
    if await wants_hints(context.store, context.player, match, seat):
        return await with_hint(panel, match, seat, context.phrases)
    return panel
