"""A performance of a script: each kind of line is a function here, below the pattern of the line.

What is done begins a new moment. What is seen is what has come or changed since then: `chat:` the posts of
the chat, `Anna told:` the messages that Anna alone sees, `->` the answer to what was done last.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.matches.records import export
from bot.matches.roster import Status
from bot.model.message import Button
from bot.text.prompts import is_near_end
from engine.actions import ClaimRoute
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.game import Game, TakeTurn
from engine.notation import line as line_of
from engine.options import options
from engine.view import view_for
from tests.contract.table import PRIVATE, THE_CHAT, Table, TablePlayer
from tests.contract.tables import MemoryTable, MemoryTablePlayer, OpenTable
from tests.fakes.wire.patience import until
from tests.games.script import Line, Script, found_in, lines_of
from tests.scenario import MEMORY_CHAT
from tests.short_boards import write_short_boards
from tests.situations import set_list, shows_hand, tunnel_claim
from tests.undo_games import normal

SOON = 30.0
"""Seconds of wall time in which a line is seen: the bot has come to rest, and only edits can follow."""

Step = Callable[..., Awaitable[None]]

STEPS: list[tuple[re.Pattern[str], Step]] = []


def step(pattern: str) -> Callable[[Step], Step]:
    """Let a function perform the lines of a pattern. Its groups are the arguments."""

    def add(function: Step) -> Step:
        STEPS.append((re.compile(pattern), function))
        return function

    return add


def step_of(line: Line) -> tuple[Step, dict[str, Any]]:
    """What performs a line, with its arguments. Raises AssertionError where nothing does."""
    for pattern, function in STEPS:
        if found := pattern.fullmatch(line.text):
            return function, found.groupdict()
    raise AssertionError(f"{line.file}:{line.number}: nothing performs {line.text!r}")


class Performance:
    """A script that is played on a platform."""

    def __init__(self, script: Script, open_table: OpenTable, folder: Path) -> None:
        self.script = script
        self.open_table = open_table
        self.settings = dict(map(_setting, script.settings, [folder] * len(script.settings)))
        self.running = AsyncExitStack()
        self.is_running = False
        self.table: Table
        self.people: dict[str, TablePlayer] = {}
        self.chats = {
            THE_CHAT,
            *re.findall(r"^\w+ in (\w+): ", "\n".join(line.text for line in script.lines), re.MULTILINE),
        }
        self.games: dict[str, Game] = {}
        self.buttons: dict[str, list[Button]] = {}
        self.words: dict[str, str] = {}
        """The words that were found where a script has `{name}`."""
        self.acted: TablePlayer
        """Who did something last."""
        self.at_once: list[TablePlayer]
        """Those who did something at once last."""

    async def play(self) -> None:
        """Play it from its beginning to its end. Raises AssertionError with the line that fails."""
        try:
            await start(self)
            await self.begin()
            for line in self.script.lines:
                function, arguments = step_of(line)
                known = {name: self._known(value) for name, value in arguments.items()}
                try:
                    await function(self, **known)
                except AssertionError as error:
                    raise AssertionError(f"{line.file}:{line.number}: {line.text}\n{error}") from error
        finally:
            await self.running.aclose()

    def _known(self, said: str | None) -> str | None:
        """An argument with the words that were found before."""
        for name, word in self.words.items():
            said = said and said.replace(f"{{{name}}}", word)
        return said

    async def person(self, name: str) -> TablePlayer:
        """Somebody, who comes to the table the first time that they are named."""
        if name not in self.people:
            (self.people[name],) = await self.table.come(name)
        return self.people[name]

    async def begin(self) -> None:
        """Begin a new moment."""
        self.seq = await self.last_event()
        self.posts = {chat: Counter(await self._texts(chat)) for chat in self.chats}
        self.private = {name: Counter(await _private(one)) for name, one in self.people.items()}
        self.number_of_posts = self.posted()
        self.notified_in = dict[tuple[str, str], int]()
        for name, one in self.people.items():
            if isinstance(one, MemoryTablePlayer):
                one.look()
                self.notified_in |= {(name, chat): one.notified_in(chat) for chat in self._known_chats()}
        self.notified = {name: await one.notifications() for name, one in self.people.items()}

    def _known_chats(self) -> tuple[str, ...]:
        """The chats that are known so far, and the private one."""
        assert isinstance(self.table, MemoryTable)
        return *self.table.chats, PRIVATE

    def posted(self) -> int:
        """How many posts the chat was ever sent in memory."""
        if not isinstance(self.table, MemoryTable):
            return 0
        return len(self.table.scenario.platform.by_chat.get(MEMORY_CHAT, ()))

    async def last_event(self) -> int:
        """The number of the last event of the game, or 0."""
        return (await self.table.scenario.match()).seq if await self.table.game() else 0

    async def new_posts(self, chat: str) -> list[str]:
        """The lines of posts that have come or changed in this moment."""
        return lines_of((Counter(await self._texts(chat)) - self.posts[chat]).elements())

    async def _texts(self, chat: str) -> list[str]:
        return [one.text for one in await self.table.shown(chat)]

    async def new_messages(self, name: str) -> list[str]:
        """The same of what only one person sees."""
        earlier = self.private.get(name, Counter())
        return lines_of((Counter(await _private(self.people[name])) - earlier).elements())

    async def notifications(self, name: str, chat: str | None = None) -> int:
        """How often a person was notified in this moment, in a chat or anywhere."""
        player = self.people[name]
        if chat:
            assert isinstance(player, MemoryTablePlayer)
            return player.notified_in(chat) - self.notified_in.get((name, chat), 0)
        return await player.notifications() - self.notified.get(name, 0)


async def _private(player: TablePlayer) -> list[str]:
    return [one.text for one in await player.private()]


def _setting(said: str, folder: Path) -> tuple[str, object]:
    """A setting of the bot, as a script says it."""
    name, value = said.split(" ")
    match name:
        case "clock":
            return "turn_clock", value
        case "board":
            return "boards", write_short_boards(folder, value)
        case _:
            return name, float(value)


async def _until_seen(play: Performance, expected: str, seen: Callable[[], Awaitable[list[str]]]) -> None:
    """Wait until a line is seen; with "once:" it is the only such line. What is "not" there is in no line."""
    lines = await seen()
    if expected == "nothing":
        assert not lines, f"seen: {lines}"
        return
    if expected.startswith("not "):
        having = [line for line in lines if expected.removeprefix("not ") in line]
        assert not having, f"seen: {having}"
        return
    found: list[dict[str, str]] = []

    async def is_found() -> bool:
        lines[:] = await seen()
        each = [found_in(line, expected.removeprefix("once: ")) for line in lines]
        found[:] = [words for words in each if words is not None]
        return bool(found)

    try:
        async with asyncio.timeout(SOON):
            await until(is_found)
    except TimeoutError:
        raise AssertionError("seen instead:\n  " + "\n  ".join(lines)) from None
    assert len(found) == 1 or not expected.startswith("once: "), "seen more than once"
    play.words |= found[0]


# ---- what is done


@step(r"the bot starts")
async def start(play: Performance) -> None:
    """What it does then belongs to the moment in which it stopped."""
    play.table = await play.running.enter_async_context(play.open_table(**play.settings))
    play.is_running = True
    for name, player in play.people.items():
        if player.person.platform == "inn":
            await come_to_the_inn(play, name)
        else:
            (play.people[name],) = await play.table.come(name)
    await play.table.scenario.settle()


@step(r"the bot stops")
async def stop(play: Performance) -> None:
    await play.begin()
    await play.running.aclose()
    play.is_running = False


@step(r"(?P<names>[A-Z]\w*(, [A-Z]\w*)*) plays? (?P<board>[\w ]+)")
async def begin_game(play: Performance, names: str, board: str) -> None:
    """They play; all have kept their starting tickets. The first one opened the game, and begins."""
    await play.begin()
    players = await play.table.in_play(*names.split(", "), board=board)
    play.people |= {player.name: player for player in players}


@step(r"(?P<name>\w+) is an admin")
async def appoint(play: Performance, name: str) -> None:
    if name in play.people and isinstance(play.table, MemoryTable):
        play.table.appoint(play.people[name])
    else:
        play.people[name] = await play.table.admin(name)


@step(r"(?P<name>\w+) is at the inn")
async def come_to_the_inn(play: Performance, name: str) -> None:
    """Somebody has an account on another platform; so are the chats where they do something."""
    assert isinstance(play.table, MemoryTable)
    play.people[name] = await play.table.come_to_the_inn(name)


@step(r"(?P<name>\w+) takes no private messages")
async def close_private_messages(play: Performance, name: str) -> None:
    play.table.close_private_messages(await play.person(name))


@step(r"(?P<name>\w+) takes private messages again")
async def open_private_messages(play: Performance, name: str) -> None:
    assert isinstance(play.table, MemoryTable)
    play.table.open_private_messages(play.people[name])
    await play.table.scenario.settle()


@step(r"(?P<name>[A-Z]\w+)( in (?P<chat>\w+))?: (?P<typed>/.*?)( -> (?P<answer>.*))?")
async def say(play: Performance, name: str, typed: str, answer: str | None, chat: str | None) -> None:
    """What is said of the game after a word in private is about the game that this chat shows."""
    play.acted = await play.person(name)
    await play.begin()
    if chat == PRIVATE:
        play.table.scenario.practice = await play.acted.own_chat()
    await play.acted.types(typed, chat or THE_CHAT)
    await play.table.scenario.settle()
    if answer:
        await hear(play, answer)


@step(
    r"(?P<names>[A-Z]\w+( and [A-Z]\w+)*)( in (?P<chat>\w+))?, (?P<times>\d+) times: (?P<lines>/.*?)"
    r"( -> (?P<answer>.*))?"
)
async def repeat(
    play: Performance, names: str, times: str, lines: str, answer: str | None, chat: str | None
) -> None:
    """All these people say lines, again and again in one moment. The answer is that to the last line."""
    people = [await play.person(name) for name in names.split(" and ")]
    await play.begin()
    for play.acted, line in [(one, line) for one in people for line in lines.split(", ")] * int(times):
        await play.acted.types(line, chat or THE_CHAT)
        await play.table.scenario.settle()
    if answer:
        await hear(play, answer)


@step(r"at once: (?P<acts>[A-Z]\w+: /.*(; [A-Z]\w+: /.*)+)")
async def say_at_once(play: Performance, acts: str) -> None:
    pairs = [act.split(": ") for act in acts.split("; ")]
    play.at_once = [await play.person(name) for name, _ in pairs]
    await play.begin()
    await asyncio.gather(*(one.types(line) for one, (_, line) in zip(play.at_once, pairs, strict=True)))
    await play.table.scenario.settle()


@step(r"(?P<name>\w+): \[(?P<label>.*?)\]( -> (?P<answer>.*))?")
async def press(play: Performance, name: str, label: str, answer: str | None) -> None:
    play.acted = await play.person(name)
    await play.begin()
    await play.acted.presses(label)
    await play.table.scenario.settle()
    if answer:
        await hear(play, answer)


@step(r"(?P<name>\w+): \[(?P<label>[^]]*)\] “(?P<words>.*)”( -> (?P<answer>.*))?")
async def write(play: Performance, name: str, label: str, words: str, answer: str | None) -> None:
    """Press a button that asks for words, and give them."""
    play.acted = await play.person(name)
    await play.begin()
    await play.acted.writes(label, words)
    await play.table.scenario.settle()
    if answer:
        await hear(play, answer)


@step(r"(?P<name>\w+): \[(?P<label>[^]]*)\] as (?P<other>\w+) (?P<first>first )?saw it( -> (?P<answer>.*))?")
async def press_seen(
    play: Performance, name: str, label: str, other: str, first: str | None, answer: str | None
) -> None:
    """Press a button that another person has, or that is gone: the newest, or the first of all."""
    player, seen_by = await play.person(name), play.people[other]
    assert isinstance(player, MemoryTablePlayer)
    assert isinstance(seen_by, MemoryTablePlayer)
    play.acted = player
    await play.begin()
    await player.presses_as(seen_by, label, first=first is not None)
    await play.table.scenario.settle()
    if answer:
        await hear(play, answer)


@step(r"remember the buttons of (?P<name>\w+)")
async def remember_buttons(play: Performance, name: str) -> None:
    """Those of the last answer."""
    player = play.people[name]
    assert isinstance(player, MemoryTablePlayer)
    play.buttons[name] = [button for row in player.player.answer.rows for button in row]
    assert play.buttons[name], "there are none"


@step(r"(?P<name>\w+) presses all buttons of (?P<other>\w+) -> (?P<answer>.*)")
async def press_all(play: Performance, name: str, other: str, answer: str) -> None:
    """Those that are remembered, gone or not. Each has this answer."""
    play.acted = player = play.people[name]
    assert isinstance(player, MemoryTablePlayer)
    for button in play.buttons[other]:
        await play.begin()
        await player.player.presses_code(button.code)
        await play.table.scenario.settle()
        await hear(play, answer)


@step(r"(?P<name>\w+) is (?P<other>\w+)’s second account")
async def link(play: Performance, name: str, other: str) -> None:
    """An account at the inn, which is linked in the bar."""
    if name not in play.people:
        await come_to_the_inn(play, name)
    owner = await play.person(other)
    assert isinstance(owner, MemoryTablePlayer)
    await say(play, other, "/link", "…/link {link}…", owner.at)
    await say(play, name, f"/link {play.words['link']}", None, "bar")
    await press(play, name, "Yes, that is me", "This account is linked to …")


@step(r"(?P<name>\w+) takes a turn( in (?P<chat>\w+))?")
async def take_turn(play: Performance, name: str, chat: str | None) -> None:
    """Two cards from the deck."""
    play.acted = await play.person(name)
    await play.begin()
    for _ in range(2):
        await play.acted.types("/draw deck", chat or THE_CHAT)
    await play.table.scenario.settle()


@step(r"(?P<name>\w+) claims (a route|routes until (?P<moment>the end is near|the last round begins))")
async def claim(play: Performance, name: str, moment: str | None) -> None:
    """Everybody draws until this player can pay for a route without a tunnel."""
    player = await play.person(name)

    def choose(game: Game) -> ClaimRoute | None:
        table = game.table
        left = table.trains[table.seat]
        least = table.rules.last_round_trains + 1 if moment == "the end is near" else 0
        for one in options(view_for(game, table.seat)).of(ClaimRoute):
            route = table.board.route[one.route]
            if not route.tunnel and left - route.length >= least:
                return one
        return None

    while True:
        await _lay_cards(play, player, choose)
        table = (await player.view()).table
        if moment is None or (is_near_end(table) if "near" in moment else table.turns_left is not None):
            return


@step(r"(?P<name>\w+) opens a tunnel")
async def open_tunnel(play: Performance, name: str) -> None:
    """Everybody draws until this player can lay cards for a tunnel that takes more, which they can pay."""
    await _lay_cards(play, await play.person(name), tunnel_claim)


async def _lay_cards(
    play: Performance, player: TablePlayer, choose: Callable[[Game], ClaimRoute | None]
) -> None:
    """Everybody draws until this player, at the beginning of a turn, has what they choose."""
    while True:
        (waited_for,) = await play.table.scenario.waited_for(*play.people.values())
        game = (await play.table.scenario.match()).game
        assert game
        is_turn = waited_for is player and isinstance((await player.view()).decision, TakeTurn)
        if is_turn and (claimed := choose(game)):
            break
        await waited_for.plays("draw deck")
    await remember(play, "before the claim")
    await play.begin()
    await player.plays(line_of(claimed))


@step(r"(?P<name>\w+) pays the first way")
async def pay(play: Performance, name: str) -> None:
    """If there are several, the bot has asked."""
    answer = await (await play.person(name)).answer()
    if "How do you want to pay?" in answer.text:
        await press(play, name, answer.buttons[0], None)


@step(r"they play (to the end|until (?P<name>\w+)’s last turn)")
async def play_out(play: Performance, name: str | None) -> None:
    """Everybody does what an easy computer would do."""
    await play.begin()
    scenario = play.table.scenario
    while (await scenario.match()).roster.status is Status.RUNNING:
        for player in await play.table.scenario.waited_for(*play.people.values()):
            if player.name == name and (await player.view()).table.turns_left is not None:
                await scenario.settle()
                return
            await player.plays(await player.thinks())
    await scenario.settle()


@step(r"(?P<name>\w+) decides as a computer would")
async def decide(play: Performance, name: str) -> None:
    """The bot's answer is not shown."""
    await play.begin()
    await play.people[name].plays(await play.people[name].thinks())


@step(r"(?P<span>(\d+ (second|minute|hour|day)s? ?)+) pass(es)?")
async def pass_time(play: Performance, span: str) -> None:
    pairs = re.findall(r"(\d+) (\w+?)s?\b", span)
    by = timedelta(**{f"{unit}s": int(number) for number, unit in pairs})
    if play.is_running:
        await play.begin()
        await play.table.pass_time(by)
    else:
        await play.table.clock.move_on(by)


@step(r"the review is made")
async def wait_for_review(play: Performance) -> None:
    """A computer looks at the turns of a player."""
    reviews = play.table.scenario.store.reviews

    async def made() -> bool:
        return not await reviews.awaited()

    await until(made, "the review is still to be made")


@step(r"the (?P<chat>\w+) is called “(?P<title>.*)”")
async def give_title(play: Performance, chat: str, title: str) -> None:
    assert isinstance(play.table, MemoryTable)
    await play.table.scenario.store.chats.set_title(play.table.chats[chat], title)


@step(r"(?P<name>\w+) is called “(?P<called>.*)”")
async def give_name(play: Performance, name: str, called: str) -> None:
    """The platform says this name of somebody from now on."""
    people = play.table.scenario.store.people
    profile = await people.profile((await play.person(name)).person)
    assert profile
    await people.save(replace(profile, name=called))


@step(r"the operator’s lists are (empty|(?P<lists>\w+ [\w:]+(, \w+ [\w:]+)*))")
async def change_lists(play: Performance, lists: str | None) -> None:
    """Allow or deny chats and people: `denied_places hall:table`."""
    await play.begin()
    set_list(play.table.scenario.host, **dict(one.split(" ") for one in lists.split(", ")) if lists else {})


@step(r"remember the answer")
async def remember_answer(play: Performance) -> None:
    play.words["the same answer"] = (await play.acted.answer()).text


@step(r"remember the game (?P<moment>before .*)")
async def remember(play: Performance, moment: str) -> None:
    game = (await play.table.scenario.match()).game
    assert game
    play.games[moment] = game


# ---- what is seen then


@step(r"-> (?P<expected>.*)")
async def hear(play: Performance, expected: str) -> None:
    """The answer has a line, or exactly these buttons, or with "refused:" a line while nothing changes."""
    if expected.startswith("["):
        labels = (await play.acted.answer()).buttons
        expected_labels = re.findall(r"\[(.*?)\]", expected)
        found = [found_in(*pair) for pair in zip(labels, expected_labels, strict=False)]
        assert len(labels) == len(expected_labels), f"the buttons are {labels}"
        for words in found:
            assert words is not None, f"the buttons are {labels}"
            play.words |= words
        return

    if expected == "the same answer":
        assert (await play.acted.answer()).text == play.words[expected], "the answer is another one"
        return

    async def lines() -> list[str]:
        return lines_of([(await play.acted.answer()).text])

    await _until_seen(play, expected.removeprefix("refused: "), lines)
    if expected.startswith("refused: "):
        await change_nothing(play)


@step(r"one of them: (?P<expected>.*)")
async def hear_once(play: Performance, expected: str) -> None:
    """One answer to what was said at once has a line."""
    answers = [lines_of([(await one.answer()).text]) for one in play.at_once]
    found = [lines for lines in answers if any(found_in(line, expected) is not None for line in lines)]
    assert len(found) == 1, f"the answers are {answers}"


@step(r"the answer has (no pictures|the files? (?P<expected>.+))")
async def have_files(play: Performance, expected: str | None) -> None:
    """Pictures and documents, by their names."""
    assert isinstance(play.acted, MemoryTablePlayer)
    answer = play.acted.player.answer
    names = [one.name for one in answer.pictures]
    if expected:
        names += [name for name, _ in answer.documents]
    assert names == (expected.split(", ") if expected else []), f"the files are {names}"


@step(r"the record verifies")
async def verify_record(play: Performance) -> None:
    """The game is over, and anybody can check it."""
    repository, match = play.table.scenario.host.repository, await play.table.scenario.match()
    found = verify(read_record(await export(repository, match.id)), match.board)
    assert found is None, found


@step(r"nothing has changed")
async def change_nothing(play: Performance) -> None:
    assert await play.last_event() == play.seq, "the game has changed"


@step(r"the log has at most (?P<most>\d+) new events")
async def count_events(play: Performance, most: str) -> None:
    number = await play.last_event() - play.seq
    assert number <= int(most), f"there are {number}"


@step(r"the chat has (at most (?P<most>\d+) new posts?|no new post)")
async def count_posts(play: Performance, most: str | None) -> None:
    """Those that were removed since are counted too."""
    number = play.posted() - play.number_of_posts
    assert number <= int(most or 0), f"there are {number}"


@step(r"(?P<chat>[a-z]+): (?P<expected>.*)")
async def read_chat(play: Performance, chat: str, expected: str) -> None:
    await _until_seen(play, expected, lambda: play.new_posts(chat))


@step(r"(?P<name>[A-Z]\w+) told: (?P<expected>.*)")
async def read_messages(play: Performance, name: str, expected: str) -> None:
    player = await play.person(name)
    if expected.startswith("["):
        new, labels = await play.new_messages(name), tuple(re.findall(r"\[(.*?)\]", expected))
        found = [one.buttons for one in await player.private() if set(lines_of([one.text])) <= set(new)]
        assert labels in found, f"the buttons are {found}"
        return
    await _until_seen(play, expected, lambda: play.new_messages(name))


@step(r"(?P<name>[A-Z]\w+) (sees once|does not see(?P<no>)): (?P<expected>.*)")
async def see(play: Performance, name: str, no: str | None, expected: str) -> None:
    """One line, or none, of all messages that only this person sees, old and new."""
    player = await play.person(name)

    async def seen() -> int:
        return [found_in(line, expected) is not None for line in lines_of(await _private(player))].count(True)

    if no is None:
        await until(seen, f"not seen: {await _private(player)}")
    assert await seen() == (no is None), f"seen: {await _private(player)}"


@step(r"(?P<name>[A-Z]\w+) sees nothing of (?P<victim>\w+)’s hand")
async def see_no_hand(play: Performance, name: str, victim: str) -> None:
    """Neither a card nor a ticket, by any query."""
    player = await play.person(name)
    assert isinstance(player, MemoryTablePlayer)
    assert not await shows_hand(player.player, play.people[victim].person), "seen"


@step(
    r"(?P<names>[A-Z]\w*( and [A-Z]\w*)*) (is|are) (?P<no>not )?notified"
    r"( in (?P<chat>\w+))?( (?P<times>\d+) times)?"
)
async def count_notifications(
    play: Performance, names: str, no: str | None, times: str | None = None, chat: str | None = None
) -> None:
    """Check how often people were notified: once, or the given number of times, in all chats or in one."""
    expected = 0 if no else int(times or 1)
    for name in names.split(" and "):
        if expected:
            await until(lambda name=name: play.notifications(name, chat), f"{name} is not notified")
        number = await play.notifications(name, chat)
        assert number == expected, f"{name} is notified {number} times"


@step(r"nobody is notified")
async def notify_nobody(play: Performance) -> None:
    for name in play.people:
        await count_notifications(play, name, "not ")


@step(r"(?P<name>\w+) (?P<can>can|cannot) press \[(?P<label>.*)\]")
async def see_button(play: Performance, name: str, can: str, label: str) -> None:
    player = await play.person(name)
    messages = (await player.answer(), *await player.private(), *await play.table.shown())
    labels = [one for message in messages for one in message.buttons]
    assert any(found_in(one, label) is not None for one in labels) is (can == "can"), (
        f"the buttons are {labels}"
    )


@step(r"the game waits for (?P<names>\w+(, \w+)*|nobody)")
async def wait_for(play: Performance, names: str) -> None:
    found = await play.table.scenario.waited_for(*play.people.values())
    assert sorted(one.name for one in found) == sorted(names.split(", ") if names != "nobody" else ())


@step(r"(?P<name>\w+)’s hand is as it was (?P<moment>before .*)")
async def compare_hand(play: Performance, name: str, moment: str) -> None:
    """Cards and tickets, those that are offered too."""
    player = await play.person(name)
    now, then = await player.view(), view_for(play.games[moment], await player.seat())
    assert (now.hand, now.tickets, now.offer) == (then.hand, then.tickets, then.offer), "the hand is another"


@step(r"the game is as it was (?P<moment>before .*)")
async def compare_game(play: Performance, moment: str) -> None:
    """Hands, decks and all: only the numbers of events and decisions have grown."""
    game = (await play.table.scenario.match()).game
    assert game
    assert normal(game) == normal(play.games[moment]), "the game is another one"
