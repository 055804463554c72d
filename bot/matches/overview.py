"""What is known of many matches at once, without reading each."""

from collections.abc import AsyncIterator, Collection
from contextlib import suppress

from bot.matches.repository import MatchRepository
from bot.matches.snapshots import VERSION, Summary, read_summary, summary_of
from bot.store import UnreadableGame
from engine.refusals import BadInput


async def summaries(repository: MatchRepository, games: Collection[str]) -> dict[str, Summary]:
    """What lists say of these games. One that cannot be read is left out."""
    texts = await repository.store.summaries(games)
    found = {}
    for game in games:
        with suppress(UnreadableGame):
            if not repository.is_unreadable(game):
                found[game] = await _summary(repository, game, texts.get(game))
    return found


async def _summary(repository: MatchRepository, game: str, text: str | None) -> Summary:
    """The summary in a text. If there is none to read, read the match and store its summary."""
    with suppress(BadInput):
        if text is not None:
            return read_summary(text)
    match = await repository.read(game)
    await repository.keep(match)
    return summary_of(match)


async def games_for_computers(repository: MatchRepository) -> AsyncIterator[str]:
    """The games in which a computer is to move. Those that must be read to know it come last, one by one."""
    due = await repository.store.for_computers(VERSION)
    for game in sorted(due, key=lambda game: not due[game]):
        if due[game] or await _waits_for_computer(repository, game):
            yield game


async def _waits_for_computer(repository: MatchRepository, game: str) -> bool:
    try:
        match = await repository.read(game)
    except UnreadableGame:
        return False
    await repository.keep(match)
    return bool(match.computers_to_move)
