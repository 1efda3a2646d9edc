"""Includes of files that are not SDFormat: their interface models become records of the including document.

The interface model of a URDF or SKEL file has all records of the file, made by its own front end; they stand in the
including document as they are. That of a caller's parser says names and frames. Nothing is turned into SDFormat.

Spec: composition proposal, 1.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....runtime.element import is_written
from ...includes.custom_parsers import offer
from ...includes.interface import NestedInclude
from ...ir.scoped_names import MODEL_FRAME, WORLD
from ...spatial.raw_pose import IDENTITY, RawPose
from .model_records import DescribedModel, describing_parser
from .name_checks import proxy_name
from .poses import written_pose

if TYPE_CHECKING:
    from ...includes.interface import InterfaceModel
    from ...spatial.transform import Transform
    from .context import SdformatContext
    from .elements import Include


def add_interface_model(context: SdformatContext, include: Include, scope: str, is_static: bool) -> None:
    """Adds what an include of another format stands for; does nothing for an include of SDFormat."""
    path = context.provenance.other_formats.get(id(include))
    if path is None:
        return
    pose, relative_to, _ = written_pose(include, context)
    nested = NestedInclude(
        uri=include.uri.strip(),
        resolved_file_name=path,
        absolute_parent_name="" if scope == WORLD else scope,
        local_model_name=include.name or None,
        local_model_namespace=include.namespace or None,
        is_static=bool(include.static) if is_written(include, "static") else None,
        is_merge=bool(include.merge),
        include_raw_pose=None if include.pose is None else _transform(pose),
        include_pose_relative_to=relative_to,
        placement_frame=include.placement_frame or None,
        include_element=include.source_element,
    )
    model = offer(nested, (describing_parser(context), *context.options.parsers), context.sink, include)
    if model is None:
        return
    if isinstance(model, DescribedModel):
        model.add_to(context, include, scope, is_static)
    else:
        _Records(context, include, scope).add(model, is_static)


class _Records:
    """Makes the records of an interface model."""

    def __init__(self, context: SdformatContext, include: Include, scope: str) -> None:
        self.context = context
        self.include = include
        self.scope = scope

    def add(self, model: InterfaceModel, is_static: bool) -> None:
        """Adds the model as the include has it."""
        include = self.include
        static = bool(include.static) if is_written(include, "static") else bool(model.static)
        if include.pose is not None:
            pose, relative_to, place = written_pose(include, self.context)
        else:
            pose, relative_to, place = _raw(model.pose_in_parent), None, None
        name = include.name or model.name
        if include.merge:
            self._merge(model, name, pose, relative_to)
            return
        record = self.context.description.add_model(
            name,
            scope=self.scope,
            pose=pose,
            relative_to=relative_to,
            placement_frame=include.placement_frame or None,
            static=static or is_static,
            canonical_link=model.canonical_link_name or None,
            element=include,
            pose_element=place or include,
        )
        self._contents(model, record.name, static or is_static)

    def _add_nested(self, model: InterfaceModel, scope: str, is_static: bool) -> None:
        static = is_static or bool(model.static)
        record = self.context.description.add_model(
            model.name,
            scope=scope,
            pose=_raw(model.pose_in_parent),
            static=static,
            canonical_link=model.canonical_link_name or None,
            element=self.include,
        )
        self._contents(model, record.name, static)

    def _contents(self, model: InterfaceModel, scope: str, is_static: bool, base: str | None = None) -> None:
        """Adds what is in a model; ``base`` names the frame that stands for that of a merged one."""
        description, place = self.context.description, self.include
        if model.reposture is not None:
            description.reposture_functions.append((scope, model.reposture))
        for link in model.links:
            pose = _raw(link.pose_in_model)
            description.add_link(link.name, scope=scope, pose=pose, relative_to=base, element=place)
        for joint in model.joints:
            frame = description.add_frame(
                joint.name, scope=scope, attached_to=joint.child, pose=_raw(joint.pose_in_child), element=place
            )
            frame.kind = "joint"
        for named in model.frames:
            attached_to = base if base is not None and named.attached_to == MODEL_FRAME else named.attached_to
            pose = _raw(named.pose_in_attached_to)
            description.add_frame(named.name, scope=scope, attached_to=attached_to, pose=pose, element=place)
        for nested in model.nested_models:
            self._add_nested(nested, scope, is_static)

    def _merge(self, model: InterfaceModel, name: str, pose: RawPose, relative_to: str | None) -> None:
        proxy = proxy_name(name)
        self.context.description.add_frame(
            proxy,
            scope=self.scope,
            attached_to=model.canonical_link_name or None,
            pose=pose,
            relative_to=relative_to or (MODEL_FRAME if self.scope != WORLD else WORLD),
            element=self.include,
        )
        self._contents(model, self.scope, False, proxy)


def _transform(pose: RawPose) -> Transform:
    from ...spatial.transform import Transform  # numpy, which most documents are read without

    return Transform.from_quaternion(pose[:3], pose[3:])


def _raw(transform: Transform | None) -> RawPose:
    if transform is None:
        return IDENTITY
    x, y, z = transform.translation
    qw, qx, qy, qz = transform.quaternion
    return (float(x), float(y), float(z), float(qw), float(qx), float(qy), float(qz))
