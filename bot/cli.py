"""The command line: `stationmaster --help`."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence

from bot.app import host_locally, host_on_platforms
from bot.doctor import check
from bot.platforms.port import CannotHost
from bot.records import RecordError, export_from, replay, still, verify_file
from bot.settings import Settings, SettingsError, load_settings
from bot.simulation.league import add_league
from bot.simulation.simulate import add_simulate
from bot.store import StoreError
from bot.text.i18n import LANGUAGES

_ABOUT = """\
Hosts Ticket to Ride (Europe and USA rules) in chats: a fan-made, unaffiliated bot.

  stationmaster play             host it in a page on this machine, no token needed
  stationmaster run              host it where the settings say
  stationmaster simulate         let computers play, and see the figures
  stationmaster league A B       let computers play each other, and see who is better
  stationmaster export GAME      write a game of the database as a record
  stationmaster verify FILE      check a finished game from its first shuffle to its last point
  stationmaster replay FILE      show a game as a GIF, or one move of it as a picture
  stationmaster check            say what is configured, reachable and missing
"""

_SETTINGS = "Settings come from the environment and from .env; .env.example lists them all."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 well, 1 found something wrong, 2 could not be done."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except (SettingsError, StoreError, CannotHost, RecordError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stationmaster",
        description=_ABOUT,
        epilog=_SETTINGS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    _add_play(commands)
    run = commands.add_parser("run", help="host it where the settings say", epilog=_SETTINGS)
    run.set_defaults(command=_run)
    add_simulate(commands)
    add_league(commands)
    _add_export(commands)
    _add_records(commands)
    checked = commands.add_parser("check", help="say what is configured, reachable and missing")
    checked.set_defaults(command=lambda _: asyncio.run(check()))
    return parser


def _add_play(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    play = commands.add_parser(
        "play",
        help="host it in a page on this machine",
        description="Host the bot in a local chat page: every tab is a person. No token, no account.",
        epilog=_SETTINGS,
    )
    play.add_argument("--port", type=int, help="the page's port (8910; 0 for any that is free)")
    play.add_argument("--host", help="the address to listen on (127.0.0.1: this machine only)")
    play.add_argument("--database", metavar="FILE", help="the SQLite file (stationmaster.db)")
    play.add_argument("--no-open", action="store_true", help="do not open a browser")
    play.set_defaults(command=_play)


def _add_export(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    exported = commands.add_parser(
        "export",
        help="write a game of the database as a file",
        description="Write the record of a game to the standard output, while the bot is stopped.",
    )
    exported.add_argument("game", metavar="GAME", help="its id, as /games shows it")
    exported.add_argument(
        "--unfinished", action="store_true", help="of a game under way too, secrets and all"
    )
    exported.add_argument(
        "--position", action="store_true", help="the moment as it stands, for python -m engine"
    )
    exported.set_defaults(command=_export)


def _add_records(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verify = commands.add_parser("verify", help="check a finished game's record")
    verify.add_argument("file", metavar="FILE", help="a record, as the bot or export wrote it")
    verify.add_argument("--boards", metavar="DIR", help="a folder with boards of your own")
    verify.set_defaults(command=lambda options: verify_file(options.file, options.boards))
    shown = commands.add_parser("replay", help="show a game as a GIF, or one move of it as a picture")
    shown.add_argument("file", metavar="FILE", help="a record, as the bot or export wrote it")
    shown.add_argument("-o", "--output", metavar="FILE", help="what to write (replay.gif, or move-042.png)")
    shown.add_argument("--move", type=int, metavar="N", help="only the board after this move; 0: the setup")
    shown.add_argument("--boards", metavar="DIR", help="a folder with boards of your own")
    shown.set_defaults(command=_replay)


def _replay(options: argparse.Namespace) -> int:
    if options.move is None:
        return replay(options.file, options.output, options.boards)
    return still(options.file, options.move, options.output, options.boards)


def _export(options: argparse.Namespace) -> int:
    wanted = {"position": options.position, "unfinished": options.unfinished}
    print(asyncio.run(export_from(load_settings(), options.game, **wanted)), end="")
    return 0


def _play(options: argparse.Namespace) -> int:
    given = {
        "local_host": options.host,
        "local_port": options.port,
        "database_url": f"sqlite+aiosqlite:///{options.database}" if options.database else None,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    settings = load_settings(**changes)
    _begin(settings)
    asyncio.run(host_locally(settings, open_page=not options.no_open))
    return 0


def _run(_: argparse.Namespace) -> int:
    settings = load_settings()
    _begin(settings)
    if settings.discord_token or settings.telegram_token:
        asyncio.run(host_on_platforms(settings))
    else:
        asyncio.run(host_locally(settings, open_page=False))
    return 0


def _begin(settings: Settings) -> None:
    """See that the language is spoken, and that the log has what it may have."""
    if settings.chat_language not in LANGUAGES:
        raise SettingsError(f"CHAT_LANGUAGE should be one of these: {', '.join(LANGUAGES)}.")
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(message)s")
    for library in _TALKATIVE:
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it would warn that it cannot speak aloud


_TALKATIVE = (
    *("alembic", "aiosqlite", "sqlalchemy", "aiohttp.access", "asyncio"),
    *("discord", "telegram", "httpx", "httpcore", "tornado"),
)
"""Libraries that would log hands, seeds, or the tokens by which people are answered."""
