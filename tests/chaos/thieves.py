"""Thieves: people with several accounts who try all that a client can send, to see or move a hand.

They have a table of their own, on two platforms in memory. Everybody presses the buttons of everybody, in
every chat and with other games in them, and links accounts to others. After each request nobody has been
shown a ticket that no hand of theirs had, and nobody has moved for another.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from bot.app import Host
from bot.commands import COMMANDS
from bot.matches.match import Match, Step
from bot.matches.plans import own_plan
from bot.matches.retention import end_game
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.profile import Profile
from bot.store import StoreError
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for
from tests.chaos.run import Run
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import ticket_names
from tests.typed_lines import as_typed

TABLE, LOUNGE, BAR = CHATS = Chat("hall", "table"), Chat("hall", "lounge"), Chat("inn", "bar")
ANNA, BORIS, CARL, DORA, EVE, FRED = PEOPLE = (
    Person("hall", "anna"),
    Person("hall", "boris"),
    Person("inn", "carl"),
    Person("hall", "dora"),
    Person("inn", "eve"),
    Person("hall", "fred"),
)
"""The first three have seats, and Fred is an admin."""

ACTS = 15
"""What they try in one step of the clock."""

LINES = (
    *("join", "leave yes", "skip", "replace", "vote yes", "pause", "clock 1h", "away 2 days", "back"),
    *("plan draw deck twice", "plan draw tickets", "plan", "hand", "tickets", "since", "log", "games"),
    *("share", "unlink", "why", "record", "seal", "keep all", "keep 1", "draw", "draw deck", "claim"),
    *("station", "settings", "new usa", "follow", "unfollow", "ticket", "scores", "board", "text", "write"),
    *("options", "help"),
)
WORDS = "", "1", "yes", "anna", "brest--dieppe", "delete"
_KEPT = 400
"""Codes that are remembered."""


LESSONS = "rules", "showme"
"""What shows everybody the same tickets, as an example."""


class Thieves:
    """One table, the people around it, and a source of chance that decides who tries what."""

    def __init__(self, run: Run, host: Host, chance: Random) -> None:
        self._host = host
        self._chance = chance
        self._wrong = run.wrong
        self._platforms = MemoryPlatform("hall", admins={FRED}), MemoryPlatform("inn")
        for one in self._platforms:
            host.add_platform(one)
        self._codes: list[str] = ["-.0.join"]
        self._done: list[str] = []
        self._links = run.folder / "links"
        """The file with the accounts that were ever linked, two a line: they are one human."""
        self._links.touch()
        self._seen: dict[str, set[tuple[str, int]]] = {str(person): set() for person in PEOPLE}
        """The tickets of each game that each account may know of."""
        self._read: dict[str, int] = {}

    async def act(self, *, finish: bool) -> None:
        """Try a few things; with `finish`, end the games. What was wrong goes to the file of the run."""
        try:
            with suppress(StoreError):
                await self._end_games() if finish else await self._try()
        except Exception as error:  # noqa: BLE001 - it is reported with what led to it
            with self._wrong.open("a") as file:
                file.write(" | ".join((f"THIEVES: {error!r}", *self._done[-10:])).replace("\n", " ") + "\n")

    async def _end_games(self) -> None:
        for game in await self._games():
            await end_game(self._host.repository, game, running=True)

    async def _try(self) -> None:
        await self._open()
        await self._learn()  # what the last program knew
        for _ in range(ACTS):
            acts = {
                self._moves: 8, self._says: 6, self._presses: 10, self._types: 3, self._looks: 3,
                self._links_accounts: 1,
            }  # fmt: skip
            await self._chance.choices([*acts], [*acts.values()])[0](self._chance.choice(PEOPLE))
            await self._learn()

    async def _open(self) -> None:
        """Open and begin a game that is not there yet. The last program may have been killed meanwhile."""
        game = await self._host.repository.store.chats.game_in(TABLE)
        if game and (await self._host.repository.read(game)).roster.status is not Status.LOBBY:
            return
        for person in PEOPLE:
            await self._host.repository.store.people.save(Profile(person, person.id.title()))
        if not game:
            await self._answer(ANNA, TABLE, "/options clock none")
            await self._answer(ANNA, TABLE, "/new europe")
        code = plain((await self._answer(ANNA, TABLE, "/share")).text)
        follow = next(line.strip() for line in code.splitlines() if "/follow" in line)
        await self._answer(BORIS, TABLE, "/join")
        await self._answer(CARL, BAR, follow)
        await self._answer(CARL, BAR, "/join")
        await self._answer(ANNA, TABLE, "/start")

    # ---- what they try

    async def _moves(self, _: Person) -> None:
        """Let somebody play their own turn."""
        match = await self._match()
        seats = [seat for seat in match.waiting_for if not match.roster.holders[seat].by_computer]
        if match.game is None or match.roster.status is not Status.RUNNING or not seats:
            return
        seat = self._chance.choice(seats)
        view = view_for(match.game, seat)
        move = line(COMPUTERS["random"](view, Chance(f"{self._chance.getrandbits(256):064x}")))
        await self._ask(Person.parse(match.roster.holders[seat].person), f"/{as_typed(move, view)}", TABLE)

    async def _says(self, who: Person) -> None:
        text = self._chance.choice(LINES)
        if self._chance.random() < 0.3:
            text = f"{self._chance.choice([*COMMANDS]).word} {self._chance.choice(WORDS)}"
        if text in ("skip", "replace"):
            text = f"{text} {self._chance.choice(PEOPLE).id}"
        await self._ask(who, f"/{text}", self._chat(who))

    async def _presses(self, who: Person) -> None:
        code = self._chance.choice(self._codes)
        if self._chance.random() < 0.3:
            code = await self._forged(code)
        await self._ask(who, code, self._chat(who), clicks=True)

    async def _forged(self, code: str) -> str:
        """A code with another game, revision or line."""
        data, other = (Call.pressed(one) for one in (code, self._chance.choice(self._codes)))
        game = self._chance.choice((data.game, other.game, (await self._match()).id))
        said = self._chance.choice((data.line, other.line, self._chance.choice(LINES)))
        revision = self._chance.choice((0, data.revision, other.revision))
        return CallbackData(game, revision or 0, said).code[:64]

    async def _types(self, who: Person) -> None:
        dispatcher, chat = self._host.dispatcher, self._chat(who)
        command = self._chance.choice([one for one in COMMANDS if one.parameters])
        parameter = self._chance.choice(command.parameters)
        place = self._chance.choice(("", "brest--dieppe"))
        offered = await dispatcher.suggest(Asker(who, chat), parameter.argument, "", place)
        words = [f"{one.label} {one.value} {one.words}" for one in offered]
        words += await dispatcher.complete(Asker(who, chat), f"/{self._chance.choice(LINES)} ")
        await self._judge(who, f"types {command.word} {parameter.name}", "\n".join(words))

    async def _looks(self, who: Person) -> None:
        """Look at one's panel, the table of the page, or the replay of a game."""
        dispatcher, chat = self._host.dispatcher, self._chat(who)
        match = await self._match()
        game = self._chance.choice(("-", match.id))
        self._done.append(f"{who.id} looks at {game} in {chat.id}")
        panel = await dispatcher.panel(Asker(who, chat), game)
        await self._judge(who, f"panel {game} in {chat}", _text(panel), panel)
        table = await dispatcher.table(Asker(who, chat), game)
        if table and isinstance(me := table.get("me"), dict):
            shown = await self._host.repository.read(str(table["game"]))
            own = {shown.roster.seat_of(one) for one in self._human(who)}
            assert me["seat"] in own, "another seat"
        words = await dispatcher.directory.phrases(who, chat)
        packed = await dispatcher.archive.replay(who, chat, match.id, words)
        assert packed is None or match.roster.status is not Status.RUNNING, "a replay of a running game"

    async def _links_accounts(self, who: Person) -> None:
        other = self._chance.choice(PEOPLE)
        told = plain((await self._answer(who, self._chat(who), "/link")).text).split()
        code = next((word.strip(".,:") for word in told if len(word.strip(".,:")) == 12), "none")
        with self._links.open("a") as file:
            file.write(f"{who} {other}\n")
        await self._ask(other, f"/link {code}", self._chat(other))
        await self._ask(other, f"/link {code} yes", self._chat(other))

    # ---- what they are shown

    async def _answer(self, who: Person, chat: Chat, text: str) -> Message:
        return await self._host.dispatcher.answer(Asker(who, chat), Call.typed(text))

    async def _ask(self, who: Person, text: str, chat: Chat, *, clicks: bool = False) -> None:
        """Ask for something, and check who has moved, and what is shown."""
        repository = self._host.repository
        before = {game: (await repository.read(game)).seq for game in await self._games()}
        accounts = {str(one) for one in await repository.store.people.linked_accounts(who)}
        self._done.append(f"{who.id} in {chat.id}: {text}")
        call = Call.pressed(text) if clicks else Call.typed(text)
        answer = await self._host.dispatcher.answer(Asker(who, chat), call)
        said = plain(answer.text)
        self._done[-1] += f" -> {said[:70]!r}"
        assert "Something went wrong" not in said
        await self._learn()
        for game, seq in before.items():
            for step in await repository.steps(game, seq):
                _check_mover(step, accounts)
        if call.word not in LESSONS:
            await self._judge(who, text, _text(answer), answer)

    async def _learn(self) -> None:
        """Note which tickets each account may know of: those of every hand that it has held."""
        for game in await self._games():
            match = await self._host.repository.read(game)
            for step in await self._host.repository.steps(game, self._read.get(game, 0)):
                self._note(step.after)
            self._read[game] = match.seq
        for platform in self._platforms:
            for posts in platform.by_chat.values():
                self._keep(code for post in posts[-2:] for code in _codes(post))

    def _note(self, match: Match) -> None:
        if match.game is None:
            return
        for seat, holder in enumerate(match.roster.holders):
            if holder.person in self._seen:
                view = view_for(match.game, seat)
                self._seen[holder.person] |= {(match.id, ticket) for ticket in (*view.tickets, *view.offer)}

    async def _judge(self, who: Person, asked: str, text: str, answer: Message | None = None) -> None:
        if answer is not None:
            self._keep(_codes(answer))
        known = set().union(*(self._seen[account] for account in self._human(who)))
        shown, games = plain(text), await self._games()
        for game in games:
            match = await self._host.repository.read(game)
            if match.game is None or match.roster.status is Status.OVER:
                continue
            everything = [ticket.number for ticket in match.board.tickets]
            for number, name in zip(everything, ticket_names(match.board, everything), strict=True):
                knows = any((one, number) in known for one in games)
                assert knows or name not in shown, f"{who} is shown {name} by {asked}"

    def _human(self, who: Person) -> set[str]:
        """The accounts that may be one human's, since they were ever linked."""
        accounts = {str(who)}
        links = [set(pair.split()) for pair in self._links.read_text().splitlines()]
        for _ in PEOPLE:
            accounts = accounts.union(*(pair for pair in links if pair & accounts))
        return accounts

    def _keep(self, codes: Iterator[str]) -> None:
        self._codes = [*dict.fromkeys((*self._codes, *codes))][-_KEPT:]

    def _chat(self, who: Person) -> Chat:
        return self._chance.choice((TABLE, *CHATS, Chat(who.platform, f"dm-{who.id}")))

    async def _games(self) -> Sequence[str]:
        shown = [await self._host.repository.store.chats.game_in(chat) for chat in CHATS]
        return [*dict.fromkeys(game for game in (*shown, *self._read) if game)]

    async def _match(self) -> Match:
        game = await self._host.repository.store.chats.game_in(TABLE) or next(iter(self._read))
        return await self._host.repository.read(game)


def _check_mover(step: Step, accounts: set[str]) -> None:
    """Who moves has the seat by an account of theirs, or has planned it; nobody moves for a computer."""
    if not step.action or not step.actor or step.before is None:
        return
    seat = step.before.roster.seat_of(step.actor)
    assert seat is not None, f"{step.actor} moved without a seat"
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
