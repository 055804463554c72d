"""The handler of a rematch: it opens a lobby for the same people, or joins the one that is open."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Annotated

from bot.matches.lobby import known_bonus, known_variant
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.rematch import same_table
from bot.matches.repository import UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import ChatFollowed, GameOpened
from bot.model.command_values import Join
from bot.model.commands import Do, Operation
from bot.model.identity import Chat
from bot.model.message import Message
from bot.service.context import Context
from bot.service.handlers.games import new_lobby, replaceable_game
from bot.service.handlers.seats import join
from bot.service.permissions import require_allowed_home, require_opener
from bot.store import Conflict, OtherGame, RowUpdates, UnreadableGame
from bot.text.labels import board_title
from engine.board import Board

MOST_REMATCHES = 3
_WITHIN = timedelta(hours=1)
"""How many rematches a person may open in a chat, and within what time."""


async def rematch(_: Annotated[Do, Operation.REMATCH], context: Context) -> Message:
    """Open a lobby for the players of a game that has ended; those who do the same later join it."""
    match = context.match or await _last_game(context)
    context = replace(context, match=match)
    if match.roster.status is Status.LOBBY and match.roster.rematch_of:
        return await join(Join(), context)
    if context.seat is None:
        raise CommandRefused("not-at-table")
    if match.roster.status not in (Status.OVER, Status.ABORTED):
        raise CommandRefused("rematch-later")
    await require_allowed_home(context, match)
    home = await context.store.chats.home_of(match.id) or context.chat
    joined = await context.store.people.mentioned_in(match.id, context.player) or home
    try:
        return await _joined(context, home, joined) or await _opened(context, home, joined)
    except OtherGame:
        if answer := await _joined(context, home, joined):
            return answer
        raise


async def _last_game(context: Context) -> Match:
    """The last game that was opened in a chat which shows none. Raises CommandRefused."""
    if not context.unreadable:
        for game in (await context.store.chats.games_opened_in(context.chat))[:1]:
            with suppress(UnknownGame, UnreadableGame):
                return await context.open(game)
    return context.shown_match


async def _joined(context: Context, home: Chat, joined: Chat) -> Message | None:
    """Join the rematch that the home of the game shows; None where it shows none."""
    shown = await context.store.chats.game_in(home)
    try:
        match = await context.repository.read(shown) if shown else None
    except UnreadableGame:
        return None
    if match is None or match.roster.rematch_of != context.shown_match.id:
        return None
    if match.roster.status in (Status.OVER, Status.ABORTED):
        return None
    if match.roster.status is not Status.LOBBY:
        raise CommandRefused("already-started")
    return await join(Join(), replace(context, match=match, chat=joined))


async def _opened(context: Context, home: Chat, joined: Chat) -> Message:
    """Open the rematch where the game was opened, and show it in the other chats of the game too."""
    await require_opener(context, home)
    ended, player = context.shown_match, context.player
    board, game, opened = _same_settings(context, ended)
    name = context.name if player == context.person else await context.directory.name(player)
    events = (
        opened,
        *same_table(ended, player, name, context.contribution(), context.clock.now()),
    )
    shown = await replaceable_game(context, home)
    context.require_few_changes()
    await _require_few_rematches(context, home)
    updates = RowUpdates(seats={0: player}, mentioned_in=joined, instead_of=shown)
    also = [chat for chat in await context.store.chats.of_game(ended.id) if chat != home]
    match = await context.repository.open(game, board, events, str(player), home, updates)
    for chat in also:
        await _show_in(context, match, chat)
    key = "rematch-asks" if match.roster.asked else "opened"
    titles = board.title, board.variants[opened.variant].title
    return Message(
        context.phrases.say(key, title=", ".join(board_title(one, context.phrases) for one in titles))
    )


async def _require_few_rematches(context: Context, home: Chat) -> None:
    """Refuse a person who asks the same people again and again: each time they are notified."""
    asked = 0
    for game in await context.store.chats.games_opened_in(home, context.clock.now() - _WITHIN):
        with suppress(UnknownGame, UnreadableGame):
            roster = (await context.repository.read(game)).roster
            asked += bool(roster.rematch_of) and roster.creator == str(context.player)
    if asked >= MOST_REMATCHES:
        raise CommandRefused("asked-enough", most=MOST_REMATCHES)


def _same_settings(context: Context, ended: Match) -> tuple[Board, str, GameOpened]:
    roster = ended.roster
    board = context.repository.boards.by_id.get(roster.board)
    if board is None:
        known = ", ".join(context.repository.boards.by_id)
        raise CommandRefused("no-such-board", word=roster.board, boards=known)
    variant, bonus = known_variant(board, roster.variant), known_bonus(board, roster.bonus)
    game, opened = new_lobby(context, context.player, board, variant, bonus)
    return board, game, replace(opened, clock=roster.clock, allowance=roster.allowance)


async def _show_in(context: Context, match: Match, chat: Chat) -> None:
    """Show a rematch in one more chat of the game before, if it shows that still."""
    of = match.roster.rematch_of
    event = ChatFollowed(match.roster.creator, match.roster.names[0], chat.platform)
    outcome = Outcome((event,), "follows", updates=RowUpdates(bind=chat, instead_of=of))
    with suppress(OtherGame, Conflict):
        await context.repository.update(match.id, lambda _: outcome, match.roster.creator)
