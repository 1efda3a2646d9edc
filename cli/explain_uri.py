"""``bodyplan explain-uri``: where a URI is looked up, why each place has nothing, and what other programs find."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser, Namespace

from ..diagnostics.render.printable import printable, printable_json
from ..semantics.resources.explanation import Change, UriExplanation, explain_uri
from .checking.discovery import places_below
from .documents import add_search_paths
from .fetch_command import fetcher_of
from .messages import WrongCall
from .settings.resolution import SettingsResolver
from .status import OK, PROBLEMS
from .text_table import table


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("uri", metavar="URI", help="the URI, as written in a document")
    parser.add_argument("--from", dest="start", metavar="FILE", help="document that contains the URI, or its folder")
    add_search_paths(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")


def run(arguments: Namespace) -> int:
    """Explains one URI; the status is 1 where it is not found."""
    if arguments.start is not None and not os.path.exists(arguments.start):
        raise WrongCall(f"there is no file or folder {arguments.start}")
    settings = SettingsResolver(arguments)(arguments.start or os.path.join(os.curdir, "_")).settings
    explanation = explain_uri(
        arguments.uri,
        arguments.start,
        search_paths=(*settings.search_paths, *places_below(settings.package_roots)),
        fetch=fetcher_of(settings),
        confine=settings.confine,
    )
    if arguments.format == "json":
        text = json.dumps(explanation.to_dict(), indent=2, ensure_ascii=False)
        sys.stdout.write(printable_json(text) + "\n")
    else:
        sys.stdout.write(_text(explanation))
    return OK if explanation.found is not None else PROBLEMS


def _text(explanation: UriExplanation) -> str:
    start = f" in {explanation.from_}" if explanation.from_ else ""
    state = f"is {explanation.found}" if explanation.found else f"leads to nothing: {explanation.reason}"
    parts = [printable(_shorter(f"{explanation.uri}{start} {state}")) + "\n"]
    rows = [
        (str(number), each.origin, _shorter(each.place), _shorter(each.because))
        for number, each in enumerate((each for each in explanation.tried if each.case != "not-set"), 1)
    ]
    unset = [each.place for each in explanation.tried if each.case == "not-set"]
    looked = table(rows) + (f"  not set: {', '.join(unset)}\n" if unset else "")
    if looked:
        parts.append(f"looked up, in this order\n{looked}")
    if explanation.changes:
        parts.append("what would change that\n" + "".join(map(_change, explanation.changes)))
    readings = [(each.program, _shorter(each.found or "-"), each.how) for each in explanation.readings]
    parts.append("what other programs find\n" + table(readings))
    return "\n".join(parts)


def _change(change: Change) -> str:
    do = change.do if change.do.startswith("export ") else _shorter(change.do)  # which holds in other folders, too
    finds = f"    finds {printable(_shorter(change.finds))}\n" if change.finds else ""
    return f"  {printable(do)}\n{finds}"


def _shorter(text: str) -> str:
    """A text in which paths are as seen from the working folder."""
    here = os.getcwd()
    if here == os.sep:
        return text
    return re.sub(re.escape(here) + r"(?![^\s/'$])/?", lambda match: "" if match[0].endswith("/") else ".", text)
