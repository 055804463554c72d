"""What the bot asks for: messages, chats, and the menus of its commands."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.fakes.telegram import payloads
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.messages import changed, check_place, media_of, said, words
from tests.fakes.telegram.rate_limit import Pace
from tests.fakes.telegram.request import Call
from tests.fakes.telegram.texts import shape
from tests.fakes.telegram.world import Declined, Place, Post, Topic, World, bad, wrong

DELETABLE = timedelta(hours=48)


class Doors:
    """The methods that speak, and those that look."""

    def __init__(self, world: World, pace: Pace) -> None:
        self.inline = True
        """Whether the operator has enabled inline mode."""
        self.menus: dict[tuple[str, str], list[Json]] = {}
        """The commands by scope, as JSON, and language."""
        self.menu_sets = 0
        self.inline_posts: dict[str, Post] = {}
        """What people have sent by inline mode."""
        self.on_post: Callable[[Post], object] = lambda _: None
        self._world = world
        self._pace = pace

    # ---- who and where

    def me(self, _: Call) -> Json:
        return payloads.me(self._world.bot, inline=self.inline)

    def chat(self, call: Call) -> Json:
        return payloads.full_chat(self._world.place(call.asked["chat_id"]))

    def admins(self, call: Call) -> list[Json]:
        """Those who are known to be; anonymous ones only to an admin."""
        place = self._group(call)
        known = place.bot_is == "administrator"
        shown = [one for one in place.accounts if place.rules(one) and (known or one not in place.hidden)]
        return [payloads.member(place, one) for one in shown]

    def member(self, call: Call) -> Json:
        """What somebody is in a chat; of others, only an admin is sure to be told."""
        place, account = self._group(call), self._world.accounts.get(call.asked["user_id"])
        if account is None:
            raise bad("user not found")
        if not account.bot and place.bot_is != "administrator":
            raise bad("member list is inaccessible")
        return payloads.member(place, account)

    def _group(self, call: Call) -> Place:
        place = self._world.place(call.asked["chat_id"])
        if not place.is_group:
            raise bad("there are no administrators in the private chat")
        return place

    def leave(self, call: Call) -> bool:
        self._group(call).bot_is = "left"
        return True

    def acting(self, call: Call) -> bool:
        """Something is being written, or looked for."""
        check_place(self._world, self._world.place(call.asked["chat_id"]), dict(call.asked))
        return True

    # ---- menus

    def set_commands(self, call: Call) -> bool:
        self.menus[self._menu(call)] = call.asked["commands"]
        self.menu_sets += 1
        return True

    def commands(self, call: Call) -> list[Json]:
        return self.menus.get(self._menu(call), [])

    def delete_commands(self, call: Call) -> bool:
        self.menus.pop(self._menu(call), None)
        return True

    def _menu(self, call: Call) -> tuple[str, str]:
        scope = call.asked.get("scope") or {"type": "default"}
        if "chat_id" in scope:
            self._world.place(scope["chat_id"])
        return json.dumps(scope, sort_keys=True), call.asked.get("language_code") or ""

    # ---- saying

    def say(self, call: Call) -> Json:
        place = self._ready(call)
        return self._told(said(self._world, place, dict(call.asked), "text"))

    def show(self, call: Call) -> Json:
        """A photo, a document or an animation."""
        kind = call.method.removeprefix("send").lower()
        place = self._ready(call, kind)
        media = media_of(self._world, call, kind, call.asked[kind])
        return self._told(said(self._world, place, dict(call.asked), "caption", media=media))

    def show_album(self, call: Call) -> list[Json]:
        rows: list[Json] = call.asked["media"]
        place = self._ready(call, rows[0]["type"], len(rows))
        shared = {name: call.asked[name] for name in call.asked if name != "media"}
        album, posts = str(self._world.number()), []
        for row in rows:
            media = media_of(self._world, call, row["type"], row["media"])
            posts.append(said(self._world, place, row | shared, "caption", media=media, album=album))
        return [self._told(post) for post in posts]

    def _ready(self, call: Call, kind: str = "", messages: int = 1) -> Place:
        place = self._world.place(call.asked["chat_id"])
        check_place(self._world, place, dict(call.asked), kind)
        self._pace.spend(place, messages)
        return place

    def _told(self, post: Post) -> Json:
        self.on_post(post)
        return payloads.message(post, post.place)

    # ---- changing

    def rewrite(self, call: Call) -> Json | bool:
        post = self._own(call)
        if post.media:
            raise bad("there is no text in the message to edit")
        text, entities = words(self._world, dict(call.asked), "text")
        return self._changed(call, post, text=text, entities=entities)

    def recaption(self, call: Call) -> Json | bool:
        post = self._own(call)
        if not post.media:
            raise bad("there is no caption in the message to edit")
        text, entities = words(self._world, dict(call.asked), "caption")
        return self._changed(call, post, text=text, entities=entities)

    def reshow(self, call: Call) -> Json | bool:
        """Other media, or media in the place of a text."""
        post, row = self._own(call), call.asked["media"]
        if post.album and row["type"] != (post.media and post.media.kind):
            raise bad("message can't be edited to another type in an album")
        if "inline_message_id" in call.asked and call.files:
            raise wrong("nothing is uploaded to an inline message")
        media = media_of(self._world, call, row["type"], row["media"])
        text, entities = words(self._world, row, "caption")
        return self._changed(call, post, media=media, text=text, entities=entities)

    def rekey(self, call: Call) -> Json | bool:
        return self._changed(call, self._own(call))

    def _changed(self, call: Call, post: Post, **about: Any) -> Json | bool:
        self._pace.spend(post.place)
        changed(self._world, post, **about, keyboard=shape(call.asked.get("reply_markup")))
        if "inline_message_id" in call.asked:
            return True
        return self._told(post)

    def _own(self, call: Call) -> Post:
        """A message that the bot may change."""
        if "inline_message_id" in call.asked:
            return self._inline(call.asked["inline_message_id"])
        if not {"chat_id", "message_id"} <= set(call.asked):
            raise wrong("message identifier is not specified")
        post = self._world.message(self._world.place(call.asked["chat_id"]), call.asked["message_id"], "edit")
        if post.author is not self._world.bot or post.via_bot:
            raise bad("message can't be edited")
        return post

    def _inline(self, id: str) -> Post:
        if id not in self.inline_posts:
            raise bad("MESSAGE_ID_INVALID")
        return self.inline_posts[id]

    def delete(self, call: Call) -> bool:
        self._delete(self._world.place(call.asked["chat_id"]), call.asked["message_id"])
        return True

    def delete_several(self, call: Call) -> bool:
        """Those that are not there are passed over."""
        for id in call.asked["message_ids"]:
            try:
                self._delete(self._world.place(call.asked["chat_id"]), id)
            except Declined as declined:
                if "not found" not in declined.description:
                    raise
        return True

    def _delete(self, place: Place, id: int) -> None:
        post = self._world.message(place, id, "delete")
        own = post.author is self._world.bot and not post.via_bot
        if self._world.now() - post.at > DELETABLE or not (own or self._rules(place)):
            raise bad("message can't be deleted")
        post.gone = True

    def _rules(self, place: Place) -> bool:
        return not place.is_group or place.bot_is == "administrator"

    # ---- topics and pins

    def open_topic(self, call: Call) -> Json:
        place = self._group(call)
        if not place.forum:
            raise bad("the chat is not a forum")
        if "can_manage_topics" not in place.bot_may or place.bot_is != "administrator":
            raise bad("not enough rights to create a topic")
        post = self._world.add(place, self._world.bot, about={})
        place.topics[post.id] = Topic(post.id, call.asked["name"])
        return {"message_thread_id": post.id, "name": call.asked["name"], "icon_color": 7322096}

    def pin(self, call: Call) -> bool:
        place = self._world.place(call.asked["chat_id"])
        if place.is_group and "can_pin_messages" not in place.bot_may:
            raise bad("not enough rights to manage pinned messages in the chat")
        self._world.message(place, call.asked["message_id"], "pin")
        return True

    # ---- files

    def file(self, call: Call) -> Json:
        media = self._world.files.get(call.asked["file_id"].removesuffix("-small"))
        if media is None:
            raise bad("wrong file_id or the file is temporarily unavailable")
        about = {"file_id": media.id, "file_unique_id": f"u{media.id}", "file_size": len(media.data)}
        return about | {"file_path": f"{media.kind}s/{media.id}"}
