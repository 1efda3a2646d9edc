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
        raise WrongCall(f"{document.path}: {missing}{nearest(name, missing.args[1])}") from None
    if len(found) > 1:
        choices = ", ".join(path for path, _ in found)
        raise WrongCall(f"{document.path}: {name!r} is the name of several; say which: {choices}")
    return found[0][1]
