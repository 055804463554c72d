"""Users on Discord: what they see and what they can do."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from tests.fakes.discord import forms, slash_commands
from tests.fakes.discord.interactions import COMMAND, COMPLETION, FORM, PRESS, Interaction
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.world import Account, Channel, Guild, Json, Post, rights
from tests.fakes.wire.patience import PATIENCE, NoAnswer


class DiscordUser:
    """A user in a channel of a guild. AssertionError where Discord would not let them do it."""

    def __init__(self, server: FakeDiscord, guild: Guild, account: Account, at: Channel) -> None:
        self.server = server
        self.guild = guild
        self.account = account
        self.at = at
        self.answer: Post | None = None
        """What the bot said last to what this member did."""
        self.form: Json | None = None
        """The form that is open before the member."""
        self._asked_by: Interaction | None = None

    def __repr__(self) -> str:
        return self.account.name

    @property
    def mention(self) -> str:
        return f"<@{self.account.id}>"

    # ---- seeing

    @property
    def dm(self) -> Channel:
        """The user's DM channel with the bot."""
        return self.server.world.conversation(self.account)

    def sees(self, channel: Channel | None = None) -> list[Post]:
        """The messages that the member can see in a channel, oldest first."""
        place = channel or self.at
        if place.gone or (place.partner or self.account) is not self.account:
            return []
        if place.guild and not rights(self.account, place) & 1 << 10:
            return []
        return [post for post in place.messages if not post.gone and post.only_for in (None, self.account)]

    @property
    def heard(self) -> str:
        """The text of the last answer."""
        return self.answer.text if self.answer else ""

    @property
    def labels(self) -> list[str]:
        """The buttons of the last answer."""
        return self.answer.labels if self.answer else []

    @property
    def private(self) -> list[Post]:
        """What only this member sees in the channel where they are."""
        return [post for post in self.sees() if post.only_for]

    def pinged(self, channel: Channel | None = None) -> list[Post]:
        """The messages that called this member."""
        return [post for post in self.sees(channel) if self.account in post.pings]

    def last(self, label: str, at: Channel | None = None) -> Post:
        """The newest message in sight with a button that begins so."""
        for post in reversed(self.sees(at)):
            if any(button.startswith(label) for button in post.labels):
                return post
        raise AssertionError(f"{self} sees no button {label!r}")

    # ---- doing

    async def runs(self, line: str, **options: Any) -> str:
        """Run a slash command: `runs("/claim", route="athina--brindisi")`, or `runs("/do keep all")`."""
        shown = "".join(f" {name}:{value}" for name, value in options.items())
        self.server.log(f"{self}: {line}{shown}")
        if line.startswith("/do "):
            line, options = "/do", {"command": line.removeprefix("/do ")}
        self._need_command(line)
        data = slash_commands.typed(self.server.endpoints.commands, line, options)
        return await self._do(COMMAND, data)

    async def completes(self, line: str, name: str, text: str, **options: Any) -> list[Json]:
        """What is offered while an option of a command is typed."""
        self._need_command(line)
        data = slash_commands.half_typed(self.server.endpoints.commands, line, name, text, options)
        return (await self._act(COMPLETION, data)).choices

    async def presses(self, label: str, on: Post | None = None, at: Channel | None = None) -> str:
        """Press a button in sight: the newest whose label begins so, or that of a message."""
        post = on or self.last(label, at)
        found = [button for button in post.buttons if str(button.get("label")).startswith(label)]
        assert found, f"no button {label!r} among {post.labels}"
        return await self.presses_code(found[0]["custom_id"], post)

    async def presses_code(self, code: str, on: Post) -> str:
        """Press the button that carries a code."""
        button = self._in_sight(on, code)
        assert not button.get("disabled"), f"{button.get('label')!r} cannot be pressed"
        self.server.log(f"{self} presses [{button.get('label')}]")
        return await self._do(PRESS, {"component_type": 2, "custom_id": code}, on)

    async def picks(self, *labels: str, on: Post | None = None, code: str | None = None) -> str:
        """Pick entries of a select in sight, by how they begin: that of the newest message with one."""
        post = on or next(post for post in reversed(self.sees()) if _selects(post))
        select = self._in_sight(post, code) if code else forms.select_with(_selects(post), labels)
        values = forms.chosen(select, labels)
        self.server.log(f"{self} picks {', '.join(labels)}")
        data = {"component_type": 3, "custom_id": select["custom_id"], "values": values}
        return await self._do(PRESS, data, post)

    async def submits(self, fields: Mapping[str, Sequence[str] | str]) -> str:
        """Fill in the open form, by the beginnings of its labels, and send it."""
        form, self.form = self.form, None
        assert form is not None, f"no form is open before {self}"
        assert self._asked_by is not None
        self.server.log(f"{self} fills in {form['title']!r}: {dict(fields)}")
        data = {"custom_id": form["custom_id"], "components": forms.filled_in(form, fields)}
        return await self._do(FORM, data, self._asked_by.source)

    def _in_sight(self, post: Post, code: str) -> Json:
        """The part of a message that carries a code. Nobody can press what they do not see."""
        assert post in self.sees(post.channel), f"{self} does not see {post.text[:60]!r}"
        found = [part for part in post.parts if part.get("custom_id") == code]
        assert found, f"nothing there carries {code!r}"
        return found[0]

    def _need_command(self, line: str) -> None:
        name = line.removeprefix("/").split()[0]
        commands = [one for one in self.server.endpoints.commands if one["name"] == name]
        assert commands, f"there is no command /{name}"
        assert slash_commands.offered(commands[0], self.account, self.at), (
            f"/{name} is not offered to {self} here"
        )
        assert not self.at.archived, "no commands in an archived thread"

    async def _do(self, kind: int, data: Json, source: Post | None = None) -> str:
        one = await self._act(kind, data, source)
        if one.form is not None:
            self.form, self._asked_by = one.form, one
            self.server.log(f"  (only {self}) a form: {one.form['title']}")
            return str(one.form["title"])
        self.answer = one.posts[-1] if one.posts else one.original
        if self.answer is not None and self.answer.only_for:
            self.server.log_post(self.answer)
        return self.heard

    async def _act(self, kind: int, data: Json, source: Post | None = None) -> Interaction:
        place = source.channel if source else self.at
        one = self.server.interactions.born(kind, self.account, place, data, source)
        if not await self.server.happen(one):
            raise NoAnswer(f"{self}: the bot is not there")
        try:
            async with asyncio.timeout(PATIENCE):
                await one.settled.wait()
        except TimeoutError:
            raise NoAnswer(f"{self}: the application did not respond to {data}") from None
        return one


def _selects(post: Post) -> list[Json]:
    return [part for part in post.parts if part["type"] == 3]
