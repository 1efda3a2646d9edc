"""Models of a scene: what is in which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...runtime.spelling import format_count
from ..frames.graph import NO_INDEX

if TYPE_CHECKING:
    from ..ir.frames import ModelRecord
    from ..ir.joints import JointRecord
    from ..ir.links import LinkRecord
    from ..ir.world import WorldIR
    from ..kinematics.forward_kinematics import Kinematics


@dataclass(frozen=True, repr=False)
class Model:
    """A model, robot or skeleton. All names are scoped.

    Attributes:
        name: its name; that of its frame, too.
        static: whether it stands still in the world.
        canonical_link: the link that its frame moves with; None for static models and those without links.
        links: its own, in document order.
        joints: its own, in document order.
        models: nested ones.
        properties: what else the document says of it.

    Spec: pose frame semantics proposal, 2 (model frame and canonical link) and 8 (nested models).

    Example:
        >>> model = bodyplan.load("examples/arm.urdf").scene.models["arm"]
        >>> model, model.canonical_link, model.joints[:2]
        (<Model arm: 6 links, 5 joints>, 'arm::base', ('arm::shoulder', 'arm::elbow'))
    """

    name: str
    static: bool
    canonical_link: str | None
    links: tuple[str, ...]
    joints: tuple[str, ...]
    models: tuple[str, ...]
    properties: Mapping[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        parts = [format_count(len(self.links), "link"), format_count(len(self.joints), "joint")]
        if self.models:
            parts.append(format_count(len(self.models), "nested model"))
        return f"<Model {self.name}: {'static, ' if self.static else ''}{', '.join(parts)}>"


def model_maker(description: WorldIR) -> Callable[[Kinematics, int], Model]:
    """What makes the models of a description, by their numbers."""
    inside = [_names_by_scope(records) for records in (description.links, description.joints, description.models)]

    def make(kinematics: Kinematics, number: int) -> Model:
        record, graph = description.models[number], kinematics.graph
        name, target = record.name, graph.attached[graph.index[record.name]]
        canonical_link = None if target == NO_INDEX else graph.body_name(target)
        links, joints, models = (tuple(names.get(name, ())) for names in inside)
        return Model(name, record.static, canonical_link, links, joints, models, record.properties)

    return make


def _names_by_scope(records: Iterable[LinkRecord | JointRecord | ModelRecord]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for record in records:
        found.setdefault(record.scope, []).append(record.name)
    return found
