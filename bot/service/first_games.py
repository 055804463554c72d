"""Who gets hints: people in their first game."""

from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.identity import Person
from bot.store import Store


async def wants_hints(store: Store, person: Person, match: Match, seat: int) -> bool:
    """Whether a person gets hints: in their first game, unless they have switched them off."""
    if match.roster.status is not Status.RUNNING or match.roster.holders[seat].level:
        return False
    profile = await store.people.profile(person)
    return (profile is None or profile.hints) and not await store.people.has_played(person)
