"""Who asks for something, where, and about which match."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.match import Match
from bot.model.identity import Chat, Person
from bot.text.i18n import Phrases
from engine.view import View, view_for


@dataclass(frozen=True, slots=True)
class Request:
    """One person's words or click in one chat. `match` is what the chat shows, or what the button names.

    `rules` tells whether the person is an admin of the chat, None where the platform has not said so.
    """

    person: Person
    name: str
    chat: Chat
    phrases: Phrases
    match: Match | None
    confirm: bool = False
    """Whether the person is asked once more before a claim."""
    rules: bool | None = None
    linked_accounts: tuple[Person, ...] = ()
    """The person, and the other accounts that they have linked."""

    @property
    def player(self) -> Person:
        """Whom the person plays as: the first of their accounts that sits in the match, or themselves."""
        roster = self.match.roster if self.match else None
        sitting = (one for one in self.linked_accounts if roster and roster.seat_of(str(one)) is not None)
        return next(sitting, self.person)

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
