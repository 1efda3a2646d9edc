"""``bodyplan review``: what a range of commits changes about robots."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..diagnostics.render.printable import printable_json
from ..runtime.atomic_write import write_atomically
from .diff import difference_data, picture_table, save_pictures
from .documents import add_search_paths
from .messages import complain
from .output_file import folder_for, is_standard_output, write_text
from .status import OK, PROBLEMS

if TYPE_CHECKING:
    from .reviewing.comparison import DocumentReview, Finding, Side
    from .reviewing.git import Tree


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("base", metavar="BASE", help="commit, branch or tag that the change starts from")
    parser.add_argument(
        "head",
        metavar="HEAD",
        nargs="?",
        help="commit, branch or tag with the change (default: the files as they are now, committed or not)",
    )
    parser.add_argument(
        "--format", choices=("markdown", "json"), default="markdown", help="output format (default: markdown)"
    )
    parser.add_argument("-o", "--output", metavar="OUT", help="write the result to a file")
    parser.add_argument(
        "--pictures",
        metavar="DIR",
        help="write pictures to this folder, too: for each document that means something else before.png, after.png, and "
        "differences.png with both over each other; requires a browser such as Chromium",
    )
    add_search_paths(parser)


def run(arguments: Namespace) -> int:
    """Prints what changed; says by its status whether there are errors that were not there before."""
    from .reviewing.comparison import Side, review
    from .reviewing.git import Repository

    repository = Repository(Path.cwd())
    start = repository.find_commit(arguments.base)
    end = None if arguments.head is None else repository.find_commit(arguments.head)
    common = repository.find_common_ancestor(start, end or repository.find_commit("HEAD"))
    if common is None:
        complain(
            f"no common ancestor of {arguments.base} and {arguments.head or 'HEAD'} is known: {arguments.base} itself is compared"
        )
    with TemporaryDirectory(prefix="bodyplan-review-") as folder:
        before, after = (Path(folder, name) for name in ("base", "head"))
        base = repository.write_commit(common or start, arguments.base, before)
        if end is None:
            head = repository.write_working_tree(after, len(start))
        else:
            head = repository.write_commit(end, str(arguments.head), after, base)
        top = os.path.realpath(repository.top)
        sides = Side(base, arguments, top), Side(head, arguments, top)
        reviews = list(review(*sides))
        folders = {} if arguments.pictures is None else _save_pictures(sides, reviews, arguments.pictures)
        if arguments.format == "json":
            text = printable_json(json.dumps(_data(sides, reviews), ensure_ascii=False, indent=2)) + "\n"
        else:
            from .reviewing.comment import write_comment

            home = folder_for(arguments.output)
            tables = {path: picture_table(each, home) for path, each in folders.items()}
            text = write_comment(base, head, reviews, tables)
    if is_standard_output(arguments.output):
        write_text(text)
    else:
        write_atomically(arguments.output, text.encode("utf-8", "surrogatepass"))
    return PROBLEMS if any(each.severity == "error" for one in reviews for each in one.new) else OK


def _save_pictures(sides: tuple[Side, Side], reviews: list[DocumentReview], folder: str) -> dict[str, str]:
    """Writes pictures of the documents that mean something else; the folder of each, by the document's path."""
    base, head = sides
    found: dict[str, str] = {}
    for each in reviews:
        documents = [base.load(each.was or each.path), head.load(each.path)] if each.differences else []
        loaded = [document for document in documents if document is not None]
        if each.differences and len(loaded) == len(sides):
            found[each.path] = os.path.join(folder, str(len(found) + 1))
            save_pictures(loaded, each.differences, found[each.path])
    return found


def _data(sides: tuple[Side, Side], reviews: list[DocumentReview]) -> dict[str, Any]:
    base, head = sides
    return {
        "base": _state(base.tree),
        "head": _state(head.tree),
        "documents": [
            {
                "path": each.path,
                "status": each.status,
                "was": each.was,
                "through": each.through,
                "differences": None
                if each.differences is None
                else [_difference(sides, one) for one in each.differences],
                "new": list(map(_finding, each.new)),
                "gone": list(map(_finding, each.gone)),
            }
            for each in reviews
        ],
    }


def _state(tree: Tree) -> dict[str, str | None]:
    return {"name": tree.name, "commit": tree.commit}


def _finding(finding: Finding) -> dict[str, Any]:
    return finding._asdict()


def _difference(sides: tuple[Side, Side], difference: Any) -> dict[str, Any]:
    data = difference_data(difference)
    for side, place in zip(sides, (data["old_place"], data["new_place"])):
        if place is not None and place["file"] is not None:
            place["file"] = side.name_of(place["file"])
    return data
