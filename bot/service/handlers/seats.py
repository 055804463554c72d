"""Handlers of seats, in a lobby and in a running game."""

from bot.matches import lobby, seats
from bot.matches.outcomes import by_status
from bot.model.commands import Join, Leave, LetComputerPlay
from bot.model.message import Message
from bot.service.context import Context
from bot.service.permissions import require_host_unless_overdue


async def join(command: Join, context: Context) -> Message:
    """Take a seat, or take over from a computer. A linked account keeps the name in its seat."""
    player = context.player
    name = context.name if player == context.person else None
    contribution = context.contribution(lobby.known_word(command.word))
    return await context.change(
        by_status(
            lambda match: lobby.join(match, player, context.name, context.chat, command, contribution),
            lambda match: seats.join(match, player, name, context.chat),
        )
    )


async def leave(_: Leave, context: Context) -> Message:
    """Give up a seat."""
    return await context.change(
        by_status(
            lambda match: lobby.leave(match, context.player),
            lambda match: seats.leave(match, context.player),
        )
    )


async def let_computer_play(command: LetComputerPlay, context: Context) -> Message:
    """Let a computer finish a turn, or play a seat until its player comes back."""
    await require_host_unless_overdue(context, command.seat)
    decide = seats.replace if command.until_back else seats.skip
    return await context.change(lambda match: decide(match, command.seat, context.player))
