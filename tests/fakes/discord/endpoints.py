"""The endpoints of channels, DMs, threads and commands."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta

from bot.discord.emoji import NAMES
from tests.fakes.discord import payloads
from tests.fakes.discord.limits import command_complaints, message_complaints, nested
from tests.fakes.discord.messages import rewrite, write
from tests.fakes.discord.request import ApiRequest
from tests.fakes.discord.slash_commands import mention_complaints
from tests.fakes.discord.world import (
    FORUM,
    NEWS,
    NEWS_THREAD,
    PUBLIC_THREAD,
    Account,
    ApiError,
    Channel,
    Json,
    Post,
    World,
    need,
)

OLD = timedelta(hours=1)

DM_REFUSALS = {
    "closed": ApiError(403, 50007, "Cannot send messages to this user"),
    "no guild": ApiError(
        403, 50278, "Cannot send messages to this user due to having no mutual guilds with recipient"
    ),
}
FAULTLESS: list[Json] = []
"""The last commands that had no fault."""

TOO_FAST = ApiError(400, 40003, "You are opening direct messages too fast")
FIRST_EMOJI = 1_400_000_000_000_000_000
"""The ids of what is in the world stay what they are in the databases of earlier versions."""


class Endpoints:
    """What the bot asks for with its token."""

    def __init__(self, world: World, base_url: str) -> None:
        self.commands: list[Json] = []
        self.emoji: list[Json] = [
            payloads.emoji(id, name) for id, name in enumerate(NAMES.values(), FIRST_EMOJI)
        ]
        """Those of the application, as if the bot had logged in before. A test may clear them."""
        self.syncs = 0
        self.old_edits_refused = False
        self.pins: list[Post] = []
        self.on_post: Callable[[Post], object] = lambda _: None
        self._world = world
        self._endpoints = base_url

    # ---- who and what

    def me(self, _: ApiRequest) -> Json:
        return payloads.user(self._world.bot) | {"mfa_enabled": False, "locale": "en-US", "verified": True}

    def application(self, _: ApiRequest) -> Json:
        bot = self._world.bot
        owner = next((one for one in self._world.accounts.values() if not one.bot), bot)
        return payloads.application(bot, owner)

    def account(self, request: ApiRequest) -> Json:
        return payloads.user(self._account(request.ids["user_id"]))

    def member(self, request: ApiRequest) -> Json:
        account, guild = (
            self._account(request.ids["user_id"]),
            self._world.guilds[int(request.ids["guild_id"])],
        )
        if account not in guild.accounts:
            raise ApiError(404, 10007, "Unknown Member")
        return payloads.member(account, guild)

    def _account(self, id: str | int) -> Account:
        if int(id) not in self._world.accounts:
            raise ApiError(404, 10013, "Unknown User")
        return self._world.accounts[int(id)]

    # ---- commands

    def list_commands(self, _: ApiRequest) -> list[Json]:
        return self.commands

    def set_commands(self, request: ApiRequest) -> list[Json]:
        """All commands at once; those of the same name keep their ids."""
        known = {row["name"]: row["id"] for row in self.commands}
        self.syncs += 1
        self.commands = [
            {
                "type": 1,
                "version": str(self._world.id()),
                "application_id": str(self._world.bot.id),
                "default_member_permissions": None,
                **{name: value for name, value in row.items() if value is not None},
                "id": known.get(row["name"], str(self._world.id())),
            }
            for row in request.body or []
        ]
        return self.commands

    def command_complaints(self, request: ApiRequest) -> Iterator[str]:
        """Each bot of a process sends the same commands: those that had no fault are not checked again."""
        commands = request.body or []
        if commands == FAULTLESS:
            return
        complaints = [*command_complaints(commands)]
        if not complaints:
            FAULTLESS[:] = commands
        yield from complaints

    # ---- emoji

    def list_emoji(self, _: ApiRequest) -> Json:
        return {"items": self.emoji}

    def create_emoji(self, request: ApiRequest) -> Json:
        name, image = request.body["name"], request.body["image"]
        if any(one["name"] == name for one in self.emoji) or not image.startswith("data:image/png"):
            raise ApiError(400, 50035, f"no emoji can be called {name} and look so")
        self.emoji.append(payloads.emoji(self._world.id(), name))
        return self.emoji[-1]

    def emoji_complaints(self, body: Json) -> Iterator[str]:
        """Of the emoji that a message names: others see their names only."""
        known = {f"<:{one['name']}:{one['id']}>" for one in self.emoji}
        for text, _ in re.findall(r"(<:(\w+):\d+>)", json.dumps(body, ensure_ascii=False)):
            if text not in known:
                yield f"$: there is no emoji {text}"
        for place, part in nested(body.get("components") or [], "$.components"):
            for one in (part, *part.get("options", ())):
                emoji = one.get("emoji") or {}
                if emoji.get("id") and f"<:{emoji['name']}:{emoji['id']}>" not in known:
                    yield f"{place}: there is no emoji {emoji}"

    # ---- messages

    def message_complaints(self, request: ApiRequest) -> Iterator[str]:
        yield from message_complaints(request.body, [file.name for file in request.files.values()])
        yield from mention_complaints(self.commands, request.body)
        yield from self.emoji_complaints(request.body)

    def post(self, request: ApiRequest) -> Json:
        channel = self._world.place(request.ids["channel_id"])
        self._may_write(channel, bool(request.files))
        if request.body.get("embeds"):
            need(self._world.bot, channel, "embed_links")
        if channel.partner and channel.partner.dms in DM_REFUSALS:
            raise DM_REFUSALS[channel.partner.dms]
        self._takes_files(channel, request)
        post = write(self._world, channel, request.body, request.files)
        channel.archived = False
        self.on_post(post)
        return payloads.message(post, self._endpoints)

    def _takes_files(self, channel: Channel, request: ApiRequest) -> None:
        if request.files and channel.refuses_files:
            raise channel.refuses_files

    def _may_write(self, channel: Channel, files: bool) -> None:
        bot = self._world.bot
        need(bot, channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
        if files:
            need(bot, channel, "attach_files")
        if channel.type == FORUM:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        if channel.archived and channel.locked:
            raise ApiError(400, 50083, "Tried to perform an operation on an archived thread")

    def edit(self, request: ApiRequest) -> Json:
        post = self._own(request)
        if post.channel.archived:
            raise ApiError(400, 50083, "Tried to perform an operation on an archived thread")
        if self.old_edits_refused and self._world.now() - post.at > OLD:
            raise ApiError(400, 30046, "Maximum number of edits to messages older than 1 hour reached")
        self._takes_files(post.channel, request)
        return payloads.message(rewrite(self._world, post, request.body, request.files), self._endpoints)

    def delete(self, request: ApiRequest) -> None:
        self._own(request).gone = True

    def _own(self, request: ApiRequest) -> Post:
        channel = self._world.place(request.ids["channel_id"])
        need(self._world.bot, channel)
        return self._world.message(channel, request.ids["message_id"])

    def show(self, request: ApiRequest) -> Json:
        channel = self._world.place(request.ids["channel_id"])
        need(self._world.bot, channel, "read_message_history")
        return payloads.message(self._world.message(channel, request.ids["message_id"]), self._endpoints)

    def history(self, request: ApiRequest) -> list[Json]:
        """The newest first; nothing where the bot may not read it."""
        channel = self._world.place(request.ids["channel_id"])
        need(self._world.bot, channel)
        try:
            need(self._world.bot, channel, "read_message_history")
        except ApiError:
            return []
        before, after = (int(request.query.get(side, 0)) for side in ("before", "after"))
        posts = [
            post
            for post in channel.messages
            if not post.gone and post.only_for is None and after < post.id and not 0 < before <= post.id
        ]
        limit = int(request.query.get("limit", 50))
        chosen = posts[:limit] if after else posts[-limit:]
        return [payloads.message(post, self._endpoints) for post in reversed(chosen)]

    def pin(self, request: ApiRequest) -> None:
        need(self._world.bot, self._world.place(request.ids["channel_id"]), "pin_messages")
        self.pins.append(self._own(request))

    # ---- places

    def channel(self, request: ApiRequest) -> Json:
        place = self._world.place(request.ids["channel_id"])
        need(self._world.bot, place)
        return payloads.channel(place)

    def change_channel(self, request: ApiRequest) -> Json:
        """A thread is opened again or put away."""
        place = self._world.place(request.ids["channel_id"])
        need(self._world.bot, place, "send_messages_in_threads" if place.is_thread else "manage_channels")
        if place.locked:
            need(self._world.bot, place, "manage_threads")
        if "auto_archive_duration" in request.body and place.opened_by is not self._world.bot:
            need(self._world.bot, place, "manage_threads")
        place.archived = request.body.get("archived", place.archived)
        place.auto_archive = request.body.get("auto_archive_duration", place.auto_archive)
        return payloads.channel(place)

    def conversation(self, request: ApiRequest) -> Json:
        account = self._account(request.body["recipient_id"])
        if account.dms == "too fast":
            raise TOO_FAST
        return payloads.channel(self._world.conversation(account))

    def thread(self, request: ApiRequest) -> Json:
        """A thread of a channel, or of one of its messages."""
        parent = self._world.place(request.ids["channel_id"])
        need(self._world.bot, parent, "create_public_threads")
        kind = request.body.get("type", PUBLIC_THREAD)
        if (kind == NEWS_THREAD) != (parent.type == NEWS):
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        made = self._world.channel(parent.guild, request.body["name"], kind, parent=parent)
        made.opened_by = self._world.bot
        if parent.type == FORUM:
            write(self._world, made, request.body["message"], request.files)
        return payloads.channel(made)

    def nothing(self, _: ApiRequest) -> None:
        """Done, and nothing to say."""
