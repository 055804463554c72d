"""Inline mode: a player types the bot's name and sees their own hand, and what it pays for.

Only whoever types sees the list. What is sent into the group is a command: a claim, or nothing that tells.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import telegram
from telegram.error import BadRequest

from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.platforms.port import CommandService
from bot.platforms.telegram.addresses import ChatId
from bot.platforms.telegram.codes import NOTHING
from bot.platforms.telegram.formatted_text import bare, clipped
from bot.platforms.telegram.people import People
from bot.store import Store
from bot.text.i18n import Phrases
from bot.text.suggestions import Field, Part, Suggestion

MOST = 40
_LONGEST = 250
_FEW = 4
"""Routes that are few enough to list the ways to pay for each."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seat:
    """A game under way in which a person sits, and the chat that shows it."""

    game: str
    chat: Chat


@dataclass(frozen=True, slots=True)
class Offer:
    """One line of the list: what it says, what it says below, and the command that it sends."""

    title: str
    about: str
    command: str


class Inline:
    """Serves those who type the bot's name, wherever they are: Telegram does not tell where."""

    def __init__(self, desk: CommandService, store: Store, people: People, username: str) -> None:
        self._desk = desk
        self._store = store
        self._people = people
        self._username = username

    async def asked(self, query: telegram.InlineQuery) -> None:
        """Show what can be sent; whoever sits nowhere is led to the private chat."""
        person = await self._people.met(query.from_user)
        seats = await self._seats(person)
        said = await self._people.spoken_to(
            person, seats[0].chat if seats else ChatId(int(person.id)).address
        )
        offers = await self._offers(person, seats, query.query.strip(), said)
        way = telegram.InlineQueryResultsButton(said.say("button-private"), start_parameter=NOTHING)
        results = [self._article(number, offer) for number, offer in enumerate(offers[:MOST])]
        try:
            await query.answer(results, cache_time=0, is_personal=True, button=None if results else way)
        except BadRequest:
            log.info("Telegram: somebody's list came too late")

    async def _seats(self, person: Person) -> list[Seat]:
        """Where a person sits, the latest game first."""
        open_games = [one.game for one in await self._store.people.games_of(person) if not one.closed]
        chats = [(game, await self._desk.home(person, game)) for game in open_games]
        return [Seat(game, chat) for game, chat in chats if chat]

    async def _offers(
        self, person: Person, seats: Sequence[Seat], typed: str, said: Phrases
    ) -> Sequence[Offer]:
        """Of one game the hand and the claims; of several, first which one, by its number."""
        number, _, rest = typed.partition(" ")
        if len(seats) == 1:
            return await self._of_game(person, seats[0], typed)
        if number.isdecimal() and 1 <= int(number) <= len(seats):
            return await self._of_game(person, seats[int(number) - 1], rest)
        games = await self._people.games(person, ChatId(int(person.id)).address)
        return [
            Offer(said.say("inline-game", number=place), games.get(seat.game, ""), "games")
            for place, seat in enumerate(seats, 1)
        ]

    async def _of_game(self, person: Person, seat: Seat, typed: str) -> Sequence[Offer]:
        code = CallbackData(seat.game, 0, "hand").code
        panel = await self._desk.click(person, seat.chat, code, pictures=False)
        hand, _, more = bare(panel.brief or panel.text).partition("\n")
        routes = await self._desk.suggest(person, seat.chat, Part(Field.ROUTE, typed))
        claims = [Offer(one.label, "", f"claim {one.value}") for one in routes]
        if len(routes) <= _FEW:
            claims = [offer for one in routes for offer in await self._paid(person, seat, one)]
        return [Offer(hand, more, "hand"), *claims]

    async def _paid(self, person: Person, seat: Seat, route: Suggestion) -> list[Offer]:
        """A route with each of the ways to pay for it."""
        ways = await self._desk.suggest(person, seat.chat, Part(Field.ROUTE_CARDS, "", route.value))
        return [Offer(route.label, way.label, f"claim {route.value} {way.value}") for way in ways]

    def _article(self, number: int, offer: Offer) -> telegram.InlineQueryResultArticle:
        word, _, rest = offer.command.partition(" ")
        sent = telegram.InputTextMessageContent(f"/{word}@{self._username} {rest}".rstrip())
        about = clipped(offer.about, _LONGEST) or None
        return telegram.InlineQueryResultArticle(
            str(number), clipped(offer.title, _LONGEST), sent, description=about
        )
