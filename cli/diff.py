"""``bodyplan diff``: what two documents mean differently."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from math import isfinite
from typing import TYPE_CHECKING, Any

from ..diagnostics.render.printable import printable, printable_json
from .documents import add_search_paths, is_unreadable, load_document, show
from .scene_json import plain
from .settings.resolution import SettingsResolver
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from ..semantics.core.location import Location
    from ..semantics.diff.differences import Difference


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("a", metavar="A", help="a document")
    parser.add_argument("b", metavar="B", help="another document, in any format and version")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    parser.add_argument(
        "--tolerance",
        metavar="T",
        type=_tolerance,
        default=1e-6,
        help="tolerance for numbers: in m and rad, relative for numbers above 1 (default: 1e-6)",
    )
    add_search_paths(parser)


def run(arguments: Namespace) -> int:
    """Prints the differences; says by its status whether there are any."""
    from ..diagnostics.errors import LoadError
    from ..semantics.diff.differences import diff

    documents = []
    for path in (arguments.a, arguments.b):
        try:
            document = load_document(path, SettingsResolver(arguments)(path).settings)
            _ = document.scenes
        except LoadError as error:
            show(path, error.diagnostics)
            return UNUSABLE if is_unreadable(path, error.diagnostics) else PROBLEMS
        documents.append(document)
    found = diff(documents[0], documents[1], arguments.tolerance)
    if arguments.format == "json":
        data = [_data(each) for each in found]
        sys.stdout.write(printable_json(json.dumps(data, ensure_ascii=False, indent=2)) + "\n")
    else:
        sys.stdout.writelines(f"{printable(_line(each))}\n" for each in found)
    return PROBLEMS if found else OK


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if value < 0 or not isfinite(value):
        raise ArgumentTypeError(f"{text!r} is no number from 0 on")
    return value


def _data(difference: Difference) -> dict[str, Any]:
    return {
        "kind": difference.kind,
        "name": difference.name,
        "change": difference.change,
        "what": difference.what,
        "old": plain(difference.old),
        "new": plain(difference.new),
        "old_place": _location_data(difference.old_place),
        "new_place": _location_data(difference.new_place),
    }


def _location_data(spot: Location | None) -> dict[str, Any] | None:
    return None if spot is None else {"file": spot.file, "line": spot.line, "column": spot.column}


def _line(difference: Difference) -> str:
    thing = f"{difference.kind} {difference.name}"
    if difference.what is None:
        return f"{thing}: {difference.change}{_places(difference)}"
    return f"{thing}: {difference.what}: {_format_value(difference.old)} -> {_format_value(difference.new)}{_places(difference)}"


def _places(difference: Difference) -> str:
    spots = [spot for spot in (difference.old_place, difference.new_place) if spot is not None]
    told = ", ".join(f"{spot.file or '<text>'}:{spot.line}:{spot.column}" for spot in spots)
    return f"  ({told})" if told else ""


def _format_value(value: Any) -> str:
    """A value in few words."""
    if hasattr(value, "translation") and hasattr(value, "rpy"):
        return f"xyz {_format_value(value.translation)} rpy {_format_value(value.rpy)}"
    value = plain(value)
    if isinstance(value, dict):
        return " ".join(
            [str(value.pop("class", "")), *(f"{key}={_format_value(each)}" for key, each in value.items())]
        ).strip()
    if isinstance(value, list):
        if value and isinstance(value[0], list):
            return "[" + ", ".join(map(_format_value, value)) + "]"
        return "[" + " ".join(map(_format_value, value)) + "]"
    if isinstance(value, float):
        return f"{value:.9g}"
    return str(value)
