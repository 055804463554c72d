"""One game in several chats: whoever is invited lets another chat follow it, and play."""

from base64 import b32encode
from dataclasses import replace
from hashlib import sha256

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import MatchRepository
from bot.matches.roster import ChatFollowed, Status
from bot.model.commands import Follow, Share, Unfollow
from bot.model.message import Message
from bot.service.new_games import Opening
from bot.service.permissions import Permissions
from bot.service.play import Write
from bot.store import RowUpdates
from bot.text.request import Request

_LETTERS = 8


def invitation(match: Match) -> str:
    """What lets a chat follow a match: its id, which many see, and letters that the bot alone tells."""
    digest = sha256(f"follow {match.id} {match.roster.secret}".encode()).digest()
    return f"{match.id}-{b32encode(digest).decode().lower()[:_LETTERS]}"


class Followers:
    """Shows games in further chats. Only the home chat's admins rule there too."""

    def __init__(self, games: MatchRepository, opening: Opening, ruling: Permissions, write: Write) -> None:
        self._games = games
        self._store = games.store
        self._opening = opening
        self._ruling = ruling
        self._write = write

    async def share(self, request: Request, _: Share) -> Message:
        """Tell a player, or whoever has a say, how another chat comes to show the game. Raises CommandRefused."""
        match = request.match
        if match is None:
            raise CommandRefused("no-game")
        await self._ruling.player(request)
        _see_that_it_goes_on(match)
        shown = len(await self._store.chats.of_game(match.id))
        return Message(request.phrases.say("share", code=invitation(match), count=shown))

    async def follow(self, request: Request, command: Follow) -> Message:
        """Show a game in the request's chat too, instead of one that is over. Raises CommandRefused."""
        match = await self._invited(command.code)
        if request.match and request.match.id == match.id:
            raise CommandRefused("follows-already")
        shown, known = await self._opening.room(request), await self._store.people.profile(request.person)
        also = RowUpdates(bind=request.chat, instead_of=shown)

        def decided(match: Match) -> Outcome:
            _see_that_it_goes_on(match)
            fact = ChatFollowed(str(request.person), known.name if known else "", request.chat.platform)
            return Outcome((fact,), "follows", {"game": match.id}, also)

        _, change = await self._write(replace(request, match=match), decided, "")
        return Message(request.phrases.say(change.say, **change.values))

    async def _invited(self, code: str) -> Match:
        """The match that a code invites to, while there is something to follow. Raises CommandRefused."""
        try:
            match = await self._games.read(code.partition("-")[0])
        except KeyError:
            raise CommandRefused("no-such-invitation") from None
        if code != invitation(match):
            raise CommandRefused("no-such-invitation")
        _see_that_it_goes_on(match)
        return match

    async def unfollow(self, request: Request, _: Unfollow) -> Message:
        """Show the game here no more; where it is at home it stays. Raises CommandRefused."""
        match = request.match
        if match is None:
            raise CommandRefused("no-game")
        if await self._store.chats.home_of(match.id) == request.chat:
            raise CommandRefused("at-home")
        if request.seat is None and not request.is_among(match.roster.followers):
            await self._ruling.chat(request)
        await self._store.chats.release(request.chat, match.id)
        return Message(request.phrases.say("unfollowed"))


def _see_that_it_goes_on(match: Match) -> None:
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        raise CommandRefused("nothing-to-follow")
