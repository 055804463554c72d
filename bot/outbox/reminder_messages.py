"""What a reminder says, in private or in the chat."""

import re

from bot.matches.match import Match
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Mention, Message, moment
from bot.model.profile import Profile
from bot.outbox.recipients import Recipients
from bot.service.directory import place_of_game
from bot.service.reminder_buttons import reminder_buttons
from bot.service.reminder_hours import reminder_hours
from bot.text.labels import board_title

_OF_SEAT = re.compile(r"-(\d+)-r(\d+)(?:half|late|s\d+)")
"""What the key of a reminder says: the turn, and the seat."""


def reminded_seat(key: str, match: Match) -> int | None:
    """The seat whose present turn the reminder with this key is about; None for any other message."""
    named = _OF_SEAT.search(key)
    if named is None or int(named[2]) >= len(match.roster.holders):
        return None
    turn = match.roster.holders[int(named[2])].clock.turn
    return int(named[2]) if turn == int(named[1]) else None


async def reminder_message(
    repository: MatchRepository,
    recipients: Recipients,
    to: Destination,
    match: Match,
    seat: int,
    *,
    is_late: bool = False,
    has_deadline: bool = True,
) -> Message:
    """The reminder of a seat's turn: until when it may take, and what its person can do."""
    store = repository.store
    person, name = Person.parse(match.roster.holders[seat].person), match.roster.names[seat]
    mentions, until = (Mention(person, name),), match.deadline(seat) if has_deadline else None
    due = moment(until) if until else ""
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
    kind = "still" if not due else "late" if is_late else "half"
    text = words.say("reminder", place=place, until=due, kind=kind)
    buttons = reminder_buttons(match, seat, words, hours, now, in_place=True)
    return Message(text, buttons=buttons, mentions=mentions)
