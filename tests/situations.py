"""Play a scenario until a moment worth testing."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.app import Host
from bot.commands import COMMANDS, arguments
from bot.model.call import Asker
from bot.model.identity import Chat, Person
from bot.model.message import drawn
from engine.actions import ClaimRoute
from engine.board import Route
from engine.cards import LOCOMOTIVE
from engine.game import Game, SettleTunnel, TakeTurn
from engine.options import Payable, options
from engine.rulebook import apply
from engine.view import View, view_for
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, P, Participant, Scenario, ticket_names

BAR = Chat("inn", "bar")


async def claims_of(participant: Participant) -> Payable:
    """The routes that a guest can claim now."""
    return options(await participant.view()).claims


def tunnel_claim(game: Game) -> ClaimRoute | None:
    """A tunnel for which the player whose turn it is can lay cards, and that takes more, which they can pay.

    The game's secrets say which: a player who only tries can fail until the deck is empty.
    """
    seat = game.table.seat
    for claim in options(view_for(game, seat)).of(ClaimRoute):
        if isinstance(claim, ClaimRoute) and game.table.board.route[claim.route].tunnel:
            after = view_for(apply(game, seat, claim)[0], seat)
            if isinstance(after.decision, SettleTunnel) and len(options(after)) > 1:
                return claim
    return None


async def to_a_face_up_locomotive(scenario: Scenario, players: Sequence[P]) -> P:
    """Somebody at the beginning of a turn, with a locomotive in the row."""
    return await scenario.play_until(
        players,
        lambda view: isinstance(view.decision, TakeTurn) and LOCOMOTIVE in view.table.row,
        lambda game: options(view_for(game, game.table.seat))[0],
    )


async def into_a_tunnel(scenario: Scenario, players: Sequence[P]) -> P:
    """Somebody has laid cards for a tunnel, and holds what more is asked for."""
    return await scenario.play_until(
        players, lambda view: isinstance(view.decision, SettleTunnel), tunnel_claim
    )


async def to_a_claim(scenario: Scenario, players: Sequence[P], *, ways: range) -> tuple[P, Route]:
    """A player whose turn begins and who can pay for a route (no tunnel) in this many ways, and the route."""

    def fitting(view: View) -> list[Route]:
        claims = options(view).claims
        routes = [view.table.board.route[place] for place in claims.places]
        return [route for route in routes if not route.tunnel and len(claims.payments(route.id)) in ways]

    player = await scenario.play_until(
        players, lambda view: isinstance(view.decision, TakeTurn) and bool(fitting(view))
    )
    return player, fitting(await player.view())[0]


async def unchanged(participant: Participant, *lines: str) -> list[str]:
    """The answers to these lines, none of which changes the game."""
    before = (await participant.scenario.match()).seq
    answers = [await participant.says(text) for text in lines]
    assert (await participant.scenario.match()).seq == before
    return answers


async def shows_hand(participant: Participant, victim: Person) -> bool:
    """Whether a person can see any card or ticket of the victim, by any query."""
    match = await participant.scenario.match()
    held = [seat for seat, holder in enumerate(match.roster.holders) if str(victim) in holder.people]
    assert match.game is not None
    tickets = ticket_names(match.board, match.game.tickets[held[0]])
    dispatcher, told = participant.scenario.host.dispatcher, []
    for typed in ("/hand", "/tickets", "/draw", "/claim", "/station", "/ticket", "/keep", "/why", "/record"):
        told.append(await participant.says(typed))
        assert not (await drawn(participant.answer)).pictures, typed
    for word in ("hand", "tickets", "ways claim brest--dieppe", "mark 1", "try claim brest--dieppe KK"):
        told += [await participant.presses_code(f"{match.id}.0.{word}")]
    for word in ("draw", "claim", "keep", "station", "pay"):
        told += await dispatcher.complete(Asker(participant.person, MEMORY_CHAT), f"/{word} ")
    for kind in (COMMANDS["draw"].parameter("card"), arguments.ROUTE, arguments.CITY, arguments.TICKETS):
        found = await dispatcher.suggest(Asker(participant.person, MEMORY_CHAT), kind, "")
        told += [one.label for one in found]
    told.append(plain((await dispatcher.panel(Asker(participant.person, MEMORY_CHAT))).text))
    text = "\n".join(told)
    return "Your hand" in text or any(ticket in text for ticket in tickets) or "/claim " in text


async def game_of(scenario: Scenario) -> Game:
    """The game in the chat, secrets included."""
    game = (await scenario.match()).game
    assert game is not None
    return game


async def shown(scenario: Scenario, to: Participant, chat: Chat = MEMORY_CHAT) -> Mapping[str, Any]:
    """The state of the table that the page draws for somebody."""
    state = await scenario.host.dispatcher.table(Asker(to.person, chat))
    assert state is not None
    return state


async def code_of(participant: Participant, chat: Chat = MEMORY_CHAT) -> str:
    """The line that links an account, as the participant is told it."""
    said = await participant.says("/link", chat)
    return next(line.strip() for line in said.splitlines() if line.strip().startswith("/link "))


async def takes(participant: Participant, line: str, chat: Chat = MEMORY_CHAT) -> str:
    """Say a line that links, and that one means it. Returns the last answer."""
    asked = await participant.says(line, chat)
    return await participant.presses("Yes, that is me", chat) if participant.labels else asked


async def linked(
    scenario: Scenario, name: str, other: str, chat: Chat = BAR
) -> tuple[Participant, Participant]:
    """A person with an account in the hall and another one where that chat is, which are linked."""
    here, there = await scenario.add_player(name), await scenario.add_player(other, chat.platform)
    await takes(there, await code_of(here), chat)
    return here, there


async def name(participant: Participant) -> str:
    """The name of a guest in the game."""
    return (await participant.scenario.match()).roster.names[await participant.seat()]


async def anna_and_boris(scenario: Scenario) -> tuple[Participant, Participant]:
    """A game that Anna opened. It is her first turn, and Boris waits."""
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    await anna.says("/new europe")
    await boris.says("/join")
    await anna.says("/starter anna")
    await anna.says("/start")
    await anna.says("/keep all")
    await boris.says("/keep all")
    await scenario.settle()
    return anna, boris


async def forgets(participant: Participant) -> str:
    await participant.says("/forgetme")
    return await participant.presses("Delete everything about me")


async def a_delayed_table(scenario: Scenario) -> list[Participant]:
    """A game of two in which planned turns are delayed. The player whose turn it is comes first."""
    first, second = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    await first.says("/new europe")
    await second.says("/join")
    assert "random delay" in await first.says("/options delay on")
    await first.says("/start")
    for player in (first, second):
        await player.says("/keep all")
    await scenario.settle()
    waiting = (await scenario.match()).waiting_for
    return [first, second] if await first.seat() in waiting else [second, first]


_LISTS = ("allowed_places", "denied_places", "allowed_persons", "denied_persons")


def set_list(host: Host, **names: str) -> None:
    """Allow and deny as the settings of an operator do."""
    given = {name: frozenset(value.split()) for name, value in names.items()}
    lists = host.allow_list
    lists._settings = lists._settings.model_copy(update=dict.fromkeys(_LISTS, frozenset()) | given)


UNKNOWN = "That button is out of date. Nothing was changed."
"""The answer about a game that does not exist."""

NOBODYS = "zzzzzzzzzz"
"""The id of no game."""
