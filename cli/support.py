"""``bodyplan support``: what each target does with each element that a document uses."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from shutil import get_terminal_size

from ..semantics.support.api import SUPPORT_NAMES
from ..semantics.support.rows import VERDICTS
from .checking.discovery import places_below
from .documents import add_search_paths, is_unreadable, settings_of, show
from .extensions import add_extensions, report_extension_errors
from .render_support import Choice, markdown, text
from .status import OK, PROBLEMS, UNUSABLE
from .terminal import supports_colour


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    parser.add_argument(
        "--target",
        metavar="T",
        action="append",
        choices=SUPPORT_NAMES,
        help=f"show only this target; may be given several times: {', '.join(SUPPORT_NAMES)}",
    )
    parser.add_argument(
        "--only",
        metavar="VERDICT",
        action="append",
        choices=[verdict for verdict in VERDICTS if verdict != "-"],
        help="show only what some target treats this way: " + ", ".join(each for each in VERDICTS if each != "-"),
    )
    parser.add_argument("--verbose", action="store_true", help="also show what all targets use, and every attribute")
    parser.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="output format (default: text)"
    )
    add_search_paths(parser)
    add_extensions(parser)


def run(arguments: Namespace) -> int:
    """Prints the table."""
    from ..diagnostics.errors import LoadError
    from ..semantics.support.api import support

    settings = settings_of(arguments, arguments.file)
    try:
        with report_extension_errors():
            found = support(
                arguments.file,
                targets=arguments.target,
                search_paths=(*settings.search_paths, *places_below(settings.package_roots)),
                confine=settings.confine,
                arguments=settings.arguments,
                env=settings.env,
                extensions=settings.extensions,
            )
    except LoadError as error:
        show(arguments.file, error.diagnostics)
        return UNUSABLE if is_unreadable(arguments.file, error.diagnostics) else PROBLEMS
    if arguments.format == "json":
        print(json.dumps(found.to_dict(), indent=2))
    elif arguments.format == "markdown":
        sys.stdout.write(markdown(found, Choice(arguments.only, verbose=True)))
    else:
        width = get_terminal_size().columns if sys.stdout.isatty() else None
        choice = Choice(arguments.only, verbose=arguments.verbose)
        sys.stdout.write(text(found, choice, width, colours=supports_colour(sys.stdout)))
    return OK
