"""Copies of the files that a document names, in a folder of their own, and URIs in the document that lead there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .bundling import placed
from .listing import MOST_BYTES, listed

if TYPE_CHECKING:
    from ..document import Document


def bring_beside(document: Document[Any], folder: str, written_in: str) -> int:
    """Copies what a document names into a folder, and makes its URIs relative paths into that.

    Args:
        document: it is changed.
        folder: where the copies go; what is there already has to be the same.
        written_in: the folder that the document will stand in.

    Returns:
        How many files there are now.

    Raises:
        FileExistsError: another file is where a copy would go.
        OSError: they cannot be written.
        Unreadable: one cannot be read.
    """
    listing = listed(document)
    copies, places = placed(listing, os.path.basename(folder))
    for name in sorted(copies):
        _copy(listing.files.read(copies[name], MOST_BYTES), os.path.join(folder, *name.split("/")))
    start = os.path.relpath(folder, written_in)
    top = next(iter(listing.holders.values()))
    for carrier, path in top.named:
        if path is not None:
            carrier.write(os.path.normpath(os.path.join(start, places[path])).replace(os.sep, "/"))
    return len(copies)


def _copy(content: bytes, path: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(path, "xb") as file:
            file.write(content)
    except FileExistsError:
        with open(path, "rb") as file:
            if file.read() != content:
                raise
