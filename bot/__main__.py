"""`python -m bot` is the command line of `stationmaster`."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
