"""Links with what is on them: shapes, mass, sensors, lights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.diagnostics import rules_sdformat as rules
from ...description.frames import AttachmentRecord
from ...description.names import scoped
from .inertials import inertial_of, is_computed
from .names import are_plain, check_siblings
from .poses import posed
from .reader import Computed
from .shapes import NO_TEXT, check_shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .reader import Reader
    from .shapes import ShapeMaker

POSED = ("sensor", "light", "projector", "particle_emitter")
"""What stands in a link, has a name and a pose, and is neither a shape nor a frame."""


def describe_link(reader: Reader, link: Any, name: str, scope: str, is_static: bool, maker: ShapeMaker) -> None:
    """Adds a link, with what is on it, to the description."""
    pose, relative_to, place = posed(link, reader)
    written = vars(link)
    visuals, collisions = written.get("visual", ()), written.get("collision", ())
    full = scoped(name, scope)
    record = reader.description.add_link(
        name,
        scope=scope,
        inertial=inertial_of(reader, link, full, is_static),
        visuals=maker.visuals,
        collisions=maker.collisions,
        pose=pose,
        relative_to=relative_to,
        element=link,
        pose_element=place,
    )
    inertial = link.inertial
    if inertial is not None and is_computed(inertial, is_static):
        reader.computed.append(Computed(record, link))
    refers = False
    names = []
    for visual in visuals:
        names.append(visual.name)
        refers = check_shape(reader, visual) or refers
        _check_material(reader, visual)
    for collision in collisions:
        names.append(collision.name)
        refers = check_shape(reader, collision) or refers
    if refers:
        record.make_shapes()
    for kind in POSED:
        elements = written.get(kind)
        if elements:
            names += [element.name for element in elements]
            attach(reader, kind, elements, scope=scope, owner=full)
    sources = written.get("audio_source")
    if sources:
        attach(reader, "audio_source", sources, scope=scope, owner=full)
    if not are_plain(names):
        kinds = ("visual", "collision", *POSED)
        check_siblings(reader, [(kind, element) for kind in kinds for element in written.get(kind, ())])


def attach(reader: Reader, kind: str, elements: Sequence[Any], *, scope: str, owner: str) -> None:
    """Adds things that have a pose without being frames."""
    for number, element in enumerate(elements):
        pose, relative_to, place = posed(element, reader)
        name = getattr(element, "name", "") or f"{kind}_{number}"
        reader.description.attachments.append(
            AttachmentRecord(
                scoped(name, owner),
                kind,
                scope,
                owner,
                pose,
                relative_to,
                element,
                place,
                reader.unchecked,
            )
        )


def _texts(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def _check_material(reader: Reader, visual: Any) -> None:
    """A script is named by the file that it is in and by its own name."""
    material = visual.material
    script = material.script if material is not None else None
    if script is None:
        return
    for tag in ("uri", "name"):
        if not any(text not in NO_TEXT for text in _texts(getattr(script, tag))):
            reader.sink.report(rules.MATERIAL_SCRIPT, script, name=visual.name, tag=tag)
