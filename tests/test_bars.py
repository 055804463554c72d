"""The benches: with `--check`, a missed bar ends the run with exit code 1, and one page lists them all."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_page_of_performance_and_the_makefile_have_every_bench() -> None:
    sources = {path.stem: path.read_text("utf-8") for path in (ROOT / "bench").glob("*.py")}
    benches = {name for name, text in sources.items() if re.search(r"(bench_parser|main)\(__doc__", text)}
    page = (ROOT / "docs" / "performance.md").read_text("utf-8")
    (listed,) = re.findall(r"^BENCHES := (.*)$", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    assert set(re.findall(r"^\| `bench\.(\w+)` \|", page, flags=re.MULTILINE)) == benches
    assert {*listed.split(), "computers"} == benches
