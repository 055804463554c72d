"""What the documents say about the code: commands in the README, settings in docs, tests in SECURITY.md."""

import re
from pathlib import Path

from bot.commands import COMMANDS
from bot.commands.help import markdown_table, settings_tables

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def test_the_readme_has_the_table_of_commands() -> None:
    """`python -P -c "from bot.commands import *; print(help.markdown_table(COMMANDS))"` prints it anew."""
    assert markdown_table(COMMANDS) in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_page_of_settings_has_every_setting() -> None:
    """`python -P -c "from bot.commands import *; print(help.settings_tables(COMMANDS))"` prints them."""
    assert settings_tables(COMMANDS) in (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")


def test_every_test_that_the_security_model_names_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8")))
    source = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    defined = set(re.findall(r"def (test_\w+)\(", source))
    assert named
    assert named <= defined
