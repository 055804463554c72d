"""Who is who on the page: a secret for each tab, and a name for each secret."""

import asyncio
import secrets
import unicodedata
from dataclasses import replace
from hashlib import sha256

from bot.model.identity import Person
from bot.platforms.local.wire import Refusal
from bot.store import Profile, Store

LONGEST_NAME = 24

SUGGESTIONS = (
    "Agatha", "Amelia", "Anton", "Beatrix", "Boris", "Camille", "Cosmo", "Delphine", "Edith", "Emil",
    "Felix", "Fiodor", "Greta", "Hector", "Ida", "Iris", "Jules", "Klara", "Leopold", "Lotte", "Magda",
    "Marcel", "Mathilda", "Nestor", "Olga", "Oscar", "Ottilie", "Pavel", "Phileas", "Rosalind", "Rupert",
    "Selma", "Stanislas", "Theodora", "Ursula", "Vera", "Viktor", "Wanda", "Winifred", "Xenia",
)  # fmt: skip
"""First names of people who might have taken the night train."""


class Guests:
    """The persons of the page. Of a secret only the digest is kept; a name belongs to one secret."""

    def __init__(self, store: Store, platform: str) -> None:
        self._store = store
        self._platform = platform
        self._naming = asyncio.Lock()

    async def known(self, token: str) -> Profile | None:
        """The person whom a secret belongs to."""
        return await self._store.person_of_token(_digest(token))

    async def call(self, token: str, name: str) -> Profile:
        """Give the person of a secret a name. Raises Refusal when it cannot be had."""
        name = " ".join(unicodedata.normalize("NFC", name).split())
        _see_that_it_is_a_name(name)
        async with self._naming:
            before = await self.known(token)
            person = before.person if before else await self._newcomer(token)
            await self._see_that_it_is_free(name, person)
            if before:
                await self._see_that_no_game_runs(person)
            profile = replace(before or Profile(person, name, token_digest=_digest(token)), name=name)
            await self._store.save_person(profile)
        return profile

    async def suggestion(self) -> str:
        """A name that nobody has."""
        taken = {_alike(profile.name) for profile in await self._store.persons(self._platform)}
        free = [name for name in SUGGESTIONS if _alike(name) not in taken]
        return secrets.choice(free or [f"{name} {len(taken)}" for name in SUGGESTIONS])

    async def _newcomer(self, token: str) -> Person:
        person = Person(self._platform, _digest(token)[:12])
        if await self._store.person(person):  # by chance, or by long searching: it is not theirs to be
            raise Refusal("This tab cannot connect. Close it and open a new one.")
        return person

    async def _see_that_it_is_free(self, name: str, person: Person) -> None:
        for profile in await self._store.persons(self._platform):
            if profile.person != person and _alike(profile.name) == _alike(name):
                raise Refusal(f"The name {profile.name} is taken. Choose another one.")

    async def _see_that_no_game_runs(self, person: Person) -> None:
        sitting = await self._store.games_of(person)
        if any(one.person == person and not one.closed for one in sitting):
            raise Refusal("You are playing under this name. You can change it when your games are over.")


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _alike(name: str) -> str:
    """What two names have in common that look the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def _see_that_it_is_a_name(name: str) -> None:
    fits = 1 <= len(name) <= LONGEST_NAME and any(map(str.isalnum, name))
    if not fits or not all(unicodedata.category(sign)[0] in "LNM" or sign in " .'-" for sign in name):
        raise Refusal(f"A name must have 1 to {LONGEST_NAME} letters or digits.")
    if _alike(name) == "stationmaster":
        raise Refusal("That is my name. Choose another one.")
