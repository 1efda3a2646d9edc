"""Typed, checked and resolved robot descriptions: SDFormat, URDF and SKEL.

``load`` reads a document, ``check`` says what is wrong with one, ``Document.scene`` says what it means. The typed
elements are in ``bodyplan.sdformat`` (and ``bodyplan.sdformat.v1_0`` to ``v1_12``), ``bodyplan.urdf`` and
``bodyplan.skel``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import sdformat as sdformat
    from . import skel as skel
    from . import urdf as urdf
    from .runtime.diagnostics.diagnostic import Diagnostic as Diagnostic
    from .runtime.element import is_written as is_written
    from .runtime.element import unset as unset
    from .semantics.document import Document as Document
    from .semantics.errors import BodyplanError as BodyplanError
    from .semantics.errors import LoadError as LoadError
    from .semantics.loading import check as check
    from .semantics.loading import check_many as check_many
    from .semantics.loading import load as load
    from .semantics.loading import loads as loads
    from .semantics.report import Report as Report
    from .semantics.scene.scene import Scene as Scene
    from .semantics.transform import Transform as Transform

__version__ = "0.1.0"

_HOMES = {
    "Diagnostic": ".runtime.diagnostics.diagnostic",
    "is_written": ".runtime.element",
    "unset": ".runtime.element",
    "Document": ".semantics.document",
    "BodyplanError": ".semantics.errors",
    "LoadError": ".semantics.errors",
    "check": ".semantics.loading",
    "check_many": ".semantics.loading",
    "load": ".semantics.loading",
    "loads": ".semantics.loading",
    "Report": ".semantics.report",
    "Scene": ".semantics.scene.scene",
    "Transform": ".semantics.transform",
}
_MODULES = ("sdformat", "skel", "urdf")

__all__ = [
    "BodyplanError",
    "Diagnostic",
    "Document",
    "LoadError",
    "Report",
    "Scene",
    "Transform",
    "__version__",
    "check",
    "check_many",
    "is_written",
    "load",
    "loads",
    "sdformat",
    "skel",
    "unset",
    "urdf",
]


def __getattr__(name: str) -> Any:
    # loaded at first use: checking a small file needs neither numpy nor three formats
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _HOMES:
        value = globals()[name] = getattr(importlib.import_module(_HOMES[name], __name__), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
