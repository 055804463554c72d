"""Private answers to interactions, within the three seconds that Discord gives."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace

import discord

from bot.cache import BoundedCache
from bot.discord.buttons import Click, pick_form, text_form
from bot.discord.emoji import with_emoji
from bot.discord.error_codes import LOST, is_too_late, log_unanswered, may_refuse_files, repeated
from bot.discord.layout import UNKNOWN, CommandIds, MessageLayout, laid_out
from bot.model.message import Message, drawn

READY = 1.0
"""Seconds that an answer may take before Discord shows that the bot is thinking."""

DRAWING = 0.5
"""Seconds that an answer in place waits for its pictures: without them, they would vanish for a moment."""

LIGHT = 300_000
"""Bytes of pictures that are sent with the text: a slow connection takes them within the three seconds."""

PATIENCE = 30.0
"""Seconds that a refresh waits for an answer that is being sent."""

_KNOWN = 500

log = logging.getLogger(__name__)


class ShownAnswers:
    """Remembers which answers messages show: a refresh leaves an answer that ends with the same text.

    Such an answer says more than the panel, for example which card was drawn. It also remembers which click
    each message answers: pictures that come late belong to the newest click only. After a restart all this is
    forgotten, and a refresh replaces the answer.
    """

    def __init__(self) -> None:
        self._texts = BoundedCache[int, str](_KNOWN)
        self._clicks = BoundedCache[int, int](_KNOWN)
        self._outdated = BoundedCache[int, None](_KNOWN)
        self._under_way: dict[int, set[asyncio.Event]] = {}
        self._drawings: dict[int, asyncio.Future[Message]] = {}
        """By click, the pictures that follow its answer."""

    @contextmanager
    def answering(self, message: int) -> Iterator[None]:
        """Mark that an answer is on its way into a message."""
        over = asyncio.Event()
        self._under_way.setdefault(message, set()).add(over)
        try:
            yield
        finally:
            over.set()
            self._under_way[message].discard(over)
            if not self._under_way[message]:
                del self._under_way[message]

    def note(self, message: int, text: str) -> None:
        """Note that a message is about to show this."""
        self._texts[message] = text

    async def has(self, message: int, text: str) -> bool:
        """Whether a message ends with this text, once the answers on their way have arrived."""
        try:
            async with asyncio.timeout(PATIENCE):
                for over in tuple(self._under_way.get(message, ())):
                    await over.wait()
        except TimeoutError:
            return False
        return bool(text) and self._texts.get(message, "").endswith(text)

    def forget(self, message: int) -> None:
        """Note that a message shows something else."""
        self._texts.pop(message, None)
        self._outdate(self._clicks.pop(message, None))

    def answered(self, click: int, message: int | None) -> None:
        """Note that a message answers a click, and no longer an older one."""
        if message is not None:
            self._outdate(self._clicks.get(message))
            self._clicks[message] = click

    def answers(self, click: int) -> bool:
        """Whether a click's message still shows the answer to that click."""
        return click not in self._outdated

    def draw_for(self, click: int, drawing: asyncio.Future[Message]) -> None:
        """Cancel the drawing once the click's message shows something newer."""
        self._drawings[click] = drawing
        drawing.add_done_callback(lambda _: self._drawings.pop(click, None))
        if not self.answers(click):
            drawing.cancel()

    def _outdate(self, click: int | None) -> None:
        if click is not None:
            self._outdated[click] = None
            if drawing := self._drawings.get(click):
                drawing.cancel()


async def answer(
    click: Click, asked: Coroutine[object, object, Message], *, public: bool = False, form: bool = False
) -> None:
    """Answer so that only that person sees it; in place, where they clicked in a private message.

    What takes longer than READY is answered after a "thinking" message, and so is what has to wait in the
    queue. With `form`, tickets to choose are shown as a form. `public` says that the click was on a message
    in a channel. A request that was begun is carried out even if it cannot be answered. One that lapsed
    before is dropped: its person was told that it failed.
    """
    in_place = not public and _is_private(click)
    if click.client.queue.is_long and not await acknowledge(click, **_thinking(click, in_place=in_place)):
        asked.close()
        return

    async def in_turn() -> Message:
        async with click.client.queue.turn():
            return await asked

    task = asyncio.ensure_future(in_turn())
    shown, clicked = click.client.shown, click.message.id if click.message else 0
    try:
        with shown.answering(clicked):
            await _answer(click, task, in_place=in_place, public=public, form=form)
    except discord.HTTPException as error:
        shown.forget(clicked)
        log_unanswered(error)
    except LOST as error:
        shown.forget(clicked)
        log.warning("Discord: an answer was lost (%s)", type(error).__name__)
    finally:
        await asyncio.wait({task})


async def acknowledge(click: Click, **shown: bool) -> bool:
    """Defer the answer to a click: `shown` says how. Without that, nothing on the screen changes.

    False where Discord waits for no answer any more.
    """
    try:
        await repeated(lambda: click.response.defer(**shown))
    except discord.HTTPException as error:
        log_unanswered(error)
        return not is_too_late(error)
    except LOST as error:
        log.warning("Discord: a click was not acknowledged (%s)", type(error).__name__)
    return True


async def _answer(
    click: Click, task: asyncio.Future[Message], *, in_place: bool, public: bool, form: bool
) -> None:
    if not click.response.is_done():
        await asyncio.wait({task}, timeout=READY)
    ready = task.result() if task.done() and not click.response.is_done() else None
    if form and ready and (pick := ready.pick):
        await repeated(lambda: click.response.send_modal(pick_form(pick, public=public)))
    elif ready and (editing := ready.editing):
        await repeated(lambda: click.response.send_modal(text_form(editing, ready.typed)))
    elif ready:
        await _answer_in_time(click, ready, in_place=in_place)
    else:
        if not click.response.is_done():
            await repeated(lambda: click.response.defer(**_thinking(click, in_place=in_place)))
        message = await _drawn(await task)
        await _with_files_or_without(
            message, lambda one: repeated(lambda: _edit_later(click, one, in_place=in_place))
        )


async def _answer_in_time(click: Click, ready: Message, *, in_place: bool) -> None:
    """Send an answer with its pictures where these are ready and light; else they follow the text."""
    drawing = asyncio.ensure_future(_drawn(ready))

    async def add_pictures() -> None:
        await click.edit_original_response(**_laid_out(click, drawing.result()).edited())

    try:
        if in_place or not ready.needs_drawing:
            await asyncio.wait({drawing}, timeout=DRAWING)
        if drawing.done() and sum(len(picture.png) for picture in drawing.result().pictures) <= LIGHT:
            await _with_files_or_without(
                drawing.result(),
                lambda one: repeated(lambda: _send(click, one, in_place=in_place)),
            )
            return
        # Which pictures are there by now is not known: an earlier click may just have replaced them.
        text = replace(ready, pictures=(), keeps_pictures=True)
        await repeated(lambda: _send(click, text, in_place=in_place))
        click.client.shown.draw_for(click.id, drawing)
        await asyncio.wait({drawing})
        if click.client.shown.answers(click.id):
            await repeated(add_pictures)
    finally:
        drawing.cancel()


async def _with_files_or_without(message: Message, send: Callable[[Message], Awaitable[None]]) -> None:
    """Send a message; without its files where these are refused."""
    try:
        await send(message)
    except discord.HTTPException as error:
        if not message.has_files or not may_refuse_files(error):
            raise
        await send(message.without_files())


async def _drawn(message: Message) -> Message:
    """A message with its pictures, or without them where they cannot be drawn."""
    try:
        return await drawn(message)
    except Exception:
        log.exception("Discord: the pictures of an answer could not be drawn")
        return replace(message, pictures=())


def _thinking(click: Click, *, in_place: bool) -> dict[str, bool]:
    """How an answer is deferred: the person sees that the bot is thinking, unless it comes in place."""
    return {"ephemeral": _hidden(click), "thinking": not in_place}


def _is_private(click: Click) -> bool:
    """Whether only that person sees the message that was clicked."""
    return click.message is not None and (click.message.flags.ephemeral or click.guild_id is None)


def _laid_out(click: Click, message: Message) -> MessageLayout:
    """A message as the client of that person shows it."""
    ids: CommandIds = click.client.command_ids if click.guild_id is not None else UNKNOWN
    return laid_out(with_emoji(message, click.client.emoji), locale=click.locale.value, ids=ids)


def _hidden(click: Click) -> bool:
    """Whether an answer must be hidden from others; in a DM there are none."""
    return click.guild_id is not None


async def _send(click: Click, message: Message, *, in_place: bool) -> None:
    """Send the first answer."""
    layout = _laid_out(click, message)
    if in_place:
        _note(click, layout.text)
        await click.response.edit_message(**layout.edited(keeps_files=message.keeps_pictures))
        return
    sent = await click.response.send_message(**layout.sent, ephemeral=_hidden(click))
    click.client.shown.answered(click.id, sent.message_id)


async def _edit_later(click: Click, message: Message, *, in_place: bool) -> None:
    """Replace the "thinking" message, or the message that was clicked."""
    layout = _laid_out(click, message)
    if in_place:
        _note(click, layout.text)
    await click.edit_original_response(**layout.edited())


def _note(click: Click, text: str) -> None:
    """Note that the message that was clicked shows the answer, so that a refresh leaves it alone."""
    if click.message is not None:
        click.client.shown.note(click.message.id, text)
        click.client.shown.answered(click.id, click.message.id)
