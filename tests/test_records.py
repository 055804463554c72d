"""Records: whole games as one document that anybody can check, and the events that they are made of."""

import copy
import dataclasses
import gzip
import hashlib
import hmac
import json
import re
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from engine.chance import Contribution, colon_seal, derived_seed, hashed_id, seal
from engine.documents.codec import from_json, to_json
from engine.documents.record import (
    Record,
    RecordedNote,
    Tenure,
    read_record,
    record_of,
    record_text,
    sealed,
)
from engine.documents.verify import verify
from engine.events import CardDrawn, CardTaken, EndAgreed, Event, GameEnded, RowCleared, RowReset
from engine.fold import fold
from engine.refusals import BadInput
from engine.setup import Setup
from engine.stored_values import Versioned
from engine.turns import end_early
from tests.recorded_games import SHARED, VARIANTS, board_of, log_of, played
from tests.soaked import soaked
from tests.tiny_board import tiny_board
from tools.schemas import record_schema

HERE = Path(__file__).parent
SCHEMA_FILE = HERE.parent / "engine" / "documents" / "record.schema.json"
SCHEMA = Draft202012Validator(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
GOLDEN = sorted((HERE / "records").glob("*.json.gz"))


NOTES = (RecordedNote("2026-03-01T19:00:00.000Z", "Bea came back."),)
SEATS = (
    Tenure(0, "2026-03-01T18:00:00.000Z", "2026-03-01T18:05:00.000Z", "Ada", "", "start"),
    Tenure(1, "2026-03-01T18:00:00.000Z", "2026-03-01T18:01:00.000Z", "Bea", "easy", "left"),
    Tenure(1, "2026-03-01T18:01:00.000Z", "2026-03-01T18:05:00.000Z", "Bea", "", "back"),
)


@lru_cache
def on_the_tiny_board(number: int = 0, starter: int | None = None) -> Record:
    """A short game between two, on a board of three cities."""
    secret = f"{number:064x}"
    seed = derived_seed(secret, SHARED)
    log = log_of(played(tiny_board(), Setup("isle", 2, starter=starter), number, seed))
    return record_of(log, ("Ada", "Bea"), NOTES, seats=SEATS, secret=secret, contributions=SHARED)


@lru_cache
def drawn_alone(number: int = 0) -> Record:
    """The same, with a seed that the program drew alone."""
    return record_of(log_of(played(tiny_board(), Setup("isle", 2), number)), ("Ada", "Bea"), NOTES)


def why(record: Record) -> str:
    """The message that says what is wrong with a record of the tiny board."""
    difference = verify(record, tiny_board())
    assert difference is not None
    return difference


def with_move(record: Record, number: int, **changes: Any) -> Record:
    """The record with one of its moves (counted from 1) changed."""
    moves = list(record.moves)
    moves[number - 1] = replace(moves[number - 1], **changes)
    return replace(record, moves=tuple(moves))


@pytest.mark.parametrize(("name", "variant"), soaked(VARIANTS, ("europe", "europe"), ("usa", "mega")))
@pytest.mark.parametrize("players", [2, 5])
def test_a_played_game_is_written_read_back_and_verified(name: str, variant: str, players: int) -> None:
    record = record_of(log_of(played(board_of(name), Setup(variant, players), players)))
    read = read_record(record_text(record))
    assert read == record
    assert verify(read, board_of(name)) is None


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_event_is_stored_and_read_back(name: str, variant: str) -> None:
    for step in played(board_of(name), Setup(variant, 4), 9):
        for event in step.events:
            text = json.dumps(to_json(event))
            assert from_json(Event, json.loads(text)) == event
            kind, shape, *fields = json.loads(text).items()
            assert (kind, shape) == (("kind", type(event).__name__), ("shape", event.shape))
            assert tuple(name for name, _ in fields) == event.__struct_fields__


def test_random_games_have_every_kind_of_event_but_rare_ones() -> None:
    games = [played(board_of("europe"), Setup(variant, 4), 2) for variant in ("mega", "europe")]
    seen = {type(event).__name__ for game in games for step in game for event in step.events}
    rare = {"TurnPassed", "RowCleared", "RowReset", "MovesUndone", "EndAgreed"}
    assert {kind.__name__ for kind in get_args(Event)} - seen <= rare


@pytest.mark.parametrize(
    ("kind", "shape", "fields", "sentence"),
    [
        ("CardTake", 1, {}, 'kind: "CardTake" is not a known kind (did you mean "CardTaken"?).'),
        ("CardTaken", 2, {}, "shape: CardTaken is known in the shape 1, not 2: a newer program wrote it."),
        ("CardTaken", 0, {}, "shape: CardTaken is known in the shape 1, not 0."),
        ("CardTaken", 1, {"seat": 1, "slot": 2}, 'the key "card" is missing.'),
        (
            "CardTaken",
            1,
            {"seat": 1, "slot": 2, "card": "R", "from": "row"},
            'there is no key "from".',
        ),
        (
            "CardTaken",
            1,
            {"seat": "1", "slot": 2, "card": "R"},
            'seat: this must be a whole number, not "1".',
        ),
    ],
)
def test_an_event_that_this_program_does_not_know_is_refused(
    kind: str, shape: int, fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadInput) as refused:
        from_json(Event, {"kind": kind, "shape": shape, **fields})
    assert str(refused.value) == sentence
    known = {"kind": "CardTaken", "shape": 1, "seat": 1, "slot": 2, "card": "R"}
    assert from_json(Event, known) == CardTaken(1, 2, "R")


class SampleEvent(Versioned, frozen=True):
    """An event of two shapes."""

    shape: ClassVar[int] = 2
    seat: int
    loud: bool = False


def test_an_earlier_shape_of_an_event_is_read_with_the_defaults_of_what_it_lacks() -> None:
    either = CardTaken | SampleEvent
    written = {"kind": "SampleEvent", "shape": 2, "seat": 1, "loud": True}
    assert to_json(SampleEvent(1, loud=True)) == written
    assert from_json(either, written) == SampleEvent(1, loud=True)
    assert from_json(either, {"kind": "SampleEvent", "shape": 1, "seat": 1}) == SampleEvent(1)
    for shape, fields, sentence in (
        (1, {"loud": True}, 'the key "seat" is missing.'),
        (2, {"seat": 1}, 'the key "loud" is missing.'),
        (0, {"seat": 1}, "shape: SampleEvent is known in the shapes 1 to 2, not 0."),
        (3, {}, "shape: SampleEvent is known in the shapes 1 to 2, not 3: a newer program wrote it."),
        (True, {"seat": 1}, "shape: SampleEvent is known in the shapes 1 to 2, not true."),
    ):
        with pytest.raises(BadInput) as refused:
            from_json(either, {"kind": "SampleEvent", "shape": shape, **fields})
        assert str(refused.value) == sentence


@pytest.mark.parametrize("moment", ["yesterday", "", 5, None, "2026-13-01T00:00:00+00:00"])
def test_a_moment_is_written_as_text_and_nothing_else_is_one(moment: object) -> None:
    noon = datetime(2026, 5, 9, 12, 0, 0, 123456, tzinfo=UTC)
    assert from_json(datetime, json.loads(json.dumps(to_json(noon)))) == noon
    with pytest.raises(BadInput):
        from_json(datetime, moment)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_a_stored_record_replays_to_the_same_end(path: Path) -> None:
    record = read_record(gzip.decompress(path.read_bytes()).decode())
    # A name that has since been added to the board file makes another edition, and no other game.
    board = dataclasses.replace(board_of(record.board), edition=record.edition)
    assert verify(record, board) is None
    events = [*record.setup, *(event for move in record.moves for event in move.events)]
    assert isinstance(events[-1], GameEnded)
    assert fold(board, events).table.sheet == events[-1].sheet


def test_there_is_a_stored_record_of_every_variant() -> None:
    records = [read_record(gzip.decompress(path.read_bytes()).decode()) for path in GOLDEN]
    assert {(record.board, record.variant) for record in records} == {
        *VARIANTS,
        ("india", "india"),
        ("nordic", "nordic"),
    }
    assert {record.format for record in records} == {1, 2, 3}
    assert {record.players for record in records} == {2, 3, 4, 5}


def test_a_record_keeps_to_the_schema_and_has_a_line_for_each_move() -> None:
    record = on_the_tiny_board()
    text = record_text(record)
    SCHEMA.validate(json.loads(text))
    lines = [line for line in text.splitlines() if '"action"' in line]
    assert len(lines) == len(record.moves)
    assert list(SCHEMA.schema["properties"]) == list(json.loads(text))


def test_the_schema_follows_from_the_classes_and_the_page() -> None:
    """`python -P -m tools.schemas` writes it, unless the page has more or fewer keys than the classes."""
    assert SCHEMA_FILE.read_text(encoding="utf-8") == record_schema()


def test_a_record_says_who_played_what_and_when() -> None:
    record = on_the_tiny_board(starter=1)
    assert (record.game, record.board, record.variant, record.players) == ("game-0", "isle", "isle", 2)
    assert (record.starter, record.names) == (1, ("Ada", "Bea"))
    assert record.started == "2026-03-01T18:00:00.000Z"
    assert [move.at for move in record.moves[:2]] == ["2026-03-01T18:00:07.000Z", "2026-03-01T18:00:14.000Z"]
    assert {move.action.split()[0] for move in record.moves[:2]} == {"keep"}
    assert {move.seat for move in record.moves[:2]} == {0, 1}
    ended = record.moves[-1].events[-1]
    assert isinstance(ended, GameEnded)
    assert record.scores is not None
    assert [score.total for score in record.scores] == [line.total for line in ended.sheet.seats]


def ended_early(moves: int) -> Record:
    """A game on the tiny board that ends after this many moves: seat 1 asked for it, and all agreed."""
    steps = [*islice(played(tiny_board(), Setup("isle", 2), 1), moves + 1)]
    log = log_of(steps)
    _, events = end_early(steps[-1].game, 1)
    return record_of([*log, *((log[-1][0], "", event) for event in events)])


def test_a_game_that_the_table_ended_early_is_scored_and_verified_as_it_stands() -> None:
    record = ended_early(5)
    assert [type(event) for event in record.moves[-1].events] == [EndAgreed, GameEnded]
    assert (record.moves[-1].action, record.moves[-1].seat) == ("end", 1)
    assert record.scores is not None
    assert verify(read_record(record_text(record)), tiny_board()) is None


def test_no_record_ends_early_before_the_first_turn_or_after_the_end() -> None:
    assert why(ended_early(1)) == 'Move 2: action is "end", and no turn is being played.'
    over, end = on_the_tiny_board(), ended_early(5).moves[-1]
    ended_again = replace(over, moves=(*over.moves, end))
    assert why(ended_again) == f'Move {len(over.moves) + 1}: action is "end", and no turn is being played.'


def test_the_seat_of_a_move_is_recorded_even_if_a_shuffle_comes_first() -> None:
    shuffled = [
        move
        for number in range(20)
        for move in on_the_tiny_board(number).moves
        if type(move.events[0]).__name__ == "DeckShuffled" and move.action == "draw deck"
    ]
    assert {move.seat for move in shuffled} == {0, 1}


def test_the_starter_is_recorded_only_if_named() -> None:
    assert on_the_tiny_board().starter is None
    assert verify(on_the_tiny_board(starter=0), tiny_board()) is None
    assert verify(on_the_tiny_board(starter=1), tiny_board()) is None


def test_a_record_of_resets_one_by_one_is_verified_as_it_was_written() -> None:
    number = next(number for number in range(60) if row_resets(number))
    today, earlier = (
        list(played(tiny_board(), Setup("isle", 2), number, each_reset=each)) for each in (False, True)
    )
    assert [step.action for step in earlier] == [step.action for step in today]
    assert earlier[-1].game.table.sheet == today[-1].game.table.sheet
    assert earlier[-1].game.counter == today[-1].game.counter
    assert fold(tiny_board(), [event for step in earlier for event in step.events]) == earlier[-1].game
    kinds = {type(event).__name__ for step in earlier for event in step.events}
    assert "RowCleared" in kinds
    assert "RowReset" not in kinds
    record = record_of(log_of(earlier))
    assert read_record(record_text(record)) == record
    assert verify(record, tiny_board()) is None
    assert verify(record_of(log_of(today)), tiny_board()) is None


def test_a_changed_row_among_resets_one_by_one_is_noticed() -> None:
    number = next(number for number in range(60) if row_resets(number))
    record = record_of(log_of(played(tiny_board(), Setup("isle", 2), number, each_reset=True)))
    place, move = next(
        (place, move)
        for place, move in enumerate(record.moves, 1)
        if sum(isinstance(event, RowCleared) for event in move.events) > 1
    )
    forged = [
        replace(event, row="LLLLL") if isinstance(event, RowCleared) else event for event in move.events
    ]
    assert "RowCleared.row" in why(with_move(record, place, events=tuple(forged)))


def row_resets(number: int) -> list[RowReset]:
    """The runs of resets in a game on the tiny board."""
    steps = played(tiny_board(), Setup("isle", 2), number)
    return [event for step in steps for event in step.events if isinstance(event, RowReset)]


def test_an_unfinished_game_has_no_record_unless_asked_for() -> None:
    log = log_of(islice(played(tiny_board(), Setup("isle", 2)), 12))
    with pytest.raises(ValueError, match="the game is not over"):
        record_of(log)
    record = record_of(log, unfinished=True)
    assert record.scores is None
    assert len(record.moves) == 11
    assert verify(record, tiny_board()) is None


def test_a_log_begins_with_its_setup() -> None:
    log = log_of(played(tiny_board(), Setup("isle", 2)))
    for broken in (log[1:], [], [(log[0][0], "draw deck", log[0][2]), *log[1:]]):
        with pytest.raises(ValueError, match="begins with its setup"):
            record_of(broken)


def test_names_seats_and_notes_can_be_removed() -> None:
    assert verify(replace(on_the_tiny_board(), names=(), seats=(), notes=()), tiny_board()) is None


def test_names_and_seats_that_do_not_fit_the_players_are_noticed() -> None:
    record = on_the_tiny_board()
    assert why(replace(record, names=("Ada",))) == 'The record: names is ["Ada"], and 2 play.'
    beyond = replace(SEATS[0], seat=2)
    assert why(replace(record, seats=(beyond,))) == "The record: seats is 2, and there is no such seat."


@pytest.mark.parametrize("shared", [True, False])
def test_another_seed_or_seal_is_noticed(shared: bool) -> None:
    record = on_the_tiny_board() if shared else drawn_alone()
    begins = f'The record: seal is "{record.seal}", and should be'
    secret = {"secret" if shared else "seed": "1" * 64}
    assert why(replace(record, **secret)).startswith(begins)
    assert why(replace(record, game="game-1")).startswith(begins)
    assert why(replace(record, seal="0" * 64)).startswith(f'The record: seal is "{"0" * 64}", and should be')


def test_a_seed_that_does_not_follow_from_secret_and_contributions_is_noticed() -> None:
    record = on_the_tiny_board()
    assert why(replace(record, seed="1" * 64)) == (
        f'The record: seed is "{"1" * 64}", and should be "{record.seed}".'
    )
    for others in (
        SHARED[:-1],
        SHARED[::-1],
        (*SHARED, Contribution("", "")),
        (SHARED[0], replace(SHARED[1], word="zug"), SHARED[2]),
        (SHARED[0], replace(SHARED[1], id=""), SHARED[2]),
        (SHARED[0], Contribution(SHARED[1].id, ""), Contribution("", "Zug"), SHARED[2]),
    ):
        assert why(replace(record, contributions=others)).startswith(
            f'The record: seed is "{record.seed}", and should be'
        )


@pytest.mark.parametrize("secret", ["", "00", "g" * 64, "0" * 63, "ABCDEF12" * 8])
def test_a_secret_is_64_hexadecimal_digits(secret: str) -> None:
    record = replace(on_the_tiny_board(), secret=secret, seal=seal("game-0", secret))
    assert why(record) == f'The record: secret is "{secret}", and should be "64 hexadecimal digits".'


def test_a_record_of_a_seed_that_the_program_drew_alone_has_the_earlier_format() -> None:
    record = drawn_alone()
    document = json.loads(record_text(record))
    assert document["format"] == 1
    assert {"secret", "contributions"}.isdisjoint(document)
    assert document["seal"] == hashlib.sha256(f"game-0:{document['seed']}".encode()).hexdigest()
    assert read_record(record_text(record)) == record
    assert verify(record, tiny_board()) is None
    SCHEMA.validate(document)


def test_a_game_that_was_sealed_by_an_earlier_version_keeps_its_format() -> None:
    record = on_the_tiny_board()
    shown = colon_seal("game-0", record.secret)
    log = [(datetime.fromisoformat(record.started), "", event) for event in record.setup]
    earlier = record_of(log, secret=record.secret, published=shown, contributions=SHARED, unfinished=True)
    assert (record.format, earlier.format, earlier.seal) == (3, 2, shown)
    assert verify(earlier, tiny_board()) is None
    SCHEMA.validate(json.loads(record_text(earlier)))
    for changed in (replace(earlier, format=3), replace(record, format=2)):
        assert "seal is" in why(sealed(changed))


@pytest.mark.parametrize("key", ["secret", "contributions"])
def test_each_format_has_its_own_keys(key: str) -> None:
    document = json.loads(record_text(on_the_tiny_board()))
    for changed, sentence in (
        ({**document, "format": 1}, 'there is no key "secret" in format 1.'),
        ({one: document[one] for one in document if one != key}, f'the key "{key}" is missing.'),
    ):
        with pytest.raises(BadInput) as refused:
            read_record(json.dumps(changed))
        assert str(refused.value) == sentence
        assert not SCHEMA.is_valid(changed)


def test_another_board_is_noticed() -> None:
    record = on_the_tiny_board()
    assert why(replace(record, edition="x")).startswith('The record: edition is "x", and should be')
    difference = verify(record, board_of("usa"))
    assert difference == 'The record: board is "isle", and should be "usa".'


def test_another_setup_is_noticed() -> None:
    record = on_the_tiny_board()
    assert (
        why(replace(record, players=9)) == 'The setup: what is played is "isle", and The Isle is played by 2.'
    )
    assert (
        why(replace(record, starter=0))
        == "The setup: event 2, StarterChosen.drawn, is true, and should be false."
    )
    short = replace(record, setup=record.setup[:-1])
    place = f"event {len(record.setup)}"
    assert why(short) == f'The setup: {place} is nothing, and should be "TicketsOffered".'
    long = replace(record, setup=(*record.setup, record.setup[-1]))
    assert why(long).endswith('is "TicketsOffered", and should be nothing.')


def test_an_illegal_action_is_noticed() -> None:
    record = on_the_tiny_board()
    line = record.moves[0].action
    assert why(with_move(record, 1, action="decline")) == (
        'Move 1: action is "decline", and the rules refuse it: choose-tickets-first.'
    )
    assert why(with_move(record, 1, action=line.upper())) == (
        f'Move 1: action is "{line.upper()}", and it is not the line of an action.'
    )
    assert why(with_move(record, 1, seat=2)) == "Move 1: seat is 2, and there is no such seat."
    assert why(with_move(record, 1, seat=-1)) == "Move 1: seat is -1, and there is no such seat."
    again = replace(record, moves=(*record.moves, record.moves[-1]))
    assert why(again).endswith("and the rules refuse it: game-over.")


def test_cards_in_another_order_are_not_the_line_of_the_action() -> None:
    record = on_the_tiny_board()
    number, move = next(
        (number, move)
        for number, move in enumerate(record.moves, 1)
        if move.action.startswith(("claim", "station")) and len(set(move.action.split()[-1])) > 1
    )
    *words, cards = move.action.split()
    turned = " ".join([*words, cards[::-1]])
    assert why(with_move(record, number, action=turned)) == (
        f'Move {number}: action is "{turned}", and its line is {move.action}.'
    )


def test_an_event_that_did_not_happen_is_noticed_down_to_its_field() -> None:
    record = on_the_tiny_board()
    number, move = next(
        (number, move) for number, move in enumerate(record.moves, 1) if move.action == "draw deck"
    )
    place, drawn = next(
        (place, event) for place, event in enumerate(move.events) if isinstance(event, CardDrawn)
    )
    other = "R" if drawn.card != "R" else "B"
    events = [*move.events[:place], replace(drawn, card=other), *move.events[place + 1 :]]
    difference = verify(with_move(record, number, events=tuple(events)), tiny_board())
    assert difference == (
        f'Move {number}: event {place + 1}, CardDrawn.card, is "{other}", and should be "{drawn.card}".'
    )


def test_a_record_that_ends_before_its_scores_is_noticed() -> None:
    record = on_the_tiny_board()
    short = replace(record, moves=record.moves[:-1])
    assert why(short).startswith('The record: scores is [{"seat": 0, "total": ')
    assert why(short).endswith("and should be nothing.")
    assert why(replace(record, scores=None)).startswith("The record: scores is nothing, and should be [{")


def test_the_digest_detects_a_changed_time() -> None:
    late = with_move(on_the_tiny_board(), 1, at="2026-03-01T23:59:00.000Z")
    assert why(late).startswith("The record: digest is ")
    assert verify(sealed(late), tiny_board()) is None


def page_examples() -> list[str]:
    """The examples in RECORDS.md, in order."""
    page = (HERE.parent / "engine" / "documents" / "RECORDS.md").read_text(encoding="utf-8")
    return re.findall(r"^```\w*\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def test_the_page_works_one_example_that_holds() -> None:
    """All of it from the text of the page, with the standard library alone."""
    example = next(text for text in page_examples() if "message" in text)
    values = dict(line.split(maxsplit=1) for line in example.splitlines())
    sealed_text = f"{values['game']}/{values['secret']}"
    assert hashlib.sha256(sealed_text.encode()).hexdigest() == values["seal"]
    pairs = [Contribution(**one) for one in json.loads(values["message"])]
    assert hashlib.sha256(values["request"].encode()).hexdigest()[:16] == pairs[0].id
    key = bytes.fromhex(values["secret"])
    seed = hmac.new(key, values["message"].encode("ascii"), hashlib.sha256).hexdigest()
    assert seed == values["seed"]
    assert derived_seed(values["secret"], pairs) == seed
    assert seal(values["game"], values["secret"]) == values["seal"]
    assert hashed_id(*values["request"].split(":", 1)) == pairs[0].id


def test_seal_seed_and_digest_are_what_the_page_says() -> None:
    document = json.loads(record_text(on_the_tiny_board()))
    sealed_text = f"{document['game']}/{document['secret']}"
    assert document["seal"] == hashlib.sha256(sealed_text.encode()).hexdigest()
    message = json.dumps(document["contributions"], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert r"\u043f" in message
    key = bytes.fromhex(document["secret"])
    assert document["seed"] == hmac.new(key, message.encode(), hashlib.sha256).hexdigest()
    unproved = ("names", "seats", "notes", "digest")
    told = {key: value for key, value in document.items() if key not in unproved}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert document["digest"] == hashlib.sha256(text.encode()).hexdigest()


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every text, number, boolean and null in a document."""
    if not isinstance(value, dict | list):
        return [path]
    steps = value if isinstance(value, dict) else range(len(value))
    return [leaf for step in steps for leaf in leaves(value[step], (*path, step))]


def otherwise(draw: st.DrawFn, value: Any) -> Any:
    """Another value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw(st.sampled_from([-1, 1, 7]))
    if value is None:
        return 0
    sign = draw(st.integers(0, max(0, len(value) - 1)))
    letter = draw(st.sampled_from("RL3a"))
    turned = value[:sign] + letter + value[sign + 1 :]
    return turned if turned != value else value + letter


Outcome = tuple[int, tuple[Any, ...], Any]
"""The number of a game, and a path in its record with another value."""


@st.composite
def change(draw: st.DrawFn, *spared: str) -> Outcome:
    """A record with one field changed, but none with this name."""
    number = draw(st.integers(0, 3))
    document = to_json(on_the_tiny_board(number))
    able = [path for path in leaves(document) if not {"names", "seats", "notes", *spared} & set(path)]
    path = draw(st.sampled_from(able))
    value: Any = document
    for step in path:
        value = value[step]
    return number, path, otherwise(draw, value)


def tampered(change: Outcome) -> dict[str, Any]:
    number, (*way, last), value = change
    document: dict[str, Any] = copy.deepcopy(to_json(on_the_tiny_board(number)))
    place: Any = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


def is_noticed(document: dict[str, Any], *, seal_again: bool) -> bool:
    try:
        record: Record = from_json(Record, document)
    except BadInput:
        return True
    return verify(sealed(record) if seal_again else record, tiny_board()) is not None


@given(change())
def test_a_record_in_which_any_field_was_changed_is_noticed(change: Outcome) -> None:
    assert is_noticed(tampered(change), seal_again=False)


@given(change("at", "started", "digest"))
def test_a_new_digest_does_not_hide_a_change_of_the_game(change: Outcome) -> None:
    assert is_noticed(tampered(change), seal_again=True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", 'the key "game" is missing.'),
        ("[]", "this must be an object, not a list."),
        ('{"format": 4}', "this record has the format 4, and this program reads the formats 1 to 3."),
        ('{"format": "2"}', 'this record has the format "2", and this program reads the formats 1 to 3.'),
        ('{"format": 3}', 'the key "secret" is missing.'),
        ('{"format": 2}', 'the key "secret" is missing.'),
        ("no", "This is not JSON: Expecting value: line 1 column 1 (char 0)."),
    ],
)
def test_a_document_that_is_not_a_record_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_record(text)
    assert str(refused.value) == sentence
