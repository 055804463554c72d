"""Discord's JSON: what the gateway sends and the endpoints return."""

from datetime import datetime
from typing import Any

import discord
from tests.fakes.discord.world import DM, THREADS, Account, Attachment, Channel, Guild, Json, Post, rights

JOINED = "2026-01-01T12:00:00+00:00"


def user(account: Account) -> Json:
    return {
        "id": str(account.id),
        "username": account.name,
        "discriminator": "0",
        "global_name": None if account.bot else account.name,
        "avatar": None,
        "bot": account.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def member(account: Account, guild: Guild) -> Json:
    """Somebody in a server; its bot's role has the number after the server's."""
    roles = [guild.id + 1] if account.bot else [guild.id + 2] if account.id in guild.admins else []
    return {
        "user": user(account),
        "nick": None,
        "avatar": None,
        "roles": [str(role) for role in roles],
        "joined_at": JOINED,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": guild.bot_silent_until if account.bot else None,
    }


def application(bot: Account, owner: Account) -> Json:
    """The bot as its owner sees it in the portal."""
    unset = ("type", "interactions_endpoint_url", "role_connections_verification_url", "team", "icon")
    counts = ("guild", "user_install", "user_authorization")
    return {
        "id": str(bot.id),
        "name": bot.name,
        "description": "",
        "owner": user(owner),
        "bot": user(bot),
        "verify_key": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "eligible_oauth2_scopes": [],
        "explicit_content_filter": 0,
        **dict.fromkeys(unset),
        **{f"approximate_{name}_count": 1 for name in counts},
    }


def emoji(id: int, name: str) -> Json:
    """An emoji of the application."""
    switches = {"require_colons": True, "managed": False, "animated": False, "available": True}
    return {"id": str(id), "name": name, "roles": [], **switches}


def channel(place: Channel) -> Json:
    about: Json = {"id": str(place.id), "type": place.type, "last_message_id": None, "flags": 0}
    if place.partner is not None:
        return about | {"recipients": [user(place.partner)]}
    guild = place.guild
    assert guild is not None
    about |= {"guild_id": str(guild.id), "name": place.name, "nsfw": False, "rate_limit_per_user": 0}
    if place.type in THREADS:
        return about | _thread(place, guild)
    return about | {
        "position": 0,
        "topic": None,
        "parent_id": None,
        "permission_overwrites": [
            {"id": str(id), "type": 0 if id == guild.id else 1, "allow": "0", "deny": str(denied)}
            for id, denied in place.denied.items()
        ],
        "available_tags": [],
    }


def _thread(place: Channel, guild: Guild) -> Json:
    assert place.parent is not None
    return {
        "parent_id": str(place.parent.id),
        "owner_id": str((place.opened_by or guild.owner).id),
        "last_message_id": str(place.messages[-1].id) if place.messages else None,
        "message_count": len(place.messages),
        "member_count": 2,
        "thread_metadata": {
            "archived": place.archived,
            "locked": place.locked,
            "auto_archive_duration": place.auto_archive,
            "archive_timestamp": place.archived_at.isoformat() if place.archived_at else JOINED,
        },
    }


def guild(place: Guild) -> Json:
    """A guild as sent when the bot joins it, with its roles and their permissions."""
    open_channels = [one for one in place.channels if not one.gone]
    return {
        "id": str(place.id),
        "name": place.name,
        "owner_id": str(place.owner.id),
        "roles": _roles(place),
        "members": [member(account, place) for account in place.accounts if account.bot],
        "member_count": len(place.accounts),
        "channels": [channel(one) for one in open_channels if not one.is_thread],
        "threads": [channel(one) for one in open_channels if one.is_thread and not one.archived],
        "joined_at": JOINED,
        "preferred_locale": "en-US",
        "icon": None,
        "large": False,
        "unavailable": False,
        **dict.fromkeys(("verification_level", "default_message_notifications"), 0),
        **dict.fromkeys(("explicit_content_filter", "mfa_level", "nsfw_level", "premium_tier"), 0),
        "system_channel_flags": 0,
        **{name: [] for name in ("emojis", "stickers", "features", "presences", "voice_states")},
        **{name: [] for name in ("stage_instances", "guild_scheduled_events", "soundboard_sounds")},
        "afk_timeout": 300,
        "premium_progress_bar_enabled": False,
    }


def _roles(place: Guild) -> list[Json]:
    everything = discord.Permissions.all().value
    given = {"@everyone": place.rights, "Stationmaster": place.bot_rights, "admins": everything}
    return [_role(place.id + number, name, may) for number, (name, may) in enumerate(given.items())]


def _role(id: int, name: str, permissions: int) -> Json:
    plain = {"color": 0, "hoist": False, "position": 0, "managed": False, "mentionable": False, "flags": 0}
    colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    return {"id": str(id), "name": name, "permissions": str(permissions), "colors": colors, **plain}


def message(post: Post, base_url: str) -> Json:
    """A message; `base_url` serves its attachments."""
    return {
        "id": str(post.id),
        "channel_id": str(post.channel.id),
        "type": 0,
        "author": user(post.author),
        "content": post.content,
        "timestamp": post.at.isoformat(),
        "edited_timestamp": _written(post.edited_at),
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(account) for account in post.pings],
        "mention_roles": [],
        "attachments": [attachment(one, base_url) for one in post.attachments],
        "embeds": post.embeds,
        "components": _with_addresses(post.components, post, base_url),
        "pinned": False,
        "flags": post.flags,
        **({"nonce": post.nonce} if post.nonce else {}),
    }


def _with_addresses(part: Any, post: Post, base_url: str) -> Any:
    """Components as Discord gives them back: their files have addresses."""
    if isinstance(part, list):
        return [_with_addresses(one, post, base_url) for one in part]
    if not isinstance(part, dict):
        return part
    if str(part.get("url", "")).startswith("attachment://"):
        name = part["url"].removeprefix("attachment://")
        file = next(one for one in post.attachments if one.filename == name)
        url = attachment(file, base_url)["url"]
        size = {"width": 1280, "height": 800}
        return {"id": str(file.id), "url": url, "proxy_url": url, "attachment_id": str(file.id), **size}
    return {key: _with_addresses(value, post, base_url) for key, value in part.items()}


def attachment(one: Attachment, base_url: str) -> Json:
    url = f"{base_url}/attachments/{one.id}/{one.filename}"
    about = {"id": str(one.id), "filename": one.filename, "size": len(one.data), "url": url, "proxy_url": url}
    return about | ({"description": one.description} if one.description else {})


def _written(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def interaction_place(place: Channel, account: Account, bot: Account) -> Json:
    """Where an interaction comes from, and who is there."""
    if place.type == DM:
        return {"channel_id": str(place.id), "channel": channel(place), "user": user(account), "context": 1}
    guild = place.guild
    assert guild is not None
    mine = str(rights(account, place))
    return {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "channel_id": str(place.id),
        "channel": channel(place) | {"permissions": mine},
        "member": member(account, guild) | {"permissions": mine},
        "context": 0,
        "app_permissions": str(rights(bot, place)),
        "authorizing_integration_owners": {"0": str(guild.id)},
    }
