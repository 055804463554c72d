"""What the operator does with the local page's channels and persons: `stationmaster page`."""

import argparse
import asyncio
from collections.abc import Iterator, Sequence

from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.repository import MatchRepository
from bot.matches.retention import end_game
from bot.model.identity import Chat, Person
from bot.settings import OperatorError, Settings, load_settings
from bot.store import Store
from bot.store.files import is_in_use, path_of, url_of
from bot.store.local import PageStore, PageUse, open_in_use
from bot.store.servers import is_server

PAGE = "local"
"""The platform whose channels and persons these are."""

_ABOUT = """\
List the channels and persons of the local page, or remove one of them.

  stationmaster page                        list channels and persons
  stationmaster page remove-channel NAME    remove a channel and its posts
  stationmaster page remove-person NAME     free the name of a person

What has an unfinished game is not removed; --abort ends its games without a result before. The logs and
records of games stay, with the names of their players. If the program is running, it removes what you name
within two minutes.
"""


def add_page(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; its `command` takes the parsed arguments and returns the exit code."""
    page = commands.add_parser(
        "page",
        help="list or remove channels and persons of the local page",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    page.add_argument("--database", metavar="FILE", help="the SQLite file (stationmaster.db)")
    page.set_defaults(command=page_command, action="list")
    actions = page.add_subparsers(metavar="ACTION", dest="action")
    for name, about in (
        ("remove-channel", "remove a channel and its posts"),
        ("remove-person", "free the name of a person"),
    ):
        remove = actions.add_parser(name, help=about)
        remove.add_argument("name", metavar="NAME", help="its name, or its id in the list")
        remove.add_argument("--abort", action="store_true", help="end its unfinished games without a result")


def page_command(options: argparse.Namespace) -> int:
    """Do what the options say, and print it. Raises OperatorError and StoreError."""
    given = {"database_url": url_of(options.database)} if options.database else {}
    for line in asyncio.run(_done(load_settings(**given), options)):
        print(line)
    return 0


async def _done(settings: Settings, options: argparse.Namespace) -> list[str]:
    """Make the change in the database, or leave it to the program that has the database open."""
    url = settings.database_url
    if is_server(url):  # a program may be running somewhere; it makes the change, or the next one that starts
        async with await Store.open(url) as store:
            return await _done_with(store.page, options, None)
    if not path_of(url).exists():
        raise OperatorError(f"There is no database {path_of(url)}.")
    if is_in_use(path_of(url)):
        async with open_in_use(url) as page:
            return await _done_with(page, options, None)
    async with await Store.open(url) as store:
        repository = MatchRepository(store, BoardRepository(settings.boards), Clock())
        return await _done_with(store.page, options, repository)


async def _done_with(
    page: PageStore, options: argparse.Namespace, repository: MatchRepository | None
) -> list[str]:
    """Do what the options say. Without a `repository`, the change is left to the program that is running."""
    channels, people = await page.channel_uses(PAGE), await page.person_uses(PAGE)
    match options.action:
        case "remove-channel":
            use = _named(options.name, channels, "channel")
        case "remove-person":
            use = _named(options.name, people, "person")
        case _:
            return [*_listed("Channels", channels), "", *_listed("Persons", people)]
    if use.game and not options.abort:
        raise OperatorError(
            f"{_shown(use)} has an unfinished game, {use.game}: end it first (/abort), or use --abort."
        )
    games = await page.unfinished_games(use.of)
    if repository is None:
        await page.want_removal(use.of, Clock().now(), ends_games=options.abort)
        by_whom = "by the program that is running; if it does not host the page, when it next does"
        return [f"{_shown(use)} will be removed within two minutes {by_whom}."]
    for game in games:
        if not await end_game(repository, game, running=True):
            raise OperatorError(f"Game {game} cannot be ended: `stationmaster doctor {game}` says why.")
    match use.of:
        case Chat():
            await page.remove_channel(use.of)
        case Person():
            await page.remove_person(use.of)
    return [f"{_shown(use)} is removed."]


def _named(name: str, uses: Sequence[PageUse], kind: str) -> PageUse:
    """The channel or person with this id or name. Raises OperatorError if there is none, or several."""
    same = [use for use in uses if use.of.id == name] or [
        use for use in uses if use.name.casefold() == name.casefold()
    ]
    match same:
        case [use]:
            return use
        case []:
            raise OperatorError(f"There is no {kind} {name}; `stationmaster page` lists them.")
        case _:
            ids = ", ".join(use.of.id for use in same)
            raise OperatorError(f"Several have this name; give the id of one: {ids}.")


def _listed(title: str, uses: Sequence[PageUse]) -> Iterator[str]:
    yield f"{title}: {len(uses)}"
    for use in uses:
        day = f"{use.last:%Y-%m-%d}" if use.last else "unknown"
        posts = f"  {use.posts} posts" if isinstance(use.of, Chat) else ""
        game = f"  game {use.game}" if use.game else ""
        yield f"  {_shown(use)}  last {day}{posts}{game}"


def _shown(use: PageUse) -> str:
    """A name and an id on one line of a terminal."""
    name = "".join(letter if letter.isprintable() else "?" for letter in use.name)
    return f"{name} ({use.of.id})"
