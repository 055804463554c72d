"""Kill the program with -9 at random instants while reminders and votes go out, and people plan their turns.

    python -m tests.crash_weeks --count 50 --seed 1 --games 5

It is started again on the same database and platform each time, and the clock goes on. The platform writes
what it was sent to a file that survives the kill: every reminder and every vote of the log must be in it, and
nobody may be notified of one twice. Every answered plan must be in the log, and a plan that can be played
must be played in the instant in which its turn begins.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from time import sleep

from bot.matches.clock_events import ClockSet
from bot.matches.match import Step
from bot.matches.plans import own_plan, plan_plays
from bot.matches.reminder_times import HALF, reminders_of
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade, VoteOpened
from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Message, Topic
from bot.model.port import Key
from bot.model.profile import Profile
from engine.events import GameEnded, TurnStarted
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.scenario import FakeClock, Participant, Scenario, open_scenario, predictable_entropy, waited_for

NAMES = "Anna", "Boris", "Carl"
MOST = 3
"""Reminders and votes until a kill."""

LONGEST = 0.05
"""Seconds from the last of them to the kill: about as long as the next one takes."""

JUMP = timedelta(hours=2)
"""How far the clock is moved: less than from the last reminder of a turn to its deadline."""

Sent = dict[str, str | list[str]]
"""A message that was sent: its destination, topic and key, and who was notified."""


class LastingPlatform(MemoryPlatform):
    """A platform in memory that writes each message to a file. The file survives a kill."""

    def __init__(self, folder: Path, *, recognizes_repeats: bool) -> None:
        safe = timedelta.max if recognizes_repeats else timedelta(0)
        super().__init__(limits=replace(LIMITS, repeats_safely_for=safe))
        self._chance = Random()
        for one in sent_in(folder):
            to = address(str(one["to"]))
            self._ids[to, str(one["identity"])] = str(one["id"])
            self.shown[to, str(one["id"])] = Message("")
            self.sent.append((to, str(one["key"])))
        self._path = folder / "sent"

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        count, notified = len(self.sent), len(self.notified)
        await asyncio.sleep(self._chance.uniform(0, 0.01))
        id = await super().send(to, message, key, silent=silent)
        if len(self.sent) > count:
            identity = next(name for (_, name), one in self._ids.items() if one == id)
            people = [str(person) for one, person in self.notified[notified:] if one == to]
            row = {"to": str(to), "id": id, "identity": identity, "topic": str(key.topic), "key": str(key)}
            with self._path.open("ab", buffering=0) as file:
                file.write(json.dumps(row | {"notified": people}).encode() + b"\n")
        await asyncio.sleep(self._chance.uniform(0, 0.01))
        return id


def address(text: str) -> Destination:
    """A chat or a person, as the file has it."""
    found = Address.parse(text)
    kind = Person if found.id.title() in NAMES else Chat
    return kind(found.platform, found.id)


def sent_in(folder: Path) -> list[Sent]:
    """The messages that the platform was sent so far, in order. A line cut short by the kill is left out."""
    path = folder / "sent"
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in lines]


# ---- the program that is killed


def play(folder: Path, run: int, *, recognizes_repeats: bool, finish: bool) -> None:
    """Let weeks pass until killed or the game is over; with `finish`, until all that is due has been sent."""
    asyncio.run(_play(folder, run, recognizes_repeats=recognizes_repeats, finish=finish))


async def _play(folder: Path, run: int, *, recognizes_repeats: bool, finish: bool) -> None:
    chance = Random(run)
    async with _opened(folder, run, recognizes_repeats=recognizes_repeats) as scenario:
        players = [await scenario.add_player(name) for name in NAMES]
        await scenario.settle()
        while not finish and (await scenario.match()).roster.status is Status.RUNNING:
            await _something(folder, scenario, players, chance)
            await scenario.settle()


async def _something(
    folder: Path, scenario: Scenario, players: Sequence[Participant], chance: Random
) -> None:
    """Do one random thing: move the clock on, make a move, open a vote, or vote."""
    match (await scenario.match()).roster.vote, chance.randrange(12):
        case None, 0:
            clock = (await scenario.match()).roster.clock
            await chance.choice(players).says(f"/clock {'48h' if clock and clock.turn == 86_400 else '24h'}")
        case _, 0 | 1:
            await chance.choice(players).says(f"/vote {chance.choice(('yes', 'no'))}")
        case _, 2 | 3:
            player = chance.choice(players)
            await player.says(chance.choice(("/plan draw deck twice", "/plan repeat draw deck twice 3")))
            await _note_plan(folder, scenario, player)
        case _, 4:
            (player,) = await waited_for(scenario, players)
            await player.says("/draw deck")
        case _:
            later = scenario.clock.now() + JUMP
            (folder / "clock").write_text(later.isoformat())
            await scenario.clock.move_on(JUMP)


async def _note_plan(folder: Path, scenario: Scenario, player: Participant) -> None:
    """Note that a plan was answered."""
    match, seat = await scenario.match(), await player.seat()
    if plan := own_plan(match, seat):
        row = {"seq": match.seq, "seat": seat, "lines": plan.lines}
        with (folder / "plans").open("ab", buffering=0) as file:
            file.write(json.dumps(row).encode() + b"\n")


@asynccontextmanager
async def _opened(folder: Path, run: int, *, recognizes_repeats: bool) -> AsyncIterator[Scenario]:
    clock = FakeClock()
    if (folder / "clock").exists():
        clock._now = datetime.fromisoformat((folder / "clock").read_text() or clock.now().isoformat())
    platform = LastingPlatform(folder, recognizes_repeats=recognizes_repeats)
    draw = predictable_entropy(1 + 100_000 * run)
    async with open_scenario(folder, platform=platform, clock=clock, draw=draw, turn_clock="24h") as scenario:
        yield scenario


async def _set_up(folder: Path, *, recognizes_repeats: bool) -> None:
    """A game of three in its first turn. Nobody has quiet hours."""
    async with _opened(folder, 0, recognizes_repeats=recognizes_repeats) as scenario:
        for name in NAMES:
            person = Person("hall", name.lower())
            await scenario.store.people.save(
                Profile(person, name, chosen={"quiet_hours": "off", "zone": "UTC"})
            )
        await scenario.in_play(*NAMES)


# ---- the kills, and what is found


def main(count: int = 50, seed: int = 1, *, recognizes_repeats: bool = True) -> int:
    """Kill the program again and again, finish, and print the faults. Returns 0 if there are none."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(_set_up(folder, recognizes_repeats=recognizes_repeats))
        kills = _kill_and_finish(folder, count, seed, recognizes_repeats=recognizes_repeats)
        steps, end = asyncio.run(_steps(folder, recognizes_repeats=recognizes_repeats))
        lost_plans = list(_lost_plans(folder, steps))
        sent = sent_in(folder)
    wrong = [
        *_lost(steps, sent, end),
        *_doubled(sent, shown_once=recognizes_repeats),
        *lost_plans,
        *_unplayed(steps),
    ]
    topics = Counter(one["topic"] for one in sent if isinstance(one["topic"], str))
    plans = sum(isinstance(step.event, PlanMade) and bool(step.event.playing) for step in steps)
    told = f"{len(steps)} events, {plans} planned turns, messages: {dict(topics)}"
    print(f"{kills} kills (seed {seed}), {told}", *wrong, sep="\n")
    return 1 if wrong else 0


def _kill_and_finish(folder: Path, count: int, seed: int, *, recognizes_repeats: bool) -> int:
    """Kill the program this often, or until the game is over. Returns how often it was killed."""
    chance, context = Random(seed), get_context("forkserver")
    context.set_forkserver_preload([__name__])
    for run in range(1, count + 2):
        finish = run > count
        work = partial(play, folder, seed * 1000 + run, recognizes_repeats=recognizes_repeats, finish=finish)
        program = context.Process(target=work, daemon=True)
        program.start()
        if not finish:
            _wait(folder, program, chance.randint(1, MOST))
            sleep(chance.uniform(0, LONGEST))
            program.kill()
        program.join()
        assert program.exitcode == 0 or (program.exitcode == -9 and not finish), (
            f"run {run} ended with {program.exitcode}"
        )
        if program.exitcode == 0:  # computers have ended the game of players who are away
            return run - 1
    raise AssertionError("the last run ends")


def _wait(folder: Path, program: ForkServerProcess, more: int) -> None:
    """Wait until this many more reminders and votes have been sent, or the program has ended."""
    known = len(_calls(folder))
    while len(_calls(folder)) < known + more and program.is_alive():
        sleep(0.005)


def _calls(folder: Path) -> Sequence[Sent]:
    return [one for one in sent_in(folder) if one["topic"] in (Topic.REMINDER, Topic.VOTE)]


async def _steps(folder: Path, *, recognizes_repeats: bool) -> tuple[tuple[Step, ...], datetime]:
    """All steps of the game, and the time on the clock."""
    async with _opened(folder, 0, recognizes_repeats=recognizes_repeats) as scenario:
        match = await scenario.match()
        return tuple(await scenario.host.repository.steps(match.id, 0)), scenario.clock.now()


def _lost(steps: Sequence[Step], sent: Sequence[Sent], end: datetime) -> Iterator[str]:
    """The reminders and votes of the log that the platform was never sent."""
    keys = Counter(str(one["key"]) for one in sent)
    for number, step in enumerate(steps):
        game = step.after.id
        public = step.after.seq - step.after.hidden
        if isinstance(step.event, VoteOpened) and not keys[f"{game}-{public}-vote"]:
            yield f"LOST: the vote {step.after.seq}"
        if isinstance(step.event, TurnStarted):
            seat, turn = step.event.seat, step.after.roster.holders[step.event.seat].clock.turn
            ends = TurnStarted | ClockSet | GameEnded
            over = next((one for one in steps[number + 1 :] if isinstance(one.event, ends)), None)
            half = reminders_of(step.after, seat, UTC, "off").get(HALF)
            if half and half <= (over.at if over else end) and not keys[f"{game}-{turn}-r{seat}half"]:
                yield f"LOST: the reminder of turn {turn}"


def _lost_plans(folder: Path, steps: Sequence[Step]) -> Iterator[str]:
    """Plans that were answered and are not in the log."""
    path = folder / "plans"
    for row in path.read_bytes().split(b"\n")[:-1] if path.exists() else []:
        noted = json.loads(row)
        plan = own_plan(steps[noted["seq"] - 1].after, noted["seat"])
        if plan is None or list(plan.lines) != noted["lines"]:
            yield f"LOST: the plan of seat {noted['seat']} at event {noted['seq']}"


def _unplayed(steps: Sequence[Step]) -> Iterator[str]:
    """Turns that began with a playable plan but went on in another way."""
    for step, after in pairwise(steps):
        if isinstance(step.event, TurnStarted) and plan_plays(step.after, step.event.seat):
            is_played = isinstance(after.event, PlanMade) and after.event.playing and after.at == step.at
            if not is_played:
                yield f"LOST: the planned turn at event {step.after.seq}"


def _doubled(sent: Sequence[Sent], *, shown_once: bool) -> Iterator[str]:
    """The people who were notified twice of one thing.

    If the platform recognizes repeats, also messages that are shown twice, and reminders that notified
    nobody.
    """
    about = [one for one in sent if one["topic"] in (Topic.REMINDER, Topic.VOTE, Topic.TURN)]
    calls = Counter((one["key"], person) for one in about for person in one["notified"])
    yield from (
        f"TWICE: {person} was notified of {key}" for (key, person), times in calls.items() if times > 1
    )
    if shown_once:
        shown = Counter((one["to"], one["key"]) for one in about)
        yield from (f"TWICE: {key} to {to}" for (to, key), times in shown.items() if times > 1)
        silent = [one for one in about if one["topic"] == Topic.REMINDER and not one["notified"]]
        yield from (f"SILENT: {one['key']}" for one in silent)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--count", type=int, default=50, help="how many kills in a game; it is over after some 150"
    )
    parser.add_argument("--games", type=int, default=1, help="how many games, one after the other")
    parser.add_argument("--seed", type=int, default=1, help="the instants and the choices follow from it")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.games)
    codes = [main(options.count, seed, recognizes_repeats=one) for seed in seeds for one in (True, False)]
    sys.exit(max(codes))
