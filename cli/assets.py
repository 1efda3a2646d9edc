"""``bodyplan assets``: the files that a document names, and a folder or zip that holds all of them."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..diagnostics.render.printable import printable_json
from .checking.discovery import places_below
from .documents import add_search_paths, is_unreadable, settings_of, show
from .extensions import add_extensions, report_extension_errors
from .fetch_command import fetcher_of
from .messages import WrongCall, complain, format_number
from .status import OK, PROBLEMS, UNUSABLE
from .text_table import table

if TYPE_CHECKING:
    from ..semantics.assets.api import Assets


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("file", metavar="FILE", help="the document")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--copy", metavar="DIR", help="copy the document and all files it references into this folder")
    ways.add_argument("--zip", metavar="FILE", help="write them to a zip file")
    add_search_paths(parser)
    add_extensions(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Lists what a document names, and bundles it; the status is 1 where something is missing."""
    from ..diagnostics.errors import LoadError
    from ..runtime.files import Unreadable
    from ..semantics.assets.api import assets

    settings = settings_of(arguments, arguments.file)
    try:
        with report_extension_errors():
            found = assets(
                arguments.file,
                search_paths=(*settings.search_paths, *places_below(settings.package_roots)),
                confine=settings.confine,
                arguments=settings.arguments,
                env=settings.env,
                extensions=settings.extensions,
                fetch=fetcher_of(settings),
            )
        if arguments.copy:
            complain(f"the document is {found.copy(arguments.copy)}")
        elif arguments.zip:
            complain(f"the document is {found.zip(arguments.zip)} in {arguments.zip}")
    except LoadError as error:
        show(arguments.file, error.diagnostics)
        return UNUSABLE if is_unreadable(arguments.file, error.diagnostics) else PROBLEMS
    except Unreadable as error:
        raise WrongCall(str(error)) from None
    if arguments.format == "json":
        data = {"path": arguments.file, "ok": found.ok, "assets": [asset.to_dict() for asset in found.files]}
        sys.stdout.write(printable_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n")
    else:
        sys.stdout.write(_text(found))
    if not found.ok:
        complain(f"{format_number(len(found.missing), 'file')} missing")
    return OK if found.ok else PROBLEMS


def _text(found: Assets) -> str:
    rows = []
    for asset in found.files:
        place = _shorten_path(asset.file) if asset.file else "<text>"
        size = "missing" if asset.size is None else _size(asset.size)
        rows.append(
            (
                asset.kind,
                size,
                asset.uri,
                _shorten_path(asset.path) if asset.path else asset.reason,
                f"{place}:{asset.line}" if asset.line else place,
            )
        )
    return table(rows, "") if rows else "it names no file\n"


def _shorten_path(path: str) -> str:
    """A path as seen from the working folder, where it lies in that."""
    here = os.getcwd().rstrip(os.sep) + os.sep
    return path.removeprefix(here)


def _size(number: int) -> str:
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:.3g} {unit}" if unit != "B" else f"{number} B"
        number = number / 1000  # type: ignore[assignment]
    return f"{number:.3g} GB"
