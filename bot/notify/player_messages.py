"""What a player is told in private besides their panel, and the panels that did not reach them."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.matches.match import Match, Step
from bot.matches.repository import MatchRepository
from bot.model.identity import Person
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.notify.delivery import Delivery
from bot.notify.readers import Readers
from bot.notify.sections import seat_lost
from bot.platforms.port import PostKey
from bot.service.directory import heading
from bot.service.panels import lost_seat
from bot.store import UnreadableGame
from engine.events import (
    CardDrawn,
    CardTaken,
    RouteClaimed,
    StationBuilt,
    TicketsKept,
    TicketsOffered,
    TunnelDeclined,
    TunnelRevealed,
)

ShowPanel = Callable[[Person, Match, int], Awaitable[None]]
"""Shows a person the panel of a seat."""

_MOVES = (
    CardDrawn, CardTaken, RouteClaimed, StationBuilt, TicketsKept, TicketsOffered,
    TunnelDeclined, TunnelRevealed,
)  # fmt: skip


async def tell_review(delivery: Delivery, person: Person, game: str, message: Message) -> None:
    """Send a person the review of a game, once, if their private messages arrive."""
    with suppress(Unreachable):
        await delivery.tell(person, message, PostKey(game, Topic.NOTE, 0, part="review"))


def ends_with_card(steps: Sequence[Step]) -> bool:
    """Whether the last move of these steps was a card. That does not depend on where the steps begin."""
    moves = [step.event for step in steps if isinstance(step.event, _MOVES)]
    return bool(moves) and isinstance(moves[-1], CardDrawn | CardTaken)


async def lost_seat_note(readers: Readers, person: Person, steps: Sequence[Step]) -> Message | None:
    """The note to a person who lost their seat in these steps, with a notification; else None."""
    match = steps[-1].after
    lost = [seat for step in steps if (seat := seat_lost(step, person)) is not None]
    if not lost:
        return None
    own = await readers.person_phrases(person, match.id)
    note, name = lost_seat(match, lost[-1], person, own), await heading(readers.store, person, match, own)
    seated = any(step.before and step.before.roster.seat_of(str(person)) is not None for step in steps)
    note = replace(note, text="\n".join(filter(None, (name, note.text))))
    return note if seated else replace(note, mentions=())


async def write_again(
    repository: MatchRepository, show: ShowPanel, person: Person, game: str | None = None
) -> int | None:
    """`show` a person the panels of their games, or of one, although DMs were blocked.

    Returns how many there are; None if DMs are still blocked.
    """
    people, shown = repository.store.people, 0
    if await people.blocks_dms(person):
        await people.note_dms_blocked(person, blocked=False)
    try:
        for account, own, _, closed in await people.games_of(person):
            if closed or account != person or game not in (None, own):
                continue
            with suppress(UnreadableGame):
                match = await repository.read(own)
                seat = match.roster.seat_of(str(person))
                if match.game and seat is not None:
                    await show(person, match, seat)
                    shown += 1
    except Unreachable:
        return None
    return shown
