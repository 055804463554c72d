"""The URL of a database on a server, and what may be said of it: never the password."""

from inspect import signature
from typing import Any
from urllib.parse import quote

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.installation import missing_library
from bot.store.values import StoreError

_CONNECT_WITHIN = 10
_ANSWER_WITHIN = 60
"""Seconds until a connection, and until a statement, counts as lost."""

_PORT = "5432"
_NUMBERS = ("statement_cache_size", "prepared_statement_cache_size")
_STATEMENTS_KEPT = 500
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_OTHERS = {"sslmode", "prepared_statement_cache_size"}
"""Parameters of the URL that are not the driver's own."""


def is_server(url: str) -> bool:
    """Whether a URL names a database on a PostgreSQL server."""
    return url.partition("://")[0] in ("postgresql", "postgresql+asyncpg", "postgres")


def server_url(url: str) -> URL:
    """The URL as SQLAlchemy takes it. Raises StoreError, without repeating it."""
    if sentence := missing_library("DATABASE_URL"):
        raise StoreError(sentence)
    from asyncpg import connect  # it takes a while, and most programs have a file

    if url.count("@") > 1:  # what follows the first may be a part of the password
        raise StoreError("The password in DATABASE_URL has an @; write it as %40, and / as %2F")
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(
            "DATABASE_URL is not a URL; write postgresql+asyncpg://user:password@host/database"
        ) from None
    if strange := parsed.query.keys() - signature(connect).parameters.keys() - _OTHERS:
        raise StoreError(f"DATABASE_URL has an unknown parameter: {min(strange)}")
    if not parsed.database:
        raise StoreError(
            "DATABASE_URL names no database; write postgresql+asyncpg://user:password@host/database"
        )
    if parsed.query.get("sslmode", "prefer") not in _SSL_MODES:
        raise StoreError(f"sslmode in DATABASE_URL should be one of these: {', '.join(_SSL_MODES)}")
    return parsed.set(drivername="postgresql+asyncpg")


def passwords_in(url: str) -> tuple[str, ...]:
    """The password in the URL of a database, as it is and as it is written there, if there is one."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        return ()
    password = str(parsed.password or parsed.query.get("password") or "")
    return (password, quote(password, safe="")) if password else ()


def name_of(server: URL) -> str:
    """What sentences call a database: `games at db.example.org`."""
    host = server.host or server.query.get("host") or "localhost"
    return f"{server.database} at {host if isinstance(host, str) else ', '.join(host)}"


def place_of(server: URL) -> tuple[object, ...]:
    """What tells a database from others: where its server is, and its name there."""
    host, port = server.host or server.query.get("host"), server.port or server.query.get("port")
    return host or "localhost", str(port or _PORT), server.database


def connect_options(server: URL) -> tuple[URL, dict[str, Any]]:
    """The URL without what the driver wants in another form, and that."""
    query = dict(server.query)
    options: dict[str, Any] = {"timeout": _CONNECT_WITHIN, "command_timeout": _ANSWER_WITHIN}
    options["prepared_statement_cache_size"] = _STATEMENTS_KEPT
    options |= {name: int(str(query.pop(name))) for name in _NUMBERS if str(query.get(name)).isdecimal()}
    if "sslmode" in query:  # as libpq and many providers spell it
        options["ssl"] = query.pop("sslmode")
    return server.set(query=query), options
