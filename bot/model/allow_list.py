"""The allow list: whom the operator lets use the bot, and where."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.identity import Person, Place


@dataclass(frozen=True, slots=True)
class AllowList:
    """Places and persons by their addresses, such as `discord:123`. What is denied is never allowed.

    Without any allowed places, all are allowed that are not denied; and so it is with persons.
    """

    allowed_places: frozenset[str] = frozenset()
    denied_places: frozenset[str] = frozenset()
    allowed_persons: frozenset[str] = frozenset()
    denied_persons: frozenset[str] = frozenset()

    @property
    def names_places(self) -> bool:
        """Whether it matters where a chat is."""
        return bool(self.allowed_places or self.denied_places)

    @property
    def names_persons(self) -> bool:
        """Whether it matters who somebody is."""
        return bool(self.allowed_persons or self.denied_persons)

    def allows_place(self, places: Sequence[Place]) -> bool:
        """Whether the bot may be used in a place; `places` are the names that it has and had."""
        names = set(map(str, places))
        allowed = not self.allowed_places or bool(names & self.allowed_places)
        return allowed and not names & self.denied_places

    def allows_person(self, person: Person, accounts: Sequence[Person]) -> bool:
        """Whether a person may use the bot. It denies all their `accounts` to deny one of them."""
        allowed = not self.allowed_persons or str(person) in self.allowed_persons
        return allowed and not self.denied_persons & set(map(str, accounts))
