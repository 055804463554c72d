"""The platforms and apps that the settings name. Only their libraries are imported."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.leases import Leases
from bot.matches.repository import MatchRepository
from bot.model.port import Platform
from bot.settings import Settings
from bot.store import Store

if TYPE_CHECKING:
    from bot.web.platform import LocalPlatform
    from bot.web.server import WebServer
    from bot.web.site import App


class Adapter(Platform, Protocol):
    """A platform that this program hosts: besides what the port asks of it, it serves the people there."""

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Serve people until cancelled. Raises OperatorError; after anything else it is called again."""
        ...


def local_page(settings: Settings, store: Store, clock: Clock, *, opens_page: bool) -> "LocalPlatform":
    """The local page; with `opens_page`, a browser opens it."""
    from bot.web.platform import LocalPlatform
    from bot.web.server import WebLimits

    return LocalPlatform(
        store,
        clock,
        settings.local_host,
        settings.local_port,
        opens_page=opens_page,
        names=[name.strip().lower() for name in settings.local_names.split(",")],
        web_limits=WebLimits(proxies=settings.trusted_proxies),
    )


def platforms_of(settings: Settings, clock: Clock, leases: Leases, shared: str) -> list[Adapter]:
    """The platforms that the settings have a token for.

    `leases` say which of several processes does what there, `shared` is a secret that they have in common.
    """
    platforms: list[Adapter] = []
    if settings.discord_token:
        from bot.discord.platform import DiscordPlatform

        discord = DiscordPlatform(
            settings.discord_token,
            clock,
            language=settings.chat_language,
            has_activity=bool(settings.app_address and settings.discord_client_secret),
            leases=leases,
            shards=settings.discord_shards,
            proxy=settings.proxy,
        )
        platforms.append(discord)
    if settings.telegram_token:
        from bot.telegram.platform import TelegramPlatform

        if not settings.telegram_webhook:
            leases.want("telegram")
        telegram = TelegramPlatform(
            settings.telegram_token,
            clock,
            webhook=settings.telegram_webhook,
            listen_at=(settings.local_host, settings.telegram_webhook_port),
            board=settings.app_address or "",
            app=settings.telegram_app or "",
            once=partial(leases.while_held, "telegram"),
            shared=shared,
            proxy=settings.proxy,
        )
        platforms.append(telegram)
    return platforms


def apps_of(
    settings: Settings, platforms: Sequence[Platform], repository: MatchRepository
) -> list["WebServer"]:
    """What serves the board in Telegram and Discord; nothing without an https address."""
    address, secret = settings.app_address, settings.discord_client_secret
    if address is None:
        return []
    apps: list[App] = []
    for platform in platforms:
        if platform.name == "telegram" and settings.telegram_token:
            from bot.telegram.platform import TelegramPlatform
            from bot.web.mini_app import MiniApp

            assert isinstance(platform, TelegramPlatform)
            apps.append(MiniApp(platform, settings.telegram_token, repository.clock))
        elif platform.name == "discord" and secret:
            from bot.discord.platform import DiscordPlatform
            from bot.web.activity import Activity

            assert isinstance(platform, DiscordPlatform)
            apps.append(Activity(platform, secret))
    if not apps:
        return []
    from bot.web.apps import board_site
    from bot.web.server import WebLimits, WebServer

    for platform in platforms:
        platform.limits = replace(platform.limits, replays_at=address.rstrip("/"))
    secrets = [one for one in (settings.telegram_token, settings.discord_token, secret) if one]
    site = board_site(address, apps, secrets, repository.clock)
    limits, listen_at = WebLimits(proxies=settings.trusted_proxies), (settings.local_host, settings.app_port)
    return [WebServer(site, listen_at, repository.clock, limits)]
