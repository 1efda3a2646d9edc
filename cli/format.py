"""``bodyplan format``: documents in one layout."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter

from ..diagnostics.errors import UnreadableResult
from ..diagnostics.render.printable import printable_line
from ..runtime.files import FILES
from ..runtime.sink import Sink
from ..runtime.source import Source
from ..semantics.core.options import Options
from ..semantics.formats.registry import by_name_of_file
from .apply_edit import add_edits, finish, show_difference
from .checking.discovery import Walk, add_force_exclude
from .document_output import result
from .documents import is_unreadable, show
from .messages import WrongCall, complain, format_number
from .output_file import STDOUT, write_document
from .settings.resolution import SettingsResolver, add_reading
from .status import OK, PROBLEMS, UNUSABLE

STDIN = STDOUT
"""What stands for standard input where a document is named."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="document or folder to format; - reads standard input and writes to standard output",
    )
    parser.add_argument("--check", action="store_true", help="list the files that would change, without changing them")
    add_edits(parser, otherwise="write")
    parser.add_argument(
        "--numbers", action="store_true", help="also normalize numbers to the shortest text with the same value"
    )
    add_force_exclude(parser)
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Formats every document."""
    named = set(arguments.paths)
    if arguments.output is not None and (len(arguments.paths) > 1 or os.path.isdir(arguments.paths[0])):
        raise WrongCall("-o is for one document; without it, each is written to its own file")
    deciding = SettingsResolver(arguments)
    walk = Walk(
        arguments.paths,
        lambda path: deciding(path).settings,
        leaves_named_out=arguments.force_exclude,
        takes_parts=True,
    )
    status = OK
    counts: Counter[str] = Counter()
    for path in walk:
        if path not in named and _is_no_xml(path):
            continue
        if path in walk.outside:
            walk.problems.append(walk.outside[path])
            continue
        done = _format(path, arguments, counts)
        status = max(status, done)
    for problem in walk.problems:
        complain(problem)
        status = UNUSABLE
    changed = "would change" if arguments.check or arguments.diff else "changed"
    print(f"{format_number(counts.total(), 'file')} looked at, {counts['changed']} {changed}", file=sys.stderr)
    return status


def _is_no_xml(path: str) -> bool:
    return by_name_of_file(path) is not None


def _format(path: str, arguments: Namespace, counts: Counter[str]) -> int:
    """Formats one document; returns the exit status that it alone would have."""
    from ..runtime.saving.encoded_text import written_text
    from ..semantics.document.text_layout import format_source
    from ..semantics.resources.source_files import fill_source

    sink, options = Sink(), Options()
    source = Source(path)
    if path == STDIN:
        source.data = sys.stdin.buffer.read()
        is_read = True
    else:
        is_read = fill_source(source, path, sink, FILES, options.max_bytes)
    try:
        text = format_source(source, sink, numbers=arguments.numbers) if is_read else None
    except ValueError as refusal:
        complain(f"{path}: {refusal}")
        return UNUSABLE
    found = sink.finish()
    if text is None:
        show(path, found)
        return UNUSABLE if is_unreadable(path, found) else PROBLEMS
    before = written_text(source)
    counts["changed" if text != before else "same"] += 1
    if arguments.check:
        if arguments.diff:
            show_difference(path, before, text)
        if text != before:
            print(printable_line(path))
            return PROBLEMS
    elif path == STDIN or text != before or arguments.output is not None:
        try:
            made = result(path, text, source, None, options, found=found if text == before else None, declares="none")
            if path == STDIN and arguments.output is None and not arguments.diff:
                write_document(made.data)
            else:
                finish(arguments, [made])
        except (OSError, UnreadableResult) as error:
            complain(
                f"{error.filename or path}: {error.strerror or error}" if isinstance(error, OSError) else str(error)
            )
            return UNUSABLE
    return OK
