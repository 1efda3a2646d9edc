"""The SRDF documents that are about a robot, which follow when that is changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple, replace
from ...runtime.source import Source
from ..document.analysis import PIPELINE
from ..document.document import Document, get_options
from ..document.loader import load_lenient
from ..formats.registry import FORMATS
from ..formats.srdf.robot_search import find_robots
from ..formats.srdf.srdf_search import iter_srdf_files

if TYPE_CHECKING:
    from ...srdf.newest import Robot


class SrdfFiles(NamedTuple):
    """What is around a robot.

    Attributes:
        documents: those that are about the robot, whatever is wrong with them.
        others: paths of those that may be, and stay as they are: they are about one of several robots of that name.
        in_xacro: paths of those that are about it and written in xacro.
    """

    documents: tuple[Document[Robot], ...]
    others: tuple[str, ...]
    in_xacro: tuple[str, ...] = ()


NO_FILES = SrdfFiles((), ())


def find_srdf_files(doc: Document[Any]) -> SrdfFiles:
    """The SRDF documents in the folder and in the package of a robot that are about it; none of what has no path."""
    if doc.path is None or FORMATS[doc.format].subject is not None:
        return NO_FILES
    options, here = get_options(doc), os.path.realpath(doc.path)
    documents, others, in_xacro = [], [], []
    for path in iter_srdf_files(os.path.dirname(doc.path) or ".", options.files):
        found = open_srdf(path, doc)
        if found is None:
            continue
        robots = find_robots(found.root.name.strip(), Path(path).absolute(), get_options(found), PIPELINE).robots
        if not any(os.path.realpath(robot.path) == here for robot in robots):
            continue
        if len(robots) > 1:
            others.append(path)
        elif path.endswith(".xacro"):
            in_xacro.append(path)
        else:
            documents.append(found)
    return SrdfFiles(tuple(documents), tuple(others), tuple(in_xacro))


def open_srdf(path: str, doc: Document[Any]) -> Document[Robot] | None:
    """An SRDF document as what is read for ``doc`` is read; None where there is none."""
    return read_srdf(Source(path), doc)


def read_srdf(source: Source, doc: Document[Any], *, is_read: bool = False) -> Document[Robot] | None:
    """An SRDF document as what is read for ``doc`` is read; its text is that of ``source`` where it ``is_read``, else of its file."""
    folder = Path(source.name or ".").parent
    own = replace(get_options(doc), base_dir=folder, arguments=(), target=None, plausible=False, with_=None)
    document, _ = load_lenient(source, own, "srdf", is_read=is_read)
    return document
