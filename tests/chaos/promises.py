"""What a run has promised to people, and whether it was kept.

Actions and records:
* An action that the log had after its press is there at the end, once. Each press is there at most once, and
  nothing is there that nobody has pressed. The same holds for who joins, leaves and comes back, and for plans
  and votes. A press that is answered again and again has an effect.
* A move that is typed on Telegram is made at most once, and if it is not made, its person is told: also where
  a program is killed before it has noted that it begins, before it makes the move, or before it answers.
* Each game has ended, its log has no gap and the right checksums, and its record verifies.
* A turn that begins with a plan that can be played is played in that instant.

Messages:
* The last post of each game is in its chat, and its platform would have taken every request.
* On the page each section of a log was posted once, in order, with the right text.
* A turn that lasted longer than two hours was notified to its player, in the chat or in private, before it
  ended. A reminder is enough: a message that may have been sent is repeated in silence.
* Each reminder of half of the time and each vote was sent while it mattered. A platform that recognizes a
  repeated message shows it once, and notifies of it.
* Messages go to the chats and people of the games only, and notify nobody else.
* Nobody was notified twice of one turn or vote in one place. A message that notifies is about the turn with
  the decision whose revision its buttons carry. Reminders carry the number of the turn, and there may be two
  of them: at half and at nine tenths of the time. Any other message is about its text. A message that the bot
  deleted later counts too.
* While a game goes on, no message shows a ticket that its reader never had. What thieves see and move is
  judged by `tests/chaos/thieves.py`.

People and programs:
* Who asked to be erased is gone from the whole database. Until then everything about them is there, also
  after a kill in any write.
* No program ends by itself; only one that is started later with the same token on Telegram does. Memory does
  not grow: programs of the last quarter take at most a quarter more than those of the second.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, timedelta
from itertools import pairwise, zip_longest
from random import Random
from statistics import median

from sqlalchemy import select

from bot.app import Host
from bot.matches.match import Step
from bot.matches.plans import plan_plays
from bot.matches.records import export
from bot.matches.reminder_times import HALF, reminders_of
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade, VoteClosed, VoteOpened
from bot.model.identity import FORGOTTEN, Chat, Person
from bot.model.message import Topic
from bot.outbox.notices import about
from bot.outbox.posts import news_for_post, post_of
from bot.outbox.recipients import PostStyle
from bot.outbox.sections import split_into_posts, topic_of
from bot.store import Entry, Store
from bot.store.schema import hands, metadata
from bot.telegram.button_codes import read
from bot.text.i18n import phrases
from bot.web.protocol import content_of
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.events import GameEnded, TurnStarted
from engine.view import view_for
from tests.chaos.platforms import SentMessage
from tests.chaos.program import host_of
from tests.chaos.run import (
    ACCEPTED,
    ERASURE,
    IGNORED,
    INTERRUPTED,
    PARTIAL,
    REFUSED,
    Press,
    Run,
    Table,
    journal,
    without_planned_turns,
)
from tests.narration import plain
from tests.scenario import FakeClock, FakePictures, ticket_names

LONG_TURN = timedelta(hours=2, minutes=15)
"""Each turn that lasts this long must have been notified to its player.

The first reminder is due at two hours, and the clock moves on by a quarter of an hour at once.
"""

AT_ONCE = timedelta(minutes=30)
"""What is due is sent within two steps of the clock."""

REMINDERS = 2
"""How often a player may be reminded of a turn in one place."""

MOST_POSTS = 10_000

ENDED, RESTARTED = "programs that ended by themselves", "restarts of the database"

HAPPENS = "accepted presses", "people notified", "records that verify"
"""Figures that are not 0 in any run: otherwise nothing was looked at."""

FLAT = 1.25
"""How much more memory the programs of the last quarter may take than those of the second."""

PRESSED = {
    "PlayerJoined", "ComputerJoined", "GameStarted", "ComputerTookOver", "PersonTookOver", "PlanMade",
    "VoteOpened", "VoteCast",
}  # fmt: skip
"""The kinds of events that people cause by a button, other than actions."""

REPEATED = {"PlanMade": "PlanMade", "VoteOpened": "VoteCast", "VoteCast": "VoteCast"}
"""What a press does when it is repeated, by what it did. It changes nothing.

Telegram repeats presses too, whenever a program is killed that has not confirmed them.
"""

COUNTED = {
    "turns skipped": "SeatSkipped",
    "plans": "PlanMade",
    "votes": "VoteOpened",
    "seats given to a computer": "ComputerTookOver",
    "seats taken back": "PersonTookOver",
}
"""The events that are counted in all games, by the names of their figures."""


REMINDER = re.compile(r"(\w+)-(\d+)-r\d+(?:half|late|s\d+)$")
"""The key of a reminder on the page, with its game and its turn: late ones have no button that says those."""


@dataclass
class Findings:
    """The results: figures, and broken promises."""

    run: Run
    figures: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    """MB of the programs when they were killed, in order."""
    sent: list[SentMessage] = field(default_factory=list)

    def __str__(self) -> str:
        figures = [f"{count:>8}  {name}" for name, count in self.figures.items()]
        return "\n".join([*figures, *self.wrong])


async def look(findings: Findings) -> None:
    """Count what was promised, and find what was broken."""
    run, sent = findings.run, findings.sent
    presses = [press for share in range(run.programs) for press in journal(run.folder / f"{share}.journal")]
    async with await Store.open(run.url) as store:
        host = host_of(run, store, FakeClock(), Random(0))
        for table in run.tables:
            games = await store.chats.games_opened_in(table.chat)
            if len(games) != 1:
                findings.wrong.append(f"WRONG: {len(games)} games were opened in {table.chat}")
            messages = [one for one in sent if one.to in places_of(table)]
            messages += await posts_on_page(store, table.chat)
            findings.figures["messages"] += len(messages)
            findings.figures["people notified"] += sum(len(one.notified) for one in messages)
            findings.wrong += misdirected(messages, table)
            for game in games:
                its = [press for press in presses if press.game == game]
                await _look_at_game(host, table, game, its, messages, findings)
        erased = {press.person for press in presses if press.entry == ERASURE}
        for number, table in enumerate(run.tables):
            for person, name in zip(table.people, run.names(number), strict=True):
                if str(person) in erased:
                    findings.figures["people erased"] += 1
                    findings.wrong += await remembered(store, person, name)
    known = {place for table in run.tables for place in places_of(table)}
    findings.wrong += [f"WRONG: a message to {one.to}: {one.text}" for one in sent if one.to not in known]
    findings.wrong += [f"WRONG: no {name}" for name in HAPPENS if not findings.figures[name]]
    if findings.figures[ENDED]:
        findings.wrong.append("WRONG: a program ended by itself")
    if run.wrong.exists():
        findings.wrong += run.wrong.read_text().splitlines()
    _look_at_memory(findings)


async def _look_at_game(
    host: Host,
    table: Table,
    game: str,
    presses: Sequence[Press],
    sent: Sequence[SentMessage],
    found: Findings,
) -> None:
    repository = host.repository
    log, steps = await repository.store.log.read(game), await repository.steps(game, 0)
    match, once = await repository.read(game), by_code(presses)
    count = Counter(press.answer for press in once)
    found.figures.update({"games": 1, "events": len(log), "buttons pressed": len(once)})
    found.figures["accepted presses"] += count[ACCEPTED]
    found.figures["refused presses"] += count[REFUSED]
    found.figures["interrupted commands"] += sum(press.answer == INTERRUPTED for press in presses)
    found.figures["typed moves"] += sum(press.code.startswith("/") for press in once)
    kinds = Counter(type(step.event).__name__ for step in steps)
    for name, kind in COUNTED.items():
        found.figures[name] += kinds[kind]
    found.figures["turns that plans played"] += sum(
        isinstance(step.event, PlanMade) and bool(step.event.playing) for step in steps
    )
    found.figures["reminders"] += sum(subject(one, ()).startswith("a reminder") for one in sent)
    found.wrong += lost_or_doubled(presses, log, table)
    if damage := (await repository.store.log.examine(game))[1]:
        found.wrong.append(f"WRONG: {damage}")
    if match.roster.status is not Status.OVER:
        found.wrong.append(f"STALLED: {game}")
    elif fault := verify(read_record(await export(repository, game)), match.board):
        found.wrong.append(f"WRONG: {game} does not verify: {fault}")
    else:
        found.figures["records that verify"] += 1
    if table.chat.platform == "local":
        found.wrong += await misposted(host, table.chat, game)
    found.wrong += [
        *unplayed(steps),
        *untold(steps, sent, table),
        *unreminded(steps, sent, table),
        *unasked(steps, sent),
        *doubled(steps, sent),
        *shown_again(steps, sent, table),
        *revealed(steps, sent, table),
    ]


# ---- where messages go


def places_of(table: Table) -> tuple[str, ...]:
    """Where messages about a game go: its chat, and the private chats of its people."""
    return tuple(map(str, (table.chat, *table.people)))


def misdirected(sent: Sequence[SentMessage], table: Table) -> Iterator[str]:
    """Who was notified of a game that they do not play, or in the private chat of somebody else."""
    for one in sent:
        may_be = table.people if one.to == str(table.chat) else [Person.parse(one.to)]
        for person in set(one.notified) - set(map(str, may_be)):
            if not person.startswith(FORGOTTEN):
                yield f"WRONG: {person} was notified in {one.to}: {one.text}"


async def posts_on_page(store: Store, chat: Chat) -> list[SentMessage]:
    """The posts of a channel of the page. The database has each once."""
    return [
        SentMessage(
            str(chat),
            post.at,
            tuple(str(one["id"]) for one in content["mentions"]),  # type: ignore[attr-defined]
            str(content["text"]),
            (
                *(button["code"] for row in content["buttons"] for button in row),  # type: ignore[attr-defined]
                *(f"{said[1]}.0.snooze evening {said[2]}" for said in REMINDER.finditer(post.key)),
            ),
        )
        for post in (await store.page.posts(chat, limit=MOST_POSTS) if chat.platform == "local" else ())
        if "by" not in (content := content_of(post))
    ]


async def misposted(host: Host, chat: Chat, game: str) -> list[str]:
    """Where the posts of a channel of the page differ from the sections of a log."""
    posts = await host.repository.store.page.posts(chat, limit=MOST_POSTS)
    said = [
        (post.key, "" if post.key.endswith("-vote") else json.loads(post.data)["text"])  # it is edited
        for post in posts
        if post.key.startswith(f"{game}-") and "-note" not in post.key and not REMINDER.match(post.key)
    ]
    expected = await _expected(host, game, {key for key, _ in said})
    if said == expected:
        return []
    other = next(both for both in zip_longest(expected, said) if both[0] != both[1])
    return [f"WRONG: {game} made {len(expected)} posts, there are {len(said)}: {other}"]


async def _expected(host: Host, game: str, said: set[str]) -> list[tuple[str, str]]:
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
        topic = topic_of(section)
        key = str(about(Chat("any", "any"), section[-1].after, topic).key)
        is_late = bool(post and key not in said and section is not sections[-1])
        late = told if is_late else []
        if post and not is_late:
            expected.append((key, "" if topic is Topic.VOTE else post.text))
    return expected


# ---- notifications


def untold(steps: Sequence[Step], sent: Sequence[SentMessage], table: Table) -> Iterator[str]:
    """The end if it was not posted, and the long turns of which nobody was notified."""
    game = steps[-1].after.id
    if not any(f"{game}.0.rematch" in one.codes for one in sent):
        yield f"LOST: the last post of {game}"
    turns = [step for step in steps if isinstance(step.event, TurnStarted)]
    ends = [*(step.at for step in turns[1:]), steps[-1].at]
    for step, end in zip(turns, ends, strict=True):
        person = _person(table, step, step.event.seat)  # type: ignore[union-attr]
        during = [one for one in sent if person in _notified(table, one) and step.at <= one.at <= end]
        if person and end - step.at >= LONG_TURN and not during:
            turn = f"the turn of {person} at event {step.after.seq} of {game}, {end - step.at} long"
            yield f"LOST: nobody was notified of {turn}"


def unreminded(steps: Sequence[Step], sent: Sequence[SentMessage], table: Table) -> Iterator[str]:
    """The reminders of half of the time that were due, and were not sent before anything changed."""
    for step, following in pairwise(steps):
        for seat, holder in enumerate(step.after.roster.holders):
            half = reminders_of(step.after, seat, UTC, "off").get(HALF)
            if not half or not step.at <= half <= following.at - AT_ONCE or holder.by_computer:
                continue
            reminder = f"a reminder of turn {holder.clock.turn} of {step.after.id}"
            places = str(table.chat), _person(table, step, seat)
            told = [one for one in sent if one.to in places and half <= one.at <= following.at]
            if not any(subject(one, ()) == reminder for one in told):
                yield f"LOST: {reminder} to {_person(table, step, seat)}, due at {half}"


def unasked(steps: Sequence[Step], sent: Sequence[SentMessage]) -> Iterator[str]:
    """The votes that nobody was asked for."""
    posted = {subject(one, ()) for one in sent}
    for number, step in enumerate(steps):
        if isinstance(step.event, VoteOpened):
            ends = (one.at for one in steps[number:] if isinstance(one.event, VoteClosed | GameEnded))
            vote = f"vote {step.event.number} of {step.after.id}"
            if vote not in posted and next(ends, steps[-1].at) - step.at >= AT_ONCE:
                yield f"LOST: {vote}"


def doubled(steps: Sequence[Step], sent: Sequence[SentMessage]) -> Iterator[str]:
    """Who was notified of one thing too often in one place."""
    turns = [revision_of(step) for step in steps if isinstance(step.event, TurnStarted)]
    counts = Counter((one.to, person, subject(one, turns)) for one in sent for person in one.notified)
    for (to, person, what), count in counts.items():
        if count > (REMINDERS if what.startswith("a reminder") else 1):
            yield f"TWICE: {person} was notified {count} times in {to} of {what}"


def shown_again(steps: Sequence[Step], sent: Sequence[SentMessage], table: Table) -> Iterator[str]:
    """What is shown twice although Discord recognizes a repeat, and reminders there that notify nobody."""
    if table.chat.platform != "discord":
        return
    asked = [one for one in sent if subject(one, ()).startswith(("a reminder", "vote"))]
    shown = Counter((one.to, subject(one, ()), one.text) for one in asked)
    yield from (f"TWICE: {what} to {to}" for (to, what, _), count in shown.items() if count > 1)
    silent = [one for one in asked if subject(one, ()).startswith("a reminder") and not one.notified]
    yield from (f"SILENT: {subject(one, ())} to {one.to}" for one in silent)


def revision_of(step: Step) -> int:
    """The revision of the decision with which a turn begins."""
    table = step.after.table
    assert table is not None
    decision = table.decisions[step.event.seat]  # type: ignore[union-attr]
    assert decision is not None
    return decision.revision


def subject(message: SentMessage, turns: Sequence[int]) -> str:
    """What a message is about. `turns` are the revisions with which the turns begin."""
    for code in message.codes:
        call = read(code).call
        if call.word in ("snooze", "hand") and call.text:  # the second where it is too late to snooze
            return f"a reminder of turn {call.text.split()[-1]} of {call.game}"
        if call.word == "vote":
            return f"vote {call.text.split()[-1]} of {call.game}"
        if call.revision:
            turn = max((one for one in turns if one <= call.revision), default=0)
            return f"the turn with revision {turn} of {call.game}"
    return repr(message.text)


def _person(table: Table, step: Step, seat: int) -> str:
    """Who has a seat; "" for a computer. The log of a game does not name people who were erased."""
    return _known(table, step.after.roster.holders[seat].person)


def _notified(table: Table, message: SentMessage) -> Iterator[str]:
    """Who was notified. The posts of the page do not name people who were erased."""
    return (_known(table, person) for person in message.notified)


def _known(table: Table, person: str) -> str:
    """Who has this address in a log. People sit in the order of the table."""
    platform, _, seat = person.partition(":")
    return str(table.people[int(seat) - 1]) if platform == FORGOTTEN else person


# ---- secrets


def revealed(steps: Sequence[Step], sent: Sequence[SentMessage], table: Table) -> Iterator[str]:
    """Messages that name a ticket which their reader never had; before the end, a post names none."""
    had = {place: set[int]() for place in places_of(table)}
    for step in steps:
        if step.after.game:
            for seat in range(len(step.after.roster.holders)):
                view = view_for(step.after.game, seat)
                had.setdefault(_person(table, step, seat), set()).update(view.tickets, view.offer)
    end = next((step.at for step in steps if isinstance(step.event, GameEnded)), steps[-1].at)
    board = steps[-1].after.board
    numbers = [ticket.number for ticket in board.tickets]
    names = dict(zip(numbers, ticket_names(board, numbers), strict=True))
    for one in sent:
        text = plain(one.text)
        shown = [name for number, name in names.items() if number not in had[one.to] and name in text]
        if one.at < end and shown:
            yield f"REVEALED: {shown} to {one.to}: {text}"


# ---- presses and logs


def by_code(presses: Sequence[Press]) -> list[Press]:
    """The presses of a game, each once, with its answer if there was one."""
    last = {(press.seq, press.person, press.code): press for press in presses}
    return list(last.values())


def lost_or_doubled(presses: Sequence[Press], log: Sequence[Entry], table: Table) -> Iterator[str]:
    """What a log has lost of the presses of its people, or has twice, or has although nobody pressed it."""
    once, tries = by_code(presses), Counter(press for press in presses if not press.answer)
    made = [
        (entry.seq, (_known(table, entry.actor), entry.action or entry.kind))
        for entry in without_planned_turns(log, {(one.seq, one.entry) for one in once})
        if entry.actor and (entry.action or entry.kind in PRESSED) and entry.seq > 2  # it opens with its host
    ]
    repeated = set[tuple[str, str]]()
    for one, (after, until) in zip(once, pairwise([*(one.seq for one in once), len(log)]), strict=True):
        expected = one.person, "ComputerTookOver" if one.entry == ERASURE else one.entry
        if one.entry in REPEATED:
            repeated.add((one.person, REPEATED[one.entry]))
        there = [what for seq, what in made if after < seq <= until and what not in repeated - {expected}]
        most = 1
        if expected in repeated:
            most = len(there) if table.chat.platform == "telegram" else tries[replace(one, answer="")]
        if one.answer == IGNORED:
            yield f"LOST: {one} was answered, and nothing has happened"
        if one.answer == PARTIAL:
            yield f"WRONG: a kill has left a part of {one.person}"
        if not there and one.answer == ACCEPTED and one.entry != ERASURE:
            yield f"LOST: {one}"
        elif len(there) > most:
            yield f"TWICE: {one}: the log has {there}"
        elif set(there) - {expected}:
            yield f"WRONG: {one}: the log has {there}"
    early = [what for seq, what in made if not once or seq <= once[0].seq]
    yield from (f"WRONG: nobody did {what}" for what in early)


def unplayed(steps: Sequence[Step]) -> Iterator[str]:
    """Turns that began with a playable plan but went on in another way."""
    for step, following in pairwise(steps):
        if isinstance(step.event, TurnStarted) and plan_plays(step.after, step.event.seat):
            event = following.event
            if not (isinstance(event, PlanMade) and event.playing and following.at == step.at):
                yield f"LOST: the planned turn at event {step.after.seq} of {step.after.id}"


# ---- people and programs


async def remembered(store: Store, person: Person, name: str) -> list[str]:
    """Where the database still has somebody who was erased."""
    left = []
    for table in metadata.sorted_tables:
        rows = str(await store.log._database.rows(select(table)))
        is_named = any(text in rows for text in (name, str(person)))
        if is_named or (table is not hands and f"'{person.id}'" in rows):  # nobody may see two hands
            left.append(table.name)
    return [f"LOST: the erasure of {person}: {', '.join(left)}"] if left else []


def _look_at_memory(findings: Findings) -> None:
    """Compare the programs of the second quarter with those of the last one."""
    quarter = len(findings.memory) // 4
    if quarter:
        before, after = median(findings.memory[quarter : 2 * quarter]), median(findings.memory[-quarter:])
        findings.figures["MB of memory in the second quarter"] = int(before)
        findings.figures["MB of memory in the last quarter"] = int(after)
        if after > FLAT * before:
            findings.wrong.append(f"MEMORY: {before} MB, and {after} MB at the end")
