"""Deadlines: what is due in a match and when, as its log says."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.matches.match import Match
from bot.matches.plans import plan_due
from bot.matches.roster import Status

TURN, AWAY = "turn", "away"
PLAN = "plan"
VOTE = "vote"
PAUSE = "pause"
ANSWERS = "answers"
LOBBY_IDLE = "idle"
"""Kinds of deadlines: a seat's time is up (`turn:0`), an absence ends (`away:0`), a plan is played
(`plan:0`), the vote ends, the pause ends, nobody is asked to play again any longer, nobody has done anything
in a lobby.
"""

IDLE_FOR = timedelta(days=3)
"""After this time without an action, a lobby is closed."""

_PLANNED_AFTER = timedelta(seconds=30)
"""How long a turn has gone on before its reminders are planned: most turns are over by then."""

REMINDER, SNOOZE = "reminder", "snooze"
"""Kinds of deadlines that change nothing in a match: its person is reminded (`reminder:0`).

The first is written when a clock begins to run, is due soon, and is then moved to each moment of a reminder
(see bot.timers.reminders). The second takes its place while the person wants to be reminded later.
"""


def idle_until(match: Match) -> datetime | None:
    """When a lobby is closed if nobody does anything in it."""
    return match.active_at and match.active_at + IDLE_FOR


def kind_of(name: str, seat: int) -> str:
    """The kind of a deadline of a seat."""
    return f"{name}:{seat}"


def deadlines_of(match: Match | None) -> dict[str, datetime]:
    """When each kind of deadline of a match is due. The one place that says what is due."""
    if match and match.roster.status is Status.LOBBY:
        asked_until = match.roster.asked_until if match.roster.asked else None
        of_lobby = {ANSWERS: asked_until, LOBBY_IDLE: idle_until(match)}
        return {kind: moment for kind, moment in of_lobby.items() if moment}
    if match is None or match.roster.status is not Status.RUNNING:
        return {}
    due: dict[str, datetime | None] = {VOTE: match.roster.vote.until if match.roster.vote else None}
    due[PAUSE] = match.roster.paused_until
    for seat, holder in enumerate(match.roster.holders):
        started, time_up = holder.clock.started, match.deadline(seat)
        due[kind_of(TURN, seat)] = time_up
        if started and time_up:
            due[kind_of(REMINDER, seat)] = started + min(_PLANNED_AFTER, (time_up - started) / 10)
        due[kind_of(AWAY, seat)] = holder.absent_until
    if match.table and match.table.seat is not None:
        due[kind_of(PLAN, match.table.seat)] = plan_due(match)
    return {kind: moment for kind, moment in due.items() if moment}


def deadline_changes(before: Match | None, after: Match) -> Mapping[str, datetime | None]:
    """The deadlines that change from one state of a match to a later one; None removes a kind."""
    was, now = deadlines_of(before), deadlines_of(after)
    changes: dict[str, datetime | None] = dict.fromkeys(kind for kind in was if kind not in now)
    for kind, moment in now.items():
        end = kind.replace(REMINDER, TURN)
        # A reminder also moves when its turn ends sooner.
        if was.get(kind) != moment or (end in was and now[end] < was[end]):
            changes[kind] = moment
    return changes
