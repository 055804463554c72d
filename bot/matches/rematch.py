"""A rematch: the same people, settings and computers once more; the next player begins."""

from datetime import datetime, timedelta

from bot.matches.match import LogEvent, Match
from bot.matches.outcomes import Outcome
from bot.matches.roster import SeatHolder, Status
from bot.matches.roster_events import (
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
    others = [holder for holder in roster.holders if holder.person != person]
    own = next(holder for holder in roster.holders if holder.person == person)
    asked = tuple((holder.person, holder.name, holder.color) for holder in others if _can_be_asked(holder))
    delay = SetupChanged(roster.variant, roster.bonus, None, delays_plans=True)
    return (
        *((delay,) if roster.delays_plans else ()),
        PlayersAsked(ended.id, asked, _order(ended), now + ANSWER_TIME if asked else None),
        PlayerJoined(
            person, distinct_name(name, [holder.name for holder in others]), own.color, contribution
        ),
        *(
            ComputerJoined(holder.level or DEFAULT_LEVEL, holder.name, holder.color)
            for holder in others
            if not holder.person
        ),
    )


def _can_be_asked(holder: SeatHolder) -> bool:
    """Whether a seat belongs to a person who did not leave and whose data was not deleted since."""
    return bool(holder.person) and not holder.given_up and Person.parse(holder.person).platform != FORGOTTEN


def _order(ended: Match) -> tuple[str, ...]:
    """Who begins a rematch: the player after the one who began, or the same one if the game was aborted.

    The others follow in turn order, in case that player does not join.
    """
    players = [holder.person or holder.name for holder in ended.roster.holders]
    if ended.table is None:
        return ended.roster.order
    first = (ended.table.starter or 0) + (ended.roster.status is Status.OVER)
    return tuple(players[(first + place) % len(players)] for place in range(len(players)))


def answers_over(match: Match, now: datetime) -> Outcome:
    """Those who have not joined a rematch in time are left out."""
    roster = match.roster
    if roster.status is not Status.LOBBY or not roster.asked:
        return Outcome(())
    if roster.asked_until is None or roster.asked_until > now:
        return Outcome(())
    return Outcome((PlayersAsked(roster.rematch_of, (), roster.order, None),), "answers-over")
