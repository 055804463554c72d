"""People, chats and messages as Telegram writes them."""

from datetime import datetime
from typing import Any

from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.world import ANONYMOUS, EVERYTHING, Account, FakeChat, Media, Post

ADMIN_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_manage_topics",
)  # fmt: skip


def when(moment: datetime) -> int:
    return int(moment.timestamp())


def user(account: Account) -> Json:
    about = {"username": account.username} if account.username else {}
    language = {} if account.bot else {"language_code": account.language}
    return {"id": account.id, "is_bot": account.bot, "first_name": account.name, **about, **language}


def me(account: Account, *, inline: bool) -> Json:
    """The bot, as it sees itself: privacy mode is on."""
    return user(account) | {
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": inline,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def chat(place: FakeChat) -> Json:
    if place.partner is not None:
        name = {"username": place.partner.username} if place.partner.username else {}
        return {"id": place.id, "type": "private", "first_name": place.partner.name, **name}
    forum = {"is_forum": True} if place.forum else {}
    return {"id": place.id, "type": place.kind.value, "title": place.title, **forum}


def full_chat(place: FakeChat) -> Json:
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    permissions = {name: name in place.allowed for name in sorted(EVERYTHING)}
    return chat(place) | {
        "accent_color_id": 1,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
        **({"permissions": permissions} if place.is_group else {}),
    }


def member(place: FakeChat, account: Account) -> Json:
    """What somebody is in a chat."""
    about: Json = {"user": user(account)}
    hidden = {"is_anonymous": account in place.hidden}
    if account is place.owner:
        return about | {"status": "creator", **hidden}
    if place.rules(account) or (account.bot and place.bot_is == "administrator"):
        rights = dict.fromkeys(ADMIN_RIGHTS, True)
        return about | {"status": "administrator", "can_be_edited": False, **rights, **hidden}
    if account in place.muted:
        rights = dict.fromkeys(sorted(EVERYTHING), False)
        is_member = account in place.accounts
        return about | {"status": "restricted", "is_member": is_member, "until_date": 0, **rights}
    if not account.bot and account not in place.accounts:
        return about | {"status": "left"}
    if account.bot and place.bot_is in ("left", "kicked"):
        until = {"until_date": 0} if place.bot_is == "kicked" else {}
        return about | {"status": place.bot_is, **until}
    if account.bot and place.bot_lacks:
        rights = {name: name in place.bot_may for name in sorted(EVERYTHING)}
        return about | {"status": "restricted", "is_member": True, "until_date": 0, **rights}
    return about | {"status": "member" if account in place.accounts or account.bot else "left"}


def message(post: Post, place: FakeChat, shown: bool = True) -> Json:
    """A message; with `shown` off, what the bot gets of one that it can no longer read."""
    if not shown:
        return {"chat": chat(place), "message_id": post.id, "date": 0}
    told: Json = {"message_id": post.id, "date": when(post.at), "chat": chat(place), **_sender(post)}
    told |= post.about | _words(post) | (_media(post.media) if post.media else {})
    told |= _thread(post) | _reply(post)
    if post.keyboard:
        told["reply_markup"] = {"inline_keyboard": post.keyboard}
    if post.edited_at:
        told["edit_date"] = when(post.edited_at)
    if post.album:
        told["media_group_id"] = post.album
    return told | ({"has_protected_content": True} if post.protected else {})


def _sender(post: Post) -> Json:
    if post.anonymous:
        group = {"id": ANONYMOUS, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
        return {"from": group, "sender_chat": chat(post.place)}
    return {"from": user(post.author)}


def _words(post: Post) -> Json:
    kind = ("caption", "caption_entities") if post.media else ("text", "entities")
    return {name: value for name, value in zip(kind, (post.text, post.entities), strict=True) if value}


def _thread(post: Post) -> Json:
    if post.thread is None:
        return {}
    return {"message_thread_id": post.thread, "is_topic_message": True}


def _reply(post: Post) -> Json:
    """What a message answers; in a topic, the message that opened it."""
    number = post.reply_to or post.thread
    found = [one for one in post.place.messages if one.id == number and one is not post]
    if not found:
        return {}
    inner = message(found[0], post.place)
    inner.pop("reply_to_message", None)
    return {"reply_to_message": inner}


def _media(media: Media) -> Json:
    file = {"file_id": media.id, "file_unique_id": f"u{media.id}", "file_size": len(media.data)}
    width, height = media.size
    sized = file | {"width": width, "height": height}
    match media.kind:
        case "photo":
            small = sized | {"width": 320, "height": 200, "file_id": f"{media.id}-small"}
            return {"photo": [small | {"file_unique_id": f"us{media.id}"}, sized]}
        case "animation":
            document = file | {"file_name": media.name}
            return {"animation": sized | {"duration": 1, "file_name": media.name}, "document": document}
        case _:
            return {"document": file | {"file_name": media.name}}


def answer(result: Any) -> Json:
    return {"ok": True, "result": result}
