"""Database engines that share what SQLAlchemy has compiled: each test opens stores of its own."""

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, Dialect
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store import migrations


class SharedStatements:
    """Makes engines as SQLAlchemy does; each statement is compiled once in a process."""

    def __init__(self) -> None:
        self._compiled: dict[Any, Any] = {}
        self._dialects: dict[tuple[str, str], Dialect] = {}
        self._make_tables = migrations.make_tables
        self._statements: dict[str, list[tuple[str, Any]]] = {}

    def create_engine(self, url: URL, **options: Any) -> Engine:
        engine = create_engine(url, **options)
        self._share(engine, str(options.get("isolation_level")))
        return engine

    def create_async_engine(self, url: URL, **options: Any) -> AsyncEngine:
        engine = create_async_engine(url, **options)
        self._share(engine.sync_engine, str(options.get("isolation_level")))
        return engine

    def _share(self, engine: Engine, isolation: str) -> None:
        """Let an engine use what earlier ones have compiled: that belongs to a dialect."""
        kind = engine.dialect.driver, isolation
        known = self._dialects.get(kind)
        if known is None or not hasattr(known, "default_isolation_level"):  # it has never been connected
            known = self._dialects[kind] = engine.dialect
        engine.dialect = known
        engine.update_execution_options(compiled_cache=self._compiled)

    def make_tables(self, connection: Connection) -> None:
        """Make the tables of a new database, by the statements that made them before."""
        made = connection.dialect.name
        if made not in self._statements:
            self._statements[made] = self._noted(connection)
            return
        for statement, given in self._statements[made]:
            connection.exec_driver_sql(statement, given)

    def _noted(self, connection: Connection) -> list[tuple[str, Any]]:
        """Make the tables as the program does; return the statements."""
        noted = list[tuple[str, Any]]()

        def note(_: object, __: object, statement: str, given: Any, *___: object) -> None:
            noted.append((statement, given))

        event.listen(connection, "before_cursor_execute", note)
        self._make_tables(connection)
        event.remove(connection, "before_cursor_execute", note)
        return noted
