"""A program that is killed while it runs. People play in two channels, and write a journal of their commands
and the answers.

The journal gets a line before each command, and one after its answer. A line is in the file once `write`
returns, even if this process is killed then.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.app import Host
from bot.clock import Clock
from bot.matches import leases
from bot.matches.match import Match
from bot.matches.plans import has_turn_to_plan
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.randomness import system_bytes
from bot.settings import Settings
from bot.store import Store
from bot.web.platform import LocalPlatform
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for
from tests.scenario import UNLIMITED, FakePictures
from tests.stores import url_in
from tests.typed_lines import as_typed

ANNA, BORIS = Person("local", "anna"), Person("local", "boris")
CHANNELS = Chat("local", "table"), Chat("local", "annex")


LIFETIME = 600
"""Seconds after which the program ends by itself."""


@dataclass(frozen=True, slots=True)
class CommandRecord:
    """A command in the journal. `entry` is the line of its action, or the kind of its event.

    `game` and `seq` are the channel's game and the end of its log at that time; `state` is the person's
    decision.
    """

    run: int
    channel: str
    game: str
    seq: int
    state: str
    person: str
    text: str
    entry: str
    answered: bool = False


def play(folder: Path, run: int, seed: int, games: tuple[str, ...], *, finish: bool) -> None:
    """Play until killed; with `finish`, until the games that are open have ended and all is posted."""
    shorten_leases()
    session = _Play(folder, run, seed, games, finish=finish)
    asyncio.run(asyncio.wait_for(session.last(), LIFETIME))


def follow(folder: Path) -> None:
    """Share the work of a program that is killed, until killed."""
    asyncio.run(asyncio.wait_for(_follow(folder), LIFETIME))


async def _follow(folder: Path) -> None:
    shorten_leases()
    async with await Store.open(database(folder)) as store:
        host = host_on(store, folder)
        host.add_platform(LocalPlatform(store, Clock()))
        await host.run()


def shorten_leases() -> None:
    """Let leases run out while the programs run, which is not long."""
    leases.LASTS, leases.EVERY, leases.MARGIN = 1.0, 0.2, 0.2


def database(folder: Path) -> str:
    return url_in(folder, "kills.db")


def host_on(store: Store, folder: Path) -> Host:
    """A host that draws nothing, with the boards of the folder."""
    settings = Settings(_env_file=None, computer_delay=0, boards=folder / "boards")  # type: ignore[call-arg]
    return Host(store, settings, Clock(), system_bytes, FakePictures(), UNLIMITED)


class _Play:
    def __init__(self, folder: Path, run: int, seed: int, games: tuple[str, ...], *, finish: bool) -> None:
        self._folder = folder
        self._run = run
        self._games = games
        self._finish = finish
        self._chance = Chance(f"{seed * 1000 + run:064x}")
        self._journal = (folder / "journal").open("ab", buffering=0)

    async def last(self) -> None:
        async with await Store.open(database(self._folder)) as self._store:
            self._host = host_on(self._store, self._folder)
            self._host.add_platform(LocalPlatform(self._store, Clock()))
            await self._settle_in()
            running = asyncio.create_task(self._host.run())
            await asyncio.gather(*(self._sit(chat) for chat in CHANNELS))
            await self._all_told()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _settle_in(self) -> None:
        """Create the people and channels that are missing."""
        for person in (ANNA, BORIS):
            await self._store.people.save(Profile(person, person.id.title()))
        for chat in CHANNELS:
            await self._store.page.open_channel(chat, chat.id, ANNA, Clock().now())

    async def _sit(self, chat: Chat) -> None:
        """Play in a channel, one command after the other."""
        while True:
            shown = await self._store.chats.game_in(chat)
            match = await self._host.repository.read(shown) if shown else None
            over = match is None or match.roster.status is Status.OVER
            if over and self._finish:
                return
            chosen = self._opening() if over or match is None else self._next(match)
            if chosen:
                await self._do(chat, match, *chosen)
            else:
                await asyncio.sleep(0.002)

    async def _do(self, chat: Chat, match: Match | None, person: Person, text: str, entry: str) -> None:
        game, seq = (match.id, match.seq) if match else ("", 0)
        state = _state(match, person)
        done = CommandRecord(self._run, chat.id, game, seq, state, str(person), text, entry)
        self._write(done)
        await self._host.dispatcher.answer(Asker(person, chat), Call.typed(text))
        self._write(CommandRecord(**{**asdict(done), "answered": True}))

    def _write(self, record: CommandRecord) -> None:
        self._journal.write(json.dumps(asdict(record)).encode() + b"\n")

    def _opening(self) -> tuple[Person, str, str]:
        return ANNA, f"/new {self._chance.pick(self._games)}", "GameOpened"

    def _next(self, match: Match) -> tuple[Person, str, str] | None:
        """The next command of a person, with its entry; None while computers are to move."""
        if match.roster.status is Status.LOBBY:
            return _in_lobby(match)
        present = [person for person in (ANNA, BORIS) if not _away(match, person)]
        asked = [person for person in present if match.roster.seat_of(str(person)) in match.waiting_for]
        if not asked:
            return None  # and so nobody leaves or comes back in the very moment in which the game ends
        if len(present) == 1 and self._chance.below(4) == 0:
            return (BORIS if present == [ANNA] else ANNA), "/join", "PersonTookOver"
        if len(present) == 2 and self._chance.below(25) == 0:
            return self._chance.pick(present), "/leave yes", "ComputerTookOver"
        others = [person for person in present if person not in asked]
        if others and self._chance.below(4) == 0 and _can_plan(match, others[0]):
            return others[0], "/plan draw deck twice", "PlanMade"
        return self._played(match, self._chance.pick(asked))

    def _played(self, match: Match, person: Person) -> tuple[Person, str, str]:
        seat = match.roster.seat_of(str(person))
        assert match.game is not None
        level = self._chance.pick(("easy", "random"))
        view = view_for(match.game, seat)
        move = line(COMPUTERS[level](view, self._chance))
        return person, f"/{as_typed(move, view)}", move

    async def _all_told(self) -> None:
        """Wait until every follower has heard the end."""
        for _ in range(6000):
            if not await self._store.log.running_games():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("there is always something left to tell")


def _can_plan(match: Match, person: Person) -> bool:
    seat = match.roster.seat_of(str(person))
    return match.game is not None and has_turn_to_plan(view_for(match.game, seat))


def _in_lobby(match: Match) -> tuple[Person, str, str]:
    if match.roster.seat_of(str(BORIS)) is None:
        return BORIS, "/join", "PlayerJoined"
    room = len(match.roster.holders) < match.board.variants[match.roster.variant].players_most
    if room and not any(holder.level for holder in match.roster.holders):
        return BORIS, "/computer", "ComputerJoined"
    return ANNA, "/start", "GameStarted"


def _away(match: Match, person: Person) -> bool:
    seat = match.roster.seat_of(str(person))
    return seat is None or bool(match.roster.holders[seat].level)


def _state(match: Match | None, person: Person) -> str:
    """The decision that a person has to make, as text."""
    seat = match.roster.seat_of(str(person)) if match else None
    if match is None or match.table is None or seat is None:
        return "lobby"
    decision = match.table.decisions[seat]
    if match.table.choosing:
        return "starting tickets"
    return type(decision).__name__ if decision else "no decision"


def journal(folder: Path) -> Iterator[CommandRecord]:
    """The commands of the journal, in order. A line that was cut short by the kill is left out."""
    for text in (folder / "journal").read_bytes().split(b"\n"):
        try:
            yield CommandRecord(**json.loads(text))
        except ValueError:
            continue
