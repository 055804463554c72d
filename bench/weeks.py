"""Games that last weeks, on virtual time: `python -m bench.weeks`.

Games of 3 to 5 modelled people (see bench.habits) run in one bot, with its dispatcher, announcer, deadlines,
reminders and store. The bot is down for hours from time to time. The platform counts the messages that notify
each person; people act after such a message (see bench.people). Some vanish, are away for days, put reminders
off, ask the table something, or want digests; some games have a computer player or no clock. The same games
are played again with the same people in two worlds, one where nobody plans turns and one where everybody
does.

The board is that of Europe, with fewer trains. With all of them (`--trains 45`) a game has about four times
the turns, and takes four times as long, for the people and for the machine.
"""

import asyncio
import logging
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from pathlib import Path
from time import process_time

import engine
from bench.bars import Bars, bench_parser
from bench.game_tally import Notification, Tally, tally_of
from bench.habits import habits_of
from bench.people import LEVEL, ModelledPerson
from bench.quiet_platform import PLATFORM, QuietPlatform
from bench.restarted_bot import RestartedBot
from bench.virtual_time import VirtualClock, open_store, run
from bench.weeks_figures import MIXED, PLANS, tell
from bot.app import Host
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Person
from bot.model.local_time import quiet_span, zone
from bot.model.message import Pack, Topic
from bot.model.port import Key
from bot.settings import Settings
from bot.shown.picture_service import PictureService, Sketch
from bot.workers.workers import Workers

GAMES = 100
SEATS = 3, 4, 5
TRAINS = 10

_COMPARED = 5
"""Every fifth game is played in the other worlds too, and as many games at least."""

LONGEST = 150
"""Days after which a game counts as stalled: many times as long as one in which people vanish."""

COMPUTERS, NO_CLOCKS = 0.2, 0.1
"""The share of games with a computer player, if a seat is free, and of those without a clock."""

_PNG = b"\x89PNG\r\n\x1a\n"

_chance: ContextVar[random.Random] = ContextVar("chance")
"""The chance of the game that a task plays."""


class NoPictures(PictureService):
    """Draws nothing, as a process that draws cannot be waited for in virtual time."""

    def __init__(self) -> None:
        super().__init__(Workers())

    async def file(self, sketch: Sketch, pack: Pack | None = None) -> bytes:
        return b"" if sketch.is_film else _PNG


def _entropy(size: int) -> bytes:
    return _chance.get().randbytes(size)


class World:
    """A bot, and all who play with it. With `plans`, everybody or nobody plans turns; else one in five."""

    def __init__(self, new_host: Callable[[], Host], seed: int, plans: bool | None) -> None:
        self._seed = seed
        self._plans = plans
        self._platform = QuietPlatform(self._notify, lambda: self._repository.clock.now())
        self._people: dict[Person, ModelledPerson] = {}
        self._notifications: dict[Person, list[Notification]] = defaultdict(list)
        self._over: dict[str, asyncio.Event] = {}
        self.bot = RestartedBot(new_host, self._platform, self._watch, random.Random(f"{seed} outages"))

    @property
    def _repository(self) -> MatchRepository:
        return self.bot.host.repository

    def _notify(self, person: Person, key: Key) -> None:
        """A message about a game notifies a person."""
        now, habits = self._repository.clock.now(), self._people[person].habits
        quiet = quiet_span(now, zone(habits.zone), habits.profile.quiet_hours) is not None
        self._notifications[person].append(Notification(now, key.topic, quiet))
        self._people[person].notified(reminder=key.topic is Topic.REMINDER)

    async def _watch(self, host: Host) -> None:
        """Learn which games end; also which have ended just before the bot was restarted."""
        news = host.repository.subscribe()
        for game in self._over:
            news.put_nowait(game)
        while True:
            match = await host.repository.read(await news.get())
            if match.table and match.table.over and match.id in self._over:
                self._over[match.id].set()

    async def play(self, number: int) -> Tally:
        """Play a game to its end."""
        chance = random.Random(f"{self._seed} {number}")
        _chance.set(chance)
        chat = Chat(PLATFORM, str(number))
        people = [await self._person(chat, seat) for seat in range(chance.choice(SEATS))]
        game = await self._start(chat, people, chance)
        over = self._over[game] = asyncio.Event()
        lives = [asyncio.create_task(one.live(game)) for one in people]
        try:
            stalled = not await _happens(over, LONGEST * 86400)
            await asyncio.sleep(3600)
        finally:
            for life in lives:
                life.cancel()
            ended = await asyncio.gather(*lives, return_exceptions=True)
            del self._over[game]
        for error in ended:
            if isinstance(error, Exception):
                raise error
        return await self._tally(game, people, stalled=stalled)

    async def _tally(self, game: str, people: list[ModelledPerson], *, stalled: bool) -> Tally:
        steps = await self._repository.steps(game, 0)
        notified = [(one.habits, self._notifications.pop(one.habits.person, [])) for one in people]
        tally = tally_of(steps, notified)
        tally.stalled = stalled
        tally.private = self._platform.private.pop(game, 0)
        tally.snoozes = sum(one.snoozes for one in people)
        tally.refusals = [refusal for one in people for refusal in one.refusals]
        return tally

    async def _person(self, chat: Chat, seat: int) -> ModelledPerson:
        person = Person(PLATFORM, f"{chat.id}-{seat}")
        habits = habits_of(person, random.Random(f"{self._seed} {person}"), self._plans)
        await self._repository.store.people.save(habits.profile)
        if habits.closed_dms:
            self._platform.closed.add(person)
        one = ModelledPerson(habits, self.bot, chat, random.Random(f"{self._seed} {person} life"))
        self._people[person] = one
        return one

    async def _start(self, chat: Chat, people: list[ModelledPerson], chance: random.Random) -> str:
        """Open a lobby, fill it and start the game. Returns its id."""
        has_computer, has_clock = chance.random() < COMPUTERS, chance.random() >= NO_CLOCKS
        host, *others = people
        await host.says("/new shorteurope")
        for one in others:
            await one.says("/join")
        if has_computer and len(people) < max(SEATS):
            await host.says(f"/computer {LEVEL}")
        if not has_clock:
            await host.says("/options clock none")
        answer = await host.says("/start")
        game = await self._repository.store.chats.game_in(chat)
        if game is None:
            raise RuntimeError(f"no game begins: {answer.text}")
        return game


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True


async def played(games: Sequence[int], seed: int, plans: bool | None, trains: int = TRAINS) -> list[Tally]:
    """Play games in one bot, all of them in the same virtual weeks."""
    with tempfile.TemporaryDirectory(dir=_memory()) as temporary:
        folder = Path(temporary)
        settings = Settings(_env_file=None, boards=_boards(folder, trains))  # type: ignore[call-arg]
        async with await open_store(folder / "weeks.db") as store:

            def host() -> Host:
                return Host(store, settings, VirtualClock(), _entropy, NoPictures(), counts_downtime=True)

            return await _played(World(host, seed, plans), games)


def _memory() -> Path | None:
    """A folder in memory; None where this machine has none."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() else None


def _boards(folder: Path, trains: int) -> Path:
    """A folder with the board: that of Europe with fewer trains."""
    text = (Path(engine.__file__).parent / "boards" / "europe.toml").read_text("utf-8")
    text = text.replace("trains = 45", f"trains = {trains}").replace('id = "europe"', 'id = "shorteurope"')
    boards = folder / "boards"
    boards.mkdir()
    (boards / "shorteurope.toml").write_text(text, "utf-8")
    return boards


async def _played(world: World, games: Sequence[int]) -> list[Tally]:
    running = asyncio.create_task(world.bot.run())
    tallies = asyncio.gather(*map(world.play, games))
    try:
        await asyncio.wait({running, tallies}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        return await tallies
    finally:
        tallies.cancel()
        running.cancel()
        await asyncio.wait({running})


def main() -> None:
    """Play all of it, and print what was counted."""
    parser = bench_parser(__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"(default: {GAMES})")
    parser.add_argument("--trains", type=int, default=TRAINS, help=f"of each player (default: {TRAINS})")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    bars, begun = Bars(), process_time()
    step = min(_COMPARED, max(1, options.games // _COMPARED))
    games = {name: range(0, options.games, 1 if name == MIXED else step) for name in PLANS}
    worlds = {
        name: run(played(games[name], options.seed, plans, options.trains)) for name, plans in PLANS.items()
    }
    tell(worlds, process_time() - begun, bars)
    bars.finish(check=options.check)


if __name__ == "__main__":
    main()
