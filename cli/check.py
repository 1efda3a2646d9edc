"""``bodyplan check``: findings of any number of documents."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..runtime.diagnostics.render.source_lines import SourceLines
from ..semantics.consumers.registry import CONSUMERS
from .checking.examining import Asked
from .checking.output import Output, add_output
from .checking.running import found_in, jobs_for, processors
from .checking.selection import add_selection
from .checking.verdicts import Judge, Verdict
from .checking.walking import STDIN, Walk, places_below
from .documents import add_search_paths
from .extensions import add_extensions, known
from .extra import needs
from .messages import complain, counted
from .settings.deciding import Deciding, add_configuration
from .settings.reading import check_codes
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from .checking.baseline import Baseline
    from .settings.settings import Settings

NAMELESS = "<stdin>"
"""What a text of standard input is called where nothing says otherwise."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="a document, a pattern of such, or a folder, which is walked; - reads standard input",
    )
    parser.add_argument("--stdin-filename", metavar="FILE", help="what the document in standard input is called")
    parser.add_argument("--strict", action="store_true", help="every finding is an error")
    parser.add_argument(
        "--target",
        metavar="T",
        action="append",
        choices=CONSUMERS,
        default=[],
        help=f"also report what this reader would refuse or ignore: {', '.join(CONSUMERS)}; may be given several times",
    )
    add_search_paths(parser)
    add_extensions(parser)
    add_configuration(parser)
    add_selection(parser)
    parser.add_argument(
        "--baseline", metavar="FILE", help="tell only what is not in this file of findings that are known"
    )
    parser.add_argument("--write-baseline", action="store_true", help="write all that is found into the baseline")
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_jobs,
        help="processes that check at the same time; 0: one for each processor (default: as many as the documents are worth)",
    )
    add_output(parser)


def run(arguments: Namespace) -> int:
    """Checks every document and prints its findings as they come."""
    for words in (arguments.select, arguments.ignore):
        check_codes(words)
    deciding = Deciding(arguments)
    walk = Walk(arguments.paths, lambda path: deciding(path).settings, takes_xacro=True)
    asked = _asked(walk, deciding, arguments)
    baseline = _baseline(arguments, deciding)
    status, counts = OK, Counter[str]()
    judge, lines = Judge(baseline), SourceLines()
    for document in asked:
        if document.data is not None:
            lines.give(document.path, document.data)
    selects = judge.selection(deciding(os.path.join(os.curdir, "_")).settings).selects
    with Output(arguments, lines, selects) as output:
        for verdict in _verdicts(asked, arguments, judge, output):
            output.tell(verdict)
            if verdict.is_unreadable:
                status = UNUSABLE
            elif status == OK and verdict.is_faulty:
                status = PROBLEMS
            counts.update(d.severity for d in verdict.shown)
    for problem in walk.problems:
        complain(problem)
        status = UNUSABLE
    if walk.passed_over and not arguments.quiet:
        complain(f"{counted(walk.passed_over, 'file')} in xacro passed over; {needs('xacro', 'xacro')}")
    if baseline is not None:
        _finish(baseline, arguments)
    if not arguments.quiet:
        print(_summary(len(asked), counts), file=sys.stderr)
    return OK if arguments.exit_zero and status == PROBLEMS else status


def _asked(walk: Walk, deciding: Deciding, arguments: Namespace) -> list[Asked]:
    """The documents, each with what holds for it."""
    paths = list(walk)
    wider: dict[Settings, Settings] = {}

    def settings_of(path: str) -> Settings:
        settings = deciding(path).settings
        if settings not in wider:
            places = (*settings.search_paths, *places_below(settings.package_roots), *walk.places)
            wider[settings] = replace(settings, search_paths=tuple(dict.fromkeys(places)))
        return wider[settings]

    asked = []
    for path in paths:
        if path == STDIN:
            name = arguments.stdin_filename or NAMELESS
            asked.append(Asked(name, settings_of(name), sys.stdin.buffer.read()))
        else:
            asked.append(Asked(path, settings_of(path)))
    return asked


def _verdicts(asked: Sequence[Asked], arguments: Namespace, judge: Judge, output: Output) -> Iterator[Verdict]:
    jobs = jobs_for(len(asked)) if arguments.jobs is None else arguments.jobs
    with known():
        for document, found in zip(asked, output.counted(found_in(asked, min(jobs, len(asked))), len(asked))):
            yield judge(found, document.settings)


def _baseline(arguments: Namespace, deciding: Deciding) -> Baseline | None:
    path = arguments.baseline or deciding(os.path.join(os.curdir, "_")).settings.baseline
    if not path and not arguments.write_baseline:
        return None
    from .checking.baseline import FILE, read_baseline

    return read_baseline(path or FILE, adopts=arguments.write_baseline)


def _finish(baseline: Baseline, arguments: Namespace) -> None:
    """Writes the baseline, or says what of it is out of date."""
    from .checking.baseline import summary

    if arguments.write_baseline:
        written = baseline.write()
        complain(f"{baseline.path}: {counted(written, 'finding')} written")
    elif gone := baseline.gone():
        complain(summary(gone))


def _summary(files: int, counts: Counter[str]) -> str:
    found = [counted(counts[severity], severity) for severity in ("error", "warning", "note") if counts[severity]]
    return f"{counted(files, 'file')} checked: {', '.join(found) or 'nothing found'}"


def _jobs(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a number of processes")
    return int(text) or processors()
