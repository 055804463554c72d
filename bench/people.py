"""Modelled people: when they sleep, how soon they answer, and what they do when they look at their game."""

import asyncio
import math
import random
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.app import Host
from bot.matches.match import Match
from bot.matches.plans import on_turn
from bot.matches.roster import Status
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person, Ping
from bot.model.local_time import COMMON_ZONES, zone
from bot.model.message import Message
from bot.store import Profile
from engine.actions import Action, ClaimRoute, DrawFaceUp
from engine.cards import LOCOMOTIVE
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.payments import laid_color
from engine.view import View, view_for

LEVEL = "easy"
"""The level of the computer that chooses people's moves."""

VANISHES, PLANS, CLOSED_DMS, WANTS_DMS = 0.1, 0.2, 0.25, 0.2
"""The share of people who vanish for good, use plans, take no DMs, and want to be mentioned by DM."""

PLANS_NEXT = 0.8
"""How often somebody who uses plans makes one when their turn is over."""

_TYPICAL, _BETWEEN_PEOPLE, _BETWEEN_TURNS = 1.5, 0.7, 1.1
"""Hours in which a typical person answers in half of the cases; the spread (sigma) of the logarithms of what
is typical for each person, and of the answers of one person."""

_WEEKEND = 1.6
"""How much longer an answer takes on Saturdays and Sundays."""

_REMINDED = 0.5
"""Hours in which half of those answer who are reminded."""

_THINKS = 20.0
"""Seconds for one action, once a person looks at the game."""

_LAST_TURN = 20
"""Somebody who vanishes does so before this turn."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What a modelled person is like. Hours are local; `vanishes`: after how many turns."""

    person: Person
    zone: str
    wakes: float
    sleeps: float
    typical: float
    vanishes: int | None
    plans: bool
    closed_dms: bool
    ping: Ping

    @property
    def profile(self) -> Profile:
        """What the bot knows of the person."""
        return Profile(self.person, f"Player {self.person.id}", ping=self.ping, zone=self.zone)

    def awake(self, at: datetime, chance: random.Random) -> datetime:
        """`at`, or some time after the person wakes up."""
        local = at.astimezone(zone(self.zone))
        hour = local.hour + local.minute / 60
        if self.wakes <= hour < self.sleeps:
            return at
        return at + timedelta(hours=(self.wakes - hour) % 24 + chance.uniform(0, 2))

    def answers(self, at: datetime, chance: random.Random, hours: float) -> datetime:
        """When the person looks at the game after a message; half of the time within `hours`."""
        weekend = _WEEKEND if at.astimezone(zone(self.zone)).weekday() >= 5 else 1.0
        wait = weekend * hours * chance.lognormvariate(0, _BETWEEN_TURNS)
        return self.awake(at + timedelta(hours=wait), chance)


def habits_of(person: Person, chance: random.Random, everybody_plans: bool | None) -> Habits:
    """Make up a person. With `everybody_plans`, all or none use plans, and the rest is the same."""
    vanishes, plans = chance.random() < VANISHES, chance.random() < PLANS
    after = chance.randrange(_LAST_TURN)
    return Habits(
        person,
        chance.choice(COMMON_ZONES),
        wakes=chance.uniform(6, 8.5),
        sleeps=chance.uniform(21.5, 24),
        typical=_TYPICAL * math.exp(chance.gauss(0, _BETWEEN_PEOPLE)),
        vanishes=after if vanishes else None,
        plans=plans if everybody_plans is None else everybody_plans,
        closed_dms=chance.random() < CLOSED_DMS,
        ping=Ping.DM if chance.random() < WANTS_DMS else Ping.CHANNEL,
    )


class ModelledPerson:
    """A person at a table. They act only after a message that notifies them."""

    def __init__(self, habits: Habits, host: Host, chat: Chat, chance: random.Random) -> None:
        self.habits = habits
        self.refusals: list[str] = []
        """Answers that said no to what should be possible."""
        self._host = host
        self._chat = chat
        self._chance = chance
        self._looks: datetime | None = None
        """When they look at the game next."""
        self._news = asyncio.Event()
        self._turns = 0

    async def says(self, text: str) -> Message:
        """Type something."""
        return await self._host.dispatcher.text(self.habits.person, self._chat, text, pictures=False)

    def notified(self, *, reminder: bool) -> None:
        """A message rings: the person looks at the game some time later."""
        hours = _REMINDED if reminder else self.habits.typical
        looks = self.habits.answers(self._host.repository.clock.now(), self._chance, hours)
        self._looks = min(looks, self._looks or looks)
        self._news.set()

    async def live(self, game: str) -> None:
        """Play a game, until cancelled or until they vanish."""
        while not self._has_vanished:
            await self._until_looking()
            await self._play(game)

    @property
    def _has_vanished(self) -> bool:
        return self.habits.vanishes is not None and self._turns >= self.habits.vanishes

    async def _until_looking(self) -> None:
        now = self._host.repository.clock.now
        while self._looks is None or self._looks > now():
            self._news.clear()
            wait = None if self._looks is None else (self._looks - now()).total_seconds()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), wait)

    async def _play(self, game: str) -> None:
        """Act until somebody else has to; then the person may plan the next turn."""
        acted, match = False, await self._match(game)
        while not self._has_vanished and (code := self._code(match)):
            await self._think()
            answer = await self._host.dispatcher.click(self.habits.person, self._chat, code, pictures=False)
            after = await self._match(game)
            self._note(code, answer, match, after)
            acted, match = True, after
            self._turns += not self._code(match)
        self._looks = None
        if acted and self.habits.plans and self._chance.random() < PLANS_NEXT:
            await self._plan(match)

    def _code(self, match: Match) -> str:
        """The button that the person presses: to come back or to act; "" where others have to act."""
        seat = match.roster.seat_of(str(self.habits.person))
        if seat is None or match.game is None or match.roster.status is not Status.RUNNING:
            return ""
        if match.roster.holders[seat].level:
            return CallbackData(match.id, 0, "join").code
        view = view_for(match.game, seat)
        if view.decision is None or match.roster.holders[seat].skipped:
            return ""
        return CallbackData.of(match.id, view.decision.revision, self._choice(view)).code

    def _choice(self, view: View) -> Action:
        return COMPUTERS[LEVEL](view, Chance(f"{self._chance.getrandbits(256):064x}"))

    async def _plan(self, match: Match) -> None:
        """Plan what the person would do if it were their turn, or else to draw twice from the deck."""
        await self._think()
        match = await self._match(match.id)
        seat = match.roster.seat_of(str(self.habits.person))
        if (
            seat is None
            or match.game is None
            or self._code(match)
            or match.roster.status is not Status.RUNNING
        ):
            return
        view = view_for(match.game, seat)
        answer = await self.says(f"/plan {_plan_text(view, self._choice(on_turn(view)))}")
        self._note("plan", answer, match, await self._match(match.id))

    async def _think(self) -> None:
        await self._host.repository.clock.sleep(_THINKS * self._chance.lognormvariate(0, 0.5))

    def _note(self, what: str, answer: Message, before: Match, after: Match) -> None:
        """Note an answer after which nothing has changed."""
        if after.seq == before.seq:
            self.refusals.append(f"{what}: {answer.text}")

    async def _match(self, game: str) -> Match:
        return await self._host.repository.read(game)


def _plan_text(view: View, action: Action) -> str:
    """A plan in words: an action, and else two cards from the deck."""
    match action:
        case ClaimRoute(route=id, cards=cards):
            route = view.table.board.route[id]
            names = {city.id: city.name_in("en") for city in view.table.board.cities}
            first = f"claim {names[route.a]} - {names[route.b]} with {laid_color(cards)}"
            return f"{first}; else draw deck deck; pay up to 2, else decline"
        case DrawFaceUp(card=card) if card != LOCOMOTIVE:
            return f"draw {card} deck; else draw deck deck"
        case _:
            return "draw deck deck"
