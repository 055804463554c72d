"""A rematch: the same people, settings and computers once more; the next player begins."""

from datetime import datetime, timedelta

from bot.matches.match import LogEvent, Match
from bot.matches.outcomes import Outcome
from bot.matches.roster import SeatHolder, Status
from bot.matches.roster_events import (
    AskedPlayer,
    ComputerJoined,
    PlayerJoined,
    PlayersAsked,
    SetupChanged,
)
from bot.model.identity import FORGOTTEN, Person
from bot.model.names import distinct_name
from engine.chance import Contribution
from engine.levels import DEFAULT_LEVEL

ANSWER_TIME = timedelta(days=1)
"""How long the other players of a rematch have to join."""


def same_table(
    ended: Match, player: Person, name: str, contribution: Contribution, now: datetime
) -> tuple[LogEvent, ...]:
    """The events after the opening of a rematch: its settings, who is asked, and the first seats.

    The `player` who asked for it and the computers of the start join at once. Players who left the last game
    on purpose are not asked.
    """
    roster, person = ended.roster, str(player)
    others = [one for one in roster.holders if one.person != person]
    own = next(one for one in roster.holders if one.person == person)
    asked = tuple(map(_asked, filter(_can_be_asked, others)))
    delay = SetupChanged(roster.variant, roster.bonus, None, delays_plans=True)
    return (
        *((delay,) if roster.delays_plans else ()),
        PlayersAsked(ended.id, asked, _order(ended), now + ANSWER_TIME if asked else None),
        PlayerJoined(person, distinct_name(name, [one.name for one in others]), own.color, contribution),
        *(
            ComputerJoined(one.level or DEFAULT_LEVEL, one.name, one.color)
            for one in others
            if not one.person
        ),
    )


def _can_be_asked(holder: SeatHolder) -> bool:
    """Whether a seat belongs to a person who did not leave and whose data was not deleted since."""
    return bool(holder.person) and not holder.given_up and Person.parse(holder.person).platform != FORGOTTEN


def _asked(holder: SeatHolder) -> AskedPlayer:
    return holder.person, holder.name, holder.color


def _order(ended: Match) -> tuple[str, ...]:
    """Who begins a rematch: the player after the one who began, or the same one if the game was aborted.

    The others follow in turn order, in case that player does not join.
    """
    names = [one.person or one.name for one in ended.roster.holders]
    if ended.table is None:
        return ended.roster.order
    first = (ended.table.starter or 0) + (ended.roster.status is Status.OVER)
    return tuple(names[(first + place) % len(names)] for place in range(len(names)))


def answers_over(match: Match, now: datetime) -> Outcome:
    """Those who have not joined a rematch in time are left out."""
    roster = match.roster
    if roster.status is not Status.LOBBY or not roster.asked:
        return Outcome(())
    if roster.asked_until is None or roster.asked_until > now:
        return Outcome(())
    return Outcome((PlayersAsked(roster.rematch_of, (), roster.order, None),), "answers-over")
