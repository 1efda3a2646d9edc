"""``bodyplan diff``: what two documents say differently."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from ..diagnostics.render.printable import printable, printable_json
from ..runtime.atomic_write import write_atomically
from ..runtime.element import Element
from ..runtime.unknown_elements import is_generic
from ..semantics.diff.areas import AREAS
from .documents import add_search_paths, add_target, is_unreadable, load_document, settings_of, show
from .markdown import code_span
from .messages import WrongCall, format_number
from .output_file import folder_for, is_standard_output
from .scene_json import plain
from .status import OK, PROBLEMS, UNUSABLE

if TYPE_CHECKING:
    from ..semantics.core.location import Location
    from ..semantics.diff.areas import Area
    from ..semantics.diff.differences import Difference
    from ..semantics.document.document import Document

PICTURES = ("before", "after", "differences")
"""What the pictures show: the first document, the second, and both over each other."""
SIZE = (960, 720)
"""Of a picture, in pixels."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("a", metavar="A", help="a document")
    parser.add_argument("b", metavar="B", help="another document, in any format and version")
    parser.add_argument(
        "--format", choices=("text", "json", "html", "markdown"), default="text", help="output format (default: text)"
    )
    parser.add_argument(
        "--only",
        metavar="AREA,...",
        type=_areas,
        help="compare only these: " + ", ".join(AREAS),
    )
    parser.add_argument("-o", "--output", metavar="OUT", help="write the result to a file")
    parser.add_argument(
        "--pictures",
        metavar="DIR",
        help="write pictures to this folder, too: before.png, after.png, and differences.png with both robots over each other; "
        "requires a browser such as Chromium",
    )
    parser.add_argument(
        "--tolerance",
        metavar="T",
        type=_tolerance,
        default=1e-6,
        help="tolerance for numbers: in m and rad, relative for numbers above 1 (default: 1e-6)",
    )
    add_target(parser)
    add_search_paths(parser)


def run(arguments: Namespace) -> int:
    """Prints the differences; says by its status whether there are any."""
    from ..diagnostics.errors import LoadError
    from ..semantics.diff.differences import diff

    documents = []
    for path in (arguments.a, arguments.b):
        try:
            document = load_document(path, settings_of(arguments, path), arguments.target, partial=True)
            _ = document.scenes
        except LoadError as error:
            show(path, error.diagnostics)
            return UNUSABLE if is_unreadable(path, error.diagnostics) else PROBLEMS
        documents.append(document)
    found = diff(documents[0], documents[1], arguments.tolerance, only=arguments.only)
    pictures: tuple[str, ...] = ()
    folder: str | None = arguments.pictures
    if folder is not None:
        pictures = save_pictures(documents[0], documents[1], found, folder)
    if arguments.format == "json":
        data = [difference_data(each) for each in found]
        text = printable_json(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"
    elif arguments.format == "html":
        text = _page(documents, found)
    elif arguments.format == "markdown":
        text = _markdown(arguments.a, arguments.b, found)
        if folder is not None and pictures:
            text += picture_table(folder, folder_for(arguments.output), pictures)
    else:
        text = "".join(f"{printable(_line(each))}\n" for each in found)
    if is_standard_output(arguments.output):
        sys.stdout.write(text)
    else:
        write_atomically(arguments.output, text.encode("utf-8"))
    return PROBLEMS if found else OK


def _page(documents: list[Document], found: tuple[Difference, ...]) -> str:
    from ..semantics.view.page import NoViewer, page_of_differences

    try:
        return page_of_differences(documents, found)
    except NoViewer as problem:
        raise WrongCall(str(problem)) from None


def save_pictures(
    before: Document | None, after: Document | None, found: tuple[Difference, ...], folder: str
) -> tuple[str, ...]:
    """Writes the pictures; answers their names of ``PICTURES``: without one of the documents, that of the other alone."""
    from ..semantics.view.page import NoViewer, page_of_differences, page_of_document
    from .viewing.picture import save_picture

    try:
        pages = {name: page_of_document(each) for name, each in zip(PICTURES, (before, after)) if each is not None}
        if before is not None and after is not None:
            pages[PICTURES[-1]] = page_of_differences([before, after], found)
    except NoViewer as problem:
        raise WrongCall(str(problem)) from None
    os.makedirs(folder, exist_ok=True)
    for name, page in pages.items():
        save_picture(page, os.path.join(folder, f"{name}.png"), SIZE)
    return tuple(pages)


def picture_table(folder: str, home: str, names: Sequence[str]) -> str:
    """Pictures beside each other, with addresses from the folder that the text is in."""
    try:
        way = os.path.relpath(folder, home)
    except ValueError:  # another drive
        way = os.path.abspath(folder)
    addresses = (quote(f"{way}/{name}.png".replace(os.sep, "/")) for name in names)
    images = " | ".join(f"![{name}]({address})" for name, address in zip(names, addresses))
    return f"\n| {' | '.join(names)} |\n|{' --- |' * len(names)}\n| {images} |\n"


def _markdown(a: str, b: str, found: tuple[Difference, ...]) -> str:
    """The differences, for a comment on a change."""
    count = format_number(len(found), "difference") if found else "no differences"
    return "\n".join([f"**{code_span(a)} → {code_span(b)}**: {count}", *difference_tables(found)]) + "\n"


def difference_tables(found: Iterable[Difference]) -> Iterator[str]:
    """The lines of a table for each area."""
    all_found = list(found)
    for area in AREAS:
        rows = [each for each in all_found if each.area == area]
        if rows:
            yield from ("", f"#### {area}", "", "| | | before | after |", "| --- | --- | --- | --- |")
            yield from map(_row, rows)


def _row(difference: Difference) -> str:
    thing = f"{difference.kind} {code_span(difference.name)}"
    what = difference.change if difference.what is None else code_span(difference.what)
    old, new = (
        "" if difference.change == absent or difference.what is None else code_span(_format_value(value))
        for absent, value in (("added", difference.old), ("removed", difference.new))
    )
    return f"| {thing} | {what} | {old} | {new} |"


def _areas(text: str) -> tuple[Area, ...]:
    words = text.split(",")
    unknown = [word for word in words if word not in AREAS]
    if unknown:
        raise ArgumentTypeError(f"{unknown[0]!r} is no area; there are {', '.join(AREAS)}")
    return cast("tuple[Area, ...]", tuple(words))


def _tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if value < 0 or not isfinite(value):
        raise ArgumentTypeError(f"{text!r} is no number from 0 on")
    return value


def difference_data(difference: Difference) -> dict[str, Any]:
    """A difference in terms of JSON."""
    return {
        "kind": difference.kind,
        "name": difference.name,
        "change": difference.change,
        "what": difference.what,
        "old": _value_data(difference.old),
        "new": _value_data(difference.new),
        "old_place": _location_data(difference.old_place),
        "new_place": _location_data(difference.new_place),
        "area": difference.area,
    }


def _value_data(value: Any) -> Any:
    """A value in terms of JSON; elements, whose change says all, are their names."""
    return type(value).__name__ if isinstance(value, Element) or is_generic(value) else plain(value)


def _location_data(spot: Location | None) -> dict[str, Any] | None:
    return None if spot is None else {"file": spot.file, "line": spot.line, "column": spot.column}


def _line(difference: Difference) -> str:
    thing = f"{difference.kind} {difference.name}"
    if difference.what is None:
        return f"{thing}: {difference.change}{_places(difference)}"
    if difference.change != "changed":
        return f"{thing}: {difference.what}: {difference.change}{_places(difference)}"
    return f"{thing}: {difference.what}: {_format_value(difference.old)} -> {_format_value(difference.new)}{_places(difference)}"


def _places(difference: Difference) -> str:
    spots = [spot for spot in (difference.old_place, difference.new_place) if spot is not None]
    told = ", ".join(f"{spot.file or '<text>'}:{spot.line}:{spot.column}" for spot in spots)
    return f"  ({told})" if told else ""


def _format_value(value: Any) -> str:
    """A value in few words."""
    if hasattr(value, "translation") and hasattr(value, "rpy"):
        return f"xyz {_format_value(value.translation)} rpy {_format_value(value.rpy)}"
    value = _value_data(value)
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
