"""The buttons of a reminder, which its panel has too."""

from datetime import datetime

from bot.matches.match import Match
from bot.matches.reminder_times import SNOOZES, ReminderHours, reminders_of, snoozed_until
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.message import Button, Rows, in_rows
from bot.text.i18n import Phrases

_IN_A_ROW = 2


def reminder_buttons(
    match: Match, seat: int, phrases: Phrases, hours: ReminderHours, now: datetime, *, in_place: bool
) -> Rows:
    """Look at the game, be reminded later if that is before the end of the turn, or be away.

    Where the answer takes the place of the reminder (`in_place`), it keeps the other buttons.
    """
    line = f"hand {_turn(match, seat)}" if in_place else "hand"
    show = Button(phrases.say("button-show"), CallbackData(match.id, 0, line).code, "main")
    return in_rows((show, *_later(match, seat, phrases, hours, now)), _IN_A_ROW)


def rest_of_reminder(
    match: Match, seat: int, turn: int | None, phrases: Phrases, hours: ReminderHours, now: datetime
) -> Rows:
    """The buttons below the panel to which the reminder of a turn led, as long as it can be put off."""
    is_due = match.deadline(seat) is not None and seat in match.waiting_for and turn == _turn(match, seat)
    return (_later(match, seat, phrases, hours, now),) if is_due else ()


def _later(
    match: Match, seat: int, phrases: Phrases, hours: ReminderHours, now: datetime
) -> tuple[Button, ...]:
    turn, times, deadline = _turn(match, seat), reminders_of(match, seat, *hours), match.deadline(seat)
    can_wait = deadline is not None and max(times.values(), default=now) > now
    snoozes = [
        Button(phrases.say(f"button-snooze-{when}"), CallbackData(match.id, 0, f"snooze {when} {turn}").code)
        for when in SNOOZES
        if can_wait and deadline and snoozed_until(when, deadline, now, *hours) < deadline
    ]
    return (*snoozes, Button(phrases.say("button-away"), CallbackData(NO_GAME, 0, "away").code))


def _turn(match: Match, seat: int) -> int:
    return match.roster.holders[seat].clock.turn or 0
