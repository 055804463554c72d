"""Which of several programs with one token stays."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

_MOST_LOST = 3
"""Answers in a row that another program may give first."""

log = logging.getLogger(__name__)


class Election:
    """Stops all but one of several programs with the same token. Discord sends each interaction to all of
    them, and takes the first answer.

    A program that loses three answers in a row is in doubt. The next interaction, newer than all that it has
    answered, decides: the program stays if its answer is taken, and stops otherwise. Until then it answers no
    other new interaction.

    At least one program stays. Suppose that A stops because B answered first. For B to stop later, B would
    have to lose a newer interaction to A, but A answers none after its own decision.
    """

    def __init__(self) -> None:
        self.is_held = True
        """False among processes that share a database: all of them belong to one bot, and stay."""
        self.is_lost = asyncio.Event()
        """Set once this program has to stop."""
        self._lost_in_a_row = 0
        self._newest = 0
        """The newest interaction that was answered."""
        self._in_doubt = False
        self._decision = asyncio.Lock()

    async def respond(self, interaction: int, respond: Callable[[], Awaitable[bool | None]]) -> bool:
        """Give the first answer to an interaction, when it may be given. Returns whether it was taken.

        `respond` returns False if another program has certainly answered, None if that is not known.
        """
        if not self.is_held:
            return await respond() is not False
        while self._may_decide(interaction):
            async with self._decision:
                if self._may_decide(interaction):
                    return await self._decide(interaction, respond)
        if self.is_lost.is_set():
            return False
        self._newest = max(self._newest, interaction)
        taken = await respond()
        if taken is not None and not self._in_doubt:
            self._count(taken=taken)
        return taken is not False

    def _may_decide(self, interaction: int) -> bool:
        return self._in_doubt and interaction > self._newest

    async def _decide(self, interaction: int, respond: Callable[[], Awaitable[bool | None]]) -> bool:
        try:
            taken = await respond()
        finally:
            self._newest = interaction
        if taken is not None:
            self._lost_in_a_row, self._in_doubt = 0, False
        if taken is False:
            log.warning("Discord: another program answers with the token of this one")
            self.is_lost.set()
        return taken is not False

    def _count(self, *, taken: bool) -> None:
        self._lost_in_a_row = 0 if taken else self._lost_in_a_row + 1
        if not taken:
            log.warning(
                "Discord: an interaction has another answer than this program gave: the reply to an attempt "
                "was lost, or another program uses the same token (%d in a row)",
                self._lost_in_a_row,
            )
        self._in_doubt = self._lost_in_a_row >= _MOST_LOST
