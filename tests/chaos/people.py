"""The people of the simulated month: what they want to do next, and how it reaches a platform.

Presses on Discord and Telegram go to the fakes, which are in another process: each comes back over the
network, to this program or to another one. On the page people have tabs. The journal gets a line before each
press, and one after its answer. A press that was not answered is repeated with the same code, as people do.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from hashlib import sha256
from random import Random
from zlib import crc32

from aiohttp import ClientError, ClientSession

from bot.app import Host
from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.callbacks import CallbackData
from bot.model.identity import Person
from bot.model.profile import Profile
from bot.store import StoreError
from bot.web.platform import LocalPlatform
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for
from tests.local_session import Tab
from tests.chaos.run import ACCEPTED, REFUSED, Month, Press, unanswered

PRESSES, LOSES = 0.4, 0.01
"""How often somebody presses a button in one step, and how often that press or its answer is lost."""

SLOW_DAYS = 5
"""One day in this many, nobody plays a game: reminders are sent, and the time of turns is up."""

ANSWERS_WITHIN = 15.0
"""Seconds that a person waits for an answer."""

_LOST = ClientError, ConnectionError, TimeoutError, TypeError  # of a socket that closes: it has no text


class People:
    """The people of a share of the games."""

    def __init__(
        self,
        month: Month,
        share: int,
        host: Host,
        page: LocalPlatform | None,
        session: ClientSession,
        chance: Random,
        *,
        finish: bool,
    ) -> None:
        self._month = month
        self._host = host
        self._page = page
        self._session = session
        self._chance = chance
        self._finish = finish
        self.numbers = [number for number in range(month.games) if number % month.programs == share]
        """The games that have not ended."""
        path = month.folder / f"{share}.journal"
        self._unanswered = unanswered(path)
        self._journal = path.open("ab", buffering=0)

    async def act(self, now: datetime) -> None:
        """Let somebody do the next thing in some of the games, in all of them at the same time."""
        numbers = [one for one in self.numbers if self._month.begins(one) <= now and self._plays(one, now)]
        await asyncio.gather(*map(self._try, numbers))

    def _plays(self, number: int, now: datetime) -> bool:
        is_slow = crc32(f"{number} {now.date()}".encode()) % SLOW_DAYS == 0
        return self._finish or (not is_slow and self._chance.random() < PRESSES)

    async def _try(self, number: int) -> None:
        with suppress(StoreError):  # the server of the database is away: they try again
            await self._do(number)

    async def _do(self, number: int) -> None:
        """Do the next thing in a game: set it up, repeat what was not answered, or press a button."""
        opened = await self._host.repository.store.chats.games_opened_in(self._month.tables[number].chat)
        match = await self._host.repository.read(opened[0]) if opened else None
        if match is None or match.roster.status is Status.LOBBY:
            await self._set_up(number, match)
        elif press := self._unanswered.get(match.id):
            await self._answered(number, press)
        elif match.roster.status is Status.RUNNING:
            if found := self._next(match, self._month.tables[number].people):
                self._note(found)
                self._unanswered[match.id] = found
                await self._answered(number, found)
        else:
            self.numbers.remove(number)

    async def _set_up(self, number: int, match: Match | None) -> None:
        people, names = self._month.tables[number].people, self._month.names(number)
        if match is None:
            await self._save_profiles(number)
            await self._reach(number, 0, "")
            return
        missing = [seat for seat, one in enumerate(people) if match.roster.seat_of(str(one)) is None]
        is_alone = len(names) == 1 and not any(holder.level for holder in match.roster.holders)
        word = "join" if missing else "computer" if is_alone else "start"
        await self._reach(number, missing[0] if missing else 0, f"{match.id}.0.{word}")

    async def _save_profiles(self, number: int) -> None:
        """Nobody has quiet hours. Those of the page have taken their names."""
        table = self._month.tables[number]
        for place, person in enumerate(table.people):
            digest = sha256(table.tokens[place].encode()).hexdigest() if table.tokens else None
            chosen = {"quiet_hours": "off", "zone": "UTC"}
            profile = Profile(person, self._month.names(number)[place], digest, chosen=chosen)
            await self._host.repository.store.people.save(profile)

    def _next(self, match: Match, people: Sequence[Person]) -> Press | None:
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

    async def _answered(self, number: int, press: Press) -> None:
        """Press a button and note the answer, unless the press or its answer is lost on the way."""
        is_lost, is_late = self._chance.random() < LOSES, self._chance.random() < LOSES
        if is_lost:
            return
        people = self._month.tables[number].people
        await self._reach(number, people.index(Person.parse(press.person)), press.code)
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

    # ---- over the network

    async def _reach(self, number: int, seat: int, code: str) -> None:
        """Let a person press a button, or open a game where no code is given. The answer may be lost."""
        with suppress(*_LOST):
            async with asyncio.timeout(ANSWERS_WITHIN):
                if self._page and self._month.tables[number].tokens:
                    await self._in_a_tab(self._page, number, seat, code)
                else:
                    asked = {"number": number, "seat": seat, "code": code}
                    async with self._session.post(self._month.urls[-1], json=asked) as answer:
                        await answer.read()

    async def _in_a_tab(self, page: LocalPlatform, number: int, seat: int, code: str) -> None:
        table, url = self._month.tables[number], f"http://127.0.0.1:{page._server._port}"
        async with self._session.ws_connect(f"{url}/chat", origin=url) as socket:
            tab = Tab(socket, table.tokens[seat])
            await tab.ask("hello", token=tab.token)
            await tab.receive("welcome")
            if table.chat not in await self._host.repository.store.page.channels("local"):
                await tab.ask("open", title=table.chat.id)
                await tab.receive("opened")
            await tab.enter(table.chat.id)
            await (tab.ask("press", code=code) if code else tab.say("/new isle"))
            if self._chance.random() >= LOSES:  # else the connection breaks
                await tab.receive("answer")
