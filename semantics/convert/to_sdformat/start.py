"""Where joints start and how fast, which a world of SDFormat says of its models in a ``<state>``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ..coverage.tables import mark_paths
from ..to_urdf.chains import chain_of

if TYPE_CHECKING:
    from ...ir.joints import JointRecord
    from ...ir.world import WorldIR
    from .model_writer import ModelWriter

AXES = {"axis_state": "AxisState", "axis2_state": "Axis2State"}
"""What says it of each axis, with the names of its classes."""
WRITTEN = {"init_pos": "position", "init_vel": "velocity"}
"""What says it in SKEL, and what in the state of an axis."""


def add_start(world: Any, model: str, description: WorldIR, writer: ModelWriter) -> None:
    """Says in a world where the joints of a model start that do not start at zero.

    Args:
        world: the typed world.
        model: name of the model in it.
        description: of the model, with the joints of the document.
        writer: has made the model, maybe several joints of one.
    """
    make, ledger = writer.work.make, writer.work.ledger
    started: list[Any] = []
    for record in description.joints:
        element = record.element
        axes = _find_axes(record, [made for each, made in writer.joints if each is element])
        if not axes or not isinstance(element, Element) or element.source_element is None:
            continue
        states: dict[str, Any] = {}
        values = {"init_pos": record.default_position, "init_vel": record.properties.get("initial_velocity")}
        for tag, numbers in values.items():
            for (joint, axis), number in zip(axes, numbers or ()):
                if number:
                    state = states.setdefault(joint, make("JointState", name=joint))
                    what, title = WRITTEN[tag], AXES[axis]
                    if vars(state).get(axis) is None:
                        setattr(state, axis, make(title))
                    setattr(getattr(state, axis), what, make(f"{title}{what.capitalize()}", value=number))
            for written in element.source_element.iterchildren(tag) if any(numbers or ()) else ():
                ledger.report_representation(written, "a part of the <state> of the world")
            mark_paths(ledger, element, tag)
        started += states.values()
    if started:
        if not world.state:
            world.state.append(make("State", world_name=world.name))
        world.state[0].model_state.append(make("ModelState", name=model, joint_state=started))


def _find_axes(record: JointRecord, made: list[Any]) -> list[tuple[str, str]]:
    """The joint and the axis of each coordinate of a joint; nothing where it became one whose coordinates are others."""
    if len(made) == 1:
        return [(made[0].name, axis) for axis, _ in zip(AXES, record.axes)] if len(record.axes) <= len(AXES) else []
    steps = chain_of(record) if made else None
    if steps is None or len(steps) != len(made):
        return []
    found = {step.coordinate: (joint.name, "axis_state") for step, joint in zip(steps, made)}
    return [found[number] for number in range(len(record.axes)) if number in found]
