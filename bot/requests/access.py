"""Access: which games a person may ask about.

The id of a game is no secret: public posts show it, and a client can send any id. Every request that names a
game goes through `open_game` or `invited_game`. A refusal reads the same from the store as a game that does
not exist, so that the time it takes does not tell which games exist.
"""

from base64 import b32encode
from hashlib import sha256
from hmac import compare_digest

from bot.matches.match import Match
from bot.matches.repository import MatchRepository, UnknownGame
from bot.model.identity import Chat, Person

_LETTERS = 8


async def open_game(repository: MatchRepository, person: Person, chat: Chat, game: str) -> Match:
    """The match of an id: in a chat where it is or was shown, and for its players in every chat.

    Raises UnknownGame for everybody else, and UnreadableGame.
    """
    if not await plays(repository, person, game) and not await repository.store.chats.is_told_of(chat, game):
        raise UnknownGame(game)
    return await repository.read(game)


async def plays(repository: MatchRepository, person: Person, game: str) -> bool:
    """Whether a person has a seat in a game, or one that somebody else plays until they come back."""
    people = repository.store.people
    if await people.has_seat(person, game):
        return True
    accounts = await people.linked_accounts(person)
    if (await people.hands_seen(game, accounts)).isdisjoint(accounts):
        return False
    roster = (await repository.read(game)).roster
    return any(roster.owned_seat(str(one)) is not None for one in accounts)


async def invited_game(repository: MatchRepository, code: str) -> Match:
    """The match that an invitation code opens to everybody who has it. Raises UnknownGame, UnreadableGame."""
    game = code.partition("-")[0]
    opening, renewed = await repository.opening(game), await repository.store.chats.invitation_secret(game)
    right = invitation(game, opening.secret if opening else "", renewed)
    if not compare_digest(code.encode(errors="replace"), right.encode()) or opening is None:
        raise UnknownGame(game)
    return await repository.read(game)


def invitation(game: str, secret: str, renewed: str = "") -> str:
    """The code by which a chat follows a game: its public id, and secret letters.

    `renewed` is the secret that was drawn when the code was last renewed: earlier codes are invalid.
    """
    digest = sha256(f"follow {game} {secret}{renewed}".encode()).digest()
    return f"{game}-{b32encode(digest).decode().lower()[:_LETTERS]}"
