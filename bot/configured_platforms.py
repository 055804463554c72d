"""The platforms and apps that the settings name. Only their libraries are imported."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pydantic import SecretStr

from bot.clock import Clock
from bot.matches.repository import MatchRepository
from bot.platforms.port import Platform
from bot.service.leases import Leases
from bot.settings import Settings
from bot.store import Store

if TYPE_CHECKING:
    from bot.platforms.apps.activity import Activity
    from bot.platforms.apps.mini_app import MiniApp
    from bot.platforms.apps.server import AppServer


def platforms_of(settings: Settings, _: Store, clock: Clock, leases: Leases, shared: str) -> list[Platform]:
    """The platforms that the settings have a token for.

    `leases` say which of several processes does what there, `shared` is a secret that they have in common.
    """
    platforms = []
    if token := settings.discord_token:
        platforms.append(_discord(token, settings, clock, leases))
    if token := settings.telegram_token:
        platforms.append(_telegram(token, settings, clock, leases, shared))
    return platforms


def _discord(token: SecretStr, settings: Settings, clock: Clock, leases: Leases) -> Platform:
    """Discord. Its library is only imported by those who use it."""
    from bot.platforms.discord.platform import DiscordPlatform

    has_activity = bool(settings.app_address and settings.discord_client_secret)
    return DiscordPlatform(
        token,
        clock,
        language=settings.chat_language,
        has_activity=has_activity,
        leases=leases,
        shards=settings.discord_shards,
        proxy=settings.proxy,
    )


def _telegram(token: SecretStr, settings: Settings, clock: Clock, leases: Leases, shared: str) -> Platform:
    """Telegram. Its library is only imported by those who use it."""
    from bot.platforms.telegram.platform import TelegramPlatform

    if not settings.telegram_webhook:
        leases.want("telegram")
    return TelegramPlatform(
        token,
        clock,
        webhook=settings.telegram_webhook,
        listen_at=(settings.local_host, settings.telegram_webhook_port),
        board=settings.app_address or "",
        app=settings.telegram_app or "",
        once=partial(leases.while_held, "telegram"),
        shared=shared,
        proxy=settings.proxy,
    )


def apps_of(
    settings: Settings, platforms: Sequence[Platform], repository: MatchRepository
) -> list["AppServer"]:
    """What serves the board in Telegram and Discord; nothing without an https address."""
    address, secret = settings.app_address, settings.discord_client_secret
    if address is None:
        return []
    apps = [app for platform in platforms if (app := _app_of(platform, settings, repository.clock))]
    if not apps:
        return []
    from bot.platforms.apps.server import AppServer
    from bot.web.server import WebLimits

    for platform in platforms:
        platform.limits = replace(platform.limits, replays_at=address.rstrip("/"))
    secrets = [one for one in (settings.telegram_token, settings.discord_token, secret) if one]
    limits, listen_at = WebLimits(proxies=settings.trusted_proxies), (settings.local_host, settings.app_port)
    return [AppServer(address, listen_at, apps, secrets, repository, limits)]


def _app_of(platform: Platform, settings: Settings, clock: Clock) -> "MiniApp | Activity | None":
    """The app that identifies who opens the board on a platform. It imports that platform's library only."""
    token, secret = settings.telegram_token, settings.discord_client_secret
    if platform.name == "telegram" and token:
        from bot.platforms.apps.mini_app import MiniApp
        from bot.platforms.telegram.platform import TelegramPlatform

        assert isinstance(platform, TelegramPlatform)
        return MiniApp(platform, token, clock)
    if platform.name == "discord" and secret:
        from bot.platforms.apps.activity import Activity
        from bot.platforms.discord.platform import DiscordPlatform

        assert isinstance(platform, DiscordPlatform)
        return Activity(platform, secret)
    return None
