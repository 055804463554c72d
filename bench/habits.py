"""Habits of modelled people: when they sleep, how soon they answer, and what they do besides their moves."""

import math
import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.identity import Person, Ping
from bot.model.local_time import COMMON_ZONES, zone
from bot.model.profile import Profile

VANISHES, PLANS, CLOSED_DMS, WANTS_DMS, WANTS_DIGEST = 0.1, 0.2, 0.25, 0.2, 0.1
"""The share of people who vanish for good, use plans, take no DMs, want to be mentioned by DM, and (if they
take DMs) want a digest in place of mentions."""

GOES_AWAY, ASKS = 0.15, 0.1
"""The share of people who are away for some days, and who ask the table something, once in a game."""

QUESTIONS = "/pause", "/clock 48h"

REMINDED = 0.5
"""Hours in which half of those answer who are reminded."""

_TYPICAL, _BETWEEN_PEOPLE, _BETWEEN_TURNS = 1.5, 0.7, 1.1
"""Hours in which a typical person answers in half of the cases; the spread (sigma) of the logarithms of what
is typical for each person, and of the answers of one person."""

_WEEKEND = 1.6
"""How much longer an answer takes on Saturdays and Sundays."""

_LAST_TURN = 20
"""Somebody who vanishes does so before this turn."""

_FIRST_TURNS = 8
"""Who goes away, or asks something, does so after one of these first turns."""

_LONGEST_AWAY = 4
"""Days."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What a modelled person is like. Hours are local.

    `vanishes`, `goes` and `asks` are numbers of turns after which something happens, if it does: the person
    vanishes, goes away for `days`, or asks the table a `question`.
    """

    person: Person
    zone: str
    wakes: float
    sleeps: float
    typical: float
    vanishes: int | None
    plans: bool
    closed_dms: bool
    ping: Ping
    digest: bool
    goes: int | None
    days: int
    asks: int | None
    question: str

    @property
    def profile(self) -> Profile:
        """What the bot knows of the person."""
        name = f"Player {self.person.id}"
        chosen = {"ping": self.ping, "zone": self.zone, "digest": self.digest}
        return Profile(self.person, name, chosen=chosen)

    def awake(self, at: datetime, chance: random.Random) -> datetime:
        """`at`, or some time after the person wakes up."""
        local = at.astimezone(zone(self.zone))
        hour = local.hour + local.minute / 60
        if self.wakes <= hour < self.sleeps:
            return at
        return at + timedelta(hours=(self.wakes - hour) % 24 + chance.uniform(0, 2))

    def answers(self, at: datetime, chance: random.Random, hours: float) -> datetime:
        """When the person looks at the game after a message; half of the time within `hours`."""
        weekend = _WEEKEND if at.astimezone(zone(self.zone)).weekday() >= 5 else 1.0
        wait = weekend * hours * chance.lognormvariate(0, _BETWEEN_TURNS)
        return self.awake(at + timedelta(hours=wait), chance)


def habits_of(person: Person, chance: random.Random, everybody_plans: bool | None) -> Habits:
    """Make up a person. With `everybody_plans`, all or none use plans, and the rest is the same."""
    vanishes, plans = chance.random() < VANISHES, chance.random() < PLANS
    after, closed_dms = chance.randrange(_LAST_TURN), chance.random() < CLOSED_DMS
    goes, asks = chance.random() < GOES_AWAY, chance.random() < ASKS
    first, second = (chance.randint(1, _FIRST_TURNS) for _ in range(2))
    return Habits(
        person,
        chance.choice(COMMON_ZONES),
        wakes=chance.uniform(6, 8.5),
        sleeps=chance.uniform(21.5, 24),
        typical=_TYPICAL * math.exp(chance.gauss(0, _BETWEEN_PEOPLE)),
        vanishes=after if vanishes else None,
        plans=plans if everybody_plans is None else everybody_plans,
        closed_dms=closed_dms,
        ping="dm" if chance.random() < WANTS_DMS else "channel",
        digest=chance.random() < WANTS_DIGEST and not closed_dms,
        goes=first if goes else None,
        days=chance.randint(1, _LONGEST_AWAY),
        asks=second if asks else None,
        question=chance.choice(QUESTIONS),
    )
