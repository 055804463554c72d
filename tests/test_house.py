"""The promises about the project itself: which way imports point, what may know a secret, what is locked."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from bot.settings import Settings

ROOT = Path(__file__).parent.parent
PRODUCT = ("engine", "render", "bot")
ROOMS = (*PRODUCT, "tools")

LOCKS = ("requirements.lock", "requirements-host.lock", "requirements-dev.lock")
"""What plays on the page, what hosts everywhere, and what develops: each has all of the one before."""

OF_HOSTS = {"discord", "telegram", "postgresql"}
"""The extras of pyproject.toml that a host may need."""

TOP_LEVEL = {
    "pyproject.toml", "bot", "engine", "render", "tools", "tests", ".env.example",  # the house
    "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "LICENSE", "Makefile", "docs", "bench",
    *LOCKS,
    ".ci", ".gitignore", ".pre-commit-config.yaml",
    "Dockerfile", ".dockerignore", "compose.yaml", "compose.postgres.yaml", "deploy",
}  # fmt: skip

LAYERS = (
    {
        *("bot.cache", "bot.clock", "bot.installation", "bot.metrics", "bot.randomness", "bot.settings"),
        *("bot.tasks", "bot.version", "bot.work_queue"),
    },
    {"bot.model"},
    {"bot.workers"},
    {"bot.store"},
    {"bot.matches"},
    {"bot.text"},
    {"bot.requests", "bot.shown"},
    {"bot.commands"},
    {"bot.outbox"},
    {"bot.timers"},
    {"bot.computers"},
    {"bot.discord", "bot.telegram", "bot.web"},
    {"bot.operate"},
    {"bot.configured_platforms", "bot.app", "bot.cli", "bot.__main__"},
)
"""The layers of `bot/`: a module imports from its own layer and from those before it."""

OPEN_TO_PICTURES = {
    "engine.actions", "engine.board", "engine.boards.files", "engine.cards", "engine.network",
    "engine.payments", "engine.ticket_status", "engine.refusals", "engine.rules", "engine.sheet",
    "engine.view",
}  # fmt: skip
"""What a picture may be made from, besides the public part of `engine.game`."""

SECRET_NAMES = {"Game", "Event"}
"""What knows everybody's hand, and so never reaches a picture or a platform's adapter."""


def tracked() -> list[Path]:
    """The project's files, as a clone has them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def sources(*rooms: str) -> list[Path]:
    """The Python files of these rooms."""
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All parts of a file's syntax tree."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))))


@pytest.fixture(scope="module", autouse=True)
def _trees_are_dropped() -> Iterator[None]:
    """Give back the memory of the syntax trees."""
    yield
    nodes.cache_clear()


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Each import as (module, name): the name is "" for `import module`."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((imported_module(node, path), alias.name) for alias in node.names)


def imported_module(node: ast.ImportFrom, path: Path) -> str:
    """The whole name of the module, of a relative import too."""
    if not node.level:
        return node.module or ""
    package = module_name(path).split(".")
    kept = package[: len(package) - node.level + (path.name == "__init__.py")]
    return ".".join([*kept, *filter(None, [node.module])])


def room(module: str) -> str:
    return module.partition(".")[0]


def where(path: Path, text: str) -> str:
    return f"{path.relative_to(ROOT)}: {text}"


def knows_a_secret(module: str, name: str) -> bool:
    """Whether an import brings in a Game or an Event, or a module whole that has them."""
    if name in SECRET_NAMES or name == "*":
        return True
    whole = f"{module}.{name}" if name and module == "engine" else module
    return whole == "engine.events" or (whole == "engine.game" and (not name or module == "engine"))


def project() -> dict[str, dict[str, list[str]]]:
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"])


def wanted() -> list[str]:
    """Every requirement of pyproject.toml: to play, to test, to develop, to build."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    extras = project()["optional-dependencies"].values()
    return [*project()["dependencies"], *(line for extra in extras for line in extra), *build]


def locked(lock: str) -> dict[str, str]:
    """The version of each package in a lock."""
    pins = re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE)
    return dict(pins)


def pin(requirement: str) -> tuple[str, str]:
    """Name and version, the name as a lock writes it."""
    name, _, version = requirement.partition("==")
    return re.sub(r"[-_.]+", "-", name.partition("[")[0]).lower(), version


def strays(*rooms: str, barred: Callable[[str, str], bool]) -> list[str]:
    """The imports of these rooms that are barred by their module and name."""
    return [
        where(path, f"{module} {name}")
        for path in sources(*rooms)
        for module, name in imports(path)
        if barred(module, name)
    ]


def test_the_engine_imports_itself_the_standard_library_and_msgspec() -> None:
    allowed = sys.stdlib_module_names | {"engine", "msgspec"}
    assert strays("engine", barred=lambda module, _: room(module) not in allowed) == []


def test_the_engine_neither_waits_nor_listens_nor_rolls_dice() -> None:
    barred = {"asyncio", "concurrent", "random", "secrets", "socket", "subprocess", "threading", "time"}
    assert strays("engine", barred=lambda module, _: room(module) in barred) == []


def test_nothing_that_runs_needs_a_tool_and_no_tool_knows_the_bot() -> None:
    assert strays(*PRODUCT, barred=lambda module, _: room(module) == "tools") == []
    assert strays("tools", barred=lambda module, _: room(module) == "bot") == []


def layer(module: str) -> int:
    """The place of a module of `bot/` in LAYERS: the layer that names it most exactly."""
    found = [
        (len(name), place)
        for place, names in enumerate(LAYERS)
        for name in names
        if module == name or module.startswith(f"{name}.")
    ]
    assert found, f"{module} has no layer"
    return max(found)[1]


def test_imports_inside_the_bot_go_one_way() -> None:
    strays = [
        where(path, module)
        for path in sources("bot")
        if module_name(path) != "bot"
        for module, name in imports(path)
        if room(module) == "bot"
        and layer(f"{module}.{name}" if module == "bot" or is_module(module, name) else module)
        > layer(module_name(path))
    ]
    assert strays == []


def is_module(module: str, name: str) -> bool:
    """Whether a name that is imported from a package is a module of it."""
    folder = ROOT / Path(*module.split("."))
    return bool(name) and ((folder / f"{name}.py").is_file() or (folder / name).is_dir())


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Names that only type checkers import count too."""
    paths = {module_name(path): path for path in sources(*ROOMS, "bench")}
    graph = {
        module: {
            found
            for package, name in imports(path)
            if (found := f"{package}.{name}" if is_module(package, name) else package) in paths
            and found != module
        }
        for module, path in paths.items()
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the modules


def test_adapters_do_not_know_the_store() -> None:
    is_store = re.compile(r"bot\.store\b").match
    assert strays("bot/discord", "bot/telegram", barred=lambda module, _: is_store(module) is not None) == []


def test_the_local_page_reads_its_own_tables_only() -> None:
    """The store keeps the accounts, channels and posts of the page, which has no server of its own."""
    paths = sources("bot/web")
    imported = {name for path in paths for module, name in imports(path) if re.match(r"bot\.store\b", module)}
    parts = {
        node.attr
        for path in paths
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and re.search(r"store\.\w+$", ast.unparse(node))
    }
    assert imported <= {"Store", "PageStore", "PageUse", "Post", "REMOVAL", "REMOVAL_WITH_GAMES"}
    assert parts == {"page", "people"}


def test_modules_are_named_by_nouns() -> None:
    nouns = {"ring", "string", "thing", "king"}
    gerunds = [
        where(path, "")
        for path in sources(*ROOMS, "tests", "bench")
        if path.stem.endswith("ing") and path.stem not in nouns
    ]
    assert gerunds == []


def classes(*rooms: str) -> Iterator[tuple[str, str]]:
    """Each class of these rooms, with the file that has it."""
    for path in sources(*rooms):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                yield node.name, where(path, node.name)


def test_a_class_name_has_one_meaning() -> None:
    places: dict[str, list[str]] = {}
    for name, place in classes(*ROOMS):
        places.setdefault(name, []).append(place)
    assert [found for found in places.values() if len(found) > 1] == []


def aliases(path: Path) -> Iterator[tuple[str, str]]:
    """The types that a module names, each with its definition, without type variables."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, definition = node.targets[0].id, ast.unparse(node.value)
            if re.match("[A-Z][a-z]", name) and not re.match(r"(Type|Param)\w+\(", definition):
                yield name, definition


def test_the_name_of_a_type_has_one_meaning() -> None:
    """A class, or an alias such as `Rows = tuple[...]`. The same alias may stand in two modules."""
    meanings = {name: {f"class {name}"} for name, _ in classes(*ROOMS)}
    for path in sources(*ROOMS):
        for name, definition in aliases(path):
            meanings.setdefault(name, set()).add(definition)
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}


def test_the_bot_loads_no_pillow() -> None:
    """Only its workers draw. Pillow would take 8 MB of each process that runs games."""
    modules = "bot.cli, bot.app, bot.discord.platform, bot.telegram.platform, bot.web.platform"
    program = f"import sys, {modules}; sys.exit('PIL' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_a_picture_is_made_from_what_may_be_seen() -> None:
    open_engine = OPEN_TO_PICTURES | {"engine.game"}

    def barred(module: str, name: str) -> bool:
        is_closed = room(module) == "engine" and module not in open_engine
        return room(module) == "bot" or is_closed or knows_a_secret(module, name)

    assert strays("render", barred=barred) == []


def test_an_adapter_never_meets_a_game_or_an_event() -> None:
    assert strays("bot/discord", "bot/telegram", "bot/web", barred=knows_a_secret) == []


def test_only_the_fold_writes_a_state() -> None:
    """A Table and a Game are shared as values, and are not frozen so that the fold can be fast."""
    for path in sources(*ROOMS):
        if path != ROOT / "engine/fold.py":
            for node in nodes(path):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    assert not re.search(r"\b(table|game)\.\w+$", ast.unparse(node)), where(
                        path, ast.unparse(node)
                    )


def texts(kind: type[ast.AST]) -> Iterator[tuple[str, str]]:
    """The text of each part of a kind in the rooms, with the file that has it."""
    for path in sources(*ROOMS):
        for node in nodes(path):
            if isinstance(node, kind):
                yield where(path, text := ast.unparse(node)), text


def test_no_object_is_patched_from_outside() -> None:
    """A subclass overrides what a library offers; the decorators of slash commands need `__signature__`."""
    assert [place for place, text in texts(ast.Call) if text.startswith("setattr(")] == []


def test_nobody_uses_the_global_generator() -> None:
    own = {"", "Random", "SystemRandom"}
    assert strays(*ROOMS, barred=lambda module, name: module == "random" and name not in own) == []
    used = re.compile(r"random\.(?!(Random|SystemRandom)$)\w+$").match
    assert [place for place, text in texts(ast.Attribute) if used(text)] == []


def test_no_file_of_ours_hides_a_library_or_a_room() -> None:
    libraries = {"discord", "telegram", "sqlalchemy", "aiosqlite", "aiohttp", "fluent", "PIL", "tqdm"}
    taken = libraries | set(ROOMS) | (set(sys.stdlib_module_names) - {"random", "__main__"})
    adapters = {ROOT / "bot/discord", ROOT / "bot/telegram"}  # `bot` is never on the path itself
    in_rooms = {
        where(path, "hides")
        for room in ROOMS
        for path in set((ROOT / room).iterdir()) - adapters
        if path.stem in libraries
    }
    in_tests = {where(path, "hides") for path in (ROOT / "tests").iterdir() if path.stem in taken}
    assert in_rooms | in_tests == set()


def test_names_say_what_things_are() -> None:
    vague = re.compile(r"(Manager|Helper|Utils?|Base)$|^(Base)[A-Z]")
    classes = [
        where(path, node.name)
        for path in sources(*ROOMS)
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and vague.search(node.name)
    ]
    files = [
        where(path, "")
        for path in sources(*ROOMS)
        if path.stem in {"utils", "util", "helpers", "common", "base"}
    ]
    assert classes + files == []


def test_the_top_level_is_as_it_was_drawn() -> None:
    there = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert there <= TOP_LEVEL
    assert {"pyproject.toml", *ROOMS, "tests", ".env.example"} <= there


def test_no_file_names_a_machine_or_a_registry() -> None:
    bad = re.compile(
        r"(?<![\w.])/(?:work|home|root|Users)/\w"
        r"|\b(?:pypi|pythonhosted|npmjs|crates)\.(?:org|com|io)\b"
        r"|index[-]url"
    )
    strays = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", errors="ignore")
        strays += [where(path, found.group()) for found in bad.finditer(text)]
    assert strays == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    entries = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    assert [entry for entry in entries if entry.strip() and "--hash=sha256:" not in entry] == []
    assert len(locked(lock)) == len([entry for entry in entries if entry.strip()])


def test_the_locks_hold_what_the_project_asks_for_and_agree() -> None:
    play, host, everything = map(locked, LOCKS)
    assert {pin(line)[0]: everything.get(pin(line)[0]) for line in wanted()} == dict(map(pin, wanted()))
    assert play.items() <= host.items() <= everything.items()


def test_a_page_is_locked_without_platforms_and_a_host_without_the_tools_of_the_trade() -> None:
    extras = project()["optional-dependencies"]
    of_hosts = {pin(line)[0] for extra in OF_HOSTS for line in extras[extra]}
    tools = {pin(line)[0] for extra in extras.keys() - OF_HOSTS for line in extras[extra]}
    tools.remove("fluent-syntax")  # fluent.runtime reads with it
    play, host, _ = map(locked, LOCKS)
    assert (of_hosts | tools).isdisjoint(play)
    assert of_hosts <= host.keys()
    assert tools.isdisjoint(host)


def test_every_requirement_is_pinned_and_has_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    for requirement in wanted()[:-1]:
        assert re.fullmatch(r"[\w.-]+(\[\w+\])?==[\w.]+", requirement)
        assert re.search(rf'^    "{re.escape(requirement)}",  # \w.{{9,}}$', text, re.MULTILINE), requirement


def test_the_example_has_every_setting_as_it_is_by_default_under_a_line_about_it() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    listed = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    defaults = {name.upper(): field.default for name, field in Settings.model_fields.items()}
    empty = None, frozenset()
    assert listed == {key: "" if default in empty else str(default) for key, default in defaults.items()}
    about = [before for before, line in pairwise(lines) if "=" in line and line[0] != "#"]
    assert len(about) == len(defaults)
    assert all(line.startswith("# ") and line.endswith(".") for line in about)
