"""Three locomotives: "if at any time 3 of the 5 face-up cards are locomotives, all 5 are discarded"."""

from dataclasses import replace

from msgspec import structs

from engine.events import DeckShuffled, Event, RowCleared, RowFilled, RowReset, seen_by
from engine.fold import fold
from engine.game import DrawSecondCard, Game, Table
from engine.notation import read_line
from engine.rulebook import apply
from tests.rules.table import at, cards_but, discards, move, play, the, told


def clearings(game: Game, text: str) -> list[str]:
    """The rows that an action clears, one after the other."""
    return [event.row for event in one_by_one(game, text) if isinstance(event, RowCleared)]


def one_by_one(game: Game, text: str) -> tuple[Event, ...]:
    """The events of an action with each reset for itself, which lead to the same state."""
    after, _ = move(game, text)
    seat = game.table.waiting_for[0]
    other, events = apply(game, seat, read_line(text), each_reset=True)
    assert replace(other, seq=0, table=without_revisions(other)) == replace(
        after, seq=0, table=without_revisions(after)
    )
    assert fold(game.table.board, events, game) == other
    return events


def without_revisions(game: Game) -> Table:
    """The table, without the numbers of the events that opened its decisions."""
    decisions = [decision and structs.replace(decision, revision=0) for decision in game.table.decisions]
    return replace(game.table, decisions=tuple(decisions))


# ---- where the row is looked at


def test_a_third_locomotive_turned_up_clears_the_row() -> None:
    game = play(at(row="RLLYW", deck="LOPKGB..."), "draw 1R")
    assert game.table.row == "OPKGB"
    assert discards(game) == "WYLLL"


def test_the_row_is_cleared_between_the_two_picks_and_the_second_is_still_due() -> None:
    game = play(at(row="RLLYW", deck="LOPKGB..."), "draw 1R")
    assert isinstance(game.table.decisions[0], DrawSecondCard)
    assert play(game, "draw 1O").table.seat == 1


def test_the_row_is_cleared_after_the_second_card_too() -> None:
    game = play(at(row="RLLYW", deck="GLOPKGB..."), "draw 1R")
    assert clearings(game, "draw 4Y") == ["GLLLW"]
    assert clearings(game, "draw 5W") == ["GLLYL"]


def test_the_row_is_cleared_after_a_face_up_locomotive_is_replaced_by_another() -> None:
    game = at(row="RLLGW", deck="LOPKGB...")
    assert clearings(game, "draw 2L") == []
    game = at(row="RLLGW", deck="LLOPKGB...")
    assert clearings(game, "draw 1R") == ["LLLGW"]


def test_four_or_five_locomotives_clear_the_row_as_well() -> None:
    for row in ("LLLLR", "LLLLL"):
        game = at(row=row, deck="OPKGB...", hands=["K"])
        assert clearings(game, "station wien K") == [row]


def test_the_row_is_checked_after_a_blind_card() -> None:
    game = at(row="LLLYW", deck="KOPKGB...")
    assert clearings(game, "draw deck") == ["LLLYW"]


def test_the_row_is_checked_after_a_claim_and_after_a_station() -> None:
    game = at(row="LLLYW", deck="OPKGB...", hands=["KKK"])
    assert clearings(game, "claim brest--paris KKK") == ["LLLYW"]
    assert clearings(game, "station wien K") == ["LLLYW"]


def test_the_row_is_checked_after_a_tunnel_is_settled() -> None:
    free = at(row="LLLYW", deck="RRROPKGB...", hands=["KKKKK"])
    assert clearings(free, "claim madrid--pamplona--2 KKK") == ["LLLYW"]
    asked = at(row="LLLYW", deck="KRROPKGB...", hands=["KKKKK"])
    assert clearings(asked, "claim madrid--pamplona--2 KKK") == []
    asked = play(asked, "claim madrid--pamplona--2 KKK")
    assert asked.table.row == "LLLYW"
    assert clearings(asked, "pay K") == ["LLLYW"]
    assert clearings(asked, "decline") == ["LLLYW"]


def test_a_row_is_cleared_once_the_discards_have_coloured_cards() -> None:
    rest = cards_but("LLLRB", "KKK")
    game = at(row="LLLRB", deck="", discards="", hands=["KKK", rest])
    events = one_by_one(game, "claim brest--paris KKK")
    game = play(game, "claim brest--paris KKK")
    assert [type(event) for event in events[1:4]] == [RowCleared, DeckShuffled, RowFilled]
    assert game.table.row.count("L") < 3
    assert (game.table.deck, game.table.discards) == (3, 0)


# ---- when it stays


def test_two_locomotives_do_not_clear_the_row() -> None:
    assert clearings(at(row="LLRYW", deck="KOPKGB...", hands=["K"]), "station wien K") == []


def test_a_row_of_fewer_than_five_is_never_cleared() -> None:
    game = at(row="LLLR-", deck="", discards="", hands=["", cards_but("LLLR")])
    assert clearings(game, "draw 4R") == []
    game = at(row="LLLRB", deck="", discards="", hands=["", cards_but("LLLRB")])
    game = play(game, "draw 4R")
    assert game.table.row == "LLL-B"


def test_a_row_stays_if_fewer_than_three_coloured_cards_are_left() -> None:
    game = at(row="LLLRB", deck="KLLL", discards="LL", hands=["", cards_but("LLLRBKLLLLL")])
    assert clearings(game, "draw deck") == []
    assert play(game, "draw deck").table.row == "LLLRB"


def test_with_three_coloured_cards_the_row_is_cleared_until_it_shows_them() -> None:
    game = at(row="LLLRB", deck="LGLL", discards="LL", hands=["", cards_but("LLLRBLGLLLL")])
    assert clearings(game, "draw deck")[0] == "LLLRB"
    row = play(game, "draw deck").table.row
    assert sorted(row.replace("L", "")) == ["B", "G", "R"]
    assert row.count("L") == 2


def test_the_coloured_cards_may_lie_in_the_discards_alone() -> None:
    game = at(row="LLLLL", deck="L", discards="RRR", hands=["", cards_but("LLLLLLRRR")])
    assert clearings(game, "draw deck")[0] == "LLLLL"
    assert sorted(play(game, "draw deck").table.row) == sorted("LLRRR")


# ---- again, as long as that holds


def test_the_row_is_cleared_until_it_shows_fewer_than_three_locomotives() -> None:
    game = at(row="RLLYW", deck="LLLLGBLRLLYOPKGB...")
    assert clearings(game, "draw 1R") == ["LLLYW", "LLLGB", "LRLLY"]
    assert play(game, "draw 1R").table.row == "OPKGB"
    assert discards(play(game, "draw 1R")) == "BWGYYR" + "L" * 9


def test_when_the_deck_runs_out_the_discards_are_shuffled_with_the_five_just_discarded() -> None:
    placed = "RLLYW" + "LOP" + "K"
    game = at(row="RLLYW", deck="LOP", discards="K", hands=["", cards_but(placed)])
    after, events = play(game, "draw 1R"), one_by_one(game, "draw 1R")
    _, _, cleared, shuffled, filled, *_ = events
    assert isinstance(cleared, RowCleared)
    assert isinstance(shuffled, DeckShuffled)
    assert sorted(shuffled.order) == sorted("K" + "LLLYW")
    assert isinstance(filled, RowFilled)
    assert filled.row[:2] == "OP"
    assert after.table.row.count("L") < 3
    assert (after.table.deck, after.table.discards) == (3, 0)


def test_clearing_belongs_to_the_action_that_caused_it() -> None:
    game = at(row="RLLYW", deck="LOPKGB...")
    assert told(game, "draw 1R") == ["CardTaken", "RowFilled", "RowCleared", "RowFilled", "SecondCardDue"]


# ---- several resets in a run


def test_several_resets_in_a_run_are_one_event() -> None:
    game = at(row="RLLYW", deck="LLLLGBOPKGB...")
    assert told(game, "draw 1R") == ["CardTaken", "RowFilled", "RowReset", "SecondCardDue"]
    reset = the(RowReset, game, "draw 1R")
    assert (reset.times, reset.row, reset.shuffles) == (2, "OPKGB", 0)
    assert (reset.deck_size, reset.discards_size) == (len(reset.deck), 10)
    assert reset.discards == "BWGYLLLLLL"


def test_a_run_of_hundreds_of_resets_is_one_event() -> None:
    placed = "LLLRB" + "G" + "L" * 11
    longest = max(
        (
            the_run(at(row="LLLRB", deck="LGLL", discards="L" * 8, hands=["", cards_but(placed)], seed=seed))
            for seed in (f"{number:064x}" for number in range(40))
        ),
        key=lambda reset: reset.times,
    )
    assert longest.times > 100
    assert longest.shuffles > 100
    assert longest.row.count("L") == 2


def the_run(game: Game) -> RowReset:
    """The run of resets after a blind card, with the few events of its action."""
    _, events = move(game, "draw deck")
    assert len(events) <= 4
    return next(event for event in events if isinstance(event, RowReset))


def test_a_run_draws_the_same_chance_as_the_resets_one_by_one() -> None:
    placed = "LLLRB" + "G" + "L" * 11
    for number in range(20):
        seed = f"{number:064x}"
        game = at(row="LLLRB", deck="LGLL", discards="L" * 8, hands=["", cards_but(placed)], seed=seed)
        shuffles = [event for event in one_by_one(game, "draw deck") if isinstance(event, DeckShuffled)]
        after, _ = move(game, "draw deck")
        assert after.counter == shuffles[-1].counter


def test_nobody_sees_the_deck_in_a_run_of_resets() -> None:
    game = at(row="RLLYW", deck="LLLLGBOPKGB...")
    reset = the(RowReset, game, "draw 1R")
    for seat in (0, 1, None):
        seen = seen_by(reset, seat)
        assert isinstance(seen, RowReset)
        assert (seen.deck, seen.discards, seen.counter) == ("", "", 0)
        assert (seen.times, seen.row, seen.deck_size) == (2, "OPKGB", reset.deck_size)


# ---- boards on which the row is never cleared


def test_a_row_that_is_never_cleared_keeps_its_locomotives() -> None:
    game = play(at(rules={"row_reset": 0}, row="RLLYW", deck="LOPKGB..."), "draw 1R")
    assert game.table.row == "LLLYW"
    assert discards(game) == ""


def test_a_row_that_is_never_cleared_can_be_dealt_with_any_number_of_locomotives() -> None:
    game = play(at(rules={"row_reset": 0}, row="LLLLY", deck="LO..."), "draw 5Y")
    assert game.table.row == "LLLLL"
