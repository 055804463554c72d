"""The command line: `stationmaster --help`."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine, Sequence
from importlib import import_module

from bot.app import host
from bot.installation import missing_library
from bot.operate.backup import add_backup, add_migrate
from bot.operate.doctor import add_doctor
from bot.operate.logs import set_up_logging
from bot.operate.page import add_page
from bot.operate.records import add_records
from bot.settings import OperatorError, Settings, load_settings, unknown_names
from bot.store import StoreError
from bot.store.files import url_of
from bot.store.servers import passwords_in
from bot.text.i18n import LANGUAGES
from bot.version import VERSION

_ABOUT = """\
Hosts Ticket to Ride (Europe and USA rules) in chats: a fan-made, unaffiliated bot.

  stationmaster play             host games in a web page on this machine, no token needed
  stationmaster run              host games on the platforms that the settings name
  stationmaster export GAME      write a game of the database as a record
  stationmaster verify FILE      check the record of a game against its seed and the rules
  stationmaster replay FILE      write a game as a GIF, or one move of it as a picture
  stationmaster page             list or remove channels and persons of the local page
  stationmaster check            show what is configured, reachable and missing
  stationmaster backup FILE      copy the database, also while the bot runs
  stationmaster restore FILE     put a backup in place of the database
  stationmaster migrate A B      copy all data to another database, SQLite or PostgreSQL
  stationmaster doctor           find games that cannot be read, explain and repair them

For developers, each with --help: `simulate` lets computer players play, `league` finds out who is better.
"""

log = logging.getLogger(__name__)

_OF_DEVELOPERS = {"simulate": "tools.simulation.simulate", "league": "tools.simulation.league"}
"""The programs of developers that are commands too."""

_SETTINGS = "Settings come from the environment and from .env; .env.example lists them all."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 for success, 1 for a failed check, 2 for an error, and
    3 where the server of the database is away, starting or out of connections, which may pass.

    Raises KeyboardInterrupt after Ctrl+C, when everything is closed.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and (program := _OF_DEVELOPERS.get(arguments[0])):
        try:
            main_of_program = import_module(program).main
        except ModuleNotFoundError:
            print(
                f"{arguments[0]} is for developers: `make .venv/.dev` in a clone installs it.",
                file=sys.stderr,
            )
            return 2
        return int(main_of_program(arguments[1:]))
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except (OperatorError, StoreError) as error:
        print(error, file=sys.stderr)
        return 3 if isinstance(error, StoreError) and error.may_pass else 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stationmaster",
        description=_ABOUT,
        epilog=_SETTINGS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"stationmaster {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    play = commands.add_parser(
        "play",
        help="host games in a web page on this machine",
        description="Host the bot in a local web page: each browser tab is a person. No token, no account.",
        epilog=_SETTINGS,
    )
    play.add_argument("--port", type=int, help="the port of the page (8910; 0 for any free port)")
    play.add_argument("--host", help="the address to listen on (127.0.0.1: this machine only)")
    play.add_argument("--database", metavar="FILE", help="the SQLite file (stationmaster.db)")
    play.add_argument("--no-open", action="store_true", help="do not open a browser")
    play.set_defaults(command=_play)
    run = commands.add_parser(
        "run", help="host games on the platforms that the settings name", epilog=_SETTINGS
    )
    run.set_defaults(command=_run)
    add_records(commands)
    add_page(commands)
    checked = commands.add_parser("check", help="show what is configured, reachable and missing")
    checked.set_defaults(command=_check)
    add_backup(commands)
    add_migrate(commands)
    add_doctor(commands)
    return parser


def _check(_: argparse.Namespace) -> int:
    from bot.operate.check import check  # it knows every platform

    return asyncio.run(check())


def _play(options: argparse.Namespace) -> int:
    given = {
        "local_host": options.host,
        "local_port": options.port,
        "database_url": url_of(options.database) if options.database else None,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    settings = load_settings(**changes)
    _begin(settings)
    return _hosted(host(settings, on_page=True, opens_page=not options.no_open))


def _run(_: argparse.Namespace) -> int:
    settings = load_settings()
    _begin(settings)
    tokens = {"DISCORD_TOKEN": settings.discord_token, "TELEGRAM_TOKEN": settings.telegram_token}
    for setting, token in tokens.items():
        if token and (sentence := missing_library(setting)):
            raise OperatorError(sentence)
    has_token = settings.discord_token or settings.telegram_token
    return _hosted(host(settings, on_page=not has_token))


def _hosted(hosting: Coroutine[None, None, signal.Signals | None]) -> int:
    """Host until a signal stops it."""
    if asyncio.run(hosting) is signal.SIGINT:
        raise KeyboardInterrupt
    return 0


def _begin(settings: Settings) -> None:
    """Check the language, and set up logging."""
    if settings.chat_language not in LANGUAGES:
        raise OperatorError(f"CHAT_LANGUAGE should be one of these: {', '.join(LANGUAGES)}.")
    tokens = [settings.discord_token, settings.telegram_token, settings.discord_client_secret]
    tokens.append(settings.postgres_password)
    secrets = [token.get_secret_value() for token in tokens if token]
    for address in (settings.database_url, settings.https_proxy and settings.https_proxy.get_secret_value()):
        secrets += passwords_in(address or "")
    secrets.append(os.environ.get("PGPASSWORD", ""))
    set_up_logging(settings.log_level, secrets, as_json=settings.log_format == "json")
    for sentence in unknown_names():
        log.warning(sentence)
