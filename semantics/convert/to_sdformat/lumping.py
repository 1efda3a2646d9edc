"""Links that are fixed to each other become one body, as Gazebo's converter has it; what they were stays there as frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.sink import Sink
from ....runtime.source import Source
from ....runtime.unknown_elements import is_generic
from ...document.analysis import check_meaning
from ...document.parser import read
from ...ir.scoped_names import SEPARATOR
from ...spatial.transform import Transform
from ...targets.libsdformat.gazebo_blocks import read_blocks
from ..element_builder import bare, tidy
from .free_names import UsedNames

if TYPE_CHECKING:
    from collections.abc import Container

    from numpy.typing import NDArray

    from ...core.options import Options
    from ...document.document import Document
    from ..coverage.ledger import Ledger
    from .model_writer import ModelWriter

SHAPES = ("visual", "collision")
PLACED = ("sensor", "light")
"""What is in a link as plain data and has a place there."""
LUMP = "_fixed_joint_lump__"
"""What Gazebo's converter puts between the names of a link and of what it took over."""


class LinkLumper:
    """Lumps the links of one model.

    Args:
        writer: has made the model.
        ledger: is told of each link and joint that is a frame now.
        robot: the source.
        stored: whether what is lost is stored.
    """

    def __init__(self, writer: ModelWriter, ledger: Ledger, robot: Any, stored: bool) -> None:
        self._stored = stored
        self._writer = writer
        self._ledger = ledger
        self._kept = read_blocks(robot.source_element)
        self._asked = {each.name for each in robot.joint if "dont_collapse" in vars(each) and each.dont_collapse}
        self._elements: dict[int, list[Any]] = {}
        """What links and joints were made of, by their ``id``."""
        for element, made in (*writer.links, *writer.joints):
            self._elements.setdefault(id(made), []).append(element)
        self._taken: dict[tuple[int, str], UsedNames] = {}

    def lump_fixed_links(self, document: Document[Any], options: Options) -> None:
        """Lumps what is fixed in the model of a document that was just made; leaves first."""
        model: Any = document.root.model
        links = {link.name: link for link in model.link}
        fixed = {joint.child: joint for joint in model.joint if self._is_lumped(joint, links)}
        if not fixed:
            return
        scene = _scene_of(document.dumps(), options)
        hung = _find_final_bodies(fixed)
        bodies = {name: body for name, (body, _) in hung.items()}
        for name in sorted(fixed, key=lambda each: -hung[each][1]):
            joint = fixed[name]
            pose = scene.pose(f"{model.name}{SEPARATOR}{name}", f"{model.name}{SEPARATOR}{joint.parent}").matrix
            self._lump(model, links[joint.parent], links.pop(name), joint, pose, bodies[name])
        left = set(map(id, fixed.values()))
        model.joint = [joint for joint in model.joint if id(joint) not in left]
        model.link = [link for link in model.link if link.name in links]
        for joint in model.joint:
            joint.parent = bodies.get(joint.parent, joint.parent)
        for frame in model.frame:
            frame.attached_to = bodies.get(frame.attached_to, frame.attached_to)
        self._regroup(model, bodies)
        if vars(model).get("canonical_link") in bodies:
            model.canonical_link = bodies[model.canonical_link]

    def _is_lumped(self, joint: Any, links: Container[str]) -> bool:
        if joint.type != "fixed" or joint.parent not in links or joint.child not in links:
            return False
        sources = self._elements.get(id(joint))
        name = sources[0].name if sources else joint.name
        return self._kept.lumps(name) and name not in self._asked

    def _lump(self, model: Any, parent: Any, link: Any, joint: Any, pose: NDArray[Any], body: str) -> None:
        _add_inertial(parent.inertial, link.inertial, pose, self._writer.make)
        for tag in SHAPES:
            for shape in vars(link).get(tag, ()):
                taken = self._find_used_names(parent, tag)
                shape.name = taken.free(f"{parent.name}{LUMP}{shape.name.rpartition(LUMP)[2]}")
                taken.add(shape.name)
                self._place(shape, link.name)
                getattr(parent, tag).append(shape)
        for extra in vars(link).get("any_elements", ()):
            taken = self._find_used_names(parent, "any_elements")
            if is_generic(extra) and extra.qname in PLACED:
                _place_generic(extra, link.name)
                extra.attributes["name"] = taken.free(extra.attributes.get("name") or extra.qname)
            if is_generic(extra):
                taken.add(str(extra.attributes.get("name")))
            parent.any_elements.append(extra)
        self._report_lumped(body, link, joint)
        model.frame.extend((self._frame(joint, parent), self._frame(link, parent)))

    def _find_used_names(self, link: Any, field: str) -> UsedNames:
        """The names of what is in a field of a link, to which those of what is added are added."""
        taken = self._taken.get((id(link), field))
        if taken is None:
            held = vars(link).get(field, ())
            if field == "any_elements":
                taken = UsedNames(str(each.attributes.get("name")) for each in held if is_generic(each))
            else:
                taken = UsedNames(each.name for each in held)
            self._taken[id(link), field] = taken
        return taken

    def _frame(self, part: Any, parent: Any) -> Any:
        frame = self._writer.make("Frame", name=part.name, attached_to=parent.name)
        frame.pose = vars(part).get("pose")
        return frame

    def _place(self, shape: Any, link: str) -> None:
        pose = vars(shape).get("pose")
        if pose is None:
            shape.pose = pose = self._writer.make("Pose")
        if not pose.relative_to:
            pose.relative_to = link

    def _report_lumped(self, body: str, link: Any, joint: Any) -> None:
        ledger = self._ledger
        for element in self._elements.get(id(link), ()):
            ledger.report_representation(
                element, f"frame {link.name!r} of link {body!r}, which has its mass and shapes"
            )
            said = {"name", "pose", "inertial", *SHAPES, "any_elements", "any_attributes"}
            for field in sorted(vars(link).keys() - said):
                if not field.startswith("_") and vars(link)[field] not in (None, []):
                    what, reason = f"<{field}> of link {link.name!r}", f"link {body!r} has its own"
                    ledger.report_lost(element, what, reason, self._stored)
        for element in self._elements.get(id(joint), ()):
            ledger.report_representation(element, f"frame {joint.name!r} of link {body!r}")

    def _regroup(self, model: Any, bodies: dict[str, str]) -> None:
        """Members of groups for collision filters are links."""
        for group in vars(model).get("drake_collision_filter_group", ()):
            members = vars(group).get("drake_member")
            if members:
                group.drake_member = list(dict.fromkeys(bodies.get(each, each) for each in members))


def _find_final_bodies(fixed: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """The link that each fixed one hangs on in the end, and how many joints are between."""
    found: dict[str, tuple[str, int]] = {}
    for name in fixed:
        below, at = [], name
        while at in fixed and at not in found:
            below.append(at)
            at = fixed[at].parent
        body, depth = found.get(at, (at, 0))
        for each in reversed(below):
            depth += 1
            found[each] = body, depth
    return found


def _scene_of(text: str, options: Options) -> Any:
    source, sink = Source(None, text), Sink()
    sink.add_source(source)
    parsed = read(source, sink, options, format="sdformat")
    assert parsed is not None, "it was just written"
    check_meaning(parsed, sink, options)
    from ...document.document import Document

    return Document(parsed, None, options, ()).scene


def _place_generic(extra: Any, link: str) -> None:
    """A sensor stands where it stood in its link."""
    for child in extra.children:
        if is_generic(child) and child.qname == "pose":
            child.attributes.setdefault("relative_to", link)
            return
    from xsdata.formats.dataclass.models.generics import AnyElement

    extra.children.insert(0, AnyElement(qname="pose", text="", attributes={"relative_to": link}, children=[]))


def _add_inertial(one: Any, other: Any, pose: NDArray[Any], make: Any) -> None:
    """Adds the mass of a body to that of another one.

    Args:
        one: the inertial that becomes that of both.
        other: the one that is added.
        pose: of the other link in the one, (4, 4).
        make: makes elements.
    """
    import numpy as np

    if not other.mass and not any(_moments(other).flat):
        return
    bodies = []
    for inertial, at in ((one, np.eye(4)), (other, pose)):
        own = _matrix(inertial)
        placed = at @ own
        turn = placed[:3, :3]
        bodies.append((inertial.mass, placed[:3, 3], turn @ _moments(inertial) @ turn.T))
    mass = bodies[0][0] + bodies[1][0]
    centre = sum(each * at for each, at, _ in bodies) / mass if mass else bodies[0][1]
    total = np.zeros((3, 3))
    for each, at, moments in bodies:
        away = at - centre
        total += moments + each * (away @ away * np.eye(3) - np.outer(away, away))
    one.mass = tidy(float(mass))
    one.pose = make("InertialPose", value=_euler(*(tidy(float(number)) for number in centre))) if any(centre) else None
    one.inertia = bare(type(one.inertia))
    for name, (row, column) in INDICES.items():
        value = tidy(float(total[row, column]))
        if row == column or value:
            setattr(one.inertia, name, value)


INDICES = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}


def _moments(inertial: Any) -> NDArray[Any]:
    import numpy as np

    found = np.zeros((3, 3))
    for name, (row, column) in INDICES.items():
        value = vars(inertial.inertia).get(name) or 0.0
        found[row, column] = found[column, row] = value
    return found


def _matrix(inertial: Any) -> NDArray[Any]:
    import numpy as np

    if vars(inertial).get("pose") is None:
        return np.eye(4)
    value = inertial.pose.value
    return Transform.from_rpy((value.x, value.y, value.z), (value.roll, value.pitch, value.yaw)).matrix


def _euler(x: float, y: float, z: float) -> Any:
    from ....runtime.poses import EulerPose

    return EulerPose(x, y, z, 0.0, 0.0, 0.0)
