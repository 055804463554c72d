"""What the documents say about the code: commands, settings, the tests in SECURITY.md, and links."""

import re
from pathlib import Path

from bot.commands import COMMANDS
from bot.model.settings import word_of
from bot.text.i18n import phrases
from tests.games.script import scripts_of

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def test_the_page_of_commands_has_every_command() -> None:
    assert commands_table() in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def test_the_page_of_settings_has_every_setting() -> None:
    assert settings_tables() in (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")


def test_every_row_of_the_security_model_names_tests_that_are_there() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    _, *rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| ")]
    source = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    scripts = {script.title for file in TESTS.glob("games/*.txt") for script in scripts_of(file)}
    defined = {*re.findall(r"def (test_\w+)\(", source), *scripts}
    assert rows
    for _party, can, cannot, tests in rows:
        named = set(re.findall(r"`([^`]+)`", tests))
        assert can.strip()
        assert cannot.strip()
        assert named
        assert named <= defined


def test_every_link_between_the_pages_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    targets = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#]+)", _prose(page))]
    broken = [(page.name, link) for page, link in targets if not _leads_somewhere(page, link)]
    assert targets
    assert not broken


def test_every_file_that_a_page_names_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    folders = "bot|engine|render|tests|tools|bench|docs|deploy"
    named = [
        (page.name, path)
        for page in pages
        for path in re.findall(rf"`((?:{folders})/[\w./*-]*)`", _prose(page))
    ]
    assert named
    assert [(page, path) for page, path in named if not any(ROOT.glob(path))] == []


def test_every_link_to_a_section_finds_its_heading() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    links = [(page, *link) for page in pages for link in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", _prose(page))]
    broken = [
        (page.name, file, section)
        for page, file, section in links
        if section not in _sections((page.parent / file) if file else page)
    ]
    assert links
    assert not broken


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"({page})" not in index} == set()


def _prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def _leads_somewhere(page: Path, link: str) -> bool:
    return link.startswith(("http://", "https://")) or (page.parent / link).exists()


def _sections(page: Path) -> set[str]:
    """The addresses of the headings of a page, as they are made of their words."""
    headings = re.findall(r"^#+ (.+)$", _prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


# ---- the tables


def commands_table() -> str:
    """The commands as a table for docs/commands.md. This prints it:

    python -c "from tests.test_readme import *; print(commands_table())"
    """
    english = phrases("en")
    lines = ["| command | what it does |", "|---|---|"]
    for row in COMMANDS:
        if row.is_typed:
            names = dict.fromkeys(map(row.written_on, ("local", "discord", "telegram")))
            written = ", ".join(f"`{name}`" for name in names)
            lines.append(f"| {written} | {english.say(f'slash-{row.word}-about')} |")
    return "\n".join(lines)


def settings_tables() -> str:
    """The settings of each command that has some, as tables for docs/settings.md. This prints them:

    python -c "from tests.test_readme import *; print(settings_tables())"
    """
    english, lines = phrases("en"), []
    for row in COMMANDS:
        if row.settings:
            lines += [
                "",
                f"## `/{row.word}`",
                "",
                "| setting | values | default | what it is |",
                "|---|---|---|---|",
            ]
        for setting in row.settings:
            values = ", ".join(f"`{word}`" for word in setting.kind.words)
            default = "" if setting.default is None else f"`{word_of(setting.default)}`"
            about = english.say(f"part-{setting.word}-about")
            lines.append(f"| `{setting.word}` | {values} | {default} | {about} |")
    return "\n".join(lines[1:])
