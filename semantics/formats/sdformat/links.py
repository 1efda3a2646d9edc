"""Links with what is on them: shapes, mass, sensors, lights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....sdformat.names import SIBLINGS
from ...ir.frames import AttachmentRecord
from ...ir.scoped_names import make_scoped_name
from .inertials import inertial_of, is_computed
from .poses import written_pose
from .shapes import NO_TEXT, check_shape, shape_maker
from .sibling_names import are_plain, check_siblings, siblings_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import SdformatContext
    from .elements import Attached, Link, Visual

SHAPES = ("visual", "collision")
OTHERS = tuple((kind, is_posed) for kind, is_posed in SIBLINGS["Link"].items() if kind not in SHAPES)
"""What is in a link, has a name and is neither a shape nor a frame; with each, whether it has a pose."""


def describe_link(context: SdformatContext, link: Link, name: str, scope: str, is_static: bool) -> None:
    """Adds a link, with what is on it, to the description."""
    maker = shape_maker(context)
    pose, relative_to, place = written_pose(link, context)
    written = vars(link)
    visuals, collisions = written.get("visual", ()), written.get("collision", ())
    full = make_scoped_name(name, scope)
    record = context.description.add_link(
        name,
        scope=scope,
        inertial=inertial_of(context, link, full, is_static),
        visuals=maker.visuals,
        collisions=maker.collisions,
        pose=pose,
        relative_to=relative_to,
        element=link,
        pose_element=place,
    )
    inertial = link.inertial
    if inertial is not None and is_computed(inertial, is_static):
        context.auto_inertials.append(record)
    refers = False
    names = []
    for visual in visuals:
        names.append(visual.name)
        refers = check_shape(context, visual) or refers
        _check_material(context, visual)
    for collision in collisions:
        names.append(collision.name)
        refers = check_shape(context, collision) or refers
    if refers:
        record.make_shapes()
    for kind, is_posed in OTHERS:
        elements = written.get(kind)
        if elements:
            names += [element.name for element in elements]
            if is_posed:
                attach(context, kind, elements, scope=scope, owner=full)
    if "audio_source" in written:
        attach(context, "audio_source", link.audio_source, scope=scope, owner=full)
    if not are_plain(names):
        check_siblings(context, siblings_in(link))


def attach(context: SdformatContext, kind: str, elements: Sequence[Attached], *, scope: str, owner: str) -> None:
    """Adds things that have a pose without being frames."""
    for number, element in enumerate(elements):
        pose, relative_to, place = written_pose(element, context)
        name = getattr(element, "name", "") or f"{kind}_{number}"
        context.description.attachments.append(
            AttachmentRecord(
                name=make_scoped_name(name, owner),
                kind=kind,
                scope=scope,
                owner=owner,
                pose=pose,
                relative_to=relative_to,
                element=element,
                pose_element=place,
                reference_severity=context.adapter.unchecked_severity,
            )
        )


def _check_material(context: SdformatContext, visual: Visual) -> None:
    """A script is named by the file that it is in and by its own name."""
    material = visual.material
    script = material.script if material is not None else None
    if script is None:
        return
    for tag, texts in (("uri", script.uri), ("name", [script.name])):
        if all(text in NO_TEXT for text in texts):
            context.sink.report(rules.MATERIAL_SCRIPT, script, name=visual.name, tag=tag)
