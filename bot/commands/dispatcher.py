"""The dispatcher: takes every command of every platform, and answers in private.

It reads the match, finds the command, and turns what its function raises into one sentence.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from bot.commands import COMMANDS
from bot.commands.arguments import Argument, Suggestion
from bot.commands.games import restorable_game
from bot.commands.look import hand_panel
from bot.commands.moves import MoveChoice, moves
from bot.commands.play import play, stale_panel
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.repository import UnknownGame
from bot.matches.roster import Status
from bot.metrics import ANSWER_SECONDS, REQUESTS, STORE_ERRORS
from bot.model.call import Asker, Call
from bot.model.callbacks import NO_GAME, TWO_CARDS
from bot.model.command import LAST_FINISHED
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.profile import Profile
from bot.requests.access import open_game
from bot.requests.directory import heading
from bot.requests.permissions import require_allowed_home
from bot.requests.rate_limits import RATES, RateLimit, Rates
from bot.requests.request import Request, Services
from bot.shown.archive import Archive
from bot.shown.lessons import refused_move
from bot.shown.table_state import TableState, shown_table
from bot.store import Conflict, OtherGame, StoreError, UnreadableGame
from bot.text.i18n import phrases
from bot.text.refusal_text import refusal_text
from bot.work_queue import WorkQueue, request_queue
from engine.actions import DrawDeck
from engine.notation import read_line
from engine.refusals import BadInput, IllegalAction

_MOST_PLACES = 3
"""Games elsewhere that the answer in a chat without a game names."""

log = logging.getLogger(__name__)


class Dispatcher:
    """Answers commands. It never posts: the announcer follows the log."""

    def __init__(
        self, services: Services, language: str = "en", rates: Rates = RATES, queue: WorkQueue | None = None
    ) -> None:
        self._services = services
        self._store = services.repository.store
        self._language = language
        self.directory = services.directory
        self.archive = Archive(services.repository, services.pictures, language, services.allow_list)
        self.queue = queue or request_queue()
        """What requests wait for. An adapter takes a turn for each, and acknowledges first if it is long."""
        self._requests = RateLimit(services.repository.clock, rates.requests)
        self._typing = RateLimit(services.repository.clock, rates.typing)

    # ---- requests

    async def answer(self, asker: Asker, call: Call) -> Message:
        """Answer what a person typed, chose or pressed. A stale button changes nothing.

        The pictures are still to be drawn (see `bot.model.message.drawn`): the text comes first.
        """
        with ANSWER_SECONDS.labels(asker.chat.platform).time():
            try:
                if refused := await self.refusal(asker):
                    REQUESTS.labels(asker.chat.platform, "refused").inc()
                    return refused
            except StoreError as error:
                return self._not_read(error)
            REQUESTS.labels(asker.chat.platform, "admitted").inc()
            message = await self._answered(asker, call.game, partial(_carry_out, call))
            with suppress(StoreError):
                if game := await self._store.chats.game_in(asker.chat):
                    await self._services.announcements.retry_refused(asker.chat, game)
            return message

    async def panel(self, asker: Asker, game: str = NO_GAME) -> Message:
        """The private panel of a person in the match of a chat. It is shown unasked, and so is no request."""
        try:
            if key := await self._denial(asker):
                return await self._sentence(asker, key)
        except StoreError as error:
            return self._not_read(error)
        return await self._answered(asker, game, _own_panel)

    async def moves(self, asker: Asker, game: str, typed: str) -> tuple[Message, tuple[MoveChoice, ...]]:
        """The panel of a person in a game, and all moves that fit what they type, best first.

        An adapter asks `refusal` first.
        """
        request = await self._request(asker, game)
        return await _guarded(_own_panel, request), tuple(moves(request, typed))

    async def table(self, asker: Asker, game: str = NO_GAME) -> TableState | None:
        """The table of a chat as a person sees it, for a page that draws it; None where they may not look."""
        if await self._denial(asker):
            return None
        with suppress(CommandRefused, UnknownGame):
            return await shown_table(await self._request(asker, game))
        return None

    async def show_panels(self, asker: Asker, game: str | None = None) -> Message | int:
        """Send a person the panels of their running games, or of one, in their private chat.

        Returns how many there are, or why none is sent.
        """
        if refused := await self.refusal(asker):
            return refused
        return await self._services.announcements.write_again(asker.person, game) or 0

    def ignores(self, asker: Asker, *, typing: bool = False) -> bool:
        """Whether a person was told to slow down and has to wait. If so, only acknowledge the request.

        An adapter asks this before anything else. `typing` is for suggestions, about which nobody is told.
        """
        return (self._typing if typing else self._requests).is_resting(asker.person, asker.chat)

    async def refusal(self, asker: Asker, *, typing: bool = False) -> Message | None:
        """Why a request gets no answer: there are too many, or the operator does not allow them here.

        None if it gets one. The methods above check this themselves. An adapter calls it before an answer of
        its own, which then counts as a request, or with `typing` as a suggestion.
        """
        if self.ignores(asker, typing=typing):
            return Message(phrases(self._language).say("too-fast"))
        limit = self._typing if typing else self._requests
        key = await self._denial(asker) if limit.admits(asker.person, asker.chat) else "too-fast"
        return await self._sentence(asker, key) if key else None

    # ---- while somebody types

    async def complete(self, asker: Asker, text: str) -> tuple[str, ...]:
        """Whole lines that go on from what is typed, best first, at most 25."""
        if await self.refusal(asker, typing=True):
            return ()
        return COMMANDS.completions(await self._request(asker, NO_GAME), text)

    async def suggest(
        self, asker: Asker, argument: Argument[Any], typed: str, place: str = ""
    ) -> tuple[Suggestion, ...]:
        """Values of an argument that fit what is typed, best first, at most 25; cards pay for `place`."""
        if await self.refusal(asker, typing=True):
            return ()
        request = await self._request(asker, NO_GAME)
        if argument.look_up:
            return tuple(await argument.look_up(request, typed))
        return argument.suggestions(request, typed, place)

    # ---- how

    async def _denial(self, asker: Asker) -> str:
        """The key of the sentence about a request that the operator does not allow; "" if it is allowed."""
        if not await self._services.allow_list.allows(asker.person):
            return "person-denied"
        return "" if await self._services.allow_list.allows(asker.chat) else "place-denied"

    async def _answered(
        self, asker: Asker, game: str, answer: Callable[[Request], Awaitable[Message]]
    ) -> Message:
        """The answer, or a sentence why there is none."""
        try:
            request = await self._request(asker, game)
        except UnknownGame:
            return await self._sentence(asker, "stale")
        except StoreError as error:
            return self._not_read(error)
        message = await _guarded(answer, request)
        if request.heading and not message.panel_of:  # a panel names its game itself
            message = replace(message, text=f"{request.heading}\n{message.text}")
        return message

    def _not_read(self, error: StoreError) -> Message:
        STORE_ERRORS.inc()
        log.error("nothing was read: %s", error)
        return Message(phrases(self._language).say("not-read"))

    async def _request(self, asker: Asker, game: str) -> Request:
        """The request of a person about a game, or else about the one that the chat shows."""
        person, chat, store = asker.person, asker.chat, self._store
        profile = await store.people.profile(person) or Profile(person, person.id)
        match, unreadable = await self._match(person, chat, game)
        words = await self.directory.phrases(person, chat)
        return Request(
            profile=profile,
            chat=chat,
            phrases=words,
            match=match,
            unreadable=unreadable,
            is_admin=asker.is_admin,
            linked_accounts=await store.people.linked_accounts(person),
            services=self._services,
            id=asker.id,
            heading=await heading(store, person, match, words) if match else "",
        )

    async def _match(self, person: Person, chat: Chat, game: str) -> tuple[Match | None, str]:
        """The match that a request names, or else the chat shows; or the game, if it cannot be read."""
        repository = self._services.repository
        try:
            if game != NO_GAME:
                return await open_game(repository, person, chat, game), ""
            shown = await repository.store.chats.game_in(chat)
            return await repository.read(shown) if shown else None, ""
        except UnreadableGame as wrong:
            return None, wrong.game

    async def _sentence(self, asker: Asker, key: str) -> Message:
        return Message((await self.directory.phrases(asker.person, asker.chat)).say(key))


async def _guarded(answer: Callable[[Request], Awaitable[Message]], request: Request) -> Message:
    """The answer; or, where it raises, one sentence."""
    say = request.phrases.say
    try:
        await require_allowed_home(request, request.match)
        return await answer(request)
    except CommandRefused as refused:
        return Message(await _refused(refused, request))
    except IllegalAction as illegal:
        return refused_move(illegal, request)
    except UnreadableGame as wrong:
        return Message(say("game-unreadable", game=wrong.game))
    except StoreError as error:
        STORE_ERRORS.inc()
        log.error("nothing was written: %s", error)
        return Message(say("not-written"))
    except OtherGame:
        return Message(say("game-here"))
    except Conflict:
        log.warning("game %s: other programs kept writing first", request.match and request.match.id)
        return Message(say("try-again"))


async def _refused(refused: CommandRefused, request: Request) -> str:
    """The sentence of a refusal. If there is no game here, it adds that one can be restored, and which games
    the person plays elsewhere.
    """
    sentences, say = [refusal_text(refused, request.phrases)], request.phrases.say
    if refused.key != "no-game":
        return sentences[0]
    with suppress(CommandRefused):
        await restorable_game("", request)
        sentences.append(say("can-be-restored"))
    games, _ = await request.directory.games_of(request.person, request.phrases, _MOST_PLACES)
    if games:
        sentences.append(say("games-elsewhere", places="; ".join(game.place for game in games)))
    return " ".join(sentences)


async def _carry_out(call: Call, request: Request) -> Message:
    """Play the action of a button, or carry out the command of a word."""
    if call.line == TWO_CARDS:
        return await play(replace(request, revision=call.revision), DrawDeck(), DrawDeck())
    if call.revision is not None:
        try:
            action = read_line(call.line)
        except BadInput:  # it is the button of a command
            if call.revision and not request.shown_match.is_open(call.revision):
                return await stale_panel(request)
        else:
            return await play(replace(request, revision=call.revision), action)
    command = COMMANDS.get(call.word)
    if command is None:
        raise CommandRefused("no-such-command", word=call.word)
    if command.game == LAST_FINISHED and request.match is None and not request.unreadable:
        request = replace(request, match=await request.directory.last_finished(request.person))
    return await command.carry_out(request, call)


def _seats_of(match: Match) -> str:
    """What somebody without a seat is told about the seats of a game."""
    match match.roster.status:
        case Status.LOBBY:
            most = match.board.variants[match.roster.variant].players_most
            return "free" if len(match.roster.holders) < most else "full"
        case Status.RUNNING:
            return "running"
        case _:
            return "over"


async def _own_panel(request: Request) -> Message:
    """The private panel, or why there is none: nobody has asked for it, so that is no refusal."""
    if request.match is None and not request.unreadable:
        return Message(request.phrases.say("no-seat-here"))
    roster = request.shown_match.roster
    if request.seat is None and roster.owned_seat(str(request.player)) is None:
        return Message(request.phrases.say("no-seat-in-game", state=_seats_of(request.shown_match)))
    return await hand_panel(request)
