"""Models of a scene: what is in which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...runtime.spelling import format_count
from ..frames.graph import NO_INDEX

if TYPE_CHECKING:
    from ..ir.frames import ModelRecord
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


def members(description: WorldIR) -> dict[str, tuple[list[str], list[str], list[str]]]:
    """Names of the links, joints and nested models that stand in each scope."""
    found: dict[str, tuple[list[str], list[str], list[str]]] = {}
    for link in description.links:
        found.setdefault(link.scope, ([], [], []))[0].append(link.name)
    for joint in description.joints:
        found.setdefault(joint.scope, ([], [], []))[1].append(joint.name)
    for model in description.models:
        found.setdefault(model.scope, ([], [], []))[2].append(model.name)
    return found


def model_of(
    record: ModelRecord, kinematics: Kinematics, inside: dict[str, tuple[list[str], list[str], list[str]]]
) -> Model:
    """The model of a record; ``inside`` is what ``members`` gives."""
    graph = kinematics.graph
    links, joints, models = inside.get(record.name, ([], [], []))
    vertex = graph.index[record.name]
    target = graph.attached[vertex]
    return Model(
        record.name,
        record.static,
        None if target == NO_INDEX else graph.body_name(target),
        tuple(links),
        tuple(joints),
        tuple(models),
        record.properties,
    )
