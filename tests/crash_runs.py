"""Kill the program with -9 at random instants while people play, and check what it saved.

    python -m tests.crash_runs --count 100 --seed 1

It is started again on the same database each time. At the end: every answered command is in the log once, and
every other one at most once; no log has a gap, each folds to a game, and each finished game verifies; every
section of a log was posted once, in order, with the right text.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, pairwise, zip_longest
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from time import perf_counter, sleep

from bot.app import Host
from bot.matches.match import Step
from bot.matches.records import export
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.model.message import Topic
from bot.outbox.notices import about
from bot.outbox.posts import news_for_post, post_of
from bot.outbox.recipients import PostStyle
from bot.outbox.sections import split_into_posts
from bot.store import Entry, Store
from bot.text.i18n import phrases
from engine.documents.record import read_record
from engine.documents.verify import verify
from tests import crash_program
from tests.crash_program import CHANNELS, CommandRecord
from tests.scenario import FakePictures
from tests.stores import URL_FILE
from tests.tiny_board import changed

GAMES = "europe", "usa", "europe mega", "1910", "isle", "isle"
SMALL = ("isle",)
LONGEST = 1.5
"""Seconds until a kill."""

MADE_BY_COMMANDS = {
    "GameOpened", "PlayerJoined", "ComputerJoined", "GameStarted", "ComputerTookOver", "PersonTookOver",
    "PlanMade",
}  # fmt: skip


@dataclass
class Findings:
    """The results: figures, and faults."""

    figures: Counter[str] = field(default_factory=Counter)
    cut_short: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        figures = [f"{count:>7}  {name}" for name, count in self.figures.items()]
        states = [f"{count:>7}    {state}" for state, count in self.cut_short.most_common()]
        return "\n".join(
            [*figures, "         commands that a kill cut short, by what was asked:", *states, *self.wrong]
        )


def main(
    count: int = 100, seed: int = 1, games: Sequence[str] = GAMES, url: str = "", *, beside: bool = False
) -> int:
    """Kill the program, let the games end, and print a table. 0 if nothing was lost or doubled.

    The database is an SQLite file, or at `url`. With `beside`, another process shares it, and is not killed.
    """
    begun = perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if url:
            (folder / URL_FILE).write_text(url)
        (folder / "boards").mkdir()
        (folder / "boards" / "isle.toml").write_text(changed("trains = 12", "trains = 6"))
        other = _other(folder) if beside else None
        _kill_and_finish(folder, count, seed, tuple(games))
        if other:
            assert other.exitcode is None
            other.kill()
            other.join()
        findings = asyncio.run(_found(folder))
    print(f"{count} kills in {perf_counter() - begun:.0f} seconds (seed {seed})")
    print(findings, flush=True)
    return 1 if findings.wrong else 0


def _kill_and_finish(folder: Path, count: int, seed: int, games: tuple[str, ...]) -> None:
    chance = Random(seed)
    for run in range(count):
        program = _started(folder, run, seed, games, finish=False)
        sleep(chance.uniform(0.02, LONGEST))
        program.kill()
        program.join()
        assert program.exitcode == -9, f"run {run} ended by itself with {program.exitcode}"
    program = _started(folder, count, seed, games, finish=True)
    program.join()
    assert program.exitcode == 0, f"the last run ended with {program.exitcode}"


def _other(folder: Path) -> ForkServerProcess:
    context = get_context("forkserver")
    context.set_forkserver_preload([crash_program.__name__])
    program = context.Process(target=partial(crash_program.follow, folder), daemon=True)
    program.start()
    return program


def _started(folder: Path, run: int, seed: int, games: tuple[str, ...], *, finish: bool) -> ForkServerProcess:
    """The program, started as quickly as can be: a fork of one that has imported everything."""
    context = get_context("forkserver")
    context.set_forkserver_preload([crash_program.__name__])
    play = partial(crash_program.play, folder, run, seed, games, finish=finish)
    program = context.Process(target=play, daemon=True)
    program.start()
    return program


async def _found(folder: Path) -> Findings:
    findings = Findings()
    records = list(crash_program.journal(folder))
    async with await Store.open(crash_program.database(folder)) as store:
        host = crash_program.host_on(store, folder)
        for chat in CHANNELS:
            logs = await _logs(store, chat)
            _compare([record for record in records if record.channel == chat.id], logs, findings)
            for game in logs:
                await _look_at_game(host, chat, game, findings)
    return findings


async def _logs(store: Store, chat: Chat) -> dict[str, tuple[Entry, ...]]:
    """The log of every game of a channel, the first game first."""
    games = reversed(await store.chats.games_opened_in(chat))
    return {game: await store.log.read(game) for game in games}


def _compare(lines: Sequence[CommandRecord], logs: dict[str, tuple[Entry, ...]], findings: Findings) -> None:
    """Compare the commands of people with the logs of a channel."""
    answered = {(record.run, record.game, record.seq, record.text) for record in lines if record.answered}
    done = [record for record in lines if not record.answered]
    places = {game: place for place, game in enumerate(logs)}
    seen = [(places.get(record.game, -1), record.seq) for record in done]  # -1: the channel shows no game
    begins = list(accumulate([*seen, (len(logs), 0)], max))
    made = list(_made(logs))
    for record, (after, until) in zip(done, pairwise(begins), strict=True):
        there = [what for place, what in made if after < place <= until]
        heard = (record.run, record.game, record.seq, record.text) in answered
        _judge(record, there, findings, heard=heard)
    early = [what for place, what in made if place <= begins[0]]
    findings.wrong += [f"nobody did {what}" for what in early]


def _made(logs: dict[str, tuple[Entry, ...]]) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    """The commands that the logs contain: where, by whom, and what."""
    for place, log in enumerate(logs.values()):
        for entry in _without_planned_turns(log):
            first_join = entry.kind == "PlayerJoined" and entry.seq == 2
            if entry.actor and (entry.action or (entry.kind in MADE_BY_COMMANDS and not first_join)):
                yield (place, entry.seq), (entry.actor, entry.action or entry.kind)


def _without_planned_turns(log: Sequence[Entry]) -> Iterator[Entry]:
    """The entries without those of plans. A plan's moves follow the event that it begins with."""
    played_at = None
    for entry in log:
        if entry.kind == "PlanMade":
            played_at = entry.at if json.loads(entry.data)["playing"] else None
        elif entry.at != played_at:
            played_at = None
        if played_at is None:
            yield entry


def _judge(record: CommandRecord, there: list[tuple[str, str]], findings: Findings, *, heard: bool) -> None:
    expected = (record.person, record.entry)
    findings.figures["commands"] += 1
    findings.figures["answered"] += heard
    if not heard:
        findings.cut_short[record.state] += 1
        findings.figures["not answered, and written"] += bool(there)
        findings.figures["not answered, and not written"] += not there
    if there != [expected] and (heard or there):
        findings.wrong.append(f"WRONG: {record} answered={heard}: the log has {there}")


async def _look_at_game(host: Host, chat: Chat, game: str, findings: Findings) -> None:
    """Fold a log, verify its record, and compare the posts with its sections."""
    log = await host.repository.store.log.read(game)
    if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
        findings.wrong.append(f"WRONG: the log of {game} has a gap")
    match = await host.repository.read(game)
    findings.figures["events"] += len(log)
    findings.figures["games"] += 1
    if match.roster.status is not Status.OVER:
        findings.wrong.append(f"WRONG: {game} has not ended")
    elif fault := verify(read_record(await export(host.repository, game)), match.board):
        findings.wrong.append(f"WRONG: {game} does not verify: {fault}")
    posts = await host.repository.store.page.posts(chat, limit=1_000_000)
    findings.figures["posts"] += sum(post.key.startswith(f"{game}-") for post in posts)
    findings.wrong += await misposted(host, chat, game)


async def misposted(host: Host, chat: Chat, game: str) -> list[str]:
    """Where the posts of a channel of the page differ from the sections of a log."""
    posts = await host.repository.store.page.posts(chat, limit=1_000_000)
    said = [(post.key, json.loads(post.data)["text"]) for post in posts if post.key.startswith(f"{game}-")]
    expected = await _expected(host, game, {key for key, _ in said})
    if said == expected:
        return []
    other = next(both for both in zip_longest(expected, said) if both[0] != both[1])
    return [f"WRONG: {game} made {len(expected)} posts, there are {len(said)}: {other}"]


async def _expected(host: Host, game: str, said: set[str] | None = None) -> list[tuple[str, str]]:
    """The posts that a log should have, by key.

    Turns that are a minute late are told with the next ones: they have no key among those that were `said`.
    """
    expected: list[tuple[str, str]] = []
    late: list[Step] = []
    sections = split_into_posts(await host.repository.steps(game, 0))
    for section in sections:
        told = [*late, *section]
        news = await news_for_post(host.repository, told)
        post = await post_of(told, PostStyle(phrases("en"), FakePictures()), news)
        key = str(about(Chat("any", "any"), section[-1].after, Topic.TURN).key)
        is_late = bool(post and said is not None and key not in said and section is not sections[-1])
        late = told if is_late else []
        if post and not is_late:
            expected.append((key, post.text))
    return expected


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=100, help="how many kills")
    parser.add_argument("--seed", type=int, default=1, help="the instants and the choices follow from it")
    options = parser.parse_args()
    sys.exit(main(options.count, options.seed))
