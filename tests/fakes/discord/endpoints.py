"""The doors of channels, conversations, threads and commands."""

from collections.abc import Callable, Iterator
from datetime import timedelta

from tests.fakes.discord import payloads
from tests.fakes.discord.limits import command_complaints, message_complaints
from tests.fakes.discord.messages import rewrite, write
from tests.fakes.discord.request import Call
from tests.fakes.discord.world import (
    FORUM,
    PUBLIC_THREAD,
    Account,
    Channel,
    Declined,
    Json,
    Post,
    World,
    need,
)

OLD = timedelta(hours=1)

DM_REFUSALS = {
    "closed": Declined(403, 50007, "Cannot send messages to this user"),
    "no guild": Declined(
        403, 50278, "Cannot send messages to this user due to having no mutual guilds with recipient"
    ),
}
TOO_FAST = Declined(400, 40003, "You are opening direct messages too fast")


class Doors:
    """What the bot asks for with its token."""

    def __init__(self, world: World, doors: str) -> None:
        self.commands: list[Json] = []
        self.syncs = 0
        self.old_edits_refused = False
        self.pins: list[Post] = []
        self.on_post: Callable[[Post], object] = lambda _: None
        self._world = world
        self._doors = doors

    # ---- who and what

    def me(self, _: Call) -> Json:
        return payloads.user(self._world.bot) | {"mfa_enabled": False, "locale": "en-US", "verified": True}

    def application(self, _: Call) -> Json:
        bot = self._world.bot
        owner = next((one for one in self._world.accounts.values() if not one.bot), bot)
        return payloads.application(bot, owner)

    def account(self, call: Call) -> Json:
        return payloads.user(self._account(call.ids["user_id"]))

    def member(self, call: Call) -> Json:
        account, guild = self._account(call.ids["user_id"]), self._world.guilds[int(call.ids["guild_id"])]
        if account not in guild.accounts:
            raise Declined(404, 10007, "Unknown Member")
        return payloads.member(account, guild)

    def _account(self, id: str | int) -> Account:
        if int(id) not in self._world.accounts:
            raise Declined(404, 10013, "Unknown User")
        return self._world.accounts[int(id)]

    # ---- commands

    def list_commands(self, _: Call) -> list[Json]:
        return self.commands

    def set_commands(self, call: Call) -> list[Json]:
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
            for row in call.body or []
        ]
        return self.commands

    def command_complaints(self, call: Call) -> Iterator[str]:
        yield from command_complaints(call.body or [])

    # ---- messages

    def message_complaints(self, call: Call) -> Iterator[str]:
        yield from message_complaints(call.body, [file.name for file in call.files.values()])

    def post(self, call: Call) -> Json:
        channel = self._world.place(call.ids["channel_id"])
        self._may_write(channel, bool(call.files))
        if channel.partner and channel.partner.dms in DM_REFUSALS:
            raise DM_REFUSALS[channel.partner.dms]
        post = write(self._world, channel, call.body, call.files)
        channel.archived = False
        self.on_post(post)
        return payloads.message(post, self._doors)

    def _may_write(self, channel: Channel, files: bool) -> None:
        bot = self._world.bot
        need(bot, channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
        if files:
            need(bot, channel, "attach_files")
        if channel.type == FORUM:
            raise Declined(400, 50008, "Cannot send messages in a non-text channel")
        if channel.archived and channel.locked:
            raise Declined(400, 50083, "Tried to perform an operation on an archived thread")

    def edit(self, call: Call) -> Json:
        post = self._own(call)
        if post.channel.archived:
            raise Declined(400, 50083, "Tried to perform an operation on an archived thread")
        if self.old_edits_refused and self._world.now() - post.at > OLD:
            raise Declined(400, 30046, "Maximum number of edits to messages older than 1 hour reached")
        return payloads.message(rewrite(self._world, post, call.body, call.files), self._doors)

    def delete(self, call: Call) -> None:
        self._own(call).gone = True

    def _own(self, call: Call) -> Post:
        channel = self._world.place(call.ids["channel_id"])
        need(self._world.bot, channel)
        return self._world.message(channel, call.ids["message_id"])

    def show(self, call: Call) -> Json:
        channel = self._world.place(call.ids["channel_id"])
        need(self._world.bot, channel, "read_message_history")
        return payloads.message(self._world.message(channel, call.ids["message_id"]), self._doors)

    def history(self, call: Call) -> list[Json]:
        """The newest first; nothing where the bot may not read it."""
        channel = self._world.place(call.ids["channel_id"])
        need(self._world.bot, channel)
        try:
            need(self._world.bot, channel, "read_message_history")
        except Declined:
            return []
        before, after = (int(call.query.get(side, 0)) for side in ("before", "after"))
        posts = [
            post
            for post in channel.messages
            if not post.gone and post.only_for is None and after < post.id and not 0 < before <= post.id
        ]
        limit = int(call.query.get("limit", 50))
        chosen = posts[:limit] if after else posts[-limit:]
        return [payloads.message(post, self._doors) for post in reversed(chosen)]

    def pin(self, call: Call) -> None:
        need(self._world.bot, self._world.place(call.ids["channel_id"]), "pin_messages")
        self.pins.append(self._own(call))

    # ---- places

    def channel(self, call: Call) -> Json:
        place = self._world.place(call.ids["channel_id"])
        need(self._world.bot, place)
        return payloads.channel(place)

    def change_channel(self, call: Call) -> Json:
        """A thread is opened again or put away."""
        place = self._world.place(call.ids["channel_id"])
        need(self._world.bot, place, "send_messages_in_threads" if place.is_thread else "manage_channels")
        if place.locked:
            need(self._world.bot, place, "manage_threads")
        place.archived = call.body.get("archived", place.archived)
        return payloads.channel(place)

    def conversation(self, call: Call) -> Json:
        account = self._account(call.body["recipient_id"])
        if account.dms == "too fast":
            raise TOO_FAST
        return payloads.channel(self._world.conversation(account))

    def thread(self, call: Call) -> Json:
        """A thread of a channel, or of one of its messages."""
        parent = self._world.place(call.ids["channel_id"])
        need(self._world.bot, parent, "create_public_threads")
        kind = call.body.get("type", PUBLIC_THREAD)
        made = self._world.channel(parent.guild, call.body["name"], kind, parent=parent)
        if parent.type == FORUM:
            write(self._world, made, call.body["message"], call.files)
        return payloads.channel(made)

    def nothing(self, _: Call) -> None:
        """Done, and nothing to say."""
