"""The README lists the commands of the command table."""

from pathlib import Path

from bot.text.help import markdown_table

README = Path(__file__).parent.parent / "README.md"


def test_the_readme_has_the_table_of_commands() -> None:
    """To renew it: `python -c "from bot.text.help import markdown_table; print(markdown_table())"`."""
    assert markdown_table() in README.read_text(encoding="utf-8")
