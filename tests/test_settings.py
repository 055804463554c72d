"""Settings from the environment and from `.env`; an error names the key, and never its value."""

import os
from pathlib import Path

import pytest

from bot.settings import SECRETS, OperatorError, Settings, load_settings, unknown_names
from bot.store.files import path_of

SECRET = "MTk4NjIyNDgz.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and an environment that sets nothing of ours."""
    for key in os.environ:
        if key.lower() in Settings.model_fields:
            monkeypatch.delenv(key)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def dotenv(*lines: str) -> None:
    Path(".env").write_text("\n".join(lines) + "\n", encoding="utf-8")


def refusal() -> str:
    with pytest.raises(OperatorError) as caught:
        load_settings()
    assert caught.value.__cause__ is None
    return str(caught.value)


def test_by_default_the_local_page_is_reachable_from_this_machine_only() -> None:
    settings = load_settings()
    assert (settings.local_host, settings.local_port) == ("127.0.0.1", 8910)
    assert settings.database_url == "sqlite:///stationmaster.db"
    assert (settings.discord_token, settings.telegram_token, settings.boards) == (None, None, None)


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    dotenv("LOCAL_PORT=9001", "COMPUTER_DELAY=0")
    monkeypatch.setenv("LOCAL_PORT", "9002")
    settings = load_settings()
    assert (settings.local_port, settings.computer_delay) == (9002, 0.0)


@pytest.mark.parametrize("nothing", ["", "   ", '""'])
def test_an_empty_token_is_no_token(nothing: str) -> None:
    dotenv(f"DISCORD_TOKEN={nothing}", f"TELEGRAM_TOKEN={nothing}", f"BOARDS={nothing}")
    settings = load_settings()
    assert (settings.discord_token, settings.telegram_token, settings.boards) == (None, None, None)


def test_a_token_is_stripped_and_never_shown() -> None:
    dotenv(f"DISCORD_TOKEN= {SECRET} ")
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == SECRET
    assert SECRET not in f"{settings} {settings!r}"


def test_a_folder_of_boards_must_exist(elsewhere: Path) -> None:
    dotenv("BOARDS=boards")
    assert refusal() == "BOARDS should be an existing folder with your own boards, or empty."
    (elsewhere / "boards").mkdir()
    assert load_settings().boards == Path("boards")


@pytest.mark.parametrize(
    ("key", "wrong", "sentence"),
    [
        ("LOCAL_PORT", "eight", "LOCAL_PORT should be a port from 1 to 65535, or 0 for any free port."),
        ("LOCAL_PORT", "65536", "LOCAL_PORT should be a port from 1 to 65535, or 0 for any free port."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL should be DEBUG, INFO, WARNING or ERROR."),
        ("COMPUTER_DELAY", "-1", "COMPUTER_DELAY should be seconds from 0 to 60."),
        ("COMPUTER_DELAY", "nan", "COMPUTER_DELAY should be seconds from 0 to 60."),
        ("CHAT_LANGUAGE", "English", "CHAT_LANGUAGE should be two lower-case letters, such as en."),
    ],
)
def test_a_wrong_value_is_refused_with_what_it_should_be(key: str, wrong: str, sentence: str) -> None:
    dotenv(f"{key}={wrong}")
    assert refusal() == sentence


@pytest.mark.parametrize(
    "address",
    [
        "",
        "stationmaster.db",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        f"mysql://me:{SECRET}@host/db",
    ],
)
def test_a_database_that_would_lose_the_games_is_refused(address: str) -> None:
    dotenv(f"DATABASE_URL={address}")
    assert refusal() == (
        "DATABASE_URL should be an SQLite file such as sqlite:///stationmaster.db, or"
        " postgresql+asyncpg://user:password@host/database."
    )


def test_lists_of_places_and_persons_stand_between_spaces_or_commas() -> None:
    dotenv("ALLOWED_PLACES=discord:12, telegram:-1001 local:table", "DENIED_PERSONS=telegram:7,local:0a1b2c")
    settings = load_settings()
    assert settings.allowed_places == {"discord:12", "telegram:-1001", "local:table"}
    assert settings.denied_persons == {"telegram:7", "local:0a1b2c"}
    assert not settings.denied_places | settings.allowed_persons


@pytest.mark.parametrize("key", ["ALLOWED_PLACES", "DENIED_PLACES"])
@pytest.mark.parametrize(
    "wrong",
    ["12", "discrod:12", "discord:-12", "telegram:1001", "discord:12;telegram:-3", "discord:", '["x"]'],
)
def test_what_is_no_place_is_refused(key: str, wrong: str) -> None:
    dotenv(f"{key}=discord:1 {wrong} also:wrong")
    assert refusal() == (
        f"{key} should be names of servers, groups or channels such as discord:123, telegram:-100123 or"
        " local:table, or empty."
    )


@pytest.mark.parametrize("key", ["ALLOWED_PERSONS", "DENIED_PERSONS"])
@pytest.mark.parametrize("wrong", ["anna", "telegram:-1001", "discord:anna", "local:Anna"])
def test_what_is_no_person_is_refused(key: str, wrong: str) -> None:
    dotenv(f"{key}={wrong}")
    assert refusal() == (
        f"{key} should be names of persons such as discord:123, telegram:456 or local:0a1b2c, or empty."
    )


@pytest.mark.parametrize(
    "address", ["sqlite:///stationmaster.db", "sqlite+aiosqlite:///stationmaster.db", "sqlite:////srv/a.db"]
)
def test_both_spellings_of_the_driver_name_a_file(address: str) -> None:
    dotenv(f"DATABASE_URL={address}")
    assert load_settings().database_url == address
    assert path_of(address) == Path(address.partition(":///")[2]).resolve()


def test_each_wrong_value_has_its_own_sentence() -> None:
    dotenv("LOCAL_PORT=eight", "LOG_LEVEL=loud", "LOCAL_HOST=")
    assert [line.split()[0] for line in refusal().splitlines()] == ["LOCAL_HOST", "LOCAL_PORT", "LOG_LEVEL"]


def test_a_mistyped_key_in_the_file_gets_a_suggestion() -> None:
    dotenv(f"DISCORD_TOKN={SECRET}")
    assert refusal() == "DISCORD_TOKN in .env is not a setting; did you mean DISCORD_TOKEN?"


@pytest.mark.parametrize(
    "key", ["DATABASE_URL", "BOARDS", "LOCAL_PORT", "CHAT_LANGUAGE", "LOG_LEVEL", "COMPUTER_DELAY"]
)
def test_a_token_in_the_wrong_place_is_not_repeated(key: str) -> None:
    dotenv(f"{key}={SECRET}", SECRET)
    assert SECRET not in refusal()


def test_a_file_that_is_not_text_is_refused(elsewhere: Path) -> None:
    (elsewhere / ".env").write_bytes(b"LOG_LEVEL=\xff\xfe")
    assert refusal() == ".env should be a readable text file in UTF-8."


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ((f"DISCORD_TOKEN='{SECRET}",), 1),
        ((f'DISCORD_TOKEN="{SECRET}',), 1),
        (("LOCAL_PORT=9001", "", "# the bot", "", f"DISCORD_TOKEN='{SECRET}", "LOG_LEVEL=INFO"), 5),
        ((f"DISCORD_TOKEN='{SECRET}' {SECRET}",), 1),
        (("LOCAL_PORT=9001", f"DISCORD_TOKEN='{SECRET}", "BOARDS='boards'", "LOCAL_HOST=a"), 2),
        ((f"DISCORD_TOKEN='{SECRET}", f"TELEGRAM_TOKEN={SECRET}'"), 1),
        (("LOCAL_PORT=9001", SECRET), 2),
        (("", f"DISCORD_TOKEN {SECRET}"), 2),
        ((f"={SECRET}",), 1),
    ],
)
def test_a_line_that_cannot_be_read_is_named_by_its_number(lines: tuple[str, ...], number: int) -> None:
    dotenv(*lines)
    assert refusal() == (
        f"Line {number} of .env cannot be read: write KEY=value, with both quotation marks or none."
    )


def test_a_key_that_is_like_no_setting_is_named_by_its_line() -> None:
    dotenv("LOCAL_PORT=9001", "", f"{SECRET}=x")
    assert refusal() == "Line 3 of .env names no setting."


def test_quoted_values_comments_and_exported_keys_are_read() -> None:
    dotenv(
        "# all of it",
        f"DISCORD_TOKEN='{SECRET}'  # mine",
        'export LOCAL_HOST="a#b"',
        "",
        "LOCAL_PORT=1 # one",
    )
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == SECRET
    assert (settings.local_host, settings.local_port) == ("a#b", 1)


# ---- secrets in files


@pytest.mark.parametrize("name", SECRETS)
def test_each_secret_can_be_in_a_file(name: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    value = "sqlite:///other.db" if name == "database_url" else SECRET
    (elsewhere / "secret").write_text(f"{value}\n")
    monkeypatch.setenv(f"{name.upper()}_FILE", str(elsewhere / "secret"))
    for from_environment in (True, False):
        found = getattr(load_settings(), name)
        assert (found if isinstance(found, str) else found.get_secret_value()) == value
        if from_environment:
            monkeypatch.delenv(f"{name.upper()}_FILE")
            dotenv(f"{name.upper()}_FILE='{elsewhere / 'secret'}'")
    assert value not in repr(load_settings())


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file or directory"),
        (b"", "it is empty"),
        (b"\xff\xfe", "it is no text in UTF-8"),
        (b"x" * 20_000, "it is too large"),
    ],
)
def test_a_file_of_a_secret_that_cannot_be_read_is_one_sentence(
    content: bytes | None, why: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not repeat the name of the file: some put the token there."""
    if content is not None:
        (elsewhere / SECRET).write_bytes(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", SECRET)
    assert refusal() == f"DISCORD_TOKEN_FILE should name a readable file with the secret alone ({why})."


def test_a_secret_and_its_file_are_not_both_set(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / "token").write_text(SECRET)
    dotenv(f"TELEGRAM_TOKEN={SECRET}")
    monkeypatch.setenv("TELEGRAM_TOKEN_FILE", "token")
    assert refusal() == "TELEGRAM_TOKEN and TELEGRAM_TOKEN_FILE are both set: leave one of them out."
    dotenv("TELEGRAM_TOKEN=")
    assert load_settings().telegram_token


def test_names_in_the_environment_that_begin_like_a_setting_are_warned_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISCORD_TOKENS", "TELEGRAM_TOKEN_PATH", "DISCORD_SHARD", "BOARDS_FOLDER", "BOARDSOMETHING"):
        monkeypatch.setenv(name, SECRET)
    assert list(unknown_names()) == [
        "BOARDS_FOLDER in the environment is not a setting; did you mean BOARDS?",
        "DISCORD_SHARD in the environment is not a setting; did you mean DISCORD_SHARDS?",
        "DISCORD_TOKENS in the environment is not a setting; did you mean DISCORD_TOKEN?",
        "TELEGRAM_TOKEN_PATH in the environment is not a setting; did you mean TELEGRAM_TOKEN?",
    ]


@pytest.mark.parametrize("address", ["socks5://10.0.0.1:1080", "10.0.0.1:3128", "http://"])
def test_a_proxy_that_cannot_be_used_is_refused_where_it_is_used(address: str) -> None:
    dotenv(f"HTTPS_PROXY={address}")
    settings = load_settings()
    with pytest.raises(OperatorError, match="HTTPS_PROXY should be the address of an HTTP proxy"):
        _ = settings.proxy
