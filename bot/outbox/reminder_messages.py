"""What a reminder says, in private or in the chat."""

import re
from typing import Literal

from bot.matches.match import Match
from bot.matches.reminder_times import LATE, reminder_hours
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Mention, Message, moment
from bot.model.profile import Profile
from bot.outbox.recipients import Recipients
from bot.requests.directory import place_of_game
from bot.shown.menus import reminder_buttons
from bot.text.labels import board_title

_OF_SEAT = re.compile(r"-(\d+)-r(\d+)(?:half|late|s\d+)")
"""What the key of a reminder says: the turn, and the seat."""


ReminderKind = Literal["half", "late", "still"]
"""Whether half of the time is over or nearly all of it; "still" does not say until when a turn may take."""


def kind_of_reminder(part: str) -> ReminderKind:
    """The kind of the reminder with this part in its key, or with this key."""
    return "late" if part.endswith(LATE) else "half"


def reminded_seat(key: str, match: Match) -> int | None:
    """The seat whose present turn the reminder with this key is about; None for any other message."""
    named = _OF_SEAT.search(key)
    if named is None or int(named[2]) >= len(match.roster.holders):
        return None
    turn = match.roster.holders[int(named[2])].clock.turn
    return int(named[2]) if turn == int(named[1]) else None


async def reminder_message(
    recipients: Recipients, to: Destination, match: Match, seat: int, kind: ReminderKind
) -> Message:
    """The reminder of a seat's turn: until when it may take, and what its person can do."""
    repository, store = recipients.repository, recipients.store
    person, name = Person.parse(match.roster.holders[seat].person), match.roster.names[seat]
    mentions, until = (Mention(person, name),), match.deadline(seat)
    due = moment(until) if until and kind != "still" else ""
    profile = await store.people.profile(person) or Profile(person, "")
    hours, now = await reminder_hours(repository, match, profile), repository.clock.now()
    if isinstance(to, Chat):
        words = await recipients.chat_phrases(to)
        text = words.say(
            "reminder-in-the-chat" if due else "reminder-in-the-chat-still", name=name, until=due
        )
        buttons = reminder_buttons(match, seat, words, hours, now, in_place=False)
        return Message(text, buttons=buttons, mentions=mentions)
    words = await recipients.person_phrases(person, match.id)
    place = await place_of_game(store, person, match.id, board_title(match.board.title, words))
    text = words.say("reminder", place=place, until=due, kind=kind if due else "still")
    buttons = reminder_buttons(match, seat, words, hours, now, in_place=True)
    return Message(text, buttons=buttons, mentions=mentions)
