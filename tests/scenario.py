"""A scenario: the real dispatcher, announcer and store on an in-memory platform, with people who type."""

import asyncio
import hashlib
import math
import os
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from bot.app import Host
from bot.matches.clocks import ALLOWANCE, TurnClock
from bot.matches.leases import Leases
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.roster import Status
from bot.matches.roster_events import ClockSet
from bot.matches.seats import LAPSE
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message, Pack
from bot.model.profile import Profile
from bot.outbox.sections import split_into_posts
from bot.requests.rate_limits import Rates
from bot.settings import Settings
from bot.shown.picture_service import PictureService, Sketch
from bot.store import Store
from bot.text.place_choices import listed_routes
from bot.workers.process import pickled
from bot.workers.workers import Workers
from engine.actions import Action, ClaimRoute
from engine.board import Board
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.events import TurnStarted
from engine.game import Game, SettleTunnel, TakeTurn
from engine.notation import line
from engine.options import options
from engine.view import View, view_for
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.short_boards import write_short_boards
from tests.stores import due_in_games, url_in
from tests.typed_lines import as_typed

MEMORY_CHAT = Chat("hall", "table")

_EVERY_LOOK = 20
"""Of so many moments one is looked at in any case. A look costs several queries: others wait for a write."""

_LOOKS = 400
"""Moments after which the announcer is not waited for any more: it may wait for the clock, which stands."""

UNLIMITED = Rates(*((math.inf, 0),) * 3)
"""No rate limits: tests play without a pause, on a clock that stands."""


SECOND = timedelta(seconds=1)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class FakeClock:
    """A clock that moves only when a test moves it, and that a test can set, as a computer's clock is set."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
        self._set_by = timedelta()
        """By how much it was set in all: what nobody can set goes on without that."""
        self._shown_ahead = timedelta()
        """By how much it was set since the program looked at it."""
        self._boot = 1
        self._sleepers: list[tuple[datetime, asyncio.Event]] = []

    def now(self) -> datetime:
        return self._now

    def steady(self) -> float:
        return (self._now - self._set_by).timestamp()

    async def look(self) -> datetime:
        return self._now + self._shown_ahead

    def set(self, to: datetime) -> None:
        by, self._shown_ahead = to - self._now, timedelta()
        self._now, self._set_by = to, self._set_by + by
        self._sleepers = [(until + by, woken) for until, woken in self._sleepers]

    def boot(self) -> tuple[str, datetime]:
        return f"boot {self._boot}", _EPOCH + self._set_by

    def is_set_by(self, by: timedelta) -> None:
        """Set the computer's clock, forward or back, while the bot runs."""
        self._shown_ahead += by

    def is_started_anew(self, set_by: timedelta = timedelta(), *, booted: bool = False) -> None:
        """Let the next program find the clock set, on a computer that was `booted` meanwhile or was not."""
        self.set(self._now + self._shown_ahead + set_by)
        self._boot += booted

    def sleep(self, seconds: float) -> Coroutine[Any, Any, None]:
        """Wait this long from the call on, even if the waiting task starts after the clock has moved."""
        return self._sleep(self._now + timedelta(seconds=seconds))

    async def _sleep(self, until: datetime) -> None:
        if until <= self._now:
            await asyncio.sleep(0)
            return
        woken = asyncio.Event()
        self._sleepers.append((until, woken))
        await woken.wait()

    async def move_on(self, by: timedelta) -> None:
        self._now += by
        due = [sleeper for sleeper in self._sleepers if sleeper[0] <= self._now]
        self._sleepers = [sleeper for sleeper in self._sleepers if sleeper not in due]
        for _, woken in due:
            woken.set()
        await asyncio.sleep(0)


class FakePictures(PictureService):
    """Draws nothing, to be fast: equal bytes for equal pictures, different bytes for different ones.

    What could not be sent to a worker is an error here too.
    """

    draws_replays = False

    def __init__(self) -> None:
        super().__init__(Workers())
        self.drawn = list[Sketch]()

    async def _run(self, draw: Callable[[], Any]) -> Any:
        pickled(draw)
        return await asyncio.to_thread(draw)

    async def _draw(self, sketch: Sketch, pack: Pack | None) -> bytes:
        self.drawn.append(sketch)
        pickled(partial(pack, sketch.draw) if pack else sketch.draw)
        if sketch.is_film:
            return b"GIF89a" if self.draws_replays else b""
        return hashlib.sha256(f"{sketch.key!r}".encode()).digest()


def predictable_entropy(start: int = 1) -> Callable[[int], bytes]:
    """Predictable entropy: each draw is the next number."""
    numbers = iter(range(start, 1 << 30))
    return lambda size: next(numbers).to_bytes(4, "big").rjust(size, b"\x00")[-size:]


def settings_of(**chosen: Hashable) -> Settings:
    """The settings of a test, without a file. The latest ones are cached."""
    environment = tuple(os.environ.get(name.upper()) for name in REAL_SETTINGS.model_fields)
    return _kept_settings(Settings, environment, tuple(chosen.items()))


REAL_SETTINGS = Settings


@lru_cache(maxsize=100)
def _kept_settings(
    made_by: Callable[..., Settings], environment: object, chosen: tuple[tuple[str, Hashable], ...]
) -> Settings:
    """Reading all settings takes a third of the time in which a bot starts."""
    return made_by(_env_file=None, **dict(chosen))


class Player(ABC):
    """Somebody who may have a seat, on any platform."""

    scenario: "Scenario"
    person: Person
    """Who it is, to the bot."""

    @abstractmethod
    async def plays(self, said: str) -> None:
        """Do what the line of an action says."""

    async def seat(self) -> int:
        """The seat of the player."""
        seat = (await self.scenario.match()).roster.seat_of(str(self.person))
        assert seat is not None
        return seat

    async def view(self) -> View:
        """What the player may know."""
        match = await self.scenario.match()
        assert match.game is not None
        return view_for(match.game, await self.seat())

    async def thinks(self, level: str = "easy", number: int = 0) -> str:
        """The line that a computer would play in this seat, from what the seat may see."""
        number, view = number + (await self.scenario.match()).seq, await self.view()
        return line(as_listed(COMPUTERS[level](view, Chance(f"{number:064x}")), view))


def as_listed(action: Action, view: View) -> Action:
    """An action as lists have it: of two gray routes that cost the same, they have one."""
    if not isinstance(action, ClaimRoute):
        return action
    routes = view.table.board.route
    shown = listed_routes([routes[id] for id in options(view).claims.places])
    twins = [id for id in shown if routes[id].double == routes[action.route].double]
    return action if action.route in shown else replace(action, route=twins[0])


P = TypeVar("P", bound=Player)


class Scenario:
    """A bot with a game in a chat, and the people there."""

    def __init__(
        self,
        store: Store,
        platform: MemoryPlatform,
        clock: FakeClock,
        draw: Callable[[int], bytes] | None = None,
        boards: Path | None = None,
        delay: float = 0,
        counts_downtime: bool = False,
        leases: Leases | None = None,
        **chosen: Any,
    ) -> None:
        settings = settings_of(computer_delay=delay, boards=boards, **chosen)
        self.store = store
        self.platform = platform
        self.clock = clock
        parts = clock, draw or predictable_entropy(), FakePictures(), UNLIMITED
        self.host = Host(store, settings, *parts, leases, counts_downtime=counts_downtime)
        self.host.add_platform(platform)
        self.practice: Chat | None = None
        """The chat of somebody's practice, if that is the game that is played."""
        self._last_look: tuple[object, bool] = None, False

    async def run(self) -> None:
        """Run the bot until `stop`."""
        self._running = asyncio.create_task(self.host.run())

    async def stop(self) -> None:
        """Stop the bot, and wait until it has stopped. It may have stopped before."""
        self._running.cancel()
        await asyncio.wait([self._running])

    async def add_player(self, name: str, platform: str = "hall") -> "Participant":
        """Add a person, or find them again after a restart."""
        person = Person(platform, name.lower())
        if await self.store.people.profile(person) is None:
            await self.store.people.save(Profile(person, name))
        return Participant(self, person)

    async def add_admin(self, name: str) -> "Participant":
        """Add an admin of the chat, or make somebody there one."""
        admin = await self.add_player(name)
        self.platform.admins.add(admin.person)
        return admin

    async def lobby(self, *names: str, game: str = "europe") -> list["Participant"]:
        """A lobby with these people; the first opened it."""
        participants = await self._gather(names, game)
        await self.settle()
        return participants

    async def _gather(self, names: Sequence[str], game: str, computers: int = 0) -> list["Participant"]:
        first, *others = participants = [await self.add_player(name) for name in names]
        await first.says(f"/new {game}")
        for participant in others:
            await participant.says("/join")
        for _ in range(computers):
            await first.says("/computer")
        return participants

    async def start_game(self, *names: str, game: str = "europe", computers: int = 0) -> list["Participant"]:
        """A game that has begun: everybody has starting tickets to choose from."""
        participants = await self._gather(names, game, computers)
        await participants[0].says("/start")
        await self.settle()
        return participants

    async def in_play(self, *names: str, game: str = "europe", computers: int = 0) -> list["Participant"]:
        """A game in its first turn, all starting tickets kept. The player whose turn it is comes first."""
        participants = await self.start_game(*names, game=game, computers=computers)
        for participant in participants:
            await participant.says("/keep all")
        await self.settle()
        seat = (await self.match()).waiting_for[0]
        return participants[seat:] + participants[:seat]

    async def waited_for(self, *players: P) -> list[P]:
        """The players whose decision the game waits for."""
        match = await self.match()
        return [one for one in players if match.roster.seat_of(str(one.person)) in match.waiting_for]

    async def turns_of_people(self) -> int:
        """How many turns people have begun."""
        steps = await self.host.repository.steps((await self.match()).id, 0)
        holders = steps[-1].after.roster.holders
        turns = [step.event.seat for step in steps if isinstance(step.event, TurnStarted)]
        return sum(not holders[seat].by_computer for seat in turns)

    async def play_to_the_end(
        self, *players: P, how: Callable[[P, str], Awaitable[None]] | None = None
    ) -> str:
        """Everybody does what a computer would play in their place. Returns the game that is over."""
        while (match := await self.match()).roster.status is Status.RUNNING:
            for player in await self.waited_for(*players):
                said = await player.thinks()
                await (how(player, said) if how else player.plays(said))
            await self.settle()
        return match.id

    async def play_until(
        self,
        players: Sequence[P],
        come: Callable[[View], bool],
        choose: Callable[[Game], Action | None] = lambda game: None,
    ) -> P:
        """Play until a moment has come: draw cards, or at the beginning of a turn do what `choose` says.
        Returns the player who decides then.
        """
        for _ in range(300):
            await self.settle()
            player = (await self.waited_for(*players))[0]
            view, game = await player.view(), (await self.match()).game
            assert game
            if come(view):
                return player
            action = choose(game) if isinstance(view.decision, TakeTurn) else None
            usual = "decline" if isinstance(view.decision, SettleTunnel) else "draw deck"
            await player.plays(line(action) if action else usual)
        raise AssertionError("the moment does not come")

    async def pass_time(self, by: timedelta) -> None:
        """Move the clock on, and wait until everything that is due was done."""
        await self.clock.move_on(by)
        await self.settle()

    async def pass_time_until(self, come: Callable[[], object], step: timedelta = SECOND) -> None:
        """Move the clock on, again and again, until something has come."""

        async def has_come() -> object:
            await self.clock.move_on(step)
            return come()

        await until(has_come)

    async def set_clock(self, clock: TurnClock | None) -> None:
        """Give each turn this time, or any time."""
        event = ClockSet(clock, ALLOWANCE)
        await self.host.repository.update((await self.match()).id, lambda _: Outcome((event,)))
        await self.settle()

    @property
    def home(self) -> Chat:
        """The chat of the game."""
        return MEMORY_CHAT

    async def match(self, chat: Chat | None = None) -> Match:
        """The current match of a chat: of the practice or the home if no other is named."""
        game = await self.store.chats.game_in(chat or self.practice or self.home)
        assert game is not None
        return await self.host.repository.read(game)

    @property
    def is_unreachable(self) -> bool:
        """Whether the announcer has found that it cannot write in a chat, and has finished its work."""
        return any(isinstance(destination, Chat) for destination, _ in self.host._announcer.unreachable)

    async def settle(self) -> None:
        """Wait until computers and announcer have nothing left to do."""
        looked: object = None
        for number in range(10_000):
            if (looked != self._state and not self._is_busy) or number % _EVERY_LOOK == _EVERY_LOOK - 1:
                looked = self._state
                if await self._quiet() and (number > _LOOKS or not self._is_telling):
                    return
            await asyncio.sleep(0.005)
        raise AssertionError("the table does not come to rest")

    async def settle_after_trouble(self) -> None:
        """Let the clock go on until every repeated call has succeeded, also those after a post."""
        for number in range(60):
            await asyncio.sleep(min(1, 0.05 * 1.2**number))
            if await self._quiet() and not self._is_telling:
                return
            await self.clock.move_on(timedelta(seconds=61))
        raise AssertionError("it does not come through")

    async def _quiet(self) -> bool:
        """Whether nothing is due and everything has been told. The last result is reused if nothing was
        written since.

        A write is counted before others can read it, so only a positive result is reused.
        """
        now = self._state
        if self._last_look[0] != now or not self._last_look[1]:
            self._last_look = now, await self._has_come_to_rest()
        return self._last_look[1]

    @property
    def _is_telling(self) -> bool:
        """Whether the announcer works: it may still delete an old panel after the new one is certain."""
        telling = self.host._announcer._telling
        return telling is not None and bool(telling.running)

    @property
    def _is_busy(self) -> bool:
        """Whether the store reads or writes: then the bot has not come to rest."""
        return bool(self.store.database._begun)

    @property
    def _state(self) -> object:
        """A value that changes with the clock, with each write, and with each game that cannot be read."""
        writes, unreadable = self.store.database._writes, self.host.repository._unreadable
        return self.clock.now(), sum(writes.values()), tuple(unreadable)

    async def _has_come_to_rest(self) -> bool:
        due = await due_in_games(self.store, self.clock.now())
        if any(kind != LAPSE and not self.host.repository.is_unreadable(game) for game, kind in due):
            return False
        for game in await self.store.log.running_games():
            match = await self.host.repository.read(game)
            if any(match.roster.holders[seat].by_computer for seat in match.waiting_for):
                return False
            for follower, told in (await self.store.outbox.bookmarks(game)).items():
                steps = await self.host.repository.steps(game, told) if told < match.seq else ()
                if split_into_posts(steps) if isinstance(follower, Chat) else steps:
                    return False
        return True


@dataclass
class Participant(Player):
    """A player or an onlooker: what they type and press, and the answers that only they see."""

    scenario: Scenario
    person: Person
    answer: Message = field(default_factory=lambda: Message(""))

    async def says(self, text: str, chat: Chat = MEMORY_CHAT, request: str = "") -> str:
        """Type something; `request` is what the platform calls it."""
        self.answer = await self.scenario.host.dispatcher.answer(
            Asker(self.person, chat, id=request), Call.typed(text)
        )
        return self.heard

    async def presses(self, label: str, chat: Chat = MEMORY_CHAT) -> str:
        """Press the button of the last answer whose label begins so."""
        return await self.presses_code(self.button(label).code, chat)

    async def presses_code(self, code: str, chat: Chat = MEMORY_CHAT, request: str = "") -> str:
        self.answer = await self.scenario.host.dispatcher.answer(
            Asker(self.person, chat, id=request), Call.pressed(code)
        )
        return self.heard

    async def plays(self, said: str) -> None:
        await self.says(f"/{as_typed(said, await self.view())}")

    async def draws(self) -> None:
        """Take a turn: two cards from the deck."""
        for _ in range(2):
            await self.says("/draw deck")

    async def takes_turn(self) -> None:
        """The same, and wait until everything that follows is done."""
        await self.draws()
        await self.scenario.settle()

    async def looks(self) -> str:
        """Look at one's own panel."""
        self.answer = await self.scenario.host.dispatcher.panel(Asker(self.person, MEMORY_CHAT))
        return self.heard

    @property
    def heard(self) -> str:
        """The last answer."""
        return plain(self.answer.text)

    @property
    def labels(self) -> list[str]:
        """The buttons of the last answer."""
        return [plain(button.label) for row in self.answer.rows for button in row]

    def button(self, label: str) -> Button:
        """The button of the last answer whose label begins so."""
        found = [button for row in self.answer.rows for button in row if button.label.startswith(label)]
        assert found, f"no button {label!r} among {self.labels}"
        return found[0]

    @property
    def dms(self) -> list[Message]:
        """The announcer's private messages to this person."""
        return self.scenario.platform.dms.get(self.person, [])


@asynccontextmanager
async def open_scenario(
    folder: Path,
    *,
    platform: MemoryPlatform | None = None,
    clock: FakeClock | None = None,
    draw: Callable[[int], bytes] | None = None,
    boards: Path | str | None = None,
    others: Sequence[str] = (),
    delay: float = 0,
    **chosen: Any,
) -> AsyncIterator[Scenario]:
    """Open the table on the database in a folder, as a program that has just been started does.

    `boards` is a folder, or the names of short boards; `others` are the names of further platforms. With a
    `delay`, computers wait that many seconds of the fake clock before each move. Others are settings.
    """
    if isinstance(boards, str):
        boards = write_short_boards(folder, *boards.split())
    async with await Store.open(url_in(folder, "scenario.db")) as store:
        one = Scenario(
            store, platform or MemoryPlatform(), clock or FakeClock(), draw, boards, delay, **chosen
        )
        for name in others:
            one.host.add_platform(MemoryPlatform(name))
        await one.run()
        try:
            yield one
        finally:
            await one.stop()


def ticket_names(board: Board, tickets: Sequence[int], language: str = "en") -> list[str]:
    """Tickets in words, as a hand shows them: what no post may have."""
    rows = [board.ticket[number] for number in tickets]
    names = {city.id: city.name_in(language) for city in board.cities}
    return [f"{names[row.a]} — {names[row.b]}, {row.points}" for row in rows]
