"""The profile of a person: their name and their settings."""

from dataclasses import dataclass, field

from bot.model.identity import Person
from bot.model.settings import PersonSettings


@dataclass(frozen=True, slots=True)
class Profile(PersonSettings):
    """What is known of a person."""

    person: Person
    name: str
    token_digest: str | None = field(default=None, repr=False)
    guessed_zone: str | None = None
    """A guess at their time zone."""
    zone_asked: bool = False
    """Whether they were asked for it."""

    @property
    def zone_name(self) -> str:
        """The time zone that they live in, as far as is known."""
        return self.zone or self.guessed_zone or "UTC"
