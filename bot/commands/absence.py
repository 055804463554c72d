"""Absence: a person is away in all their games, is back, or wants to be reminded later."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from bot.commands.arguments import TextArg, TypedNumberArg, WhenArg
from bot.commands.registry import command
from bot.matches import seats
from bot.matches.deadlines import REMINDER, SNOOZE, kind_of
from bot.matches.match import Match, Step
from bot.matches.outcomes import CommandRefused, Decide, Outcome
from bot.matches.reminder_times import (
    LATER,
    SNOOZES,
    ReminderHours,
    reminder_hours,
    reminders_of,
    snoozed_until,
)
from bot.matches.repository import UnknownGame
from bot.matches.roster_events import SeatAway
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.command import ANY_GAME, AT_TIMES, BOTH, OWN, PERSON, PRIVATE_CHAT
from bot.model.identity import Person
from bot.model.local_time import zone
from bot.model.message import Button, Message, moment
from bot.model.profile import Profile
from bot.requests.directory import place_of_game
from bot.requests.request import Request
from bot.shown.menus import reminder_buttons
from bot.store import RowUpdates, UnreadableGame
from bot.text.dates import moment_meant
from bot.text.labels import board_title
from bot.text.roster_text import until_text

MOST_DAYS = 90
"""Days ahead that an absence may end."""

MOST_ABSENCES = 3
"""How often a person may lately have said that they are away in a game."""

_OFFERED_DAYS = (3, 7, 14)
_MOST_LINES = 15
"""Games of which an answer says how long the clock stands still."""

_LAST_REMINDER = "no-more-reminders"
"""The refusal to put off the last reminder of a turn."""

_NOT_HERE = "not-at-table", "nobody-waited-for"
"""Refusals that concern a single game, which has no clock of the person: the other games may still accept."""


@command("away", PERSON, discord=OWN, menus=BOTH, game=ANY_GAME, personal=True)
async def away(request: Request, until: TextArg = "") -> Message:
    """Be away in all games until a moment, in the person's own words; without one, ask until when."""
    if until:
        now, end = request.clock.now(), await _moment(until, request)
        return await _in_all_games(
            request, lambda person: lambda match: seats.away(match, person, end, now), most=MOST_ABSENCES
        )
    say, most = request.phrases.say, await _longest_absence(request)
    offered = {"tomorrow": say("away-tomorrow")}
    for count in sorted({min(count, most) for count in _OFFERED_DAYS} - {0, 1}):
        offered[f"{count} days"] = say("away-days", count=count)
    row = [Button(label, CallbackData(NO_GAME, 0, f"away {words}").code) for words, label in offered.items()]
    return Message(say("away-until-when"), buttons=(tuple(row),))


@command("back", PERSON, who="player", menus=BOTH, page=AT_TIMES, game=ANY_GAME, personal=True)
async def back(request: Request) -> Message:
    """Be back in all games."""
    return await _in_all_games(request, lambda person: lambda match: seats.back(match, person))


async def _longest_absence(request: Request) -> int:
    """The most days that any running game of the person still allows; the longest offered without a game."""
    left = []
    for person, game, _, closed in await request.store.people.games_of(request.person):
        with suppress(UnreadableGame, UnknownGame):
            match = None if closed else await request.repository.read(game)
            seat = match.roster.seat_of(str(person)) if match and match.game else None
            if match and seat is not None:
                left.append(seats.allowance_left(match, seat, request.clock.now()).days)
    return max(left, default=_OFFERED_DAYS[-1])


async def _moment(words: str, request: Request) -> datetime:
    """The moment that a person means. Raises CommandRefused."""
    now, local, hours = request.clock.now(), zone(request.profile.zone_name), request.profile.quiet_hours
    meant = await asyncio.to_thread(moment_meant, words, now, local, hours, request.phrases.language)
    if meant is None:
        raise CommandRefused("away-unreadable", word=words)
    if meant <= now:
        raise CommandRefused("away-in-the-past")
    if meant > now + timedelta(days=MOST_DAYS):
        raise CommandRefused("away-too-long", days=MOST_DAYS)
    return meant


@command("snooze", PERSON, who="player", menus=PRIVATE_CHAT, page=AT_TIMES)
async def snooze(request: Request, when: WhenArg = LATER, turn: TypedNumberArg = None) -> Message:
    """Remind the person of their turn later today or tomorrow; `turn` is the one that a button was about.

    The answer may replace a reminder, so it has its buttons.
    """
    match, person = request.shown_match, request.player
    profile = await request.store.people.profile(person) or Profile(person, request.name)
    if when not in SNOOZES:
        raise CommandRefused("no-such-snooze", word=when)
    if match.roster.seat_of(str(person)) is None:
        raise CommandRefused("not-at-table")
    now, hours = request.clock.now(), await reminder_hours(request.repository, match, profile)
    try:
        match, outcome = await request.update(lambda match: _snoozed(match, person, when, turn, now, hours))
        text = request.phrases.say(outcome.key, **outcome.values)
    except CommandRefused as refused:
        if refused.key != _LAST_REMINDER:
            raise
        match = await request.repository.read(match.id)
        deadline = until_text(match, match.waiting_for, request.phrases)
        text = f"{request.phrases.say(refused.key)} {deadline}".rstrip()
    seat = match.roster.seat_of(str(person)) or 0
    buttons = reminder_buttons(match, seat, request.phrases, hours, now, in_place=True)
    return Message(text, buttons=buttons)


def _snoozed(
    match: Match, person: Person, when: str, asked: int | None, now: datetime, hours: ReminderHours
) -> Outcome:
    """A later reminder in place of the next one, while it is the person's turn. Raises CommandRefused.

    `asked` is the turn that a button was about; None: the present one.
    """
    seat = match.roster.seat_of(str(person)) or 0
    times, turn = reminders_of(match, seat, *hours), match.roster.holders[seat].clock.turn
    if seat not in match.waiting_for or asked not in (None, turn):
        raise CommandRefused("nothing-to-snooze")
    last = max(times.values(), default=now)
    if last <= now:
        raise CommandRefused(_LAST_REMINDER)
    until = snoozed_until(when, last, now, *hours)
    rows = {kind_of(SNOOZE, seat): until, kind_of(REMINDER, seat): None}
    return Outcome((), "snoozed", {"until": moment(until)}, RowUpdates(deadlines=rows))


async def _in_all_games(
    request: Request, decision: Callable[[Person], Decide], most: int | None = None
) -> Message:
    """Take a decision in all running games of the person, and answer with the outcome in each.

    One sentence is enough where it is the same in all of them. Raises CommandRefused where none takes it, or
    where the person was away `most` times of late.
    """
    outcomes: dict[str, str] = {}
    refused: list[CommandRefused] = []
    for person, game, _, closed in await request.store.people.games_of(request.person):
        if closed:
            continue
        try:
            with suppress(UnreadableGame, UnknownGame):
                if most is not None:
                    match = await request.repository.read(game)
                    await request.require_few(match, most, "away-enough", partial(_is_absence, str(person)))
                _, outcome = await request.repository.update(game, decision(person), str(person))
                outcomes[game] = request.phrases.say(outcome.key, **outcome.values)
        except CommandRefused as refusal:
            if refusal.key not in _NOT_HERE:
                refused.append(refusal)
    if not outcomes:
        raise refused[0] if refused else CommandRefused("no-running-games")
    if len(set(outcomes.values())) == 1:
        return Message(next(iter(outcomes.values())))
    lines = []
    for game, sentence in list(outcomes.items())[:_MOST_LINES]:
        match = await request.repository.read(game)
        title = board_title(match.board.title, request.phrases)
        lines.append(f"**{await place_of_game(request.store, request.person, game, title)}**: {sentence}")
    return Message("\n".join(lines))


def _is_absence(person: str, step: Step) -> bool:
    """Whether a person said with a step that they are away."""
    event = step.event
    return step.actor == person and isinstance(event, SeatAway) and event.until is not None
