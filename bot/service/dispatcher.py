"""The desk: takes what people say and press, judges it, writes it down, and answers in private."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from bot.matches import lobby, seats
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome, by_status
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command_spec import CommandCall
from bot.model.commands import (
    Abort,
    AddComputer,
    AskWhy,
    ChangeSettings,
    ChangeSetup,
    Check,
    Command,
    Explain,
    Follow,
    Join,
    Leave,
    Link,
    Mark,
    NewGame,
    Play,
    Preview,
    RemoveComputer,
    Replace,
    Restore,
    SetLanguage,
    Share,
    Show,
    Skip,
    Start,
    Unfollow,
    Unlink,
    Ways,
    WriteAgain,
)
from bot.model.identity import Chat, Person
from bot.model.message import Message, drawn
from bot.randomness import Randomness
from bot.service.accounts import Linking
from bot.service.chat_order import chats_by_preference
from bot.service.chat_rights import ChatAccess, checked, written_again
from bot.service.directory import Directory
from bot.service.followers import Followers
from bot.service.new_games import Opening
from bot.service.panels import Panels
from bot.service.permissions import Permissions
from bot.service.pictures import PictureService
from bot.service.play import StaleButton, play
from bot.service.preferences import change_settings, set_language
from bot.service.queries import Queries
from bot.service.questions import whether_to_abort, which
from bot.store import ChatTaken, Conflict, Profile, StoreError
from bot.text.completions import completions
from bot.text.errors import refusal
from bot.text.i18n import Phrases, phrases
from bot.text.parser import Ask, read
from bot.text.request import Request
from bot.text.rule_topics import explained
from bot.text.suggestions import Part, Suggestion, suggestions
from engine.actions import Action
from engine.notation import NotAnAction, read_line
from engine.refusals import IllegalAction

_TRIES = 10
_JITTER = 0.05

Answer = Callable[[Request], Awaitable[Message]]

log = logging.getLogger(__name__)


class Dispatcher:
    """Answers every command of every platform. It never speaks in public: the announcer follows the log."""

    def __init__(
        self,
        games: MatchRepository,
        grounds: ChatAccess,
        entropy: Randomness,
        artist: PictureService,
        explain: Callable[[Request, int | None], Awaitable[Message]],
        language: str = "en",
    ) -> None:
        self._games = games
        self._store = games.store
        self._ruling = Permissions(games.store, grounds, games.clock)
        self._entropy = entropy
        self._language = language
        self._panels = Panels(artist)
        self._shows = Queries(games, artist, self._panels)
        self._opening = Opening(games, entropy)
        self._sharing = Followers(games, self._opening, self._ruling, self._change)
        self.directory = Directory(games, language)
        linking = Linking(games.store, entropy, games.clock)
        self._answers: dict[type[Command], Callable[[Request, Any], Awaitable[Message]]] = {
            NewGame: self._new_game,
            Start: self._start,
            Abort: self._abort,
            Restore: self._restore,
            Play: self._play,
            Mark: self._mark,
            Ways: lambda request, ways: self._shows.action_menus.ways(request, ways.kind, ways.place),
            Show: self._shows.show,
            AskWhy: lambda request, why: explain(request, why.round),
            Preview: self._preview,
            Explain: lambda request, about: explained(request, about.topic),
            SetLanguage: lambda request, command: set_language(self._store, self._ruling, request, command),
            Share: self._sharing.share,
            Follow: self._sharing.follow,
            Unfollow: self._sharing.unfollow,
            Link: linking.link,
            Unlink: linking.unlink,
            Check: lambda request, _: checked(grounds, self._store, request),
            WriteAgain: lambda request, _: written_again(grounds, request),
            ChangeSettings: lambda request, change: change_settings(self._store, request, change),
            Skip: self._skip,
            Replace: self._replace,
            Join: self._join,
            Leave: self._leave,
            **self._of_a_lobby(),
        }

    def _of_a_lobby(self) -> dict[type[Command], Callable[[Request, Any], Awaitable[Message]]]:
        return {
            AddComputer: self._lobby(lambda match, command: lobby.add_computer(match, command)),
            RemoveComputer: self._lobby(lambda match, _: lobby.remove_computer(match)),
            ChangeSetup: self._lobby(lambda match, command: lobby.change_setup(match, command)),
        }

    async def text(
        self, person: Person, chat: Chat, text: str, *, is_admin: bool | None = None, pictures: bool = True
    ) -> Message:
        """Answer what a person typed, with or without its slash.

        `is_admin` tells whether they are an admin of the chat, where the platform knows that already. Without
        `pictures`, an answer may come before its pictures: `bot.model.message.drawn` adds them.
        """
        answer = await self._served(person, chat, lambda request: self._heard(request, text), rules=is_admin)
        return await drawn(answer) if pictures else answer

    async def call(
        self,
        person: Person,
        chat: Chat,
        call: CommandCall,
        *,
        is_admin: bool | None = None,
        pictures: bool = True,
    ) -> Message:
        """Answer a command whose arguments the platform has told apart."""
        words = " ".join(str(value) for value in call.arguments.given.values())
        return await self.text(person, chat, f"{call.word} {words}", is_admin=is_admin, pictures=pictures)

    async def click(
        self, person: Person, chat: Chat, code: str, *, is_admin: bool | None = None, pictures: bool = True
    ) -> Message:
        """Answer a button. A stale or foreign one changes nothing. The rest is as in `text`."""
        try:
            press = CallbackData.read(code)
        except ValueError:
            return await self._served(person, chat, _stale)
        pressed = partial(self._pressed, press=press)
        answer = await self._served(person, chat, pressed, press.game, is_admin)
        return await drawn(answer) if pictures else answer

    async def handle(
        self,
        person: Person,
        chat: Chat,
        command: Command,
        *,
        is_admin: bool | None = None,
        pictures: bool = True,
    ) -> Message:
        """Answer a command."""
        answer = await self._served(
            person, chat, lambda request: self._done(request, command), rules=is_admin
        )
        return await drawn(answer) if pictures else answer

    async def panel(self, person: Person, chat: Chat) -> Message:
        """What the person sees in private of the match in a chat."""
        return await drawn(await self._served(person, chat, self._own_panel))

    async def complete(self, person: Person, chat: Chat, text: str) -> tuple[str, ...]:
        """Whole lines that complete what is typed, best first."""
        return completions(await self._request(person, chat), text, self._games.shelf.boards.values())

    async def suggest(self, person: Person, chat: Chat, part: Part) -> tuple[Suggestion, ...]:
        """What a part of a command may be now, best first, at most 25."""
        return suggestions(await self._request(person, chat), part, self._games.shelf.boards.values())

    async def home(self, person: Person, game: str | None = None) -> Chat | None:
        """Where a person plays a game, or the only one that they sit in: what they mean in private."""
        if game is None:
            sitting = [one.game for one in await self._store.people.games_of(person) if not one.closed]
            game = sitting[0] if len(sitting) == 1 else NO_GAME
        return next(iter(await chats_by_preference(self._store, person, game)), None)

    async def _phrases(self, profile: Profile | None, chat: Chat) -> Phrases:
        """The language that a person is answered in."""
        chosen = profile.language if profile else None
        return phrases(chosen or await self._store.chats.language(chat) or self._language)

    async def _request(
        self, person: Person, chat: Chat, game: str = NO_GAME, rules: bool | None = None
    ) -> Request:
        profile = await self._store.people.profile(person)
        shown = await self._store.chats.game_in(chat) if game == NO_GAME else game
        match = await self._games.read(shown) if shown else None
        known = profile or Profile(person, person.id)
        said = await self._phrases(profile, chat)
        linked_accounts = await self._store.people.linked_accounts(person)
        return Request(person, known.name, chat, said, match, known.confirm, rules, linked_accounts)

    async def _own_panel(self, request: Request) -> Message:
        if request.match is None or request.seat is None:
            return Message(request.phrases.say("no-seat-here"))
        return await self._panels.panel(request.match, request.seat, request.phrases)

    async def _served(
        self, person: Person, chat: Chat, answer: Answer, game: str = NO_GAME, rules: bool | None = None
    ) -> Message:
        """The answer about a game, or about what the chat shows; a game that is not there is a stale one."""
        try:
            request = await self._request(person, chat, game, rules)
        except KeyError:
            return await self._served(person, chat, _stale)
        except StoreError as error:
            log.error("nothing was read: %s", error)
            return Message(phrases(self._language).say("not-read"))
        return await self._answered(request, answer)

    async def _answered(self, request: Request, answer: Answer) -> Message:
        """The answer, or why there is none, in one sentence."""
        say = request.phrases.say
        try:
            return await answer(request)
        except CommandRefused as refused:
            return Message(say(refused.key, **refused.values))
        except StoreError as error:
            log.error("nothing was written: %s", error)
            return Message(say("not-written"))
        except ChatTaken:
            return Message(say("game-here"))
        except Conflict:
            log.warning("game %s: still contended after %d tries", request.match and request.match.id, _TRIES)
            return Message(say("try-again"))

    async def _heard(self, request: Request, text: str) -> Message:
        understood = read(request, text)
        if isinstance(understood, Ask):
            return which(request, understood)
        return await self._done(request, understood)

    async def _pressed(self, request: Request, press: CallbackData) -> Message:
        try:
            action = read_line(press.line)
        except NotAnAction:
            if press.revision and not (request.match and request.match.is_open(press.revision)):
                return await self._moved_on(request)
            return await self._heard(request, press.line)
        return await self._done(request, Play(action, press.revision))

    async def _moved_on(self, request: Request) -> Message:
        """A stale button: what the board is like now, for that person only."""
        if request.match is None or request.seat is None:
            return Message(request.phrases.say("not-your-seat"))
        lead = request.phrases.say("stale")
        return await self._panels.panel(request.match, request.seat, request.phrases, lead)

    async def _done(self, request: Request, command: Command) -> Message:
        return await self._answers[type(command)](request, command)

    async def _change(
        self, request: Request, decide: Callable[[Match], Outcome], action: str = ""
    ) -> tuple[Match, Outcome]:
        """Write what is decided; where another program was first, read on and judge again."""
        if request.match is None:
            raise CommandRefused("no-game")
        game, person = request.match.id, str(request.player)
        async with self._games.lock(game):
            for _ in range(_TRIES - 1):
                try:
                    return await self._write(game, decide, person, action)
                except Conflict:
                    await asyncio.sleep(self._entropy.below(_TRIES) * _JITTER)
            return await self._write(game, decide, person, action)

    async def _write(
        self, game: str, decide: Callable[[Match], Outcome], person: str, action: str
    ) -> tuple[Match, Outcome]:
        match = await self._games.read(game)
        change = decide(match)
        after = await self._games.write(match, change.facts, person, action, change.also)
        log.info("game %s: %s", game, change.say)
        return after, change

    async def _changed(self, request: Request, decide: Callable[[Match], Outcome]) -> Message:
        _, change = await self._change(request, decide)
        return Message(request.phrases.say(change.say, **change.values))

    def _lobby(self, decide: Callable[[Match, Any], Outcome]) -> Callable[[Request, Any], Awaitable[Message]]:
        """A command that only an open lobby takes, from its creator, a player or an admin."""

        async def answer(request: Request, command: Any) -> Message:
            def decided(match: Match) -> Outcome:
                if match.roster.status is not Status.LOBBY:
                    raise CommandRefused("already-started")
                return decide(match, command)

            await self._ruling.player(request)
            return await self._changed(request, decided)

        return answer

    async def _new_game(self, request: Request, command: NewGame) -> Message:
        return Message(request.phrases.say("opened", title=await self._opening.open(request, command)))

    async def _start(self, request: Request, _: Start) -> Message:
        await self._ruling.host(request)
        seed = self._entropy.seed()
        match, _change = await self._change(request, lambda match: lobby.start(match, seed))
        seat = match.roster.seat_of(str(request.player))
        said = request.phrases.say("started")
        return Message(said) if seat is None else await self._panels.panel(match, seat, request.phrases, said)

    async def _join(self, request: Request, command: Join) -> Message:
        return await self._changed(
            request,
            by_status(
                lambda match: lobby.join(match, request, command),
                lambda match: seats.join(match, request),
            ),
        )

    async def _leave(self, request: Request, _: Leave) -> Message:
        return await self._changed(
            request,
            by_status(
                lambda match: lobby.leave(match, request.player),
                lambda match: seats.leave(match, request.player),
            ),
        )

    async def _abort(self, request: Request, command: Abort) -> Message:
        await self._ruling.host(request)
        now = self._games.clock.now()
        if request.match and not command.confirmed:
            seats.abort(request.match, request.player, now)  # refuses at once where nothing can be aborted
            return whether_to_abort(request.match, request.phrases)
        return await self._changed(request, lambda match: seats.abort(match, request.player, now))

    async def _restore(self, request: Request, command: Restore) -> Message:
        """Bring a game back to its home, wherever its host is who asks for it."""
        aborted = await self._opening.restorable(request, command.game)
        await self._ruling.host(aborted)
        at_home = await self._opening.at_home(aborted)
        shown, now = await self._opening.room(at_home), self._games.clock.now()
        return await self._changed(
            aborted, lambda match: seats.restore(match, aborted.player, at_home.chat, now, shown)
        )

    async def _skip(self, request: Request, command: Skip) -> Message:
        await self._ruling.late(request, command.seat)
        return await self._changed(request, lambda match: seats.skip(match, command.seat, request.player))

    async def _replace(self, request: Request, command: Replace) -> Message:
        await self._ruling.late(request, command.seat)
        return await self._changed(request, lambda match: seats.replace(match, command.seat, request.player))

    async def _play(self, request: Request, command: Play) -> Message:
        """Play an action; the answer is the panel as it is afterwards."""
        return await self._judged(request, command, play(self._change, self._panels, request, command))

    async def _preview(self, request: Request, command: Preview) -> Message:
        return await self._judged(request, command, self._shows.action_menus.preview(request, command))

    async def _judged(
        self, request: Request, command: Play | Preview, answer: Coroutine[Any, Any, Message]
    ) -> Message:
        """The answer to an action, or which rule forbids it, or what the board is like by now."""
        try:
            return await answer
        except StaleButton:
            return await self._moved_on(await self._by_now(request))
        except IllegalAction as illegal:
            return self._refused(await self._by_now(request), illegal, command.action)

    async def _by_now(self, request: Request) -> Request:
        """The same request about its match as it stands now."""
        return replace(request, match=await self._games.read(request.match.id)) if request.match else request

    def _refused(self, request: Request, illegal: IllegalAction, action: Action) -> Message:
        match = request.match
        if match is None or match.table is None:
            raise CommandRefused("not-started")
        return Message(refusal(illegal, match.table, match.roster.names, request.phrases, action))

    async def _mark(self, request: Request, command: Mark) -> Message:
        if request.match is None or request.seat is None:
            raise CommandRefused("not-your-seat")
        return await self._panels.panel(request.match, request.seat, request.phrases, marked=command.tickets)


async def _stale(request: Request) -> Message:
    return Message(request.phrases.say("stale"))
