"""A scenario on a fake platform: its players, and games played to a chosen moment."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from bot.matches.roster import Status
from bot.model.identity import Person
from bot.text.place_choices import listed_routes
from engine.actions import Action, ClaimRoute
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.game import SettleTunnel, TakeTurn
from engine.notation import line
from engine.options import options
from engine.view import View, view_for
from tests.scenario import Scenario

Choose = Callable[[View], Action | None]


class PlatformPlayer(ABC):
    """Somebody at the table, who may ask a computer what to do."""

    table: Scenario

    @property
    @abstractmethod
    def person(self) -> Person:
        """Who it is, to the bot."""

    @abstractmethod
    async def types(self, said: str) -> None:
        """Do what a line says by commands alone."""

    async def seat(self) -> int | None:
        return (await self.table.match()).roster.seat_of(str(self.person))

    async def view(self) -> View:
        """What the player may know."""
        match = await self.table.match()
        assert match.game is not None
        return view_for(match.game, await self.seat())

    async def thinks(self, level: str = "easy") -> str:
        """The line that a computer would play in this seat."""
        seq, view = (await self.table.match()).seq, await self.view()
        return line(as_listed(COMPUTERS[level](view, Chance(f"{seq:064x}")), view))


def as_listed(action: Action, view: View) -> Action:
    """An action as lists have it: of two gray routes that cost the same, they have one."""
    if not isinstance(action, ClaimRoute):
        return action
    routes = view.table.board.route
    shown = listed_routes([routes[id] for id in options(view).claims.places])
    twins = [id for id in shown if routes[id].double == routes[action.route].double]
    return action if action.route in shown else replace(action, route=twins[0])


P = TypeVar("P", bound=PlatformPlayer)


class PlatformScenario(Scenario):
    """A scenario whose players do everything through a platform."""

    async def play_out(self, *players: P, how: Callable[[P, str], Awaitable[None]]) -> None:
        """Play to the end: each player does what a computer would do, in the chosen way."""
        while (await self.match()).roster.status is Status.RUNNING:
            for player in await self.waited_for(*players):
                await how(player, await player.thinks())
            await self.settle()

    async def play_until(self, *players: P, come: Callable[[View], bool], choose: Choose) -> P:
        """Play until a moment has come: draw cards, or at the beginning of a turn do what `choose` says.
        Returns whose turn it is.
        """
        for _ in range(300):
            player = (await self.waited_for(*players))[0]
            view = await player.view()
            if come(view):
                return player
            action = choose(view) if isinstance(view.decision, TakeTurn) else None
            usual = "decline" if isinstance(view.decision, SettleTunnel) else "draw deck"
            await player.types(line(action) if action else usual)
            await self.settle()
        raise AssertionError("the moment does not come")

    async def settle_after_trouble(self) -> None:
        """Let the clock go on until every repeated call has succeeded, also those after a post."""
        for number in range(60):
            await asyncio.sleep(min(1, 0.05 * 1.2**number))
            if await self._quiet() and not self._is_telling:
                return
            await self.clock.move_on(timedelta(seconds=61))
        raise AssertionError("it does not come through")
