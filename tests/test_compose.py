"""The compose files name settings and ports that exist, and give the bot no more rights than it needs."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings

ROOT = Path(__file__).parent.parent
FILES = "compose.yaml", "compose.postgres.yaml"


def services(name: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / name).read_text("utf-8"))["services"]
    return found


@pytest.mark.parametrize("name", FILES)
def test_the_bot_gets_settings_that_it_knows_and_few_rights(name: str) -> None:
    bot = services(name)["stationmaster"]
    assert bot["environment"]["LOCAL_HOST"] == "0.0.0.0", "a proxy outside the container reaches it"
    monitor = {key: str(value) for key, value in bot["environment"].items() if key.startswith("MONITOR_")}
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert len(monitor) == 2
    assert all(f"{key}={value}" in image for key, value in monitor.items()), "a copy of .env.example has none"
    assert {key.lower() for key in bot["environment"]} <= set(Settings.model_fields)
    assert bot["read_only"] is True
    assert bot["cap_drop"] == ["ALL"]
    assert bot["security_opt"] == ["no-new-privileges:true"]


def test_images_of_others_are_named_by_digest() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    named = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    named += [one["image"] for name in FILES for one in services(name).values() if "image" in one]
    assert len(named) == 3
    assert [one for one in named if not re.fullmatch(r"[\w/-]+:[\w.-]+@sha256:[0-9a-f]{64}", one)] == []
    python = {one for one in named if one.startswith("python:")}
    assert len(python) == 1, "what is built has to run where it is copied to"


@pytest.mark.parametrize("name", FILES)
def test_the_ports_are_those_of_the_image(name: str) -> None:
    exposed = re.findall(r"^EXPOSE (.*)$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)[0].split()
    bot = services(name)["stationmaster"]
    used = [port.split(":")[-1] for port in (*bot.get("ports", ()), *bot.get("expose", ()))]
    assert used
    assert set(used) <= set(exposed)
    assert all(port.startswith("127.0.0.1:") for port in bot.get("ports", ())), "the world needs a proxy"


def test_two_processes_share_one_server_whose_password_is_not_in_the_file() -> None:
    found = services("compose.postgres.yaml")
    bot, server = found["stationmaster"], found["database"]
    settings = Settings(_env_file=None, database_url=bot["environment"]["DATABASE_URL"])  # type: ignore[call-arg]
    assert settings.database_url.startswith(
        "postgresql+asyncpg://stationmaster:${POSTGRES_PASSWORD}@database/"
    )
    assert bot["deploy"]["replicas"] == 2
    assert "ports" not in bot, "two processes cannot have the same port of the machine"
    assert "ports" not in server, "only the bot reaches the database"
    assert server["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
