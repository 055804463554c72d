"""What an installation holds: the wheel."""

import subprocess
import sys
import zipfile
from email import message_from_bytes

import pytest

from tests.test_house import PRODUCT, ROOT, project, tracked

# ---- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel that pip makes of the files that git knows, without a network."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for path in tracked():
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    offline = ["--no-index", "--no-build-isolation", "--no-deps"]
    command = [
        sys.executable,
        "-P",
        "-m",
        "pip",
        "wheel",
        "--quiet",
        *offline,
        "--wheel-dir",
        str(built),
        ".",
    ]
    subprocess.run(command, cwd=source, check=True)
    [file] = built.iterdir()
    return zipfile.ZipFile(file)


def test_the_wheel_has_all_that_the_program_reads_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    ours = {str(path.relative_to(ROOT)) for path in tracked() if path.relative_to(ROOT).parts[0] in PRODUCT}
    shipped = {name for name in ours if not name.startswith("render/examples/")}
    about = {name for name in wheel.namelist() if ".dist-info/" in name}
    assert set(wheel.namelist()) - about == shipped
    assert {name.partition("/")[0] for name in about} == {f"stationmaster-{project()['version']}.dist-info"}


def test_the_wheel_asks_for_exact_versions_and_starts_by_its_name(wheel: zipfile.ZipFile) -> None:
    folder = f"stationmaster-{project()['version']}.dist-info"
    metadata = message_from_bytes(wheel.read(f"{folder}/METADATA"))
    wanted = metadata.get_all("Requires-Dist") or []
    assert len(wanted) >= len(project()["dependencies"])
    assert [line for line in wanted if "==" not in line.partition(";")[0]] == []
    assert metadata["Requires-Python"] == project()["requires-python"]
    assert b"stationmaster = bot.__main__:main" in wheel.read(f"{folder}/entry_points.txt")
