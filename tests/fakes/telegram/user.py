"""Users on Telegram: what they see and what they can do."""

import re
from collections.abc import Awaitable, Callable

from tests.fakes.telegram import payloads
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.queries import Query
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.texts import addressed, command_entities
from tests.fakes.telegram.transcript import where
from tests.fakes.telegram.world import Account, FakeChat, Post
from tests.fakes.wire.patience import until


async def _no_pause() -> None:
    """Nobody takes any time."""


class TelegramUser:
    """Somebody, in a group or one of its topics. AssertionError where Telegram would not let them do it."""

    def __init__(
        self, server: FakeTelegram, account: Account, at: FakeChat, thread: int | None = None
    ) -> None:
        self.server = server
        self.account = account
        self.at = at
        self.thread = thread
        self.heard = ""
        """The answer to the last press, in an alert or at the top of the screen."""
        self.alerted = False
        self.query: Query | None = None
        """What was asked last."""
        self.pause: Callable[[], Awaitable[None]] = _no_pause
        """Waits as long as a person takes for anything."""

    def __repr__(self) -> str:
        return self.account.name

    # ---- seeing

    @property
    def private(self) -> FakeChat:
        """The user's private chat with the bot."""
        return self.server.world.private(self.account)

    def sees(self, place: FakeChat | None = None) -> list[Post]:
        """The messages that the user can see in a chat, oldest first."""
        chat = place or self.at
        if chat.is_group and self.account not in chat.accounts:
            return []
        if not chat.is_group and chat.partner is not self.account:
            return []
        here = [post for post in chat.messages if not post.gone]
        return [post for post in here if self._in_topic(chat, post)]

    def _in_topic(self, place: FakeChat, post: Post) -> bool:
        return place is not self.at or not place.forum or post.thread == self.thread

    @property
    def dms(self) -> list[Post]:
        """The bot's messages in the user's private chat."""
        return [post for post in self.sees(self.private) if post.author.bot]

    @property
    def last_dm(self) -> Post:
        """The newest of them."""
        return self.dms[-1]

    def pinged(self, place: FakeChat | None = None) -> list[Post]:
        """The messages that pinged this user."""
        return [post for post in self.sees(place) if self.account in post.pings]

    def last(self, label: str, at: FakeChat | None = None) -> Post:
        """The newest message in sight with a button that begins so, in the private chat before the group."""
        for place in [at] if at else [self.private, self.at]:
            for post in reversed(self.sees(place)):
                if any(_plain(one).startswith(label) for one in post.labels):
                    return post
        raise AssertionError(f"{self} sees no button {label!r}")

    # ---- typing

    async def says(self, text: str, at: FakeChat | None = None, reply_to: Post | None = None) -> Post:
        """Type something, in the group or in the private chat. The bot is shown what is meant for it."""
        place = at or self.at
        await self._may_write(place)
        await self.pause()
        thread = self.thread if place is self.at else None
        reply = reply_to.id if reply_to else None
        anonymous = self.account in place.hidden
        post = self.server.world.add(
            place,
            self.account,
            text=text,
            entities=command_entities(text),
            thread=thread,
            reply_to=reply,
            anonymous=anonymous,
        )
        self.server.log(f"{self} in {where(place, thread)}: {text}")
        if self._is_shown(place, text, reply_to):
            self.server.updates.put("message", payloads.message(post, place))
        return post

    async def _may_write(self, place: FakeChat) -> None:
        if place.is_group:
            assert self.account in place.accounts, f"{self} is not in {place.title}"
            assert place.moved_to is None, f"{place.title} has moved"
            return
        assert place.partner is self.account, f"{self} cannot write there"
        assert not self.account.blocked, f"{self} has blocked the bot"
        assert self.account.started, f"{self} has to press Start first"

    def _is_shown(self, place: FakeChat, text: str, reply_to: Post | None) -> bool:
        """With privacy mode on, a group's bot is shown its commands, and answers to what it said."""
        bot = self.server.world.bot
        if place.is_group and place.bot_is in ("left", "kicked"):
            return False
        if not place.is_group or place.bot_is == "administrator":
            return True
        return addressed(text, bot.username) or (reply_to is not None and reply_to.author is bot)

    async def tells(self, text: str) -> Post:
        """Type something in the private chat."""
        return await self.says(text, at=self.private)

    # ---- pressing

    async def presses(self, label: str, on: Post | None = None, at: FakeChat | None = None) -> str:
        """Press a button in sight: the newest whose label begins so, or that of a message."""
        post = on or self.last(label, at)
        found = [button for button in post.buttons if _plain(button["text"]).startswith(label)]
        assert found, f"no button {label!r} among {post.labels}"
        return await self.presses_button(found[0], post)

    async def presses_code(self, code: str, on: Post) -> str:
        """Press the button that carries a code."""
        found = [button for button in on.buttons if button.get("callback_data") == code]
        assert found, f"nothing there carries {code!r}"
        return await self.presses_button(found[0], on)

    async def presses_button(self, button: Json, on: Post) -> str:
        """Press a button of a message. Nobody can press what they do not see."""
        assert on in self.sees(on.place), f"{self} does not see {on.text[:60]!r}"
        assert button in on.buttons, f"{button['text']!r} is not there any more"
        await self.pause()
        self.server.log(f"{self} presses [{button['text']}]")
        if "url" in button:
            await self.follows(button["url"])
            return ""
        if "switch_inline_query_current_chat" in button:
            await self.asks(button["switch_inline_query_current_chat"], on.place)
            return ""
        return await self.forges(button["callback_data"], on)

    async def forges(self, code: str, on: Post) -> str:
        """Send a code as the button of a message would, whether or not there is such a button."""
        ids = (id for id, post in self.server.endpoints.inline_posts.items() if post is on)
        question = self.server.queries.press(self.account, on, code, next(ids, ""))
        await self._answered(question)
        self.heard, self.alerted = question.said, question.alert
        return self.heard

    async def _answered(self, question: Query) -> None:
        self.query = question
        await until(question.answered.is_set, f"{self}: no answer to {question.id}")

    # ---- opening the private chat

    async def starts(self, payload: str = "") -> None:
        """Press Start in the private chat, also after a link with a payload."""
        await self.pause()
        self.account.started = True
        await self.tells(f"/start {payload}".strip())

    async def follows(self, link: str) -> None:
        """Go where a link leads: to the bot's private chat, where Start is pressed."""
        found = re.fullmatch(r"(?:https?://)?t\.me/(\w+)\?start=([\w-]{1,64})", link)
        assert found, f"{link!r} does not lead to the bot"
        assert found[1] == self.server.world.bot.username, f"{link!r} leads to somebody else"
        await self.starts(found[2])

    async def opens(self) -> None:
        """Go where the last answer's link leads."""
        assert self.query is not None
        assert self.query.url, f"{self} was shown no link"
        await self.follows(self.query.url)

    async def blocks(self) -> None:
        """Block the bot, which gets an update about it."""
        self._turns_away(blocked=True)

    async def unblocks(self) -> None:
        self._turns_away(blocked=False)

    def _turns_away(self, *, blocked: bool) -> None:
        self.account.blocked = blocked
        bot = payloads.user(self.server.world.bot)
        member, kicked = {"status": "member", "user": bot}, {"status": "kicked", "user": bot, "until_date": 0}
        self.server.log(f"{self} {'blocks' if blocked else 'unblocks'} the bot")
        about = {
            "chat": payloads.chat(self.private),
            "from": payloads.user(self.account),
            "date": payloads.when(self.server.world.now()),
            "old_chat_member": member if blocked else kicked,
            "new_chat_member": kicked if blocked else member,
        }
        self.server.updates.put("my_chat_member", about)

    # ---- inline mode

    async def asks(self, text: str, at: FakeChat | None = None) -> list[Json]:
        """Type after the bot's name. Returns what is offered."""
        assert self.server.endpoints.inline, "inline mode is not enabled"
        await self.pause()
        question = self.server.queries.query(self.account, text, at or self.at)
        await self._answered(question)
        self.server.log(f"{self} types @bot {text}: {[one.get('title') for one in question.results]}")
        return question.results

    async def chooses(self, result: Json, at: FakeChat | None = None) -> Post:
        """Send one of the things offered, in one's own name: everybody there sees it."""
        assert self.query is not None
        assert result in self.query.results, "nothing of the kind was offered"
        place = at or self.at
        content = result.get("input_message_content", {})
        text = content.get("message_text", "")
        post = self.server.world.add(
            place, self.account, text=text, entities=command_entities(text), via_bot=True
        )
        post.keyboard = [list(row) for row in (result.get("reply_markup") or {}).get("inline_keyboard", ())]
        self.server.log(f"{self} in {where(place)} via bot: {text}")
        bot = payloads.user(self.server.world.bot)
        if place.bot_is not in ("left", "kicked"):
            self.server.updates.put("message", payloads.message(post, place) | {"via_bot": bot})
        if self.server.endpoints.inline_feedback:
            chosen = {"result_id": result["id"], "from": payloads.user(self.account), "query": ""}
            self.server.updates.put("chosen_inline_result", chosen)
        return post


def _plain(label: str) -> str:
    """A label without the marks before its words."""
    return re.sub(r"^\W+", "", label) or label
