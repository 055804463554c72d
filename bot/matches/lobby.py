"""The lobby: who will play, what, and with which chance; and the lobby of a rematch."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.matches.clocks import CLOCKS, DAY
from bot.matches.match import LogEvent, Match, follow
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster import COLORS, Roster, SeatHolder, Status
from bot.matches.roster_events import (
    ClockSet,
    ColorChanged,
    ComputerJoined,
    PlayerJoined,
    PlayersAsked,
    SeatLeft,
    SetupChanged,
    StartRequested,
)
from bot.model.identity import COMPUTER_MARK, FORGOTTEN, Chat, Person
from bot.model.names import distinct_name
from bot.model.settings import GameOptions
from bot.store.values import RowUpdates
from engine.board import Board
from engine.chance import NOTHING, Contribution, derived_seed
from engine.levels import DEFAULT_LEVEL, LEVELS
from engine.refusals import BadInput
from engine.rules import Rules
from engine.setup import Setup, new_game

COMPUTER_NAMES = ("Rocket", "Adler", "Mallard", "Planet", "Novelty")
"""Names of computer players: famous locomotives."""


LONGEST_WORD = 20
"""Letters and digits of a word that somebody contributes to the seed."""


def rules_of(match: Match) -> Rules:
    """The rules that the lobby has chosen."""
    return match.board.variants[match.roster.variant]


def known_word(word: str) -> str:
    """A word to contribute to the seed, in Unicode's form NFC; empty for none. Raises CommandRefused."""
    written = unicodedata.normalize("NFC", word)
    if written and not (written.isalnum() and len(written) <= LONGEST_WORD):
        raise CommandRefused("no-such-word", most=LONGEST_WORD)
    return written


def join(
    match: Match, person: Person, name: str, chat: Chat, color: str, contribution: Contribution
) -> Outcome:
    """Take the next seat, in a color if one is named; a player who has a seat changes its color."""
    roster = match.roster
    seat = roster.seat_of(str(person))
    if seat is not None:
        if contribution.word:
            raise CommandRefused("word-comes-late")
        if not color:
            raise CommandRefused("already-joined")
        return Outcome((ColorChanged(seat, _color(roster, color)),), "color-changed", {"color": color})
    _require_free_seat(match, str(person))
    color = _color(roster, color, str(person))
    event = PlayerJoined(str(person), distinct_name(name, roster.names), color, contribution)
    updates = RowUpdates(seats={len(roster.holders): person}, mentioned_in=chat)
    return Outcome((event,), "joined", {"color": color}, updates)


def _require_free_seat(match: Match, person: str = "") -> None:
    """A seat that nobody has, and that is kept for nobody else who is asked to play again."""
    roster, most = match.roster, rules_of(match).players_most
    if len(roster.holders) >= most:
        raise CommandRefused("lobby-full", most=most)
    kept_for = tuple(name for asked, name, _ in roster.asked if asked != person)
    is_asked = len(kept_for) < len(roster.asked)
    if len(roster.holders) + len(kept_for) >= most and not is_asked:
        raise CommandRefused("seats-kept", names=kept_for)


def asked_account(match: Match, accounts: Sequence[Person]) -> Person | None:
    """The one of a person's accounts that is asked to play again."""
    asked = {person for person, _, _ in match.roster.asked}
    return next((account for account in accounts if str(account) in asked), None)


def _color(roster: Roster, wanted: str, person: str = "") -> str:
    """The color that a person wants; else the one they had before, or one that nobody else had."""
    if not wanted:
        kept = {asked: color for asked, _, color in roster.asked}
        free = [color for color in roster.free_colors if color not in kept.values()]
        own = [color for color in roster.free_colors if color == kept.get(person)]
        return next(iter((*own, *free, *roster.free_colors)))
    if wanted not in COLORS:
        raise CommandRefused("no-such-color", word=wanted, colors=", ".join(roster.free_colors))
    if wanted not in roster.free_colors:
        raise CommandRefused("color-taken", color=wanted, colors=", ".join(roster.free_colors))
    return wanted


def leave(match: Match, person: Person) -> Outcome:
    """Give up the seat; the seats after it move up."""
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise CommandRefused("not-at-table")
    return Outcome((SeatLeft(seat),), "left", updates=_moved_up(match.roster, seat))


def add_computer(match: Match, level: str) -> Outcome:
    """Fill the next seat with a computer of a level; of the default one where that is empty."""
    level = level or DEFAULT_LEVEL
    roster = match.roster
    if level not in LEVELS:
        raise CommandRefused("no-such-level", word=level, levels=", ".join(LEVELS))
    _require_free_seat(match)
    name = next(name for name in COMPUTER_NAMES if computer_name(name) not in roster.names)
    event = ComputerJoined(level, computer_name(name), _color(roster, ""))
    return Outcome((event,), "computer-added", {"name": event.name, "level": level})


def computer_name(name: str) -> str:
    """A name that shows that it is a computer's."""
    return f"{name}{COMPUTER_MARK}"


def remove_computer(match: Match) -> Outcome:
    """Remove the computer that joined last."""
    holders = match.roster.holders
    computers = [seat for seat, holder in enumerate(holders) if not holder.person]
    if not computers:
        raise CommandRefused("no-computer")
    seat = computers[-1]
    updates = _moved_up(match.roster, seat)
    return Outcome((SeatLeft(seat),), "computer-removed", {"name": holders[seat].name}, updates)


def _moved_up(roster: Roster, left: int) -> RowUpdates:
    """The people of all seats after one was left and the later ones moved up."""
    stay = [holder for seat, holder in enumerate(roster.holders) if seat != left]
    seats: dict[int, Person | None] = dict.fromkeys(range(len(roster.holders)))
    for seat, holder in enumerate(stay):
        seats[seat] = Person.parse(holder.person) if holder.person else None
    return RowUpdates(seats=seats)


def change_setup(match: Match, choice: GameOptions) -> Outcome:
    """Choose another variant, bonus tickets, first player, clock, absence, delay of plans or start."""
    roster, board = match.roster, match.board
    variant = roster.variant if choice.variant is None else known_variant(board, choice.variant)
    bonus = roster.bonus if choice.bonus is None else known_bonus(board, choice.bonus)
    starter = roster.starter
    if choice.starter is not None:
        if choice.starter >= len(roster.holders):
            raise CommandRefused("no-such-seat")
        starter = choice.starter if choice.starter >= 0 else None
    delays = roster.delays_plans if choice.delays_plans is None else choice.delays_plans
    starts_full = roster.starts_full if choice.starts_full is None else choice.starts_full
    setup = SetupChanged(variant, bonus, starter, delays, starts_full)
    clock = ClockSet(
        roster.clock if choice.clock is None else CLOCKS[choice.clock],
        roster.allowance if choice.away is None else choice.away * DAY,
    )
    chosen = choice.variant, choice.bonus, choice.starter, choice.delays_plans, choice.starts_full
    events = (
        setup if any(value is not None for value in chosen) else None,
        clock if clock != ClockSet(roster.clock, roster.allowance) else None,
    )
    return Outcome(tuple(filter(None, events)) or (setup,), "setup-changed")


def known_variant(board: Board, name: str) -> str:
    """A variant of the board by its name. Raises CommandRefused."""
    if name not in board.variants:
        raise CommandRefused("no-such-variant", word=name, variants=", ".join(board.variants))
    return name


def known_bonus(board: Board, names: tuple[str, ...]) -> tuple[str, ...]:
    """Bonus sets of the board, each once. Raises CommandRefused."""
    for name in names:
        if name not in board.bonus_sets:
            raise CommandRefused("no-such-bonus", word=name, sets=", ".join(board.bonus_sets) or "none")
    return tuple(sorted(set(names)))


def start(match: Match, seed: str, name: str = "", last: Contribution = NOTHING) -> Outcome:
    """Begin: shuffle, deal and offer the starting tickets. A person of this name makes the last contribution.

    `seed` is only for a game that an earlier version opened, and that has no secret.
    """
    roster, rules = match.roster, rules_of(match)
    if roster.status is not Status.LOBBY:
        raise CommandRefused("already-started")
    if not any(holder.person for holder in roster.holders):
        raise CommandRefused("nobody-here")
    if len(roster.holders) < rules.players_least:
        raise CommandRefused("too-few-players", least=rules.players_least)
    requested: tuple[StartRequested, ...] = ()
    if roster.deck_secret:
        contributions = [contribution for _, contribution in roster.contributions]
        seed = derived_seed(roster.deck_secret, [*contributions, last])
        requested = (StartRequested(name, last),)
    setup = Setup(roster.variant, len(roster.holders), roster.bonus, roster.starter)
    try:
        game, events = new_game(match.board, setup, match.id, seed)
    except BadInput as bad:
        raise CommandRefused("bad-setup", why=str(bad)) from None
    return Outcome((*requested, *events), "started", game=game)


def start_if_full(match: Match, joined: Outcome, now: datetime, name: str, last: Contribution) -> Outcome:
    """What somebody's joining leads to: the game starts if every seat is taken and the lobby wants that.

    `name` and `last` are as in `start`. A lobby that an earlier version opened, without a secret, does not.
    """
    for event in joined.events:
        match = follow(match, event, now)
    roster = match.roster
    if not (roster.starts_full and roster.deck_secret) or len(roster.holders) < rules_of(match).players_most:
        return joined
    begun = start(match, "", name, last)
    return replace(joined, events=(*joined.events, *begun.events), game=begun.game)


# ---- a rematch

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
    setup = SetupChanged(roster.variant, roster.bonus, None, roster.delays_plans, roster.starts_full)
    return (
        *((setup,) if roster.delays_plans or roster.starts_full else ()),
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
    """Whether a seat belongs to a person who did not leave, or conceded, and whose data is not deleted."""
    stayed = holder.conceded or not holder.given_up
    return bool(holder.person) and stayed and Person.parse(holder.person).platform != FORGOTTEN


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
