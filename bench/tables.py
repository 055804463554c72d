"""Games in their middle, each in a chat of its own, as the bot finds them when it is started."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from bot.app import Host
from bot.matches.match import LogEvent, Match
from bot.matches.outcomes import Outcome
from bot.matches.turns import decide
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.settings import Settings
from bot.store import Store
from engine.actions import Action, DrawDeck, KeepTickets
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.game import Game, TakeTurn
from engine.rulebook import apply
from engine.view import view_for
from tests.scenario import UNLIMITED, FakePictures

STEPS_BEFORE = 60
LEVEL = "easy"


class Named(Protocol):
    """An account on some platform."""

    @property
    def name(self) -> str: ...


class Seats(Protocol):
    """Two players of a platform, and the chat that shows their game."""

    @property
    def accounts(self) -> tuple[Named, Named]: ...

    @property
    def chat(self) -> Chat: ...

    @property
    def people(self) -> tuple[Person, Person]: ...


async def begin(url: str, tables: Sequence[Seats]) -> None:
    """Write the games, each with one turn that was not posted yet."""
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    async with await Store.open(url) as store:
        host = Host(store, settings, pictures=FakePictures(), rates=UNLIMITED)
        for number, table in enumerate(tables):
            await _begin(host, table, Chance(f"{number + 1:064x}"))


async def _begin(host: Host, table: Seats, chance: Chance) -> None:
    store, (anna, boris) = host.repository.store, table.people
    for account, person in zip(table.accounts, table.people, strict=True):
        await store.people.save(Profile(person, account.name))
    await host.dispatcher.answer(Asker(anna, table.chat), Call.typed("/new europe"))
    await host.dispatcher.answer(Asker(boris, table.chat), Call.typed("/join"))
    await host.dispatcher.answer(Asker(anna, table.chat), Call.typed("/start"))
    match = await _match(host, table)
    events = tuple(_middle(match, chance))
    middle, _ = await host.repository.update(match.id, lambda _: Outcome(events))
    for destination in await store.outbox.bookmarks(match.id):
        await store.outbox.move_bookmark(destination, match.id, middle.seq)
    for _ in range(2):
        match = await _match(host, table)
        assert match.game is not None
        seat = match.waiting_for[0]
        await host.repository.update(match.id, lambda now, seat=seat: decide(now, seat, DrawDeck()))


async def _match(host: Host, table: Seats) -> Match:
    game = await host.repository.store.chats.game_in(table.chat)
    assert game is not None
    return await host.repository.read(game)


def _middle(match: Match, chance: Chance) -> Iterator[LogEvent]:
    """What happens until somebody begins a turn, some sixty actions on."""
    game, steps = match.game, 0
    assert game is not None
    while steps < STEPS_BEFORE or not isinstance(_decision(game), TakeTurn):
        seat = game.table.waiting_for[0]
        action: Action = COMPUTERS[LEVEL](view_for(game, seat), chance)
        if game.table.choosing:
            action = KeepTickets(view_for(game, seat).offer)
        game, events = apply(game, seat, action)
        yield from events
        steps += 1


def _decision(game: Game) -> object:
    return game.table.decisions[game.table.waiting_for[0]]
