"""``bodyplan check``: findings of any number of documents."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from ..diagnostics.repetitions import fold
from ..runtime.source_lines import SourceLines
from ..semantics.formats.registry import FORMATS
from ..semantics.targets.registry import list_targets
from .checking.argument_matrix import UnknownArguments
from .checking.cache.location import add_cache, open_cache
from .checking.cache.runs import RunOutput
from .checking.discovery import STDIN, Walk, add_force_exclude
from .checking.filter import FindingFilter
from .checking.job import CheckJob, CheckResult
from .checking.output import Output, add_output
from .checking.plan import asked_of
from .checking.scheduler import found_in, jobs_for, processors
from .checking.selection import add_selection
from .checking.urls import is_url, require
from .documents import add_search_paths, refuse_unknown_arguments
from .extensions import add_extensions, report_extension_errors
from .messages import WrongCall, complain, format_number
from .optional_deps import needs
from .settings.project import refuse_linked_out
from .settings.resolution import SettingsResolver
from .settings.values import check_codes
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from ..diagnostics.diagnostic import Diagnostic
    from ..semantics.batch.worker_pools import ExternalPool
    from .checking.baseline import Baseline


MOST_NAMED = 3
"""Documents that are named of a part of them."""
LONGEST_NUMBER = 9
"""Digits of a number of findings."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        help="document, glob pattern or folder to check (default: the current folder); - reads standard input",
    )
    parser.add_argument("--stdin-filename", metavar="FILE", help="file name to use for the document on standard input")
    add_force_exclude(parser)
    parser.add_argument("--strict", action="store_true", help="treat every finding as an error")
    parser.add_argument(
        "--plausible", action="store_true", help="also report what physics makes unlikely; takes longer"
    )
    parser.add_argument(
        "--target",
        metavar="T",
        action="append",
        choices=list_targets(),
        default=[],
        help=f"also report what this target would reject or ignore: {', '.join(list_targets())}; may be given several times",
    )
    parser.add_argument(
        "--with",
        dest="robot",
        metavar="FILE",
        help="robot that the SRDF documents are about; or, for one robot, an SRDF document to check with it (default: robots "
        "are looked for around SRDF documents)",
    )
    add_search_paths(parser)
    add_extensions(parser)
    add_selection(parser)
    parser.add_argument("--baseline", metavar="FILE", help="report only findings that are not in this baseline")
    parser.add_argument("--write-baseline", action="store_true", help="write all current findings to the baseline")
    parser.add_argument("--fix", action="store_true", help="apply fixes that do not change what the document means")
    parser.add_argument(
        "--unsafe-fixes",
        action="store_true",
        help="with --fix or --diff: also apply fixes that may change what the document means",
    )
    parser.add_argument("--diff", action="store_true", help="show what --fix would change without changing anything")
    parser.add_argument(
        "--watch", action="store_true", help="check again whenever a file is changed, until Ctrl-C; takes one process"
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=_jobs,
        help="number of processes; 0: one per processor (default: depends on the number of documents)",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="run on the workers of this Dask scheduler, such as tcp://host:8786"
    )
    parser.add_argument(
        "--max-warnings",
        metavar="N",
        type=_number,
        help="fail if there are more warnings than this (default: any number)",
    )
    add_cache(parser)
    add_output(parser)


def run(arguments: Namespace) -> int:
    """Checks every document and prints its findings as they come."""
    for words in (arguments.select, arguments.ignore):
        check_codes(words)
    paths = arguments.paths or [os.curdir]
    if arguments.robot:
        require([arguments.robot])
        paths = _pair_with_robot(paths, arguments)
    require(paths)
    if arguments.watch:
        return _watch(paths, arguments)
    return _check(*_plan(paths, arguments), arguments)


def _plan(paths: list[str], arguments: Namespace) -> tuple[SettingsResolver, Walk, list[CheckJob]]:
    """What finds settings, and the documents of a call, each with how it is to be checked."""
    deciding = SettingsResolver(arguments)
    walk = Walk(
        paths,
        lambda path: deciding(path).settings,
        leaves_named_out=arguments.force_exclude,
        takes_xacro=True,
    )
    with_fixes = arguments.format in ("json", "sarif") or arguments.statistics
    asked = asked_of(walk, deciding, arguments.stdin_filename, with_fixes=with_fixes, chosen=arguments.matrix)
    return deciding, walk, asked


def _watch(paths: list[str], arguments: Namespace) -> int:
    """Checks again and again."""
    others = ("fix", "diff", "write_baseline", "scheduler", "jobs")
    if other := next((name for name in others if getattr(arguments, name) not in (None, False)), None):
        raise WrongCall(f"--watch cannot be combined with --{other.replace('_', '-')}")
    if unfit := next((path for path in paths if path == STDIN or is_url(path)), None):
        raise WrongCall(f"--watch takes files and folders, not {unfit}")
    from .checking.watch import watch

    arguments.no_cache, arguments.cache_dir = True, None
    return watch(paths, arguments, lambda: _plan(paths, arguments), lambda plan, check: _check(*plan, arguments, check))


def _check(
    deciding: SettingsResolver,
    walk: Walk,
    asked: list[CheckJob],
    arguments: Namespace,
    check: Callable[[Sequence[CheckJob]], Iterator[CheckResult]] | None = None,
) -> int:
    """Shows what is found in documents; ``check`` finds it, where it is not to be found anew."""
    refuse_unknown_arguments(arguments.arg, [(each.path, each.settings) for each in asked])
    unknown = UnknownArguments(asked)
    baseline = _baseline(arguments, deciding)
    judge, lines = FindingFilter(baseline), SourceLines()
    for document in asked:
        if document.data is not None:
            lines.give(document.path, document.data)
    here = deciding(os.path.join(os.curdir, "_")).settings
    if here.confine:
        for written in filter(None, (arguments.output_file, arguments.write_baseline and baseline and baseline.path)):
            refuse_linked_out(written, os.getcwd())
    selects = judge.selection(here).selects
    tally = None
    with report_extension_errors(), open_cache(here.cache_dir, arguments) as cache, _fleet(arguments) as fleet:
        if arguments.fix or arguments.diff:
            from .checking.fix_run import Tally, found_after, show_fixes
            from .checking.fixer import DocumentFixer

            mender, tally = DocumentFixer(asked, baseline, unsafe=arguments.unsafe_fixes), Tally()
            if arguments.diff:
                status = max(show_fixes(asked, mender, judge, tally), _problems(walk))
                print(f"nothing is written: {tally}", file=sys.stderr)
                return status
            found = found_after(asked, mender, judge, tally, lines)
        elif check is not None:
            found = unknown.leave_out(check(asked))
        else:
            jobs = jobs_for(len(asked)) if arguments.jobs is None else arguments.jobs
            found = unknown.leave_out(found_in(asked, min(jobs, len(asked)), cache, fleet))
        # what is mended of standard input is the output
        is_filter = arguments.fix and any(document.data is not None for document in asked)
        output = Output(arguments, lines, selects, to=sys.stderr if is_filter else sys.stdout)
        # what is reported with a baseline, or while fixing, depends on more
        kept = cache if baseline is None and tally is None else None
        known = kept.find_run(asked, here, output.manner) if kept is not None else None
        if known is not None:
            output.repeat(known.text)
            status, counts = known.status, Counter(known.counts)
        else:
            with output:
                status, counts = _report_verdicts(asked, output.track_progress(found, len(asked)), judge, output)
            if kept is not None and output.text is not None and not unknown.names:
                kept.store_run(RunOutput(output.text, status, dict(counts), judge.path_of))
    status = max(status, _problems(walk))
    if walk.parts and not arguments.quiet:
        complain(_describe_parts(walk.parts))
    for name in unknown.names:
        complain(f"no document has the argument {name!r}, which the configuration gives")
    if walk.passed_over and not arguments.quiet:
        complain(f"{format_number(walk.passed_over, 'file')} in xacro passed over; {needs('xacro', 'xacro')}")
    if baseline is not None:
        _finish(baseline, arguments)
    if arguments.max_warnings is not None and counts["warning places"] > arguments.max_warnings:
        complain(f"there are more than {format_number(arguments.max_warnings, 'warning')}")
        status = max(status, PROBLEMS)
    if not arguments.quiet:
        print(_summary(len(asked), counts) + (f"; {tally}" if tally else ""), file=sys.stderr)
    return OK if arguments.exit_zero and status == PROBLEMS else status


def _pair_with_robot(paths: list[str], arguments: Namespace) -> list[str]:
    """The documents to check, where what ``--with`` names is an SRDF document, and not the robot that others are about."""
    if not arguments.robot.removesuffix(".xacro").endswith(FORMATS["srdf"].endings):
        return paths
    if len(paths) != 1 or not os.path.isfile(paths[0]):
        raise WrongCall("--with takes an SRDF document only for one robot, which is named as a file")
    srdf, arguments.robot = arguments.robot, paths[0]
    return [arguments.robot, srdf]


def _report_verdicts(
    asked: Sequence[CheckJob], found: Iterable[CheckResult], judge: FindingFilter, output: Output
) -> tuple[int, Counter[str]]:
    """Shows the verdict over each document; returns the exit status and the findings by severity."""
    status, counts = OK, Counter[str]()
    for document, each in zip(asked, found):
        verdict = judge(each, document.settings)
        output.show_verdict(verdict)
        if verdict.is_unreadable:
            status = UNUSABLE
        elif status == OK and verdict.is_faulty:
            status = PROBLEMS
        _count(verdict.shown, counts)
    return status, counts


def _count(shown: Sequence[Diagnostic], counts: Counter[str]) -> None:
    """Counts findings by severity as they are shown, and in how many documents and places they are."""
    met: set[str] = set()
    for finding in fold(shown):
        met.add(finding.severity)
        counts[finding.severity] += 1
        counts[f"{finding.severity} places"] += finding.count
    counts.update(f"{severity} files" for severity in met)


def _problems(walk: Walk) -> int:
    for problem in walk.problems:
        complain(problem)
    return UNUSABLE if walk.problems else OK


def _describe_parts(parts: dict[str, list[str]]) -> str:
    """What is checked in place of files that are parts of documents."""
    if len(parts) > 1:
        return f"{format_number(len(parts), 'file')} are parts of documents in xacro, which are checked in their place"
    [(part, documents)] = parts.items()
    more = f" and {len(documents) - MOST_NAMED} more" if len(documents) > MOST_NAMED else ""
    return f"{part} is a part of {', '.join(documents[:MOST_NAMED])}{more}, checked in its place"


def _fleet(arguments: Namespace) -> AbstractContextManager[ExternalPool | None]:
    if not arguments.scheduler:
        return nullcontext()
    from .checking.fleet import fleet_at

    return fleet_at(arguments.scheduler)


def _baseline(arguments: Namespace, deciding: SettingsResolver) -> Baseline | None:
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
        complain(f"{baseline.path}: {format_number(written, 'finding')} written")
    elif gone := baseline.find_stale_entries():
        complain(summary(gone))


def _summary(files: int, counts: Counter[str]) -> str:
    found = [_describe_count(severity, counts, files) for severity in ("error", "warning", "note") if counts[severity]]
    return f"{format_number(files, 'file')} checked: {', '.join(found) or 'nothing found'}"


def _describe_count(severity: str, counts: Counter[str], files: int) -> str:
    """As ``2 warnings in 1 file``, where there are others; with the number of places, where one finding has several."""
    places = counts[f"{severity} places"]
    more = f" ({format_number(places, 'place')})" if places > counts[severity] else ""
    where = f" in {format_number(counts[f'{severity} files'], 'file')}" if files > 1 else ""
    return f"{format_number(counts[severity], severity)}{more}{where}"


def _jobs(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a number of processes")
    return int(text) or processors()


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 on")
    return int(text)
