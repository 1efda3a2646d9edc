"""The part of a robot below one of its links, as a robot of its own."""

from __future__ import annotations

from typing import Any

from ...diagnostics.records import replace
from ...runtime.element import Element, unset
from ...runtime.poses import EulerPose
from ...runtime.unknown_elements import is_generic
from ..core.bindings import bindings_of
from ..core.references import NamesIn, Reference
from ..core.traversal import elements_in, generic_descendants, generic_elements
from ..document.document import Document, DocumentOrPath, get_options, replace_options
from ..document.loader import open_document
from ..edit.element_comments import comments
from ..edit.insertion import remove
from ..edit.traversal import parents_in
from ..formats.registry import FORMATS
from ..ir.graph_search import find_reachable
from ..ir.scoped_names import SEPARATOR, make_scoped_name
from ..scene.scene import Scene
from ..spatial.transform import Transform
from .attachment import definition_of_look, link_named
from .transplant import copy_of, detach_from_source, folder_of
from .xacro_header import is_xacro_header

FRAME_ID = "frame_id"
"""How tags end that name the frame of a sensor's messages."""
_HOLD_MANY = ("DrakeCollisionFilterGroup", "Ros2Control", "Link", "Joint", "Model", "Gripper")
"""What stays without one of the things that it names; whatever else names something that is gone goes with it."""

_LISTS = ("DrakeCollisionFilterGroup", "Ros2Control")
"""Of these, what says nothing once all that it names is gone."""


def extract(doc: DocumentOrPath, link: str, *, name: str | None = None) -> Document[Any]:
    """What moves with a link, it and all below, as a document of its own; for URDF and SDFormat.

    The link's frame is in the origin of the new robot. Joints between the links come along, as do frames, sensors, blocks for
    simulators, transmissions and materials that belong to them; of what names others, too, that part is left out.

    Args:
        doc: the document, which is not changed, or its path.
        link: name or scoped name of the link.
        name: what the new robot is called; by default as the link.

    Returns:
        A document without a path: ``save`` needs one. Relative paths of files lead from the folder of ``doc``.

    Raises:
        LoadError: there is no sound document at the path.
        NameNotFound: (a ``KeyError``) there is no such link.
        TypeError: ``doc`` is neither a document nor a path.
        ValueError: the format has no such robots, or the part would end within a nested model.

    Example:
        >>> arm = bodyplan.load("examples/arm.urdf")
        >>> part = bodyplan.extract(arm, "forearm")
        >>> sorted(part.scene.links)
        ['forearm::forearm', 'forearm::left_finger', 'forearm::right_finger', 'forearm::tool']
    """
    doc = open_document(doc, "extract")
    composition = FORMATS[doc.format].composition
    if composition is None:
        raise ValueError(f"nothing is extracted of a {doc.format} document")
    twin = replace_options(copy_of(doc), replace(get_options(doc), base_dir=folder_of(doc)))
    twin.path = None
    names = NamesIn(twin.root)
    model, plain = link_named(names, link)
    part = _ExtractedPart(doc, names, model, plain)
    part.prune()
    above = comments(twin.root, "above")
    above[:] = [each for each in above if not is_xacro_header(each)]
    model.name = name or plain
    if composition == "models":
        part.place()
        root: Any = twin.root
        if root.model is not model:
            for field in [name for name, value in vars(root).items() if name[0] != "_" and name != "version" and value]:
                unset(root, field)
            detach_from_source(model)
            root.model = model
    return twin


class _ExtractedPart:
    """What is kept of a robot or model in the copy of a document, which has these ``names``."""

    def __init__(self, doc: Document[Any], names: NamesIn, model: Any, link: str) -> None:
        self.names, self.model, self.link = names, model, link
        definition = names.definition_of(model)
        assert definition is not None, "what holds a link has a name"
        path = [each for each in (*definition.scope.path, model.name) if each]
        worlds = {each.name for each in names.definitions if each.kind == "world"}
        self.scope = SEPARATOR.join(path[1:] if path[0] in worlds and len(path) > 1 else path)
        self.scene = next(each for each in doc.scenes if self.full(link) in each.links)
        self.bodies = _below(self.scene, self.full(link))
        self.gone: set[int] = set()
        self.shortened: list[Any] = []
        """Lists of names that are without some of them."""
        self.names_before = NamesIn(doc.root)

    def full(self, name: str) -> str:
        """The scoped name of what is in the model."""
        return make_scoped_name(name, self.scope)

    def prune(self) -> None:
        """Takes everything out that does not belong to the part."""
        taken = [each for each in self.names.definitions if each.scope.element is self.model and not self._stays(each)]
        self.gone = {id(inner) for each in taken for inner in elements_in(each.element)}
        for reference in self.names.references:
            leads_out = any(each is not None and each in taken for each in self.names.resolve(reference))
            if id(reference.element) not in self.gone and leads_out:
                self._remove_reference(reference)
        for each in taken:
            remove(each.element)
        own = NamesIn(self.model)
        for top in self.shortened:
            inside = {id(each) for each in elements_in(top)}
            inside |= {id(each) for extra in generic_elements(top) for each in generic_descendants(extra)}
            meant = [own.resolve(each)[-1] for each in own.references if id(each.element) in inside]
            if not any(each is not None and each.element is not top for each in meant):
                remove(top)
        self._look()

    def _look(self) -> None:
        """Gives materials their looks that were defined in what is gone, and takes those out that nothing uses."""
        own = NamesIn(self.model)
        materials = [each for each in own.definitions if each.kind == "material"]
        seen = set()
        for each in materials:
            look = definition_of_look(self.names_before, each.name)
            if each.name not in seen and look is not None and definition_of_look(own, each.name) is None:
                each.element.color, each.element.texture = look.color, look.texture
            seen.add(each.name)
        tops = [id(each) for each in vars(self.model).get("material", ())]
        used = {each.name for each in materials if id(each.element) not in tops}
        for material in list(vars(self.model).get("material", ())):
            if material.name not in used:
                remove(material)

    def _stays(self, definition: Any) -> bool:
        kind, name = definition.kind, self.full(definition.name)
        if kind == "link":
            return name in self.bodies
        if kind == "joint":
            joint = self.scene.joints[name]
            return {joint.parent, joint.child} <= self.bodies and joint.child != self.full(self.link)
        if kind == "frame" and name in self.scene.frames:
            return self.scene.frames[name].attached_to in self.bodies
        if kind == "model":
            inside = {each for each in self.scene.links if each.startswith(name + SEPARATOR)}
            if inside & self.bodies and not inside <= self.bodies:
                raise ValueError(f"only a part of the nested model {definition.name!r} is below {self.link!r}")
            return bool(inside & self.bodies)
        return True

    def _remove_reference(self, reference: Reference) -> None:
        element = reference.element
        if isinstance(element, Element) and reference.field in ("relative_to", "attached_to", "expressed_in"):
            return  # given numbers of their own when the part is placed
        if is_generic(element):
            self._remove_generic_reference(element)
            return
        top = self._top_of(element)
        if id(top) in self.gone:
            return
        if element is self.model or (element is top and type(top).__name__ in _HOLD_MANY):
            value = vars(element).get(reference.field)
            if isinstance(value, list):
                value[:] = [each for each in value if each != reference.text]
            else:
                unset(element, reference.field)
        else:
            target = element if type(top).__name__ in _HOLD_MANY else top
            self._note(top, target)
            self._remove(target)

    def _remove_generic_reference(self, wanted: Any) -> None:
        if (wanted.qname or "").endswith(FRAME_ID):
            return  # messages may come from a frame of another robot
        for holder in list(elements_in(self.model)):
            for number, extra in enumerate(generic_elements(holder)):
                if any(each is wanted for each in generic_descendants(extra)):
                    if holder is self.model or type(holder).__name__ in _HOLD_MANY:
                        self._note(holder, extra)
                        del holder.any_elements[number]
                    else:
                        self._remove(self._top_of(holder))
                    return

    def _top_of(self, element: Any) -> Any:
        """What is right inside the model, of what an element is in; the model itself for that."""
        parents = parents_in(self.model)
        while parents.get(id(element), self.model) is not self.model:
            element = parents[id(element)]
        return element

    def _remove(self, target: Any) -> None:
        self.gone |= {id(inner) for inner in elements_in(target)}
        remove(target)

    def _note(self, top: Any, target: Any) -> None:
        if target is not top and type(top).__name__ in _LISTS and not any(each is top for each in self.shortened):
            self.shortened.append(top)

    def place(self) -> None:
        """Puts the link into the origin, and says in numbers what was said by frames that are gone."""
        own = NamesIn(self.model)
        for reference in own.references:
            element: Any = reference.element
            if reference.is_keyword or own.resolve(reference)[-1] is not None:
                continue
            if reference.field == "relative_to":
                found = self._pose_of(reference.holder)
                if found is not None:
                    unset(element, "relative_to")
                    element.value = _euler(found)
            elif reference.field == "attached_to":
                self._attach(element)
            elif reference.field == "expressed_in":
                self._give_axes()
        model = self.model
        model.pose = None
        unset(model, "placement_frame")
        unset(model, "canonical_link")
        canonical = self.scene.models[self.scope].canonical_link
        first = self._plain(canonical) if canonical in self.bodies else self.link
        if model.link[0].name != first:
            model.canonical_link = first
        pose = _euler(self.scene.pose(self.scope, relative_to=self.full(self.link)))
        if any(pose):
            model.pose = bindings_of("sdformat").types["Pose"](value=pose)

    def _pose_of(self, holder: Any) -> Transform | None:
        """The pose of something by what it is relative to by default."""
        kind, name = type(holder).__name__, self.full(getattr(holder, "name", "") or "")
        if kind in ("Link", "Model"):
            return self.scene.pose(name, relative_to=self.scope)
        if kind == "Joint":
            return self.scene.pose(name, relative_to=self.full(holder.child))
        if kind == "Frame":
            around = self.full(holder.attached_to) if holder.attached_to else self.scope
            return self.scene.pose(name, relative_to=around)
        own = {self.full(each.name) for each in self.model.link}
        for link in (each for each in self.scene.links.values() if each.name in own):
            for shape in (*link.visuals, *link.collisions):
                if shape.name == holder.name:
                    return shape.pose
        return None

    def _attach(self, frame: Any) -> None:
        """Attaches a frame to its link, where it was attached to something that is gone."""
        name = self.full(frame.name)
        body = self.scene.frames[name].attached_to
        frame.attached_to = self._plain(body)
        if frame.pose is None or not frame.pose.relative_to:
            pose = _euler(self.scene.pose(name, relative_to=body))
            frame.pose = bindings_of("sdformat").types["Pose"](value=pose) if any(pose) else None

    def _plain(self, name: str) -> str:
        """A scoped name as it is inside the model."""
        return name.removeprefix(self.scope + SEPARATOR)

    def _give_axes(self) -> None:
        for joint in self.model.joint:
            there = self.scene.joints[self.full(joint.name)]
            for axis, meant in zip((joint.axis, joint.axis2), there.axes):
                if axis is not None and axis.xyz is not None and axis.xyz.expressed_in:
                    unset(axis.xyz, "expressed_in")
                    axis.xyz.value = tuple(map(float, meant.xyz))


def _euler(found: Transform) -> EulerPose:
    """A pose, with zeros in place of rounding errors."""
    return EulerPose(
        *(0.0 if abs(each) < _POSE_TOLERANCE else float(each) for each in (*found.translation, *found.rpy))
    )


_POSE_TOLERANCE = 1e-13


def _below(scene: Scene, link: str) -> set[str]:
    """A link and all that joints connect to it, directly or not, as children."""
    below: dict[str, list[str]] = {}
    for joint in scene.joints.values():
        below.setdefault(joint.parent, []).append(joint.child)
    return find_reachable([link], below)
