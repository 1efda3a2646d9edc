"""From what a document means to its elements, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from ...runtime.element import Element
from ..core.traversal import elements_in
from ..scene.frames import Attachment, Frame
from ..scene.joints import Joint
from ..scene.links import Link, Shape
from ..scene.models import Model

if TYPE_CHECKING:
    from ..document.document import Document
    from ..scene.scene import Scene

Thing: TypeAlias = "Frame | Link | Joint | Model | Shape | Attachment"


def element_of(doc: Document[Any], thing: Thing | str) -> Element | None:
    """The typed element that a link, joint, frame, model, shape … of a document's scene was read from.

    What an include brings leads to the element of the included file, which is no part of ``doc`` and is not saved with it.

    Args:
        doc: the document.
        thing: an object of its scene, or the scoped name of a frame, which those of links, joints and models are too.

    Returns:
        None where there is none, as for the world's frame.

    Raises:
        NameNotFound: (a ``KeyError``) the scene has no frame of that name.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> elbow = bodyplan.element_of(doc, doc.scene.joints["arm::elbow"])
        >>> elbow.limit.upper
        2.0
    """
    if isinstance(thing, (str, Model)):
        name = thing if isinstance(thing, str) else thing.name
        scene = next((each for each in doc.scenes if name in each.frames), doc.scene)
        thing = scene.frames[name]
    found: Any = thing.element
    if not isinstance(found, Element):
        return None
    # elements that includes stand in are copied before these are put in; copies have the place of what they are of
    own = list(elements_in(doc._parsed.root)) if isinstance(doc._parsed.root, Element) else []
    if any(each is found for each in own):
        return found
    return next((each for each in own if _is_copy(found, each)), found)


def scene_objects(scene: Scene, element: Element) -> tuple[Thing, ...]:
    """The links, joints, frames, models, shapes … of a scene that an element stands for.

    Several where a file is included several times, and ``element`` stands in it; none for an element that has no place in
    a scene, such as an inertia.

    Args:
        scene: a scene of a document.
        element: an element of that document, or of what it includes, as ``element_of`` gives it for things of this scene.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.scene_objects(doc.scene, doc.root.joint[0])
        (<Joint arm::shoulder: revolute, arm::base -> arm::upper_arm>,)
    """
    return tuple(
        thing
        for thing, there in _all(scene)
        if there is element or (isinstance(there, Element) and _is_copy(there, element))
    )


def _is_copy(one: Element, other: Element) -> bool:
    origin = one._origin
    if origin is None or type(one) is not type(other):
        return False
    return origin is other._origin or (type(origin) is int and origin == other._origin)


def _all(scene: Scene) -> Iterator[tuple[Thing, Any]]:
    for frame in scene.frames.values():
        if frame.kind == "model":
            yield scene.models[frame.name], frame.element
        elif frame.kind == "link":
            link = scene.links[frame.name]
            yield link, link.element
            for shape in (*link.visuals, *link.collisions):
                yield shape, shape.element
        elif frame.kind == "frame":
            yield frame, frame.element
    for joint in scene.joints.values():
        yield joint, joint.element
    for attachment in scene.attachments.values():
        yield attachment, attachment.element
