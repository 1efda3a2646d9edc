"""Copies of the files that a document names, in a folder of their own, and URIs in the document that lead there."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any

from .bundle import plan_copies
from .inventory import MOST_BYTES, list_assets

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..document.document import Document


def placed_beside(document: Document[Any], folder: str, written_in: str) -> dict[str, Callable[[], bytes]]:
    """Makes the URIs of meshes, textures and the like relative paths into a folder; nothing is written yet.

    What is included is not copied, and its URI stays.

    Args:
        document: it is changed.
        folder: where copies of the files go that it names.
        written_in: the folder that the document will stand in.

    Returns:
        What reads each of these files, by its path in the folder; it raises ``Unreadable`` where it is gone.
    """
    listing = list_assets(document)
    copies, places = plan_copies(listing, os.path.basename(folder))
    start = os.path.relpath(folder, written_in)
    top = next(iter(listing.holders.values()))
    copied = set(copies.values())
    for carrier, path in top.named:
        if path in copied:
            carrier.write(os.path.normpath(os.path.join(start, places[path])).replace(os.sep, "/"))
    return {name: partial(listing.files.read, path, MOST_BYTES) for name, path in copies.items()}
