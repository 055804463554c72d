"""The files of the page, at addresses that change with them: a browser asks for each once."""

import json
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import render
from bot import commands
from bot.commands.buttons import page_menu
from bot.model.languages import LOCALES
from bot.text.i18n import phrases

HERE = Path(__file__).parent / "files"

PAGE = "page.html"

BUNDLES = {"page.js", "app.js", "shared.js"}
"""The scripts that pages begin with: each is served with all that it imports, since requests take time."""

START = "start.js"
"""The script that runs first."""

STYLES = "styles.css"
"""The address of all styles that every page has, in one file too."""

FILES = {
    f"/{STYLES}": (STYLES, "text/css"),
    "/replay": ("replay.html", "text/html"),
    "/favicon.ico": ("icon.svg", "image/svg+xml"),
    "/turn.svg": ("turn.svg", "image/svg+xml"),
    "/manifest.webmanifest": ("manifest.webmanifest", "application/manifest+json"),
    **{f"/{path.name}": (path.name, "image/png") for path in sorted(HERE.glob("*.png"))},
    **{f"/{path.name}": (path.name, "text/css") for path in sorted(HERE.glob("*.css"))},
    **{f"/{path.name}": (path.name, "text/javascript") for path in sorted(HERE.glob("*.js"))},
}
"""The name and the content type of the file at each address, besides the page itself."""

_IMPORT = re.compile(r'^import (?:(?:\* as )?([^*"]+) from )?"\./([\w.]+)";$', re.MULTILINE)
_LATER = re.compile(r'import\("\./([\w.]+)"\)')
_EXPORT = re.compile(r"^export (?:async )?(?:function|const) (\w+)", re.MULTILINE)
_LOADER = "const loaded = {};\nfunction load(name) { return loaded[name] ??= modules[name](); }\n"


@lru_cache
def words_of(language: str) -> bytes:
    """The words of the page in a language, and the `commands` of its menu, as JSON."""
    here = phrases(language)
    words = here.page_words() | {"commands": page_menu(here)}
    return json.dumps(words, ensure_ascii=False).encode()


@lru_cache
def version_of_page() -> str:
    """A version of everything in the page: its files, its words with the code that makes them, and the code
    that draws boards. The words themselves, which take a second to read, are not made for it.
    """
    drawing = Path(render.__file__).parent
    sources = [*HERE.iterdir(), *drawing.rglob("*.py"), *(drawing / "baked").rglob("*.*")]
    sources += [*LOCALES.parent.rglob("*.*"), *Path(commands.__file__).parent.glob("*.py")]
    content = sha256()
    for path in sorted(path for path in sources if path.is_file() and path.suffix != ".pyc"):
        content.update(path.name.encode() + path.read_bytes())
    return content.hexdigest()[:16]


def versioned(html: str, version: str) -> str:
    """A page that refers to its styles and scripts by addresses with the version in them."""
    return re.sub(r'(href|src)="/([\w-]+\.(?:css|js))"', rf'\1="/files/{version}/\2"', html)


def start_script() -> str:
    """The script inside the page itself, which saves a request."""
    return (HERE / START).read_text("utf-8")


@lru_cache
def content_of(name: str, version: str) -> bytes:
    """The content of a file of the page, as it is served."""
    if name in BUNDLES:
        return bundle(name).encode()
    if name == STYLES:
        return b"\n".join((HERE / f"{sheet}.css").read_bytes() for sheet in ("page", "table", "replay"))
    body = (HERE / name).read_bytes()
    if not name.endswith(".html"):
        return body
    page = versioned(body.decode(), version)
    return page.replace(f'/{START}"></script>', f'/{START}">{start_script()}</script>').encode()


def bundle(first: str) -> str:
    """A script with all that it imports, in one file: each module is a function that runs once.

    It understands the few forms of `import` and `export` that the scripts use, each on a line of its own.
    """
    modules: dict[str, str] = {}
    wanted = [first]
    while wanted:
        name = wanted.pop()
        if name not in modules:
            source = (HERE / name).read_text("utf-8")
            exported = ", ".join(_EXPORT.findall(source))
            body = _LATER.sub(r'Promise.resolve().then(() => load("\1"))', _IMPORT.sub(_loading, source))
            body = body.replace("\nexport ", "\n")
            modules[name] = f"() => {{\n{body}return {{ {exported} }};\n}}"
            wanted += [module for _, module in _IMPORT.findall(source)] + _LATER.findall(source)
    listed = "".join(f'  "{name}": ({source}),\n' for name, source in modules.items())
    return f'const modules = {{\n{listed}}};\n{_LOADER}load("{first}");\n'


def _loading(statement: re.Match[str]) -> str:
    """An import as a call of the function that the module is."""
    names, module = statement[1], statement[2]
    return f'const {names.replace(" as ", ": ")} = load("{module}");' if names else f'load("{module}");'


def app_page(version: str) -> bytes:
    """The page without what only a chat has, with the script for one table. Its addresses are relative."""
    page = re.sub("<!-- chat -->.*?<!-- /chat -->", "", (HERE / PAGE).read_text("utf-8"), flags=re.DOTALL)
    for chat, app in (
        ('src="/page.js"', 'src="/app.js"'),
        ("<body ", '<body class="app" '),
        ("</head>", '  <link rel="stylesheet" href="/app.css">\n</head>'),
        ("initial-scale=1,", "initial-scale=1, viewport-fit=cover,"),
    ):
        page = page.replace(chat, app)
    return re.sub('(href|src)="/', r'\1="', versioned(page, version)).encode()
