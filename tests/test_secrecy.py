"""Secrets: what a seat cannot know may change, and nothing that it sees or may do changes with it."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice, takewhile
from typing import Any, TypeVar, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from bot.matches.roster_events import GameOpened, PlanMade
from bot.matches.roster_fold import opened as lobby_of
from engine import events as happened
from engine.actions import DrawDeck, DrawTickets, KeepTickets
from engine.cards import letters
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.documents.position import game_at, position_of
from engine.events import Event, Own, Public, Secret, seen_by
from engine.game import Game, Table
from engine.options import options
from engine.rulebook import apply
from engine.sheet import ScoreSheet
from engine.stored_values import Versioned
from engine.view import View, view_for
from tests.random_games import STYLES, VARIANTS, opened, steps
from tests.soaked import examples, soaked

Item = TypeVar("Item")

each_variant = pytest.mark.parametrize(
    ("title", "variant"), soaked(VARIANTS, ("europe", "europe"), ("usa", "big-cities"))
)

PUBLIC: dict[type, set[str]] = {
    happened.GameStarted: {"game_id", "board", "edition", "variant", "bonus", "players", "seal"},
    happened.StarterChosen: {"seat", "drawn"},
    happened.DeckShuffled: {"size"},
    happened.TicketsShuffled: {"long", "size"},
    happened.CardsDealt: {"seat", "size"},
    happened.RowFilled: {"row", "size"},
    happened.RowCleared: {"row"},
    happened.RowReset: {"times", "row", "shuffles", "deck_size", "discards_size"},
    happened.TicketsSetAside: {"seat", "size"},
    happened.TicketsOffered: {"seat", "size", "keep", "keep_most", "starting", "dealt"},
    happened.TicketsKept: {"seat", "kept_size", "refused_size", "to"},
    happened.RefusedReturned: {"size"},
    happened.TurnStarted: {"seat", "turns_left"},
    happened.TurnPassed: {"seat", "turns_left"},
    happened.CardTaken: {"seat", "slot", "card"},
    happened.CardDrawn: {"seat"},
    happened.SecondCardDue: {"seat"},
    happened.TunnelRevealed: {"seat", "route", "laid", "revealed", "owed"},
    happened.TunnelDeclined: {"seat", "route", "cards"},
    happened.RouteClaimed: {"seat", "route", "cards", "trains", "points"},
    happened.StationBuilt: {"seat", "city", "cards"},
    happened.LastRoundStarted: {"seat", "trains", "turns_left"},
    happened.EndAgreed: {"seat"},
    happened.GameEnded: {"stalemate", "sheet", "seed"},
    happened.MovesUndone: {"seat", "to", "cause"},
}
"""What everybody may see of each kind of event."""

OWN: dict[type, set[str]] = {
    happened.CardsDealt: {"cards"},
    happened.TicketsOffered: {"tickets"},
    happened.TicketsKept: {"kept", "refused"},
    happened.CardDrawn: {"card"},
}
"""The fields that only the player of the event sees."""


# ---- events


def sample(kind: type) -> Any:
    """An event of a kind in which no field is blank. Its seat is 2."""
    values = {int: 2, str: "R", bool: True, tuple: (1,), ScoreSheet: ScoreSheet((), (2,))}
    hints = get_type_hints(kind)
    return kind(**{name: _sample_value(values, hints[name]) for name in kind.__struct_fields__})


def _sample_value(values: dict[type, Any], hint: Any) -> Any:
    kinds = [hint, *get_args(hint), getattr(hint, "__origin__", None)]
    return next(values[kind] for kind in reversed(kinds) if kind in values)


def shown(event: Any, seat: int | None) -> set[str]:
    """The fields of an event that a seat sees unchanged; the others are blank."""
    seen = seen_by(event, seat)
    names = event.__struct_fields__
    same = {name for name in names if getattr(seen, name) == getattr(event, name)}
    assert all(getattr(seen, name) in ("", 0, ()) for name in names if name not in same)
    return same


def test_visibility_list_names_every_kind_of_event() -> None:
    assert set(PUBLIC) == set(get_args(Event))


@pytest.mark.parametrize("kind", PUBLIC, ids=lambda kind: kind.__name__)
def test_public_fields_of_an_event_are_those_listed(kind: type) -> None:
    event = sample(kind)
    assert shown(event, None) == shown(event, 1) == PUBLIC[kind]
    own = OWN.get(kind, set()) if "seat" in PUBLIC[kind] else set()
    assert shown(event, 2) == PUBLIC[kind] | own


def test_undeclared_field_is_secret() -> None:
    class Whispered(Versioned, frozen=True):
        seat: Public[int]
        undeclared: str
        number: int
        told: Own[str]
        sealed: Secret[str]

    event: Any = Whispered(2, "what", 7, "mine", "hush")
    globals()["Whispered"] = Whispered
    assert (
        seen_by(event, 1)
        == seen_by(event, None)
        == structs.replace(event, undeclared="", number=0, told="", sealed="")
    )
    assert seen_by(event, 2) == structs.replace(event, undeclared="", number=0, sealed="")


def test_the_secrets_of_a_lobby_are_declared() -> None:
    hints = get_type_hints(GameOpened, include_extras=True)
    declared = {name for name, hint in hints.items() if "secret" in getattr(hint, "__metadata__", ())}
    assert declared == {name for name in hints if "secret" in name} == {"secret", "deck_secret"}
    event = GameOpened("europe", "e1", "europe", (), "local:a", "ab" * 32, "5ea1", "cd" * 32)
    seen: Any = seen_by(event, None)  # type: ignore[type-var]
    assert (seen.seal, seen.deck_secret, seen.secret) == ("5ea1", "", "")


def test_the_secret_of_the_cards_is_not_in_what_a_log_line_shows() -> None:
    event = GameOpened("europe", "e1", "europe", (), "local:a", "ab" * 32, "5ea1", "cd" * 32)
    assert "cd" * 32 not in repr(event) + repr(lobby_of(event))


@pytest.mark.parametrize("kind", [*get_args(Event), PlanMade], ids=lambda kind: kind.__name__)
def test_what_is_declared_secret_is_not_in_what_a_log_line_shows(kind: type) -> None:
    hints = get_type_hints(kind, include_extras=True)
    secret = {name for name, hint in hints.items() if "secret" in getattr(hint, "__metadata__", ())}
    assert set(re.findall(r"(\w+)=", repr(sample(kind)))) & hints.keys() == hints.keys() - secret - {"shape"}


def test_event_without_secrets_is_seen_unchanged() -> None:
    event = happened.CardTaken(0, 3, "R")
    assert seen_by(event, None) is event


# ---- views


def test_view_has_no_field_for_another_seats_secrets() -> None:
    assert [field.name for field in fields(View)] == ["table", "seat", "hand", "tickets", "offer"]
    assert {field.name for field in fields(Table)} == {
        "board", "rules", "game_id", "bonus", "players", "seal", "starter", "seat", "turn", "row", "deck",
        "discards", "ticket_deck", "hands", "tickets", "trains", "points", "routes", "stations", "decisions",
        "tunnel", "turns_left", "passes", "last", "sheet", "seed",
    }  # fmt: skip


def test_table_shows_only_sizes_of_hidden_cards() -> None:
    table = view_for(opened("europe", "europe", 3, 7)[0], None).table
    assert {type(size) for size in (table.deck, table.discards, table.ticket_deck)} == {int}
    assert {type(size) for size in (*table.hands, *table.tickets)} == {int}
    assert table.seed == ""


def test_spectator_has_no_hand() -> None:
    view = view_for(opened("europe", "europe", 3, 7)[0], None)
    assert (view.seat, sum(view.hand), view.tickets, view.offer, view.decision) == (None, 0, (), (), None)
    assert list(options(view)) == []


# ---- twin worlds


def twin(game: Game, seat: int | None, chance: Chance) -> Game:
    """A state that looks the same to a seat (None: to onlookers), with different secrets."""
    position = position_of(game)
    position["seed"] = f"{chance.below(2**62):064x}"
    position["counter"] = game.counter + chance.below(100)
    _swap_cards(position, game, seat, chance)
    _swap_tickets(position, game, seat, chance)
    other = game_at(position, game.table.board)
    return replace(other, table=replace(other.table, seal=game.table.seal))


def _swap_cards(position: dict[str, Any], game: Game, seat: int | None, chance: Chance) -> None:
    others = [each for each in range(game.table.players) if each != seat]
    unknown = game.deck + "".join(letters(game.hands[each]) for each in others)
    deal = iter(chance.shuffled(unknown))
    for each in others:
        position["hands"][each] = "".join(_next(deal, sum(game.hands[each])))
    position["deck"] = "".join(deal)


def _swap_tickets(position: dict[str, Any], game: Game, seat: int | None, chance: Chance) -> None:
    table = game.table
    piles = [table.board.pile(table.rules.variant, long=long) for long in (False, True)]
    known = set() if seat is None else {*game.tickets[seat], *game.offers[seat]}
    deal = iter(chance.shuffled([ticket for pile in piles for ticket in pile if ticket not in known]))
    for name in ("tickets", "offers", "refused"):
        for each in range(table.players):
            if each != seat or name == "refused":
                position[name][each] = _next(deal, len(position[name][each]))
    for aside in position["aside"]:
        aside[:] = [_next(deal, len(offer)) for offer in aside]
    for name in ("ticket_deck", "long_tickets"):
        position[name] = _next(deal, len(position[name]))


def _next(items: Iterator[Item], number: int) -> list[Item]:
    return list(islice(items, number))


def test_secrecy_pair_differs_only_in_secrets() -> None:
    game, _ = opened("europe", "mega", 3, 7)
    other = twin(game, 1, Chance("7" * 64))
    assert (other.hands[1], other.offers[1]) == (game.hands[1], game.offers[1])
    for what in ("hands", "offers", "aside", "deck", "ticket_deck", "long_tickets", "seed", "counter"):
        assert getattr(other, what) != getattr(game, what)
    assert other.table == game.table


def moments(title: str, variant: str, players: int, number: int, style: str) -> Iterator[Game]:
    """Some moments of a game, the first among them."""
    game, _ = opened(title, variant, players, number)
    for place, step in enumerate(steps(game, number, style)):
        if place < 3 * players or place % 10 == number % 10:
            yield step.before


QUICK = [choose for level, choose in COMPUTERS.items() if level != "hard"]
"""The computers that do not search. tests/test_computers.py tests the one that does."""


worlds = given(
    players=st.integers(2, 5),
    number=st.integers(0, 2**32),
    style=st.sampled_from(sorted(STYLES)),
)


@each_variant
@examples(20)
@worlds
def test_secrets_change_nothing_that_a_seat_sees_or_may_do(
    title: str, variant: str, players: int, number: int, style: str
) -> None:
    chance = Chance(f"{number:064x}")
    for game in moments(title, variant, players, number, style):
        for seat in (None, *range(game.table.players)):
            other = twin(game, seat, chance)
            view, twin_view = view_for(game, seat), view_for(other, seat)
            assert twin_view == view
            assert list(options(twin_view)) == list(options(view))
            for choose in QUICK if view.decision and game.seq % 9 == 0 else ():
                own = f"{number + 1:064x}"
                assert choose(twin_view, Chance(own)) == choose(view, Chance(own))


TURN_OVER = (happened.TurnStarted, happened.TurnPassed, happened.GameEnded, happened.LastRoundStarted)


@each_variant
@examples(20)
@worlds
def test_hidden_actions_look_the_same_in_both_worlds(
    title: str, variant: str, players: int, number: int, style: str
) -> None:
    chance = Chance(f"{number:064x}")
    for game in moments(title, variant, players, number, style):
        actor = game.table.waiting_for[0]
        if game.table.row.count("L") > 2:
            continue
        for onlooker in (None, *(seat for seat in range(game.table.players) if seat != actor)):
            other = twin(game, onlooker, chance)
            assert unseen(game, actor, onlooker) == unseen(other, actor, onlooker)


def unseen(game: Game, actor: int, onlooker: int | None) -> list[Event]:
    """The events that an onlooker sees of a blind draw, and of tickets drawn and kept, up to the next
    player's turn.

    That turn passes where the next player can do nothing, and the end shows everything.
    """
    listed = options(view_for(game, actor))
    seen: list[Event] = []
    for kind in (DrawDeck, DrawTickets, KeepTickets):
        for action in listed.of(kind)[:1]:
            _, told = apply(game, actor, action)
            own = takewhile(lambda event: not isinstance(event, TURN_OVER), told)
            seen += [seen_by(event, onlooker) for event in own]
    return seen
