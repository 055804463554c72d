"""Players who have to act and do not know it: neither a chat nor a private message reaches them."""

from collections.abc import Set as AbstractSet
from contextlib import suppress

from bot.matches.repository import MatchRepository
from bot.model.identity import Destination, Person
from bot.store import UnreadableGame


async def not_notified(repository: MatchRepository, unreachable: AbstractSet[tuple[Destination, str]]) -> int:
    """How many such players there are, of the destinations of games that the announcer cannot reach."""
    return sum([await _in_game(repository, game, unreachable) for game in {game for _, game in unreachable}])


async def _in_game(
    repository: MatchRepository, game: str, unreachable: AbstractSet[tuple[Destination, str]]
) -> int:
    chats = await repository.store.chats.of_game(game)
    if any((chat, game) not in unreachable for chat in chats):
        return 0
    with suppress(UnreadableGame):
        match = await repository.read(game)
        awaited = [match.roster.holders[seat] for seat in match.waiting_for]
        persons = [Person.parse(one.person) for one in awaited if one.person and not one.by_computer]
        return sum([await repository.store.people.blocks_dms(person) for person in persons])
    return 0
