"""The files of the page, at addresses that change with them: a browser asks for each once."""

import json
import re
from hashlib import sha256
from pathlib import Path

import render
from bot.text.i18n import LANGUAGES, phrases

HERE = Path(__file__).parent / "files"

PAGE = "page.html"

FILES = {
    "/replay": ("replay.html", "text/html"),
    "/favicon.ico": ("icon.svg", "image/svg+xml"),
    **{f"/{path.name}": (path.name, "text/css") for path in sorted(HERE.glob("*.css"))},
    **{f"/{path.name}": (path.name, "text/javascript") for path in sorted(HERE.glob("*.js"))},
}
"""The name and the content type of the file at each address, besides the page itself."""


def words_of(language: str) -> bytes:
    """The words of the page in a language, as JSON."""
    return json.dumps(phrases(language).page_words(), ensure_ascii=False).encode()


def version_of_page() -> str:
    """A version for everything that makes up the page: its files, its words, and the code that draws
    boards.
    """
    drawing = Path(render.__file__).parent
    sources = [*HERE.iterdir(), *drawing.rglob("*.py"), *(drawing / "baked").rglob("*.*")]
    content = sha256()
    for path in sorted(path for path in sources if path.is_file() and path.suffix != ".pyc"):
        content.update(path.name.encode() + path.read_bytes())
    for language in LANGUAGES:
        content.update(words_of(language))
    return content.hexdigest()[:16]


def versioned(html: str, version: str) -> str:
    """A page that refers to its styles and scripts by addresses with the version in them.

    A script imports others by their relative addresses, and so stays within its version.
    """
    return re.sub(r'(href|src)="/([\w-]+\.(?:css|js))"', rf'\1="/files/{version}/\2"', html)


def content_of(name: str, version: str) -> bytes:
    """The content of a file of the page, as it is served."""
    body = (HERE / name).read_bytes()
    return versioned(body.decode(), version).encode() if name.endswith(".html") else body


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
