"""Drake's model directives, typed: what a ``*.dmd.yaml`` file says, and ``load`` for such files.

``Directives`` is the root: a list of what is to be added, in order.
"""

from .semantics.doors import Door as _Door
from .semantics.formats.dmd.directives import (
    AddCollisionFilterGroup,
    AddDirectives,
    AddFrame,
    AddModel,
    AddModelInstance,
    AddWeld,
    Directives,
    Transform,
)

__all__ = [
    "AddCollisionFilterGroup",
    "AddDirectives",
    "AddFrame",
    "AddModel",
    "AddModelInstance",
    "AddWeld",
    "Directives",
    "Transform",
    "load",
    "loads",
]

_door: _Door[Directives] = _Door("dmd")
load = _door.load
loads = _door.loads


def __dir__() -> list[str]:
    return sorted(__all__)
