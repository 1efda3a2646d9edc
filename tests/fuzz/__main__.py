"""``python -m tests.fuzz``: mutated documents and command lines by the million, and what fails about them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .attempts import Attempts, CommandLines, Documents, preload
from .each_part import failures_of_parts, versions
from .running import Search
from .seeds import CHECKOUT

WHAT: dict[str, type[Attempts]] = {"commands": CommandLines, "documents": Documents}


def parts() -> int:
    """Looks at every part of every version; the status is 1 where anything fails."""
    count = 0
    for format, version in versions():
        for path, failure in failures_of_parts(format, version):
            count += 1
            print(f"{path}: {failure.key}\n    {failure.detail}", flush=True)
        print(f"{format} {version} is done", flush=True)
    return 1 if count else 0


def tables(number: int, salt: str) -> int:
    """Tries hostile values in tables and descriptions; the status is 1 where anything fails."""
    from .tables import search  # with the compiler

    status = 0
    with TemporaryDirectory() as folder:
        for line in search(Path(folder), number, salt):
            print(line, flush=True)
            status = 1
    return status


def main() -> int:
    """Runs the search; the status is 1 where anything fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        choices=WHAT,
        default="commands",
        help="commands: any command with any options, on a document; documents: what is loaded and written again "
        "(default: %(default)s)",
    )
    parser.add_argument("--until", type=int, default=1_000_000, help="how many attempts in all (default: %(default)s)")
    parser.add_argument("--more", type=int, help="stop after that many documents, to go on another day")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--state", type=Path, help="folder of what was seen and found (default: .fuzz/WHAT)")
    parser.add_argument("--salt", default="", help="any text: another one makes other documents")
    parser.add_argument("--made-only", action="store_true", help="begin with made documents, not with ../shared")
    parser.add_argument(
        "--again", action="store_true", help="only try again what failed, and forget what no longer does"
    )
    parser.add_argument("--parts", action="store_true", help="instead a document for each part of each version")
    parser.add_argument(
        "--tables",
        metavar="N",
        type=int,
        help="instead as many tables of tags, and descriptions, with hostile values; 0: endless",
    )
    arguments = parser.parse_args()
    if arguments.tables is not None:
        return tables(arguments.tables, arguments.salt)
    if arguments.parts:
        return parts()
    state: Path = arguments.state or CHECKOUT / ".fuzz" / arguments.what
    preload()
    search = Search(state, not arguments.made_only, arguments.salt, WHAT[arguments.what])
    until = arguments.until if arguments.more is None else min(arguments.until, search.next + arguments.more)
    lines = search.again() if arguments.again else search.run(until, arguments.jobs)
    for line in lines:
        print(line, flush=True)
    print(f"{search.next} {arguments.what}, {len(search.found)} classes of failures in {state}")
    return 1 if search.found else 0


if __name__ == "__main__":
    sys.exit(main())
