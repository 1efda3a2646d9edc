"""``bodyplan upgrade``: a document in another version, and all else as it was written."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..diagnostics.records import replace
from ..diagnostics.render.printable import printable
from ..runtime.saving.encoded_text import written_text
from ..runtime.sink import Sink
from ..runtime.source import Source
from ..semantics.core.options import Options
from ..semantics.document.serialization import serialize
from ..semantics.formats.registry import FORMATS
from .apply_edit import add_edits, finish
from .document_output import Result, refuse_new_errors, result
from .documents import files_of, is_unreadable, show
from .messages import WrongCall
from .settings.resolution import SettingsResolver, add_reading
from .status import OK, PROBLEMS, UNUSABLE

CLASSIC_TO_SIM = "classic-to-sim"


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--version", metavar="V", help="version of the format to write (default: the newest)")
    what.add_argument(
        "--gazebo",
        choices=(CLASSIC_TO_SIM,),
        help="replace plugins of Gazebo classic and old names of plugins by those of gz-sim in place of another version, and say "
        "what is left to do; the simulation may differ",
    )
    add_edits(parser)
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Shows what the version changes, or writes it, unless it has errors in that version that it did not have.

    Errors in what it means, which it has before, do not keep it from being written.
    """
    from ..semantics.document.parser import read
    from ..semantics.resources.source_files import fill_source

    sink, source, options = Sink(), Source(arguments.file), Options()
    files = files_of(arguments.file, SettingsResolver(arguments)(arguments.file).settings)
    is_read = fill_source(source, arguments.file, sink, files, options.max_bytes)
    parsed = read(source, sink, options) if is_read else None
    found = sink.finish()
    # what is wrong with a document that says no version may be what its release had, which the upgrade puts right
    says_version = parsed is None or FORMATS[parsed.format].upgrading is None
    if says_version:
        show(arguments.file, found)
    if parsed is None or (says_version and not sink.ok):
        return UNUSABLE if is_unreadable(arguments.file, found) else PROBLEMS
    if arguments.gazebo is not None:
        if not FORMATS[parsed.format].tags:
            raise WrongCall(f"{FORMATS[parsed.format].title} have no plugins to upgrade")
        finish(arguments, [_upgrade_plugins(arguments.file, source, parsed.format, options)])
        return OK
    row = FORMATS[parsed.format]
    version = arguments.version or row.newest_version()
    refusal = row.refusal(version) if version != parsed.read_as else None
    if refusal is not None:
        raise WrongCall(refusal)
    text, losses = serialize(parsed, options, version) if says_version else row.upgrade(source, options)
    show(arguments.file, losses)
    known = found if text == written_text(source) else None
    made = result(arguments.file, text, source, parsed.format, options, found=known)
    if made.text != written_text(source):
        refuse_new_errors(made, replace(options, files=files), version)
    finish(arguments, [made])
    return OK


def _upgrade_plugins(path: str, source: Source, format: str, options: Options) -> Result:
    """The document with plugins of gz-sim; says what was done, and what is left to do."""
    from ..semantics.fix.classic_plugins import describe_notes, upgrade_plugins

    upgraded = upgrade_plugins(source)
    for line in describe_notes(path, upgraded.notes):
        print(printable(line), file=sys.stderr)
    return result(path, upgraded.text, source, format, options)
