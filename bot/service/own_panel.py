"""The private panel of the person who asks."""

from bot.matches.match import Match
from bot.model.message import Message
from bot.service.news import news_of
from bot.service.panels import private_panel, with_hint
from bot.service.request import Request


async def own_panel(
    request: Request,
    match: Match,
    seat: int,
    lead: str = "",
    *,
    with_map: bool = True,
    with_news: bool = False,
) -> Message:
    """The panel of a seat of this person; `with_news`, it tells what happened since their last turn."""
    news = await news_of(request.repository, match, seat, request.phrases) if with_news else ""
    panel = await private_panel(
        request.pictures,
        match,
        seat,
        request.phrases,
        lead=lead,
        with_map=with_map,
        heading=request.heading,
        news=news,
    )
    return await with_hint(panel, request.store, request.player, match, seat, request.phrases)
