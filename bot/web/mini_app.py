"""Telegram's Mini App: who has opened it, and which game they may see."""

from datetime import timedelta

from init_data_py import validate_by_hash
from init_data_py.errors import InvalidInitDataError
from pydantic import SecretStr

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.requests.directory import Directory
from bot.telegram.chat_id import PLATFORM
from bot.telegram.platform import TelegramPlatform
from bot.web.protocol import language_in

OLDEST = timedelta(minutes=10)
"""How long Telegram's signed data is valid, and how far its clock may be ahead."""

_REMEMBERED = 100_000
"""Launches that are remembered, so that none is used twice."""


class MiniApp:
    """Identifies people by data that Telegram has signed. Each piece is valid once, for OLDEST, and not if it
    is older than this process.

    So nobody can use the data of another person's launch, not even after a restart.
    """

    name = PLATFORM
    client_id = ""
    """Telegram's page needs none."""

    def __init__(self, platform: TelegramPlatform, token: SecretStr, clock: Clock) -> None:
        self._platform = platform
        self._clock = clock
        self._token = token
        self._since = int(clock.now().timestamp())
        self._used = BoundedCache[str, None](_REMEMBERED)

    async def identify(self, proof: str) -> Profile:
        """The person in Telegram's signed `initData`. Raises CommandRefused."""
        now = self._clock.now()
        try:
            launch = validate_by_hash(proof, self._token.get_secret_value(), expires_in=OLDEST, now=now)
        except (InvalidInitDataError, ValueError):
            raise CommandRefused("app-refused") from None
        is_fresh = launch.auth_date >= self._since and launch.issued_at - now <= OLDEST
        if launch.user is None or launch.user.is_bot or not is_fresh or launch.hash in self._used:
            raise CommandRefused("app-refused")
        self._used[launch.hash] = None
        user = launch.user
        name = " ".join(filter(None, (user.first_name, user.last_name)))
        language = language_in((user.language_code or "").partition("-")[0])
        return Profile(Person(PLATFORM, str(user.id)), name).having(Profile.language, language or None)

    def private_chat(self, person: Person) -> Chat:
        """The private chat of a person, for games that no chat shows any longer."""
        return Chat(PLATFORM, person.id)

    async def is_in(self, directory: Directory, person: Person, chat: Chat, instance: str) -> bool:
        """Whether a person is still a member of a group."""
        return await self._platform.is_member(person, chat)

    async def chat_of(self, directory: Directory, person: Person, game: str, instance: str) -> Chat | None:
        """A group that shows the game and has the person as a member; None where there is none."""
        for chat in await directory.chats_of(game) if game else ():
            if chat.platform == PLATFORM and await self._platform.is_member(person, chat):
                return chat
        return None
