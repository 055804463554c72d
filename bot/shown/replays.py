"""Replays: the table of a game that has ended, turn by turn, as one text for the page.

Everything about a finished game is public, hands and tickets too, as in its record. An aborted game may be
restored, so its replay shows only what everybody saw during play.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import cast
from zlib import compress

from bot.matches.match import Match, Step
from bot.matches.roster import Status
from bot.matches.turns import standing_steps
from bot.shown.table_state import TableState, difference, seen_by_all
from bot.text.history import account
from bot.text.i18n import Phrases, visible
from engine.cards import letters
from engine.events import GameEnded, TurnPassed, TurnStarted
from engine.scores import borrowing
from engine.view import view_for

_CUTS = TurnStarted, TurnPassed, GameEnded


def can_be_replayed(match: Match) -> bool:
    """Whether a match was played and has ended."""
    return match.game is not None and match.roster.status in (Status.OVER, Status.ABORTED)


def packed_replay(steps: Sequence[Step], phrases: Phrases) -> str:
    """The replay of a match from all its steps: JSON as in PROTOCOL.md, compressed (zlib), as base64."""
    content = json.dumps(replay(steps, phrases), ensure_ascii=False, separators=(",", ":"))
    return b64encode(compress(content.encode(), 9)).decode()


def replay(steps: Sequence[Step], phrases: Phrases) -> TableState:
    """The table before the first turn, and what each turn changed. Turns that were undone are left out.

    Raises ValueError for a game that goes on.
    """
    match = steps[-1].after
    if not can_be_replayed(match):
        raise ValueError(f"game {match.id} has not ended")
    is_open = match.roster.status is Status.OVER
    first, *turns = _turns(standing_steps(steps))
    state = before = _state(first[-1].after, phrases, is_open=is_open)
    moments: list[TableState] = [{"text": visible(account(first, phrases))}]
    for turn in turns:
        moment: dict[str, object] = {}
        table, event = turn[0].after.table, turn[0].event
        if table and isinstance(event, TurnStarted | TurnPassed):
            moment = {"seat": event.seat, "turn": table.turn}
        after = _state(turn[-1].after, phrases, is_open=is_open)
        moment |= {"text": visible(account(turn, phrases)), "patch": difference(before, after)}
        moments.append(moment)
        before = after
    return {"game": match.id, "aborted": not is_open, "state": state, "turns": moments}


def _turns(steps: Sequence[Step]) -> Iterator[Sequence[Step]]:
    """What led to the first turn, from the start of play; then each turn, and the end."""
    start = next(place for place, step in enumerate(steps) if step.after.game)
    cuts = [place for place, step in enumerate(steps) if isinstance(step.event, _CUTS)]
    for first, end in pairwise([start, *cuts, len(steps)]):
        yield steps[first:end]


def _state(match: Match, phrases: Phrases, *, is_open: bool) -> TableState:
    """The table as everybody sees it, without what holds for one moment only.

    With open hands, also what everybody holds.
    """
    state, players = seen_by_all(match, phrases), dict[str, TableState]()
    for seat, player in cast(Mapping[str, TableState], state["players"]).items():
        lasting = {key: value for key, value in player.items() if key not in ("until", "waiting")}
        players[seat] = lasting | (_held(match, int(seat)) if is_open else {})
    state["players"] = players
    return state


def _held(match: Match, seat: int) -> dict[str, object]:
    """What a player holds in a game that is over by now, and which tickets would count if it ended here."""
    if match.game is None:
        return {}
    view = view_for(match.game, seat)
    tickets = [match.board.ticket[number] for number in view.tickets]
    borrowed, done = borrowing(match.game.table, seat, tickets)
    return {
        "hand": letters(view.hand),
        "own": list(view.tickets),
        "done": list(done),
        "borrowed": [route.id for route in borrowed if route],
    }
