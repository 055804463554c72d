"""What the simulated month has promised to people, and whether it was kept.

* An action that the log had after its press is there at the end, once. Each press is there at most once.
* Each game has ended, and its record verifies.
* The last post of each game is in its chat, and its platform would have taken every request.
* On the page each section of a log was posted once, in order, with the right text.
* A turn that lasted longer than two hours was notified to its player, in the chat or in private, before it
  ended. A reminder is enough: a message that may have been sent is repeated in silence.
* Messages go to the chats and people of the games only, and notify nobody else.
* Nobody was notified twice of one turn in one place. A message that notifies is about the turn with the
  decision whose revision its buttons carry. Reminders carry the number of the turn, and there may be two of
  them: at half and at nine tenths of the time. Any other message is about its text. A message that the bot
  deleted later counts too.
* No program ends by itself. Memory does not grow: programs of the last quarter take at most a quarter more
  than those of the second.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import pairwise
from random import Random
from statistics import median

from bot.app import Host
from bot.matches.match import Step
from bot.matches.records import export
from bot.matches.roster import Status
from bot.model.identity import Chat, Person
from bot.store import Entry, Store
from bot.telegram.button_codes import read
from bot.web.protocol import content_of
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.events import TurnStarted
from tests.crash_runs import misposted
from tests.chaos.run import ACCEPTED, REFUSED, Month, Press, Table, journal
from tests.chaos.platforms import SentMessage
from tests.chaos.program import host_of
from tests.scenario import FakeClock

LONG_TURN = timedelta(hours=2, minutes=15)
"""Each turn that lasts this long must have been notified to its player.

The first reminder is due at two hours, and the clock moves on by a quarter of an hour at once.
"""

REMINDERS = 2
"""How often a player may be reminded of a turn in one place."""

MOST_POSTS = 10_000

ENDED, RESTARTED = "programs that ended by themselves", "restarts of the database"

HAPPENS = "accepted actions", "people notified", "records that verify"
"""Figures that are not 0 in any month: otherwise nothing was looked at."""

FLAT = 1.25
"""How much more memory the programs of the last quarter may take than those of the second."""


@dataclass
class Found:
    """The results: figures, and broken promises."""

    month: Month
    figures: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    """MB of the programs when they were killed, in order."""
    sent: list[SentMessage] = field(default_factory=list)

    def __str__(self) -> str:
        figures = [f"{count:>8}  {name}" for name, count in self.figures.items()]
        return "\n".join([*figures, *self.wrong])


async def look(month: Month, sent: Sequence[SentMessage], found: Found) -> None:
    """Count what was promised, and find what was broken."""
    presses = [
        press for share in range(month.programs) for press in journal(month.folder / f"{share}.journal")
    ]
    async with await Store.open(month.url) as store:
        host = host_of(month, store, FakeClock(), Random(0))
        for table in month.tables:
            games = await store.chats.games_opened_in(table.chat)
            if len(games) != 1:
                found.wrong.append(f"WRONG: {len(games)} games were opened in {table.chat}")
            messages = [one for one in sent if one.to in places_of(table)]
            messages += await posts_on_page(store, table.chat)
            found.figures["messages"] += len(messages)
            found.figures["people notified"] += sum(len(one.notified) for one in messages)
            found.wrong += misdirected(messages, table)
            for game in games:
                its = [press for press in presses if press.game == game]
                await _look_at_game(host, game, its, found)
                if table.chat.platform == "local":
                    found.wrong += await misposted(host, table.chat, game)
                steps = await host.repository.steps(game, 0)
                found.wrong += [*untold(steps, messages), *doubled(steps, messages)]
    known = {place for table in month.tables for place in places_of(table)}
    found.wrong += [f"WRONG: a message to {one.to}: {one.text}" for one in sent if one.to not in known]
    found.wrong += [f"WRONG: no {name}" for name in HAPPENS if not found.figures[name]]
    if found.figures[ENDED]:
        found.wrong.append("WRONG: a program ended by itself")
    _look_at_memory(found)


def places_of(table: Table) -> tuple[str, ...]:
    """Where messages about a game go: its chat, and the private chats of its people."""
    return tuple(map(str, (table.chat, *table.people)))


def misdirected(sent: Sequence[SentMessage], table: Table) -> Iterator[str]:
    """Who was notified of a game that they do not play, or in the private chat of somebody else."""
    for one in sent:
        may_be = table.people if one.to == str(table.chat) else [Person.parse(one.to)]
        for person in set(one.notified) - set(map(str, may_be)):
            yield f"WRONG: {person} was notified in {one.to}: {one.text}"


async def posts_on_page(store: Store, chat: Chat) -> list[SentMessage]:
    """The posts of a channel of the page. The database has each once."""
    return [
        SentMessage(
            str(chat),
            post.at,
            tuple(str(one["id"]) for one in content["mentions"]),  # type: ignore[attr-defined]
            str(content["text"]),
            tuple(button["code"] for row in content["buttons"] for button in row),  # type: ignore[attr-defined]
        )
        for post in (await store.page.posts(chat, limit=MOST_POSTS) if chat.platform == "local" else ())
        if "by" not in (content := content_of(post))
    ]


# ---- notifications


def untold(steps: Sequence[Step], sent: Sequence[SentMessage]) -> Iterator[str]:
    """The end if it was not posted, and the long turns of which nobody was notified."""
    game = steps[-1].after.id
    if not any(f"{game}.0.rematch" in one.codes for one in sent):
        yield f"LOST: the last post of {game}"
    turns = [step for step in steps if isinstance(step.event, TurnStarted)]
    ends = [*(step.at for step in turns[1:]), steps[-1].at]
    for step, end in zip(turns, ends, strict=True):
        person = step.after.roster.holders[step.event.seat].person  # type: ignore[union-attr]
        during = [one for one in sent if person in one.notified and step.at <= one.at <= end]
        if person and end - step.at >= LONG_TURN and not during:
            turn = f"the turn of {person} at event {step.after.seq} of {game}, {end - step.at} long"
            yield f"LOST: nobody was notified of {turn}"


def doubled(steps: Sequence[Step], sent: Sequence[SentMessage]) -> Iterator[str]:
    """Who was notified of one thing too often in one place."""
    turns = [revision_of(step) for step in steps if isinstance(step.event, TurnStarted)]
    counts = Counter((one.to, person, about(one, turns)) for one in sent for person in one.notified)
    for (to, person, what), count in counts.items():
        if count > (REMINDERS if what.startswith("a reminder") else 1):
            yield f"TWICE: {person} was notified {count} times in {to} of {what}"


def revision_of(step: Step) -> int:
    """The revision of the decision with which a turn begins."""
    table = step.after.table
    assert table is not None
    decision = table.decisions[step.event.seat]  # type: ignore[union-attr]
    assert decision is not None
    return decision.revision


def about(message: SentMessage, turns: Sequence[int]) -> str:
    """What a message is about. `turns` are the revisions with which the turns begin."""
    for code in message.codes:
        call = read(code).call
        if call.word == "snooze":
            return f"a reminder of turn {call.text.split()[-1]} of {call.game}"
        if call.revision:
            turn = max((one for one in turns if one <= call.revision), default=0)
            return f"the turn with revision {turn} of {call.game}"
    return repr(message.text)


# ---- actions and records


async def _look_at_game(host: Host, game: str, presses: Sequence[Press], found: Found) -> None:
    log = await host.repository.store.log.read(game)
    match = await host.repository.read(game)
    accepted = sum(press.answer == ACCEPTED for press in presses)
    found.figures.update({"games": 1, "events": len(log), "buttons pressed": len(by_code(presses))})
    found.figures["accepted actions"] += accepted
    found.figures["refused presses"] += sum(press.answer == REFUSED for press in presses)
    found.figures["turns skipped"] += sum(entry.kind == "SeatSkipped" for entry in log)
    found.wrong += lost_or_doubled(presses, log)
    if match.roster.status is not Status.OVER:
        found.wrong.append(f"STALLED: {game}")
    elif fault := verify(read_record(await export(host.repository, game)), match.board):
        found.wrong.append(f"WRONG: {game} does not verify: {fault}")
    else:
        found.figures["records that verify"] += 1


def by_code(presses: Sequence[Press]) -> dict[str, Press]:
    """The presses of a game, each once, with its answer if there was one."""
    last: dict[str, Press] = {}
    for press in presses:
        last[press.code] = replace(press, seq=last.get(press.code, press).seq)
    return last


def lost_or_doubled(presses: Sequence[Press], log: Sequence[Entry]) -> Iterator[str]:
    """What a log has lost of the presses of its people, or has twice, or has although nobody pressed it."""
    once = list(by_code(presses).values())
    made = [entry for entry in log if entry.actor and entry.action]
    for one, (after, until) in zip(once, pairwise([*(one.seq for one in once), len(log)]), strict=True):
        there = [(entry.actor, entry.action) for entry in made if after < entry.seq <= until]
        if not there and one.answer == ACCEPTED:
            yield f"LOST: {one}"
        elif len(there) > 1:
            yield f"TWICE: {one}: the log has {there}"
        elif there and there != [(one.person, one.line)]:
            yield f"WRONG: {one}: the log has {there}"
    early = [entry for entry in made if not once or entry.seq <= once[0].seq]
    yield from (f"WRONG: nobody did {entry.action} at event {entry.seq}" for entry in early)


def _look_at_memory(found: Found) -> None:
    """Compare the programs of the second quarter with those of the last one."""
    quarter = len(found.memory) // 4
    if quarter:
        before, after = median(found.memory[quarter : 2 * quarter]), median(found.memory[-quarter:])
        found.figures["MB of memory in the second quarter"] = int(before)
        found.figures["MB of memory in the last quarter"] = int(after)
        if after > FLAT * before:
            found.wrong.append(f"MEMORY: {before} MB, and {after} MB at the end")
