"""The dispatcher: takes every command of every platform, and answers in private.

It loads the match, finds the handler, and turns what a handler raises into one sentence.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.metrics import ANSWER_SECONDS, REQUESTS, STORE_ERRORS
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import ArgumentKind, CommandCall, Trait
from bot.model.commands import SPECS, Play
from bot.model.identity import Chat, Person
from bot.model.message import Message, drawn
from bot.model.profile import Profile
from bot.randomness import RandomBytes
from bot.service.abandoned_games import end_game
from bot.service.access import open_game
from bot.service.archive import Archive
from bot.service.context import Advise, ChatAccess, Context, Explain, Review
from bot.service.directory import Directory, heading
from bot.service.handlers import handler_of
from bot.service.handlers.games import restorable_game
from bot.service.handlers.play import stale_panel
from bot.service.lessons import refused_move
from bot.service.own_panel import own_panel
from bot.service.panels import lost_seat
from bot.service.permissions import require_allowed_home
from bot.service.pictures import PictureService
from bot.service.rate_limits import ALL_RATES, RateLimit, Rates
from bot.service.statistics import suggested_months
from bot.service.table_state import TableState, shown_table
from bot.store import Conflict, OtherGame, StoreError, UnreadableGame
from bot.text.errors import refusal_text
from bot.text.i18n import phrases
from bot.text.parser import build, parse
from bot.text.suggestions import Suggestion, completions, suggestions
from bot.work_queue import WorkQueue, request_queue
from engine.notation import read_line
from engine.refusals import BadInput, IllegalAction

Answer = Callable[[Context], Awaitable[Message]]

_MOST_PLACES = 3
"""Games elsewhere that the answer in a chat without a game names."""

log = logging.getLogger(__name__)


class Dispatcher:
    """Answers commands. It never posts: the announcer follows the log."""

    def __init__(
        self,
        repository: MatchRepository,
        access: ChatAccess,
        random_bytes: RandomBytes,
        pictures: PictureService,
        explain: Explain,
        advise: Advise,
        review: Review,
        language: str = "en",
        rates: Rates = ALL_RATES,
        turn_clock: str = "24h",
        queue: WorkQueue | None = None,
    ) -> None:
        self.directory = Directory(repository, language)
        self.archive = Archive(repository, pictures, language, access)
        self._repository = repository
        self._store = repository.store
        self._access = access
        self._random_bytes = random_bytes
        self._pictures = pictures
        self._explain = explain
        self._advise = advise
        self._review = review
        self._language = language
        self._turn_clock = turn_clock
        self.queue = queue or request_queue()
        """What requests wait for. An adapter takes a turn for each, and acknowledges first if it is long."""
        limits = (RateLimit(repository.clock, rate) for rate in rates)
        self._requests, self._typing, self._changes = limits

    async def end_game(self, game: str, *, running: bool) -> bool:
        """End an abandoned lobby, or with `running` any game, for the operator; False where it goes on."""
        return await end_game(self._repository, game, running=running)

    def ignores(self, person: Person, chat: Chat, *, typing: bool = False) -> bool:
        """Whether a person was told to slow down and has to wait. If so, only acknowledge the request.

        An adapter asks this before anything else. `typing` is for suggestions, about which nobody is told.
        """
        return (self._typing if typing else self._requests).is_resting(person, chat)

    async def refusal(self, person: Person, chat: Chat, *, typing: bool = False) -> Message | None:
        """Why a request gets no answer: there are too many, or the operator does not allow them here.

        None if it gets one. The methods below check this themselves. An adapter calls it before an answer of
        its own, which then counts as a request, or with `typing` as a suggestion.
        """
        if self.ignores(person, chat, typing=typing):
            return Message(phrases(self._language).say("too-fast"))
        limit = self._typing if typing else self._requests
        key = await self._denial(person, chat) if limit.admits(person, chat) else "too-fast"
        return await self._sentence(person, chat, key) if key else None

    async def text(
        self,
        person: Person,
        chat: Chat,
        text: str,
        game: str = NO_GAME,
        *,
        is_admin: bool | None = None,
        pictures: bool = True,
        request_id: str = "",
    ) -> Message:
        """Answer what a person typed, with or without its slash.

        `is_admin` says whether they are an admin of the chat, where the platform knows that already. Without
        `pictures`, an answer can come before its pictures: `bot.model.message.drawn` adds them. `request_id`
        is the platform's id of the request, which a join and a start add to the chance of the game.
        """
        answer = partial(_typed, text)
        return await self._answer(
            person, chat, answer, game, is_admin=is_admin, pictures=pictures, request_id=request_id
        )

    async def call(
        self,
        person: Person,
        chat: Chat,
        call: CommandCall,
        *,
        is_admin: bool | None = None,
        pictures: bool = True,
        request_id: str = "",
    ) -> Message:
        """Answer a command whose arguments the platform has told apart. The rest is as in `text`."""
        answer = partial(_called, call)
        return await self._answer(
            person, chat, answer, is_admin=is_admin, pictures=pictures, request_id=request_id
        )

    async def click(
        self,
        person: Person,
        chat: Chat,
        code: str,
        *,
        is_admin: bool | None = None,
        pictures: bool = True,
        request_id: str = "",
    ) -> Message:
        """Answer a button. A stale one changes nothing. The rest is as in `text`."""
        data = CallbackData.read_or_unknown(code)
        answer = partial(_clicked, data)
        return await self._answer(
            person, chat, answer, data.game, is_admin=is_admin, pictures=pictures, request_id=request_id
        )

    async def panel(
        self, person: Person, chat: Chat, game: str = NO_GAME, *, pictures: bool = True
    ) -> Message:
        """The private panel of a person in the match of a chat. It is shown unasked, and so is no request."""
        try:
            if key := await self._denial(person, chat):
                return await self._sentence(person, chat, key)
        except StoreError as error:
            return self._unread(error)
        return await self._answered(person, chat, _own_panel, game, is_admin=None, pictures=pictures)

    async def table(self, person: Person, chat: Chat, game: str = NO_GAME) -> TableState | None:
        """The table of a chat as a person sees it, for a page that draws it; None where they may not look."""
        if await self._denial(person, chat):
            return None
        with suppress(CommandRefused, UnknownGame):
            return await shown_table(await self._context(person, chat, game))
        return None

    async def show_panels(self, person: Person, chat: Chat, game: str | None = None) -> Message | int:
        """Send a person the panels of their running games, or of one, in their private chat.

        Returns how many there are, or why none is sent. `chat` is where they ask.
        """
        if refused := await self.refusal(person, chat):
            return refused
        return await self._access.write_again(person, game) or 0

    async def complete(self, person: Person, chat: Chat, text: str) -> tuple[str, ...]:
        """Whole lines that go on from what is typed, best first, at most 25."""
        context = await self._typing_context(person, chat)
        return completions(context, self._repository.boards.by_id.values(), text) if context else ()

    async def suggest(
        self, person: Person, chat: Chat, kind: ArgumentKind, typed: str, place: str = ""
    ) -> tuple[Suggestion, ...]:
        """Values of an argument that fit what is typed, best first, at most 25."""
        context = await self._typing_context(person, chat)
        if context and kind is ArgumentKind.MONTH:
            return await suggested_months(context, typed)
        boards = self._repository.boards.by_id.values()
        return suggestions(context, boards, kind, typed, place) if context else ()

    async def _typing_context(self, person: Person, chat: Chat) -> Context | None:
        """The context in which somebody types; None where nothing is suggested to them."""
        refused = await self.refusal(person, chat, typing=True)
        return None if refused else await self._context(person, chat)

    async def _denial(self, person: Person, chat: Chat) -> str:
        """The key of the sentence about a request that the operator does not allow; "" if it is allowed."""
        if not await self._access.allows(person):
            return "person-denied"
        return "" if await self._access.allows(chat) else "place-denied"

    async def _answer(
        self,
        person: Person,
        chat: Chat,
        answer: Answer,
        game: str = NO_GAME,
        *,
        is_admin: bool | None,
        pictures: bool,
        request_id: str = "",
    ) -> Message:
        """The answer to a request about a game, or about the one that the chat shows."""
        with ANSWER_SECONDS.labels(chat.platform).time():
            try:
                if refused := await self.refusal(person, chat):
                    REQUESTS.labels(chat.platform, "refused").inc()
                    return refused
            except StoreError as error:
                return self._unread(error)
            REQUESTS.labels(chat.platform, "admitted").inc()
            message = await self._answered(
                person, chat, answer, game, is_admin=is_admin, pictures=pictures, request_id=request_id
            )
            with suppress(StoreError):
                await self._access.answered(chat)
            return message

    async def _answered(
        self,
        person: Person,
        chat: Chat,
        answer: Answer,
        game: str = NO_GAME,
        *,
        is_admin: bool | None,
        pictures: bool,
        request_id: str = "",
    ) -> Message:
        """The answer, or a sentence why there is none."""
        try:
            context = await self._context(person, chat, game, is_admin, request_id)
        except UnknownGame:
            return await self._sentence(person, chat, "stale")
        except StoreError as error:
            return self._unread(error)
        message = _headed(await _guarded(answer, context), context.heading)
        return await drawn(message) if pictures else message

    def _unread(self, error: StoreError) -> Message:
        STORE_ERRORS.inc()
        log.error("nothing was read: %s", error)
        return Message(phrases(self._language).say("not-read"))

    async def _context(
        self,
        person: Person,
        chat: Chat,
        game: str = NO_GAME,
        is_admin: bool | None = None,
        request_id: str = "",
    ) -> Context:
        profile = await self._store.people.profile(person)
        known = profile or Profile(person, person.id)
        match, unreadable = await self._match(person, chat, game)
        words = await self.directory.phrases(person, chat)
        return Context(
            person=person,
            name=known.name,
            chat=chat,
            phrases=words,
            match=match,
            unreadable=unreadable,
            confirm=known.confirm,
            is_admin=is_admin,
            linked_accounts=await self._store.people.linked_accounts(person),
            repository=self._repository,
            directory=self.directory,
            access=self._access,
            pictures=self._pictures,
            random_bytes=self._random_bytes,
            explain=self._explain,
            advise=self._advise,
            review=self._review,
            turn_clock=self._turn_clock,
            changes=self._changes,
            request_id=request_id,
            heading=await heading(self._store, person, match, words) if match else "",
        )

    async def _match(self, person: Person, chat: Chat, game: str) -> tuple[Match | None, str]:
        """The match that a request names, or else the chat shows; or the game, if it cannot be read."""
        try:
            if game != NO_GAME:
                return await open_game(self._repository, person, chat, game), ""
            shown = await self._store.chats.game_in(chat)
            return await self._repository.read(shown) if shown else None, ""
        except UnreadableGame as wrong:
            return None, wrong.game

    async def _sentence(self, person: Person, chat: Chat, key: str) -> Message:
        return Message((await self.directory.phrases(person, chat)).say(key))


def _headed(message: Message, heading: str) -> Message:
    """An answer with a heading that names its game. A panel has one already."""
    if not heading or message.panel_of:
        return message
    return replace(message, text=f"{heading}\n{message.text}")


async def _guarded(answer: Answer, context: Context) -> Message:
    """The answer; or, where it raises, one sentence."""
    say = context.phrases.say
    try:
        await require_allowed_home(context, context.match)
        return await answer(context)
    except CommandRefused as refused:
        return Message(await _refused(refused, context))
    except IllegalAction as illegal:
        return refused_move(illegal, context)
    except UnreadableGame as wrong:
        return Message(say("game-unreadable", game=wrong.game))
    except StoreError as error:
        STORE_ERRORS.inc()
        log.error("nothing was written: %s", error)
        return Message(say("not-written"))
    except OtherGame:
        return Message(say("game-here"))
    except Conflict:
        log.warning("game %s: other programs kept writing first", context.match and context.match.id)
        return Message(say("try-again"))


async def _refused(refused: CommandRefused, context: Context) -> str:
    """The sentence of a refusal. If there is no game here, it adds that one can be restored, and which games
    the person plays elsewhere.
    """
    sentences, say = [refusal_text(refused, context.phrases)], context.phrases.say
    if refused.key != "no-game":
        return sentences[0]
    with suppress(CommandRefused):
        await restorable_game("", context)
        sentences.append(say("can-be-restored"))
    if places := await context.directory.places_of(context.person, context.phrases, _MOST_PLACES):
        sentences.append(say("games-elsewhere", places="; ".join(places)))
    return " ".join(sentences)


async def _typed(text: str, context: Context) -> Message:
    return await _called(parse(text), context)


async def _called(call: CommandCall, context: Context) -> Message:
    if context.match is None and not context.unreadable and SPECS[call.word].has(Trait.LOOKS_BACK):
        context = replace(context, match=await context.directory.last_finished(context.person))
    command = build(context, call)
    return await handler_of(command)(command, context)


async def _clicked(data: CallbackData, context: Context) -> Message:
    try:
        action = read_line(data.line)
    except BadInput:
        if data.revision and not context.shown_match.is_open(data.revision):
            return await stale_panel(context)
        return await _called(parse(data.line), context)
    command = Play(action, data.revision)
    return await handler_of(command)(command, context)


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


async def _own_panel(context: Context) -> Message:
    if context.unreadable:
        raise CommandRefused("game-unreadable", game=context.unreadable)
    if context.match and context.seat is not None:
        return await own_panel(context, context.match, context.seat, with_news=True)
    owned = context.match.roster.owned_seat(str(context.player)) if context.match else None
    if context.match is None:
        return Message(context.phrases.say("no-seat-here"))
    if owned is None:
        return Message(context.phrases.say("no-seat-in-game", state=_seats_of(context.match)))
    return lost_seat(context.match, owned, context.player, context.phrases)
