"""The hours in which a person is reminded, where their time zone may only be a guess."""

from datetime import datetime, tzinfo

from bot.matches.match import Match
from bot.matches.repository import MatchRepository
from bot.matches.roster_events import PlanMade
from bot.model.local_time import NO_QUIET_HOURS, is_zone_of_locale, zone, zone_of_acts
from bot.model.profile import Profile

_RECENT = 100
"""Steps of a game in which the acts of a person are looked for: they are in memory."""

ReminderHours = tuple[tzinfo, str]
"""The time zone of a person, and their quiet hours in it (see bot.model.local_time)."""


async def reminder_hours(repository: MatchRepository, match: Match, profile: Profile) -> ReminderHours:
    """The zone that a person has chosen; else one in which they are awake at the hours when they act.

    A zone that is only guessed from the language of their app, and that nothing confirms, delays no reminder.
    """
    guess = zone(profile.zone_name)
    if profile.zone:
        return guess, profile.quiet_hours
    if shifted := zone_of_acts(await _acts(repository, match, profile), guess, profile.quiet_hours):
        return shifted, profile.quiet_hours
    is_weak = profile.guessed_zone is not None and is_zone_of_locale(profile.guessed_zone)
    return guess, NO_QUIET_HOURS if is_weak else profile.quiet_hours


async def is_zone_known(repository: MatchRepository, match: Match, profile: Profile) -> bool:
    """Whether a person has chosen their time zone, or has acted often enough to tell it."""
    return bool(profile.zone) or (
        zone_of_acts(await _acts(repository, match, profile), zone(profile.zone_name), profile.quiet_hours)
        is not None
    )


async def _acts(repository: MatchRepository, match: Match, profile: Profile) -> list[datetime]:
    """When a person has acted in a match of late. What plans played for them tells nothing."""
    steps = await repository.steps(match.id, max(0, match.seq - _RECENT))
    planned = {step.at for step in steps if isinstance(step.event, PlanMade) and step.event.playing}
    return [step.at for step in steps if step.actor == str(profile.person) and step.at not in planned]
