"""The accounts of the page: each tab has a secret token, and each token has a name."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat, Person
from bot.model.names import alike
from bot.model.profile import Profile
from bot.requests.rate_limits import Rate, RateLimit
from bot.store import Store
from bot.web.names import name_of

MOST_PEOPLE = 1000
"""Persons with a name. One more gets the place of the one who was away longest and has no unfinished game."""

NEWCOMERS: Rate = 100, 100 / (24 * 60 * 60)
"""How many new persons may come from one network at once, and each second: as many again within a day."""

NOTED_EVERY = timedelta(hours=1)

SUGGESTIONS = (
    "Agatha", "Amelia", "Anton", "Beatrix", "Boris", "Camille", "Cosmo", "Delphine", "Edith", "Emil",
    "Felix", "Fiodor", "Greta", "Hector", "Ida", "Iris", "Jules", "Klara", "Leopold", "Lotte", "Magda",
    "Marcel", "Mathilda", "Nestor", "Olga", "Oscar", "Ottilie", "Pavel", "Phileas", "Rosalind", "Rupert",
    "Selma", "Stanislas", "Theodora", "Ursula", "Vera", "Viktor", "Wanda", "Winifred", "Xenia",
)  # fmt: skip
"""First names of people who might have taken the night train."""


class TabAccounts:
    """The persons of the page. Only the digest of a token is stored; a name belongs to one token."""

    def __init__(self, store: Store, platform: str, clock: Clock, present: Callable[[], set[Person]]) -> None:
        """`present` are the people who have a tab open."""
        self._store = store
        self._platform = platform
        self._clock = clock
        self._present = present
        self._naming = asyncio.Lock()
        self._newcomers = RateLimit(clock, NEWCOMERS)
        self._visits = BoundedCache[Person, datetime](MOST_PEOPLE)
        """When the last visit of each person was noted."""

    async def known(self, token: str) -> Profile | None:
        """The person with this token, whose visit is noted; None if they have no name."""
        profile = await self._store.people.profile_of_token(_digest(token))
        if profile is None or not profile.name:
            return None
        await self._note_visit(profile.person)
        return profile

    async def take_name(self, token: str, name: str, network: str = "") -> Profile:
        """Give the person with this token a name. Raises CommandRefused if it is taken or not a name.

        `network` is where they come from; "" for this machine, which is not limited.
        """
        name, people = name_of(name), self._store.people
        async with self._naming:
            before = await people.profile_of_token(_digest(token))
            person = before.person if before else Person(self._platform, _digest(token)[:12])
            if not before and await people.profile(person):  # digests begin alike, by chance or by design
                raise CommandRefused("page-tab-refused")
            for other in await people.profiles_on(self._platform):
                if other.person != person and alike(other.name) == alike(name):
                    raise CommandRefused("page-name-taken", name=other.name)
            if before:
                seats = await people.games_of(person)
                if any(account == person and not closed for account, _, _, closed in seats):
                    raise CommandRefused("page-name-played")
            else:
                visitor = Person(self._platform, f"from {network}")  # each can take somebody's place
                if network and not self._newcomers.admits(visitor, Chat(self._platform, "anywhere")):
                    raise CommandRefused("page-names-enough")
                await self._make_room()
            profile = replace(before or Profile(person, name, token_digest=_digest(token)), name=name)
            await people.save(profile)
        await self._note_visit(person)
        return profile

    async def suggestion(self) -> str:
        """A name that is free."""
        taken = {alike(profile.name) for profile in await self._store.people.profiles_on(self._platform)}
        free = [name for name in SUGGESTIONS if alike(name) not in taken]
        return secrets.choice(free or [f"{name} {len(taken)}" for name in SUGGESTIONS])

    async def _make_room(self) -> None:
        """Where there are too many people, free the name of the one who was away longest."""
        people = await self._store.page.person_uses(self._platform)
        if len(people) < MOST_PEOPLE:
            return
        present = self._present()
        for use in people:
            if isinstance(use.of, Person) and use.of not in present and not use.game:
                await self._store.page.remove_person(use.of)
                return
        raise CommandRefused("page-full")

    async def _note_visit(self, person: Person) -> None:
        now, noted = self._clock.now(), self._visits.get(person)
        if noted is None or now - noted >= NOTED_EVERY:
            await self._store.page.note_visits(self._platform, [person], now)
            self._visits[person] = now


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
