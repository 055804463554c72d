"""The public account of a game: what happened, without secrets."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import assert_never

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
    agreed = any(isinstance(event, happened.EndAgreed) for _, event, _ in steps)
    result = [line for step in steps for line in _result(step, winners or names, phrases, agreed=agreed)]
    return "\n".join((*lines, *result))


def _turns(steps: Sequence[PublicStep]) -> Iterator[Sequence[PublicStep]]:
    """The steps, cut before each event that begins a turn or ends the game, and around each undo."""
    cuts = (happened.TurnStarted, happened.TurnPassed, happened.GameEnded, happened.MovesUndone)
    starts = {index for index, (_, event, _) in enumerate(steps) if isinstance(event, cuts)}
    undone = (isinstance(event, happened.MovesUndone) for _, event, _ in steps)
    starts |= {index for index, is_undo in enumerate(undone, 1) if is_undo}
    for first, end in pairwise([0, *sorted(starts), len(steps)]):
        if first < end:
            yield steps[first:end]


def _lines(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """The lines of a turn: its player's actions in one line, after what happened before the first turn."""
    before, _, after = turn[0]
    if before and before.choosing and after.turn:  # now everybody has chosen their starting tickets
        numbers = enumerate(before.tickets)
        kept = [phrases.say("tell-kept", name=names[seat], count=count) for seat, count in numbers]
        yield phrases.say("tell-starting-tickets", kept=", ".join(kept))
    sentences = [
        *_drawn(turn, names, phrases),
        *_played(turn, names, phrases),
        *_dealt(turn, phrases),
        *_trains(turn, names, phrases),
    ]
    if sentences:
        yield " ".join(sentences)


def _drawn(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """The cards of a turn in one sentence: face-up ones by name, blind ones by number."""
    draws = [step for step in turn if isinstance(step[1], happened.CardTaken | happened.CardDrawn)]
    if not draws:
        return
    taken = "".join(event.card for _, event, _ in draws if isinstance(event, happened.CardTaken))
    blind = len(draws) - len(taken)
    before, _, after = draws[0]
    seat = after.seat or 0
    if not taken:
        yield phrases.say("tell-drawn", name=names[seat], count=blind)
    elif not blind:
        yield phrases.say("tell-taken", name=names[seat], cards=cards(taken, phrases))
    else:
        yield phrases.say("tell-taken-and-drawn", name=names[seat], cards=cards(taken, phrases))
    was_second = before and isinstance(before.decisions[seat], DrawSecondCard)
    is_second_due = any(isinstance(event, happened.SecondCardDue) for _, event, _ in turn)
    if not (
        was_second or is_second_due or after.rules.is_whole_draw(taken)
    ):  # there was no other card to draw
        yield phrases.say("tell-no-second-card")


def _played(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """What is told event by event. Of tickets, it is told how many are kept, never which."""
    say, language = phrases.say, phrases.language
    drawn = any(isinstance(event, happened.TicketsOffered) for _, event, _ in turn)
    kept = any(isinstance(event, happened.TicketsKept) for _, event, _ in turn)
    for before, event, after in turn:
        match event:
            case happened.GameStarted():
                variant = board_title(after.rules.title, phrases)
                yield say("tell-started", title=board_title(after.board.title, phrases), variant=variant)
            case happened.StarterChosen(seat, by_lot):
                yield say("tell-starter-drawn" if by_lot else "tell-starter-named", name=names[seat])
            case happened.MovesUndone(seat=seat, cause=cause):
                if cause != happened.BY_ADMIN:  # that is told with GameRolledBack
                    yield say("tell-undone", name=names[seat], cause=cause)
            case happened.TurnPassed(seat):
                yield say("tell-passed", name=names[seat])
            case happened.TicketsOffered(seat=seat, size=size):
                if after.turn and not kept:
                    yield say("tell-tickets-drawn", name=names[seat], size=size)
            case happened.TicketsKept(seat=seat, kept_size=number, refused_size=refused):
                if after.turn:
                    key = "tell-tickets-drawn-and-kept" if drawn else "tell-tickets-kept"
                    yield say(key, name=names[seat], size=number + refused, kept=number)
            case happened.StationBuilt(seat, place, paid):
                where = city(after.board, place, language)
                yield say("tell-station", name=names[seat], city=where, cards=paid_cards(paid, phrases))
            case happened.TunnelRevealed(seat, route, laid, revealed, owed):
                if owed:
                    yield say(
                        "tell-tunnel-asks",
                        name=names[seat],
                        route=route_name(after.board, route, language),
                        laid=paid_cards(laid, phrases),
                        revealed=shown_cards(revealed, phrases),
                        owed=owed,
                    )
            case happened.TunnelDeclined(seat):
                yield say("tell-tunnel-declined", name=names[seat])
            case happened.RouteClaimed():
                yield _claimed(event, before, after.board, names, phrases)
            case (
                happened.TurnStarted()
                | happened.CardTaken()
                | happened.CardDrawn()
                | happened.SecondCardDue()
                | happened.CardsDealt()
                | happened.DeckShuffled()
                | happened.RowFilled()
                | happened.RowCleared()
                | happened.RowReset()
                | happened.TicketsShuffled()
                | happened.TicketsSetAside()
                | happened.RefusedReturned()
                | happened.LastRoundStarted()
                | happened.EndAgreed()
                | happened.GameEnded()
            ):
                pass  # told together with others, or not at all
            case _:
                assert_never(event)


def _result(step: PublicStep, names: Sequence[str], phrases: Phrases, *, agreed: bool) -> Iterator[str]:
    """That the game is over, and the result; only the result where an end that was undone is restored."""
    _, event, after = step
    if isinstance(event, happened.GameEnded):
        yield phrases.say("tell-stalemate" if event.stalemate else "tell-agreed" if agreed else "tell-over")
    if after.sheet and isinstance(event, happened.GameEnded | happened.MovesUndone):
        yield outcome(after.sheet, after.rules, names, phrases)


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
    resets, is_reshuffled = 0, False
    for before, event, _ in turn:
        match event:
            case happened.RowReset(times):
                resets += times
                is_reshuffled |= event.shuffles > 0
            case happened.RowCleared():
                resets += 1
            case happened.DeckShuffled() if before and before.discards:  # the first shuffle has no discards
                is_reshuffled = True
    if resets:
        yield phrases.say("tell-row-cleared", count=resets)
    if is_reshuffled:
        yield phrases.say("tell-reshuffled")


def _trains(turn: Sequence[PublicStep], names: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """Game End: who is running out of trains, and the last round."""
    _, _, end = turn[-1]
    for before, event, after in turn:
        match event:
            case happened.LastRoundStarted(seat, trains):
                yield phrases.say("tell-last-round", name=names[seat], trains=trains)
            case happened.RouteClaimed(seat) if before and not end.last_round:
                if before.trains[seat] > FEW_TRAINS >= after.trains[seat]:
                    yield phrases.say("tell-few-trains", name=names[seat], trains=after.trains[seat])
