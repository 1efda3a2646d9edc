"""``bodyplan set``: one value of a document."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..diagnostics.errors import LoadError
from ..runtime.sink import Sink
from ..runtime.source import Source
from ..semantics.core.options import Options
from .apply_edit import add_edits, finish
from .document_output import result
from .documents import files_of, is_unreadable, show
from .messages import WrongCall, complain, format_number
from .settings.resolution import SettingsResolver, add_reading
from .status import OK, PROBLEMS, UNUSABLE


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    parser.add_argument(
        "path",
        metavar="XPATH",
        help='attribute or element, written as in findings: /robot/link[@name="arm"]/inertial/mass/@value, or from '
        'anywhere if it is the only one: //joint[@name="elbow"]/limit/@upper',
    )
    parser.add_argument(
        "value", metavar="VALUE", help="new value; put -- before one that starts with a hyphen and a letter"
    )
    add_edits(parser)
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Shows the document with the other value, or writes it."""
    from ..semantics.document.value_assignment import with_value
    from ..semantics.resources.source_files import fill_source

    sink, source = Sink(), Source(arguments.file)
    files = files_of(arguments.file, SettingsResolver(arguments)(arguments.file).settings)
    try:
        if not fill_source(source, arguments.file, sink, files, Options().max_bytes):
            raise LoadError(sink.finish())
        changed = with_value(source, arguments.path, arguments.value)
    except LoadError as error:
        show(arguments.file, error.diagnostics)
        return UNUSABLE if is_unreadable(arguments.file, error.diagnostics) else PROBLEMS
    except ValueError as refusal:
        raise WrongCall(f"{arguments.file}: {refusal}") from None
    show(arguments.file, changed.findings)
    made = result(
        arguments.file,
        changed.text,
        source,
        changed.format,
        Options(),
        found=changed.found,
        accepted=changed.findings,
        declares="known",
    )
    finish(arguments, [made])
    for name, count in changed.broken.items():
        left = format_number(count, "reference")
        complain(f"{arguments.file}: nothing is called {name!r} any more, but for {left}; rename changes them, too")
    return OK
