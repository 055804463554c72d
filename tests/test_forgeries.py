"""Records that were tampered with: `verify` and `replay` answer each with one sentence, no traceback."""

import copy
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot import cli
from bot.cli import main
from bot.matches.boards import BoardRepository
from engine.boards.files import parse_board
from engine.chance import colon_seal, derived_seed, seal
from engine.documents.record import (
    ALONE,
    COLON,
    FORMAT,
    UNPROVED,
    RecordedNote,
    Tenure,
    read_record,
    record_of,
    record_text,
    sealed,
)
from engine.setup import Setup, new_game
from tests.recorded_games import SHARED, log_of, played
from tests.tiny_board import changed

ISLE = changed("trains = 12", "trains = 6")
FEWEST_KINDS = 400
BELL = "\x1b[2J\x07\u202e\u2028\nGame k3f9: 3 moves, won by Eve. The record matches the seed and the rules."
"""Control characters that would clear the screen, ring, reverse the text, and forge a line of the output."""

Path_ = tuple[Any, ...]
Document = dict[str, Any]
Run = Callable[..., tuple[int, list[str]]]


@lru_cache
def original() -> str:
    """The record of a short game, with everything that a record can have."""
    secret = "5ea1" * 16
    steps = played(parse_board(ISLE), Setup("isle", 2), 3, derived_seed(secret, SHARED))
    record = record_of(
        log_of(steps),
        ("Ada", "Bea"),
        [RecordedNote("2026-03-01T19:00:00.000Z", "Bea came back.")],
        seats=[
            Tenure(0, "2026-03-01T18:00:00.000Z", "2026-03-01T18:05:00.000Z", "Ada", "", "start"),
            Tenure(1, "2026-03-01T18:00:00.000Z", "2026-03-01T18:01:00.000Z", "Bea", "", "start"),
            Tenure(1, "2026-03-01T18:01:00.000Z", "2026-03-01T18:05:00.000Z", "Bea", "hard", "left"),
        ],
        secret=secret,
        contributions=SHARED,
    )
    return record_text(record)


def document() -> Document:
    found: Document = json.loads(original())
    return found


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the board. The other boards are read once for all tests."""
    (tmp_path / "isle.toml").write_text(ISLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read boards and build the parser of arguments only once for many commands."""
    monkeypatch.setattr("bot.operate.records.BoardRepository", lru_cache(BoardRepository))
    monkeypatch.setattr("bot.cli._parser", lru_cache(cli._parser))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command: the exit code, and all lines that it prints."""

    def run(*arguments: str) -> tuple[int, list[str]]:
        code = main([*arguments, "--boards", "."])
        printed = capsys.readouterr()
        text = printed.out + printed.err
        assert "Traceback" not in text
        assert text.endswith("\n")
        lines = text[:-1].split("\n")
        for line in lines:
            assert [letter for letter in line if unicodedata.category(letter)[0] == "C"] == []
            assert not {"\u2028", "\u2029"} & set(line)
            assert len(line) < 700
        return code, lines

    return run


# ---- kinds of tampering


def gone(_: Any) -> Any:
    return gone


RETYPED: Sequence[Any] = (None, "text", -1, [], {}, True, [[[]]], {"kind": "CardTaken"})
ENLARGED: Sequence[Any] = (10**400, -(10**300), "x" * 100_000, BELL, ["R"] * 5000, "9" * 5000)
"""Replacements of a value: one of another type, and one that is too large."""


def places(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Path_]]:
    """The path to each value in a document, with what sort of place that is: events by their kind."""
    yield path, _sort(path)
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            step = (index, item["kind"]) if isinstance(item, dict) and "kind" in item else (index, "")
            yield from places(item, (*path, step))


def _sort(path: Path_) -> Path_:
    steps = tuple(step[1] or "*" if isinstance(step, tuple) else step for step in path)
    return steps[2:] if steps[0:1] == ("moves",) and len(steps) > 3 else steps


def put(path: Path_, value: Any) -> Document:
    """The record with another value in a place; without the place for `gone`."""
    found = document()
    place: Any = found
    *way, last = [step[0] if isinstance(step, tuple) else step for step in path]
    for step in way:
        place = place[step]
    if value is gone:
        del place[last]
    else:
        place[last] = value
    return found


def systematic() -> Iterator[tuple[str, Document]]:
    """Each sort of place without its value, with one of another type, and with one that is too large."""
    first = {sort: path for path, sort in reversed([*places(document())]) if path}
    for number, (sort, path) in enumerate(first.items()):
        name = ".".join(map(str, sort))
        every = len(path) == 1
        retyped = RETYPED if every else RETYPED[number % len(RETYPED) :][:1]
        enlarged = ENLARGED if every else ENLARGED[number % len(ENLARGED) :][:1]
        yield f"{name} gone", put(path, gone)
        for value in (*retyped, *enlarged):
            if (found := put(path, value)) != document():
                yield f"{name} {type(value).__name__} {str(value)[:9]!r}", found


def edited(change: Callable[[Document], object]) -> str:
    found = document()
    change(found)
    return json.dumps(found)


def swapped(items: list[Any], one: int, other: int) -> None:
    items[one], items[other] = items[other], items[one]


def written() -> Iterator[tuple[str, bytes | str]]:
    """Faults that only the text of a file can have, and changes in several places."""
    text = original()
    for share in (0, 1, 7, 50, 90, 99):
        yield f"cut at {share} %", text[: len(text) * share // 100]
    yield "cut before the end", text.rstrip()[:-1]
    yield "something after the end", f"{text}{{}}"
    yield "a key twice", text.replace('"game"', '"game": "x",\n  "game"', 1)
    yield "a key twice in an event", text.replace('"seat": 0', '"seat": 0, "seat": 1', 1)
    for number in ("NaN", "Infinity", "-Infinity", "1.0", "1e3", "9" * 5000):
        yield f"players {number[:9]}", re.sub(r'"players": 2', f'"players": {number}', text)
    yield "nested lists", "[" * 100_000
    yield "nested objects", '{"a":' * 100_000
    yield "nested in a key", text.replace('"names": ["Ada", "Bea"]', f'"names": {"[" * 50_000}', 1)
    yield "lists in lists", text.replace('["Ada", "Bea"]', "[" * 600 + "]" * 600, 1)
    yield "half a surrogate pair", text.replace('"Ada"', '"\\ud800"', 1)
    yield "many keys, the last one twice", "{" + "".join(f'"{n}":0,' for n in range(200_000)) + '"9":0}'
    yield "nothing", b""
    yield "no text", b"\xff\xfe\x00\x80"
    yield "UTF-16", text.encode("utf-16")
    yield "Latin-1", text.replace("Ada", "Zoë").encode("latin-1", "replace")
    yield "compressed", gzip.compress(text.encode())
    yield "zeros", bytes(1000)
    yield "no object", "[]"
    yield "null", "null"
    yield "a long word", '"' + "x" * 1_000_000 + '"'
    yield "a picture", b"\x89PNG\r\n\x1a\n" + bytes(100)
    moves: list[tuple[str, Callable[[Document], object]]] = [
        ("two moves swapped", lambda found: swapped(found["moves"], 4, 5)),
        ("two events swapped", lambda found: swapped(found["moves"][-1]["events"], 0, 1)),
        ("two events of the setup swapped", lambda found: swapped(found["setup"], 1, 2)),
        ("a move less", lambda found: found["moves"].pop(3)),
        ("the first move less", lambda found: found["moves"].pop(0)),
        ("the last move less", lambda found: found["moves"].pop()),
        ("a move twice", lambda found: found["moves"].insert(3, found["moves"][3])),
        ("all moves fifty times", lambda found: found.update(moves=found["moves"] * 50)),
        ("no moves", lambda found: found.update(moves=[])),
        ("no setup", lambda found: found.update(setup=[])),
        ("setup without its first event", lambda found: found["setup"].pop(0)),
        ("a move of nobody", lambda found: found["moves"][0].update(seat=7)),
        ("a move of a negative seat", lambda found: found["moves"][0].update(seat=-1)),
        ("a move with an unknown route", lambda found: found["moves"][0].update(action="claim a--b KKK")),
        ("a move with a long route", lambda found: found["moves"][0].update(action=f"claim {'a' * 9999} K")),
        ("a move with other digits", lambda found: found["moves"][0].update(action="keep ١,٢")),
        ("a move with a long number", lambda found: found["moves"][0].update(action="keep " + "9" * 9999)),
        ("too few names", lambda found: found.update(names=["Ada"])),
        ("too many names", lambda found: found.update(names=["Ada"] * 3)),
        ("a winner beyond", lambda found: found["scores"].insert(0, {"seat": 9, "total": 1, "place": 1})),
        ("a negative winner", lambda found: found["scores"][0].update(seat=-1)),
        ("another winner", lambda found: swapped(found["scores"], 0, 1)),
        ("no scores", lambda found: found.update(scores=None)),
        ("a tenure beyond", lambda found: found["seats"][0].update(seat=2)),
        ("a thousand players", lambda found: found.update(players=1000)),
        ("a negative number of players", lambda found: found.update(players=-2)),
        ("everything for a billion players", lambda found: many_players(found, 10**9)),
        ("another starter", lambda found: found.update(starter=9)),
        ("another board", lambda found: found.update(board=BELL)),
        ("another edition", lambda found: found.update(edition="0" * 64)),
        ("a huge event", lambda found: found["setup"][2].update(order="R" * 10**6)),
        ("contributions in another order", lambda found: found["contributions"].reverse()),
        ("a contribution less", lambda found: found["contributions"].pop()),
        ("a contribution more", lambda found: found["contributions"].append({"id": "", "word": ""})),
        ("a key more in a contribution", lambda found: found["contributions"][0].update(at="now")),
        ("another secret", lambda found: found.update(secret="0" * 64)),
        ("another seed", lambda found: found.update(seed="0" * 64)),
        ("another seal", lambda found: found.update(seal="0" * 64)),
        ("another game", lambda found: found.update(game=BELL)),
        ("the earlier format", lambda found: found.update(format=1)),
        ("a later format", lambda found: found.update(format=4)),
        ("a format with another seal", lambda found: found.update(format=2)),
        ("a later shape", lambda found: found["setup"][0].update(shape=2)),
        ("another digest", lambda found: found.update(digest="0" * 64)),
    ]  # fmt: skip
    yield from ((name, edited(change)) for name, change in moves)


def many_players(found: Document, players: int) -> None:
    found["players"] = found["setup"][0]["players"] = players


def kinds() -> Iterator[tuple[str, bytes]]:
    """Every kind of tampering: its name, and the file."""
    for name, found in systematic():
        yield name, json.dumps(found).encode()
    for name, content in written():
        yield name, content.encode(errors="surrogatepass") if isinstance(content, str) else content


# ---- what the commands answer


@pytest.mark.usefixtures("quick")
def test_verify_answers_every_kind_of_tampering_with_one_sentence(folder: Path, run: Run) -> None:
    seen = []
    for name, content in kinds():
        (folder / "record.json").write_bytes(content)
        code, lines = run("verify", "record.json")
        if code == 0:
            assert name.split(".")[0].split(" ")[0] in UNPROVED, f"{name} is not noticed"
            assert name.split(" ")[0] != "digest"
            continue
        assert code in (1, 2), name
        assert len(lines) == 1, name
        assert re.fullmatch(r".{8,}\.", lines[0]), name
        seen.append(name)
    assert len(set(seen)) == len(seen) >= FEWEST_KINDS


@pytest.mark.usefixtures("quick")
def test_replay_draws_no_record_that_was_tampered_with(folder: Path, run: Run) -> None:
    for number, (name, content) in enumerate(kinds()):
        (folder / "record.json").write_bytes(content)
        if number % 3 == 0 and run("verify", "record.json")[0]:
            code, lines = run("replay", "record.json", "--move", "1", "-o", "move.png")
            assert code in (1, 2), name
            if code == 1:
                assert lines[1:] == [
                    "Nothing is drawn. With --unverified it is drawn all the same, and the pictures say so."
                ]
    assert not (folder / "move.png").exists()


@pytest.mark.usefixtures("quick")
def test_what_cannot_be_drawn_is_one_sentence_too(folder: Path, run: Run) -> None:
    drawn, refused = 0, 0
    for number, (name, content) in enumerate(kinds()):
        wanted = number % 8 == 0 or name.startswith(("no ", "setup", "everything", "two", "a huge", "names"))
        (folder / "record.json").write_bytes(content)
        if wanted and run("verify", "record.json")[0] == 1:
            shown = ["replay", "record.json", "--move", "30", "-o", "move.png", "--unverified"]
            code, lines = run(*shown)
            assert code in (0, 2), name
            assert len(lines) == 2
            drawn, refused = drawn + (code == 0), refused + (code == 2)
    assert drawn >= 10
    assert refused >= 5


def test_the_original_verifies(folder: Path, run: Run) -> None:
    (folder / "record.json").write_text(original(), encoding="utf-8-sig")
    code, lines = run("verify", "record.json")
    found = document()
    winner = next(score["seat"] for score in found["scores"] if score["place"] == 1)
    points = [score["total"] for score in found["scores"]]
    assert (code, lines) == (
        0,
        [
            (
                f"Game game-3: {len(found['moves'])} moves, won by seat {winner + 1}. "
                "The record matches the seed and the rules."
            ),
            f"Points: seat 1 has {points[0]}, seat 2 has {points[1]}.",
            f"Seal: {found['seal']} (give the one in the chat as --seal to compare it).",
            "Contributions, which should be those in the chat:",
            "  00f1a2b3c4d5e6f7",
            '  8a1c0000deadbeef "Zug"',
            '  - "поезд"',
            "Not proved, because anybody can change it in the file:",
            "  Seat 1 is Ada.",
            (
                "  Seat 2 is Computer (for Bea, who left): Bea from 2026-03-01T18:00:00.000Z, "
                "then a computer (hard) from 2026-03-01T18:01:00.000Z (left)."
            ),
            "  The times of all moves.",
        ],
    )


def test_a_changed_name_is_not_part_of_the_result(folder: Path, run: Run) -> None:
    found = {**document(), "names": ["Mallory, the champion", "Mallory, the champion"], "seats": []}
    (folder / "record.json").write_text(json.dumps(found))
    code, lines = run("verify", "record.json", "--seal", found["seal"])
    proved = lines[: lines.index("Not proved, because anybody can change it in the file:")]
    assert code == 0
    assert not any("Mallory" in line for line in proved)


def test_the_seal_is_compared_with_the_one_that_the_chat_was_shown(folder: Path, run: Run) -> None:
    (folder / "record.json").write_text(original())
    shown, other = document()["seal"], "0" * 64
    for given in (shown, shown.upper(), f" {shown[:32]} {shown[32:]} "):
        code, lines = run("verify", "record.json", "--seal", given)
        assert (code, lines[2]) == (0, f"Seal: {shown} (it is the one that you gave).")
    code, lines = run("verify", "record.json", "--seal", other)
    assert (code, lines) == (1, [f'The record: seal is "{shown}", and the chat was shown "{other}".'])
    for wrong in ("", "abc", f"{shown}0", "g" * 64):
        code, lines = run("verify", "record.json", "--seal", wrong)
        assert (code, lines) == (2, ["A seal has 64 hexadecimal digits."])


def test_a_record_of_a_seed_that_the_program_drew_alone_says_so(folder: Path, run: Run) -> None:
    record = record_of(log_of(played(parse_board(ISLE), Setup("isle", 2), 3)), ("Ada", "Bea"))
    (folder / "record.json").write_text(record_text(record))
    code, lines = run("verify", "record.json")
    assert code == 0
    assert lines[2:4] == [
        f"Seal: {record.seal}.",
        "This record is of format 1: the host program alone chose the seed, perhaps of many.",
    ]


def test_an_operator_who_chose_the_seed_has_no_record_with_the_seal_of_the_chat(
    folder: Path, run: Run
) -> None:
    """A changed program tries out seeds before the lobby, ignores what people contribute, and writes each
    kind of record. It can publish each kind of seal: people cannot tell one from another.
    """
    board, setup = parse_board(ISLE), Setup("isle", 2)
    seeds = [f"{number:064x}" for number in range(50)]
    seed = max(seeds, key=lambda one: new_game(board, setup, "game-3", one)[0].hands[0].count("L"))
    played_alone = record_of(log_of(played(board, setup, 3, seed)), ("Ada", "Bea"))
    for shown in (seal("game-3", seed), colon_seal("game-3", seed)):
        for format, contributions, game in product(
            (ALONE, COLON, FORMAT), (SHARED, ()), ("game-3", "game-3/", "game-3:", "")
        ):
            shared = {} if format == ALONE else {"secret": seed, "contributions": contributions}
            forged = replace(played_alone, format=format, game=game, seal=shown, **shared)
            (folder / "record.json").write_text(record_text(sealed(forged)))
            code, lines = run("verify", "record.json", "--seal", shown)
            assert (code, len(lines)) == (1, 1)
            assert "matches" not in lines[0]


def test_the_seal_of_a_record_of_format_1_is_refused_with_the_reason(folder: Path, run: Run) -> None:
    record = record_of(log_of(played(parse_board(ISLE), Setup("isle", 2), 3)), ("Ada", "Bea"))
    (folder / "record.json").write_text(record_text(record))
    code, lines = run("verify", "record.json", "--seal", record.seal)
    assert (code, lines) == (
        1,
        [
            (
                "The record: format is 1, where the seal proves nothing about the cards: the host program "
                "chose the seed alone, and can write any game as format 1. "
                "Without --seal, the moves are checked."
            )
        ],
    )


@pytest.mark.parametrize("game", ["", "k7wq3m", "a:b", "a/b", "a/" + "0" * 64])
def test_no_text_of_one_seal_is_a_text_of_the_other(game: str) -> None:
    """Even if the id of the game in the record may be chosen."""
    record = read_record(original())
    text = f"{game}/{record.secret}"
    assert seal(game, record.secret) == hashlib.sha256(text.encode()).hexdigest()
    prefix, separator, digits = text[:-65], text[-65], text[-64:]
    assert (separator, digits) == ("/", record.secret)
    assert colon_seal(prefix, digits) != seal(game, record.secret)


def test_an_invented_game_does_not_have_the_seal_of_the_chat(folder: Path, run: Run) -> None:
    """A whole game by the rules verifies by itself: only the seal in the chat tells that it is another."""
    secret = "f00d" * 16
    steps = played(parse_board(ISLE), Setup("isle", 2), 3, derived_seed(secret, SHARED))
    record = record_of(log_of(steps), ("Ada", "Bea"), secret=secret, contributions=SHARED)
    (folder / "record.json").write_text(record_text(record))
    assert run("verify", "record.json")[0] == 0
    assert run("verify", "record.json", "--seal", document()["seal"])[0] == 1


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_too_large_is_not_read(command: str, folder: Path, run: Run) -> None:
    with (folder / "record.json").open("wb") as large:
        large.truncate(100_000_000)
    code, lines = run(command, "record.json")
    assert (code, lines) == (2, ["record.json is not a record: it is larger than 8 MiB."])


def test_names_are_printed_without_what_controls_a_terminal(folder: Path, run: Run) -> None:
    found = document()
    found["names"] = [BELL, BELL]
    found["seats"] = []
    (folder / "record.json").write_text(json.dumps(found))
    code, lines = run("verify", "record.json")
    assert code == 0
    assert sum(line.startswith("Game ") for line in lines) == 1
    assert r"\001b[2J\0007\202e\2028\000a" in lines[-2].replace(r"\u", "\\")


@pytest.mark.parametrize("kind", ["verified", "unverified"])
def test_the_pictures_of_a_record_that_does_not_verify_say_so(kind: str, folder: Path, run: Run) -> None:
    found = copy.deepcopy(document())
    found["names"] = [BELL, "x" * 100_000]
    if kind == "unverified":
        found["moves"][0]["at"] = "2026-01-01T00:00:00.000Z"
    (folder / "record.json").write_text(json.dumps(found))
    for output, more in (("one.png", ["--move", "30"]), ("game.gif", [])):
        code, _ = run("replay", "record.json", *more, "-o", output, "--unverified")
        assert code == 0
        with Image.open(folder / output) as picture:
            shown = picture.convert("RGB")
            red, green, blue = shown.getpixel((shown.width // 2 - shown.width // 7, shown.height // 50))  # type: ignore[misc]
        is_red = red > 150 and green < 90 and blue < 90
        assert is_red is (kind == "unverified")


def test_a_record_with_too_many_turns_is_not_drawn(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.operate.records._MOST_TURNS", 3)
    (folder / "record.json").write_text(original())
    code, lines = run("replay", "record.json")
    assert (code, lines) == (2, ["This record has more than 3 turns: that is too long to draw."])


def test_a_terminal_without_the_letters_is_shown_their_numbers(folder: Path) -> None:
    """As a process of its own, because the encoding of its output is the point."""
    found = document()
    found["names"] = ["Ада", "Bea"]
    found["seats"] = []
    (folder / "record.json").write_text(json.dumps(found))
    root = str(Path(__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": root, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "bot", "verify", "record.json", "--boards", "."]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb'"\u043f' in done.stdout
