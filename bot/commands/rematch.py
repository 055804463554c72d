"""A rematch: a lobby for the same people, which those who ask later join."""

from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from bot.commands.games import last_game, new_lobby, replaceable_game
from bot.commands.registry import command
from bot.commands.seats import join
from bot.matches.lobby import known_bonus, known_variant, same_table
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import LATELY, UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import ChatFollowed, GameOpened
from bot.model.command import ANY_GAME, GROUP, OWN_PLACE, TABLE
from bot.model.identity import Chat
from bot.model.message import Message
from bot.requests.permissions import require_allowed_home, require_opener
from bot.requests.request import Request
from bot.store import Conflict, OtherGame, RowUpdates, UnreadableGame
from bot.text.labels import board_title
from engine.board import Board

MOST_REMATCHES = 3
"""How many rematches a person may lately have opened in a chat."""


@command(
    "rematch",
    TABLE,
    who="player",
    menus=GROUP,
    page=OWN_PLACE,
    posts=("end",),
    game=ANY_GAME,
    changes=True,
    personal=True,
)
async def rematch(request: Request) -> Message:
    """Open a lobby for the players of a game that has ended; those who do the same later join it."""
    match = request.match or await last_game(request) or request.shown_match
    request = replace(request, match=match)
    if match.roster.status is Status.LOBBY and match.roster.rematch_of:
        return await join.run(request)
    if request.seat is None:
        raise CommandRefused("not-at-table")
    if match.roster.status not in (Status.OVER, Status.ABORTED):
        raise CommandRefused("rematch-later")
    await require_allowed_home(request, match)
    home = await request.store.chats.home_of(match.id) or request.chat
    joined = await request.store.people.mentioned_in(match.id, request.player) or home
    try:
        return await _joined(request, home, joined) or await _opened(request, home, joined)
    except OtherGame:
        if answer := await _joined(request, home, joined):
            return answer
        raise


async def _joined(request: Request, home: Chat, joined: Chat) -> Message | None:
    """Join the rematch that the home of the game shows; None where it shows none."""
    shown = await request.store.chats.game_in(home)
    try:
        match = await request.repository.read(shown) if shown else None
    except UnreadableGame:
        return None
    if match is None or match.roster.rematch_of != request.shown_match.id:
        return None
    if match.roster.status in (Status.OVER, Status.ABORTED):
        return None
    if match.roster.status is not Status.LOBBY:
        raise CommandRefused("already-started")
    return await join.run(replace(request, match=match, chat=joined))


async def _opened(request: Request, home: Chat, joined: Chat) -> Message:
    """Open the rematch where the game was opened, and show it in the other chats of the game too."""
    await require_opener(request, home)
    ended, player = request.shown_match, request.player
    board, game, opened = _same_settings(request, ended)
    name = request.name if player == request.person else await request.directory.name(player)
    events = (opened, *same_table(ended, player, name, request.contribution(), request.clock.now()))
    shown = await replaceable_game(request, home)
    request.require_few_changes()
    await _require_few_rematches(request, home)
    updates = RowUpdates(seats={0: player}, mentioned_in=joined, instead_of=shown)
    others = [chat for chat in await request.store.chats.of_game(ended.id) if chat != home]
    match = await request.repository.open(game, board, events, str(player), home, updates)
    for chat in others:
        await _show_in(request, match, chat)
    key = "rematch-asks" if match.roster.asked else "opened"
    titles = board.title, board.variants[opened.variant].title
    title = ", ".join(board_title(title, request.phrases) for title in titles)
    return Message(request.phrases.say(key, title=title))


async def _require_few_rematches(request: Request, home: Chat) -> None:
    """Refuse a person who asks the same people again and again: each time they are notified."""
    asked = 0
    for game in await request.store.chats.games_opened_in(home, request.clock.now() - LATELY):
        with suppress(UnknownGame, UnreadableGame):
            roster = (await request.repository.read(game)).roster
            asked += bool(roster.rematch_of) and roster.creator == str(request.player)
    if asked >= MOST_REMATCHES:
        raise CommandRefused("asked-enough", most=MOST_REMATCHES)


def _same_settings(request: Request, ended: Match) -> tuple[Board, str, GameOpened]:
    """The board of a game that has ended, and a new game with its settings: its id, and how it is opened."""
    roster, boards = ended.roster, request.repository.boards.by_id
    board = boards.get(roster.board)
    if board is None:
        raise CommandRefused("no-such-board", word=roster.board, boards=", ".join(boards))
    variant, bonus = known_variant(board, roster.variant), known_bonus(board, roster.bonus)
    game, opened = new_lobby(request, request.player, board, variant, bonus)
    opened = structs.replace(opened, clock=roster.clock, allowance=roster.allowance)
    return board, game, structs.replace(opened, is_practice=roster.opened_for_practice)


async def _show_in(request: Request, match: Match, chat: Chat) -> None:
    """Show a rematch in one more chat of the game before, if it shows that still."""
    of = match.roster.rematch_of
    event = ChatFollowed(match.roster.creator, match.roster.names[0], chat.platform)
    outcome = Outcome((event,), "follows", updates=RowUpdates(bind=chat, instead_of=of))
    with suppress(OtherGame, Conflict):
        await request.repository.update(match.id, lambda _: outcome, match.roster.creator)
