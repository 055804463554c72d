"""Who asks for something, where, in which language, with which rights, and about which match."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.clock import Clock
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused, Decide, Outcome
from bot.matches.repository import MatchRepository
from bot.model.callbacks import NO_GAME
from bot.model.command import CommandRow
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.port import Platforms
from bot.model.profile import Profile
from bot.randomness import RandomBytes
from bot.requests.access import AllowList, open_game
from bot.requests.directory import Directory
from bot.requests.rate_limits import RateLimit
from bot.shown.picture_service import PictureService
from bot.store import Store
from bot.text.i18n import Phrases
from engine.chance import Contribution, hashed_id
from engine.view import View, view_for


class Announcements(Protocol):
    """What handlers ask of the announcer, which tells everybody else (see bot.outbox.announcer)."""

    def retry(self, chats: Collection[Chat]) -> None: ...
    async def retry_refused(self, chat: Chat, game: str) -> None: ...
    def refusals(self, chat: Chat) -> tuple[str, ...]: ...
    def refresh_lobby(self, chat: Chat) -> None: ...
    async def post_note(self, chat: Chat, text: str) -> None: ...
    async def delete_message(self, person: Person, id: str) -> None: ...
    async def tell(self, person: Person, message: Message, name: str, game: str = NO_GAME) -> None: ...
    async def write_again(self, person: Person, game: str | None = None) -> int | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What handlers need besides the request. It is made once, when the program starts."""

    repository: MatchRepository
    directory: Directory
    platforms: Platforms
    allow_list: AllowList
    announcements: Announcements
    pictures: PictureService
    random_bytes: RandomBytes
    explain: "Callable[[Request, int | None], Awaitable[Message]]"
    """Explains the moves of computers in a round (None: the last)."""
    advise: "Callable[[Request, str], Awaitable[Message]]"
    """Says what a computer of a level ("": the best) would do in a person's place."""
    review: "Callable[[Request], Awaitable[Message]]"
    """Says in which turns of a finished game a person could have done better."""
    turn_clock: str
    """The word of the clock of new games in a chat that has not chosen one."""
    changes: RateLimit
    """How often a person changes something that is no move."""
    commands: Collection[CommandRow]
    """Everything that people can ask for."""
    try_webhook: Callable[[Chat, str, str], Awaitable[str]] | None
    """Sends a test to the address of a chat, with a secret. Returns "" or why it failed; None if the operator
    allows no webhooks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A command of one person in one chat. `match` is what the chat shows, or what the button names."""

    profile: Profile
    chat: Chat
    phrases: Phrases
    match: Match | None
    services: Services
    is_admin: bool | None = None
    """Whether the person is an admin of the chat; None where the platform has not said."""
    id: str = ""
    """The platform's id of this request, such as that of an interaction; empty where there is none."""
    revision: int | None = None
    """The decision that a pressed button belongs to, 0 for none; None where no button was pressed."""
    linked_accounts: tuple[Person, ...] = ()
    """The person, and the other accounts that they have linked."""
    unreadable: str = ""
    """The game that is meant, if it cannot be read; `match` is None then."""
    heading: str = ""
    """The first line of private messages about the match, for people who play several games."""

    @property
    def person(self) -> Person:
        """Who asks."""
        return self.profile.person

    @property
    def name(self) -> str:
        """How people call them."""
        return self.profile.name

    @property
    def repository(self) -> MatchRepository:
        """The games."""
        return self.services.repository

    @property
    def directory(self) -> Directory:
        """What is known of people and chats."""
        return self.services.directory

    @property
    def platforms(self) -> Platforms:
        """The platforms that the program hosts."""
        return self.services.platforms

    @property
    def announcements(self) -> Announcements:
        """What tells everybody else."""
        return self.services.announcements

    @property
    def pictures(self) -> PictureService:
        """What draws."""
        return self.services.pictures

    @property
    def random_bytes(self) -> RandomBytes:
        """The source of secrets."""
        return self.services.random_bytes

    @property
    def store(self) -> Store:
        """The store."""
        return self.repository.store

    @property
    def clock(self) -> Clock:
        """The clock."""
        return self.repository.clock

    @property
    def shown_match(self) -> Match:
        """The match. Raises CommandRefused where there is none, or where it cannot be read."""
        if self.unreadable:
            raise CommandRefused("game-unreadable", game=self.unreadable)
        if self.match is None:
            raise CommandRefused("no-game")
        return self.match

    @property
    def own_view(self) -> View:
        """What the person's own seat may see. Raises CommandRefused as `shown_match`, before the match has
        begun, and without a seat.
        """
        if self.shown_match.game is None:
            raise CommandRefused("not-started")
        if self.seat is None:
            raise CommandRefused("not-at-table")
        return view_for(self.shown_match.game, self.seat)

    @property
    def player(self) -> Person:
        """The account that the person plays as: the first of theirs with a seat in the match, or this one.

        Failing that, it is one whose seat another person plays (see SeatHolder.owner).
        """
        if self.match is None:
            return self.person
        roster, accounts = self.match.roster, self.linked_accounts
        seated = [one for one in accounts if roster.seat_of(str(one)) is not None]
        owning = [one for one in accounts if roster.owned_seat(str(one)) is not None]
        return next(iter((*seated, *owning)), self.person)

    @property
    def hosts(self) -> bool:
        """Whether the person is a host of the match (see Roster.hosts), by any of their accounts."""
        return self.match is not None and self.is_among(self.match.roster.hosts)

    def is_among(self, people: Sequence[str]) -> bool:
        """Whether any of the person's accounts is one of these."""
        return any(str(one) in people for one in self.linked_accounts)

    @property
    def seat(self) -> int | None:
        """The seat that the person has in the match."""
        return self.match.roster.seat_of(str(self.player)) if self.match else None

    @property
    def view(self) -> View | None:
        """What the person may see of the match; None before it has begun."""
        if self.match is None or self.match.game is None:
            return None
        return view_for(self.match.game, self.seat)

    def contribution(self, word: str = "") -> Contribution:
        """What this request adds to the seed of a game."""
        return Contribution(hashed_id(self.person.platform, self.id), word)

    def require_few_changes(self, work: int = 1) -> None:
        """Count a change that is not a move; `work` says as how many changes it counts.

        Raises CommandRefused where there are too many.
        """
        if not all(self.services.changes.admits(self.person, self.chat) for _ in range(work)):
            raise CommandRefused("too-many-changes")

    async def require_few(
        self, match: Match, most: int, refusal: str, counts: Callable[[Step], bool]
    ) -> None:
        """Refuse what was done in a match `most` times lately: others are notified of it each time.

        `counts` tells the steps that did it. Raises CommandRefused with the key `refusal`.
        """
        if await self.repository.count_lately(match, counts) >= most:
            raise CommandRefused(refusal, most=most)

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
