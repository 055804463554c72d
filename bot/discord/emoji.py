"""The bot's own emoji of cards, in place of a letter and a symbol that each system draws in its way.

The application owns them. They are uploaded when it logs in for the first time, and found again after that.
"""

import asyncio
import logging
import re
from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.discord.error_codes import LOST
from bot.model.message import Button, Message, Rows
from bot.workers.drawings import drawings
from engine.cards import CARDS
from render.draw.theme import SIGNS

Emoji = Mapping[str, str]
"""The emoji of each card as a text has it, by the card's letter; none where Discord took none."""

NAMES = {card: f"card{card}1" for card in CARDS}
"""What the emoji are called. Another drawing needs another number: those in old messages stay as they are."""

_CARD = re.compile("|".join(rf"(?:\b{card} )?{sign}" for card, sign in SIGNS.items()))
_LETTERS = {sign: card for card, sign in SIGNS.items()}

log = logging.getLogger(__name__)


async def card_emoji(client: discord.Client) -> Emoji:
    """The emoji of the cards. Those that are not there yet are uploaded."""
    emoji = dict[str, str]()
    try:
        uploaded = {one.name: one for one in await client.fetch_application_emojis()}
        for card, name in NAMES.items():
            if name not in uploaded:
                image = await asyncio.to_thread(drawings.emoji_png, card)
                uploaded[name] = await client.create_application_emoji(name=name, image=image)
            emoji[card] = str(uploaded[name])
    except (discord.HTTPException, *LOST) as error:
        log.warning("Discord: the emoji of cards were not taken (%s)", type(error).__name__)
    return emoji


def with_emoji(message: Message, emoji: Emoji) -> Message:
    """A message with the bot's emoji of cards. A label has its first one in front, as buttons show it."""

    def drawn(found: re.Match[str]) -> str:
        return emoji.get(_LETTERS[found[0].rpartition(" ")[2]], found[0])

    def label(text: str) -> str:
        first = _CARD.search(text)
        if not first or drawn(first) == first[0]:
            return text
        return f"{drawn(first)} {text[: first.start()]}{text[first.end() :].lstrip()}"

    def labelled(buttons: tuple[Button, ...]) -> tuple[Button, ...]:
        return tuple(replace(one, label=label(one.label)) for one in buttons)

    if not emoji:
        return message
    rows: Rows = tuple(map(labelled, message.buttons))
    menus = tuple(replace(menu, choices=labelled(menu.choices)) for menu in message.menus)
    return replace(message, text=_CARD.sub(drawn, message.text), buttons=rows, menus=menus)
