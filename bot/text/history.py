"""What happened in a match, for its people: all of it, what is new to somebody, and what decided it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import assert_never

from bot.matches.match import Step
from bot.matches.roster_events import PlanMade, RosterEvent
from bot.matches.turns import done_by, played_turns, points_of, standing_steps, turning_points
from bot.text.i18n import Phrases, person
from bot.text.labels import (
    board_title,
    cards,
    city,
    listed,
    paid_cards,
    route_name,
    seat_names,
    shown_cards,
    ticket,
)
from bot.text.prompts import FEW_TRAINS
from bot.text.roster_text import tell_roster
from bot.text.scores import outcome
from bot.text.truncate import newest, shortened
from engine import events as happened
from engine.board import Board, members
from engine.cards import counts, letters, removed
from engine.events import Event, seen_by
from engine.game import DrawSecondCard, Game, Table

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


_LONGEST_CLAIMS = 2000
"""Letters of the claims that a cut account names."""

_LONGEST_LINE = 300
"""Letters of a line of news; what is longer is cut."""


def account(steps: Sequence[Step], phrases: Phrases, later: Sequence[Step] = ()) -> str:
    """The public account of some steps of a match; empty where nothing public happened.

    Moves that were undone, by one of these steps or of the `later` ones, are marked.
    """
    standing = {step.after.seq for step in standing_steps((*steps, *later))}

    def kind(step: Step) -> tuple[bool, bool]:
        is_undone = step.after.seq not in standing and not isinstance(step.event, happened.MovesUndone)
        return isinstance(step.event, RosterEvent), is_undone

    texts = []
    public = (step for step in steps if not isinstance(step.event, PlanMade))
    for (is_about_people, is_undone), part in groupby(public, kind):
        if is_about_people:
            texts.append(_people(part, phrases))
        elif is_undone:
            lines = _play(tuple(part), phrases).splitlines()
            texts += [phrases.say("undone-line", line=line) for line in lines]
        else:
            texts.append(_play(tuple(part), phrases))
    return "\n".join(filter(None, texts))


def _people(steps: Iterable[Step], phrases: Phrases) -> str:
    texts = (
        tell_roster(step.event, step.before.roster, phrases)
        for step in steps
        if step.before and isinstance(step.event, RosterEvent)
    )
    return "\n".join(filter(None, texts))


def _play(steps: Sequence[Step], phrases: Phrases) -> str:
    """Steps of play, as everybody sees them."""
    match, seen = steps[-1].after, []
    for step in steps:
        if step.after.table is None or isinstance(step.event, RosterEvent):
            raise ValueError("not a step of play")
        seen.append((step.before.table if step.before else None, seen_by(step.event, None), step.after.table))
    return tell(seen, match.roster.names, phrases, seat_names(match, phrases))


def newest_account(account: str, steps: Sequence[Step], phrases: Phrases, room: int) -> str:
    """The end of the account of some steps, in at most `room` letters.

    The part that is cut is replaced by its claims, as far as they fit, and by where to read everything.
    """
    if len(account) <= room:
        return account
    kept = newest(account, room - room // 3, "").lstrip()
    claims = []
    for step in standing_steps(steps):
        if isinstance(step.event, happened.RouteClaimed):
            route = route_name(step.after.board, step.event.route, phrases.language)
            if route not in kept:
                claims.append(f"{person(step.after.roster.names[step.event.seat])} {route}")
    if not claims:
        return newest(account, room, phrases.say("earlier-in-log"))
    most = min(room // 3, _LONGEST_CLAIMS) - len(phrases.say("left-out", claims=""))
    return f"{phrases.say('left-out', claims=shortened('; '.join(claims), max(1, most - 1)))}\n{kept}"


def own_account(events: Sequence[Event], table: Table, phrases: Phrases) -> str:
    """What an action gave its player, cards from the deck included."""
    sentences = []
    for event in events:
        match event:
            case happened.CardTaken(card=letter):
                sentences.append(phrases.say("you-took", card=cards(letter, phrases)))
            case happened.CardDrawn(card=letter):
                sentences.append(phrases.say("you-drew", card=cards(letter, phrases)))
            case happened.RouteClaimed(route=id, points=points):
                route = route_name(table.board, id, phrases.language)
                sentences.append(phrases.say("you-claimed", route=route, points=points))
            case _:
                pass
    return " ".join(sentences)


# ---- what is new to somebody


_NEWS = "claims", "stations", "taken", "drawn", "tickets", "trains"
"""The lines of news, in this order: routes, stations, face-up cards, cards from the deck, tickets, trains."""


def since_turn(steps: Sequence[Step], phrases: Phrases) -> str:
    """What all others did in some steps, a line for each kind; empty where nobody did anything.

    The trains are those that are left to the players who claimed a route.
    """
    table = steps[-1].after.table if steps else None
    if table is None:
        return ""
    board, language = table.board, phrases.language
    news: dict[str, dict[int, list[str]]] = {kind: {} for kind in _NEWS}
    for step in steps:
        match step.event:
            case happened.RouteClaimed(seat=seat, route=route):
                news["claims"].setdefault(seat, []).append(route_name(board, route, language))
                news["trains"][seat] = [str(table.trains[seat])]
            case happened.StationBuilt(seat=seat, city=place):
                news["stations"].setdefault(seat, []).append(city(board, place, language))
            case happened.CardTaken(seat=seat, card=card):
                news["taken"].setdefault(seat, []).append(card)
            case happened.CardDrawn(seat=seat):
                news["drawn"].setdefault(seat, []).append("")
            case happened.TicketsKept(seat=seat, kept_size=number) if number:
                news["tickets"].setdefault(seat, []).extend([""] * number)
    names = steps[-1].after.roster.names
    lines = []
    for kind, by_seat in news.items():
        people = "; ".join(
            phrases.say("since-who", name=names[seat], what=_summed_up(kind, items, phrases))
            for seat, items in by_seat.items()
        )
        if people:
            lines.append(shortened(phrases.say(f"since-{kind}", who=people), _LONGEST_LINE))
    return "\n".join(lines)


def _summed_up(kind: str, items: Sequence[str], phrases: Phrases) -> str:
    """What one player did of a kind: names where they are public, otherwise how many."""
    match kind:
        case "taken":
            return shown_cards("".join(items), phrases)
        case "drawn" | "tickets":
            return str(len(items))
        case _:
            return ", ".join(items)


# ---- what decided the game


def turning_point_text(steps: Sequence[Step], names: Sequence[str], phrases: Phrases) -> str:
    """The turn that changed the lead of the winner most; "" where none did.

    `steps` are all of a match that is over, `names` those in its result.
    """
    table = steps[-1].after.table if steps else None
    if table is None or table.sheet is None:
        return ""
    turns = played_turns(steps)
    points = [points_of(after) for _, after in turns]
    changes = turning_points(points, table.sheet.winners[0])
    if not changes:
        return ""
    number, _, _ = max(changes, key=lambda change: (abs(change[2] - change[1]), change[0]))
    before, after = turns[number]
    seat = before.table.seat or 0
    return phrases.say(
        "turning-point",
        number=number + 1,
        name=person(names[seat]),
        what=listed(list(_gains(before, after, seat, phrases)), phrases),
        points=points[number][seat] - points_of(before)[seat],
    )


def _gains(before: Game, after: Game, seat: int, phrases: Phrases) -> Iterator[str]:
    """What was built in a turn, and the tickets that this completed."""
    board = after.table.board
    for route in members(after.table.routes[seat] & ~before.table.routes[seat]):
        yield route_name(board, board.routes[route].id, phrases.language)
    for place in after.table.stations[seat][len(before.table.stations[seat]) :]:
        yield city(board, place, phrases.language)
    for number in done_by(after, seat):
        if number not in done_by(before, seat):
            yield phrases.say("turning-ticket", ticket=ticket(board, number, phrases))
