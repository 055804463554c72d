"""The profile of a person: their name and their preferences."""

from dataclasses import dataclass, field

from bot.model.identity import NotifyOn, Person, Ping
from bot.model.local_time import DEFAULT_QUIET_HOURS


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a person. `language` and `token_digest` may be None.

    What follows are their preferences: where they are mentioned; whether a claim needs a confirmation; their
    time zone, and a guess at it; their quiet hours (see bot.model.local_time); whether a message once a day
    takes the place of a mention each turn; on which platform they are notified; and whether they get hints in
    their first game.
    """

    person: Person
    name: str
    language: str | None = None
    token_digest: str | None = field(default=None, repr=False)
    ping: Ping = "channel"
    confirm: bool = True
    zone: str | None = None
    guessed_zone: str | None = None
    quiet_hours: str = DEFAULT_QUIET_HOURS
    digest: bool = False
    notify_on: NotifyOn = "here"
    hints: bool = True

    @property
    def zone_name(self) -> str:
        """The time zone that they live in, as far as is known."""
        return self.zone or self.guessed_zone or "UTC"
