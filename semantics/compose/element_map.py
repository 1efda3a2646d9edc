"""From what a document means to its elements, and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ...diagnostics.errors import NotInDocument
from ...runtime.element import Element
from ...runtime.value_validation import describe_element
from ..core.handles import keep_document
from ..document.document import Document, DocumentOrPath, prepare_changes
from ..document.loader import open_document
from ..edit.traversal import held_by
from ..scene.frames import Attachment, Frame, Model
from ..scene.joints import Joint
from ..scene.links import Link, Shape
from ..scene.scene import Scene, get_world

Thing: TypeAlias = "Frame | Link | Joint | Model | Shape | Attachment"


def element_of(doc: DocumentOrPath, thing: Thing | str) -> Element | None:
    """The typed element that a link, joint, frame, model, shape … of a document's scene was read from.

    What an include brings leads to the element of the included file, which is no part of ``doc`` and is not saved with it.

    Args:
        doc: the document, or its path for ``load``: then ``document_of`` the element is the document.
        thing: an object of its scene, or the scoped name of a frame, which those of links, joints and models are too.

    Returns:
        None where there is none, as for the world's frame.

    Raises:
        LoadError: there is no sound document at the path.
        NameNotFound: (a ``KeyError``) the scene has no frame of that name.
        TypeError: ``doc`` is neither a document nor a path, or ``thing`` is nothing of a scene.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> elbow = bodyplan.element_of(doc, doc.scene.joints["arm::elbow"])
        >>> elbow.limit.upper
        2.0
    """
    opened = open_document(doc, "element_of")
    if not isinstance(thing, (str, Frame, Link, Joint, Model, Shape, Attachment)):
        raise TypeError(f"element_of takes an object of a scene or the scoped name of one, not {type(thing).__name__}")
    if isinstance(thing, (str, Model)):
        name = thing if isinstance(thing, str) else thing.name
        scene = next((each for each in opened.scenes if name in each.frames), opened.scene)
        thing = scene.frames[name]
    found: Any = thing.element
    if not isinstance(found, Element):
        return None
    sources = (source for each in opened.scenes for source in get_world(each).description.sources)
    # elements with includes inside are copied before these are put in
    element = prepare_changes(opened, sources).find(found)
    if opened is not doc:
        keep_document(element, opened)
    return element


def document_of(element: Element) -> Document[Any]:
    """The document that an element is in, such as what ``attach`` made of a path.

    Args:
        element: the element.

    Raises:
        NotInDocument: (a ``LookupError``) it is in none, or the program has let go of the document.

    Example:
        >>> elbow = bodyplan.element_of("examples/arm.urdf", "arm::elbow")
        >>> elbow.limit.upper = 1.5
        >>> bodyplan.document_of(elbow).save("changed.urdf")
    """
    document = held_by(element)[0].document()
    if document is None:
        raise NotInDocument(f"{describe_element(element)} stood in a document that the program has let go of")
    return document  # type: ignore[return-value]


def scene_objects(doc: Document[Any] | Scene, element: Element) -> tuple[Thing, ...]:
    """The links, joints, frames, models, shapes … that an element of a document stands for in its scenes.

    Several where a file is included several times, and ``element`` is in it; none for an element that has no place in
    a scene, such as an inertia.

    Args:
        doc: the document; or one of its scenes, for the objects of that.
        element: an element of that document, or of what it includes, as ``element_of`` gives it for objects of its scene.

    Raises:
        TypeError: ``doc`` is neither a document nor a scene.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.scene_objects(doc, doc.root.joint[0])
        (<Joint arm::shoulder: revolute, arm::base -> arm::upper_arm>,)
    """
    if not isinstance(doc, (Document, Scene)):
        raise TypeError(f"scene_objects takes a Document or a Scene, not {type(doc).__name__}")
    return tuple(
        thing
        for scene in ((doc,) if isinstance(doc, Scene) else doc.scenes)
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
