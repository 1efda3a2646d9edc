"""``python -m tests.fuzz``: mutated documents by the million, and what fails about them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .running import Search
from .seeds import CHECKOUT


def main() -> int:
    """Runs the search; the status is 1 where anything fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--until", type=int, default=1_000_000, help="how many documents in all (default: %(default)s)")
    parser.add_argument("--more", type=int, help="stop after that many documents, to go on another day")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--state", type=Path, default=CHECKOUT / ".fuzz", help="folder of what was seen and found")
    parser.add_argument("--salt", default="", help="any text: another one makes other documents")
    parser.add_argument("--made-only", action="store_true", help="begin with made documents, not with ../shared")
    parser.add_argument(
        "--again", action="store_true", help="only try again what failed, and forget what no longer does"
    )
    arguments = parser.parse_args()
    search = Search(arguments.state, not arguments.made_only, arguments.salt)
    until = arguments.until if arguments.more is None else min(arguments.until, search.next + arguments.more)
    lines = search.again() if arguments.again else search.run(until, arguments.jobs)
    for line in lines:
        print(line, flush=True)
    print(f"{search.next} documents, {len(search.found)} classes of failures in {arguments.state}")
    return 1 if search.found else 0


if __name__ == "__main__":
    sys.exit(main())
