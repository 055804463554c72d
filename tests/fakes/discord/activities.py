"""Activities: who has opened one where, and the codes by which an application identifies people."""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count

from tests.fakes.discord import payloads
from tests.fakes.discord.request import ApiRequest
from tests.fakes.discord.world import Account, ApiError, Channel, Json, World

SECRET = "the-client-secret-that-no-log-may-show"


@dataclass(eq=False)
class Instance:
    """One Activity that is open in a channel, and the people in it."""

    channel: Channel
    accounts: list[Account] = field(default_factory=list)


class Activities:
    """The instances of the bot's own application, and the codes that clients were given."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._numbers = count(1)
        self.instances: dict[str, Instance] = {}
        self._codes: dict[str, tuple[Account, str]] = {}
        self._tokens: dict[str, Account] = {}

    def open(self, channel: Channel, *accounts: Account) -> str:
        """People open the Activity in a channel; the id of the instance."""
        id = f"i-{next(self._numbers)}-gc-{channel.id}"
        self.instances[id] = Instance(channel, list(accounts))
        return id

    def authorize(self, account: Account, application: str = "") -> str:
        """The code that a client gives to the page of an application, for one use."""
        code = f"code{next(self._numbers)}"
        self._codes[code] = account, application or str(self._world.bot.id)
        return code

    def exchange(self, form: Mapping[str, str], login: str) -> tuple[int, Json]:
        """A token for a code, for the application that the code was made for (RFC 6749, 4.1.3)."""
        own = str(self._world.bot.id)
        if login != "Basic " + b64encode(f"{own}:{SECRET}".encode()).decode():
            return 401, {"error": "invalid_client"}
        if form.get("grant_type") != "authorization_code":
            return 400, {"error": "unsupported_grant_type"}
        account, application = self._codes.pop(form.get("code", ""), (None, ""))
        if account is None or application != own:
            return 400, {"error": "invalid_grant"}
        token = f"token{next(self._numbers)}-that-no-page-may-see"
        self._tokens[token] = account
        return 200, {"access_token": token, "token_type": "Bearer", "expires_in": 604800, "scope": "identify"}

    def owner(self, login: str) -> Json:
        """Whose token it is."""
        account = self._tokens.get(login.removeprefix("Bearer "))
        if account is None:
            raise ApiError(401, 0, "401: Unauthorized")
        return payloads.user(account)

    def instance(self, request: ApiRequest) -> Json:
        """Who is in an instance, and where."""
        id, application = request.ids["instance_id"], request.ids["application_id"]
        found = self.instances.get(id)
        if found is None or application != str(self._world.bot.id) or not found.accounts:
            raise ApiError(404, 0, "404: Not Found")
        channel, guild = found.channel, found.channel.guild
        kind = {"kind": "gc", "guild_id": str(guild.id)} if guild else {"kind": "pc"}
        return {
            "application_id": application,
            "instance_id": id,
            "launch_id": "1",
            "location": {"id": id, "channel_id": str(channel.id), **kind},
            "users": [str(one.id) for one in found.accounts],
        }
