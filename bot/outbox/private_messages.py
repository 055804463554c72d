"""What each notice to a person says: their panel, what replaces it, and notes about a game or its chat."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.matches.match import Match, Step
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message, Topic
from bot.outbox.notices import TRAINS, Notice
from bot.outbox.recipients import Recipients
from bot.outbox.sections import people_waited_for, seat_lost
from bot.requests.directory import heading, place_of_game
from bot.shown.panels import PanelParts, lost_seat, news_of, private_panel, with_board, with_hint
from bot.shown.picture_service import PictureService
from bot.text.i18n import person as person_name
from bot.text.labels import board_title, platform_name
from bot.text.outlook_text import outlook_text
from engine.view import view_for


@dataclass(frozen=True, slots=True)
class PrivateMessages:
    """Makes messages to persons in their languages. The pictures of a panel are still to be drawn."""

    recipients: Recipients
    pictures: PictureService

    async def panel(self, match: Match, seat: int, *, with_map: bool = True) -> Message:
        """The panel of a seat."""
        person, store = Person.parse(match.roster.holders[seat].person), self.recipients.store
        words = await self.recipients.person_phrases(person, match.id)
        name = await heading(store, person, match, words)
        news = await news_of(self.recipients.repository, match, seat, words)
        parts = PanelParts(heading=name, news=news, with_map=with_map)
        panel = await private_panel(self.pictures, match, seat, words, parts)
        panel = await with_hint(panel, store, person, match, seat, words)
        if (await self.recipients.read(person, match.id)).own_chat:
            panel = with_board(panel, self.pictures, match, words)
        return panel

    async def about(self, notice: Notice, person: Person, steps: Sequence[Step]) -> Message:
        """What a notice about some steps says: a panel, that a seat is lost, or that the end is near."""
        match = steps[-1].after
        seat = match.roster.seat_of(str(person))
        if seat is not None and notice.key.topic is Topic.PANEL:
            panel = await self.panel(match, seat, with_map=notice.with_map)
            return replace(panel, keeps_pictures=notice.keeps_pictures)
        words = await self.recipients.person_phrases(person, match.id)
        name = await heading(self.recipients.store, person, match, words)
        if seat is None:
            lost = [seat for step in steps if (seat := seat_lost(step, person)) is not None]
            gone = lost_seat(match, lost[-1], person, words)
            return replace(gone, text="\n".join(filter(None, (name, gone.text))))
        assert match.game
        outlook = await asyncio.to_thread(outlook_text, view_for(match.game, seat), words)
        lead = words.say("warning-last-round")
        if notice.part == TRAINS:
            trains = match.game.table.trains
            last = trains.index(min(trains))
            lead = words.say("warning-trains", name=match.roster.names[last], count=trains[last])
        return Message("\n".join(filter(None, (name, lead, outlook))))

    async def turn_elsewhere(self, account: Person, person: Person, match: Match) -> Message:
        """What a linked account is told of a person's turn on another platform."""
        words = await self.recipients.person_phrases(account, match.id)
        place = await place_of_game(
            self.recipients.store, person, match.id, board_title(match.board.title, words)
        )
        seat = match.roster.seat_of(str(person)) or 0
        platform, name = platform_name(person.platform, words), match.roster.names[seat]
        show = Button(words.say("button-show"), CallbackData(match.id, 0, "hand").code, "main")
        text = words.say("notify-elsewhere", name=name, place=place, platform=platform)
        return Message(text, buttons=((show,),))

    async def lost_chat(self, chat: Chat, match: Match, seat: int, *, gone: bool) -> Message:
        """What a player is told when the chat of their game is `gone`, or takes no posts at the moment."""
        person = Person.parse(match.roster.holders[seat].person)
        words = await self.recipients.person_phrases(person, match.id)
        place = await self.recipients.store.chats.title(chat)
        title = board_title(match.board.title, words)
        place = " · ".join(filter(None, (person_name(place) if place else "", title)))
        text = words.say("chat-lost" if gone else "chat-refuses", place=place)
        if seat in people_waited_for(match):
            text = f"{text}\n{words.say('chat-lost-waiting')}"
        button = Button(words.say("button-hand"), CallbackData(match.id, 0, "hand").code, "main")
        return Message(text, buttons=((button,),))

    async def next_game(self, person: Person, chat: Chat, match: Match) -> Message:
        """What somebody who waits for the next game of a chat is told when it opens."""
        words, store = await self.recipients.person_phrases(person, match.id), self.recipients.store
        place = await store.chats.title(chat) or words.say("a-chat")
        title = board_title(match.board.title, words)
        text = words.say("told-of-game", place=person_name(place), title=title)
        sent = [row.message for row in await store.outbox.notices(chat, match.id) if row.topic is Topic.LOBBY]
        link = await self.recipients.platforms[chat.platform].link_to(chat, sent[-1]) if sent else ""
        buttons = ((Button(words.say("button-go-there"), link),),) if link else ()
        return Message(text, buttons=buttons)
