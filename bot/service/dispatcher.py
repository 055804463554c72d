"""The dispatcher: takes every command of every platform, and answers in private.

It loads the match, finds the handler, and turns what a handler raises into one sentence.
"""

import logging
from collections.abc import Awaitable, Callable

from bot.matches.outcomes import CommandRefused
from bot.matches.repository import MatchRepository, UnknownGame, UnreadableGame
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import ArgumentKind, CommandCall
from bot.model.commands import Play
from bot.model.identity import Chat, Person
from bot.model.message import Message, drawn
from bot.randomness import Randomness
from bot.service.context import ChatAccess, Context, Explain
from bot.service.directory import Directory
from bot.service.handlers import HANDLERS
from bot.service.handlers.play import stale_panel
from bot.service.menus import question_message
from bot.service.panels import private_panel
from bot.service.pictures import PictureService
from bot.store import Conflict, OtherGame, Profile, StoreError
from bot.text.i18n import Phrases, phrases
from bot.text.i18n import person as person_name
from bot.text.parser import Question, build, parse
from bot.text.suggestions import Suggestion, completions, suggestions
from bot.text.truncate import shortened
from engine.notation import read_line
from engine.refusals import BadInput

Answer = Callable[[Context], Awaitable[Message]]

_LONGEST_VALUE = 1000
"""Signs of a value in the sentence of a refusal."""

log = logging.getLogger(__name__)


class Dispatcher:
    """Answers commands. It never posts: the announcer follows the log."""

    def __init__(
        self,
        repository: MatchRepository,
        access: ChatAccess,
        randomness: Randomness,
        pictures: PictureService,
        explain: Explain,
        language: str = "en",
    ) -> None:
        self.directory = Directory(repository, language)
        self._repository = repository
        self._store = repository.store
        self._access = access
        self._randomness = randomness
        self._pictures = pictures
        self._explain = explain
        self._language = language

    async def text(
        self, person: Person, chat: Chat, text: str, *, is_admin: bool | None = None, pictures: bool = True
    ) -> Message:
        """Answer what a person typed, with or without its slash.

        `is_admin` says whether they are an admin of the chat, where the platform knows that already. Without
        `pictures`, an answer can come before its pictures: `bot.model.message.drawn` adds them.
        """

        async def answer(context: Context) -> Message:
            return await _called(parse(text), context)

        return await self._answer(person, chat, answer, is_admin=is_admin, pictures=pictures)

    async def call(
        self,
        person: Person,
        chat: Chat,
        call: CommandCall,
        *,
        is_admin: bool | None = None,
        pictures: bool = True,
    ) -> Message:
        """Answer a command whose arguments the platform has told apart. The rest is as in `text`."""

        async def answer(context: Context) -> Message:
            return await _called(call, context)

        return await self._answer(person, chat, answer, is_admin=is_admin, pictures=pictures)

    async def click(
        self, person: Person, chat: Chat, code: str, *, is_admin: bool | None = None, pictures: bool = True
    ) -> Message:
        """Answer a button. A stale one changes nothing. The rest is as in `text`."""
        try:
            data = CallbackData.read(code)
        except ValueError:
            return await self._sentence(person, chat, "stale")

        async def answer(context: Context) -> Message:
            return await _clicked(data, context)

        return await self._answer(person, chat, answer, data.game, is_admin=is_admin, pictures=pictures)

    async def panel(self, person: Person, chat: Chat) -> Message:
        """The private panel of a person in the match of a chat."""
        return await self._answer(person, chat, _own_panel, is_admin=None, pictures=True)

    async def complete(self, person: Person, chat: Chat, text: str) -> tuple[str, ...]:
        """Whole lines that go on from what is typed, best first, at most 25."""
        context = await self._context(person, chat)
        return completions(context, self._repository.boards.by_id.values(), text)

    async def suggest(
        self, person: Person, chat: Chat, kind: ArgumentKind, typed: str, place: str = ""
    ) -> tuple[Suggestion, ...]:
        """Values of an argument that fit what is typed, best first, at most 25."""
        context = await self._context(person, chat)
        return suggestions(context, self._repository.boards.by_id.values(), kind, typed, place)

    async def _answer(
        self,
        person: Person,
        chat: Chat,
        answer: Answer,
        game: str = NO_GAME,
        *,
        is_admin: bool | None,
        pictures: bool,
    ) -> Message:
        """The answer about a game, or about the one that the chat shows; or a sentence why there is none."""
        try:
            context = await self._context(person, chat, game, is_admin)
        except UnknownGame:
            return await self._sentence(person, chat, "stale")
        except UnreadableGame:
            return await self._sentence(person, chat, "game-unreadable")
        except StoreError as error:
            log.error("nothing was read: %s", error)
            return Message(phrases(self._language).say("not-read"))
        message = await _guarded(answer, context)
        return await drawn(message) if pictures else message

    async def _context(
        self, person: Person, chat: Chat, game: str = NO_GAME, is_admin: bool | None = None
    ) -> Context:
        profile = await self._store.people.profile(person)
        shown = await self._store.chats.game_in(chat) if game == NO_GAME else game
        known = profile or Profile(person, person.id)
        return Context(
            person=person,
            name=known.name,
            chat=chat,
            phrases=await self.directory.phrases(person, chat),
            match=await self._repository.read(shown) if shown else None,
            confirm=known.confirm,
            is_admin=is_admin,
            linked_accounts=await self._store.people.linked_accounts(person),
            repository=self._repository,
            directory=self.directory,
            access=self._access,
            pictures=self._pictures,
            randomness=self._randomness,
            explain=self._explain,
        )

    async def _sentence(self, person: Person, chat: Chat, key: str) -> Message:
        return Message((await self.directory.phrases(person, chat)).say(key))


async def _guarded(answer: Answer, context: Context) -> Message:
    """The answer; or, where it raises, one sentence."""
    say = context.phrases.say
    try:
        return await answer(context)
    except CommandRefused as refused:
        return Message(_refusal(refused, context.phrases))
    except UnreadableGame:
        return Message(say("game-unreadable"))
    except StoreError as error:
        log.error("nothing was written: %s", error)
        return Message(say("not-written"))
    except OtherGame:
        return Message(say("game-here"))
    except Conflict:
        log.warning("game %s: other programs kept writing first", context.match and context.match.id)
        return Message(say("try-again"))


def _refusal(refused: CommandRefused, phrases: Phrases) -> str:
    """The sentence of a refusal. Several values are the names of people. What was typed may be long."""
    values: dict[str, str | int] = {}
    for name, value in refused.values.items():
        text = ", ".join(map(person_name, value)) if isinstance(value, tuple) else value
        values[name] = shortened(text, _LONGEST_VALUE) if isinstance(text, str) else text
    return phrases.say(refused.key, **values)


def failure_key(error: Exception) -> str:
    """The phrase for a person whose request failed before or after the dispatcher answered it."""
    return "not-written" if isinstance(error, StoreError) else "went-wrong"


async def _called(call: CommandCall, context: Context) -> Message:
    built = build(context, call)
    if isinstance(built, Question):
        return question_message(context, built)
    return await HANDLERS[type(built)](built, context)


async def _clicked(data: CallbackData, context: Context) -> Message:
    try:
        action = read_line(data.line)
    except BadInput:
        if data.revision and not (context.match and context.match.is_open(data.revision)):
            return await stale_panel(context)
        return await _called(parse(data.line), context)
    command = Play(action, data.revision)
    return await HANDLERS[Play](command, context)


async def _own_panel(context: Context) -> Message:
    if context.match is None or context.seat is None:
        return Message(context.phrases.say("no-seat-here"))
    return await private_panel(context.pictures, context.match, context.seat, context.phrases)
