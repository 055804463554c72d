"""What is printed about games that last weeks, with its bars."""

import statistics
from collections.abc import Mapping, Sequence

from bench.bars import Bars
from bench.game_tally import Tally

MOST_MESSAGES = 1.3
"""Limit: messages that notify, for each turn of a person, planned or not."""

MOST_PRIVATE = 1.1
"""Limit: private messages, also silent ones, for each turn of a person, planned or not."""

SHORTER = 0.3
"""Limit: by how much of its days the median game is shorter if everybody plans turns."""

LEAST_SECONDS, SECONDS_A_GAME = 40.0, 1.2
"""Limit: seconds of processor time for all worlds: for a few games, and for each game of the first one."""

_SHOWN = 10
"""Examples of what is wrong."""

MIXED, NOBODY, EVERYBODY = "one in five plans", "nobody plans", "everybody plans"
"""The worlds, by who plans turns."""

PLANS: Mapping[str, bool | None] = {MIXED: None, NOBODY: False, EVERYBODY: True}
"""Whether everybody plans in a world; None: some do."""


def tell(worlds: Mapping[str, Sequence[Tally]], seconds: float, bars: Bars) -> None:
    """Print what was counted in each world, and the bars."""
    for name, tallies in worlds.items():
        _tell_world(name, tallies)
    every = [tally for tallies in worlds.values() for tally in tallies]
    shorter = 1 - _median(worlds[EVERYBODY]) / _median(worlds[NOBODY])
    messages, private = (max(map(rate, worlds.values())) for rate in (_messages, _private))
    print()
    bars.figure("stalled games", _sum(every, "stalled"), 0)
    bars.figure("turns without exactly one mention", sum(len(tally.wrong) for tally in every), 0)
    bars.figure("messages that notify, per turn, at most", messages, MOST_MESSAGES)
    bars.figure("private messages, per turn, at most", private, MOST_PRIVATE)
    bars.figure("reminders in quiet hours", _sum(every, "at_night"), 0)
    bars.figure("answers that refuse what a person may do", sum(len(tally.refusals) for tally in every), 0)
    most_seconds = max(LEAST_SECONDS, SECONDS_A_GAME * len(worlds[MIXED]))
    bars.time("processor time of all worlds", 1000 * seconds, 1000 * most_seconds)
    verdict = bars.verdict("shorter if everybody plans", shorter >= SHORTER)
    name = "median game shorter if everybody plans, not nobody"
    print(f"{name:52}{shorter:>10.0%}   bar {SHORTER:.0%}:{verdict}")
    for wrong in [text for tally in every for text in (*tally.wrong, *tally.refusals)][:_SHOWN]:
        print(f"  {wrong}")


def _tell_world(name: str, tallies: Sequence[Tally]) -> None:
    days = [tally.days for tally in tallies]
    turns, planned, absent = (_sum(tallies, what) for what in ("turns", "planned", "absent"))
    mentions, reminders, others = (_sum(tallies, what) for what in ("mentions", "reminders", "others"))
    p90 = statistics.quantiles(days, n=10)[-1] if len(days) > 1 else days[0]
    print(f"\n{name}: {len(tallies)} games")
    print(f"  days of a game              median {statistics.median(days):.1f}, p90 {p90:.1f}")
    print(f"  turns                       {turns} waited for a person, {planned} planned")
    print(f"  moves for absent players    {absent}")
    print(f"  per turn that waited        {mentions / turns:.3f} mentions, {reminders / turns:.3f} reminders")
    print(f"  private messages, per turn  {_private(tallies):.3f}")
    print(f"  other messages that notify  {others} ({others / len(tallies):.1f} a game)")
    beside = {what: _sum(tallies, what) for what in ("absences", "snoozes", "votes")}
    print(f"  besides the moves           {', '.join(f'{count} {what}' for what, count in beside.items())}")
    print(f"  clocks moved after outages  {_sum(tallies, 'outages')} times")
    print(f"  stalled games               {_sum(tallies, 'stalled')}")


def _messages(tallies: Sequence[Tally]) -> float:
    notified = sum(_sum(tallies, what) for what in ("mentions", "reminders", "others"))
    return notified / (_sum(tallies, "turns") + _sum(tallies, "planned"))


def _private(tallies: Sequence[Tally]) -> float:
    return _sum(tallies, "private") / (_sum(tallies, "turns") + _sum(tallies, "planned"))


def _median(tallies: Sequence[Tally]) -> float:
    return statistics.median(tally.days for tally in tallies)


def _sum(tallies: Sequence[Tally], what: str) -> int:
    return sum(int(getattr(tally, what)) for tally in tallies)
