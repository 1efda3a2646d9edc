"""Settings of an attached document that are not those of the document around it.

Spec: MJCF reference, ``compiler/conflict``: settings that both say are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from .document_tree import attribute_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from .model import MjcfModel

NEVER_COMPARED = frozenset({"actuatorgroupdisable", "nstack"})
COMPARED_IN = {"option": None, "size": None, "flag": None, "global": ("realtime",), "map": ("znear", "zfar")}
"""Elements whose fields are compared, with those that are; None: all."""
NEVER_MERGED = frozenset(
    {
        *("gravity", "wind", "magnetic", "density", "viscosity", "impratio"),
        *("o_margin", "o_solref", "o_solimp", "o_friction", "integrator", "cone", "jacobian", "solver"),
    }
)
"""Fields of which one of two values cannot hold for both."""


class Setting(NamedTuple):
    """A value that a document says of all of its model."""

    element: Element
    field: str
    value: Any


def check_conflicts(model: MjcfModel, attached: MjcfModel, at: Element, policy: str, sink: Sink) -> None:
    """Reports settings that the two documents say differently, where that is not to be passed over.

    Args:
        model: what it is attached to.
        attached: the model that is attached.
        at: the ``attach``.
        policy: what the document around wants to be done about it.
        sink: receives the findings.
    """
    if policy not in ("merge", "error"):
        return
    own = dict(_settings_of(model))
    for key, theirs in _settings_of(attached):
        ours = own.get(key)
        if ours is None or ours.value == theirs.value or (policy == "merge" and ours.field not in NEVER_MERGED):
            continue
        sink.report(
            rules.ATTACHED_SETTING_DIFFERS,
            at,
            attribute="model",
            related=(("here", ours.element), ("there", theirs.element)),
            setting=attribute_of(ours.element, ours.field),
            model=attached.root.model or "",
        )


def _settings_of(model: MjcfModel) -> Iterator[tuple[tuple[str, str], Setting]]:
    """The settings of a model, by tag and field; what is said later replaces what was said before."""
    for section in ("option", "size", "visual"):
        for part in model.sections.get(section, ()):
            for tag, element in ((part.tag, part.element), *part.inside):
                fields = COMPARED_IN.get(tag, ())
                for field, value in vars(element).items():
                    is_compared = fields is None or field in fields
                    if is_compared and field[0] != "_" and field not in NEVER_COMPARED and field != "flag":
                        yield (tag, field), Setting(element, field, value)
