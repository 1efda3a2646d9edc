"""Puts the model of one description into another, under another name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...ir.frames import FrameRecord, ModelRecord
from ...ir.scoped_names import SEPARATOR, WORLD
from ...ir.world import WorldIR

if TYPE_CHECKING:
    from collections.abc import Callable


def transplant(source: WorldIR, model: str, target: WorldIR, name: str, scope: str) -> None:
    """Copies the model called ``model``, with all that is in it, as ``name``, which is in ``scope``.

    The model keeps its pose in the world: models that only lend their name to what is in them have no place.
    """

    def rename_scoped(full: str) -> str:
        if full == model:
            return name
        return name + full[len(model) :] if full.startswith(model + SEPARATOR) else full

    def is_inside(full: str) -> bool:
        return full == model or full.startswith(model + SEPARATOR)

    for frame in source.frames:
        if is_inside(frame.name):
            target.frames.append(_frame(frame, rename_scoped))
    for record in source.models:
        if is_inside(record.name):
            target.models.append(_model(record, rename_scoped, scope if record.name == model else None))
    for link in source.links:
        if is_inside(link.name):
            target.links.append(replace(link, name=rename_scoped(link.name), scope=rename_scoped(link.scope)))
    for joint in source.joints:
        if is_inside(joint.name):
            frame_name = rename_scoped(joint.frame) if joint.frame else ""
            target.joints.append(
                replace(joint, name=rename_scoped(joint.name), scope=rename_scoped(joint.scope), frame=frame_name)
            )
    for attachment in source.attachments:
        if is_inside(attachment.owner):
            target.attachments.append(
                replace(
                    attachment,
                    name=rename_scoped(attachment.name),
                    scope=rename_scoped(attachment.scope),
                    owner=rename_scoped(attachment.owner),
                )
            )
    for constraint in source.constraints:
        target.constraints.append(replace(constraint, scope=rename_scoped(constraint.scope)))
    for force_element in source.force_elements:
        target.force_elements.append(replace(force_element, scope=rename_scoped(force_element.scope)))
    for actuator in source.actuators:
        target.actuators.append(
            replace(actuator, name=rename_scoped(actuator.name), scope=rename_scoped(actuator.scope))
        )
    for group in source.collision_groups:
        target.collision_groups.append(replace(group, name=rename_scoped(group.name), scope=rename_scoped(group.scope)))


def _frame(frame: FrameRecord, renamed: Callable[[str], str]) -> FrameRecord:
    return replace(frame, name=renamed(frame.name), scope=renamed(frame.scope))


def _model(record: ModelRecord, renamed: Callable[[str], str], scope: str | None) -> ModelRecord:
    return replace(record, name=renamed(record.name), scope=renamed(record.scope) if scope is None else scope)


def holder_of(full: str) -> str:
    """Full name of the model that something is in."""
    return full.rpartition(SEPARATOR)[0] or WORLD
