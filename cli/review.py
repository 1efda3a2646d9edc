"""``bodyplan review``: what a range of commits changes about robots."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ..diagnostics.render.printable import printable_json
from ..runtime.atomic_write import write_atomically
from .diff import difference_data, picture_table, save_pictures
from .documents import add_search_paths
from .markdown import code_span
from .messages import WrongCall, complain
from .output_file import folder_for, is_standard_output, write_text
from .status import OK, PROBLEMS

if TYPE_CHECKING:
    from .reviewing.comparison import DocumentReview, Finding, Side
    from .reviewing.git import Tree

URL_SIGNS = "%:/?#[]@!$&'*+,;=-._~"
"""What a URL holds as it is; parentheses would end a link."""


class Pictures(NamedTuple):
    """The pictures of one document: their folder, and their names of ``PICTURES``."""

    folder: str
    names: tuple[str, ...]


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
        "differences.png with both over each other, for one that was added or deleted one of them; requires a browser such "
        "as Chromium",
    )
    parser.add_argument(
        "--pictures-url",
        metavar="URL",
        help="where readers of the comment find the folder of --pictures; the comment links to it and shows no pictures",
    )
    add_search_paths(parser)


def run(arguments: Namespace) -> int:
    """Prints what changed; says by its status whether there are errors that were not there before."""
    from .reviewing.comparison import Side, review
    from .reviewing.git import Repository

    if arguments.pictures_url is not None and arguments.pictures is None:
        raise WrongCall("--pictures-url is for --pictures")
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
        pictures = {} if arguments.pictures is None else _save_pictures(sides, reviews, arguments.pictures)
        if arguments.format == "json":
            text = printable_json(json.dumps(_data(sides, reviews), ensure_ascii=False, indent=2)) + "\n"
        else:
            from .reviewing.comment import write_comment

            home = folder_for(arguments.output)
            shown = {path: _show(each, home, arguments.pictures_url) for path, each in pictures.items()}
            text = write_comment(base, head, reviews, shown)
    if is_standard_output(arguments.output):
        write_text(text)
    else:
        write_atomically(arguments.output, text.encode("utf-8", "surrogatepass"))
    return PROBLEMS if any(each.severity == "error" for one in reviews for each in one.new) else OK


def _save_pictures(sides: tuple[Side, Side], reviews: list[DocumentReview], folder: str) -> dict[str, Pictures]:
    """Writes pictures of the documents that mean something else, were added or deleted; what there is, by their paths."""
    base, head = sides
    found: dict[str, Pictures] = {}
    for each in reviews:
        before, after = base.load(each.was or each.path), head.load(each.path)
        is_changed = before is not None and after is not None and bool(each.differences)
        if (
            is_changed
            or (before is not None and each.status == "deleted")
            or (after is not None and each.status == "added")
        ):
            own = os.path.join(folder, str(len(found) + 1))
            found[each.path] = Pictures(own, save_pictures(before, after, each.differences or (), own))
    return found


def _show(pictures: Pictures, home: str, url: str | None) -> str:
    """The lines of a comment that show pictures, or say where they are."""
    if url is None:
        return picture_table(pictures.folder, home, pictures.names)
    return f"\n[Pictures]({quote(url, safe=URL_SIGNS)}): {code_span(os.path.basename(pictures.folder))}\n"


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
