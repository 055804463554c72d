"""The chaos harness: people play while calls fail, programs are killed and databases restart.

    python -m tests.chaos --games 6 --days 2                                   # on SQLite
    python -m tests.chaos --games 6 --days 2 --postgres                        # two processes on PostgreSQL
    python -m tests.chaos --games 6 --days 2 --kills 10 --platform discord     # 480 kills
    python -m tests.chaos --games 3 --days 0.1 --flaw "plays no plan"          # a broken promise

The platforms are the fakes at the network, and the page: the bot talks to them as it talks to the real ones.
Two processes have no page, which one process serves (see docs/operating.md). The instants and the choices
follow from the seed, but not how far a program has come at an instant.
"""

import argparse
import sys
from pathlib import Path

from tests.chaos.flaws import FLAWS
from tests.chaos.harness import DAY, MONTH, is_kept
from tests.chaos.run import PLATFORMS, Run

parser = argparse.ArgumentParser(
    prog="python -m tests.chaos", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("--games", type=int, default=MONTH.games)
parser.add_argument("--days", type=float, default=MONTH.hours / DAY)
parser.add_argument("--kills", type=int, default=MONTH.kills, help="how many programs in an hour")
parser.add_argument("--seed", type=int, default=MONTH.seed)
parser.add_argument("--platform", choices=sorted({*PLATFORMS}), default="", help="all games are there")
parser.add_argument("--postgres", action="store_true", help="two processes on PostgreSQL")
parser.add_argument("--webhook", action="store_true", help="Telegram brings updates to each process in turn")
parser.add_argument("--thieves", action="store_true", help="and people who try what is not theirs")
parser.add_argument("--flaw", choices=[*FLAWS], default="", help="what is broken in the programs")
parser.add_argument("--keep", type=Path, default=Path(), metavar="FOLDER", help="for logs and journals")
given = parser.parse_args()
run = Run(
    given.keep,
    given.games,
    round(given.days * DAY),
    given.seed,
    kills=given.kills,
    only=given.platform,
    webhook=given.webhook,
    thieves=given.thieves,
    flaw=given.flaw,
)
sys.exit(0 if is_kept(run, on_postgres=given.postgres) else 1)
