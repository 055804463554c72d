"""The whole bot on a Discord of the tests' own: what `stationmaster run` hosts, and players who use it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import attend
from bot.matches.match import Match
from bot.model.identity import Chat, Person
from bot.platforms.discord.platform import DiscordChat
from bot.store import Store
from tests.fakes.discord.member import Member
from tests.fakes.discord.server import TOKEN
from tests.fakes.discord.town import Town
from tests.fakes.discord.world import Account, Json, Post
from tests.scenario import HALL, FakeClock, Sketcher, counted
from tests.seated import Seated, WiredEvening


class Station(WiredEvening):
    """The bot in a town, and the table in one of its channels."""

    def __init__(
        self, store: Store, chat: DiscordChat, clock: FakeClock, draw: Callable[[int], bytes], town: Town
    ) -> None:
        super().__init__(store, chat, clock, draw, Sketcher())  # type: ignore[arg-type]
        self.town = town
        self.channel = town.table

    async def match(self, chat: Chat = HALL) -> Match:
        return await super().match(Chat("discord", str(self.channel.id)) if chat == HALL else chat)

    async def comes(self, *names: str, **about: Any) -> list["Player"]:
        """People come into the channel, or back after a restart."""
        return [self._player(name, about) for name in names]

    def _player(self, name: str, about: Json) -> "Player":
        known = [account for account in self.town.guild.accounts if account.name == name]
        account = known[0] if known else self.town.comes(name, **about).account
        return Player(self, Member(self.town.hall, self.town.guild, account, self.channel))

    async def sits_down(self, *names: str, board: str = "europe", **about: Any) -> list["Player"]:
        """A game that has begun: everybody has starting tickets to choose from."""
        first, *others = players = await self.comes(*names, **about)
        await first.member.runs("/game new", board=board)
        await self.settle()
        for player in others:
            await player.member.presses("Join", on=self.last)
            await self.settle()
        await first.member.presses("Start", on=self.last)
        await self.settle()
        return players

    async def in_play(self, *names: str, board: str = "europe", **about: Any) -> list["Player"]:
        """A game in its first turn: everybody has kept all starting tickets. Whoever is next comes first."""
        players = await self.sits_down(*names, board=board, **about)
        for player in players:
            await player.member.runs("/keep", tickets=",".join(map(str, (await player.view()).offer)))
        await self.settle()
        seat = (await self.match()).waiting_for[0]
        return players[seat:] + players[:seat]

    async def calm(self) -> None:
        """Wait until the bot asks for nothing more: pictures come after words."""
        requests, heard = self.town.hall.requests, -1
        while heard != len(requests):
            heard = len(requests)
            await asyncio.sleep(0.2)

    @property
    def posts(self) -> list[Post]:
        """What everybody sees in the channel."""
        return [post for post in self.channel.messages if not post.gone and post.only_for is None]

    @property
    def last(self) -> Post:
        return self.posts[-1]


class Player(Seated):
    """A member at the table, who may ask a computer what to do."""

    def __init__(self, station: Station, member: Member) -> None:
        self.station = self.table = station
        self.member = member

    def __repr__(self) -> str:
        return repr(self.member)

    @property
    def account(self) -> Account:
        return self.member.account

    @property
    def person(self) -> Person:
        return Person("discord", str(self.account.id))

    async def sees_hand(self) -> str:
        """Look at one's own panel, by the button below the newest post."""
        return await self.member.presses("My hand", on=self.station.last)

    # ---- by buttons

    async def clicks(self, said: str) -> None:
        """Do what a line says by buttons, lists and forms alone, beginning below the newest post."""
        verb, _, rest = said.partition(" ")
        before = (await self.station.match()).seq
        if verb == "keep":
            await self._ticks(rest.split(","))
            return
        await self._begins(said)
        for _ in range(5):
            if (await self.station.match()).seq != before:
                return
            await self._goes_on(said)
        raise AssertionError(f"{self} could not {said} by buttons: {self.member.labels}")

    async def _begins(self, said: str) -> None:
        """Press what leads to it: for a second card or a tunnel, one's hand."""
        words = {"draw tickets": "Draw tickets", "draw": "Draw cards", "claim": "Claim", "station": "Build"}
        label = words.get(said, words.get(said.split(" ")[0], "My hand"))
        known = any(button.startswith(label) for button in self.station.last.labels)
        if self._way_on(said) is None:
            await self.member.presses(label if known else "My hand", on=self.station.last)

    async def _goes_on(self, said: str) -> None:
        way = self._way_on(said)
        assert way is not None, f"nothing leads to {said!r}: {list(self._ways())}"
        part, option = way
        answer = self.member.answer
        assert answer is not None
        if option:
            await self.member.picks(option, on=answer, code=part["custom_id"])
        else:
            await self.member.presses_code(part["custom_id"], answer)

    def _way_on(self, said: str) -> tuple[Json, str] | None:
        """What to press in the last answer: the line itself, or the list of ways to pay for it."""
        ways = {way: found for way, found in self._ways() if way}
        wanted = [said, f"try {said}", "ways " + " ".join(said.split(" ")[:2])]
        return next((ways[way] for way in wanted if way in ways), None)

    def _ways(self) -> Iterator[tuple[str, tuple[Json, str]]]:
        """The line behind everything that can be pressed or picked in the last answer."""
        answer = self.member.answer
        if answer is None or answer.gone or answer.channel is not self.station.channel:
            return
        for part in answer.parts:
            for option in part.get("options", ()):
                yield _line_of(option["value"]), (part, option["label"])
            yield _line_of(part.get("custom_id", "")), (part, "")

    async def _ticks(self, numbers: list[str]) -> None:
        """Choose tickets in the form."""
        await self.sees_hand()
        await self.member.presses("Choose tickets")
        form = self.member.form
        assert form is not None
        (field,) = [part for part in form["components"] if part["type"] == 18]
        wanted = [row["label"] for row in field["component"]["options"] if row["value"] in numbers]
        await self.member.submits({field["label"]: wanted})

    # ---- by commands

    async def types(self, said: str) -> None:
        """Do what a line says by slash commands alone, taking what is suggested."""
        verb, _, rest = said.partition(" ")
        match verb:
            case "draw" if rest == "tickets":
                await self.member.runs("/ticket", sure=True)
            case "draw":
                await self._takes("/draw", "card", rest)
            case "claim" | "station":
                place, cards = rest.split(" ")
                part = "route" if verb == "claim" else "city"
                await self._takes(f"/{verb}", part, place, cards)
            case "keep":
                await self.member.runs("/keep", tickets=rest)
            case "pay":
                await self._takes("/pay", "cards", rest)
            case _:
                await self.member.runs(f"/{said}")

    async def _takes(self, command: str, part: str, value: str, cards: str = "") -> None:
        """Run a command with what it suggests for its parts."""
        given = {part: await self._suggested(command, part, value)}
        if cards:
            given["cards"] = await self._suggested(command, "cards", cards, **given)
        await self.member.runs(command, **given)

    async def _suggested(self, command: str, part: str, value: str, **given: str) -> str:
        """A suggestion, found by what one would type for it."""
        typed = value.partition("--")[0][:4] if part in ("route", "city") else value
        offered = await self.member.completes(command, part, typed, **given)
        assert value in [row["value"] for row in offered], f"{value} is not suggested: {offered}"
        return value


def _line_of(code: str) -> str:
    """The line in a button's code: without the game, the revision, and the mark of a post."""
    parts = code.partition("@")[0].split(".", 2)
    return parts[2] if len(parts) == 3 else ""


@asynccontextmanager
async def station(
    folder: Path, town: Town, clock: FakeClock, draw: Callable[[int], bytes] | None = None
) -> AsyncIterator[Station]:
    """Start the bot on the database in a folder; it has logged in, and stops in the end."""
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'station.db'}") as store:
        chat = DiscordChat(store, SecretStr(TOKEN), clock, guild_ready_timeout=0.1)
        one = Station(store, chat, clock, draw or counted(), town)
        running = [
            asyncio.create_task(one.table.run()),
            asyncio.create_task(attend(chat, one.table.desk, clock)),
        ]
        try:
            await town.hall.gateway.until_connected()
            yield one
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
