"""References that no front end describes: found by what the descriptions of the format say of them, and looked up.

A new version of a format, or an extension, gets them so without any code of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.references import NamesIn, Reference, names_in, names_module
from ..ir.frames import ReferenceRecord
from ..ir.scoped_names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from ...diagnostics.rule import Severity
    from ...runtime.sink import Sink
    from ..ir.world import WorldIR

FRAMED = frozenset({"world", "model", "robot", "skeleton", "link", "body", "joint", "frame"})
"""Kinds of what has a frame."""


def add_references(
    description: WorldIR, root: Any, sink: Sink, *, scope: str = "", severity: Severity | None = None
) -> None:
    """Adds the references in a typed world or root that the front end left alone.

    ``scope`` is the full name of the model that the root stands for, if any; ``severity`` is how bad it is that nothing
    has a name, where that is not as the rule has it.
    """
    known = names_module(root)
    if not any(sink.mentions(word) and sink.mentions(tag) for tag, word in known.WORDS):
        return
    others: NamesIn | None = None
    for reference in names_in(root, known.REFERENCE_PATHS):
        if not isinstance(reference, Reference) or not reference.is_followed or reference.is_keyword:
            continue
        target = None
        if not FRAMED.issuperset(reference.kind.kinds):
            others = others or NamesIn(root)
            target = others.resolve(reference)[-1] is not None
        path = SEPARATOR.join((*([scope] if scope else []), *reference.scope.path))
        description.references.append(
            ReferenceRecord(
                scope=path or WORLD,
                reference=reference.text.strip(),
                kind=reference.kind.name,
                kinds=reference.kind.kinds,
                field=reference.field,
                element=reference.element,
                holder=reference.holder,
                is_known=target,
                severity=severity,
            )
        )
