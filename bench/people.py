"""Modelled people: what they do when they look at their game."""

import asyncio
import random
from contextlib import suppress
from datetime import datetime, timedelta

from bench.habits import REMINDED, Habits
from bench.restarted_bot import RestartedBot
from bench.virtual_time import BEGIN
from bot.matches import reminder_times
from bot.matches.clocks import clock_word
from bot.matches.deadlines import SNOOZE, kind_of
from bot.matches.match import Match
from bot.matches.plans import has_turn_to_plan, on_turn
from bot.matches.roster import Status
from bot.matches.roster_events import PAUSE, RESUME
from bot.matches.seats import is_overdue
from bot.matches.votes import voters
from bot.model.call import Asker, Call
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat
from bot.model.message import Message
from engine.actions import Action, ClaimRoute, DrawFaceUp
from engine.cards import LOCOMOTIVE
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.payments import laid_color
from engine.view import View, view_for

LEVEL = "easy"
"""The level of the computer that chooses people's moves."""

PLANS_NEXT = 0.8
"""How often somebody who uses plans makes one when their turn is over."""

SNOOZES, AGREES = 0.2, 0.8
"""How often a reminder is put off, and how often somebody agrees to what is asked."""

_THINKS = 20.0
"""Seconds for one action, once a person looks at the game."""


class ModelledPerson:
    """A person at a table. They look at the game some time after a message that notifies them.

    Besides they come back when they said so, and a table that has no clock, or is paused, is looked after.
    """

    def __init__(self, habits: Habits, bot: RestartedBot, chat: Chat, chance: random.Random) -> None:
        self.habits = habits
        self.refusals: list[str] = []
        """Answers that said no to what should be possible."""
        self.snoozes = 0
        """Reminders that they put off."""
        self._bot = bot
        self._chat = chat
        self._chance = chance
        self._looks: datetime | None = None
        """When they look at the game next."""
        self._back = BEGIN
        """Until when they are away."""
        self._is_reminded = False
        self._news = asyncio.Event()
        self._turns = 0

    async def says(self, text: str) -> Message:
        """Type something."""
        host = await self._bot.reached(self._chance)
        return await host.dispatcher.answer(Asker(self.habits.person, self._chat), Call.typed(text))

    def notified(self, *, reminder: bool) -> None:
        """A message rings: the person looks at the game some time later."""
        hours = REMINDED if reminder else self.habits.typical
        self._is_reminded = reminder
        self._look_at(self.habits.answers(max(self._now, self._back), self._chance, hours))

    async def live(self, game: str) -> None:
        """Play a game, until cancelled or until they vanish."""
        while not self._has_vanished:
            await self._until_looking()
            await self._look(game)

    @property
    def _has_vanished(self) -> bool:
        return self.habits.vanishes is not None and self._turns >= self.habits.vanishes

    @property
    def _now(self) -> datetime:
        return self._bot.host.repository.clock.now()

    def _look_at(self, looks: datetime) -> None:
        self._looks = min(looks, self._looks or looks)
        self._news.set()

    async def _until_looking(self) -> None:
        while self._looks is None or self._looks > self._now:
            self._news.clear()
            wait = None if self._looks is None else (self._looks - self._now).total_seconds()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), wait)

    async def _look(self, game: str) -> None:
        """Act until somebody else has to; then the person may plan the next turn, or do something else."""
        self._looks, turns = None, self._turns
        match = await self._match(game)
        if await self._puts_off(match):
            return
        await self._answer(match)
        while (match := await self._match(game)) and not self._has_vanished and (code := self._code(match)):
            after = await self._click(match, code)
            if after.seq == match.seq:
                break
            self._turns += not self._code(after)
        has_played = self._turns > turns
        if has_played and self.habits.plans and self._chance.random() < PLANS_NEXT:
            await self._plan(game)
        if not self._has_vanished:
            await self._care(await self._match(game), has_played=has_played)

    def _code(self, match: Match) -> str:
        """The button that the person presses: to come back or to act; "" where others have to act."""
        seat = self._seat(match)
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

    async def _plan(self, game: str) -> None:
        """Plan what the person would do if it were their turn, or else to draw twice from the deck."""
        match = await self._match(game)
        seat = self._seat(match)
        is_running = match.roster.status is Status.RUNNING
        if seat is None or match.game is None or self._code(match) or not is_running:
            return
        view = view_for(match.game, seat)
        if not has_turn_to_plan(view):
            return
        await self._asks(match, f"/plan {_plan_text(view, self._choice(on_turn(view)))}")

    # ---- besides the moves

    async def _puts_off(self, match: Match) -> bool:
        """Put off the reminder of a turn; False where the person looks at the game instead."""
        seat, is_reminded, self._is_reminded = self._seat(match), self._is_reminded, False
        if not is_reminded or seat not in match.waiting_for or match.roster.holders[seat].by_computer:
            return False
        if self._chance.random() >= SNOOZES:
            return False
        turn, when = match.roster.holders[seat].clock.turn or 0, self._chance.choice(reminder_times.SNOOZES)
        await self._press(CallbackData(match.id, 0, f"snooze {when} {turn}").code)
        rows = await self._bot.host.repository.store.timers.of_game(match.id)
        self.snoozes += kind_of(SNOOZE, seat) in rows
        return kind_of(SNOOZE, seat) in rows

    async def _answer(self, match: Match) -> None:
        """Vote, if something is asked and the person has not answered."""
        vote, seat = match.roster.vote, self._seat(match)
        if vote is None or seat not in voters(match, vote.about) or match.roster.votes[seat] is not None:
            return
        word = "yes" if vote.question == RESUME or self._chance.random() < AGREES else "no"
        await self._click(match, CallbackData(match.id, 0, f"vote {word} {vote.number}").code)
        if vote.question == PAUSE:
            self._look_at(self._now + timedelta(days=self._chance.uniform(1.5, 4)))

    async def _care(self, match: Match, *, has_played: bool) -> None:
        """Look after the table: without a clock, or in a pause, nothing else goes on by itself."""
        seat, is_running = self._seat(match), match.game and match.roster.status is Status.RUNNING
        if seat is None or not is_running or match.roster.holders[seat].level:
            return
        if has_played and self._turns == self.habits.goes:
            await self._asks(match, f"/away {self.habits.days} days")
            self._back = self._now + timedelta(days=self.habits.days)
            self._look_at(self._back)
        elif match.roster.vote is None:
            await self._ask(match, seat, has_played=has_played)
        if match.roster.clock is None or match.roster.paused:
            self._look_at(self.habits.awake(self._now + timedelta(hours=30), self._chance))

    async def _ask(self, match: Match, seat: int, *, has_played: bool) -> None:
        """Ask the table something: that a pause ends, to do without a player who is silent, or a habit."""
        waiting = [one for one in match.waiting_for if not match.roster.holders[one].by_computer]
        late = [one for one in waiting if one != seat and is_overdue(match, one, self._now)]
        if match.roster.paused and self._now - match.at > timedelta(days=1):
            await self._asks(match, "/resume")
        elif late:
            await self._asks(match, f"/replace {match.roster.names[late[0]]}")
        elif has_played and self._turns == self.habits.asks and not match.roster.paused:
            await self._asks(match, self._question(match))
            self._look_at(self._now + timedelta(days=2))

    def _question(self, match: Match) -> str:
        """What the person asks the table: another clock than it has, or a pause."""
        has_it = self.habits.question == f"/clock {clock_word(match.roster.clock)}"
        return "/clock 24h" if has_it else self.habits.question

    # ---- requests

    async def _asks(self, match: Match, text: str) -> None:
        """Say something that changes the match."""
        answer = await self.says(text)
        await self._note(text, answer, match)

    async def _click(self, match: Match, code: str) -> Match:
        """Press a button that changes the match."""
        return await self._note(code, await self._press(code), match)

    async def _press(self, code: str) -> Message:
        host = await self._bot.reached(self._chance)
        return await host.dispatcher.answer(Asker(self.habits.person, self._chat), Call.pressed(code))

    async def _note(self, what: str, answer: Message, before: Match) -> Match:
        """Note an answer after which nothing has changed."""
        after = await self._bot.host.repository.read(before.id)
        if after.seq == before.seq:
            self.refusals.append(f"{what}: {answer.text}")
        return after

    async def _match(self, game: str) -> Match:
        """The match as it is after a moment in which the person thinks."""
        host = await self._bot.reached(self._chance)
        await host.repository.clock.sleep(_THINKS * self._chance.lognormvariate(0, 0.5))
        host = await self._bot.reached(self._chance)
        return await host.repository.read(game)

    def _seat(self, match: Match) -> int | None:
        return match.roster.seat_of(str(self.habits.person))


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
