"""``bodyplan set``: one value of a document."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..runtime.diagnostics.sink import Sink
from ..runtime.source import Source
from ..semantics.errors import LoadError
from ..semantics.options import Options
from .document_output import result
from .documents import files_of, is_unreadable, show
from .edits import add_edits, finish
from .messages import WrongCall
from .settings.deciding import Deciding, add_reading
from .status import OK, PROBLEMS, UNUSABLE


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    parser.add_argument(
        "path",
        metavar="XPATH",
        help='the attribute or element, as findings name it: /robot/link[@name="arm"]/inertial/mass/@value',
    )
    parser.add_argument(
        "value", metavar="VALUE", help="its new value; -- before one that begins with a hyphen and a letter"
    )
    add_edits(parser, otherwise="diff")
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Shows the document with the other value, or writes it."""
    from ..semantics.includes.filling import filled
    from ..semantics.setting import with_value

    sink, source = Sink(), Source(arguments.file)
    files = files_of(arguments.file, Deciding(arguments)(arguments.file).settings)
    try:
        if not filled(source, arguments.file, sink, files, Options().max_bytes):
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
    return OK
