"""The public account of a game: what happened, without secrets."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import assert_never

from bot.text.audit import tell_undone
from bot.text.i18n import Phrases
from bot.text.labels import board_title, cards, city, paid_cards, route_name, shown_cards
from bot.text.scores import outcome
from engine import events as happened
from engine.board import Board
from engine.cards import counts, letters, removed
from engine.events import Event
from engine.game import DrawSecondCard, Table

FEW_TRAINS = 6
"""A player with this many trains or fewer is announced."""


PublicStep = tuple[Table | None, Event, Table]
"""One event of a game as everybody sees it (`seen_by(event, None)`), between the tables before and after it.

There is no table before the first event of a game.
"""


def tell(
    steps: Sequence[PublicStep], names: Sequence[str], phrases: Phrases, winners: Sequence[str] = ()
) -> str:
    """What happened in a part of a game, a line a turn; empty where there is nothing to tell.

    `names` are the players', by seat; `winners` are the names in the result, if those are others.
    """
    lines = [line for turn in _turns(steps) for line in _lines(turn, names, phrases)]
    result = [line for step in steps for line in _result(step, winners or names, phrases)]
    return "\n".join((*lines, *result))


def _turns(steps: Sequence[PublicStep]) -> Iterator[Sequence[PublicStep]]:
    """The steps, cut before each event that begins a turn or ends the game, and around each undo."""
    cuts = (happened.TurnStarted, happened.TurnPassed, happened.GameEnded, happened.MovesUndone)
    starts = [index for index, (_, event, _) in enumerate(steps) if isinstance(event, cuts)]
    after_undo = [
        index for index, (_, event, _) in enumerate(steps, 1) if isinstance(event, happened.MovesUndone)
    ]
    starts = sorted({*starts, *after_undo})
    for first, end in pairwise([0, *starts, len(steps)]):
        if first < end:
            yield steps[first:end]


def _lines(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """The lines of a turn: its player's actions in one line, after what happened before the first turn."""
    before, _, after = turn[0]
    if before and before.choosing and after.turn:
        yield _starting_tickets(before, names, phrases)
    sentences = [
        *_drawn(turn, names, phrases),
        *_played(turn, names, phrases),
        *_dealt(turn, phrases),
        *_trains(turn, names, phrases),
    ]
    if sentences:
        yield " ".join(sentences)


def _starting_tickets(table: Table, names: Sequence[str], phrases: Phrases) -> str:
    """The starting tickets, told when everybody has chosen."""
    kept = [
        phrases.say("tell-kept", name=names[seat], count=count) for seat, count in enumerate(table.tickets)
    ]
    return phrases.say("tell-starting-tickets", kept=", ".join(kept))


def _drawn(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """The cards of a turn in one sentence: face-up ones by name, blind ones by number."""
    draws = [step for step in turn if isinstance(step[1], happened.CardTaken | happened.CardDrawn)]
    if not draws:
        return
    taken = "".join(event.card for _, event, _ in draws if isinstance(event, happened.CardTaken))
    blind = len(draws) - len(taken)
    _, _, after = draws[0]
    seat = after.seat or 0
    if not taken:
        yield phrases.say("tell-drawn", name=names[seat], count=blind)
    elif not blind:
        yield phrases.say("tell-taken", name=names[seat], cards=cards(taken, phrases))
    else:
        yield phrases.say("tell-taken-and-drawn", name=names[seat], cards=cards(taken, phrases))
    if _no_second_card(draws[0], turn, taken):
        yield phrases.say("tell-no-second-card")


def _played(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """What is told event by event."""
    for before, event, after in turn:
        if not isinstance(event, _TOLD_TOGETHER):
            yield from _event(before, event, after, turn, names, phrases)


_TOLD_TOGETHER = (
    happened.TurnStarted
    | happened.CardTaken
    | happened.CardDrawn
    | happened.SecondCardDue
    | happened.CardsDealt
    | happened.DeckShuffled
    | happened.RowFilled
    | happened.RowCleared
    | happened.RowReset
    | happened.TicketsShuffled
    | happened.TicketsSetAside
    | happened.RefusedReturned
    | happened.LastRoundStarted
    | happened.GameEnded
)
"""Events that are told together with others, or not at all."""

_ToldAlone = (
    happened.GameStarted
    | happened.StarterChosen
    | happened.MovesUndone
    | happened.TurnPassed
    | happened.TicketsOffered
    | happened.TicketsKept
    | happened.StationBuilt
    | happened.TunnelRevealed
    | happened.TunnelDeclined
    | happened.RouteClaimed
)


def _event(
    before: Table | None,
    event: _ToldAlone,
    after: Table,
    turn: Sequence[PublicStep],
    names: Sequence[str],
    phrases: Phrases,
) -> Iterator[str]:
    match event:
        case happened.GameStarted():
            titles = after.board.title, after.rules.title
            title, variant = (board_title(one, phrases) for one in titles)
            yield phrases.say("tell-started", title=title, variant=variant)
        case happened.StarterChosen(seat, drawn):
            yield phrases.say("tell-starter-drawn" if drawn else "tell-starter-named", name=names[seat])
        case happened.MovesUndone():
            yield from tell_undone(event, names, phrases)
        case happened.TurnPassed(seat):
            yield phrases.say("tell-passed", name=names[seat])
        case happened.TicketsOffered() | happened.TicketsKept():
            yield from _tickets(event, turn, names, phrases) if after.turn else ()
        case happened.StationBuilt(seat, place, paid):
            where = city(after.board, place, phrases.language)
            yield phrases.say("tell-station", name=names[seat], city=where, cards=paid_cards(paid, phrases))
        case happened.TunnelRevealed() | happened.TunnelDeclined() | happened.RouteClaimed():
            yield from _route(event, before, after.board, names, phrases)
        case _:
            assert_never(event)


def _result(step: PublicStep, names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """That the game is over, and the result; only the result where an end that was undone is restored."""
    _, event, after = step
    if isinstance(event, happened.GameEnded):
        yield phrases.say("tell-stalemate" if event.stalemate else "tell-over")
    if after.sheet and isinstance(event, happened.GameEnded | happened.MovesUndone):
        yield outcome(after.sheet, after.rules, names, phrases)


def _tickets(
    event: happened.TicketsOffered | happened.TicketsKept,
    turn: Sequence[PublicStep],
    names: Sequence[str],
    phrases: Phrases,
) -> Iterator[str]:
    """Tickets drawn in play, and how many were kept: never which."""
    drawn = any(isinstance(one, happened.TicketsOffered) for _, one, _ in turn)
    kept = any(isinstance(one, happened.TicketsKept) for _, one, _ in turn)
    match event:
        case happened.TicketsOffered(seat=seat, size=size):
            if not kept:
                yield phrases.say("tell-tickets-drawn", name=names[seat], size=size)
        case happened.TicketsKept(seat=seat, kept_size=number, refused_size=refused):
            key = "tell-tickets-drawn-and-kept" if drawn else "tell-tickets-kept"
            yield phrases.say(key, name=names[seat], size=number + refused, kept=number)
        case _:
            assert_never(event)


def _route(
    event: happened.TunnelRevealed | happened.TunnelDeclined | happened.RouteClaimed,
    before: Table | None,
    board: Board,
    names: Sequence[str],
    phrases: Phrases,
) -> Iterator[str]:
    """Routes claimed, tunnels entered and left."""
    match event:
        case happened.TunnelRevealed(seat, route, laid, revealed, owed):
            if owed:
                yield phrases.say(
                    "tell-tunnel-asks",
                    name=names[seat],
                    route=route_name(board, route, phrases.language),
                    laid=paid_cards(laid, phrases),
                    revealed=shown_cards(revealed, phrases),
                    owed=owed,
                )
        case happened.TunnelDeclined(seat):
            yield phrases.say("tell-tunnel-declined", name=names[seat])
        case happened.RouteClaimed():
            yield _claimed(event, before, board, names, phrases)
        case _:
            assert_never(event)


def _claimed(
    event: happened.RouteClaimed, before: Table | None, board: Board, names: Sequence[str], phrases: Phrases
) -> str:
    route, points = route_name(board, event.route, phrases.language), event.points
    tunnel = before.tunnel if before else None
    if tunnel is None:
        paid = paid_cards(event.cards, phrases)
        return phrases.say("tell-claimed", name=names[event.seat], route=route, cards=paid, points=points)
    if added := letters(removed(counts(event.cards), tunnel.laid)):
        return phrases.say(
            "tell-tunnel-paid", name=names[event.seat], cards=paid_cards(added, phrases), points=points
        )
    laid = paid_cards(tunnel.laid, phrases)
    if not tunnel.revealed:
        return phrases.say("tell-tunnel-bare", name=names[event.seat], route=route, laid=laid, points=points)
    return phrases.say(
        "tell-tunnel-free",
        name=names[event.seat],
        route=route,
        laid=laid,
        revealed=shown_cards(tunnel.revealed, phrases),
        points=points,
    )


def _dealt(turn: Sequence[PublicStep], phrases: Phrases) -> Iterator[str]:
    """Resets of the row, all together, and a new deck."""
    if resets := sum(_resets(event) for _, event, _ in turn):
        yield phrases.say("tell-row-cleared", count=resets)
    if any(_reshuffles(step) for step in turn):
        yield phrases.say("tell-reshuffled")


def _trains(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """Game End: who is running out of trains, and the last round."""
    _, _, end = turn[-1]
    for before, event, after in turn:
        match event:
            case happened.LastRoundStarted(seat, trains, left):
                yield phrases.say("tell-last-round", name=names[seat], trains=trains, turns=left)
            case happened.RouteClaimed(seat) if _few_trains(before, after, seat) and not end.last_round:
                yield phrases.say("tell-few-trains", name=names[seat], trains=after.trains[seat])


def _no_second_card(first: PublicStep, turn: Sequence[PublicStep], taken: str) -> bool:
    """Whether a turn ended after one card because there was no other to draw."""
    before, _, after = first
    was_second = before and isinstance(before.decisions[after.seat or 0], DrawSecondCard)
    due = any(isinstance(event, happened.SecondCardDue) for _, event, _ in turn)
    return not (was_second or due or after.rules.is_whole_draw(taken))


def _resets(event: Event) -> int:
    """How often an event resets the row."""
    match event:
        case happened.RowReset(times):
            return times
        case happened.RowCleared():
            return 1
        case _:
            return 0


def _reshuffles(step: PublicStep) -> bool:
    """Whether the discards became a new deck; the first shuffle of a game has no discards."""
    before, event, _ = step
    if isinstance(event, happened.RowReset):
        return event.shuffles > 0
    return isinstance(event, happened.DeckShuffled) and bool(before and before.discards)


def _few_trains(before: Table | None, after: Table, seat: int) -> bool:
    return before is not None and before.trains[seat] > FEW_TRAINS >= after.trains[seat]
