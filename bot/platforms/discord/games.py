"""The commands about a channel's game as such: /game for everybody, /gameadmin for those who manage it."""

from discord import Permissions, app_commands

from bot.model.command_spec import ArgumentKind
from bot.platforms.discord.buttons import Click
from bot.platforms.discord.parts import colors, command, languages, levels, parts
from bot.platforms.discord.translating import said


class TableCommands(app_commands.Group):
    """What anybody may ask for; the desk says who may have it."""

    def __init__(self) -> None:
        super().__init__(name=said("slash-game"), description=said("slash-game-about"))

    @command("new")
    @parts(title=ArgumentKind.BOARD, thread=None)
    async def new(self, click: Click, title: str = "", thread: bool = False) -> None:
        counter = click.client.counter
        await (counter.opened_in_thread if thread else counter.opened)(click, "new", title)

    @command("join")
    @parts(color=colors())
    async def join(self, click: Click, color: str = "") -> None:
        await click.client.counter.heard(click, "join", color)

    @command("leave")
    async def leave(self, click: Click) -> None:
        await click.client.counter.heard(click, "leave")

    @command("start")
    async def start(self, click: Click) -> None:
        await click.client.counter.heard(click, "start")

    @command("computer")
    @parts(level=levels(), remove=None)
    async def computer(self, click: Click, level: str = "", remove: bool = False) -> None:
        await click.client.counter.heard(click, "computer", "remove" if remove else level)

    @command("options")
    @parts(
        variant=ArgumentKind.VARIANT,
        bonus=ArgumentKind.BONUS,
        starter=ArgumentKind.STARTER,
        language=languages(),
    )
    async def options(
        self, click: Click, variant: str = "", bonus: str = "", starter: str = "", language: str = ""
    ) -> None:
        named = {"variant": variant, "bonus": bonus, "starter": starter}
        lines = [f"{word} {value}" for word, value in named.items() if value]
        lines += [f"language {language} here"] if language else []
        await click.client.counter.heard_all(click, lines or ["options"])

    @command("abort")
    async def abort(self, click: Click) -> None:
        await click.client.counter.heard(click, "abort")

    @command("restore")
    async def restore(self, click: Click) -> None:
        await click.client.counter.heard(click, "restore")

    @command("skip")
    @parts(player=ArgumentKind.PLAYER)
    async def skip(self, click: Click, player: str = "") -> None:
        await click.client.counter.heard(click, "skip", player)

    @command("replace")
    @parts(player=ArgumentKind.PLAYER)
    async def replace(self, click: Click, player: str = "") -> None:
        await click.client.counter.heard(click, "replace", player)

    @command("share")
    async def share(self, click: Click) -> None:
        await click.client.counter.heard(click, "share")

    @command("follow")
    @parts(code=None)
    async def follow(self, click: Click, code: str) -> None:
        await click.client.counter.heard(click, "follow", code)

    @command("unfollow")
    async def unfollow(self, click: Click) -> None:
        await click.client.counter.heard(click, "unfollow")

    @command("check")
    async def check(self, click: Click) -> None:
        await click.client.counter.heard(click, "check")


class AdminCommands(app_commands.Group):
    """What those who manage the channel may do to its game, whoever opened it."""

    def __init__(self) -> None:
        super().__init__(
            name=said("slash-gameadmin"),
            description=said("slash-gameadmin-about"),
            default_permissions=Permissions(manage_channels=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False),
        )

    @command("start")
    async def start(self, click: Click) -> None:
        await click.client.counter.administered(click, "start")

    @command("abort")
    async def abort(self, click: Click) -> None:
        await click.client.counter.administered(click, "abort")

    @command("restore")
    async def restore(self, click: Click) -> None:
        await click.client.counter.administered(click, "restore")

    @command("skip")
    @parts(player=ArgumentKind.PLAYER)
    async def skip(self, click: Click, player: str = "") -> None:
        await click.client.counter.administered(click, "skip", player)

    @command("replace")
    @parts(player=ArgumentKind.PLAYER)
    async def replace(self, click: Click, player: str = "") -> None:
        await click.client.counter.administered(click, "replace", player)
