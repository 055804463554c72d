"""The whole bot on the fake Discord, as `stationmaster run` hosts it, and players who use it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.commands import COMMANDS
from bot.discord.answers import ShownAnswers
from bot.discord.platform import DiscordPlatform
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.store import Store
from bot.text.i18n import phrases
from bot.text.place_choices import best_claims
from engine.notation import line
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import Account, Channel, Json, Post
from tests.fakes.wire.patience import until
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Player, Scenario
from tests.typed_lines import as_typed


class DiscordBot(Scenario):
    """The bot in a guild, with a game in one of its channels."""

    def __init__(
        self,
        store: Store,
        chat: DiscordPlatform,
        clock: FakeClock,
        draw: Callable[[int], bytes] | None,
        fake_guild: FakeGuild,
        **chosen: Any,
    ) -> None:
        super().__init__(store, chat, clock, draw, **chosen)  # type: ignore[arg-type]
        self.fake_guild = fake_guild
        self.channel = fake_guild.table

    @property
    def home(self) -> Chat:
        return Chat("discord", str(self.channel.id))

    async def add_players(self, *names: str, **about: Any) -> list["DiscordPlayer"]:
        """Add people to the channel, or find them again after a restart."""
        return [self._player(name, about) for name in names]

    def _player(self, name: str, about: Json) -> "DiscordPlayer":
        known = [account for account in self.fake_guild.guild.accounts if account.name == name]
        account = known[0] if known else self.fake_guild.add_user(name, **about).account
        return DiscordPlayer(
            self, DiscordUser(self.fake_guild.server, self.fake_guild.guild, account, self.channel)
        )

    async def start_game(self, *names: str, board: str = "europe", **about: Any) -> list["DiscordPlayer"]:
        """A game that has begun: everybody has starting tickets to choose from."""
        first, *others = players = await self.add_players(*names, **about)
        await first.user.runs("/game new", board=board)
        await self.settle()
        for player in others:
            await player.user.presses("Join", on=self.last)
            await self.settle()
        await first.user.presses("Start", on=self.last)
        await self.settle()
        return players

    async def in_play(self, *names: str, board: str = "europe", **about: Any) -> list["DiscordPlayer"]:
        """A game in its first turn, all starting tickets kept. The player whose turn it is comes first."""
        players = await self.start_game(*names, board=board, **about)
        for player in players:
            await player.user.runs("/do keep all")
        await self.settle()
        seat = (await self.match()).waiting_for[0]
        return players[seat:] + players[:seat]

    async def calm(self) -> None:
        """Wait until the library handles no interaction: pictures follow the text."""
        handling = ("CommandTree-invoker", "discord.py: ", "discord-ui-")
        await until(lambda: not any(task.get_name().startswith(handling) for task in asyncio.all_tasks()))

    @property
    def posts(self) -> list[Post]:
        """What everybody sees in the channel."""
        return [post for post in self.channel.messages if not post.gone and post.only_for is None]

    @property
    def last(self) -> Post:
        return self.posts[-1]


class DiscordPlayer(Player):
    """A member at the table, who may ask a computer what to do."""

    def __init__(self, bot: DiscordBot, user: DiscordUser) -> None:
        self.bot = self.scenario = bot
        self.user = user

    def __repr__(self) -> str:
        return repr(self.user)

    @property
    def account(self) -> Account:
        return self.user.account

    @property
    def person(self) -> Person:
        return Person("discord", str(self.account.id))

    async def sees_hand(self) -> str:
        """Look at one's own panel, by the button below the newest post."""
        return await self.user.presses("My hand", on=self.bot.last)

    # ---- by buttons

    async def clicks(self, said: str) -> None:
        """Do what a line says by buttons, lists and forms alone, beginning below the newest post."""
        verb, _, rest = said.partition(" ")
        before = (await self.bot.match()).seq
        if verb == "keep":
            await self._ticks(rest.split(","))
            return
        await self._begins(said)
        for _ in range(5):
            if (await self.bot.match()).seq != before:
                return
            await self._goes_on(said)
        raise AssertionError(f"{self} could not {said} by buttons: {self.user.labels}")

    async def _begins(self, said: str) -> None:
        """Press the first button on the way to an action: for a second card or a tunnel, that of the hand."""
        words = {"draw tickets": "Draw tickets", "draw": "Draw cards", "claim": "Claim", "station": "Build"}
        for claim, _ in best_claims(await self.view(), phrases("en")):
            words[line(claim)] = "My hand"  # the panel has its button
        label = words.get(said, words.get(said.split(" ")[0], "My hand"))
        known = any(button.startswith(label) for button in self.bot.last.labels)
        if self._way_on(said) is None:
            await self.user.presses(label if known else "My hand", on=self.bot.last)

    async def _goes_on(self, said: str) -> None:
        way, answer = self._way_on(said), self.user.answer
        assert answer is not None
        if way is None:
            await self._finds(said.split(" ")[1], answer)
            return
        part, option = way
        if option:
            await self.user.picks(option, on=answer, code=part["custom_id"])
        else:
            await self.user.presses_code(part["custom_id"], answer)

    async def _finds(self, place: str, answer: Post) -> None:
        """Name a place that a list is too short for."""
        codes = [
            part["custom_id"] for part in answer.buttons if part.get("custom_id", "").startswith("find:")
        ]
        assert codes, f"nothing leads to {place!r}: {list(self._ways())}"
        await self.user.presses_code(codes[0], answer)
        await self.user.submits({"": place})

    def _way_on(self, said: str) -> tuple[Json, str] | None:
        """What to press in the last answer: the line itself, or the list of ways to pay for it."""
        ways = {way: found for way, found in self._ways() if way}
        place = said.split(" ")[-2:][0]
        wanted = [said, f"try {said.removeprefix('claim ')}", f"ways + {place}", f"ways {place}"]
        return next((ways[way] for way in wanted if way in ways), None)

    def _ways(self) -> Iterator[tuple[str, tuple[Json, str]]]:
        """The line behind everything that can be pressed or picked in the last answer."""
        answer = self.user.answer
        if answer is None or answer.gone or answer.channel is not self.bot.channel:
            return
        for part in answer.parts:
            for option in part.get("options", ()):
                yield _line_of(option["value"]), (part, option["label"])
            yield _line_of(part.get("custom_id", "")), (part, "")

    async def presses_line(self, said: str) -> None:
        """Press the newest button of the private messages that does what a line says."""
        for post in reversed(self.user.sees(self.user.dm)):
            for button in post.buttons:
                if _line_of(button.get("custom_id", "")) == said:
                    await self.user.presses_code(button["custom_id"], post)
                    return
        raise AssertionError(f"{self} has no button for {said}")

    async def _ticks(self, numbers: list[str]) -> None:
        """Choose tickets in the form."""
        if "Choose tickets" not in self.user.labels:
            await self.sees_hand()
        await self.user.presses("Choose tickets")
        form = self.user.form
        assert form is not None
        (field,) = [part for part in form["components"] if part["type"] == 18]
        wanted = [row["label"] for row in field["component"]["options"] if row["value"] in numbers]
        await self.user.submits({field["label"]: wanted})

    # ---- by commands

    async def types(self, said: str) -> None:
        """Do what a line says by slash commands alone, taking what is suggested."""
        verb, _, rest = said.partition(" ")
        match verb:
            case "draw" if rest == "tickets":
                await self.user.runs("/ticket", sure=True)
            case "draw":
                await self._takes("/draw", "card", rest)
            case "claim" | "station":
                place, cards = rest.split(" ")
                part = "route" if verb == "claim" else "city"
                await self._takes(f"/{verb}", part, place, cards)
            case "keep":
                _, _, places = as_typed(said, await self.view()).partition(" ")
                await self.user.runs(f"/do keep {places}")
            case _:
                await self.user.runs(f"{COMMANDS[verb].written_on('discord')} {rest}".rstrip())

    plays = types

    async def _takes(self, command: str, part: str, value: str, cards: str = "") -> None:
        """Run a command with what it suggests for its parts."""
        given = {part: await self._suggested(command, part, value)}
        if cards:
            given["cards"] = await self._suggested(command, "cards", cards, **given)
        await self.user.runs(command, **given)

    async def _suggested(self, command: str, part: str, value: str, **given: str) -> str:
        """A suggestion, found by what one would type for it."""
        typed = value.partition("--")[0][:4] if part in ("route", "city") else value
        offered = await self.user.completes(command, part, typed, **given)
        assert value in [row["value"] for row in offered], f"{value} is not suggested: {offered}"
        return value


def _line_of(code: str) -> str:
    """The line in a button's code: without the game, the revision, and the mark of a post."""
    parts = code.partition("@")[0].split(".", 2)
    return parts[2] if len(parts) == 3 else ""


class SessionPlayer(Participant):
    """A member at the table who asks the dispatcher, not Discord."""

    async def says(self, text: str, chat: Chat = MEMORY_CHAT) -> str:
        assert isinstance(self.scenario, DiscordSession)
        return await super().says(text, self.scenario.chat if chat == MEMORY_CHAT else chat)


class DiscordSession(DiscordBot):
    """The same bot, with people who ask the dispatcher: tests see what it sends, whoever asked for it."""

    start_game = Scenario.start_game  # type: ignore[assignment]
    in_play = Scenario.in_play  # type: ignore[assignment]

    @property
    def chat(self) -> Chat:
        return Chat("discord", str(self.channel.id))

    async def add_player(self, name: str) -> SessionPlayer:
        person = self._player(name, {}).person
        if await self.store.people.profile(person) is None:
            await self.store.people.save(Profile(person, name))
        return SessionPlayer(self, person)

    def user(self, participant: Participant) -> DiscordUser:
        """A participant, as Discord knows them."""
        account = self.fake_guild.server.world.accounts[int(participant.person.id)]
        return DiscordUser(self.fake_guild.server, self.fake_guild.guild, account, self.channel)

    @property
    def shown(self) -> ShownAnswers:
        """What private messages show by answers."""
        assert self.platform.client is not None
        return self.platform.client.shown

    def dms(self, participant: Participant) -> list[Post]:
        """The messages in a participant's DM channel."""
        user = self.user(participant)
        return user.sees(user.dm)

    async def settle_in_seconds(self) -> None:
        """Let the clock run until everything that failed has been tried again."""
        for _ in range(300):
            if await self._quiet():
                return
            await asyncio.sleep(0.03)
            await self.clock.move_on(timedelta(seconds=1))
        raise AssertionError("nothing is told any more")


B = TypeVar("B", bound=DiscordBot)


@asynccontextmanager
async def discord_session(
    folder: Path, fake_guild: FakeGuild, clock: FakeClock, channel: Channel | None = None
) -> AsyncIterator[DiscordSession]:
    async with discord_bot(folder, fake_guild, clock, kind=DiscordSession) as session:
        session.channel = channel or session.channel
        yield session


@asynccontextmanager
async def discord_bot(
    folder: Path,
    fake_guild: FakeGuild,
    clock: FakeClock,
    draw: Callable[[int], bytes] | None = None,
    *,
    has_activity: bool = False,
    kind: type[B] = DiscordBot,  # type: ignore[assignment]
    **chosen: Any,
) -> AsyncIterator[B]:
    """Start the bot on the database in a folder; it has logged in, and stops in the end.

    What is `chosen` are settings of the scenario.
    """
    async with await Store.open(f"sqlite:///{folder / 'bot.db'}") as store:
        chat = DiscordPlatform(SecretStr(TOKEN), clock, has_activity=has_activity, guild_ready_timeout=0.1)
        one = kind(store, chat, clock, draw, fake_guild, **chosen)
        running = [
            asyncio.create_task(one.host.run()),
            asyncio.create_task(serve_until_cancelled(chat, one.host.dispatcher, clock)),
        ]
        try:
            await fake_guild.server.gateway.until_connected()
            yield one
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
