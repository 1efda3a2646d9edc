"""URIs of meshes and textures in the kind that a reader knows, where that leads to the same file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ..assets.uri_fields import carriers
from ..document.document import get_options
from ..resources.model_config import package_name
from ..resources.resolver import Finder, FoundPath, finder_for
from .coverage.ledger import describe_node
from .targets import PATHS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.sink import Sink
    from ..document.document import Document

REMOTE_SCHEMES = ("file", "http", "https", "fuel")
"""Schemes that every reader is left with."""
OF_FOLDERS = ("package", "model")
"""Schemes that begin with the name of a folder among those that are searched."""
BOTH = ("package", "file")
"""Schemes that ROS and Gazebo know alike: Gazebo's converter makes ``model`` of the first and searches for both in one way."""
GAZEBO = ("model",)
"""Those of Gazebo, whose converter makes ``model`` of ``package`` wherever the file is."""


def translate_uris(made: Document[Any], source: Document[Any], schemes: tuple[str, ...], sink: Sink) -> None:
    """Writes URIs as a reader knows them, and reports it at their places in the source.

    Args:
        made: the document in which they are written.
        source: the one that it was made of.
        schemes: those that the reader knows, the one to be written first.
        sink: receives what is reported.
    """
    from ..compose.transplant import folder_of  # the help of a command names targets and converts nothing

    folder = folder_of(source)
    finder = finder_for(get_options(source))
    places = [] if folder is None else [folder]
    new: dict[str, str] = {}
    for carrier in carriers(source):
        uri = carrier.uri
        scheme = uri.partition("://")[0] if "://" in uri else ""
        is_known = scheme in schemes or (scheme in REMOTE_SCHEMES and schemes != PATHS)
        if is_known or (not scheme and schemes[0] != "package"):
            continue
        found = finder.look(uri, places, is_file=True)
        if not isinstance(found, FoundPath):
            if (scheme, schemes) == ("package", GAZEBO):
                new[uri] = f"model://{uri.partition('://')[2]}"
                becomes = f"{new[uri]}, as Gazebo's converter has it"
                sink.report(
                    rules.REPRESENTED, carrier.element, what=describe_node(carrier.element, None), becomes=becomes
                )
            continue
        for candidate in _candidates(uri, scheme, found, schemes, finder, folder):
            again = finder.look(candidate, places, is_file=True)
            is_same = isinstance(again, FoundPath) and os.path.realpath(again.file) == os.path.realpath(found.file)
            if is_same or candidate == _uri_in_package(found.file):  # others find packages where they are installed
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


def _uri_in_package(file: str) -> str | None:
    """The URI of a file by the innermost package that it lies in, as ament finds it; None where there is none."""
    path = Path(os.path.realpath(file))
    for folder in path.parents:
        if name := package_name(folder):
            return f"package://{name}/{path.relative_to(folder).as_posix()}"
    return None


def _candidates(
    uri: str, scheme: str, found: FoundPath, schemes: tuple[str, ...], finder: Finder, folder: Path | None
) -> Iterator[str]:
    """Other ways to name a file, the one to be preferred first."""
    wanted = schemes[0]
    if schemes == PATHS:
        if folder is not None:
            yield Path(os.path.relpath(found.file, folder)).as_posix()
        return
    if wanted == "package" and (inside_package := _uri_in_package(found.file)) is not None:
        yield inside_package
    if schemes == BOTH:  # what only search paths find is found by one of the two
        yield Path(os.path.abspath(found.file)).as_uri()
        return
    if scheme in OF_FOLDERS:
        yield f"{wanted}://{uri.partition('://')[2]}"
    for root in finder.folders_for(() if folder is None else (os.path.abspath(folder),)):
        inside = os.path.relpath(found.file, root)
        if not inside.startswith(os.pardir) and "/" in inside.replace(os.sep, "/"):
            yield f"{wanted}://{Path(inside).as_posix()}"
    if wanted == "model" and folder is not None:
        yield Path(os.path.relpath(found.file, folder)).as_posix()
