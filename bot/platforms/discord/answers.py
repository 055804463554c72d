"""Private answers, within the three seconds that Discord gives, and whatever becomes of the line."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.model.message import Message, drawn
from bot.platforms.discord.buttons import Click, PickForm
from bot.platforms.discord.layout import Sheet, laid_out

READY = 1.0
"""Seconds that an answer may take before the bot is seen thinking."""

LIGHT = 300_000
"""Bytes of pictures that come with the words: so much goes through a slow line in what is left of the three
seconds.
"""

_WAITS = (0.2, 1.0)
"""Seconds before a call is made again whose answer was lost."""

_TAKEN = 40060
_TOO_LATE = (10062, 10015, 10008, 50027)
"""Discord's codes: it was answered already; it cannot be answered any more, or what was answered is gone."""

log = logging.getLogger(__name__)


async def answer(
    click: Click, asked: Coroutine[object, object, Message], *, public: bool = False, form: bool = False
) -> None:
    """Answer so that only that person sees it: in the message that was pressed, if that is private.

    What is not ready at once makes the bot think first. With `form`, things to pick from are shown in a form.
    `public` says that what was pressed stands in a channel.
    """
    shown, pressed = click.client.shown, click.message.id if click.message else 0
    with shown.answering(pressed):
        try:
            await _answer(click, asyncio.ensure_future(asked), public=public, form=form)
        except discord.HTTPException as fault:
            shown.forget(pressed)
            _write_down(fault)
        except (aiohttp.ClientError, OSError) as fault:
            shown.forget(pressed)
            log.warning("Discord: an answer did not come through (%s)", type(fault).__name__)


async def _answer(click: Click, task: asyncio.Future[Message], *, public: bool, form: bool) -> None:
    in_place = not public and _is_private(click)
    await asyncio.wait({task}, timeout=READY)
    ready = task.result() if task.done() else None
    if form and ready and (pick := ready.pick):
        await _surely(lambda: click.response.send_modal(PickForm(pick, public=public)))
    elif ready:
        await _in_time(click, ready, in_place=in_place)
    else:
        await _surely(lambda: click.response.defer(ephemeral=_hidden(click), thinking=not in_place))
        message = await _drawn(await task)
        await _surely(lambda: _say_later(click, message, in_place=in_place))


async def _in_time(click: Click, ready: Message, *, in_place: bool) -> None:
    """Say what is ready, with its pictures where these are at hand, and light; else they come after it."""
    drawing = asyncio.ensure_future(_drawn(ready))
    await asyncio.sleep(0)  # it gets as far as it can without waiting for anything
    if drawing.done() and _is_light(drawing.result()):
        await _surely(lambda: _say(click, drawing.result(), in_place=in_place))
        return
    words = replace(ready, pictures=(), drawing=None)
    await _surely(lambda: _say(click, words, in_place=in_place, whole=False))
    message = await drawing
    if click.client.shown.answers(click.id):
        await _surely(lambda: _illustrate(click, message))


async def _drawn(message: Message) -> Message:
    """A message with its pictures; where they cannot be drawn, its words must do."""
    try:
        return await drawn(message)
    except Exception:
        log.exception("Discord: the pictures of an answer could not be drawn")
        return replace(message, drawing=None)


def _is_light(message: Message) -> bool:
    return sum(len(picture.png) for picture in message.pictures) <= LIGHT


def _is_private(click: Click) -> bool:
    """Whether what was pressed is seen by that person only."""
    return click.message is not None and (click.message.flags.ephemeral or click.guild_id is None)


def _hidden(click: Click) -> bool:
    """Whether an answer must be hidden from others; in a conversation with the bot there are none."""
    return click.guild_id is not None


async def _say(click: Click, message: Message, *, in_place: bool, whole: bool = True) -> None:
    """Say it in the first answer; what is not `whole` leaves the pictures that are there for the moment."""
    sheet = laid_out(message)
    if in_place:
        _note(click, sheet)
        pictures: dict[str, Any] = {"embeds": sheet.embeds, "attachments": sheet.files} if whole else {}
        await click.response.edit_message(content=sheet.content, view=sheet.view, **pictures)
        return
    said = await click.response.send_message(
        content=sheet.content,
        embeds=sheet.embeds,
        files=sheet.files,
        view=sheet.view or discord.utils.MISSING,
        ephemeral=_hidden(click),
    )
    click.client.shown.answered(click.id, said.message_id)


async def _say_later(click: Click, message: Message, *, in_place: bool) -> None:
    sheet = laid_out(message)
    if in_place:
        _note(click, sheet)
    await click.edit_original_response(
        content=sheet.content, embeds=sheet.embeds, attachments=sheet.files, view=sheet.view
    )


async def _illustrate(click: Click, message: Message) -> None:
    """Add the pictures to an answer that has been said."""
    sheet = laid_out(message)
    await click.edit_original_response(content=sheet.content, embeds=sheet.embeds, attachments=sheet.files)


def _note(click: Click, sheet: Sheet) -> None:
    """What was pressed shows the answer from now on: the announcer need not write it there again."""
    if click.message is not None:
        click.client.shown.note(click.message.id, sheet.content or "")
        click.client.shown.answered(click.id, click.message.id)


async def _surely(call: Callable[[], Awaitable[object]]) -> None:
    """Make a call, and make it again where its answer was lost: each of them may be repeated without harm."""
    for wait in (*_WAITS, None):
        try:
            await call()
        except discord.HTTPException as fault:
            if fault.code != _TAKEN:
                raise
        except (aiohttp.ClientError, OSError):
            if wait is None:
                raise
            await asyncio.sleep(wait)
            continue
        return


def _write_down(fault: discord.HTTPException) -> None:
    """A line for the log: it came too late, or Discord would not have it. What it was stays unsaid."""
    if fault.code in _TOO_LATE:
        log.info("Discord: somebody could not be answered any more (%d)", fault.code)
    else:
        log.warning("Discord: an answer was not taken (%d, code %d)", fault.status, fault.code)
