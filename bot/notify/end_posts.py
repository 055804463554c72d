"""What follows the last post of a game: an album of its other pictures, and the replay with the record."""

from collections.abc import AsyncIterator, Sequence

from bot.matches.match import Step
from bot.matches.records import export
from bot.matches.repository import MatchRepository
from bot.model.message import Message
from bot.platforms.port import Platform
from bot.service.pictures import PictureService
from bot.text.i18n import Phrases

ALBUM, REPLAY = "album", "replay"
"""The parts that follow, each a post of its own, which notifies nobody."""


async def end_parts(
    repository: MatchRepository,
    pictures: PictureService,
    platform: Platform,
    ended: Message,
    steps: Sequence[Step],
    phrases: Phrases,
) -> AsyncIterator[tuple[str, Message]]:
    """What follows the post of the end on a platform, by its part.

    A platform whose page shows replays itself gets no GIF. Elsewhere it comes last: it takes long.
    """
    if platform.limits.shows_one_picture and ended.pictures[1:]:
        yield ALBUM, Message("", pictures=ended.pictures[1:])
    if platform.limits.replays_at == "":
        return
    game = steps[-1].after.id
    if gif := await pictures.replay(steps, phrases):
        record = f"stationmaster-{game}.json", await export(repository, game)
        yield REPLAY, Message(phrases.say("replay-post"), pictures=gif, documents=(record,))
