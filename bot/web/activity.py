"""Discord's Activity: who has opened it, and in which channel."""

import re
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import aiohttp
import discord
from discord.http import Route
from pydantic import SecretStr

from bot.discord.channels import PLATFORM
from bot.discord.platform import DiscordPlatform
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.requests.directory import Directory

_CODE = re.compile(r"[\w-]{1,200}")
_INSTANCE = re.compile(r"[\w-]{1,200}")
_PATIENCE = aiohttp.ClientTimeout(total=10)


class Activity:
    """Identifies people by asking Discord: who owns a code, and who is in an instance."""

    name = PLATFORM

    def __init__(self, platform: DiscordPlatform, secret: SecretStr) -> None:
        self._platform = platform
        self._secret = secret

    @property
    def client_id(self) -> str:
        """The id of the application; "" while the bot is not connected."""
        client = self._platform.client
        return str(client.application_id or "") if client else ""

    async def identify(self, proof: str) -> Profile:
        """The person who has authorized the application with this code. Raises CommandRefused."""
        if not _CODE.fullmatch(proof) or not self.client_id:
            raise CommandRefused("app-refused")
        form = {"grant_type": "authorization_code", "code": proof}
        login = {"Authorization": aiohttp.encode_basic_auth(self.client_id, self._secret.get_secret_value())}
        async with aiohttp.ClientSession(timeout=_PATIENCE, proxy=self._platform.proxy) as session:
            token = await _answer(session.post(f"{Route.BASE}/oauth2/token", data=form, headers=login))
            bearer = {"Authorization": f"Bearer {token.get('access_token')}"}
            user = await _answer(session.get(f"{Route.BASE}/users/@me", headers=bearer))
        name = user.get("global_name") or user["username"]
        return Profile(Person(PLATFORM, str(int(user["id"]))), name)

    def private_chat(self, person: Person) -> Chat | None:
        """None: Discord's DM channels have ids of their own."""
        return None

    async def is_in(self, directory: Directory, person: Person, chat: Chat, instance: str) -> bool:
        """Whether a person is still in an instance in this channel."""
        return await self.chat_of(directory, person, "", instance) == chat

    async def chat_of(self, directory: Directory, person: Person, game: str, instance: str) -> Chat | None:
        """The channel of an instance in which the person is; None where the bot is not in that server."""
        client = self._platform.client
        if client is None or not _INSTANCE.fullmatch(instance):
            return None
        path = f"/applications/{self.client_id}/activity-instances/{quote(instance)}"
        try:
            instance_data: dict[str, Any] = await client.http.request(Route("GET", path))
        except discord.NotFound:
            return None
        location = instance_data["location"]
        if person.id not in instance_data["users"] or location["kind"] != "gc":
            return None
        chat = Chat(PLATFORM, location["channel_id"])
        place = await self._platform.place_of(chat)
        is_known = place is not None and place.id == location["guild_id"]
        shown = await directory.shown_in(chat)
        return chat if is_known and game in ("", shown) else None


async def _answer(asked: Any) -> dict[str, Any]:
    """What Discord answers. Raises CommandRefused where it refuses."""
    async with asked as response:
        if response.status != HTTPStatus.OK:
            raise CommandRefused("app-refused")
        answer: dict[str, Any] = await response.json()
        return answer
