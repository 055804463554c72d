"""Random thieves: people with several accounts who try all that a client can send, to see or move a hand.

`python -m tests.chaos.thieves 1 40` plays the tables of seeds 1 to 40. Everybody presses the buttons of
everybody, in every chat and with other games in them, on two platforms, with restarts in between. After each
request nobody has been shown a ticket that no hand of theirs had, and nobody has moved for another.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

from bot.commands import COMMANDS
from bot.matches.match import Match, Step
from bot.matches.plans import own_plan
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import Message
from engine.view import view_for
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import FakeClock, Participant, Scenario, open_scenario, predictable_entropy, ticket_names

TABLE, LOUNGE, BAR = Chat("hall", "table"), Chat("hall", "lounge"), Chat("inn", "bar")
PEOPLE = {"Anna": "hall", "Boris": "hall", "Carl": "inn", "Dora": "hall", "Eve": "inn", "Fred": "hall"}
SEATED = 3
WAITS = [timedelta(minutes=minutes) for minutes in (1, 40, 400, 1500)]
LINES = (
    *("join", "leave yes", "skip", "replace", "vote yes", "pause", "clock 1h", "away 2 days", "back"),
    *(
        "plan draw deck twice",
        "plan draw tickets",
        "plan",
        "hand",
        "tickets",
        "since",
        "log",
        "games",
        "share",
    ),
    *(
        "unlink",
        "why",
        "record",
        "seal",
        "keep all",
        "keep 1",
        "draw",
        "draw deck",
        "claim",
        "station",
        "settings",
    ),
    *("new usa", "follow", "unfollow", "ticket", "scores", "board", "text", "write", "options", "help"),
)
WORDS = "", "1", "yes", "anna", "brest--dieppe", "delete"
_KEPT = 400
"""Codes that are remembered."""


class RandomThieves:
    """One table, the people around it, and a source of chance that decides who tries what."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, random.Random(seed)
        self.clock, self.platforms = FakeClock(), (MemoryPlatform("hall"), MemoryPlatform("inn"))
        self.draw = predictable_entropy(seed * 100_000 + 1)
        self.codes: list[str] = ["-.0.join"]
        self.done: list[str] = []
        self.humans = {name: {name} for name in PEOPLE}
        """The accounts that were ever linked to each, which are one human."""
        self.seen: dict[str, set[tuple[str, int]]] = {name: set() for name in PEOPLE}
        """The tickets of each game that each account may know of."""
        self.read: dict[str, int] = {}

    async def play(self, rounds: int) -> None:
        """Open a game and let everybody try. Raises AssertionError."""
        opened = False
        for _ in range(rounds):
            async with AsyncExitStack() as stack:
                scenario = await stack.enter_async_context(
                    open_scenario(self.folder, platform=self.platforms[0], clock=self.clock, draw=self.draw)
                )
                scenario.host.add_platform(self.platforms[1])
                await self._begin(scenario, opened=opened)
                opened = True
                for _ in range(self.chance.randint(10, 30)):
                    await self._act()
                await scenario.settle()

    async def _begin(self, scenario: Scenario, *, opened: bool) -> None:
        self.scenario = scenario
        self.people = [await scenario.add_player(name, platform) for name, platform in PEOPLE.items()]
        if opened:
            return
        self.platforms[0].admins.add(self.people[-1].person)
        first, *others = self.people[:SEATED]
        await first.says("/options clock none", TABLE)
        await first.says("/new europe", TABLE)
        code = plain((await self._of(first, "/share", TABLE)).text)
        await others[0].says("/join", TABLE)
        follow = next(line.strip() for line in code.splitlines() if "/follow" in line)
        await others[1].says(follow, BAR)
        await others[1].says("/join", BAR)
        await first.says("/start", TABLE)
        await scenario.settle()

    async def _act(self) -> None:
        who = self.chance.choice(self.people)
        acts = {
            self._moves: 8, self._says: 6, self._presses: 10, self._types: 3, self._looks: 3, self._links: 1,
            self._waits: 1,
        }  # fmt: skip
        await self.chance.choices([*acts], [*acts.values()])[0](who)
        await self._learn()

    async def _moves(self, _: Participant) -> None:
        match = await self.match()
        seats = [seat for seat in match.waiting_for if not match.roster.holders[seat].by_computer]
        if match.roster.status is not Status.RUNNING or not seats:
            return
        person = match.roster.holders[self.chance.choice(seats)].person
        player = next(one for one in self.people if str(one.person) == person)
        await self._ask(player, f"/{await player.thinks('random', len(self.done))}", TABLE)

    async def _says(self, who: Participant) -> None:
        line = self.chance.choice(LINES)
        if self.chance.random() < 0.3:
            line = f"{self.chance.choice([*COMMANDS]).word} {self.chance.choice(WORDS)}"
        if line in ("skip", "replace"):
            line = f"{line} {self.chance.choice([*PEOPLE]).lower()}"
        await self._ask(who, f"/{line}", self._chat(who))

    async def _presses(self, who: Participant) -> None:
        code = self.chance.choice(self.codes)
        if self.chance.random() < 0.3:
            code = await self._forged(code)
        await self._ask(who, code, self._chat(who), clicks=True)

    async def _forged(self, code: str) -> str:
        """A code with another game, revision or line."""
        data, other = (Call.pressed(one) for one in (code, self.chance.choice(self.codes)))
        game = self.chance.choice((data.game, other.game, (await self.match()).id))
        line = self.chance.choice((data.line, other.line, self.chance.choice(LINES)))
        return CallbackData(game, self.chance.choice((0, data.revision, other.revision)), line).code[:64]

    async def _types(self, who: Participant) -> None:
        dispatcher, chat = self.scenario.host.dispatcher, self._chat(who)
        command = self.chance.choice([one for one in COMMANDS if one.parameters])
        parameter = self.chance.choice(command.parameters)
        place = self.chance.choice(("", "brest--dieppe"))
        offered = await dispatcher.suggest(Asker(who.person, chat), parameter.argument, "", place)
        words = [f"{one.label} {one.value} {one.words}" for one in offered]
        words += await dispatcher.complete(Asker(who.person, chat), f"/{self.chance.choice(LINES)} ")
        await self._judge(who, f"types {command.word} {parameter.name}", "\n".join(words))

    async def _looks(self, who: Participant) -> None:
        """Look at one's panel, the table of the page, or the replay of a game."""
        dispatcher, chat = self.scenario.host.dispatcher, self._chat(who)
        match = await self.match()
        game = self.chance.choice(("-", match.id))
        try:
            panel = await dispatcher.panel(Asker(who.person, chat), game)
            await self._judge(who, f"panel {game} in {chat}", _text(panel), panel)
            table = await dispatcher.table(Asker(who.person, chat), game)
        except Exception as error:
            raise AssertionError(f"{who.person} looks at {game} in {chat}") from error
        me = (table or {}).get("me")
        if table and isinstance(me, dict):
            shown = await self.scenario.host.repository.read(str(table["game"]))
            assert me["seat"] == shown.roster.seat_of(str(self._player(who, shown))), "another seat"
        words = await dispatcher.directory.phrases(who.person, chat)
        packed = await dispatcher.archive.replay(who.person, chat, match.id, words)
        assert packed is None or match.roster.status is not Status.RUNNING

    async def _links(self, who: Participant) -> None:
        other = self.chance.choice(self.people)
        told = (await who.says("/link", self._chat(who))).split()
        code = next((word.strip(".,:") for word in told if len(word.strip(".,:")) == 12), "none")
        await self._ask(other, f"/link {code}", self._chat(other))
        answer = await self._ask(other, f"/link {code} yes", self._chat(other))
        if "This account is linked to" in answer:
            both = self.humans[self._name(who)] | self.humans[self._name(other)]
            for name in both:
                self.humans[name] = both

    async def _waits(self, _: Participant) -> None:
        wait = self.chance.choice(WAITS)
        self.done.append(f"# {wait}")
        await self.clock.move_on(wait)
        await self.scenario.settle()

    # ---- what they are shown

    async def _ask(self, who: Participant, text: str, chat: Chat, *, clicks: bool = False) -> str:
        dispatcher = self.scenario.host.dispatcher
        before = {game: (await self.scenario.host.repository.read(game)).seq for game in await self._games()}
        accounts = {str(one) for one in await self.scenario.store.people.linked_accounts(who.person)}
        call = Call.pressed(text) if clicks else Call.typed(text)
        answer = await dispatcher.answer(Asker(who.person, chat), call)
        said = plain(answer.text)
        self.done.append(f"{who.person.id} in {chat.id}: {text} -> {said[:70]!r}")
        assert "Something went wrong" not in said
        await self._learn()
        for game, seq in before.items():
            for step in await self.scenario.host.repository.steps(game, seq):
                _check_mover(step, accounts)
        await self._judge(who, text, _text(answer), answer)
        return said

    async def _of(self, who: Participant, text: str, chat: Chat) -> Message:
        return await self.scenario.host.dispatcher.answer(Asker(who.person, chat), Call.typed(text))

    async def _learn(self) -> None:
        """Note which tickets each account may know of: those of every hand that it has held."""
        for game in await self._games():
            match = await self.scenario.host.repository.read(game)
            for step in await self.scenario.host.repository.steps(game, self.read.get(game, 0)):
                self._note(step.after)
            self.read[game] = match.seq
            for chats in (platform.by_chat for platform in self.platforms):
                for posts in chats.values():
                    self._keep(code for post in posts[-2:] for code in _codes(post))

    def _note(self, match: Match) -> None:
        if match.game is None:
            return
        for seat, holder in enumerate(match.roster.holders):
            view = view_for(match.game, seat)
            held = {*view.tickets, *view.offer}
            for name in self.humans.get(holder.person.partition(":")[2].capitalize(), ()):
                self.seen[name] |= {(match.id, ticket) for ticket in held}

    async def _judge(self, who: Participant, asked: str, text: str, answer: Message | None = None) -> None:
        if answer is not None:
            self._keep(_codes(answer))
        known = set().union(*(self.seen[name] for name in self.humans[self._name(who)]))
        shown = plain(text)
        for game in await self._games():
            match = await self.scenario.host.repository.read(game)
            if match.game is None or match.roster.status is Status.OVER:
                continue
            everything = [ticket.number for ticket in match.board.tickets]
            for number, name in zip(everything, ticket_names(match.board, everything), strict=True):
                knows = any((one, number) in known for one in await self._games())
                assert knows or name not in shown, f"{who.person} is shown {name} by {asked}"

    def _keep(self, codes: Iterator[str]) -> None:
        self.codes = [*dict.fromkeys((*self.codes, *codes))][-_KEPT:]

    def _chat(self, who: Participant) -> Chat:
        own = Chat(who.person.platform, f"dm-{who.person.id}")
        return self.chance.choice((TABLE, TABLE, LOUNGE, BAR, own))

    def _name(self, who: Participant) -> str:
        return who.person.id.capitalize()

    def _player(self, who: Participant, match: Match) -> Person:
        accounts = [Person(PEOPLE[name], name.lower()) for name in self.humans[self._name(who)]]
        return next((one for one in accounts if match.roster.seat_of(str(one)) is not None), who.person)

    async def _games(self) -> Sequence[str]:
        found = [await self.scenario.store.chats.game_in(chat) for chat in (TABLE, LOUNGE, BAR)]
        return [*dict.fromkeys(game for game in (*found, *self.read) if game)]

    async def match(self) -> Match:
        game = await self.scenario.store.chats.game_in(TABLE) or next(iter(self.read))
        return await self.scenario.host.repository.read(game)


def _check_mover(step: Step, accounts: set[str]) -> None:
    """Who moves has the seat by an account of theirs, or has planned it; nobody moves for a computer."""
    if not step.action or not step.actor or step.before is None:
        return
    seat = step.before.roster.seat_of(step.actor)
    assert seat is not None
    assert step.actor in accounts or own_plan(step.before, seat), f"{step.actor} moved by {accounts}"


def _text(message: Message) -> str:
    """Everything that a message says in words, with its buttons, pictures and files."""
    labels = [button.label for row in message.rows for button in row]
    labels += [f"{menu.title} {one.label}" for menu in message.menus for one in menu.choices]
    labels += [str(message.pick)] if message.pick else []
    files = [picture.alt for picture in message.pictures] + [text for _, text in message.documents]
    return "\n".join((message.text, message.brief, message.details, *labels, *files))


def _codes(message: Message) -> Iterator[str]:
    for row in message.rows:
        yield from (button.code for button in row)
    for menu in message.menus:
        yield from (one.code for one in menu.choices)
    if message.pick:
        yield message.pick.keep


async def play_table(folder: Path, seed: int, rounds: int) -> int:
    """Play one table. Returns how much was tried. Raises AssertionError with what was done."""
    table = RandomThieves(folder, seed)
    try:
        await table.play(rounds)
    except Exception as error:
        raise AssertionError("\n".join((f"seed {seed}: {error!r}", *table.done[-40:]))) from error
    return len(table.done)


def main() -> None:
    first, last = int(sys.argv[1]), int(sys.argv[2])
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            print(seed, asyncio.run(play_table(Path(folder), seed, 6)), flush=True)


if __name__ == "__main__":
    main()
