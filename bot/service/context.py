"""The context of a command: the request, and the services that a handler needs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.clock import Clock
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Decide, Outcome
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions
from bot.randomness import RandomBytes
from bot.service.access import open_game
from bot.service.directory import Directory
from bot.service.pictures import PictureService
from bot.service.rate_limits import RateLimit
from bot.store import Store
from bot.text.request import Request
from engine.chance import Contribution, hashed_id

Explain = Callable[[Request, int | None], Awaitable[Message]]
"""Explains the moves of computers in a round (None: the last)."""

Advise = Callable[[Request, str], Awaitable[Message]]
"""Says what a computer of a level ("": the best) would do in a person's place."""

Review = Callable[[Request], Awaitable[Message]]
"""Says in which turns of a finished game a person could have done better."""


class ChatAccess(Protocol):
    """What handlers ask of the platforms and of the operator's settings."""

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether the person is an admin of the chat."""
        ...

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in the chat, asked afresh. Raises Unreachable."""
        ...

    async def answered(self, chat: Chat) -> None:
        """Note that somebody in a chat gets an answer, so that it may take posts again."""
        ...

    async def allows(self, to: Destination) -> bool:
        """Whether the operator allows the bot to be used in a chat, or by a person."""
        ...

    async def allows_game(self, game: str) -> bool:
        """Whether the operator allows the bot in the home of a game; else the game stands still."""
        ...

    def has_threads(self, chat: Chat) -> bool:
        """Whether the platform of a chat has threads or topics."""
        ...

    async def open_thread(self, chat: Chat, name: str) -> tuple[Chat, str]:
        """Open a thread or a topic of a chat. Returns it, and a text that leads there.

        Raises CommandRefused, with what is missing, and Unreachable.
        """
        ...

    def refresh_lobby(self, chat: Chat) -> None:
        """Show the open lobby of a chat as the chat's settings are now, soon."""
        ...

    async def delete_message(self, person: Person, id: str) -> None:
        """Delete a private message, if the platform allows that within some seconds."""
        ...

    def post_note(self, chat: Chat, text: str) -> None:
        """Post a sentence about the chat itself, soon and in silence, where the chat can be written to."""
        ...

    async def tell_person(self, person: Person, message: Message, part: str) -> bool:
        """Send a person a private message that is about no game; `part` identifies it.

        False if it does not arrive.
        """
        ...

    def replay_address(self, chat: Chat) -> str | None:
        """The address of the site that shows replays to people of a chat; "" for the page they are on.

        None where there is none.
        """
        ...

    async def try_webhook(self, chat: Chat, url: str, secret: str) -> str | None:
        """Send a test to a web address. Returns "" or why it failed; None where the operator allows none."""
        ...

    async def own_chat(self, person: Person, title: str) -> Chat | None:
        """A chat that a person has alone, opened with this title if need be; None where that cannot be.

        Raises CommandRefused.
        """
        ...

    def has_dms(self, person: Person) -> bool:
        """Whether the platform of a person has private messages."""
        ...

    async def write_again(self, person: Person, game: str | None = None) -> int | None:
        """Send a person the panels of their games, or of one, as new messages, although they had blocked DMs.

        Returns how many there are; None if DMs are still blocked.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Context(Request):
    """A request with everything that its handler may use."""

    repository: MatchRepository
    directory: Directory
    access: ChatAccess
    pictures: PictureService
    random_bytes: RandomBytes
    explain: Explain
    advise: Advise
    review: Review
    turn_clock: str
    """The word of the clock of new games in a chat that has not chosen one."""
    changes: RateLimit
    heading: str = ""
    """The first line of private messages about the match, for people who play several games."""
    request_id: str = ""
    """The platform's id of this request, such as that of an interaction; empty where there is none."""

    @property
    def store(self) -> Store:
        """The store."""
        return self.repository.store

    @property
    def clock(self) -> Clock:
        """The clock."""
        return self.repository.clock

    def contribution(self, word: str = "") -> Contribution:
        """What this request adds to the seed of a game."""
        return Contribution(hashed_id(self.person.platform, self.request_id), word)

    def require_few_changes(self, work: int = 1) -> None:
        """Count a change that is not a move; `work` says as how many changes it counts.

        Raises CommandRefused where there are too many.
        """
        if not all(self.changes.admits(self.person, self.chat) for _ in range(work)):
            raise CommandRefused("too-many-changes")

    async def open(self, game: str) -> Match:
        """Another match by its id. Raises UnknownGame if the person may not ask about it here."""
        return await open_game(self.repository, self.person, self.chat, game)

    async def update(self, decide: Decide, action: str = "") -> tuple[Match, Outcome]:
        """Change the match as this person; with the line of an `action`, by a move.

        Raises what `decide` raises, Conflict, and CommandRefused where the person changes too much.
        """
        if not action:
            self.require_few_changes()
        return await self.repository.update(self.shown_match.id, decide, str(self.player), action)

    async def change(self, decide: Decide) -> Message:
        """Change the match, and answer with the sentence of the outcome."""
        _, outcome = await self.update(decide)
        return Message(self.phrases.say(outcome.key, **outcome.values))
