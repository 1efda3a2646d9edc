"""URIs of meshes and textures in the kind that a reader knows, where that leads to the same file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ..assets.uri_fields import carriers
from ..compose.transplant import folder_of
from ..document.document import get_options
from ..resources.packages import packages_around
from ..resources.resolver import Finder, FoundPath
from .coverage.ledger import describe_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.sink import Sink
    from ..document.document import Document
    from .targets import ConversionTarget

REMOTE_SCHEMES = ("file", "http", "https", "fuel")
"""Schemes that every reader is left with."""
OF_FOLDERS = ("package", "model")
"""Schemes that begin with the name of a folder among those that are searched."""


def translate_uris(made: Document[Any], source: Document[Any], target: ConversionTarget, sink: Sink) -> None:
    """Writes URIs as a reader knows them, and reports it at their places in the source."""
    if not target.schemes:
        return
    folder = folder_of(source)
    around = packages_around(folder, get_options(source).files)
    files = get_options(source).files.with_folders(around)
    finder = Finder([*get_options(source).search_paths, *around], files=files)
    places = [] if folder is None else [folder]
    new: dict[str, str] = {}
    for carrier in carriers(source):
        uri = carrier.uri
        scheme = uri.partition("://")[0] if "://" in uri else ""
        if scheme in (*target.schemes, *REMOTE_SCHEMES) or (not scheme and target.schemes[0] != "package"):
            continue
        found = finder.look(uri, places, is_file=True)
        if not isinstance(found, FoundPath):
            continue
        for candidate in _candidates(uri, scheme, found, target, finder, folder):
            again = finder.look(candidate, places, is_file=True)
            if isinstance(again, FoundPath) and os.path.realpath(again.file) == os.path.realpath(found.file):
                new[uri] = candidate
                part = carrier.field if carrier.element is not None and carrier.element.get(carrier.field) else None
                what = describe_node(carrier.element, part)
                sink.report(
                    rules.REPRESENTED, carrier.element, attribute=part, what=what, becomes=f"{candidate}: the same file"
                )
                break
    for carrier in list(carriers(made)):
        if carrier.uri in new:
            carrier.write(new[carrier.uri])


def _candidates(
    uri: str, scheme: str, found: FoundPath, target: ConversionTarget, finder: Finder, folder: Path | None
) -> Iterator[str]:
    """Other ways to name a file, the one to be preferred first."""
    wanted = target.schemes[0]
    if scheme in OF_FOLDERS:
        yield f"{wanted}://{uri.partition('://')[2]}"
    for root in finder.folders:
        inside = os.path.relpath(found.file, root)
        if not inside.startswith(os.pardir) and "/" in inside.replace(os.sep, "/"):
            yield f"{wanted}://{Path(inside).as_posix()}"
    if wanted == "model" and folder is not None:
        yield Path(os.path.relpath(found.file, folder)).as_posix()
