"""The program of the simulated month: a bot, and the people of some of its games. It is killed while it runs.

A file has the time. Whenever it has changed, the people of each game press a button or do not, and the
program writes the time that it has seen. A program that waits for what is not told yet moves the time on a
little for all of them, in another file. The journal gets a line before each press, and one after its answer.
A press that was not answered is repeated with the same code, as people do.
"""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from zlib import crc32

from bot.app import Host
from bot.clock import Clock
from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.notify.sections import split_into_posts
from bot.service.leases import Leases
from bot.settings import Settings
from bot.store import Profile, Store, StoreError
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for
from tests.crash_program import LIFETIME, shorten_leases
from tests.month_platforms import LIMITS, FailingPlatform
from tests.scenario import UNLIMITED, FakeClock, FakePictures
from tests.stores import url_in

BEGIN = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
STEP = timedelta(minutes=15)
"""How far the clock moves at once: less than from one reminder to the next."""

PRESSES, LOSES = 0.4, 0.01
"""How often somebody presses a button in one step, and how often that press or its answer is lost."""

RESTS, LITTLE = timedelta(minutes=10), timedelta(seconds=2)
"""For how long the clock waits for what is not told yet: less than a step, and in small steps."""

SLOW_DAYS = 5
"""One day in this many, nobody plays a game: reminders are sent, and turns are skipped."""


@dataclass(frozen=True, slots=True)
class Month:
    """A simulated month: how many games, hours and programs it has, and the folder of its files."""

    folder: Path
    games: int
    hours: int
    seed: int = 1
    programs: int = 1

    def chat(self, number: int) -> Chat:
        """Where a game is played: on each platform in turn."""
        return Chat(tuple(LIMITS)[number % len(LIMITS)], f"table{number}")

    def people(self, number: int) -> tuple[Person, ...]:
        """Two people for each game, or one who plays against a computer."""
        platform = self.chat(number).platform
        return tuple(Person(platform, f"{number}-{seat}") for seat in range(1 if number % 4 == 3 else 2))

    def begins(self, number: int) -> datetime:
        """When a game is opened: all of them in the first four fifths of the time."""
        return BEGIN + timedelta(hours=0.8 * self.hours * number / self.games)

    @property
    def url(self) -> str:
        return url_in(self.folder, "month.db")


@dataclass(frozen=True, slots=True)
class Press:
    """A button that somebody pressed when the log of a game had `seq` events. `answer` is "" before it."""

    game: str
    seq: int
    person: str
    line: str
    code: str
    answer: str = ""


ACCEPTED, REFUSED = "accepted", "refused"


def play(month: Month, share: int, run: int, *, finish: bool) -> None:
    """Host the bot, and play a share of the games until killed or terminated; with `finish`, to the end."""
    shorten_leases()
    asyncio.run(asyncio.wait_for(_play(month, share, run, finish=finish), LIFETIME))


async def _play(month: Month, share: int, run: int, *, finish: bool) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    chance, clock = Random(f"{month.seed} {share} {run}"), FakeClock()
    clock._now = time_of(month)
    async with await Store.open(month.url) as store:
        host = host_of(month, store, clock, chance)
        players = _Players(month, share, host, chance, finish=finish)
        work = [host.run(), players.play(clock), stop.wait()]
        tasks = [asyncio.ensure_future(one) for one in work]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        ended = [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for task in ended:
            task.result()


def host_of(month: Month, store: Store, clock: FakeClock, chance: Random) -> Host:
    """A bot on all platforms. It draws nothing."""
    about = {"computer_delay": 0, "boards": month.folder / "boards", "turn_clock": "24h"}
    settings = Settings(_env_file=None, **about)  # type: ignore[arg-type]
    parts = clock, chance.randbytes, FakePictures(), UNLIMITED, Leases(store, Clock())
    host = Host(store, settings, *parts)  # type: ignore[arg-type]
    for name in LIMITS:
        host.add_platform(FailingPlatform(name, month.folder, clock, chance))  # type: ignore[arg-type]
    return host


class _Players:
    """The people of a share of the games."""

    def __init__(self, month: Month, share: int, host: Host, chance: Random, *, finish: bool) -> None:
        self._month = month
        self._host = host
        self._chance = chance
        self._finish = finish
        self._numbers = [number for number in range(month.games) if number % month.programs == share]
        path = month.folder / f"{share}.journal"
        self._unanswered = unanswered(path)
        self._journal = path.open("ab", buffering=0)
        self._seen = month.folder / f"{share}.seen"

    async def play(self, clock: FakeClock) -> None:
        """Follow the time of the file, until all games have ended and everything is told if they have to."""
        while not (self._finish and await self._is_all_told()):
            step = time_in(self._month.folder / "clock")
            for number in tuple(self._numbers):
                if self._month.begins(number) <= clock.now() and self._plays(number, clock.now()):
                    with suppress(StoreError):  # the server of the database is away: they try again
                        await self._do(number)
            await self._rest(clock, step + RESTS)
            write(self._seen, step.isoformat())
            while time_in(self._month.folder / "clock") == step:
                await self._go_along(clock)
                await asyncio.sleep(0.005)
            await self._go_along(clock)

    async def _rest(self, clock: FakeClock, until: datetime) -> None:
        """Wait until everything is told. What failed is repeated when the time has moved on a little."""
        while clock.now() < until and not await self._is_at_rest(clock):
            for _ in range(5):
                await asyncio.sleep(0.02)
                if await self._is_at_rest(clock):
                    return
            later = max(clock.now() + LITTLE, time_of(self._month))
            write(self._month.folder / "rest", later.isoformat())
            await self._go_along(clock)

    async def _go_along(self, clock: FakeClock) -> None:
        """Move the clock to the time of all programs: one may wait for what another one repeats later."""
        if (now := time_of(self._month)) > clock.now():
            await clock.move_on(now - clock.now())

    async def _is_at_rest(self, clock: FakeClock) -> bool:
        with suppress(StoreError):
            return await is_at_rest(self._host, clock)
        return False

    async def _is_all_told(self) -> bool:
        with suppress(StoreError):
            return not self._numbers and not await self._host.repository.store.log.running_games()
        return False

    def _plays(self, number: int, now: datetime) -> bool:
        is_slow = crc32(f"{number} {now.date()}".encode()) % SLOW_DAYS == 0
        return self._finish or (not is_slow and self._chance.random() < PRESSES)

    async def _do(self, number: int) -> None:
        """Do the next thing in a game: set it up, repeat what was not answered, or press a button."""
        chat, store = self._month.chat(number), self._host.repository.store
        opened = await store.chats.games_opened_in(chat)
        match = await self._host.repository.read(opened[0]) if opened else None
        if match is None or match.roster.status is Status.LOBBY:
            await self._set_up(number, match)
        elif press := self._unanswered.get(match.id):
            await self._answered(press, chat)
        elif match.roster.status is Status.RUNNING:
            if found := self._next(match, self._month.people(number)):
                await self._press(found, chat)
        else:
            self._numbers.remove(number)

    async def _set_up(self, number: int, match: Match | None) -> None:
        chat, people = self._month.chat(number), self._month.people(number)
        missing = [one for one in people if match and match.roster.seat_of(str(one)) is None]
        if match is None:
            for one in people:
                profile = Profile(one, f"Player {one.id}", quiet_hours="off", zone="UTC")
                await self._host.repository.store.people.save(profile)
            await self._host.dispatcher.text(people[0], chat, "/new isle")
        elif missing:
            await self._host.dispatcher.text(missing[0], chat, "/join")
        elif len(people) == 1 and not any(holder.level for holder in match.roster.holders):
            await self._host.dispatcher.text(people[0], chat, "/computer")
        else:
            await self._host.dispatcher.text(people[0], chat, "/start")

    def _next(self, match: Match, people: tuple[Person, ...]) -> Press | None:
        """The next button of a person, or None while computers are to move."""
        assert match.game is not None
        for person in people:
            seat = match.roster.seat_of(str(person))
            if seat in match.waiting_for:
                view = view_for(match.game, seat)
                action = COMPUTERS["easy"](view, Chance(f"{self._chance.getrandbits(256):064x}"))
                revision = view.decision.revision if view.decision else 0
                code = CallbackData.of(match.id, revision, action).code
                return Press(match.id, match.seq, str(person), line(action), code)
        return None

    async def _press(self, press: Press, chat: Chat) -> None:
        self._note(press)
        self._unanswered[press.game] = press
        await self._answered(press, chat)

    async def _answered(self, press: Press, chat: Chat) -> None:
        """Press a button and note the answer, unless the press or its answer is lost on the way."""
        is_lost, is_late = self._chance.random() < LOSES, self._chance.random() < LOSES
        if is_lost:
            return
        await self._host.dispatcher.click(Person.parse(press.person), chat, press.code)
        if is_late:
            return
        log = await self._host.repository.store.log.read(press.game, press.seq)
        if any((one.actor, one.action) == (press.person, press.line) for one in log):
            self._note(replace(press, answer=ACCEPTED))
        elif log:
            self._note(replace(press, answer=REFUSED))
        else:
            return  # it could not be saved: it is repeated
        del self._unanswered[press.game]

    def _note(self, press: Press) -> None:
        self._journal.write(json.dumps(asdict(press)).encode() + b"\n")


async def is_at_rest(host: Host, clock: FakeClock) -> bool:
    """Whether no computer is to move, nothing is due, and every chat has been told the news."""
    repository = host.repository
    log, deliveries = repository.store.log, repository.store.deliveries
    if await log.due(clock.now()):
        return False
    for game in await log.running_games():
        match = await repository.read(game)
        if any(match.roster.holders[seat].by_computer for seat in match.waiting_for):
            return False
        for follower, told in (await deliveries.bookmarks(game)).items():
            steps = await repository.steps(game, told) if told < match.seq else ()
            if isinstance(follower, Chat) and split_into_posts(steps):
                return False
    return True


def time_in(path: Path) -> datetime:
    """The time that a file has."""
    with suppress(FileNotFoundError):
        return datetime.fromisoformat(path.read_text())
    return BEGIN


def time_of(month: Month) -> datetime:
    """The time of all programs: that of the last step, or a little later where one of them waits."""
    return max(time_in(month.folder / "clock"), time_in(month.folder / "rest"))


def write(path: Path, text: str) -> None:
    """Write a file at once: nobody reads half of it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text)
    draft.replace(path)


def journal(path: Path) -> Iterator[Press]:
    """The presses and answers of a journal. A line that was cut short by a kill is left out."""
    for text in path.read_bytes().split(b"\n") if path.exists() else ():
        with suppress(ValueError):
            yield Press(**json.loads(text))


def unanswered(path: Path) -> dict[str, Press]:
    """The last press in each game, if it was not answered. Of a long journal only a few lines are read."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    last = {line.partition(b",")[0]: line for line in lines}  # each begins with its game
    presses = (Press(**json.loads(line)) for line in last.values())
    return {press.game: press for press in presses if not press.answer}
