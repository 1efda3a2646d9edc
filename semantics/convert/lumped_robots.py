"""Robots (URDF) whose links on fixed joints are parts of the links that these hold them on: a robot again, with the text around.

What becomes of links in SDFormat is in ``to_sdformat.lumped_links``; what libsdformat makes of them, in its target.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...runtime.element import Element
from ...runtime.field_tables import parts_of
from ...runtime.parser import parse
from ...runtime.sink import Sink
from ...runtime.source import Source
from ..compose.origins import euler_numbers, place_origin, pose_of_origin
from ..compose.transplant import copy_of, refuse_errors
from ..core.bindings import bindings_of
from ..core.references import NamesIn
from ..core.traversal import elements_in, generic_descendants, generic_elements
from ..document.document import Document, DocumentOrPath
from ..document.loader import open_document
from ..edit.element_comments import comments, has_comments
from ..edit.insertion import remove
from ..formats.registry import FORMATS
from ..ir.scoped_names import WORLD
from ..spatial.raw_pose import IDENTITY, compose, pose_from_rpy
from ..targets.facts import facts_of
from ..targets.libsdformat.gazebo_blocks import read_blocks
from ..targets.libsdformat.lumped_inertia import combine_exactly
from ..targets.libsdformat.robot import MOMENTS, Inertial

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ...urdf.newest import Robot
    from ..spatial.raw_pose import RawPose

SHAPES = ("visual", "collision")
LUMPING = ("disableFixedJointLumping", "preserveFixedJoint")
MOVABLE = ("name", "inertial", *SHAPES)
"""What a link may have that becomes part of another."""
SEVERAL = ("sensor", "light", "plugin", "projector", "audio_source")
"""What blocks may say of one link more than once."""


class LumpedRobot(NamedTuple):
    """What ``lump`` makes.

    Attributes:
        document: the robot; nothing is written before ``save``.
        lumped: links that are gone, by name, with those that they are part of.
        kept: links on fixed joints that stay, with the reasons.

    Example:
        >>> bodyplan.lump("examples/arm.urdf").kept
        {}
    """

    document: Document[Robot]
    lumped: dict[str, str]
    kept: dict[str, str]


def lump(doc: DocumentOrPath) -> LumpedRobot:
    """Makes links that are fixed to each other one link, in a robot (URDF): masses are added, shapes, sensors and joints moved.

    As in Gazebo's own conversion joints stay that a ``<gazebo>`` block says to stay (``preserveFixedJoint``,
    ``disableFixedJointLumping``) or that have ``dont_collapse``, and so do those on the world. Other than there a link stays,
    too, where something names it or its joint, or where a block about it could not be said of the other link.

    Args:
        doc: the document, which is changed; of a path the document that is answered, and not the file.

    Returns:
        The document, the links that are gone and those that stay, with the reasons.

    Raises:
        LoadError: there is no sound document at the path.
        TypeError: ``doc`` is neither a document nor a path.
        ValueError: it is no robot, or would have errors; nothing was changed.

    Example:
        >>> made = bodyplan.lump("examples/arm.urdf")
        >>> made.lumped
        {'tool': 'forearm'}
    """
    doc = open_document(doc, "lump")
    if FORMATS[doc.format].composition != "links":
        raise ValueError("only links of robots (URDF) are lumped")
    trial = copy_of(doc)
    _RobotLumper(trial).lump()
    refuse_errors(trial, lambda: None)
    lumper = _RobotLumper(doc)
    lumper.lump()
    return LumpedRobot(doc, lumper.lumped, lumper.kept)


def _parse_again(doc: Document[Any]) -> _Element:
    """The tree of a document as it is now."""
    root = parse(Source(None, doc.dumps()), Sink())
    assert root is not None, "a document can be read that is written"
    return root


class _RobotLumper:
    def __init__(self, doc: Document[Any]) -> None:
        self._robot: Any = doc.root
        self._links: dict[str, Any] = {link.name: link for link in self._robot.link}
        self._blocks = read_blocks(_parse_again(doc))
        self._own = facts_of("libsdformat").own["gazebo"]
        self._named = _find_named(self._robot)
        self._poses: dict[str, RawPose] = {}
        """Of links that are gone, in those that they are part of."""
        self.lumped: dict[str, str] = {}
        self.kept: dict[str, str] = {}

    def lump(self) -> None:
        below: dict[str, list[Any]] = {}
        for joint in self._robot.joint:
            if joint.parent is not None and joint.child is not None:
                below.setdefault(joint.parent.link, []).append(joint)
        children = {joint.child.link for joints in below.values() for joint in joints}
        todo = [name for name in reversed(self._links) if name not in children]
        while todo:
            name = todo.pop()
            for joint in below.get(name, ()):
                child = joint.child.link
                todo.append(child)
                body = self.lumped.get(name, name)
                pose = compose(self._poses.get(name, IDENTITY), pose_of_origin(joint.origin))
                reason = self._reason_to_stay(joint, body) if joint.type == "fixed" else ""
                if reason is None:
                    self._merge(joint, self._links[body], self._links[child], pose)
                    continue
                if reason:
                    self.kept[child] = reason
                if name in self.lumped:
                    joint.parent.link = body
                    place_origin(joint, pose)

    def _reason_to_stay(self, joint: Any, body: str) -> str | None:
        """Why a link on a fixed joint is not lumped; None where it is."""
        child = joint.child.link
        if WORLD in (body, child) or body not in self._links or child not in self._links:
            return "the world is no link"
        if not self._blocks.lumps(joint.name) or vars(joint).get("dont_collapse"):
            return f"joint {joint.name!r} is to stay"
        for kind, name in (("link", child), ("joint", joint.name)):
            if (where := self._named.get((kind, name))) is not None:
                return f"{where} names {kind} {name!r}"
        if any(set(_tags(block)) - {*LUMPING} for block in self._about(joint.name)):
            return f"a <gazebo> block is about joint {joint.name!r}"
        odd = [part for part in _find_written_parts(self._links[child]) if part not in MOVABLE]
        if odd:
            return f"it has <{odd[0]}>"
        return self._reason_of_blocks(self._links[child], body)

    def _reason_of_blocks(self, link: Any, body: str) -> str | None:
        own = [tag for block in self._about(link.name) for tag in _tags(block)]
        if of_shape := next((tag for tag in own if tag in self._of_shapes), None):
            return f"<{of_shape}> of a <gazebo> block is about its shapes alone"
        there = {tag for block in self._about(body) for tag in _tags(block)}
        if both := next((tag for tag in own if tag in there and tag not in SEVERAL), None):
            return f"<gazebo> blocks say <{both}> of link {body!r}, too"
        if self._has_block_of_shapes(body) and any(
            _name_of(shape, link, tag).startswith(body) for tag in SHAPES for shape in getattr(link, tag)
        ):
            return f"a <gazebo> block about link {body!r} would be about its shapes"
        return None

    @property
    def _of_shapes(self) -> set[str]:
        """What blocks about links say of their shapes."""
        return {*self._own["collision"], "material", *SHAPES}

    def _has_block_of_shapes(self, link: str) -> bool:
        return any(tag in self._of_shapes for block in self._about(link) for tag in _tags(block))

    def _about(self, name: str) -> list[Any]:
        return [block for block in self._robot.gazebo if block.reference == name]

    def _merge(self, joint: Any, body: Any, link: Any, pose: RawPose) -> None:
        """Makes a link part of another, in which it has a pose."""
        self.lumped[link.name], self._poses[link.name] = body.name, pose
        if link.inertial is not None:
            _add_inertial(body, link.inertial, pose)
        for tag in SHAPES:
            for shape in list(getattr(link, tag)):
                placed = compose(pose, pose_of_origin(shape.origin))
                # a block about the body is about its shapes without names, too
                wanted = _name_of(shape, link, tag) if self._has_block_of_shapes(body.name) else shape.name
                name = _find_unused_name(wanted, getattr(body, tag)) if wanted else None
                remove(shape)
                if name != shape.name:
                    shape.name = name
                place_origin(shape, placed)
                getattr(body, tag).append(shape)
        blocks = self._about(joint.name)
        _keep_comments([link, joint, *blocks], body)
        for block in blocks:
            remove(block)
        for block in self._about(link.name):
            block.reference = body.name
            for part in block.any_elements:
                if part.qname in SEVERAL:
                    _move_generic(part, pose)
        remove(joint)
        remove(link)


def _keep_comments(gone: list[Any], body: Any) -> None:
    """Puts the comments of what is gone above the link that it is part of."""
    parts = (part for each in gone for part in elements_in(each))
    texts = [text for part in parts if has_comments(part) for text in comments(part)]
    if texts:
        comments(body, "above").extend(texts)


def _name_of(shape: Any, link: Any, tag: str) -> str:
    """The name of a shape; one that says whose it was where it has none."""
    return shape.name or f"{link.name}_{tag}"


def _find_unused_name(wanted: str, shapes: list[Any]) -> str:
    """A name, or the same with a number, that none of some shapes has."""
    taken = {each.name for each in shapes}
    names = (wanted if not number else f"{wanted}_{number}" for number in count())
    return next(each for each in names if each not in taken)


def _tags(block: Any) -> list[str]:
    """What a block says."""
    return [
        *(part for part in _find_written_parts(block) if part != "reference"),
        *(each.qname for each in block.any_elements),
    ]


def _find_written_parts(element: Any) -> list[str]:
    parts = parts_of(type(element)).by_field
    held = ((part.place.removeprefix("@"), vars(element).get(name)) for name, part in parts.items())
    return [place for place, value in held if value not in (None, [])]


def _find_named(robot: Any) -> dict[tuple[str, str], str]:
    """What names links and joints, but for joints their ends and blocks what they are about, by kind and name."""
    names, found = NamesIn(robot), {}
    for reference in names.references:
        holder = type(reference.element).__name__
        if holder in ("JointParent", "Child", "Gazebo"):
            continue
        for meant in names.resolve(reference):
            if meant is not None:
                tag = type(reference.holder or reference.element).__name__
                found[meant.kind, meant.name] = f"<{_tag_of(reference.holder, reference.element) or tag}>"
    known = {each.name: each.kind for each in names.definitions if each.kind in ("link", "joint")}
    for word, tag in _words_in_blocks(robot):
        if word in known:
            found.setdefault((known[word], word), f"<{tag}>")
    return found


def _tag_of(*elements: Any) -> str | None:
    return next((each.Meta.name for each in elements if isinstance(each, Element)), None)  # type: ignore[attr-defined]


def _words_in_blocks(robot: Any) -> Iterable[tuple[str, str]]:
    """What may be a name in plugins, sensors and the like, each with its tag."""
    for part in (
        part
        for element in elements_in(robot)
        for extra in generic_elements(element)
        for part in generic_descendants(extra)
    ):
        yield from (
            (word, str(part.qname)) for word in ((part.text or "").strip(), *map(str, part.attributes.values()))
        )


def _move_generic(part: Any, pose: RawPose) -> None:
    """Places a sensor, light … that is in a link with that pose."""
    child = next((each for each in part.children if each.qname == "pose"), None)
    if child is not None and (child.attributes.get("relative_to") or child.attributes.get("frame")):
        return
    numbers = [] if child is None else [*map(float, (child.text or "").split())]
    own = pose_from_rpy(*numbers) if len(numbers) == 6 else IDENTITY
    if child is None:
        if part.qname == "plugin":
            return
        from xsdata.formats.dataclass.models.generics import AnyElement

        child = AnyElement(qname="pose", text="", attributes={}, children=[])
        part.children.insert(0, child)
    child.text = " ".join(f"{each:.12g}" for each in euler_numbers(compose(pose, own)))


def _add_inertial(body: Any, added: Any, pose: RawPose) -> None:
    """Adds the mass of a link, which has a pose in the body, to that of the body."""
    types = bindings_of("urdf").types
    if not (added.mass and added.mass.value):
        return
    both = combine_exactly(_read_inertial(body.inertial), _read_inertial(added), pose)
    if body.inertial is None:
        body.inertial = types["Inertial"]()
    inertial = body.inertial
    x, y, z, qw, qx, qy, qz = map(_round, both.pose)
    place_origin(inertial, (x, y, z, qw, qx, qy, qz))
    values = {name: _round(value) for name, value in zip(MOMENTS, both.moments)}
    if inertial.mass is None:
        inertial.mass = types["Mass"](value=_round(both.mass))
    inertial.mass.value = _round(both.mass)
    if inertial.inertia is None:
        inertial.inertia = types["Inertia"](**values)
    for name, value in values.items():
        setattr(inertial.inertia, name, value)


def _round(number: float) -> float:
    """A number without the last digits that calculation leaves."""
    return float(f"{number:.12g}")


def _read_inertial(written: Any) -> Inertial:
    if written is None:
        return Inertial()
    ixx, iyy, izz, ixy, ixz, iyz = (getattr(written.inertia, name, None) or 0.0 for name in MOMENTS)
    mass = 0.0 if written.mass is None else written.mass.value or 0.0
    return Inertial(mass, pose_of_origin(written.origin), (ixx, iyy, izz, ixy, ixz, iyz))
