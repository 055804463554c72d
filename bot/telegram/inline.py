"""Inline mode: a player types the bot's name and sees their own hand, and what it pays for.

Only the person who types sees the list. What goes into the group is a command: a claim, or one that reveals
nothing.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace

import telegram
from telegram.error import BadRequest

from bot.commands.arguments import ROUTE, ROUTE_CARDS, Suggestion
from bot.commands.dispatcher import Dispatcher
from bot.model.call import Asker
from bot.model.identity import Chat
from bot.telegram.button_codes import HELLO
from bot.telegram.chat_id import ChatId, TelegramAsker, meet, person_of
from bot.telegram.formatted_text import plain, shortened

MOST = 40
_LONGEST = 250
_FEW_ROUTES = 4
"""Up to this many routes are listed with every way to pay for them."""

InlineLine = tuple[str, str, str]
"""A line of the list: its title, the line below it, and the command that it sends."""

log = logging.getLogger(__name__)


async def answer_inline(dispatcher: Dispatcher, query: telegram.InlineQuery) -> None:
    """List what the person can send. Telegram does not say in which chat they type.

    A person who plays nowhere is led to the private chat.
    """
    person = person_of(query.from_user)
    if await dispatcher.refusal(Asker(person, ChatId.of(person).address), typing=True):
        await _answer(query, [], None)
        return
    asker = await meet(dispatcher.directory, query.from_user, ChatId.of(person))
    listed, _ = await dispatcher.directory.games_of(asker.person, asker.phrases, MOST)
    homes = [(game, await dispatcher.directory.home(asker.person, game)) for game in listed]
    games = [(game, chat) for game, chat in homes if chat]
    if games:
        phrases = await dispatcher.directory.phrases(asker.person, games[0][1])
        asker = replace(asker, phrases=phrases)
    results = await _results(dispatcher, asker, games, query.query.strip())
    articles = [_article(number, one, query.get_bot()) for number, one in enumerate(results[:MOST])]
    link = telegram.InlineQueryResultsButton(asker.phrases.say("button-private"), start_parameter=HELLO)
    await _answer(query, articles, None if articles else link)


async def _answer(
    query: telegram.InlineQuery,
    articles: Sequence[telegram.InlineQueryResultArticle],
    button: telegram.InlineQueryResultsButton | None,
) -> None:
    try:
        await query.answer(articles, cache_time=0, is_personal=True, button=button)
    except BadRequest:
        log.info("Telegram: it was too late to answer an inline query")


async def _results(
    dispatcher: Dispatcher, asker: TelegramAsker, games: Sequence[tuple[str, Chat]], typed: str
) -> Sequence[InlineLine]:
    """The hand and the claims of one game; of several, first the choice of one by its number."""
    number, _, rest = typed.partition(" ")
    if len(games) == 1:
        return await _hand_and_claims(dispatcher, asker, games[0][1], typed)
    if number.isdecimal() and 1 <= int(number) <= len(games):
        return await _hand_and_claims(dispatcher, asker, games[int(number) - 1][1], rest)
    labels, _ = await dispatcher.directory.games_of(asker.person, asker.phrases)
    return [
        (asker.phrases.say("inline-game", number=place), plain(labels.get(game, "")), "games")
        for place, (game, _) in enumerate(games, 1)
    ]


async def _hand_and_claims(
    dispatcher: Dispatcher, asker: TelegramAsker, chat: Chat, typed: str
) -> Sequence[InlineLine]:
    """The hand and the claims of the game that a chat shows."""
    there = replace(asker, chat=chat)
    panel = await dispatcher.panel(there)
    hand, _, more = plain(panel.brief or panel.text).partition("\n")
    routes = await dispatcher.suggest(there, ROUTE, typed)
    claims = [(one.label, "", f"claim {one.words}") for one in routes]
    if len(routes) <= _FEW_ROUTES:
        claims = [line for one in routes for line in await _payments(dispatcher, there, one)]
    return [(hand, more, "hand"), *claims]


async def _payments(dispatcher: Dispatcher, asker: TelegramAsker, route: Suggestion) -> list[InlineLine]:
    """A route with each of the ways to pay for it."""
    ways = await dispatcher.suggest(asker, ROUTE_CARDS, "", route.value)
    return [(route.label, way.label, f"claim {route.words} {way.value}") for way in ways]


def _article(number: int, result: InlineLine, bot: telegram.Bot) -> telegram.InlineQueryResultArticle:
    title, about, command = result
    word, _, rest = command.partition(" ")
    sent = telegram.InputTextMessageContent(f"/{word}@{bot.username} {rest}".rstrip())
    return telegram.InlineQueryResultArticle(
        str(number), shortened(title, _LONGEST), sent, description=shortened(about, _LONGEST) or None
    )
