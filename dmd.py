"""Drake's model directives, typed: what a ``*.dmd.yaml`` file says, and ``load`` for such files.

``Directives`` is the root: a list of what is to be added, in order.

Spec: Drake's notes on parsing, "Drake Model Directives Support", and its schema ``ModelDirectives``.

Example:
    >>> doc = bodyplan.new("dmd")
    >>> doc.root.directives.append(bodyplan.dmd.AddModel(name="arm", file="package://examples/arm.urdf"))
    >>> doc.root.directives.append(bodyplan.dmd.AddWeld(parent="world", child="arm::base"))
    >>> scene = bodyplan.dmd.loads(doc.dumps(), search_paths=["."]).scene
    >>> scene.frames["arm::base"].attached_to, scene.joints["arm::elbow"].parent
    ('arm::base', 'arm::upper_arm')
"""

from warnings import warn as _warn

from .semantics.document.typed_loader import FormatLoader as _FormatLoader
from .semantics.formats.dmd.directives import (
    AddCollisionFilterGroup,
    AddDirectives,
    AddFrame,
    AddModel,
    AddModelInstance,
    AddWeld,
    Directives,
    DirectiveTransform,
)

__all__ = [
    "AddCollisionFilterGroup",
    "AddDirectives",
    "AddFrame",
    "AddModel",
    "AddModelInstance",
    "AddWeld",
    "Directives",
    "DirectiveTransform",
    "load",
    "loads",
]

_loader: _FormatLoader[Directives] = _FormatLoader("dmd")
load = _loader.load
loads = _loader.loads


def __getattr__(name: str) -> object:
    """``Transform``, the earlier name of ``DirectiveTransform``, which goes with release 0.4."""
    if name != "Transform":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _warn("bodyplan.dmd.Transform is called bodyplan.dmd.DirectiveTransform now", DeprecationWarning, stacklevel=2)
    return DirectiveTransform


def __dir__() -> list[str]:
    return sorted(__all__)
