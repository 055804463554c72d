"""What the documents say about the code: commands, settings, the tests in SECURITY.md, and links."""

import re
from pathlib import Path

from bot.commands import COMMANDS
from bot.commands.help import markdown_table, settings_tables
from tests.games.script import scripts_of

TESTS = Path(__file__).parent
ROOT = TESTS.parent


def test_the_page_of_commands_has_every_command() -> None:
    """`python -P -c "from bot.commands import *; print(help.markdown_table(COMMANDS))"` prints it anew."""
    assert markdown_table(COMMANDS) in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def test_the_page_of_settings_has_every_setting() -> None:
    """`python -P -c "from bot.commands import *; print(help.settings_tables(COMMANDS))"` prints them."""
    assert settings_tables(COMMANDS) in (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")


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
