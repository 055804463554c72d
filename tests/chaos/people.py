"""The people of a run: what they want to do next, and how it reaches a platform.

Presses on Discord and Telegram go to the fakes, which are in another process: each comes back over the
network, to this program or to another one. On the page people have tabs. The journal gets a line before each
press, and one after its answer. A press that was not answered is repeated with the same code, as people do.
On Telegram people also type their moves. Those are not repeated before Telegram has brought them: the bot may
still make them.

Whose turn it is plays, leaves the game and comes back, or asks for another clock; the others plan their turn
and vote. In one game of three a player asks to be erased while it goes on, and in one both do after its end.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import asdict, replace
from datetime import datetime
from hashlib import sha256
from random import Random
from zlib import crc32

from aiohttp import ClientError, ClientSession

from bot.app import Host
from bot.matches.clocks import clock_word
from bot.matches.match import Match
from bot.matches.plans import has_turn_to_plan
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Person
from bot.model.profile import Profile
from bot.store import StoreError
from bot.store.begun import BegunStore
from bot.store.log import GameLog
from bot.web.platform import LocalPlatform
from engine.actions import KeepTickets
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for
from tests.chaos.faults import death_in_write
from tests.chaos.run import (
    ACCEPTED,
    ANSWERED,
    ERASURE,
    IGNORED,
    INTERRUPTED,
    PARTIAL,
    REFUSED,
    TAKEN,
    Press,
    Run,
    unanswered,
    without_planned_turns,
)
from tests.local_session import Tab

PRESSES, LOSES = 0.4, 0.01
"""How often somebody presses a button in one step, and how often that press or its answer is lost."""

TYPES = 0.5
"""How often somebody types a move on Telegram, in place of a press. Tickets are not chosen so in a group."""

LEAVES, COMES_BACK, PLANS, VOTES, ASKS, IS_ERASED = 0.04, 0.25, 0.25, 0.3, 0.05, 0.1
"""How often somebody does something else than to play, where they can."""

SLOW_DAYS, SLOW_HOURS = 5, 4
"""One day in this many, and one span of three hours, nobody plays a game: reminders are sent, and the time of
turns is up."""

ANSWERS_WITHIN = 15.0
"""Seconds that a person waits for an answer."""

PATIENT = 5
"""How often a person presses a button that is answered, but does nothing."""

WRITES = 10
"""About how many writes an erasure takes. The program dies in another one each time."""

MOVE_DEATHS = (
    (BegunStore.begin, True),
    (GameLog._append, True),
    (BegunStore.begin, False),
    (GameLog._append, False),
)
"""The writes in which programs die that handle a typed move, and whether they are committed.

It is noted that the move is begun, and then it is made.
"""

DIES_EVERY = 16
"""Of each 16 typed moves, the first four are cut short: one by each of these deaths."""

_LOST = ClientError, ConnectionError, TimeoutError, TypeError  # of a socket that closes: it has no text

Word = tuple[Person, str, str]
"""Who presses a button, its line, and what the log has then."""


class People:
    """The people of a share of the games."""

    def __init__(
        self,
        run: Run,
        share: int,
        host: Host,
        page: LocalPlatform | None,
        session: ClientSession,
        chance: Random,
        *,
        finish: bool,
    ) -> None:
        self._run = run
        self._host = host
        self._page = page
        self._session = session
        self._chance = chance
        self._finish = finish
        self.numbers = [number for number in range(run.games) if number % run.programs == share]
        """The games that have not ended."""
        path = run.folder / f"{share}.journal"
        self._unanswered = unanswered(path)
        self._ignored = dict.fromkeys(self._unanswered.values(), 0)
        """How often a press was answered, although nothing has happened."""
        self._journal = path.open("ab", buffering=0)

    async def act(self, now: datetime) -> None:
        """Let somebody do the next thing in some of the games, in all of them at the same time."""
        numbers = [one for one in self.numbers if self._run.begins(one) <= now and self._plays(one, now)]
        await asyncio.gather(*map(self._try, numbers))

    def _plays(self, number: int, now: datetime) -> bool:
        is_slow = crc32(f"{number} {now.date()}".encode()) % SLOW_DAYS == 0
        is_slow = is_slow or crc32(f"{number} {now.date()} {now.hour // 3}".encode()) % SLOW_HOURS == 0
        return self._finish or (not is_slow and self._chance.random() < PRESSES)

    async def _try(self, number: int) -> None:
        with suppress(StoreError):  # the server of the database is away: they try again
            await self._do(number)

    async def _do(self, number: int) -> None:
        """Do the next thing in a game: open it, repeat what was not answered, or press a button."""
        opened = await self._host.repository.store.chats.games_opened_in(self._run.tables[number].chat)
        if not opened:
            await self._save_profiles(number)
            await self._reach(number, Press("", 0, "", "", ""))
            return
        match = await self._host.repository.read(opened[0])
        if press := self._unanswered.get(match.id):
            await self._press(number, match, press)
        elif word := await self._next(number, match):
            person, said, entry = word
            is_whole = entry == ERASURE or said.startswith((match.id, "/"))
            code = said if is_whole else f"{match.id}.0.{said}"
            press = Press(match.id, match.seq, str(person), entry, code, id=self._id_of(code))
            for text in ("/stats on", "/notify") if entry == ERASURE else ():  # there is more to erase then
                asker = Asker(person, self._run.tables[number].chat)
                await self._host.dispatcher.answer(asker, Call.typed(text))
            self._unanswered[match.id] = press
            await self._press(number, match, press)
        elif match.roster.status is Status.OVER:
            self.numbers.remove(number)

    async def _save_profiles(self, number: int) -> None:
        """Nobody has quiet hours. Those of the page have taken their names."""
        table = self._run.tables[number]
        for place, person in enumerate(table.people):
            digest = sha256(table.tokens[place].encode()).hexdigest() if table.tokens else None
            chosen = {"quiet_hours": "off", "zone": "UTC"}
            profile = Profile(person, self._run.names(number)[place], digest, chosen=chosen)
            await self._host.repository.store.people.save(profile)

    # ---- what they want

    async def _next(self, number: int, match: Match) -> Word | None:
        """What a person does next; None while computers are to move, and once nobody wants anything."""
        people = self._run.tables[number].people
        match match.roster.status:
            case Status.LOBBY:
                return _in_lobby(match, people)
            case Status.RUNNING:
                return await self._in_game(number, match, people)
        for person in people:
            is_named = match.roster.owned_seat(str(person)) is not None
            if (number % 3 == 2 or not is_named) and await self._is_known(person):
                return person, f"{NO_GAME}.0.forgetme yes", ERASURE  # once more if a press came late
        return None

    async def _in_game(self, number: int, match: Match, people: Sequence[Person]) -> Word | None:
        present = [person for person in people if not _is_away(match, person)]
        away = [person for person in people if person not in present]
        asked = [person for person in present if match.roster.seat_of(str(person)) in match.waiting_for]
        if away and self._happens(COMES_BACK) and await self._is_known(away[0]):
            return away[0], "join", "PersonTookOver"
        if not asked:
            return None  # and so nobody leaves in the very moment in which the game ends
        if len(present) == 2:
            if self._happens(LEAVES):
                return self._chance.choice(present), "leave yes", "ComputerTookOver"
            if number % 3 == 1 and self._happens(IS_ERASED):
                return present[-1], f"{NO_GAME}.0.forgetme yes", ERASURE
            if word := self._about_clock(match, present):
                return word
            other = present[present.index(asked[0]) - 1]
            if other not in asked and self._happens(PLANS) and _can_plan(match, other):
                plans = "plan draw deck twice", "plan repeat draw deck twice 3"
                return other, self._chance.choice(plans), "PlanMade"
        return self._move(match, self._chance.choice(asked))

    def _about_clock(self, match: Match, present: Sequence[Person]) -> Word | None:
        """Ask the other one for another clock, or vote on that."""
        if match.roster.vote is None:
            other = "4h" if clock_word(match.roster.clock) == "1h" else "1h"
            is_asked = self._happens(ASKS)
            return (self._chance.choice(present), f"clock {other}", "VoteOpened") if is_asked else None
        for person in present:
            seat = match.roster.seat_of(str(person))
            if seat is not None and match.roster.votes[seat] is None and self._happens(VOTES):
                return person, f"vote {self._chance.choice(('yes', 'no'))}", "VoteCast"
        return None

    def _move(self, match: Match, person: Person) -> Word:
        """The action that an easy computer would choose for a person, as a button or typed."""
        assert match.game is not None
        view = view_for(match.game, match.roster.seat_of(str(person)))
        action = COMPUTERS["easy"](view, Chance(f"{self._chance.getrandbits(256):064x}"))
        revision = view.decision.revision if view.decision else 0
        code, entry = CallbackData.of(match.id, revision, action).code, line(action)
        may_type = person.platform == "telegram" and not isinstance(action, KeepTickets)
        return person, f"/{entry}" if may_type and self._happens(TYPES) else code, entry

    def _happens(self, share: float) -> bool:
        return self._chance.random() < share

    async def _is_known(self, person: Person) -> bool:
        return await self._host.repository.store.people.profile(person) is not None

    # ---- until it is answered

    async def _press(self, number: int, match: Match, press: Press) -> None:
        """Press a button until it is known what became of it. The press or its answer may be lost."""
        is_lost, is_late = self._happens(LOSES), self._happens(LOSES)
        if is_lost:
            return
        person = Person.parse(press.person)
        is_typed = press.code.startswith("/")
        outcome = "" if is_typed else await self._outcome(match, press)
        if not outcome:
            if press.entry == ERASURE and person in await self._host.repository.store.personal.erasures():
                return  # it goes on by itself
            self._note(press)  # each time: some presses do more when they are repeated
            dies = press.entry == ERASURE or (is_typed and press not in self._ignored)
            self._ignored.setdefault(press, 0)
            with self._death(press) if dies else nullcontext():
                answer = await self._reach(number, press)
            if is_late or (is_typed and not answer):
                return
            self._ignored[press] += bool(answer)
            outcome = await self._outcome(match, press, answer)
            if is_typed and not outcome and answer != TAKEN:
                self._unanswered[press.game] = again = replace(press, id=self._id_of(press.code))
                self._ignored[again] = self._ignored.pop(press)
        if outcome:
            self._note(replace(press, answer=outcome))
            self._ignored.pop(press, None)
            del self._unanswered[press.game]

    def _id_of(self, code: str) -> str:
        """A new id for what is typed. Presses of a button are all alike."""
        return f"{self._chance.getrandbits(64):x}" if code.startswith("/") else ""

    def _death(self, press: Press) -> AbstractContextManager[None]:
        """A death in a write of an erasure or of a typed move, before its commit or after it.

        It is at another instant each time. Sometimes there is none, so that each is done at some time.
        """
        is_erasure = press.entry == ERASURE
        with (self._run.folder / ("erasures" if is_erasure else "typed")).open("ab") as file:
            time = file.tell()
            file.write(b".")
        if is_erasure:
            number, kind = divmod(time, 3)
            death = death_in_write(number % WRITES + 1, committed=kind == 1)
            return nullcontext() if kind == 2 else death
        if time % DIES_EVERY >= len(MOVE_DEATHS):
            return nullcontext()
        by, is_committed = MOVE_DEATHS[time % DIES_EVERY]
        return death_in_write(1, committed=is_committed, by=by.__qualname__)

    async def _outcome(self, match: Match, press: Press, answer: str = "") -> str:
        """What became of a press; "" if that is not known yet: then it is repeated."""
        store = self._host.repository.store
        if press.entry == ERASURE:
            if Person.parse(press.person) in await store.personal.erasures():
                return ""
            if not await self._is_known(Person.parse(press.person)):
                return ACCEPTED
            # Elsewhere a person who presses a button once more is known again.
            is_half = match.roster.owned_seat(press.person) is None and press.person.startswith("local:")
            return PARTIAL if is_half else ""
        log = await store.log.read(press.game, press.seq)
        people = without_planned_turns(log, {(press.seq, press.entry)})
        if any(entry.actor == press.person and press.entry in (entry.action, entry.kind) for entry in people):
            return ACCEPTED
        if answer and (log or press.entry == "VoteOpened"):  # a person may ask so often only
            return REFUSED
        if answer == INTERRUPTED:
            return INTERRUPTED
        return IGNORED if self._ignored.get(press, 0) >= PATIENT else ""

    def _note(self, press: Press) -> None:
        self._journal.write(json.dumps(asdict(press)).encode() + b"\n")

    # ---- over the network

    async def _reach(self, number: int, press: Press) -> str:
        """Let a person press a button, or open a game where no code is given.

        Returns what became of it; "" if that is not known.
        """
        people = self._run.tables[number].people
        seat = people.index(Person.parse(press.person)) if press.code else 0
        with suppress(*_LOST):
            async with asyncio.timeout(ANSWERS_WITHIN):
                if self._page and self._run.tables[number].tokens:
                    return await self._in_a_tab(self._page, number, seat, press.code)
                asked = {"number": number, "seat": seat, "code": press.code, "id": press.id}
                async with self._session.post(self._run.urls[-1], json=asked) as answer:
                    return str(await answer.json())
        return ""

    async def _in_a_tab(self, page: LocalPlatform, number: int, seat: int, code: str) -> str:
        table, url = self._run.tables[number], f"http://127.0.0.1:{page._server._port}"
        async with self._session.ws_connect(f"{url}/chat", origin=url) as socket:
            tab = Tab(socket, table.tokens[seat])
            await tab.ask("hello", token=tab.token)
            await tab.receive("welcome")
            if table.chat not in await self._host.repository.store.page.channels("local"):
                await tab.ask("open", title=table.chat.id)
                await tab.receive("opened")
            await tab.enter(table.chat.id)
            await (tab.ask("press", code=code) if code else tab.say(f"/new {self._run.board(number)}"))
            if self._happens(LOSES):  # the connection breaks
                return ""
            await tab.receive("answer")
            return ANSWERED


def _in_lobby(match: Match, people: Sequence[Person]) -> Word:
    missing = [person for person in people if match.roster.seat_of(str(person)) is None]
    if missing:
        return missing[0], "join", "PlayerJoined"
    if len(people) == 1 and not any(holder.level for holder in match.roster.holders):
        return people[0], "computer", "ComputerJoined"
    return people[0], "start", "GameStarted"


def _is_away(match: Match, person: Person) -> bool:
    seat = match.roster.seat_of(str(person))
    return seat is None or bool(match.roster.holders[seat].level)


def _can_plan(match: Match, person: Person) -> bool:
    seat = match.roster.seat_of(str(person))
    return match.game is not None and has_turn_to_plan(view_for(match.game, seat))
