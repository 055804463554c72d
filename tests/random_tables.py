"""Random tables: people join, leave, link accounts, vote, plan, play and vanish at random.

`python -m tests.random_tables 1 40` plays the tables of seeds 1 to 40. After each handful of actions the
table must come to rest, and be what its log says.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from bot.matches.deadlines import REMINDER, SNOOZE, deadlines_of
from bot.matches.match import Match
from bot.matches.roster import Status
from bot.matches.seats import LAPSE
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.typed_lines import as_typed

NAMES = "Anna", "Boris", "Carl", "Dora", "Eve", "Fred"
SEATED = 3
WAITS = [timedelta(minutes=minutes) for minutes in (1, 40, 400, 1500, 6000)]
LINES = (
    *("join", "leave", "leave yes", "leave yes", "skip", "replace", "vote yes", "vote no", "vote", "undo"),
    *("pause", "resume", "clock 1h", "clock none", "clock 4h", "givetime", "away 2 days", "away tomorrow"),
    *("back", "snooze", "plan draw deck twice", "plan draw tickets", "plan delete", "hand", "since", "log"),
    *("games", "settings digest on", "settings ping none", "settings ping both", "share", "unlink"),
)
_AT_A_TIME = 4


class RandomTable:
    """One table, and a source of chance that decides who does what."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self.scenario = scenario
        self.chance = random.Random(seed)
        self.done: list[str] = []

    async def play(self, rounds: int) -> None:
        """Open a game, and do some random things in each round. Raises AssertionError."""
        self.people = [await self.scenario.add_player(name) for name in NAMES]
        self.scenario.platform.admins.add(self.people[-1].person)
        first, *others = self.people[:SEATED]
        await first.says(f"/options clock {self.chance.choice(('none', '1h', '24h'))}")
        await first.says("/new europe")
        for one in others:
            await one.says("/join")
        for _ in range(self.chance.randrange(2)):
            await first.says("/computer easy")
        await first.says("/start")
        self.game = (await self.scenario.match()).id
        for _ in range(rounds):
            for _ in range(self.chance.randint(1, _AT_A_TIME)):
                await self._act()
            await self._check()

    async def _act(self) -> None:
        who = self.chance.choice(self.people)
        acts: list[tuple[int, Callable[[Participant], Awaitable[None]]]] = [
            (8, self._moves), (8, self._says), (2, self._waits), (1, self._links), (1, self._ends)
        ]  # fmt: skip
        act = self.chance.choices([one for _, one in acts], [weight for weight, _ in acts])[0]
        await act(who)

    async def _moves(self, _: Participant) -> None:
        match = await self.match()
        seats = [seat for seat in match.waiting_for if not match.roster.holders[seat].by_computer]
        if not seats:
            return
        person = match.roster.holders[self.chance.choice(seats)].person
        player = next(one for one in self.people if str(one.person) == person)
        line = await player.thinks("random", len(self.done))
        await self._tell(player, as_typed(line, await player.view()))

    async def _says(self, who: Participant) -> None:
        line = self.chance.choice(LINES)
        if line in ("skip", "replace") and self.chance.random() < 0.5:
            line = f"{line} {self.chance.choice(NAMES).lower()}"
        await self._tell(who, line)

    async def _waits(self, _: Participant) -> None:
        wait = self.chance.choice(WAITS)
        self.done.append(f"# {wait}")
        await self.scenario.clock.move_on(wait)

    async def _links(self, who: Participant) -> None:
        other = self.chance.choice(self.people)
        told = (await who.says("/link")).split()
        code = next((word.strip(".,:") for word in told if len(word.strip(".,:")) == 12), "none")
        await self._tell(other, f"link {code}")
        await self._tell(other, f"link {code} yes")

    async def _ends(self, who: Participant) -> None:
        await self._tell(who, "abort yes")
        if self.chance.random() < 0.5:
            await self.scenario.settle()
        for one in self.people:
            await self._tell(one, f"restore {self.game}")

    async def _tell(self, who: Participant, line: str) -> None:
        answer = await who.says(f"/{line}")
        self.done.append(f"{who.person.id}: /{line} -> {plain(answer)[:60]!r}")
        assert "Something went wrong" not in answer

    async def match(self) -> Match:
        return await self.scenario.host.repository.read(self.game)

    async def _check(self) -> None:
        """The table has come to rest, is what its log says, and nobody has had two of its seats."""
        await self.scenario.settle()
        match = await self.match()
        self.scenario.host.repository._recent.clear()
        assert await self.match() == match, "the log tells of another table"
        for person in {one for holder in match.roster.holders for one in holder.people if one}:
            had = [seat for seat, holder in enumerate(match.roster.holders) if person in holder.people]
            assert len(had) == 1, f"{person} has had the seats {had}"
        known = _of_play(await self.scenario.store.timers.of_game(self.game))
        wanted = _of_play(deadlines_of(match))
        assert known == wanted
        assert match.roster.status is not Status.ABORTED
        assert await self.scenario.store.chats.game_in(MEMORY_CHAT) == self.game


def _of_play(deadlines: Mapping[str, datetime]) -> dict[str, datetime]:
    """Deadlines without those that are moved to the next reminder, and that of an aborted game."""
    others = REMINDER, SNOOZE, LAPSE
    return {kind: at for kind, at in deadlines.items() if kind.partition(":")[0] not in others}


async def play_table(folder: Path, seed: int, rounds: int) -> int:
    """Play one table. Returns how many events its log has. Raises AssertionError with what was done."""
    async with open_scenario(folder) as scenario:
        table = RandomTable(scenario, seed)
        try:
            await table.play(rounds)
        except Exception as error:
            raise AssertionError("\n".join((f"seed {seed}: {error!r}", *table.done))) from error
        return (await table.match()).seq


def main() -> None:
    first, last = int(sys.argv[1]), int(sys.argv[2])
    for seed in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            print(seed, asyncio.run(play_table(Path(folder), seed, 30)), flush=True)


if __name__ == "__main__":
    main()
