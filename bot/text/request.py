"""Who asks for something, where, and about which match."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat, Person
from bot.text.i18n import Phrases
from engine.view import View, view_for


@dataclass(frozen=True, slots=True)
class Request:
    """A command of one person in one chat. `match` is what the chat shows, or what the button names."""

    person: Person
    name: str
    chat: Chat
    phrases: Phrases
    match: Match | None
    confirm: bool = False
    """Whether the person confirms a claim before it is made."""
    is_admin: bool | None = None
    """Whether the person is an admin of the chat; None where the platform has not said."""
    linked_accounts: tuple[Person, ...] = ()
    """The person, and the other accounts that they have linked."""
    unreadable: str = ""
    """The game that is meant, if it cannot be read; `match` is None then."""

    @property
    def shown_match(self) -> Match:
        """The match. Raises CommandRefused where there is none, or where it cannot be read."""
        if self.unreadable:
            raise CommandRefused("game-unreadable", game=self.unreadable)
        if self.match is None:
            raise CommandRefused("no-game")
        return self.match

    @property
    def shown_view(self) -> View:
        """What the person may see of it. Raises CommandRefused as `shown_match`, and before it has begun."""
        if self.shown_match.game is None:
            raise CommandRefused("not-started")
        return view_for(self.shown_match.game, self.seat)

    @property
    def own_view(self) -> View:
        """What the person's own seat may see. Raises CommandRefused as `shown_view`, and without a seat."""
        view = self.shown_view
        if view.seat is None:
            raise CommandRefused("not-at-table")
        return view

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
