"""What the bot asks for: messages, chats, and the menus of its commands."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.fakes.telegram import payloads
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.messages import changed, check_place, media_of, said, words
from tests.fakes.telegram.rate_limit import RateLimit
from tests.fakes.telegram.request import ApiRequest
from tests.fakes.telegram.texts import shape
from tests.fakes.telegram.world import ApiError, FakeChat, Post, Topic, World, bad, wrong

REACTIONS = "👍👎🔥🎉🤔👏😁👌👀🙏🏆💯🤝✍"
"""Some of those that everybody may use."""

DELETABLE = timedelta(hours=48)


class Endpoints:
    """The methods that speak, and those that look."""

    def __init__(self, world: World, pace: RateLimit) -> None:
        self.inline = False
        """Whether the operator has enabled inline mode."""
        self.inline_feedback = True
        """Whether the bot is told then which results people choose."""
        self.menus: dict[tuple[str, str], list[Json]] = {}
        """The commands by scope, as JSON, and language."""
        self.menu_sets = 0
        self.inline_posts: dict[str, Post] = {}
        """What people have sent by inline mode."""
        self.on_post: Callable[[Post], object] = lambda _: None
        self._world = world
        self._rate_limit = pace

    # ---- who and where

    def me(self, _: ApiRequest) -> Json:
        return payloads.me(self._world.bot, inline=self.inline)

    def chat(self, request: ApiRequest) -> Json:
        return payloads.full_chat(self._world.place(request.asked["chat_id"]))

    def admins(self, request: ApiRequest) -> list[Json]:
        """Those who are known to be; anonymous ones only to an admin."""
        place = self._group(request)
        known = place.bot_is == "administrator"
        shown = [one for one in place.accounts if place.rules(one) and (known or one not in place.hidden)]
        return [payloads.member(place, one) for one in shown]

    def member(self, request: ApiRequest) -> Json:
        """The status of a chat member; the bot sees others' only as an admin."""
        place, account = self._group(request), self._world.accounts.get(request.asked["user_id"])
        if account is None:
            raise bad("user not found")
        if not account.bot and place.bot_is != "administrator":
            raise bad("member list is inaccessible")
        return payloads.member(place, account)

    def _group(self, request: ApiRequest) -> FakeChat:
        place = self._world.place(request.asked["chat_id"])
        if not place.is_group:
            raise bad("there are no administrators in the private chat")
        return place

    def leave(self, request: ApiRequest) -> bool:
        self._group(request).bot_is = "left"
        return True

    def acting(self, request: ApiRequest) -> bool:
        """Something is being written, or looked for."""
        check_place(self._world, self._world.place(request.asked["chat_id"]), dict(request.asked))
        return True

    # ---- menus

    def set_commands(self, request: ApiRequest) -> bool:
        self.menus[self._menu(request)] = request.asked["commands"]
        self.menu_sets += 1
        return True

    def commands(self, request: ApiRequest) -> list[Json]:
        return self.menus.get(self._menu(request), [])

    def delete_commands(self, request: ApiRequest) -> bool:
        self.menus.pop(self._menu(request), None)
        return True

    def _menu(self, request: ApiRequest) -> tuple[str, str]:
        scope = request.asked.get("scope") or {"type": "default"}
        if "chat_id" in scope:
            self._world.place(scope["chat_id"])
        return json.dumps(scope, sort_keys=True), request.asked.get("language_code") or ""

    # ---- saying

    def say(self, request: ApiRequest) -> Json:
        place = self._ready(request)
        return self._told(said(self._world, place, dict(request.asked), "text"))

    def show(self, request: ApiRequest) -> Json:
        """A photo, a document or an animation."""
        kind = request.method.removeprefix("send").lower()
        place = self._ready(request, kind)
        media = media_of(self._world, request, kind, request.asked[kind])
        return self._told(said(self._world, place, dict(request.asked), "caption", media=media))

    def show_album(self, request: ApiRequest) -> list[Json]:
        rows: list[Json] = request.asked["media"]
        place = self._ready(request, rows[0]["type"], len(rows))
        shared = {name: request.asked[name] for name in request.asked if name != "media"}
        album, posts = str(self._world.number()), []
        for row in rows:
            media = media_of(self._world, request, row["type"], row["media"])
            posts.append(said(self._world, place, row | shared, "caption", media=media, album=album))
        return [self._told(post) for post in posts]

    def _ready(self, request: ApiRequest, kind: str = "", messages: int = 1) -> FakeChat:
        place = self._world.place(request.asked["chat_id"])
        check_place(self._world, place, dict(request.asked), kind)
        self._rate_limit.spend(place, messages)
        return place

    def _told(self, post: Post) -> Json:
        self.on_post(post)
        return payloads.message(post, post.place)

    # ---- changing

    def rewrite(self, request: ApiRequest) -> Json | bool:
        post = self._own(request)
        if post.media:
            raise bad("there is no text in the message to edit")
        text, entities = words(self._world, dict(request.asked), "text")
        return self._changed(request, post, text=text, entities=entities)

    def recaption(self, request: ApiRequest) -> Json | bool:
        post = self._own(request)
        if not post.media:
            raise bad("there is no caption in the message to edit")
        text, entities = words(self._world, dict(request.asked), "caption")
        return self._changed(request, post, text=text, entities=entities)

    def reshow(self, request: ApiRequest) -> Json | bool:
        """Other media, or media in the place of a text."""
        post, row = self._own(request), request.asked["media"]
        if post.album and row["type"] != (post.media and post.media.kind):
            raise bad("message can't be edited to another type in an album")
        if "inline_message_id" in request.asked and request.files:
            raise wrong("nothing is uploaded to an inline message")
        media = media_of(self._world, request, row["type"], row["media"])
        text, entities = words(self._world, row, "caption")
        return self._changed(request, post, media=media, text=text, entities=entities)

    def rekey(self, request: ApiRequest) -> Json | bool:
        return self._changed(request, self._own(request))

    def _changed(self, request: ApiRequest, post: Post, **about: Any) -> Json | bool:
        self._rate_limit.spend(post.place)
        changed(self._world, post, **about, keyboard=shape(request.asked.get("reply_markup")))
        if "inline_message_id" in request.asked:
            return True
        return self._told(post)

    def _own(self, request: ApiRequest) -> Post:
        """A message that the bot may change."""
        if "inline_message_id" in request.asked:
            return self._inline(request.asked["inline_message_id"])
        if not {"chat_id", "message_id"} <= set(request.asked):
            raise wrong("message identifier is not specified")
        place, id = self._world.place(request.asked["chat_id"]), request.asked["message_id"]
        deleted = [post for post in place.messages if post.id == id and post.is_deleted_by_bot]
        if deleted and request.method != "editMessageReplyMarkup":
            raise wrong(f"message to edit not found: the bot has deleted {deleted[0].text[:60]!r}")
        post = self._world.message(place, id, "edit")
        if post.author is not self._world.bot or post.via_bot:
            raise bad("message can't be edited")
        return post

    def _inline(self, id: str) -> Post:
        if id not in self.inline_posts:
            raise bad("MESSAGE_ID_INVALID")
        return self.inline_posts[id]

    def delete(self, request: ApiRequest) -> bool:
        self._delete(self._world.place(request.asked["chat_id"]), request.asked["message_id"])
        return True

    def delete_several(self, request: ApiRequest) -> bool:
        """Those that are not there are passed over."""
        for id in request.asked["message_ids"]:
            try:
                self._delete(self._world.place(request.asked["chat_id"]), id)
            except ApiError as declined:
                if "not found" not in declined.description:
                    raise
        return True

    def _delete(self, place: FakeChat, id: int) -> None:
        post = self._world.message(place, id, "delete")
        own = post.author is self._world.bot and not post.via_bot
        if self._world.now() - post.at > DELETABLE or not (own or self._rules(place)):
            raise bad("message can't be deleted")
        post.gone = post.is_deleted_by_bot = True

    def _rules(self, place: FakeChat) -> bool:
        return not place.is_group or place.bot_is == "administrator"

    def react(self, request: ApiRequest) -> bool:
        """A reaction of the bot, in place of its last one. It has one, of those that are free."""
        place = self._world.place(request.asked["chat_id"])
        post = self._world.message(place, request.asked["message_id"], "react")
        given = [one.get("emoji") for one in request.asked.get("reaction") or ()]
        if len(given) > 1 or not set(given) <= set(REACTIONS):
            raise bad("REACTION_INVALID")
        if place.is_group and "can_react_to_messages" not in place.bot_may:
            raise bad("not enough rights to react to the message")
        post.reactions = given
        return True

    # ---- topics and pins

    def open_topic(self, request: ApiRequest) -> Json:
        place = self._group(request)
        if not place.forum:
            raise bad("the chat is not a forum")
        if "can_manage_topics" not in place.bot_may or place.bot_is != "administrator":
            raise bad("not enough rights to create a topic")
        post = self._world.add(place, self._world.bot, about={})
        place.topics[post.id] = Topic(post.id, request.asked["name"])
        return {"message_thread_id": post.id, "name": request.asked["name"], "icon_color": 7322096}

    def pin(self, request: ApiRequest) -> bool:
        place = self._world.place(request.asked["chat_id"])
        if place.is_group and "can_pin_messages" not in place.bot_may:
            raise bad("not enough rights to manage pinned messages in the chat")
        self._world.message(place, request.asked["message_id"], "pin")
        return True

    # ---- files

    def file(self, request: ApiRequest) -> Json:
        media = self._world.files.get(request.asked["file_id"].removesuffix("-small"))
        if media is None:
            raise bad("wrong file_id or the file is temporarily unavailable")
        about = {"file_id": media.id, "file_unique_id": f"u{media.id}", "file_size": len(media.data)}
        return about | {"file_path": f"{media.kind}s/{media.id}"}
