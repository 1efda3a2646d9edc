"""Files and folders that may be named at a place of a text."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from ...semantics.resources.project import DocumentSurroundings, Project
from .completion_items import Completion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .positions import TextRange
    from .snapshot import Snapshot

MOST_FILES = 500
"""Files that are offered for a URI."""


def complete_files(snapshot: Snapshot, place: TextRange, written: str) -> Iterator[Completion]:
    """Files beside the document, and those of packages and model folders, as URIs name them."""
    folder = folder_of(snapshot)
    scheme = re.match(r"(package|model|file)://", written)
    roots: list[tuple[str, str]] = []
    if scheme is None:
        roots.append(("", folder))
    project = find_project(snapshot)
    if scheme is None or scheme[1] == "package":
        roots += [(f"package://{name}/", path) for name, path in sorted(project.packages.items())]
    if scheme is None or scheme[1] == "model":
        roots += [(f"model://{name}/", path) for name, path in sorted(project.models.items())]
        roots += [("model://", str(path)) for path in snapshot.options.search_paths]
    yield from complete_paths(snapshot, place, written, roots)


def complete_paths(
    snapshot: Snapshot, place: TextRange, written: str, roots: list[tuple[str, str]]
) -> Iterator[Completion]:
    """What is in folders, each with what is written before the names in it."""
    count = 0
    for start, root in roots:
        inner = written[len(start) :] if written.startswith(start) else ""
        if not written.startswith(start) and not start.startswith(written):
            continue
        below = inner.rpartition("/")[0]
        there = os.path.join(root, below) if below else root
        for name, is_folder in snapshot.options.files.inside(there).items():
            if name.startswith(".") or count >= MOST_FILES:
                continue
            count += 1
            path = f"{start}{below}/{name}" if below else f"{start}{name}"
            label = f"{path}/" if is_folder else path
            yield Completion(label=label, kind="file", text=label, range=place)


def folder_of(snapshot: Snapshot) -> str:
    """The folder that a document is in."""
    return str(snapshot.options.base_dir or os.path.dirname(snapshot.path or "") or os.curdir)


def find_project(snapshot: Snapshot) -> Project:
    """The project of a document, whose packages and models it may name."""
    options, folder = snapshot.options, folder_of(snapshot)
    around = DocumentSurroundings(options.files, None if options.project is None else str(options.project))
    return around.project_of(os.path.abspath(folder)) or Project(folder, files=options.files)
