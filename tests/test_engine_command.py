"""The engine's command line: a position and actions in; position, view, options and a refusal out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.documents.position import game_at
from engine.setup import Setup, new_game, whole_deck
from tests.recorded_games import board_of
from tests.tiny_board import TINY_BOARD

ROOT = Path(__file__).parent.parent


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command on a position: the exit code, what it prints, and its sentence on standard error."""

    def run(position: Any, *words: str) -> tuple[int, str, str]:
        file = tmp_path / "position.json"
        file.write_text(position if isinstance(position, str) else json.dumps(position), encoding="utf-8")
        code = main([str(file), *words])
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def told(run: Any) -> Any:
    """Run the command with --json: the exit code and the one object it prints."""

    def told(position: Any, *words: str) -> tuple[int, dict[str, Any]]:
        code, out, err = run(position, "--json", *words)
        assert err == ""
        return code, json.loads(out)

    return told


def test_actions_are_played_one_after_the_other(told: Any) -> None:
    code, out = told({"board": "usa", "deck": "RRLG...", "hands": ["KK"]}, "draw deck", "draw 2B", "draw 1P")
    assert code == 0
    assert [event["kind"] for event in out["events"]] == [
        "CardDrawn",
        "SecondCardDue",
        "CardTaken",
        "RowFilled",
        "TurnStarted",
        "CardTaken",
        "RowFilled",
        "SecondCardDue",
    ]
    assert out["position"]["hands"] == ["BKKR", "P"]
    assert out["position"]["decisions"] == [None, {"kind": "second-card", "revision": 9}]
    assert out["refusal"] is None
    assert game_at(out["position"], board_of("usa")).table.seat == 1


def test_the_view_and_the_options_are_of_the_seat_with_the_decision(told: Any) -> None:
    _, out = told({"board": "usa", "hands": ["KK", "GGR"], "tickets": [[3], [4, 5]], "seat": 1})
    view = out["view"]
    assert (view["seat"], view["hand"], view["tickets"]) == (1, "GGR", [4, 5])
    assert (view["table"]["board"], view["table"]["variant"]) == ("usa", "usa")
    assert view["table"]["hands"] == [2, 3]
    assert view["table"]["tickets"] == [1, 2]
    assert view["table"]["decisions"] == [None, {"kind": "take-turn", "revision": 1}]
    assert "claim calgary--vancouver GGR" not in out["options"]
    assert "claim dallas--oklahoma-city--1 GG" in out["options"]
    assert "draw deck" in out["options"]


@pytest.mark.parametrize(("seat", "seen"), [("0", "G"), ("1", "")])
def test_seat_hides_secrets_in_the_events_too(told: Any, run: Any, seat: str, seen: str) -> None:
    position = {"board": "usa", "hands": ["KK", "GGR"], "deck": "GLR..."}
    _, out = told(position, "--seat", seat, "0:draw deck")
    assert out["events"][0] == {"kind": "CardDrawn", "shape": 1, "seat": 0, "card": seen}
    _, text, _ = run(position, "--seat", seat, "0:draw deck")
    assert f"  CardDrawn seat=0 card={seen}\n" in text
    _, out = told(position, "0:draw deck")
    assert out["events"][0]["card"] == "G"


@pytest.fixture
def new(capsys: pytest.CaptureFixture[str]) -> Any:
    """Set up a game from the command line: the exit code and the one object it prints, or its complaint."""

    def new(*words: str) -> tuple[int, Any]:
        code = main(["new", *words, "--json"])
        out, err = capsys.readouterr()
        return code, json.loads(out) if out else err

    return new


def test_a_new_game_is_set_up_from_a_seed(new: Any) -> None:
    code, out = new("europe", "--seed", "5ea1", "--players", "3")
    assert code == 0
    assert out["position"]["seed"] == "5ea1".zfill(64)
    assert new("europe", "--seed", "5ea1", "--players", "3")[1] == out
    assert new("europe", "--seed", "5ea2", "--players", "3")[1]["position"]["deck"] != out["position"]["deck"]
    game, _ = new_game(board_of("europe"), Setup("europe", 3), "new", "5ea1".zfill(64))
    assert game_at(out["position"], board_of("europe")) == game


def test_a_stacked_setup_deals_the_cards_and_tickets_that_are_named(new: Any) -> None:
    _, out = new(
        "usa", "--deck", "RRRRGGGGPBOWYLL", "--tickets", "3,17,24,1", "--starter", "1", "--seed", "7"
    )
    position = out["position"]
    assert position["hands"] == ["RRRR", "GGGG"]
    assert (position["row"], position["deck"][:2]) == ("PBOWY", "LL")
    assert position["offers"][0] == [3, 17, 24]
    assert position["offers"][1][0] == 1
    assert position["starter"] == 1
    assert len(position["deck"]) == 110 - 13
    assert sorted("".join(position["hands"]) + position["row"] + position["deck"]) == sorted(
        whole_deck(board_of("usa").variants["usa"])
    )


def test_actions_are_played_on_a_new_game(new: Any) -> None:
    tickets = ("--tickets", "3,17,24,1,2,4", "--starter", "0")
    code, out = new("usa", *tickets, "0:keep 3,17", "1:keep 1,2", "draw deck")
    assert code == 0
    assert out["position"]["tickets"] == [[3, 17], [1, 2]]
    assert out["position"]["decisions"][0]["kind"] == "second-card"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], 'After "new" comes the board, as in "new europe".'),
        (["atlantis"], 'There is no board "atlantis"'),
        (["usa", "--variant", "mega-usa"], "has no variant 'mega-usa'"),
        (["usa", "--players", "6"], "is played by 2 to 5."),
        (["usa", "--seed", "seed"], 'The seed "seed" is not up to 64 hexadecimal digits, in small letters.'),
        (["usa", "--deck", "R" * 13], "The deck has too few cards R for this."),
        (["usa", "--deck", "RX"], "--deck takes letters of cards, and --tickets numbers, as in 3,17."),
        (["usa", "--tickets", "3,,4"], "--deck takes letters of cards, and --tickets numbers, as in 3,17."),
        (["usa", "--tickets", "3,3"], "Ticket 3 is not in the piles of usa, or is named twice."),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused_in_a_sentence(
    new: Any, words: list[str], sentence: str
) -> None:
    code, complaint = new(*words)
    assert code == 2
    assert sentence in complaint


def test_a_refused_action_stops_and_gives_the_reason(told: Any) -> None:
    code, out = told({"board": "usa", "hands": ["KK"]}, "draw deck", "draw tickets", "draw deck")
    assert code == 1
    assert out["refusal"] == {"seat": 0, "action": "draw tickets", "reason": "second-card-first", "facts": {}}
    assert out["position"]["decisions"][0]["kind"] == "second-card"
    assert "draw deck" in out["options"]
    _, out = told({"board": "usa", "hands": ["K"]}, "claim atlanta--charleston KK")
    assert out["refusal"]["reason"] == "cards-not-held"
    assert out["refusal"]["facts"] == {"missing": "K"}


def test_simultaneous_choices_need_a_seat(run: Any, told: Any) -> None:
    position = {"board": "usa", "offers": [[1, 2, 3], [4, 5, 6]]}
    code, out = told(position, "1:keep 4,5", "0: keep 1,3")
    assert code == 0
    assert out["position"]["tickets"] == [[1, 3], [4, 5]]
    assert out["position"]["turn"] == 1
    _, out = told(position, "--seat", "1", "keep 4,6")
    assert out["position"]["tickets"] == [[], [4, 6]]
    _, out = told(position, "1:keep 4,6", "keep 1,2")
    assert out["position"]["tickets"] == [[1, 2], [4, 6]]
    code, _, err = run(position, "keep 1,2")
    assert code == 2
    assert err == 'Seats 0, 1 are asked at once: say whose it is, as in "0:keep 1,2".\n'


def test_the_text_has_the_same_and_its_position_can_be_copied_out(run: Any) -> None:
    position = {"board": "europe", "hands": ["KKKL", "RR"], "deck": "KLR...", "tickets": [[41], [3]]}
    code, out, err = run(position, "claim angora--constantinople KK", "claim wien--zagrab L")
    assert (code, err) == (1, "")
    assert "  TunnelRevealed seat=0 route=angora--constantinople laid=KK revealed=KLR owed=2\n" in out
    written = out[out.index("{") : out.index("\n}\n") + 2]
    game = game_at(json.loads(written), board_of("europe"))
    assert game.table.tunnel is not None
    assert "\nSeat 0 sees\n" in out
    assert "  tunnel angora--constantinople: seat 0 laid KK, revealed KLR\n" in out
    assert "  seat 1: 2 cards, 1 tickets, 45 trains, 0 points, waits\n" in out
    assert "\nOptions\n  pay KL\n  decline\n" in out
    assert out.endswith("\nRefused\n  seat 0, claim wien--zagrab L: settle-tunnel-first, owed 2\n")


def test_a_game_that_is_over_shows_its_score_to_anybody(told: Any, run: Any) -> None:
    ends = {"board": "usa", "turns_left": 0, "decisions": ["second-card"], "tickets": [[1], [2]]}
    _, out = told(ends, "draw deck")
    assert out["view"]["seat"] is None
    assert out["view"]["table"]["sheet"]["winners"] == [0]
    assert out["events"][-1]["kind"] == "GameEnded"
    code, text, _ = run(out["position"], "draw deck")
    assert code == 1
    assert "Anybody sees\n" in text
    assert "the game is over\n" in text
    assert "  score of seat 0: place 1, -12 points: " in text
    assert "seat 0, draw deck: game-over" in text


@pytest.mark.parametrize(
    ("position", "words", "sentence"),
    [
        ('{"board": "usa"', [], "This is not JSON: Expecting ',' delimiter: line 1 column 16 (char 15)."),
        ("[]", [], 'A position is a JSON object with a board: {"board": "europe"} is the shortest.'),
        (
            {"board": "us"},
            [],
            'There is no board "us" (did you mean "usa"?): there are europe, india, nordic, usa.',
        ),
        ({"board": "usa", "seat": 5}, [], "2 to 5 can play, and not 6."),
        ({"board": "usa"}, ["draw"], '"draw" is not the line of an action: see --help.'),
        ({"board": "usa"}, ["2:draw deck"], "There is no seat 2: 2 play, seats 0 to 1."),
        ({"board": "usa"}, ["--seat", "7"], "There is no seat 7: 2 play, seats 0 to 1."),
    ],
)
def test_an_impossible_request_is_one_sentence_on_standard_error(
    run: Any, position: Any, words: list[str], sentence: str
) -> None:
    assert run(position, *words) == (2, "", sentence + "\n")


def test_a_file_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = tmp_path / "latin.json"
    latin.write_bytes('{"board": "zürich"}'.encode("latin-1"))
    assert main([str(tmp_path / "none.json")]) == 2
    assert main([str(latin)]) == 2
    missing, odd = capsys.readouterr().err.splitlines()
    assert missing.endswith("none.json cannot be read: No such file or directory.")
    assert odd.endswith("latin.json is not UTF-8 text.")


def test_an_operator_board_is_found_in_its_folder(told: Any, run: Any, tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "isle.toml").write_text(TINY_BOARD, encoding="utf-8")
    (boards / "torn.toml").write_text("id = ", encoding="utf-8")
    position = {"board": "isle", "hands": ["KLL"]}
    _, out = told(position, "--boards", str(boards), "claim ayr--bude KLL")
    assert out["position"]["points"] == [4, 0]
    crowd = {**position, "seat": 2}
    assert run(crowd, "--boards", str(boards)) == (2, "", "2 can play, and not 3.\n")
    code, _, err = run({"board": "torn"}, "--boards", str(boards))
    assert code == 2
    assert err.startswith('There is no board "torn": there are europe, india, nordic, usa, isle. torn.toml: ')


def test_it_runs_as_a_module_and_reads_standard_input() -> None:
    command = [sys.executable, "-m", "engine", "-", "draw deck", "--json"]
    done = subprocess.run(
        command, cwd=ROOT, input='{"board": "usa"}', capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["position"]["hands"] == ["P", ""]
