"""Every script of play, on every platform that it names."""

from pathlib import Path

import pytest

from tests.contract.tables import WITH_A_SERVER
from tests.games.performance import Performance
from tests.games.script import Script, scripts_of
from tests.stores import URL_FILE

SCRIPTS = [
    pytest.param(script, platform, id=f"{file.stem}-{script.title}-{platform}")
    for file in sorted(Path(__file__).parent.glob("*.txt"))
    for script in scripts_of(file)
    for platform in script.platforms
]


@pytest.mark.parametrize(("script", "platform"), SCRIPTS)
async def test_a_script(
    script: Script, platform: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if platform.endswith("postgresql"):
        (tmp_path / URL_FILE).write_text(request.getfixturevalue("postgres_url"))
    async with WITH_A_SERVER[platform](tmp_path) as open_table:
        await Performance(script, open_table, tmp_path).play()
