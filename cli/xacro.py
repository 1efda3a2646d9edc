"""``bodyplan xacro``: the expansion of a document, as the program ``xacro`` prints it, and where it comes from."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics.diagnostic import place_text
from ..diagnostics.render.printable import printable
from ..runtime.sink import Sink
from ..runtime.source import Source
from .documents import add_search_paths, is_unreadable, settings_of, show, xacro_options
from .messages import WrongCall
from .optional_deps import needs
from .output_file import add_force, add_output, write_output
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from ..semantics.xacro.source_map import Trace


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    add_search_paths(parser)
    parser.add_argument(
        "--trace",
        metavar="XPATH",
        help='show where an element or attribute of the expansion comes from: //link[@name="arm"]/@name',
    )
    add_output(parser, otherwise="standard output")
    add_force(parser)


def run(arguments: Namespace) -> int:
    """Prints the expansion, or where something in it comes from."""
    from ..semantics.core.options import options_of
    from ..semantics.document.readback import require_strict
    from ..semantics.resources.source_files import fill_source
    from ..semantics.xacro.engine import is_installed
    from ..semantics.xacro.expansion import expand
    from ..semantics.xacro.source_map import traces

    if not is_installed():
        raise WrongCall(needs("xacro", "xacro"))
    options = options_of(xacro_options(settings_of(arguments, arguments.file)), Path(arguments.file).parent, None)
    sink, source = Sink(), Source(arguments.file)
    with sink.within_budget():
        is_there = fill_source(source, arguments.file, sink, options.files, options.max_bytes)
        made = expand(source, sink, options) if is_there else None
    found = sink.finish()
    show(arguments.file, found)
    if made is None:
        return UNUSABLE if is_unreadable(arguments.file, found) else PROBLEMS
    if arguments.trace is not None:
        try:
            chosen = traces(made, arguments.trace)
        except ValueError as refusal:
            raise WrongCall(f"{arguments.trace}: {refusal}") from None
        if not chosen:
            raise WrongCall(f"{arguments.file}: there is nothing at {arguments.trace} in the expansion")
        sys.stdout.write("".join(map(_format_trace, chosen)))
        return OK
    data = made.text.encode("utf-8", "surrogatepass")
    require_strict(data, source)
    write_output(arguments.output, data, arguments.file, force=arguments.force)
    return OK


def _format_trace(trace: Trace) -> str:
    lines = [trace.path]
    for each in trace.places:
        lines.append(f"  {place_text(each.file or '<text>', each.line, each.column)}: {each.message}")
    return "".join(f"{printable(line)}\n" for line in lines)
