"""The inline hand: in the group itself, a player opens their hand and plays from it.

Only they see the list. The move is the id of the result that they choose, the code of a button: Telegram
tells it if the operator has switched on inline feedback. Then a sign is sent into the group, and the post of
the turn says what it was. As long as Telegram has told no id, the command is sent, as people type it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import telegram

from bot.commands.moves import MoveChoice
from bot.model.call import Asker, Call
from bot.model.message import Message
from bot.telegram.button_codes import HELLO, code_of
from bot.telegram.chat_id import ChatId, TelegramAsker, meet, person_of
from bot.telegram.connection import Connection, ConnectionHandlers
from bot.telegram.formatted_text import plain, shortened
from bot.telegram.updates import deliver_answer

_SIGN = "🚂 …"
"""What is sent into the group for any move: Telegram sends no result without a text."""

_MOST = 50
_LONGEST = 250

Article = telegram.InlineQueryResultArticle
Listed = tuple[Sequence[Article], telegram.InlineQueryResultsButton | None]
"""What a query is answered with: the list, or the button that leads to the private chat."""


class InlineHand(ConnectionHandlers):
    """Lists what a person may do, and does what they choose.

    Its thumbnails are at `pictures_at`, the address of the interactive board, if there is one.
    """

    def __init__(self, connection: Connection, pictures_at: str) -> None:
        super().__init__(connection)
        self._pictures_at = pictures_at
        self._has_feedback = False
        """Whether Telegram tells which result was chosen."""

    async def on_query(self, query: telegram.InlineQuery) -> None:
        """List a person's hand and moves: in the game that they name first, or in their most urgent one.

        Telegram does not say in which chat they type. A person who plays nowhere is led to the private chat.
        """
        listed: Listed = (), None
        try:
            listed = await self._listed(query)
        finally:
            articles, link = listed
            answer = partial(query.answer, articles[:_MOST], cache_time=0, is_personal=True, button=link)
            await deliver_answer(answer)

    async def _listed(self, query: telegram.InlineQuery) -> Listed:
        person = person_of(query.from_user)
        if await self._dispatcher.refusal(Asker(person, ChatId.of(person).address), typing=True):
            return (), None
        asker = await meet(self._directory, query.from_user, ChatId.of(person))
        listed, _ = await self._directory.games_of(person, asker.phrases)
        games = {game.id: game.line for game in listed}
        first, _, typed = query.query.strip().partition(" ")
        game = first if first in games else next(iter(games), "")
        chat = await self._directory.home(person, game) if game else None
        if chat is None:
            private = asker.phrases.say("button-private")
            return (), telegram.InlineQueryResultsButton(private, start_parameter=HELLO)
        there = replace(asker, chat=chat, phrases=await self._directory.phrases(person, chat))
        about = plain(games[game]) if len(games) > 1 else ""
        typed = typed if first == game else query.query
        return await self._hand(there, game, typed, about, query.get_bot().username), None

    async def _hand(
        self, asker: TelegramAsker, game: str, typed: str, about: str, username: str
    ) -> list[Article]:
        """The answer to the person's last move, their hand, and what they can do with it."""
        panel, moves = await self._dispatcher.moves(asker, game, typed)
        cards, _, rest = plain(panel.brief or panel.text).partition("\n")
        last, hand = self._replies.answers.get((asker.chat, asker.person.id)), f"/hand@{username}"
        is_new = last and (not panel.mentions or last.as_of in (panel.as_of, Message("").as_of))
        told = (last.lead if last.panel_of else last.text) if last and is_new else ""
        return [
            *([_article("answer", told, "", hand)] if told else []),
            _article("hand", cards, f"{about}\n{rest}".strip(), hand),
            *(self._move(str(number), move, username) for number, move in enumerate(moves)),
        ]

    def _move(self, number: str, move: MoveChoice, username: str) -> Article:
        """A move. The text that is sent plays only if Telegram does not tell the id."""
        picture = f"{self._pictures_at}/card-{move.picture}.png" if self._pictures_at else None
        if self._has_feedback:
            return _article(move.code, move.label, move.about, _SIGN, picture)
        word, _, rest = move.typed.partition(" ")
        return _article(number, move.label, move.about, f"/{word}@{username} {rest}".rstrip(), picture)

    async def on_chosen(self, chosen: telegram.ChosenInlineResult) -> None:
        """Play the move that somebody has chosen. Their next list begins with its answer, and their panel
        shows what has changed. Only what was refused is told in private too, where the bot can write.
        """
        self._has_feedback = True
        call, person = Call.pressed(chosen.result_id), person_of(chosen.from_user)
        if not call.word or self._dispatcher.ignores(Asker(person, ChatId.of(person).address)):
            return
        asker = await meet(self._directory, chosen.from_user, ChatId.of(person), call.game)
        answer = await self._connection.answer(asker, call)
        self._replies.answers[asker.chat, person.id] = answer
        if not answer.panel_of and await self._dms.is_open(person):
            await self._dms.answer_group(person, asker.chat, answer, code_of("hand", call.game))


def _article(id: str, title: str, about: str, sent: str, picture: str | None = None) -> Article:
    return Article(
        id,
        shortened(plain(title), _LONGEST),
        telegram.InputTextMessageContent(plain(sent)),
        description=shortened(plain(about), _LONGEST) or None,
        thumbnail_url=picture,
    )
