"""The element of a document that a name on the command line means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..diagnostics.errors import NameNotFound
from .messages import WrongCall, nearest

if TYPE_CHECKING:
    from ..semantics.document.document import Document


def find_element(document: Document, name: str) -> Any:
    """The only element of a name, scoped name or path.

    Raises:
        WrongCall: there is none, or there are several.
    """
    from ..semantics.compose.element_rename import elements_named

    try:
        found = elements_named(document, name)
    except NameNotFound as missing:
        included = find_included_place(document, name)
        advice = nearest(name, missing.args[1]) if included is None else f" in this file; it is in {included}"
        raise WrongCall(f"{document.path}: {missing}{advice}") from None
    if len(found) > 1:
        choices = ", ".join(path for path, _ in found)
        raise WrongCall(f"{document.path}: {name!r} is the name of several; say which: {choices}")
    return found[0][1]


def find_included_place(document: Document, name: str) -> str | None:
    """File and line of a link, joint or frame of a name that a document includes; None where it includes none such."""
    from ..diagnostics.errors import LoadError, NotInDocument
    from ..runtime.element import Element
    from ..semantics.edit.source_location import location_of

    try:
        scene = document.scene
    except LoadError:
        return None
    for full, thing in (*scene.links.items(), *scene.joints.items(), *scene.frames.items()):
        element = getattr(thing, "element", None)
        if not isinstance(element, Element) or not (full == name or full.endswith(f"::{name}")):
            continue
        try:
            place = location_of(element)
        except NotInDocument:
            continue
        if place.file not in (None, document.path):
            return f"{place.file}:{place.line}, which this one includes"
    return None
